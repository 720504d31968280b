public import Guidance
public import MapMatching
public import RoadModel
public import RouteModel

/// A trip under way: takes fixes, the clock and answers, and returns events.
///
///     var trip = Trip(response, of: request, matcher: MapMatcher(map: map))
///     for location in receiver {
///       for event in trip.take(.fix(location)) { show(event) }
///     }
///
/// A trip is a value without threads, timers or randomness: the same inputs give the same events on every machine. It
/// calls no engine. It requests calculations as ``TripEvent/request(_:)`` and takes the answers as inputs;
/// `NavigationSession` does that for an app. It is `Codable`: a trip that was saved and restored continues as before,
/// once ``attach(_:)`` has given it the map again.
///
/// Memory: that of the route and a bounded number of fixes, however long the trip.
public struct Trip: Sendable {
  var state: TripState
  var line: RouteLine
  var plan: LegPlan
  var spans: [TripSpan]
  /// The crossings of the route into another country or time zone, by the witness's map.
  var crossings: [TripCrossing] = []
  var words: Instructions?
  var witness: RouteWitness?
  /// Whether the edges of the route belong to the witness's map.
  var hasWitness = false
  /// Whether the witness must hear its fixes again, because the trip was restored.
  var isWitnessStale = false
  var events: [TripEvent] = []

  /// A trip along the active route of a response.
  ///
  /// - Parameters:
  ///   - response: The response; its other routes are the alternatives. It must have a route with a section, whose
  ///     lengths, times and indices fit together. Sections that end at charging stations, inserted between the stops
  ///     of the request, are legs of the trip, and their stations waypoints of ``request``.
  ///   - request: The request that it answers.
  ///   - options: The options of the trip.
  ///   - matcher: Matches fixes to the map of the route's edges; nil to use the line of the route only.
  public init?(
    _ response: RouteResponse, of request: RouteRequest, options: TripOptions = TripOptions(),
    matcher: MapMatcher? = nil
  ) {
    guard let route = response.activeRoute, route.isDrivable, request.waypoints.count > 1,
      let found = route.stations(between: request.stops.count)
    else { return nil }
    var kept = request
    kept.options.traffic = nil
    let stations = kept.insert(found, of: route, behind: 0)
    var state = TripState(
      request: kept, options: options.finite, route: route, stops: kept.stops)
    state.isChosen = response.routes.first != route
    // A new route without its own plan must stop where this one does.
    if kept.options.energy?.ensureReachability == true { state.stations = stations }
    self.init(state: state)
    attach(matcher)
    // Alternatives have no charging stops.
    let others = response.routes.filter {
      $0 != route && stations.isEmpty && $0.sections.count == state.stops.count && $0.isDrivable
    }
    for other in others {
      self.state.alternatives.append(alternative(other, firstStop: 0, from: 0))
    }
    beginLeg()
  }

  /// A trip along a route whose request is not known, such as one from another engine.
  ///
  /// - Parameters:
  ///   - route: The route; it must have a section.
  ///   - vehicle: The vehicle, for new routes.
  ///   - options: The options of the trip.
  ///   - matcher: Matches fixes to the map of the route's edges.
  public init?(
    _ route: Route, vehicle: Vehicle, options: TripOptions = TripOptions(),
    matcher: MapMatcher? = nil
  ) {
    guard let first = route.sections.first else { return nil }
    var waypoints = [Waypoint(first.departure.position)]
    for section in route.sections {
      for passed in section.passed {
        var waypoint = Waypoint(passed.waypoint.position)
        waypoint.kind = .passThrough
        waypoints.append(waypoint)
      }
      waypoints.append(Waypoint(section.arrival.position))
    }
    var request = RouteRequest(waypoints: waypoints, vehicle: vehicle)
    request.options.steps = first.steps.isEmpty ? false : true
    self.init(RouteResponse(routes: [route]), of: request, options: options, matcher: matcher)
  }

  /// A trip from its saved state.
  init(state: TripState) {
    self.state = state
    line = RouteLine(state.route)
    words = state.options.language.flatMap { Language(tag: $0) }
      .map {
        Instructions(
          language: $0, units: state.options.units, mode: state.request.vehicle.mode)
      }
    spans = LegPlan.spans(state.route, line, state.request.vehicle)
    plan = LegPlan(
      state.route, line, section: state.stop - state.firstStop, words: words)
  }

  /// Attaches the map of the trip's edges, at the beginning or after restoring it.
  ///
  /// Without it, or if the edges are of another map, the trip detects only by the line of the route whether the vehicle
  /// has left it.
  public mutating func attach(_ matcher: MapMatcher?) {
    witness = matcher.map { RouteWitness($0) }
    isWitnessStale = state.isListening
    lookForMap()
  }

  /// Speaks other words than those of ``TripOptions/language``, such as those of a language file.
  ///
  /// They are not saved with the trip: call this again after restoring it.
  ///
  /// - Parameter instructions: The words and units of the sentences from now on; their mode becomes that of the trip's
  ///   vehicle.
  /// - Complexity: O(steps of the leg).
  public mutating func speak(_ instructions: Instructions) {
    words = instructions
    words?.mode = state.request.vehicle.mode
    let old = plan
    plan = LegPlan(state.route, line, section: old.section, words: words)
    setSpoken(plan.spoken(after: old, state.spoken))
  }

  /// Checks whether the edges of the route belong to the map.
  mutating func lookForMap() {
    let first = state.route.sections.lazy.flatMap(\.edges).first
    hasWitness = witness != nil && first?.id.map == witness?.map && !state.hasMapProblem
    crossings = []
    guard hasWitness, let witness else { return }
    line.number(state.route) { witness.number(of: $0) }
    crossings = LegPlan.crossings(state.route, line) { witness.region(of: $0) }
  }

