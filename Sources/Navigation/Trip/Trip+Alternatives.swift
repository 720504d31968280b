import Geo
import RoadModel
import RouteModel

/// Alternatives, faster routes, and the online route that equals the driven one.
extension Trip {
  /// The minimum common share of equal routes, and of an alternative with its earlier version.
  private static let sameShare = 0.97
  private static let keptShare = 0.9
  /// The maximum metres between a maneuver on equal routes of two engines.
  private static let sameMetres = 30.0
  /// Metres behind a fork at which its alternative is removed.
  private static let pastFork = 40.0
  /// Metres by which another route is shorter at least: the vehicle drives on while it is calculated.
  private static let leastShorter = 50.0
  /// Metres before the end within which nothing is improved.
  private static let nearEnd = 1_000.0

  /// An alternative with a new number, which begins at a value of the odometer.
  mutating func alternative(
    _ route: Route, firstStop: Int, from odometer: Double
  ) -> TripAlternative {
    let id = state.nextID
    state.nextID += 1
    var alternative = TripAlternative(
      id: id, route: route, gainSeconds: secondsLeft - route.durationSeconds)
    alternative.firstStop = firstStop
    alternative.odometer = odometer
    return described(alternative)
  }

  /// The seconds of the driven route up to here, by its times.
  private var secondsBehind: Double {
    line.place(at: startOfRequest).seconds
      + state.route.sections[..<plan.section].reduce(0) { $0 + $1.postActionSeconds }
  }

  /// The remaining seconds of the driven route.
  private var secondsLeft: Double {
    line.duration - line.place(at: state.driven).seconds + secondsOfCharging
  }

  /// An alternative with its fork from the driven route.
  private func described(_ alternative: TripAlternative) -> TripAlternative {
    var result = alternative
    result.forkMetres = forkMetres(of: alternative.route)
    return result
  }

  /// Metres of the driven route up to which another route follows it; nil if it has no edge of it.
  private func forkMetres(of route: Route) -> Double? {
    var fork: Double?
    for section in route.sections {
      for edge in section.edges {
        if let index = line.indices(ofEdge: number(of: edge.id)).last {
          fork = line.endMetres(ofEdge: index)
        } else if fork != nil {
          return fork
        }
      }
    }
    return fork
  }

  // MARK: Searching for better routes

  /// Requests better routes and the traffic if they are due.
  mutating func improveIfDue() {
    let now = state.now ?? 0
    let isFar = line.length - state.driven > Self.nearEnd
    // At a stop, a route from there is not known yet.
    if let due = state.nextImprove, now >= due, isFar, state.phase == .driving,
      !state.requests.contains(where: { $0.purpose == .improve })
    {
      // A closure causes one search, even if searching is switched off.
      state.nextImprove = state.options.improveSeconds > 0 ? now + improveInterval : nil
      var request = requestFromHere()
      // Engines that plan charging stops make no alternatives.
      let isPlanned = request.options.energy?.ensureReachability == true
      request.options.alternatives = isPlanned ? 0 : min(max(state.options.alternatives, 0), 16)
      send(request, for: .improve)
    }
    if let due = state.nextRefresh, now >= due, isFar,
      !state.requests.contains(where: { $0.purpose == .refresh })
    {
      state.nextRefresh = now + max(state.options.refreshSeconds, 10)
      // The route is timed from its beginning, and the stretch ahead must be due when the vehicle is there.
      send(requestFromHere(departingBefore: secondsBehind), for: .refresh)
    }
  }

