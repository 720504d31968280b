/// A coordinate in WGS 84: latitude and longitude as 32-bit integers in 1e-7 degrees.
///
/// The unit is that of OpenStreetMap, so coordinates from OSM files are exact. One unit is at most
/// 11.2 mm. Values from ``init(latitude:longitude:)`` are always in range; check ``isOnEarth`` for
/// raw units from an untrusted source.
///
///     let casino = Coordinate(latitude: 43.7392, longitude: 7.4274)
///     casino?.latitudeUnits    // 437392000
@frozen
public struct Coordinate: Hashable, Sendable {
  /// Latitude in 1e-7 degrees, positive to the north; -900,000,000 to 900,000,000 on earth.
  public var latitudeUnits: Int32
  /// Longitude in 1e-7 degrees, positive to the east; -1,800,000,000 to 1,800,000,000 on earth.
  public var longitudeUnits: Int32

  /// Units in one degree.
  public static let unitsPerDegree = 10_000_000.0

  /// A coordinate from raw units, unchecked: see ``isOnEarth``.
  @inlinable
  public init(latitudeUnits: Int32, longitudeUnits: Int32) {
    self.latitudeUnits = latitudeUnits
    self.longitudeUnits = longitudeUnits
  }

  /// The coordinate nearest to a position in degrees; `nil` if a value is not a number or out of range.
  public init?(latitude: Double, longitude: Double) {
    guard latitude >= -90, latitude <= 90, longitude >= -180, longitude <= 180 else { return nil }
    self.init(
      latitudeUnits: Int32((latitude * Self.unitsPerDegree).rounded()),
      longitudeUnits: Int32((longitude * Self.unitsPerDegree).rounded()))
  }

  /// Latitude in degrees.
  public var latitude: Double { Double(latitudeUnits) / Self.unitsPerDegree }
  /// Longitude in degrees.
  public var longitude: Double { Double(longitudeUnits) / Self.unitsPerDegree }

  /// Whether the latitude is -90 to 90 degrees and the longitude -180 to 180.
  @inlinable
  public var isOnEarth: Bool {
    latitudeUnits >= -900_000_000 && latitudeUnits <= 900_000_000
      && longitudeUnits >= -1_800_000_000 && longitudeUnits <= 1_800_000_000
  }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees, as the command line takes them: `43.7392,7.4274`.
  public var description: String { "\(latitude),\(longitude)" }
}
