import Geo
import RoadModel
import RouteModel

/// An input is an object with the member `input` and the facts of its kind (Formats/trip-events.md).
extension TripInput: Codable {
  private enum CodingKeys: String, CodingKey {
    case input, fix, time, id, answer, name, options, response, error, route, trafficVersion
    case closedEdges, better, waypoint, feedback
  }

  private enum Kind: String {
    case fix, tick, answer, response, failure, refreshed, selectWaypoint, selectAlternative
    case nextLeg, cancel, feedback
  }

  private enum Answer: String {
    case yes, no, options, response, name
  }

  /// Reads an input.
  ///
  /// - Throws: `DecodingError`, also for the word of an input that only a later version knows: a drive can't be
  ///   replayed without it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) throws -> Value {
      try container.decode(Value.self, forKey: key)
    }
    switch try container.word(.input, Kind.init) {
    case .fix: self = .fix(try value(.fix))
    case .tick: self = .tick(try container.decode(Double?.self, forKey: .time) ?? .nan)
    case .answer: self = .answer(try value(.id), try Self.answer(container))
    case .response: self = .response(try value(.id), try value(.response))
    case .failure: self = .failure(try value(.id), try value(.error))
    case .refreshed:
      let refresh = RouteRefresh(
        route: try value(.route),
        trafficVersion: try container.decodeIfPresent(UInt64.self, forKey: .trafficVersion),
        closedEdges: try container.decodeIfPresent([EdgeID].self, forKey: .closedEdges) ?? [],
        better: try container.decodeIfPresent(Route.self, forKey: .better))
      self = .refreshed(try value(.id), refresh)
    case .selectWaypoint: self = .selectWaypoint(try value(.waypoint))
    case .selectAlternative: self = .selectAlternative(try value(.id))
    case .nextLeg: self = .nextLeg
    case .cancel: self = .cancel
    case .feedback: self = .feedback(try value(.feedback))
    }
  }

  private static func answer(
    _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> TripAnswer {
    switch try container.word(.answer, Answer.init) {
    case .yes: return .yes
    case .no: return .no
    case .options:
      return .options(try container.decode(RouteRequest.Options.self, forKey: .options))
    case .response: return .response(try container.decode(RouteResponse.self, forKey: .response))
    case .name: return .name(try container.decodeIfPresent(String.self, forKey: .name))
    }
  }

  /// Writes an input; a time that is not a number is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.rawValue, forKey: .input)
    switch self {
    case .fix(let fix): try container.encode(fix, forKey: .fix)
    case .tick(let time): try container.encode(time.isFinite ? time : nil, forKey: .time)
    case .answer(let id, let answer):
      try container.encode(id, forKey: .id)
      try Self.encode(answer, to: &container)
    case .response(let id, let response):
      try container.encode(id, forKey: .id)
      try container.encode(response, forKey: .response)
    case .failure(let id, let error):
      try container.encode(id, forKey: .id)
      try container.encode(error, forKey: .error)
    case .refreshed(let id, let refresh):
      try container.encode(id, forKey: .id)
      try container.encode(refresh.route, forKey: .route)
      try container.encodeIfPresent(refresh.trafficVersion, forKey: .trafficVersion)
      try container.encode(refresh.closedEdges, forKey: .closedEdges)
      try container.encodeIfPresent(refresh.better, forKey: .better)
    case .selectWaypoint(let index): try container.encode(index, forKey: .waypoint)
    case .selectAlternative(let id): try container.encode(id, forKey: .id)
    case .nextLeg, .cancel: break
    case .feedback(let feedback): try container.encode(feedback, forKey: .feedback)
    }
  }

  private var kind: Kind {
    switch self {
    case .fix: .fix
    case .tick: .tick
    case .answer: .answer
    case .response: .response
    case .failure: .failure
    case .refreshed: .refreshed
    case .selectWaypoint: .selectWaypoint
    case .selectAlternative: .selectAlternative
    case .nextLeg: .nextLeg
    case .cancel: .cancel
    case .feedback: .feedback
    }
  }

  private static func encode(
    _ answer: TripAnswer, to container: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    func write(_ answer: Answer) throws { try container.encode(answer.rawValue, forKey: .answer) }
    switch answer {
    case .yes: try write(.yes)
    case .no: try write(.no)
    case .options(let options):
      try write(.options)
      try container.encode(options, forKey: .options)
    case .response(let response):
      try write(.response)
      try container.encode(response, forKey: .response)
    case .name(let name):
      try write(.name)
      try container.encodeIfPresent(name, forKey: .name)
    }
  }
}

extension KeyedDecodingContainer {
  /// The value of a word that must be known.
  fileprivate func word<Value>(_ key: Key, _ known: (String) -> Value?) throws -> Value {
    let word = try decode(String.self, forKey: key)
    guard let value = known(word) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "no such \(key.stringValue): \(word)")
    }
    return value
  }
}
