import Geo
import MapMatching
import RoadModel
import RouteModel

/// New routes: requests and answers.
extension Trip {
  /// Tolerance of the course at the beginning of a new route, degrees.
  private static let courseTolerance = 45
  /// The distance before a fix at which a route begins, in standard deviations of the noise.
  static let backwardNoise = 1.5
  /// Metres of a new route within which the vehicle is searched.
  static let startReach = 1_500.0
  /// The minimum share of a new route that lies on the chosen one, for it to count as chosen as well.
  private static let chosenShare = 0.5
  /// Nats at most against its being far from where it should be by then: the route begins where it was.
  private static let startNats = 8.0

  /// Announces a new route, and lets the caller change the request.
  mutating func startRerouting() {
    guard let deviation = state.deviation else { return }
    state.isRerouting = true
    // The caller may take a while to answer, and the vehicle drives on.
    state.reroutedFrom = state.odometer
    events.append(.willReroute(from: deviation.position))
    state.rerouting = .shaping(state.nextID)
    ask(.rerouteOptions(requestFromHere()))
  }

  /// Sends the request for a new route.
  mutating func sendReroute(_ request: RouteRequest) {
    guard state.isRerouting else { return }
    state.rerouting = .requested(state.nextID)
    send(request, for: .reroute, from: state.reroutedFrom)
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - purpose: Its purpose.
  ///   - odometer: The value of ``TripState/odometer`` at its beginning; nil for the current one.
  mutating func send(
    _ request: RouteRequest, for purpose: TripRequest.Purpose, from odometer: Double? = nil
  ) {
    let id = state.nextID
    state.nextID += 1
    let seconds = min(max(state.options.requestSeconds, 1), 600)
    state.requests.append(
      TripState.Waiting(
        id: id, purpose: purpose, request: request, deadline: (state.now ?? 0) + seconds,
        firstStop: state.stop, odometer: odometer ?? state.odometer))
    events.append(.request(TripRequest(id: id, purpose: purpose, request: request)))
  }

  /// Cancels the requests for a purpose.
  mutating func cancelRequests(for purpose: TripRequest.Purpose) {
    state.requests.removeAll {
      guard $0.purpose == purpose else { return false }
      events.append(.requestCancelled($0.id))
      return true
    }
  }

  /// The request for the rest of the trip, from the vehicle's place in its direction.
  ///
  /// - Parameter seconds: Seconds by which it departs earlier than the vehicle is here.
  /// - Returns: The request.
  func requestFromHere(departingBefore seconds: Double = 0) -> RouteRequest {
    var request = state.request
    var here: Waypoint
    if let deviation = state.deviation {
      here = Waypoint(deviation.position)
      here.course = deviation.courseDegrees.map(Self.course)
      here.wayID = deviation.wayID
    } else {
      let at = startOfRequest
      let place = line.place(at: at)
      here = Waypoint(place.position)
      here.course = Self.course(place.course)
      here.wayID = line.edgeIndex(at: at).map { index in
        let edge = line.edges[index]
        return state.route.sections[edge.section].edges[edge.edge].wayID
      }
    }
    request.waypoints = [here] + wishedWaypointsAhead
    request.options.polyline = true
    if let departure = request.options.departure, let began = state.began, let now = state.now {
      let elapsed = min(
        max(now - began + secondsAtStation - seconds, 0), Double(Departure.followedSeconds))
      // It departs when it is charged, and on the way the clocks may change to or from daylight saving time.
      request.options.departure = departure.advanced(by: Int64(elapsed), in: witness?.timeZone)
    }
    if state.isChosen, isOnMap(state.route) {
      request.options.prefer(state.route, by: state.options.preference)
    }
    return charged(request)
  }

  /// The place on the route at which a request begins, in metres: not before the stop where a leg has begun.
  ///
  /// The plan of a charging stop has the charge from there on, and none for the metres before it.
  var startOfRequest: Double { max(truePlace, plan.start) }

  /// Whether all edges of a route belong to the attached map; engines refuse edges of another map.
  private func isOnMap(_ route: Route) -> Bool {
    guard let map = witness?.map else { return false }
    return route.sections.allSatisfy { $0.edges.allSatisfy { $0.id.map == map } }
  }

  private static func course(_ degrees: Double) -> Course {
    Course(degrees: (Int(degrees.rounded()) % 360 + 360) % 360, tolerance: courseTolerance)
  }

  // MARK: Answers of engines

  mutating func takeResponse(_ id: UInt32, _ response: RouteResponse) {
    guard let index = state.requests.firstIndex(where: { $0.id == id }) else { return }
    let waiting = state.requests[index]
    guard fits(response, waiting.firstStop) else {
      takeFailure(
        id, .unknown(code: "unfit", text: "the response has not the stops of the trip"))
      return
    }
    state.requests.remove(at: index)
    switch waiting.purpose {
    case .reroute: reroute(response, from: waiting.odometer)
    case .improve: improve(response, from: waiting.odometer)
    case .refresh, .unknown: break
    }
  }

  /// Whether a response leads to the stops ahead.
  private func fits(_ response: RouteResponse, _ firstStop: Int) -> Bool {
    guard firstStop == state.stop, let route = response.activeRoute else { return false }
    return leadsToStops(route)
  }

  /// Drives the route of a response, which begins at a value of the odometer.
  mutating func reroute(_ response: RouteResponse, from odometer: Double) {
    guard state.isRerouting else { return }
    guard fits(response, state.stop), let route = response.activeRoute else {
      failRerouting(.unknown(code: "unfit", text: "the response has not the stops of the trip"))
      return
    }
    let gone = state.alternatives.map(\.id)
    state.alternatives = []
    let leadsBack = share(of: route) >= Self.chosenShare
    adopt(route, firstStop: state.stop, from: odometer, onEdge: nil)
    if !leadsBack { state.isChosen = false }
    state.reroutedAt = state.now
    planSoon()
    events.append(.didReroute(route))
    let others = response.routes.filter {
      $0 != route && state.stations?.isEmpty ?? true && $0.sections.count == route.sections.count
        && $0.isDrivable
    }
    state.alternatives = others.map {
      alternative($0, firstStop: state.firstStop, from: odometer)
    }
    if !gone.isEmpty || !state.alternatives.isEmpty {
      events.append(.alternativesUpdated(updated: state.alternatives, removed: gone))
    }
    speakAtOnce()
  }

  mutating func takeFailure(_ id: UInt32, _ error: RoutingError) {
    guard let index = state.requests.firstIndex(where: { $0.id == id }) else { return }
    let waiting = state.requests.remove(at: index)
    switch error {
    // A service that knows no preference is asked without one next time, also one that a hybrid asks off its map.
    case .unsupported, .noMap: state.isChosen = false
    default: break
    }
    switch waiting.purpose {
    case .reroute: if !asksForLess(waiting, after: error) { failRerouting(error) }
    case .improve: events.append(.failedToUpdateAlternatives(error))
    case .refresh, .unknown: break
    }
  }

  /// Asks for a new route again, with less than what can't be had.
  ///
  /// If no route begins in the vehicle's direction, that is left open: the road ahead may be closed to through traffic,
  /// so that the vehicle has to turn back. If no plan of charging stops leads to the end, a route without stops is
  /// better than none; a notice of it says where the charge runs out.
  private mutating func asksForLess(
    _ waiting: TripState.Waiting, after error: RoutingError
  ) -> Bool {
    var request = waiting.request
    guard state.isRerouting, !request.waypoints.isEmpty else { return false }
    switch error {
    case .noRoute(from: 0, to: _, mode: _, blockers: _),
      .noRoadNear(waypoint: 0, mode: _, radiusMetres: _, nearestMetres: _):
      if request.waypoints[0].course == nil { return false }
      request.waypoints[0].course = nil
    case .notReachable, .noChargingStations, .stationsClosed,
      .invalidEnergy(name: "ensureReachability", reason: _):
      if request.options.energy?.ensureReachability != true { return false }
      request.options.energy?.ensureReachability = false
    default: return false
    }
    state.rerouting = .requested(state.nextID)
    send(request, for: .reroute, from: waiting.odometer)
    return true
  }

  private mutating func failRerouting(_ error: RoutingError) {
    state.isRerouting = false
    var delay = max(state.options.backoffSeconds, 1)
    for _ in 0..<min(state.attempts, 16) { delay *= 2 }
    state.attempts += 1
    state.rerouting = .waiting(
      (state.now ?? 0) + min(delay, max(state.options.maximumBackoffSeconds, 1)))
    events.append(.failedToReroute(error))
  }

  /// Takes the same route in the current traffic.
  mutating func takeRefresh(_ id: UInt32, _ refresh: RouteRefresh) {
    guard let index = state.requests.firstIndex(where: { $0.id == id && $0.purpose == .refresh })
    else { return }
    state.requests.remove(at: index)
    let counts = refresh.route.sections.map(\.polyline.count)
    guard counts == state.route.sections.map(\.polyline.count), refresh.route.isDrivable
    else { return }
    state.route = refresh.route
    line = RouteLine(state.route)
    spans = LegPlan.spans(state.route, line, state.request.vehicle)
    lookForMap()
    let old = plan
    plan = LegPlan(state.route, line, section: old.section, words: words)
    setSpoken(plan.spoken(after: old, state.spoken))
    events.append(.refreshed(trafficVersion: refresh.trafficVersion))
    let here = line.edgeIndex(at: state.driven) ?? 0
    let ahead = Set(
      line.edges[min(here, line.edges.count)...].map { place in
        state.route.sections[place.section].edges[place.edge].id
      })
    state.isClosed = refresh.closedEdges.contains { ahead.contains($0) }
    if state.isClosed { state.nextImprove = state.now }
  }

  /// Schedules the next refresh of the traffic, if the route considers traffic that an offline engine knows.
  mutating func scheduleRefresh() {
    let seconds = state.options.refreshSeconds
    guard seconds > 0, considersTraffic, state.route.origin == .offline else {
      state.nextRefresh = nil
      return
    }
    state.nextRefresh = (state.now ?? 0) + max(seconds, 10)
  }

  // MARK: Another route

  /// Drives another route from now on.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - firstStop: The stop that its first section leads to.
  ///   - odometer: The value of ``TripState/odometer`` at its beginning.
  ///   - edge: An edge of it on which the vehicle is; nil if that is not known.
  ///   - reach: Metres from its beginning within which the vehicle is looked for without an edge.
  mutating func adopt(
    _ route: Route, firstStop: Int, from odometer: Double, onEdge edge: EdgeNumber?,
    within reach: Double = startReach
  ) {
    dropRequests()
    // A vehicle that stands at its station goes on charging, whichever route it takes then.
    let chargedAt = state.deviation == nil && secondsAtStation > 0 ? state.chargedAt : nil
    if firstStop == state.stop { takeStations(of: route) }
    state.route = route
    state.chargedAwayMetres = state.awayMetres
    state.firstStop = firstStop
    line = RouteLine(route)
    spans = LegPlan.spans(route, line, state.request.vehicle)
    lookForMap()
    sendWitnessAway()
    // The fixes so far precede the beginning of this route, so they lie on none of its roads.
    state.spaced = []
    (state.deviation, state.rerouting, state.attempts) = (nil, .idle, 0)
    (state.isRerouting, state.backOn, state.doubts, state.against) = (false, 0, 0, 0)
    (state.taking, state.roadIndex, state.isClosed) = (nil, -1, false)
    (state.lastSpoken, state.other, state.chargedAt) = (nil, nil, chargedAt)
    beginLeg()
    scheduleRefresh()
    var at = plan.start
    if let last = state.lastFix,
      let place = Coordinate(latitude: last.latitude, longitude: last.longitude)
    {
      let expected = max(state.odometer - odometer, plan.start)
      var ranges = [
        plan.start...max(min(plan.end, plan.start + max(reach, 2 * expected)), plan.start)
      ]
      if let edge {
        let passes = line.indices(ofEdge: edge).compactMap { index -> ClosedRange<Double>? in
          let range =
            line.edgeMetres[index]...max(line.endMetres(ofEdge: index), line.edgeMetres[index])
          return range.overlaps(plan.start...plan.end)
            ? range.clamped(to: plan.start...plan.end) : nil
        }
        if !passes.isEmpty { ranges = passes }
      }
      at =
        passMetres(
          place, heading(of: last, place), in: ranges,
          expected: expected, atMost: Self.startNats) ?? plan.start
    }
    // Events at the beginning are reported, even if the fix is slightly ahead of the vehicle.
    at = max(at - Self.backwardNoise * state.follower.noise, plan.start)
    state.follower = RouteFollower(at: min(at, plan.end), noise: state.follower)
    state.driven = state.follower.along
  }

  /// Closes the questions and cancels the requests about the previous route.
  private mutating func dropRequests() {
    for waiting in state.requests { events.append(.requestCancelled(waiting.id)) }
    state.requests = []
    closeQuestions(.withdrawn) { $0.kind.topic != .discard && $0.kind.topic != .nextLeg }
  }
}
