import RoadModel

/// A notice has a `code`, the facts of its kind, and `text` for people, which is read back only of a kind that this
/// version does not know.
extension RouteNotice: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, avoidances, waypoint, metres, rule, wanted, found, parts, words, span
    case missingKilowattHours, percent
  }

  private enum Code: String {
    case avoidanceViolated, snappedFarther, endLimited, fewerAlternatives, violated, potential
    case departureIgnored, namesDamaged, notConsidered, fromService, notOnMap
    case chargeTooLow, energyWithoutElevation, steepRoads
  }

  /// Reads a notice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let word = try container.decode(String.self, forKey: .code)
    self =
      try container.ifSaid { try Self.known(word, container) }
      ?? .unknown(code: word, text: try container.decode(.text, default: ""))
  }

  private static func known(
    _ word: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Self {
    func read<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch Code(rawValue: word) {
    case .avoidanceViolated:
      let what = avoidanceWords.set(of: try read(.avoidances)).known
      // What could not be avoided is something that only a later version knows.
      if what.isEmpty { throw DecodingError.unknownWord(word, at: container.codingPath) }
      return .avoidanceViolated(what)
    case .steepRoads: return .steepRoads(percent: try read(.percent))
    case .snappedFarther:
      return .snappedFarther(waypoint: try read(.waypoint), metres: try read(.metres))
    case .endLimited:
      return .endLimited(
        waypoint: try read(.waypoint), metres: try read(.metres), try read(.rule))
    case .fewerAlternatives:
      return .fewerAlternatives(wanted: try read(.wanted), found: try read(.found))
    case .violated: return .violated(try read(.rule))
    case .potential: return .potential(try read(.rule))
    case .departureIgnored: return .departureIgnored
    case .namesDamaged: return .namesDamaged
    case .notConsidered: return .notConsidered(try read(.parts))
    case .fromService: return .fromService(try read(.words))
    case .notOnMap: return .notOnMap(try read(.span))
    case .chargeTooLow:
      return .chargeTooLow(
        metres: try read(.metres), missingKilowattHours: try read(.missingKilowattHours))
    case .energyWithoutElevation: return .energyWithoutElevation
    case nil: throw DecodingError.unknownWord(word, at: container.codingPath)
    }
  }

  /// Writes a notice.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encode(code.rawValue, forKey: .code)
      for (key, value) in members { try container.encode(value, forKey: key) }
    }
    switch self {
    case .avoidanceViolated(let what): try write(.avoidanceViolated, [(.avoidances, what)])
    case .steepRoads(let percent): try write(.steepRoads, [(.percent, percent)])
    case .snappedFarther(let waypoint, let metres):
      try write(.snappedFarther, [(.waypoint, waypoint), (.metres, metres)])
    case .endLimited(let waypoint, let metres, let blocker):
      try write(.endLimited, [(.waypoint, waypoint), (.metres, metres), (.rule, blocker)])
    case .fewerAlternatives(let wanted, let found):
      try write(.fewerAlternatives, [(.wanted, wanted), (.found, found)])
    case .violated(let blocker): try write(.violated, [(.rule, blocker)])
    case .potential(let rule): try write(.potential, [(.rule, rule)])
    case .departureIgnored: try write(.departureIgnored)
    case .namesDamaged: try write(.namesDamaged)
    case .notConsidered(let parts): try write(.notConsidered, [(.parts, parts)])
    case .fromService(let words): try write(.fromService, [(.words, words)])
    case .notOnMap(let span): try write(.notOnMap, [(.span, span)])
    case .chargeTooLow(let metres, let missing):
      try write(.chargeTooLow, [(.metres, metres), (.missingKilowattHours, missing)])
    case .energyWithoutElevation: try write(.energyWithoutElevation)
    case .unknown(let code, let text):
      try container.encode(code, forKey: .code)
      return try container.encode(text, forKey: .text)
    }
    try container.encode(text, forKey: .text)
  }
}
