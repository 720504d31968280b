import Navigation
import RouteModel
import Testing

/// Checks the order of events that Formats/trip-events.md promises.
func checkOrder(_ events: [TripEvent], sourceLocation: SourceLocation = #_sourceLocation) throws {
  var checker = EventOrder()
  for event in events {
    if let flaw = checker.flaw(event) {
      Issue.record("\(flaw) at \(event.name)", sourceLocation: sourceLocation)
      return
    }
  }
}

/// The state machine of the order of events, written from the documentation and not from the trip.
struct EventOrder {
  private var leg = -1
  private var isOff = false
  private var isRerouting = false
  private var hasEnded = false
  private var hasApproached: Set<Int> = []
  private var arrived: Set<Int> = []
  private var passed = 0
  private var wasArrival = false
  private var open: Set<UInt32> = []
  private var asked: Set<UInt32> = []
  private var numbers: UInt32 = 0
  private var isLost = false
  private var taking: UInt32?
  private var share = -1.0
  private var isNewRoute = true
  /// Whether a stop is reached, and the next leg has not begun.
  private var isHolding = false
  /// Whether the engine was asked for the announced new route, and whether that was for one in the vehicle's direction,
  /// and with charging stops.
  private var hasAsked = false
  private var hasCourse = false
  private var hasPlan = false

  /// What is wrong with the next event; nil for nothing.
  mutating func flaw(_ event: TripEvent) -> String? {
    if hasEnded {
      if case .feedback = event { return nil }
      return "an event after the end"
    }
    defer { if case .didArrive = event { wasArrival = true } else { wasArrival = false } }
    switch event {
    case .legBegan(let next):
      guard next == leg + 1 else { return "leg \(next) after \(leg)" }
      (leg, isHolding) = (next, false)
    case .spoken:
      guard leg >= 0, !isOff else { return "a sentence off the route" }
    case .progress(let progress):
      guard leg >= 0 else { return "progress before the first leg" }
      if progress.shareDriven < share, !isNewRoute { return "progress runs backwards" }
      (share, isNewRoute) = (progress.shareDriven, false)
    case .willArrive(let waypoint, let seconds, let metres):
      if isOff || isHolding || leg < 0 { return "an approach off the leg" }
      hasApproached.insert(waypoint)
      if arrived.contains(waypoint) || seconds < 0 || metres < 0 { return "an approach behind" }
    case .didArrive(let waypoint):
      guard hasApproached.contains(waypoint) else { return "arrival without approach" }
      guard arrived.insert(waypoint).inserted, waypoint > passed else { return "arrived twice" }
      passed = waypoint
      if isOff || isHolding { return "arrival off the leg" }
      isHolding = true
      if isRerouting { return "arrival while rerouting" }
    case .charging(let waypoint, _, _):
      guard wasArrival, waypoint == passed else { return "charging without arrival" }
    case .passed(let waypoint):
      guard waypoint > passed else { return "passed twice" }
      if isOff || isHolding { return "passed off the leg" }
      passed = waypoint
    case .question(let question):
      guard question.id > numbers else { return "a number twice" }
      numbers = question.id
      asked.insert(question.id)
    case .questionClosed(let id, _):
      if asked.remove(id) == nil { return "the end of no question" }
    case .request(let request):
      guard request.id > numbers else { return "a number twice" }
      numbers = request.id
      open.insert(request.id)
      if request.purpose == .reroute {
        let isDirected = request.request.waypoints.first?.course != nil
        let isPlanned = request.request.options.energy?.ensureReachability == true
        if !isRerouting { return "a request that was not announced" }
        let wantsMore = isDirected && !hasCourse || isPlanned && !hasPlan
        let wantsLess = hasCourse && !isDirected || hasPlan && !isPlanned
        if hasAsked, wantsMore || !wantsLess { return "a second request for the same new route" }
        (hasAsked, hasCourse, hasPlan) = (true, isDirected, isPlanned)
      }
    case .requestCancelled(let id):
      if open.remove(id) == nil { return "a request cancelled twice" }
    case .signalLost:
      if isLost { return "lost twice" }
      isLost = true
    case .signalFound:
      if !isLost { return "found twice" }
      isLost = false
    case .leftRoute:
      if isOff { return "left twice" }
      isOff = true
    case .returnedToRoute:
      if !isOff || isRerouting { return "returned without having left" }
      isOff = false
    case .willReroute:
      if !isOff || isRerouting || isHolding { return "two new routes at once" }
      (isRerouting, hasAsked) = (true, false)
    case .didReroute:
      if !isRerouting { return "a new route that was not announced" }
      (isRerouting, isOff, isNewRoute) = (false, false, true)
    case .failedToReroute, .rerouteCancelled:
      if !isRerouting { return "the end of no new route" }
      isRerouting = false
    case .tookFasterRoute, .switchedToOnlineRoute:
      if isOff || isHolding { return "a better route off the route" }
      isNewRoute = true
    case .alternativeSelected:
      if isRerouting { return "another route while rerouting" }
      (isOff, isNewRoute) = (false, true)
    case .willTakeAlternative(let id, _):
      if !isOff { return "an alternative on the route" }
      taking = id
    case .didTakeAlternative(let id, _):
      if taking != id || isRerouting { return "an alternative that was not announced" }
      (taking, isOff, isNewRoute) = (nil, false, true)
    case .failedToTakeAlternative(let id):
      if taking != id { return "an alternative that was not announced" }
      taking = nil
    case .ended(let how):
      hasEnded = true
      if isRerouting { return "ended while rerouting" }
      if !asked.isEmpty { return "ended with a question" }
      if taking != nil { return "ended while taking an alternative" }
      if how == .arrived, arrived.isEmpty { return "ended without arrival" }
    case .feedback: return "feedback before the end"
    case .unknown: return "an event that has no meaning"
    case .discarded, .alternativesUpdated, .failedToUpdateAlternatives, .refreshed,
      .roadName, .waypointSelected, .mapProblem:
      break
    }
    return nil
  }
}