  /// Takes the answer to a request for better routes.
  mutating func improve(_ response: RouteResponse, from odometer: Double) {
    guard state.deviation == nil, state.phase == .driving else { return }
    let routes = response.routes.filter(leadsToStops)
    if state.route.origin == .offline,
      let same = routes.first(where: { $0.origin != .offline && share(of: $0) >= Self.sameShare })
    {
      replaceRoute(bySame: same, from: odometer)
      events.append(.switchedToOnlineRoute(same))
    }
    // A late answer may have some whose fork is behind.
    let others = routes.filter {
      share(of: $0) < Self.sameShare && (isInDoubt || !hasPassed(fork: forkMetres(of: $0)))
    }
    // Alternatives have no charging stops; a better route may have its own.
    let alternatives = others.filter {
      $0.sections.count == wishedStopsAhead
        && wishedStopsAhead == state.stops.count - state.stop
    }
    updateAlternatives(alternatives, from: odometer)
    let planned = runsOut ? routes.first { !$0.runsOut } : nil
    guard let better = planned ?? better(of: others) else {
      // What was better a while ago is not any more.
      closeQuestions(.withdrawn) { $0.kind.topic == .fasterRoute }
      return
    }
    state.fasterFrom = odometer
    ask(.fasterRoute(better, gainSeconds: secondsLeft - better.durationSeconds))
  }

  /// The best of other routes, if it is so much better than the rest of the driven one that the caller is asked.
  ///
  /// For the shortest route, lengths decide: a quicker way that is longer is not what the driver wants.
  private func better(of others: [Route]) -> Route? {
    let isShortest = state.request.options.objective == .shortest
    let measure: KeyPath<Route, Double> = isShortest ? \.lengthMetres : \.durationSeconds
    let left = isShortest ? line.length - state.driven : secondsLeft
    let least = max(
      isShortest ? Self.leastShorter : state.options.gainSeconds, state.options.gainShare * left)
    let best = others.min { $0[keyPath: measure] < $1[keyPath: measure] }
    return best.flatMap { state.isClosed || left - $0[keyPath: measure] >= least ? $0 : nil }
  }

  /// Withdraws what was asked for before a stop or on a route that is left now: the answers do not begin from there.
  ///
  /// A search without its answer is due again.
  mutating func dropImproving() {
    closeQuestions(.withdrawn) { $0.kind.topic == .fasterRoute }
    guard state.requests.contains(where: { $0.purpose == .improve }) else { return }
    cancelRequests(for: .improve)
    state.nextImprove = state.now
  }

  mutating func takeFaster(_ route: Route, _ gain: Double) {
    guard state.deviation == nil, state.phase == .driving, leadsToStops(route) else { return }
    replaceRoute(route, from: state.fasterFrom)
    events.append(.tookFasterRoute(route, gainSeconds: gain))
    describeAlternatives()
    speakAtOnce()
  }

  /// Drives a route that began at a value of the odometer.
  private mutating func replaceRoute(_ route: Route, from odometer: Double) {
    adopt(route, firstStop: state.stop, from: odometer, onEdge: nil)
  }

  /// Drives an equal route that began at a value of the odometer: what was spoken is not spoken again.
  private mutating func replaceRoute(bySame route: Route, from odometer: Double) {
    let (oldPlan, oldLine) = (plan, line)
    let (spoken, sentence, maneuver) = (state.spoken, state.lastSpoken, state.lastManeuver)
    replaceRoute(route, from: odometer)
    let trip = self
    func moved(_ metres: Double) -> Double {
      trip.metres(ofManeuver: oldLine.place(at: metres).position, toEnd: oldPlan.end - metres)
    }
    state.spoken = plan.spoken(after: oldPlan, spoken, moved: moved)
    (state.lastSpoken, state.lastManeuver) = (sentence, moved(maneuver))
  }

  /// The place on the leg of a maneuver of an equal route, by its position and its metres before the end.
  private func metres(ofManeuver position: Coordinate, toEnd left: Double) -> Double {
    let expected = max(plan.end - left, plan.start)
    let reach = Self.sameMetres + (1 - Self.sameShare) * left
    let found = nearestMetres(
      position, from: max(expected - reach, plan.start), to: min(expected + reach, plan.end))
    let at = found ?? expected
    let own = plan.maneuvers.min { abs($0 - at) < abs($1 - at) } ?? at
    return abs(own - at) <= Self.sameMetres ? own : at
  }

