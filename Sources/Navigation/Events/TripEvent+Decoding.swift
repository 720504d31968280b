import Geo
import RoadModel
import RouteModel

extension TripEvent: Decodable {
  typealias Facts = KeyedDecodingContainer<CodingKeys>

  /// Reads an event.
  ///
  /// An event that this version does not know is ``unknown(_:)``. So are one that lacks a fact, a question about an
  /// unknown topic, and a request in words that only a later version knows.
  public init(from decoder: any Decoder) throws {
    let facts = try decoder.container(keyedBy: CodingKeys.self)
    let word: String = try facts.fact(.event)
    do {
      self = try Self.known(word, facts) ?? .unknown(word)
    } catch DecodingError.keyNotFound(_, let context)
      where context.codingPath.count == facts.codingPath.count
    {
      self = .unknown(word)
    }
  }

  /// The event of a word; nil if this version does not know the word, or not all that is asked or requested.
  private static func known(_ word: String, _ facts: Facts) throws -> TripEvent? {
    switch word {
    case "progress": .progress(try TripProgress(facts))
    case "question": try question(facts).map { .question($0) }
    case "request": try request(facts).map { .request($0) }
    default: try ofRoute(word, facts) ?? ofDrive(word, facts)
    }
  }

  /// An event that is about other routes; nil for any other word.
  private static func ofRoute(_ word: String, _ facts: Facts) throws -> TripEvent? {
    switch word {
    case "requestCancelled": .requestCancelled(try facts.fact(.id))
    case "willReroute": .willReroute(from: try facts.fact(.position))
    case "didReroute": .didReroute(try facts.fact(.route))
    case "failedToReroute": .failedToReroute(try facts.fact(.error))
    case "rerouteCancelled": .rerouteCancelled
    case "tookFasterRoute":
      .tookFasterRoute(try facts.fact(.route), gainSeconds: try facts.fact(.gainSeconds))
    case "alternativesUpdated":
      .alternativesUpdated(updated: try facts.fact(.updated), removed: try facts.fact(.removed))
    case "failedToUpdateAlternatives": .failedToUpdateAlternatives(try facts.fact(.error))
    case "willTakeAlternative":
      .willTakeAlternative(try facts.fact(.id), at: try facts.fact(.position))
    case "didTakeAlternative":
      .didTakeAlternative(try facts.fact(.id), try facts.fact(.route))
    case "failedToTakeAlternative": .failedToTakeAlternative(try facts.fact(.id))
    case "alternativeSelected":
      .alternativeSelected(try facts.fact(.id), try facts.fact(.route))
    case "switchedToOnlineRoute": .switchedToOnlineRoute(try facts.fact(.route))
    case "refreshed": .refreshed(trafficVersion: try facts.factIfPresent(.trafficVersion))
    default: nil
    }
  }

  /// An event of the drive along the route; nil for any other word.
  private static func ofDrive(_ word: String, _ facts: Facts) throws -> TripEvent? {
    switch word {
    case "legBegan": .legBegan(leg: try facts.fact(.leg))
    case "discarded": .discarded(try facts.fact(.fix), try facts.fact(.reason))
    case "spoken":
      .spoken(
        text: try facts.fact(.text), ssml: try facts.fact(.ssml),
        metresToManeuver: try facts.fact(.metresToManeuver))
    case "willArrive":
      .willArrive(
        waypoint: try facts.fact(.waypoint), seconds: try facts.fact(.seconds),
        metres: try facts.fact(.metres))
    case "didArrive": .didArrive(waypoint: try facts.fact(.waypoint))
    case "charging":
      .charging(
        waypoint: try facts.fact(.waypoint), try facts.fact(.station),
        try facts.factIfPresent(.postActions) ?? [])
    case "passed": .passed(waypoint: try facts.fact(.waypoint))
    case "questionClosed": .questionClosed(try facts.fact(.id), try facts.fact(.how))
    case "signalLost": .signalLost
    case "signalFound": .signalFound
    case "leftRoute": .leftRoute(try facts.fact(.deviation))
    case "returnedToRoute": .returnedToRoute
    case "roadName": .roadName(try facts.factIfPresent(.roadName))
    case "waypointSelected": .waypointSelected(try facts.fact(.waypoint))
    case "mapProblem": .mapProblem(try facts.fact(.error))
    case "ended": .ended(try facts.fact(.how))
    case "feedback":
      .feedback(
        try facts.fact(.feedback), trace: try facts.factIfPresent(.trace) ?? [])
    default: nil
    }
  }

  /// The question of an event; nil if only a later version understands it.
  private static func question(_ facts: Facts) throws -> TripQuestion? {
    guard let kind = try questionKind(facts) else { return nil }
    return TripQuestion(
      id: try facts.fact(.id), kind: kind, deadline: try facts.fact(.deadline))
  }

  private static func questionKind(_ facts: Facts) throws -> TripQuestion.Kind? {
    let topic: TripQuestion.Topic = try facts.fact(.topic)
    return switch topic {
    case .discard: .discard(try facts.fact(.fix), try facts.factIfPresent(.reason))
    case .roadName: .roadName(try facts.fact(.position), try facts.factIfPresent(.default))
    case .reroute: .reroute(try facts.fact(.position))
    case .rerouteOptions: try knownRequest(facts).map { .rerouteOptions($0) }
    case .preventReroute: .preventReroute(waypoint: try facts.fact(.waypoint))
    case .fasterRoute:
      .fasterRoute(try facts.fact(.route), gainSeconds: try facts.fact(.gainSeconds))
    case .nextLeg: .nextLeg(waypoint: try facts.fact(.waypoint))
    case .unknown: nil
    }
  }

  /// The request of an event; nil if only a later version understands it.
  private static func request(_ facts: Facts) throws -> TripRequest? {
    guard let request = try knownRequest(facts) else { return nil }
    return TripRequest(
      id: try facts.fact(.id), purpose: try facts.fact(.purpose), request: request)
  }

  /// The member `request`; nil if it has a word or a member that this version does not know.
  ///
  /// Such a request is no reason to refuse all events of a drive.
  private static func knownRequest(_ facts: Facts) throws -> RouteRequest? {
    do { return try facts.fact(.request) } catch DecodingError.dataCorrupted { return nil }
  }
}

extension KeyedDecodingContainer {
  /// A fact of an event, of the requested type.
  func fact<Value: Decodable>(_ key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  /// A fact that an event may lack.
  func factIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }
}