  /// The number of an edge of a route in ``line``.
  ///
  /// A route may have via edges, and the witness knows their base edges.
  func number(of edge: EdgeID) -> EdgeNumber {
    hasWitness ? witness?.number(of: edge) ?? edge.number : edge.number
  }

  /// The driven route.
  public var route: Route { state.route }
  /// The alternatives.
  public var alternatives: [TripAlternative] { state.alternatives }
  /// The request of the trip, with all waypoints; the charging stations of the route's plan are among them.
  public var request: RouteRequest { state.request }
  /// The options of the trip.
  public var options: TripOptions { state.options }
  /// Whether the trip has ended.
  public var hasEnded: Bool { state.phase == .ended }
  /// The deviation of the vehicle from the route; nil while it is on the route.
  public var deviation: Deviation? { state.deviation }
  /// The index of the current leg.
  public var leg: Int { state.stop }
  /// The waypoint at the end of a leg, as ``TripProgress/leg`` counts them; nil if there is no such leg.
  public func stop(ofLeg leg: Int) -> Waypoint? {
    guard state.stops.indices.contains(leg),
      state.request.waypoints.indices.contains(state.stops[leg])
    else { return nil }
    return state.request.waypoints[state.stops[leg]]
  }
  /// The stop at the end of the current leg, for sentences about the arrival there.
  public var guidanceStop: GuidanceStop { GuidanceStop(route, endOfSection: plan.section) }
  /// The last passed waypoint, as an index in the request.
  public var passedWaypoint: Int { state.passedWaypoint }
  /// The driven length of the route in metres.
  public var drivenMetres: Double { state.driven }
  /// The unanswered questions.
  public var openQuestions: [TripQuestion] { state.questions }
  /// The unanswered requests; a caller that restores a trip sends them again, as `NavigationSession` does.
  public var openRequests: [TripRequest] {
    state.requests.map { TripRequest(id: $0.id, purpose: $0.purpose, request: $0.request) }
  }

  /// Takes an input.
  ///
  /// - Parameter input: A fix, the clock, or an answer.
  /// - Returns: The events, in order.
  /// - Complexity: O(points of the route nearby), and while in doubt O(roads near the fix); a new route costs
  ///   O(its points).
  public mutating func take(_ input: TripInput) -> [TripEvent] {
    events.removeAll(keepingCapacity: true)
    if case .feedback(let feedback) = input { takeFeedback(feedback) }
    guard state.phase != .ended else { return events }
    switch input {
    case .fix(let fix): takeFix(fix)
    case .tick(let time): takeTick(time)
    case .answer(let id, let answer): takeAnswer(id, answer)
    case .response(let id, let response): takeResponse(id, response)
    case .failure(let id, let error): takeFailure(id, error)
    case .refreshed(let id, let refresh): takeRefresh(id, refresh)
    case .selectWaypoint(let index):
      if state.request.waypoints.indices.contains(index) { events.append(.waypointSelected(index)) }
    case .selectAlternative(let id): select(id)
    case .nextLeg: advance()
    case .cancel: end(.cancelled)
    case .feedback: break
    }
    return events
  }

  // MARK: Legs

  /// Prepares the leg to the next stop.
  mutating func beginLeg() {
    let index = state.stop - state.firstStop
    plan = LegPlan(state.route, line, section: index, words: words)
    let stop = state.stops[state.stop]
    let start = state.stop > 0 ? state.stops[state.stop - 1] : 0
    let section = state.route.sections[index]
    let first = line.sectionPoints[index]
    // A route may have begun before the last passed waypoint: the last ones of the leg are its own.
    let between = state.request.waypoints.indices.filter { $0 > start && $0 < stop }
      .suffix(section.passed.count)
    let ahead = zip(between, section.passed).filter { $0.0 > state.passedWaypoint }
    state.passes = ahead.map { waypoint, passed in
      TripState.Pass(waypoint: waypoint, metres: line.metres[first + passed.point])
    }
    setSpoken(0)
    state.hasApproached = false
    state.beyond = 0
    state.isPreventing = nil
  }

  /// Continues with the leg after the one that has ended.
  mutating func advance() {
    guard state.phase == .holding || state.phase == .driving else { return }
    guard state.stop + 1 < state.stops.count else { return }
    if state.phase == .driving {
      // The driver skips this waypoint.
      state.driven = max(state.driven, plan.end)
      state.chargedAt = nil
      if state.follower.along < plan.end { state.follower.jump(to: plan.end) }
      dropRerouting()
      dropImproving()
    }
    closeQuestions(.withdrawn) { $0.kind.topic == .nextLeg }
    state.passedWaypoint = state.stops[state.stop]
    state.stop += 1
    state.phase = .driving
    beginLeg()
    events.append(.legBegan(leg: state.stop))
  }

  mutating func end(_ how: TripEnd) {
    dropTaking()
    dropRerouting()
    for waiting in state.requests { events.append(.requestCancelled(waiting.id)) }
    state.requests = []
    closeQuestions(.withdrawn) { _ in true }
    state.phase = .ended
    events.append(.ended(how))
  }

  private mutating func takeFeedback(_ feedback: TripFeedback) {
    guard state.phase == .ended else { return }
    events.append(.feedback(feedback, trace: feedback.includesTrace ? state.trace : []))
  }
}

extension Trip: Codable {
  /// Restores a trip; ``attach(_:)`` gives it the map.
  ///
  /// - Throws: `DecodingError`, also if its numbers do not fit together.
  public init(from decoder: any Decoder) throws {
    let state = try TripState(from: decoder)
    guard state.isSound else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "the parts of the trip do not fit"))
    }
    self.init(state: state)
  }

  /// Saves a trip.
  public func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
}
