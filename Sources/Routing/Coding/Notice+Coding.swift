import RoadModel

/// A notice has a `code`, the facts of its kind, and `text` for people, which is not read back.
extension RouteNotice: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, avoidances, waypoint, metres, rule, wanted, found, parts, words, span
  }

  private enum Code: String, Codable {
    case avoidanceViolated, snappedFarther, endLimited, fewerAlternatives, violated, potential
    case departureIgnored, notConsidered, fromService, notOnMap
  }

  /// Reads a notice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch try container.decode(Code.self, forKey: .code) {
    case .avoidanceViolated: self = .avoidanceViolated(try read(.avoidances))
    case .snappedFarther:
      self = .snappedFarther(waypoint: try read(.waypoint), metres: try read(.metres))
    case .endLimited:
      self = .endLimited(
        waypoint: try read(.waypoint), metres: try read(.metres), try read(.rule))
    case .fewerAlternatives:
      self = .fewerAlternatives(wanted: try read(.wanted), found: try read(.found))
    case .violated: self = .violated(try read(.rule))
    case .potential: self = .potential(try read(.rule))
    case .departureIgnored: self = .departureIgnored
    case .notConsidered: self = .notConsidered(try read(.parts))
    case .fromService: self = .fromService(try read(.words))
    case .notOnMap: self = .notOnMap(try read(.span))
    }
  }

  /// Writes a notice.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encode(code, forKey: .code)
      for (key, value) in members { try container.encode(value, forKey: key) }
    }
    switch self {
    case .avoidanceViolated(let what): try write(.avoidanceViolated, [(.avoidances, what)])
    case .snappedFarther(let waypoint, let metres):
      try write(.snappedFarther, [(.waypoint, waypoint), (.metres, metres)])
    case .endLimited(let waypoint, let metres, let blocker):
      try write(.endLimited, [(.waypoint, waypoint), (.metres, metres), (.rule, blocker)])
    case .fewerAlternatives(let wanted, let found):
      try write(.fewerAlternatives, [(.wanted, wanted), (.found, found)])
    case .violated(let blocker): try write(.violated, [(.rule, blocker)])
    case .potential(let rule): try write(.potential, [(.rule, rule)])
    case .departureIgnored: try write(.departureIgnored)
    case .notConsidered(let parts): try write(.notConsidered, [(.parts, parts)])
    case .fromService(let words): try write(.fromService, [(.words, words)])
    case .notOnMap(let span): try write(.notOnMap, [(.span, span)])
    }
    try container.encode(text, forKey: .text)
  }
}
