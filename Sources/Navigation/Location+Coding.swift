public import Geo

/// A fix is an object with latitude and longitude in degrees, and the other known values.
extension Location: Codable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude, time, accuracyMetres, headingDegrees, speed
  }

  /// Reads a fix; all but latitude and longitude is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      latitude: try container.decode(Double.self, forKey: .latitude),
      longitude: try container.decode(Double.self, forKey: .longitude),
      time: try container.decodeIfPresent(Double.self, forKey: .time),
      accuracyMetres: try container.decodeIfPresent(Double.self, forKey: .accuracyMetres),
      headingDegrees: try container.decodeIfPresent(Double.self, forKey: .headingDegrees),
      speed: try container.decodeIfPresent(Double.self, forKey: .speed))
  }

  /// Writes a fix; unknown values are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
    try container.encodeIfPresent(time, forKey: .time)
    try container.encodeIfPresent(accuracyMetres, forKey: .accuracyMetres)
    try container.encodeIfPresent(headingDegrees, forKey: .headingDegrees)
    try container.encodeIfPresent(speed, forKey: .speed)
  }
}
