/// Directions along a line in whole degrees, clockwise from north.
package enum LineBearing {
  /// The direction from one coordinate to another, 0 to 359.
  package static func degrees(_ a: Coordinate, _ b: Coordinate) -> Int {
    let (east, north) = Distance.offset(from: a, to: b)
    let turns = Trigonometry.bearing(east: east, north: north) / (2 * Double.pi)
    return Int((turns * 360).rounded()) % 360
  }

  /// The direction in which a line arrives at the point with an index.
  package static func arriving(_ line: [Coordinate], _ point: Int) -> Int {
    var before = point - 1
    while before > 0, line[before] == line[point] { before -= 1 }
    return before < 0 ? 0 : degrees(line[before], line[point])
  }

  /// The direction in which a line leaves the point with an index.
  package static func leaving(_ line: [Coordinate], _ point: Int) -> Int {
    var after = point + 1
    while after < line.count - 1, line[after] == line[point] { after += 1 }
    return after >= line.count ? 0 : degrees(line[point], line[after])
  }

  /// The turn from one direction to another, -180 to 179, clockwise positive.
  package static func turn(from a: Int, to b: Int) -> Int { ((b - a + 540) % 360) - 180 }

  /// The opposite direction.
  package static func opposite(_ degrees: Int) -> Int { (degrees + 180) % 360 }

  /// The direction from one coordinate to another in degrees, at least 0 and below 360.
  package static func exact(_ a: Coordinate, _ b: Coordinate) -> Double {
    let (east, north) = Distance.offset(from: a, to: b)
    return Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
  }

  /// The turn from one direction to another, at least -180 and below 180, clockwise positive.
  package static func turn(from a: Double, to b: Double) -> Double {
    let difference = b - a
    // The remainder is a call, which takes longer than all else, and most differences need none.
    let turn =
      abs(difference) < 360 ? difference : difference.truncatingRemainder(dividingBy: 360)
    return turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
  }

  /// The opposite direction, at least 0 and below 360.
  package static func opposite(_ degrees: Double) -> Double {
    degrees >= 180 ? degrees - 180 : degrees + 180
  }

  /// The direction in the middle between two, at least 0 and below 360.
  package static func middle(_ a: Double, _ b: Double) -> Double {
    let middle = a + turn(from: a, to: b) / 2
    return middle < 0 ? middle + 360 : middle >= 360 ? middle - 360 : middle
  }
}
