import RoadModel

/// A notice has a `code`, the facts of its kind, and `text` for people.
///
/// The text is read only if this version does not know the kind.
extension RouteNotice: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, avoidances, waypoint, metres, rule, wanted, found, parts, words, span
    case missingKilowattHours, percent, station
  }

  private enum Code: String {
    case avoidanceViolated, snappedFarther, endLimited, fewerAlternatives, violated, potential
    case departureIgnored, namesDamaged, notConsidered, fromService, notOnMap
    case chargeTooLow, energyWithoutElevation, steepRoads, stationMayBeClosed
  }

  /// Reads a notice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = try container.kind(.code, .text, Self.known, unknown: Self.unknown)
  }

  private static func known(
    _ word: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Self {
    switch Code(rawValue: word) {
    case .avoidanceViolated:
      let (what, unknown) = avoidanceWords.set(of: try container.fact(.avoidances))
      // Where only later versions know the road types, the text tells people more.
      if what.isEmpty { throw DecodingError.unknownWord(word, at: container.codingPath) }
      return .avoidanceViolated(what, unknown: unknown)
    case .steepRoads: return .steepRoads(percent: try container.fact(.percent))
    case .snappedFarther:
      return .snappedFarther(
        waypoint: try container.fact(.waypoint), metres: try container.fact(.metres))
    case .endLimited:
      return .endLimited(
        waypoint: try container.fact(.waypoint), metres: try container.fact(.metres),
        try container.fact(.rule))
    case .fewerAlternatives:
      return .fewerAlternatives(
        wanted: try container.fact(.wanted), found: try container.fact(.found))
    case .violated: return .violated(try container.fact(.rule))
    case .potential: return .potential(try container.fact(.rule))
    case .departureIgnored: return .departureIgnored
    case .namesDamaged: return .namesDamaged
    case .notConsidered: return .notConsidered(try container.fact(.parts))
    case .fromService: return .fromService(try container.fact(.words))
    case .notOnMap: return .notOnMap(try container.fact(.span))
    case .chargeTooLow:
      return .chargeTooLow(
        metres: try container.fact(.metres),
        missingKilowattHours: try container.fact(.missingKilowattHours))
    case .energyWithoutElevation: return .energyWithoutElevation
    case .stationMayBeClosed: return .stationMayBeClosed(station: try container.fact(.station))
    case nil: throw DecodingError.unknownWord(word, at: container.codingPath)
    }
  }

  /// Writes a notice.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encodeKind(code.rawValue, .code, members)
    }
    switch self {
    case .avoidanceViolated(let what, let unknown):
      try write(.avoidanceViolated, [(.avoidances, avoidanceWords.words(of: what) + unknown)])
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
    case .stationMayBeClosed(let station):
      try write(.stationMayBeClosed, [(.station, station)])
    case .unknown(let code, let text):
      try container.encode(code, forKey: .code)
      return try container.encode(text, forKey: .text)
    }
    try container.encode(text, forKey: .text)
  }
}
