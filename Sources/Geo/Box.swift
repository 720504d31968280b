/// A rectangle of latitudes and longitudes, including its edges; it never crosses the 180th meridian.
@frozen
public struct Box: Hashable, Sendable {
  /// South edge in 1e-7 degrees.
  public var minLatitude: Int32
  /// West edge in 1e-7 degrees.
  public var minLongitude: Int32
  /// North edge in 1e-7 degrees.
  public var maxLatitude: Int32
  /// East edge in 1e-7 degrees.
  public var maxLongitude: Int32

  /// A box from its edges.
  @inlinable
  public init(minLatitude: Int32, minLongitude: Int32, maxLatitude: Int32, maxLongitude: Int32) {
    self.minLatitude = minLatitude
    self.minLongitude = minLongitude
    self.maxLatitude = maxLatitude
    self.maxLongitude = maxLongitude
  }

  /// The empty box; the first coordinate or box added becomes its extent.
  public static let empty = Box(
    minLatitude: .max, minLongitude: .max, maxLatitude: .min, maxLongitude: .min)

  /// Whether the box contains nothing.
  @inlinable
  public var isEmpty: Bool { minLatitude > maxLatitude || minLongitude > maxLongitude }

  /// The coordinate in the middle, rounded down.
  public var centre: Coordinate {
    Coordinate(
      latitudeUnits: Int32((Int64(minLatitude) + Int64(maxLatitude)) >> 1),
      longitudeUnits: Int32((Int64(minLongitude) + Int64(maxLongitude)) >> 1))
  }

  /// Extends the box to contain a coordinate.
  @inlinable
  public mutating func add(_ place: Coordinate) {
    minLatitude = min(minLatitude, place.latitudeUnits)
    maxLatitude = max(maxLatitude, place.latitudeUnits)
    minLongitude = min(minLongitude, place.longitudeUnits)
    maxLongitude = max(maxLongitude, place.longitudeUnits)
  }

  /// Extends the box to contain another box.
  @inlinable
  public mutating func add(_ box: Box) {
    minLatitude = min(minLatitude, box.minLatitude)
    maxLatitude = max(maxLatitude, box.maxLatitude)
    minLongitude = min(minLongitude, box.minLongitude)
    maxLongitude = max(maxLongitude, box.maxLongitude)
  }

  /// Whether a coordinate lies inside or on the edge.
  @inlinable
  public func contains(_ place: Coordinate) -> Bool {
    place.latitudeUnits >= minLatitude && place.latitudeUnits <= maxLatitude
      && place.longitudeUnits >= minLongitude && place.longitudeUnits <= maxLongitude
  }

  /// Whether two boxes have a point in common.
  @inlinable
  public func intersects(_ other: Box) -> Bool {
    minLatitude <= other.maxLatitude && maxLatitude >= other.minLatitude
      && minLongitude <= other.maxLongitude && maxLongitude >= other.minLongitude
  }
}
