/// A plane around one coordinate, in metres east and north of it, to find nearest points and sides.
@frozen
public struct LocalPlane: Sendable {
  /// The coordinate at (0, 0).
  public let origin: Coordinate
  /// Metres per unit of longitude at the origin's latitude.
  public let metresPerLongitudeUnit: Double
  /// A copy of ``Distance/metresPerUnit`` for code that is inlined into other modules.
  @usableFromInline let metresPerLatitudeUnit: Double

  /// A plane that touches the earth at `origin`.
  public init(at origin: Coordinate) {
    self.origin = origin
    self.metresPerLatitudeUnit = Distance.metresPerUnit
    self.metresPerLongitudeUnit =
      Distance.metresPerUnit * Trigonometry.cosine(units: Double(origin.latitudeUnits))
  }

  /// Metres east and north of the origin.
  @inlinable
  public func project(_ place: Coordinate) -> (x: Double, y: Double) {
    (
      Double(Distance.longitudeDifference(origin, place)) * metresPerLongitudeUnit,
      Double(Int64(place.latitudeUnits) - Int64(origin.latitudeUnits)) * metresPerLatitudeUnit
    )
  }

  /// Metres east and north of the origin, on the same side of the 180th meridian as the previous point.
  ///
  /// So a road across the meridian is not split, even seen from the other side of the earth.
  @inlinable
  public func project(
    _ place: Coordinate, next before: (x: Double, y: Double), of previous: Coordinate
  ) -> (x: Double, y: Double) {
    (
      before.x + Double(Distance.longitudeDifference(previous, place)) * metresPerLongitudeUnit,
      Double(Int64(place.latitudeUnits) - Int64(origin.latitudeUnits)) * metresPerLatitudeUnit
    )
  }

  /// The point of the line from `a` to `b` that is nearest to the origin.
  ///
  /// - Returns: Its distance in metres, its share of the line from `a` to `b` (0 to 1), and the side
  ///   of the origin: positive if the origin lies to the left of the direction from `a` to `b`.
  public func nearest(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double)
  ) -> (metres: Double, share: Double, left: Double) {
    let (x, y, share) = foot(from: a, to: b)
    return (
      (x * x + y * y).squareRoot(), share, (b.x - a.x) * -a.y - (b.y - a.y) * -a.x
    )
  }

  /// The point of the line from `a` to `b` that is nearest to the origin, and its share of the line.
  @inlinable @inline(__always)
  func foot(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double)
  ) -> (x: Double, y: Double, share: Double) {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(max(-(a.x * dx + a.y * dy) / square, 0), 1) : 0
    return (a.x + share * dx, a.y + share * dy, share)
  }

  /// The square of the distance in metres from the origin to the line from `a` to `b`: that of
  /// ``nearest(from:to:)``, squared.
  @inlinable
  public func squaredMetres(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double)
  ) -> Double {
    let (x, y, _) = foot(from: a, to: b)
    return x * x + y * y
  }

  /// A lower bound for the distance in metres from the origin to anything in a box.
  public func metres(to box: Box) -> Double { squaredMetres(to: box).squareRoot() }

  /// The square of ``metres(to:)``.
  @inlinable
  public func squaredMetres(to box: Box) -> Double {
    guard !box.isEmpty else { return .infinity }
    let south = Int64(box.minLatitude) &- Int64(origin.latitudeUnits)
    let north = Int64(origin.latitudeUnits) &- Int64(box.maxLatitude)
    let west = Int64(box.minLongitude) &- Int64(origin.longitudeUnits)
    let east = Int64(origin.longitudeUnits) &- Int64(box.maxLongitude)
    var across = max(west, east)
    // The other direction around the earth may be shorter.
    if across > 0 { across = max(min(across, 3_600_000_000 &+ min(west, east)), 0) }
    let x = Double(max(across, 0)) * metresPerLongitudeUnit
    let y = Double(max(south, north, 0)) * metresPerLatitudeUnit
    return x * x + y * y
  }
}
