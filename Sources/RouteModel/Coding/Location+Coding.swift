public import Geo

/// A fix is an object with latitude and longitude in degrees, and the other known values.
extension Location: Codable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude, time, accuracyMetres, headingDegrees, speed
  }

  /// Reads a fix; all but latitude and longitude is optional, and these may be null.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func degrees(_ key: CodingKeys) throws -> Double {
      try container.decode(Double?.self, forKey: key) ?? .nan
    }
    self.init(
      latitude: try degrees(.latitude), longitude: try degrees(.longitude),
      time: try container.decodeIfPresent(Double.self, forKey: .time),
      accuracyMetres: try container.decodeIfPresent(Double.self, forKey: .accuracyMetres),
      headingDegrees: try container.decodeIfPresent(Double.self, forKey: .headingDegrees),
      speed: try container.decodeIfPresent(Double.self, forKey: .speed))
  }

  /// Writes a fix; unknown values are left out.
  ///
  /// So is what is no finite number, because JSON has none for it; a latitude or longitude is null then.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ value: Double?, _ key: CodingKeys) throws {
      if let value, value.isFinite { try container.encode(value, forKey: key) }
    }
    try container.encode(latitude.isFinite ? latitude : nil, forKey: .latitude)
    try container.encode(longitude.isFinite ? longitude : nil, forKey: .longitude)
    try write(time, .time)
    try write(accuracyMetres, .accuracyMetres)
    try write(headingDegrees, .headingDegrees)
    try write(speed, .speed)
  }
}

/// A trace is `locations`, and its `name` if it has one.
extension Trace: Codable {
  private enum CodingKeys: String, CodingKey { case name, locations }

  /// Reads a trace.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode([Location].self, forKey: .locations),
      name: try container.decodeIfPresent(String.self, forKey: .name))
  }

  /// Writes a trace.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encode(locations, forKey: .locations)
  }
}
