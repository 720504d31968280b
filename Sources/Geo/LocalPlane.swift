/// A flat map around one place, in metres east and north of it: for nearest points and sides.
public struct LocalPlane: Sendable {
  /// The place at (0, 0).
  public let origin: Coordinate
  /// Metres per unit of longitude at the origin's latitude.
  public let metresPerLongitudeUnit: Double

  /// A plane that touches the earth at `origin`.
  public init(at origin: Coordinate) {
    self.origin = origin
    self.metresPerLongitudeUnit =
      Distance.metresPerUnit * Trigonometry.cosine(units: Double(origin.latitudeUnits))
  }

  /// Metres east and north of the origin.
  public func project(_ place: Coordinate) -> (x: Double, y: Double) {
    (
      Double(Distance.longitudeDifference(origin, place)) * metresPerLongitudeUnit,
      Double(Int64(place.latitudeUnits) - Int64(origin.latitudeUnits)) * Distance.metresPerUnit
    )
  }

  /// Metres east and north of the origin, on the same side of the 180th meridian as the point before.
  ///
  /// A road across the meridian stays in one piece, also seen from the other side of the earth.
  public func project(
    _ place: Coordinate, next before: (x: Double, y: Double), of previous: Coordinate
  ) -> (x: Double, y: Double) {
    (
      before.x + Double(Distance.longitudeDifference(previous, place)) * metresPerLongitudeUnit,
      Double(Int64(place.latitudeUnits) - Int64(origin.latitudeUnits)) * Distance.metresPerUnit
    )
  }

  /// The point of the line from `a` to `b` that is nearest to the origin.
  ///
  /// - Returns: Its distance in metres, its share of the way from `a` to `b` (0 to 1), and the side
  ///   of the origin: positive when it lies to the left of the direction from `a` to `b`.
  public func nearest(
    from a: (x: Double, y: Double), to b: (x: Double, y: Double)
  ) -> (metres: Double, share: Double, left: Double) {
    let dx = b.x - a.x
    let dy = b.y - a.y
    let square = dx * dx + dy * dy
    let share = square > 0 ? min(max(-(a.x * dx + a.y * dy) / square, 0), 1) : 0
    let x = a.x + share * dx
    let y = a.y + share * dy
    return ((x * x + y * y).squareRoot(), share, dx * -a.y - dy * -a.x)
  }

  /// A lower bound of the distance in metres from the origin to anything in a box.
  public func metres(to box: Box) -> Double {
    guard !box.isEmpty else { return .infinity }
    let north = gap(
      Int64(origin.latitudeUnits), Int64(box.minLatitude), Int64(box.maxLatitude), round: false)
    let east = gap(
      Int64(origin.longitudeUnits), Int64(box.minLongitude), Int64(box.maxLongitude), round: true)
    let x = east * metresPerLongitudeUnit
    let y = north * Distance.metresPerUnit
    return (x * x + y * y).squareRoot()
  }

  /// Units from a value to a range, 0 inside; with `round` the shorter way round the earth.
  private func gap(_ value: Int64, _ low: Int64, _ high: Int64, round: Bool) -> Double {
    if value >= low && value <= high { return 0 }
    var best = min(abs(low - value), abs(value - high))
    if round { best = min(best, 3_600_000_000 - max(abs(low - value), abs(value - high))) }
    return Double(max(best, 0))
  }
}
