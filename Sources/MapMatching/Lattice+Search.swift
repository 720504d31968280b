import Geo
import NavFormat
import RouteModel

/// The search from the hypotheses of one fix to the roads near the next.
extension Lattice {
  /// The maximum extra cost of a fix's best road at which the fix fits, in nats.
  private static let fitting = 0.3
  /// The extra cost of a fix's best road from which violating paths are searched, in nats.
  private static let trouble = 5.0
  /// The seconds between fixes from which on slow roads may be driven quicker than expected.
  ///
  /// Within a few seconds, what a path may be late anyway is more than a quick driver gains.
  static let sparse: Float = 8
  /// The minimum duration of a gap in seconds.
  private static let leastGap: Float = 10

  /// Carries the hypotheses on to a fix.
  ///
  /// It searches violating paths at once if a hypothesis violates rules; otherwise only if the
  /// legal paths are unlikely.
  mutating func go(_ step: Step, violating: Bool, _ roads: inout Roads) throws(RoutingError) {
    let earlier = lastHop.longestSeconds
    lastHop = hop(to: step)
    pace = earlier > 0 ? min(earlier, lastHop.longestSeconds) : lastHop.longestSeconds
    roads.graph.isSparse = lastHop.longestSeconds >= Self.sparse
    motions.removeAll(keepingCapacity: true)
    let usual = recentSpeeds.median
    for state in front {
      motions.append(
        MotionCost(options, from: state, to: step, lastHop, usual: usual, evidence: evidence))
    }
    if previous != nil { recentSpeeds.add(lastHop) }
    let reach = reach(of: step, roads.graph.costs)
    let broken = reach.least &+ Self.nats(options.breakCost)
    var isTroubled = true
    var farFixes: [Int] = []
    if reach.straight <= options.maximumGapMetres {
      farFixes = try searchPastFarFixes(step, reach, broken, violating: violating, &roads)
      isTroubled = self.isTroubled(reach.least)
      if isTroubled && !violating {
        try fillTargets(step.fix, step.noise, violating: true, &roads)
        farFixes = try searchPastFarFixes(step, reach, broken, violating: true, &roads)
      }
    }
    let isCutOff = endsGap && !targets.isEmpty && targets.allSatisfy { $0.arrival == .none }
    let mayLeave = isTroubled || front.contains(where: \.isOffRoad)
    if mayLeave { findExits(step, drivesOn: isTroubled, roads) }
    if isTroubled && reach.straight <= options.maximumGapMetres {
      goOverland(step, farFixes: farFixes, roads)
    }
    let reason: BreakReason =
      reach.straight > options.maximumGapMetres
      ? .gap : targets.allSatisfy { $0.arrival == .none } ? .noWay : .detour
    var best = offerBreaks(broken, roads)
    isBesideRoad = drivesBesideRoad(step, roads)
    let away = mayLeave ? leaveRoads(step) : nil
    if let away { best = min(best, away.state.cost) }
    swap(&front, &before)
    front.removeAll(keepingCapacity: true)
    settle(step, best, reason, &roads)
    if let away { settle(away, step, best) }
    trim()
    // Leaving out a fix that fits is useless.
    if best > reach.least &+ Self.nats(Self.fitting) {
      keep(step, best, isCutOff: isCutOff, roads.graph.costs)
    }
    normalize()
  }

  /// Whether the current fix ends a gap; the intervals between fixes always differ somewhat.
  private var endsGap: Bool { lastHop.longestSeconds > max(2 * pace, Self.leastGap) }

  /// The step from the previous fix, without the part due to noise.
  private func hop(to step: Step) -> State.Hops {
    guard let last = previous else { return State.Hops() }
    let metres = Self.metres(step.plane, last.place)
    let seconds = MotionCost.seconds(from: last.time, to: step.fix.time, metres: metres)
    // White noise adds four variances of an axis to the square of a distance, drifting noise two of its new part.
    let noise = evidence * step.noise
    let moved = max(metres * metres - 3 * noise * noise, 0).squareRoot()
    return State.Hops(metres: Float(moved), longestSeconds: Float(seconds))
  }

  private func isTroubled(_ least: UInt32) -> Bool {
    let limit = least &+ Self.nats(Self.trouble * (0.4 + 0.6 * evidence))
    return targets.allSatisfy { $0.cost > limit }
  }

  /// The distance of the hypotheses from a fix.
  struct Reach {
    /// The minimum estimated cost of a hypothesis at the fix.
    var least = RoadSearch.unreached
    /// The straight-line distance of the farthest hypothesis, in metres.
    var straight = 0.0
  }

  private func reach(of step: Step, _ costs: DrivingCost) -> Reach {
    var reach = Reach()
    for state in front {
      let metres = Self.metres(step.plane, state.position)
      reach.straight = max(reach.straight, metres)
      reach.least = min(reach.least, state.cost &+ costs.ahead(metres))
    }
    return reach
  }

