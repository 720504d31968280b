/// Distances on the sphere, in plain arithmetic that gives the same bits on every machine.
///
/// Two points of a road are close together, so the sphere is treated as flat between them, with the east-west scale of
/// their mean latitude. Compared with the great circle the error is below 1 in 10,000 up to 100 km and below 1 in
/// 100,000 up to 30 km (away from the poles).
public enum Distance {
  /// Mean radius of the earth in metres (IUGG 1980, R1).
  public static let earthRadius = 6_371_008.8
  /// Metres in one unit (1e-7 degrees) of latitude.
  public static let metresPerUnit = earthRadius * Double.pi / 180 / Coordinate.unitsPerDegree

  /// The straight-line distance between two coordinates in metres.
  ///
  /// The line crosses the 180th meridian if that is shorter.
  public static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let (east, north) = offset(from: a, to: b)
    return (east * east + north * north).squareRoot()
  }

  /// The offset of `b` from `a` to the east and north, in metres.
  public static func offset(from a: Coordinate, to b: Coordinate) -> (east: Double, north: Double) {
    let north = Double(Int64(b.latitudeUnits) - Int64(a.latitudeUnits)) * metresPerUnit
    let middle = Double(Int64(a.latitudeUnits) + Int64(b.latitudeUnits)) / 2
    let east =
      Double(longitudeDifference(a, b)) * metresPerUnit * Trigonometry.cosine(units: middle)
    return (east, north)
  }

  /// Units of longitude from `a` to `b` in the shorter direction, -1.8e9 to 1.8e9.
  @inlinable
  public static func longitudeDifference(_ a: Coordinate, _ b: Coordinate) -> Int64 {
    var difference = Int64(b.longitudeUnits) - Int64(a.longitudeUnits)
    if difference > 1_800_000_000 { difference -= 3_600_000_000 }
    if difference < -1_800_000_000 { difference += 3_600_000_000 }
    return difference
  }
}

/// Trigonometric functions without a C library, so that a file has the same bytes on every machine.
public enum Trigonometry {
  /// The cosine of a latitude in 1e-7 degrees, within 1e-12 for -90 to 90 degrees.
  ///
  /// Taylor's series of half the angle to the 20th power, then cos 2x = 2 cos² x - 1.
  public static func cosine(units: Double) -> Double {
    let x = units / Coordinate.unitsPerDegree * Double.pi / 360
    let square = x * x
    var term = 1.0
    var sum = 1.0
    for k in 1...10 {
      term *= -square / Double((2 * k - 1) * (2 * k))
      sum += term
    }
    return 2 * sum * sum - 1
  }

  /// The angle of a vector in radians, clockwise from north, in 0 ..< 2π; 0 for the null vector.
  ///
  /// Within 1e-7: the arc tangent of the smaller over the larger component by Euler's series after
  /// halving the angle twice.
  public static func bearing(east: Double, north: Double) -> Double {
    let x = abs(east)
    let y = abs(north)
    guard x > 0 || y > 0 else { return 0 }
    let swapped = x > y
    var tangent = swapped ? y / x : x / y
    for _ in 0..<2 { tangent = tangent / (1 + (1 + tangent * tangent).squareRoot()) }
    let square = tangent * tangent
    let series =
      tangent * (1 - square * (1 / 3.0 - square * (1 / 5.0 - square * (1 / 7.0 - square / 9))))
    var angle = 4 * series
    if swapped { angle = Double.pi / 2 - angle }
    if north < 0 { angle = Double.pi - angle }
    if east < 0 { angle = 2 * Double.pi - angle }
    return angle >= 2 * Double.pi ? 0 : angle
  }
}

/// A direction over ground in 1/256 turns, clockwise from north; arithmetic wraps around.
@frozen
public struct Bearing: Hashable, Sendable {
  /// 0 north, 64 east, 128 south, 192 west.
  public var turns256: UInt8

  /// A bearing from 1/256 turns.
  @inlinable
  public init(turns256: UInt8) { self.turns256 = turns256 }

  /// The direction from one coordinate to another; north if they are equal.
  public init(from a: Coordinate, to b: Coordinate) {
    let (east, north) = Distance.offset(from: a, to: b)
    let turns = Trigonometry.bearing(east: east, north: north) / (2 * Double.pi) * 256
    self.turns256 = UInt8(truncatingIfNeeded: Int(turns.rounded()))
  }

  /// The opposite direction.
  @inlinable
  public var reversed: Bearing { Bearing(turns256: turns256 &+ 128) }

  /// The angle from this heading to another, -128 to 127, clockwise positive.
  @inlinable
  public func angle(to other: Bearing) -> Int8 {
    Int8(bitPattern: other.turns256 &- turns256)
  }

  /// Degrees clockwise from north, 0 to 358.6.
  public var degrees: Double { Double(turns256) * 360 / 256 }
}

extension Coordinate {
  /// The point at a share of the straight line to another coordinate, across the 180th meridian if that is shorter.
  ///
  /// - Parameters:
  ///   - other: The other coordinate.
  ///   - share: The share, clamped to 0 to 1; NaN counts as 0.
  /// - Returns: The point.
  public func interpolated(to other: Coordinate, share: Double) -> Coordinate {
    let share = share.clamped(to: 0...1, nan: 0)
    let north = Double(Int64(other.latitudeUnits) - Int64(latitudeUnits)) * share
    let east = Double(Distance.longitudeDifference(self, other)) * share
    var longitude = Int64(longitudeUnits) + Int64(east.rounded())
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    return Coordinate(
      latitudeUnits: Int32(Int64(latitudeUnits) + Int64(north.rounded())),
      longitudeUnits: Int32(longitude))
  }
}
