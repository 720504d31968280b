import Bytes
import Geo
import Navigation
import Notation
import RouteModel

/// The events of a trip as lines for people.
struct DriveText {
  private var time = 0.0
  private var metresLeft: Double?
  private var start: Double?
  private var approached: Int?

  /// Remembers where the vehicle is.
  mutating func note(_ progress: TripProgress) {
    time = progress.time
    metresLeft = progress.metresLeft
    if start == nil { start = time }
  }

  /// The line of an event; nil for one that says nothing new.
  mutating func line(_ event: TripEvent) -> String? {
    guard let words = words(event) else { return nil }
    let seconds = max(time - (start ?? time), 0)
    let whole = Int(min(seconds, 1e9))
    let clock = "\(whole / 60):" + Decimals.padded(whole % 60, 2)
    return pad(clock, 7) + pad(metresLeft.map { Text.distance($0) } ?? "", 9) + "  " + words
  }

  private func pad(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  private mutating func words(_ event: TripEvent) -> String? {
    switch event {
    case .progress, .question, .questionClosed: return nil
    case .legBegan(let leg): return "leg \(leg + 1) begins"
    case .discarded(_, let flaw): return "fix discarded: \(flaw.rawValue)"
    case .spoken(let text, _, _): return "\u{201C}\(text)\u{201D}"
    case .willArrive(let waypoint, let seconds, let metres):
      if approached == waypoint { return nil }
      approached = waypoint
      return "waypoint \(waypoint + 1) in \(Text.distance(metres)), \(Text.duration(seconds))"
    case .didArrive(let waypoint): return "waypoint \(waypoint + 1) reached"
    case .passed(let waypoint): return "waypoint \(waypoint + 1) passed"
    case .request(let request): return "requested: \(request.purpose.rawValue)"
    case .requestCancelled: return "request cancelled"
    case .signalLost: return "no fixes"
    case .signalFound: return "fixes again"
    case .leftRoute(let deviation):
      let road = deviation.roadName.map { ": \($0)" } ?? ""
      return "left the route (\(deviation.kind.rawValue))\(road)"
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
    case .ended(let how): return how == .arrived ? "arrived" : "cancelled"
    case .feedback(let feedback, _): return "feedback: \(feedback.rating)"
    }
  }

  private func extent(_ route: RouteModel.Route) -> String {
    "\(Text.distance(route.lengthMetres)), \(Text.duration(route.durationSeconds))"
  }
}
