import Geo
import RoadModel

/// An error has a `code`, the facts of its kind, and `text` for people.
///
/// The text is read only if this version does not know the kind.
extension RoutingError: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, count, waypoint, mode, radiusMetres, nearestMetres, from, to, blockers, map
    case missing, parts, failure, edge, reason, name, value, minimum, maximum
    case metres, station, missingKilowattHours
  }

  private enum Code: String {
    case tooFewWaypoints, invalidWaypoint, noRoadNear, noRoute, map, noMap, unsupported, service
    case tooLong, invalidRange, unknownEdge, unknownTurn, invalidSetting, cancelled
    case invalidEnergy, notReachable, noChargingStations, stationsClosed
  }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = try container.kind(.code, .text, Self.known, unknown: Self.unknown)
  }

  private static func known(
    _ word: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Self {
    switch Code(rawValue: word) {
    case .tooFewWaypoints: return .tooFewWaypoints(try container.fact(.count))
    case .invalidWaypoint: return .invalidWaypoint(index: try container.fact(.waypoint))
    case .noRoadNear:
      let radius: MetresCoding = try container.fact(.radiusMetres)
      return .noRoadNear(
        waypoint: try container.fact(.waypoint), mode: try container.fact(.mode),
        radiusMetres: radius.value,
        nearestMetres: try container.decodeIfPresent(Double.self, forKey: .nearestMetres))
    case .noRoute:
      return .noRoute(
        from: try container.fact(.from), to: try container.fact(.to),
        mode: try container.fact(.mode),
        blockers: try container.decode(.blockers, default: []))
    case .tooLong: return .tooLong(from: try container.fact(.from), to: try container.fact(.to))
    case .invalidRange: return .invalidRange(try container.fact(.reason))
    case .unknownEdge: return .unknownEdge(try container.fact(.edge))
    case .unknownTurn:
      return .unknownTurn(from: try container.fact(.from), to: try container.fact(.to))
    case .invalidSetting:
      return .invalidSetting(
        name: try container.fact(.name), value: try container.decode(.value, default: .nan),
        minimum: try container.fact(.minimum), maximum: try container.fact(.maximum))
    case .invalidEnergy:
      return .invalidEnergy(name: try container.fact(.name), reason: try container.fact(.reason))
    case .notReachable:
      return .notReachable(
        metres: try container.fact(.metres),
        station: try container.decodeIfPresent(String.self, forKey: .station),
        missingKilowattHours: try container.fact(.missingKilowattHours),
        waypoint: try container.decodeIfPresent(Int.self, forKey: .waypoint))
    case .noChargingStations: return .noChargingStations
    case .stationsClosed: return .stationsClosed(station: try container.fact(.station))
    case .map: return .map(try container.fact(.map))
    case .noMap: return .noMap(missing: try container.fact(.missing))
    case .unsupported: return .unsupported(try container.fact(.parts))
    case .service: return .service(try container.fact(.failure))
    case .cancelled: return .cancelled
    case nil: throw DecodingError.unknownWord(word, at: container.codingPath)
    }
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encodeKind(code.rawValue, .code, members)
    }
    switch self {
    case .tooFewWaypoints(let count): try write(.tooFewWaypoints, [(.count, count)])
    case .invalidWaypoint(let index): try write(.invalidWaypoint, [(.waypoint, index)])
    case .noRoadNear(let waypoint, let mode, let radius, let nearest):
      try write(
        .noRoadNear,
        [(.waypoint, waypoint), (.mode, mode), (.radiusMetres, MetresCoding(radius))])
      try container.encodeIfPresent(nearest, forKey: .nearestMetres)
    case .noRoute(let from, let to, let mode, let blockers):
      try write(
        .noRoute, [(.from, from), (.to, to), (.mode, mode), (.blockers, blockers)])
    case .tooLong(let from, let to): try write(.tooLong, [(.from, from), (.to, to)])
    case .invalidRange(let reason): try write(.invalidRange, [(.reason, reason)])
    case .unknownEdge(let edge): try write(.unknownEdge, [(.edge, edge)])
    case .unknownTurn(let from, let to): try write(.unknownTurn, [(.from, from), (.to, to)])
    case .invalidSetting(let name, let value, let minimum, let maximum):
      try write(.invalidSetting, [(.name, name), (.minimum, minimum), (.maximum, maximum)])
      // JSON has no number for infinity and NaN.
      if value.isFinite { try container.encode(value, forKey: .value) }
    case .invalidEnergy(let name, let reason):
      try write(.invalidEnergy, [(.name, name), (.reason, reason)])
    case .notReachable(let metres, let station, let missing, let waypoint):
      try write(.notReachable, [(.metres, metres), (.missingKilowattHours, missing)])
      try container.encodeIfPresent(waypoint, forKey: .waypoint)
      try container.encodeIfPresent(station, forKey: .station)
    case .noChargingStations: try write(.noChargingStations)
    case .stationsClosed(let station): try write(.stationsClosed, [(.station, station)])
    case .map(let error): try write(.map, [(.map, error)])
    case .noMap(let box): try write(.noMap, [(.missing, box)])
    case .unsupported(let parts): try write(.unsupported, [(.parts, parts)])
    case .service(let failure): try write(.service, [(.failure, failure)])
    case .cancelled: try write(.cancelled)
    case .unknown(let code, let text):
      try container.encode(code, forKey: .code)
      return try container.encode(text, forKey: .text)
    }
    try container.encode(description, forKey: .text)
  }
}

