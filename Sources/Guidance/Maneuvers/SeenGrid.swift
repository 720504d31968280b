import Geo

/// A grid of whole millionths of a degree, east and north of a junction, for headings.
struct SeenGrid {
  /// The origin of points, in millionths of a degree.
  private let origin: SIMD2<Double>
  /// The metres of a millionth of a degree, to the east and to the north.
  private let metresPerUnit: SIMD2<Double>
  private let start: Coordinate

  /// The grid around a place.
  init(at start: Coordinate) {
    self.start = start
    let plane = LocalPlane(at: start)
    origin = SIMD2(
      Self.nearest(Int64(start.longitudeUnits)), Self.nearest(Int64(start.latitudeUnits)))
    metresPerUnit = 10 * SIMD2(plane.metresPerLongitudeUnit, Distance.metresPerUnit)
  }

  /// The nearest whole millionth to a coordinate in units, rounding half away from zero.
  private static func nearest(_ units: Int64) -> Double {
    Double((units &+ (units < 0 ? -5 : 5)) / 10)
  }

  /// The point of the grid that is nearest to a place, on the same side of the 180th meridian as the start.
  func point(_ place: Coordinate) -> SIMD2<Double> {
    let east = Int64(start.longitudeUnits) &+ Distance.longitudeDifference(start, place)
    return SIMD2(Self.nearest(east), Self.nearest(Int64(place.latitudeUnits))) - origin
  }

  /// The distance between two points in metres.
  func metres(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let d = (b - a) * metresPerUnit
    return (d * d).sum().squareRoot()
  }

  /// A way between points in metres, to the east and to the north.
  func metres(_ way: SIMD2<Double>) -> SIMD2<Double> { way * metresPerUnit }

  /// The bearing of a way between points in degrees.
  func bearing(_ way: SIMD2<Double>) -> Double {
    let d = way * metresPerUnit
    return Trigonometry.bearing(east: d.x, north: d.y) * 180 / Double.pi
  }

  /// The point at a share of the line between two points, truncated to the grid.
  func between(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ share: Double) -> SIMD2<Double> {
    let point = a + share * (b - a) + origin
    return SIMD2(Self.cutOff(point.x), Self.cutOff(point.y)) - origin
  }

  /// The integral part of a number below 2^52.
  ///
  /// Without a processor instruction for it, a function call would have to save all registers.
  @inline(__always)
  private static func cutOff(_ number: Double) -> Double {
    let size = number.magnitude
    let nearest = size + 0x1p52 - 0x1p52
    let whole = nearest > size ? nearest - 1 : nearest
    return number < 0 ? -whole : whole
  }

  /// The point some metres along a line from the start of the grid, or its end.
  func point(after metres: Double, along places: [Coordinate]) -> SIMD2<Double> {
    var (walked, last) = (0.0, SIMD2<Double>.zero)
    for place in places {
      let next = point(place)
      if next == last { continue }
      let piece = self.metres(last, next)
      if walked + piece >= metres { return between(last, next, (metres - walked) / piece) }
      walked += piece
      last = next
    }
    return last
  }

  /// The end of a line of a single piece from the start of the grid; nil for any other line.
  func end(ofPiece places: [Coordinate]) -> SIMD2<Double>? {
    var end: SIMD2<Double>?
    for place in places {
      let next = point(place)
      if next == end ?? .zero { continue }
      if end != nil { return nil }
      end = next
    }
    return end
  }
}