  /// Searches for the best paths from the hypotheses to the targets.
  mutating func search(
    _ step: Step, _ reach: Reach, _ broken: UInt32, violating: Bool, _ roads: inout Roads
  ) throws(RoutingError) {
    // Mountain roads wind, so the driven length may exceed the straight line.
    let near = Float(2.5 * reach.straight + 6 * step.noise + 1_000)
    try search(step, within: near, broken, violating: violating, &roads)
    guard targets.allSatisfy({ $0.cost >= broken }), near < 6_000 else { return }
    let far = Float(5 * reach.straight + 3_000)
    try search(step, within: far, broken, violating: violating, &roads)
  }

  private mutating func search(
    _ step: Step, within metres: Float, _ broken: UInt32, violating: Bool, _ roads: inout Roads
  ) throws(RoutingError) {
    roads.search.begin(&targets, roads.graph)
    for (index, state) in front.enumerated() where !state.isOffRoad {
      let edge = roads.graph.edges[state.edge]
      var place = roads.search.firstTarget(on: edge.base)
      while !place.isNone {
        stay(SourceIndex(index), state, edge, at: place, step, roads)
        place = targets[place].sibling
      }
    }
    let best = targets.reduce(broken) { min($0, $1.cost &+ Self.nats(options.beam)) }
    for (index, state) in front.enumerated() where !state.isOffRoad {
      let edge = roads.graph.edges[state.edge]
      let share = edge.lengthMetres > 0 ? min(state.along / edge.lengthMetres, 1) : 1
      let driven = RoadSearch.Driven(
        source: SourceIndex(index), metres: edge.lengthMetres - state.along,
        seconds: (1 - share) * roads.graph.seconds(edge))
      let cost = state.cost &+ UInt32((1 - share) * Float(edge.cost))
      // From the middle of a long road, the next junction may be too far for the time between two
      // fixes.
      let motion = motions[index].cost(metres: driven.metres, seconds: driven.seconds)
      guard cost &+ motion <= best else { continue }
      try roads.search.seed(
        edge: state.edge, cost: cost, motion: motion, driven, violating: violating, &roads.graph)
    }
    let limits = RoadSearch.Limits(
      metres: metres, cost: broken, beam: Self.nats(options.beam), violating: violating)
    try roads.search.run(&targets, limits, motions, &roads.graph)
  }

  /// Offers a target on a hypothesis's own edge, and that in the other direction.
  private mutating func stay(
    _ source: SourceIndex, _ state: State, _ edge: EdgeBasedGraph.Edge, at index: TargetIndex,
    _ step: Step, _ roads: Roads
  ) {
    let target = targets[index]
    let costOfMetre = edge.lengthMetres > 0 ? Float(edge.cost) / edge.lengthMetres : 0
    let ahead = target.along - state.along
    let behind =
      target.along > state.farthest ? 0 : max(state.farthest - target.along, state.behind)
    var cost = state.cost &+ target.emission
    if ahead >= 0 {
      cost &+= UInt32(ahead * costOfMetre)
      cost &+= motions[source].cost(metres: ahead, seconds: 0)
    } else {
      // Noise moves a fix back behind the one farthest along; vehicles do not drive backward
      // farther.
      cost &+= UInt32(-2 * ahead * costOfMetre)
      let more = fallingBack(behind, step) - fallingBack(state.behind, step)
      cost &+= Self.nats(more)
    }
    if targets[index].offer(state.edge, .along, cost: cost, from: source) {
      targets[index].farthest = max(target.along, state.farthest)
      targets[index].behind = behind
    }
    turnRound(source, state, edge, target, costOfMetre, step, roads)
  }

  /// The cost of a fix at a distance in metres behind the one farthest along the edge.
  private func fallingBack(_ metres: Float, _ step: Step) -> Double {
    huber(max(Double(metres) / step.noise - 1.5, 0)) * step.fix.weight * evidence
  }

  /// Offers the other direction of a hypothesis's own segment.
  private mutating func turnRound(
    _ source: SourceIndex, _ state: State, _ edge: EdgeBasedGraph.Edge, _ target: RoadSearch.Target,
    _ costOfMetre: Float, _ step: Step, _ roads: Roads
  ) {
    if target.opposite.isNone { return }
    let other = targets[target.opposite]
    let back = abs(edge.lengthMetres - state.along - other.along)
    var violations = roads.graph.edges[other.edge].violations.subtracting(edge.violations)
    // A U-turn directly behind a junction bypasses a restriction there.
    let depth = max(state.along, edge.lengthMetres - other.along)
    if Double(depth) < max(15, 2 * step.noise), options.forbiddenTurnCost.isFinite {
      violations.insert(.turn)
    }
    let cost =
      state.cost &+ other.emission &+ UInt32(back * costOfMetre)
      &+ motions[source].cost(metres: back, seconds: 0)
      &+ roads.graph.price(violations.union(.uTurn))
    _ = targets[target.opposite].offer(other.edge, .turned, cost: cost, from: source)
  }
}
