import Geo

extension Coordinate {
  /// The place at units of 64 bits; `nil` if it is not on earth.
  init?(latitudeUnits: Int64, longitudeUnits: Int64) {
    guard
      latitudeUnits >= -900_000_000, latitudeUnits <= 900_000_000,
      longitudeUnits >= -1_800_000_000, longitudeUnits <= 1_800_000_000
    else { return nil }
    self.init(latitudeUnits: Int32(latitudeUnits), longitudeUnits: Int32(longitudeUnits))
  }
}