  /// Compares the alternatives with the new driven route.
  ///
  /// It removes that route, and alternatives that end elsewhere or whose fork is behind.
  ///
  /// - Parameter former: The route driven before, as a new alternative; nil for none.
  private mutating func describeAlternatives(with former: TripAlternative? = nil) {
    var kept: [TripAlternative] = []
    var updated: [TripAlternative] = []
    let known = state.alternatives
    for old in known + [former].compactMap(\.self) where share(of: old.route) < Self.sameShare {
      var new = described(old)
      new.gainSeconds = secondsLeft - secondsLeft(of: old)
      if isPast(new) { continue }
      kept.append(new)
      if new != old || new.id == former?.id { updated.append(new) }
    }
    let removed = known.map(\.id).filter { id in !kept.contains { $0.id == id } }
    state.alternatives = kept
    guard !updated.isEmpty || !removed.isEmpty else { return }
    events.append(.alternativesUpdated(updated: updated, removed: removed))
  }

  /// The remaining seconds of an alternative, without the part driven since it began.
  private func secondsLeft(of alternative: TripAlternative) -> Double {
    let way = max(state.odometer - alternative.odometer, 0)
    let length = max(alternative.route.lengthMetres, 1)
    return alternative.route.durationSeconds * max(1 - way / length, 0)
  }

  private mutating func updateAlternatives(_ routes: [Route], from odometer: Double) {
    var kept: [TripAlternative] = []
    var updated: [TripAlternative] = []
    for route in routes.prefix(16) {
      let known = state.alternatives.first { old in
        Self.overlap(route, old.route) >= Self.keptShare && !kept.contains { $0.id == old.id }
      }
      if var known {
        let isSame = known.route == route
        (known.route, known.firstStop, known.odometer) = (route, state.stop, odometer)
        known.gainSeconds = secondsLeft - route.durationSeconds
        let now = described(known)
        kept.append(now)
        if !isSame { updated.append(now) }
      } else {
        let new = alternative(route, firstStop: state.stop, from: odometer)
        kept.append(new)
        updated.append(new)
      }
    }
    // From just behind a fork, the engine does not find the way that the vehicle may have taken there.
    for old in state.alternatives where !kept.contains(where: { $0.id == old.id }) {
      let now = described(old)
      guard mayBeDriven(now) else { continue }
      kept.append(now)
      if now != old { updated.append(now) }
    }
    let removed = state.alternatives.map(\.id).filter { id in !kept.contains { $0.id == id } }
    state.alternatives = kept
    guard !updated.isEmpty || !removed.isEmpty else { return }
    events.append(.alternativesUpdated(updated: updated, removed: removed))
  }

  /// Whether the vehicle may be on an alternative: it is near the fork, or was there and may not be on the route.
  private func mayBeDriven(_ alternative: TripAlternative) -> Bool {
    guard isUsable(alternative), let fork = alternative.forkMetres,
      fork <= state.driven + Self.pastFork
    else { return false }
    return isInDoubt || !hasPassed(fork: fork)
  }

  /// The share of a route's length that lies on the driven route.
  func share(of route: Route) -> Double {
    let edges = route.sections.flatMap(\.edges)
    guard edges.isEmpty || line.edges.isEmpty || edges[0].id.map != firstMap else {
      let shared = edges.filter {
        line.holds(edge: number(of: $0.id), from: state.driven - 100, to: line.length)
      }
      return shared.lengthMetres / max(edges.lengthMetres, 1)
    }
    // Without edges of the same map, points decide.
    let points = route.polyline
    let stride = max(points.count / 50, 1)
    var (near, count) = (0.0, 0.0)
    var from = max(state.driven - 100, 0)
    for index in Swift.stride(from: 0, to: points.count, by: stride) {
      count += 1
      guard let at = nearestMetres(points[index], from: from, to: min(from + 5_000, line.length))
      else { continue }
      if Distance.metres(line.place(at: at).position, points[index]) < 25 {
        near += 1
        from = at
      }
    }
    return near / max(count, 1)
  }

  private var firstMap: MapID? { state.route.sections.lazy.flatMap(\.edges).first?.id.map }

  /// The share of a route's length that lies on another, by edges.
  private static func overlap(_ route: Route, _ other: Route) -> Double {
    let known = Set(other.sections.flatMap(\.edges).map(\.id))
    let edges = route.sections.flatMap(\.edges)
    guard !edges.isEmpty else { return route.polyline == other.polyline ? 1 : 0 }
    return edges.filter { known.contains($0.id) }.lengthMetres / max(edges.lengthMetres, 1)
  }

