import Bytes
import Geo
import Guidance
import Navigation
import Notation
import RouteModel

/// The events of a trip as lines for people.
struct DriveText {
  /// The number of fixes whose times are kept, as many as a trip keeps.
  private static let recent = 12

  /// The words for lengths and durations.
  let words: Instructions
  private var time: Double?
  /// The times of the last fixes.
  private var fixes: [Double] = []
  private var metresLeft: Double?
  private var start = 0.0
  private var approached: Int?

  init(_ words: Instructions) { self.words = words }

  /// Sets the current time.
  mutating func reach(_ now: Double) {
    if let time {
      if now < time {
        // If the clock was set back, the beginning is moved back by the same time. It was not if only the last fixes
        // had wrong times.
        if !fixes.contains(where: { $0 <= now }) { start += now - time }
        fixes.removeAll { $0 > now }
      }
    } else {
      start = now
    }
    time = now
  }

  /// Stores the progress of the vehicle.
  mutating func note(_ progress: TripProgress) {
    reach(progress.time)
    if progress.source != .estimated {
      fixes.append(progress.time)
      if fixes.count > Self.recent { fixes.removeFirst() }
    }
    metresLeft = progress.metresLeft
  }

  /// The line of an event; nil if it has no news.
  mutating func line(_ event: TripEvent) -> String? {
    guard let said = told(event) else { return nil }
    let whole = Int(min(max((time ?? start) - start, 0), 1e9))
    let clock = "\(whole / 60):" + Decimals.padded(whole % 60, 2)
    return pad(clock, 7) + pad(metresLeft.map { words.distance($0) } ?? "", 9) + "  " + said
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  private mutating func told(_ event: TripEvent) -> String? {
    switch event {
    case .progress, .question, .questionClosed: return nil
    case .legBegan(let leg): return "leg \(leg + 1) begins"
    case .discarded(_, let flaw): return "fix discarded: \(flaw.words)"
    case .spoken(let text, _, _): return "\u{201C}\(text)\u{201D}"
    case .willArrive(let waypoint, let seconds, let metres):
      if approached == waypoint { return nil }
      approached = waypoint
      return "waypoint \(waypoint + 1) in \(words.distance(metres)), \(words.duration(seconds))"
    case .didArrive(let waypoint): return "waypoint \(waypoint + 1) reached"
    case .charging(_, let station, let actions):
      let name = station.name ?? station.operatorName ?? station.id
      return (["at charging station \(name)"] + actions.map(EnergyText.action)).joined(
        separator: ", ")
    case .passed(let waypoint): return "waypoint \(waypoint + 1) passed"
    case .request(let request): return "requested: \(request.purpose.words)"
    case .requestCancelled: return "request cancelled"
    case .signalLost: return "no fixes"
    case .signalFound: return "fixes again"
    case .leftRoute(let deviation):
      let road = deviation.roadName.map { ": \($0)" } ?? ""
      return "left the route, \(deviation.kind.words)\(road)"
    case .returnedToRoute: return "back on the route"
    case .willReroute: return "a new route is needed"
    case .didReroute(let route): return "new route: \(extent(route))"
    case .failedToReroute(let error): return "no new route: \(error)"
    case .rerouteCancelled: return "no new route is needed"
    case .tookFasterRoute(let route, _): return "faster route: \(extent(route))"
    case .alternativesUpdated(let updated, let removed):
      return "alternatives: \(updated.count) new, \(removed.count) gone"
    case .failedToUpdateAlternatives(let error): return "no alternatives: \(error)"
    case .willTakeAlternative(let id, _): return "turns onto alternative \(id)"
    case .didTakeAlternative(let id, let route): return "on alternative \(id): \(extent(route))"
    case .failedToTakeAlternative(let id): return "not on alternative \(id)"
    case .switchedToOnlineRoute: return "the online route is the same"
    case .refreshed: return "traffic refreshed"
    case .roadName(let name): return name.map { "on \($0)" } ?? "on a road without a name"
    case .waypointSelected(let waypoint): return "waypoint \(waypoint + 1) selected"
    case .alternativeSelected(let id, _): return "alternative \(id) selected"
    case .mapProblem(let error): return "\(error)"
    case .ended(let how): return how.rawValue
    case .feedback(let feedback, _): return "feedback: \(feedback.rating)"
    case .unknown(let word): return word
    }
  }

  private func extent(_ route: RouteModel.Route) -> String {
    "\(words.distance(route.lengthMetres)), \(words.duration(route.durationSeconds))"
  }
}

extension FixFlaw {
  /// The words for people.
  var words: String {
    switch self {
    case .notOnEarth: "its place is not on earth"
    case .noTime: "it has no time"
    case .outOfOrder: "it is earlier than the last one"
    case .repeated: "it repeats the last one"
    case .old: "it is too old"
    case .inaccurate: "it is too inaccurate"
    case .tooFast: "it is faster than any vehicle"
    case .jump: "it jumps"
    case .byCaller: "it is not wanted"
    case .unknown(let word): word
    }
  }
}

extension TripRequest.Purpose {
  /// The words for people.
  fileprivate var words: String {
    switch self {
    case .reroute: "a new route"
    case .improve: "a better route, and alternatives"
    case .refresh: "the route in the traffic of now"
    case .unknown(let word): word
    }
  }
}

extension Deviation.Kind {
  /// The words for people.
  fileprivate var words: String {
    switch self {
    case .otherRoad: "on another road"
    case .parallelRoad: "on a parallel road"
    case .serviceRoad: "on a service road"
    case .carPark: "in a car park"
    case .roundabout: "at a roundabout"
    case .turnedBack: "turned back"
    case .wrongWay: "the wrong way"
    case .ferry: "on a ferry"
    case .offRoads: "off the roads"
    case .unknown(let word): word
    }
  }
}