/// As an error: a `code`, the facts of its kind, and `text` for people.
extension ServiceFailure: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, reason, seconds, limit, status, serviceCode, message
  }

  private enum Code: String {
    case unreachable, timedOut, busy, redirected, answerTooLarge, malformed, failed, notOffered
    case tooBig, refused
  }

  /// Reads a failure.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = try container.kind(.code, .text, Self.known, unknown: Self.unknown)
  }

  private static func known(
    _ word: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Self {
    switch Code(rawValue: word) {
    case .unreachable: return .unreachable(reason: try container.fact(.reason))
    case .timedOut: return .timedOut(seconds: try container.fact(.seconds))
    case .busy:
      return .busy(
        retryAfterSeconds: try container.decodeIfPresent(Double.self, forKey: .seconds))
    case .redirected: return .redirected
    case .answerTooLarge: return .answerTooLarge(limit: try container.fact(.limit))
    case .malformed: return .malformed(try container.fact(.reason))
    case .failed:
      return .failed(status: try container.fact(.status), message: try container.fact(.message))
    case .notOffered:
      return .notOffered(
        code: try container.fact(.serviceCode), message: try container.fact(.message))
    case .tooBig: return .tooBig(message: try container.fact(.message))
    case .refused:
      return .refused(code: try container.fact(.serviceCode), message: try container.fact(.message))
    case nil: throw DecodingError.unknownWord(word, at: container.codingPath)
    }
  }

  /// Writes a failure.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encodeKind(code.rawValue, .code, members)
    }
    switch self {
    case .unreachable(let reason): try write(.unreachable, [(.reason, reason)])
    case .timedOut(let seconds): try write(.timedOut, [(.seconds, seconds)])
    case .busy(let seconds):
      try write(.busy)
      try container.encodeIfPresent(seconds, forKey: .seconds)
    case .redirected: try write(.redirected)
    case .answerTooLarge(let limit): try write(.answerTooLarge, [(.limit, limit)])
    case .malformed(let reason): try write(.malformed, [(.reason, reason)])
    case .failed(let status, let message):
      try write(.failed, [(.status, status), (.message, message)])
    case .notOffered(let code, let message):
      try write(.notOffered, [(.serviceCode, code), (.message, message)])
    case .tooBig(let message): try write(.tooBig, [(.message, message)])
    case .refused(let code, let message):
      try write(.refused, [(.serviceCode, code), (.message, message)])
    case .unknown(let code, let text):
      try container.encode(code, forKey: .code)
      return try container.encode(text, forKey: .text)
    }
    try container.encode(description, forKey: .text)
  }
}
