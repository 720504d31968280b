public import Geo

/// A place is `[latitude, longitude]` in degrees, exact to the unit of 1e-7.
extension Coordinate: Codable {
  /// Reads two numbers.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let latitude = try container.decode(Double.self)
    let longitude = try container.decode(Double.self)
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not on earth: \(latitude),\(longitude)")
    }
    self = place
  }

  /// Writes two numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(latitude)
    try container.encode(longitude)
  }
}

/// A box is `[[south, west], [north, east]]`.
extension Box: Codable {
  /// Reads two places.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let low = try container.decode(Coordinate.self)
    let high = try container.decode(Coordinate.self)
    self.init(
      minLatitude: low.latitudeUnits, minLongitude: low.longitudeUnits,
      maxLatitude: high.latitudeUnits, maxLongitude: high.longitudeUnits)
  }

  /// Writes two places.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(Coordinate(latitudeUnits: minLatitude, longitudeUnits: minLongitude))
    try container.encode(Coordinate(latitudeUnits: maxLatitude, longitudeUnits: maxLongitude))
  }
}
