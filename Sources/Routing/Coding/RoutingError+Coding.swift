import Geo
import MapReader
import RoadModel

/// An error has a `code`, the facts of its kind, and `text` for people, which is not read back.
extension RoutingError: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, count, waypoint, mode, radius, nearestMetres, from, to, blockers, map
    case missing, parts, failure, edge
  }

  private enum Code: String, Codable {
    case tooFewWaypoints, invalidWaypoint, noRoadNear, noRoute, map, noMap, unsupported, service
    case tooLong, unknownEdge, cancelled
  }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch try container.decode(Code.self, forKey: .code) {
    case .tooFewWaypoints: self = .tooFewWaypoints(try read(.count))
    case .invalidWaypoint: self = .invalidWaypoint(index: try read(.waypoint))
    case .noRoadNear:
      let radius: MetresCoding = try read(.radius)
      self = .noRoadNear(
        waypoint: try read(.waypoint), mode: try read(.mode), radius: radius.value,
        nearestMetres: try container.decodeIfPresent(Double.self, forKey: .nearestMetres))
    case .noRoute:
      self = .noRoute(
        from: try read(.from), to: try read(.to), mode: try read(.mode),
        blockers: try read(.blockers))
    case .tooLong: self = .tooLong(from: try read(.from), to: try read(.to))
    case .unknownEdge: self = .unknownEdge(try read(.edge))
    case .map: self = .map(try read(.map))
    case .noMap: self = .noMap(missing: try read(.missing))
    case .unsupported: self = .unsupported(try read(.parts))
    case .service: self = .service(try read(.failure))
    case .cancelled: self = .cancelled
    }
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encode(code, forKey: .code)
      for (key, value) in members { try container.encode(value, forKey: key) }
    }
    switch self {
    case .tooFewWaypoints(let count): try write(.tooFewWaypoints, [(.count, count)])
    case .invalidWaypoint(let index): try write(.invalidWaypoint, [(.waypoint, index)])
    case .noRoadNear(let waypoint, let mode, let radius, let nearest):
      try write(
        .noRoadNear,
        [(.waypoint, waypoint), (.mode, mode), (.radius, MetresCoding(radius))])
      try container.encodeIfPresent(nearest, forKey: .nearestMetres)
    case .noRoute(let from, let to, let mode, let blockers):
      try write(
        .noRoute, [(.from, from), (.to, to), (.mode, mode), (.blockers, blockers)])
    case .tooLong(let from, let to): try write(.tooLong, [(.from, from), (.to, to)])
    case .unknownEdge(let edge): try write(.unknownEdge, [(.edge, edge)])
    case .map(let error): try write(.map, [(.map, error)])
    case .noMap(let box): try write(.noMap, [(.missing, box)])
    case .unsupported(let parts): try write(.unsupported, [(.parts, parts)])
    case .service(let failure): try write(.service, [(.failure, failure)])
    case .cancelled: try write(.cancelled)
    }
    try container.encode(description, forKey: .text)
  }
}

/// As an error: a `code` and the facts of its kind.
extension ServiceFailure: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, reason, seconds, limit, status, serviceCode, message
  }

  private enum Code: String, Codable {
    case unreachable, timedOut, busy, redirected, answerTooLarge, malformed, failed, notOffered
    case tooBig, refused
  }

  /// Reads a failure.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch try container.decode(Code.self, forKey: .code) {
    case .unreachable: self = .unreachable(reason: try read(.reason))
    case .timedOut: self = .timedOut(seconds: try read(.seconds))
    case .busy:
      self = .busy(
        retryAfterSeconds: try container.decodeIfPresent(Double.self, forKey: .seconds))
    case .redirected: self = .redirected
    case .answerTooLarge: self = .answerTooLarge(limit: try read(.limit))
    case .malformed: self = .malformed(try read(.reason))
    case .failed: self = .failed(status: try read(.status), message: try read(.message))
    case .notOffered:
      self = .notOffered(code: try read(.serviceCode), message: try read(.message))
    case .tooBig: self = .tooBig(message: try read(.message))
    case .refused: self = .refused(code: try read(.serviceCode), message: try read(.message))
    }
  }

  /// Writes a failure.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encode(code, forKey: .code)
      for (key, value) in members { try container.encode(value, forKey: key) }
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
    }
  }
}