  /// Removes alternatives whose fork is behind, and withdraws the question about such a faster route.
  ///
  /// While it is in doubt whether the vehicle is on the route, it may be on one of them.
  mutating func dropPassedAlternatives() {
    guard !isInDoubt else { return }
    let passed = state.questions.compactMap { question -> UInt32? in
      guard case .fasterRoute(let route, _) = question.kind else { return nil }
      return hasPassed(fork: forkMetres(of: route)) ? question.id : nil
    }
    closeQuestions(.withdrawn) { passed.contains($0.id) }
    guard state.alternatives.contains(where: isPast) else { return }
    let removed = state.alternatives.filter(isPast).map(\.id)
    state.alternatives.removeAll(where: isPast)
    events.append(.alternativesUpdated(updated: [], removed: removed))
  }

  /// Whether it is in doubt that the vehicle is on the route.
  private var isInDoubt: Bool { hasWitness ? state.margin >= 0 : state.against != 0 }

  private func isPast(_ alternative: TripAlternative) -> Bool {
    guard alternative.firstStop + alternative.route.sections.count == state.stops.count,
      alternative.firstStop <= state.stop
    else { return true }
    return hasPassed(fork: alternative.forkMetres)
  }

  private func hasPassed(fork: Double?) -> Bool {
    fork.map { $0 < state.driven - Self.pastFork } ?? false
  }

  // MARK: Turning onto an alternative

  /// Announces that an alternative is taken, if the vehicle is on one.
  mutating func takeAlternative(on edge: EdgeID, _ position: Coordinate) {
    guard let found = state.alternatives.first(where: { holds($0, edge) && isUsable($0) })
    else { return }
    state.taking = found.id
    events.append(.willTakeAlternative(found.id, at: position))
  }

  /// Whether an edge is on an alternative's way to the next stop: its later legs are not driven before that.
  private func holds(_ alternative: TripAlternative, _ edge: EdgeID) -> Bool {
    let leg = state.stop - alternative.firstStop
    guard alternative.route.sections.indices.contains(leg) else { return false }
    return alternative.route.sections[leg].edges.contains {
      $0.id.map == edge.map && number(of: $0.id) == edge.number
    }
  }

  private func isUsable(_ alternative: TripAlternative) -> Bool {
    alternative.firstStop <= state.stop
      && alternative.firstStop + alternative.route.sections.count == state.stops.count
  }

  /// Takes the alternative if the next fix is on it, too.
  mutating func confirmAlternative(on edge: EdgeID?) {
    guard let id = state.taking,
      let found = state.alternatives.first(where: { $0.id == id }), let edge,
      holds(found, edge), isUsable(found)
    else {
      dropTaking()
      return
    }
    drive(found, onEdge: edge.number)
    events.append(.didTakeAlternative(id, found.route))
    describeAlternatives()
    speakAtOnce()
  }

  mutating func dropTaking() {
    guard let id = state.taking else { return }
    state.taking = nil
    events.append(.failedToTakeAlternative(id))
  }

  /// Drives an alternative that the caller selected.
  mutating func select(_ id: UInt32) {
    guard let found = state.alternatives.first(where: { $0.id == id }), isUsable(found),
      state.phase == .driving || state.phase == .waiting
    else { return }
    dropRerouting()
    dropTaking()
    // A driver who is on the route may choose it again.
    let former =
      state.deviation == nil
      ? alternative(
        state.route, firstStop: state.firstStop, from: max(state.odometer - state.driven, 0)) : nil
    drive(found, onEdge: nil)
    events.append(.alternativeSelected(id, found.route))
    describeAlternatives(with: former)
    speakAtOnce()
  }

  private mutating func drive(_ alternative: TripAlternative, onEdge edge: EdgeNumber?) {
    adopt(
      alternative.route, firstStop: alternative.firstStop, from: alternative.odometer,
      onEdge: edge, within: .infinity)
    state.isChosen = true
  }
}
