import Geo
import RoadModel
import RouteModel

/// An event is an object with the member `event` and the facts of its kind (Formats/trip-events.md).
extension TripEvent: Encodable {
  enum CodingKeys: String, CodingKey {
    case event, leg, fix, reason, text, ssml, metresToManeuver, waypoint, seconds, metres
    case question, topic, deadline, `default`, position, roadName, request, route, gainSeconds
    case purpose, id, deviation, error, updated, removed, alternative, trafficVersion, how, feedback
    case trace, station, postActions
    case rawPosition, source, time, courseDegrees, speed, probability, edge, speedLimitKmh
    case vehicleSpeedLimitKmh, step, maneuver, nextManeuver, secondsToManeuver, metresToWaypoint
    case secondsToWaypoint, metresLeft, secondsLeft, trafficDelaySeconds, shareDriven, lanes
    case metresToLanes, ahead, crossings
  }

  /// The word of the event, the value of its member `event`.
  public var name: String {
    switch self {
    case .legBegan: "legBegan"
    case .progress: "progress"
    case .discarded: "discarded"
    case .spoken: "spoken"
    case .willArrive: "willArrive"
    case .didArrive: "didArrive"
    case .charging: "charging"
    case .passed: "passed"
    case .question: "question"
    case .questionClosed: "questionClosed"
    case .request: "request"
    case .requestCancelled: "requestCancelled"
    case .signalLost: "signalLost"
    case .signalFound: "signalFound"
    case .leftRoute: "leftRoute"
    case .returnedToRoute: "returnedToRoute"
    case .willReroute: "willReroute"
    case .didReroute: "didReroute"
    case .failedToReroute: "failedToReroute"
    case .rerouteCancelled: "rerouteCancelled"
    case .tookFasterRoute: "tookFasterRoute"
    case .alternativesUpdated: "alternativesUpdated"
    case .failedToUpdateAlternatives: "failedToUpdateAlternatives"
    case .willTakeAlternative: "willTakeAlternative"
    case .didTakeAlternative: "didTakeAlternative"
    case .failedToTakeAlternative: "failedToTakeAlternative"
    case .switchedToOnlineRoute: "switchedToOnlineRoute"
    case .refreshed: "refreshed"
    case .roadName: "roadName"
    case .waypointSelected: "waypointSelected"
    case .alternativeSelected: "alternativeSelected"
    case .mapProblem: "mapProblem"
    case .ended: "ended"
    case .feedback: "feedback"
    case .unknown(let word): word
    }
  }

  /// Writes an event; of an unknown one, only its word.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .event)
    switch self {
    case .legBegan(let leg): try container.encode(leg, forKey: .leg)
    case .progress(let progress): try progress.encode(into: &container)
    case .discarded(let fix, let flaw):
      try container.encode(fix, forKey: .fix)
      try container.encode(flaw, forKey: .reason)
    case .spoken(let text, let ssml, let metres):
      try container.encode(text, forKey: .text)
      try container.encode(ssml, forKey: .ssml)
      try container.encode(metres.tenths, forKey: .metresToManeuver)
    case .willArrive(let waypoint, let seconds, let metres):
      try container.encode(waypoint, forKey: .waypoint)
      try container.encode(seconds.tenths, forKey: .seconds)
      try container.encode(metres.tenths, forKey: .metres)
    case .didArrive(let waypoint), .passed(let waypoint), .waypointSelected(let waypoint):
      try container.encode(waypoint, forKey: .waypoint)
    case .charging(let waypoint, let station, let actions):
      try container.encode(waypoint, forKey: .waypoint)
      try container.encode(station, forKey: .station)
      try container.encode(actions, forKey: .postActions)
    case .question(let question): try encode(question, to: &container)
    case .questionClosed(let id, let how):
      try container.encode(id, forKey: .id)
      try container.encode(how, forKey: .how)
    case .request(let request): try encode(request, to: &container)
    case .requestCancelled(let id), .failedToTakeAlternative(let id):
      try container.encode(id, forKey: .id)
    case .signalLost, .signalFound, .returnedToRoute, .rerouteCancelled, .unknown: break
    case .leftRoute(let deviation): try container.encode(deviation, forKey: .deviation)
    case .willReroute(let place): try container.encode(place, forKey: .position)
    case .didReroute(let route), .switchedToOnlineRoute(let route):
      try container.encode(route, forKey: .route)
    case .failedToReroute(let error), .failedToUpdateAlternatives(let error),
      .mapProblem(let error):
      try container.encode(error, forKey: .error)
    case .tookFasterRoute(let route, let gain):
      try container.encode(route, forKey: .route)
      try container.encode(gain.tenths, forKey: .gainSeconds)
    case .alternativesUpdated(let updated, let removed):
      try container.encode(updated, forKey: .updated)
      try container.encode(removed, forKey: .removed)
    case .willTakeAlternative(let id, let place):
      try container.encode(id, forKey: .id)
      try container.encode(place, forKey: .position)
    case .didTakeAlternative(let id, let route), .alternativeSelected(let id, let route):
      try container.encode(id, forKey: .id)
      try container.encode(route, forKey: .route)
    case .refreshed(let version): try container.encodeIfPresent(version, forKey: .trafficVersion)
    case .roadName(let name): try container.encode(name, forKey: .roadName)
    case .ended(let how): try container.encode(how, forKey: .how)
    case .feedback(let feedback, let trace):
      try container.encode(feedback, forKey: .feedback)
      if !trace.isEmpty { try container.encode(trace, forKey: .trace) }
    }
  }

  private func encode(
    _ request: TripRequest, to container: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    try container.encode(request.id, forKey: .id)
    try container.encode(request.purpose, forKey: .purpose)
    try container.encode(request.request, forKey: .request)
  }

  private func encode(
    _ question: TripQuestion, to container: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    try container.encode(question.id, forKey: .id)
    try container.encode(question.kind.topic, forKey: .topic)
    try container.encode(question.deadline.tenths, forKey: .deadline)
    switch question.kind {
    case .discard(let fix, let flaw):
      try container.encode(fix, forKey: .fix)
      try container.encodeIfPresent(flaw, forKey: .reason)
      try container.encode(flaw != nil, forKey: .default)
    case .roadName(let place, let name):
      try container.encode(place, forKey: .position)
      try container.encode(name, forKey: .default)
    case .reroute(let place):
      try container.encode(place, forKey: .position)
      try container.encode(true, forKey: .default)
    case .rerouteOptions(let request): try container.encode(request, forKey: .request)
    case .preventReroute(let waypoint), .nextLeg(let waypoint):
      try container.encode(waypoint, forKey: .waypoint)
      try container.encode(true, forKey: .default)
    case .fasterRoute(let route, let gain):
      try container.encode(route, forKey: .route)
      try container.encode(gain.tenths, forKey: .gainSeconds)
      try container.encode(false, forKey: .default)
    }
  }
}

extension Double {
  /// Rounded to a tenth.
  var tenths: Double { (self * 10).rounded() / 10 }
  /// Rounded to a thousandth.
  var thousandths: Double { (self * 1000).rounded() / 1000 }
}
