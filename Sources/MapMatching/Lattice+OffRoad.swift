import Geo
import NavFormat
import RouteModel

/// Hypotheses off the roads of the map: in a yard, on a missing road, or across a gap.
extension Lattice {
  /// The maximum length of a straight line across a gap in the roads, in metres.
  private static let maximumGap = 2_000.0
  /// The step in seconds for which the options state the price of leaving the roads.
  private static let usualStep = 15.0
  /// How much more a fix off the roads costs beside a road with the direction of the drive: there, errors of receivers,
  /// which last for minutes, are likelier than a road that the map lacks.
  private static let priceBesideRoads = 2.0
  /// The maximum distance of such a road in metres, and the least cosine of its angle to the drive.
  private static let besideMetres: Float = 25
  private static let besideCosine = 0.9
  /// The cost of a metre to a fix without a road near, relative to one on a road: there is no road that it cuts short.
  private static let factorFar = 1.0
  /// The minimum step in metres from fix to fix that shows the direction of a drive.
  private static let leastStep = 4.0

  /// A fix off the roads: the best hypothesis for it, and its origin.
  struct Away {
    var state: State
    var parent: NodeIndex
  }

  /// A place where a path may leave the roads for a straight line, or return to them.
  struct Ramp {
    /// A place in metres on the plane around a fix, and the cost of driving there.
    struct Place {
      var x: Double, y: Double
      var cost: UInt32

      init(_ place: Coordinate, _ plane: LocalPlane, cost: Float = 0) {
        (x, y) = plane.project(place)
        self.cost = UInt32(max(cost, 0))
      }
    }

    /// The place of a hypothesis or a target, and the end of its edge on the path.
    var own: Place
    var end: Place?
  }

  /// Finds where hypotheses may leave the roads.
  ///
  /// They leave at once, or with `drivesOn` also at the end of an edge.
  mutating func findExits(_ step: Step, drivesOn: Bool, _ roads: Roads) {
    exits.removeAll(keepingCapacity: true)
    for state in front {
      var exit = Ramp(own: Ramp.Place(state.position, step.plane))
      if drivesOn && !state.isOffRoad {
        let edge = roads.graph.edges[state.edge]
        let share = edge.lengthMetres > 0 ? 1 - state.along / edge.lengthMetres : 0
        exit.end = Ramp.Place(
          roads.graph.ends[state.edge].last, step.plane, cost: share * Float(edge.cost))
      }
      exits.append(exit)
    }
  }

  /// The minimum cost of a straight line between two places off the roads.
  ///
  /// It is in thousandths of a nat.
  private func straightCost(_ exit: Ramp, _ entry: Ramp, _ source: SourceIndex) -> UInt32 {
    let factor =
      targets.isEmpty ? min(Self.factorFar, options.offRoadFactor) : options.offRoadFactor
    var best = straightCost(exit.own, entry.own, source, factor)
    if let end = exit.end { best = min(best, straightCost(end, entry.own, source, factor)) }
    guard let start = entry.end else { return best }
    best = min(best, straightCost(exit.own, start, source, factor))
    if let end = exit.end { best = min(best, straightCost(end, start, source, factor)) }
    return best
  }

  private func straightCost(
    _ a: Ramp.Place, _ b: Ramp.Place, _ source: SourceIndex, _ factor: Double
  ) -> UInt32 {
    let (x, y) = (b.x - a.x, b.y - a.y)
    let metres = (x * x + y * y).squareRoot()
    guard metres <= Self.maximumGap else { return RoadSearch.unreached }
    return a.cost &+ b.cost &+ Self.nats(factor * metres / options.metresPerNat)
      &+ motions[source].straightCost(metres: metres)
  }

  /// The price for leaving the roads at a step, and for returning, in thousandths of a nat.
  ///
  /// Both happen at some rate in time, so each is less likely in a shorter step. A long gap gives
  /// no such information.
  private var rampCost: UInt32 {
    let seconds = min(max(Double(lastHop.longestSeconds), 1), Self.usualStep)
    return Self.nats(options.offRoadCost / 2 + Logarithm.natural(Self.usualStep / seconds))
  }

  /// Offers straight lines from all hypotheses to the targets that have no better path.
  ///
  /// The best paths lead too far from `farFixes`, indices in `steps`.
  mutating func goOverland(_ step: Step, farFixes: [Int], _ roads: Roads) {
    guard options.offRoadCost.isFinite else { return }
    let half = rampCost
    for index in targets.indices {
      let target = targets[index]
      let edge = roads.graph.edges[target.edge]
      var entry = Ramp(own: Ramp.Place(roads.found[target.found].position, step.plane))
      let share = edge.lengthMetres > 0 ? target.along / edge.lengthMetres : 0
      entry.end = Ramp.Place(
        roads.graph.ends[target.edge].first, step.plane, cost: share * Float(edge.cost))
      let price = roads.graph.price(edge.violations)
      for (number, state) in front.enumerated() {
        let base = state.cost &+ target.emission &+ half &+ (state.isOffRoad ? 0 : half) &+ price
        guard base < targets[index].cost else { continue }
        let source = SourceIndex(number)
        let cost =
          base &+ straightCost(exits[source], entry, source)
          &+ chargeOverland(state, to: roads.found[target.found].position, step, farFixes: farFixes)
        guard cost < targets[index].cost else { continue }
        _ = targets[index].offer(target.edge, .overland, cost: cost, from: source)
      }
    }
  }

  /// The best hypothesis for a fix off the roads.
  func leaveRoads(_ step: Step) -> Away? {
    guard options.offRoadCost.isFinite else { return nil }
    let half = rampCost
    let share = isBesideRoad ? Self.priceBesideRoads : 1
    let own = Self.nats(options.offRoadFixCost * share * step.fix.weight * evidence)
    let fix = Ramp(own: Ramp.Place(step.fix.place, step.plane))
    var best: (cost: UInt32, source: SourceIndex)?
    for (number, state) in front.enumerated() {
      let base = state.cost &+ own &+ (state.isOffRoad ? 0 : half)
      if let best, base >= best.cost { continue }
      let source = SourceIndex(number)
      let cost = base &+ straightCost(exits[source], fix, source)
      if cost < best?.cost ?? RoadSearch.unreached { best = (cost, source) }
    }
    guard let best else { return nil }
    return Away(state: offRoad(step, cost: best.cost), parent: front[best.source].node)
  }

  /// Whether the vehicle drives along a road near; after a short step, what was true before.
  func drivesBesideRoad(_ step: Step, _ roads: Roads) -> Bool {
    guard let last = previous else { return false }
    let (x, y) = step.plane.project(last.place)
    let moved = (x * x + y * y).squareRoot()
    if moved < Self.leastStep { return isBesideRoad }
    return targets.contains {
      let found = roads.found[$0.found]
      return found.distance < Self.besideMetres
        && abs(Double(found.east) * x + Double(found.north) * y) > Self.besideCosine * moved
    }
  }

  /// A hypothesis at a fix off the roads.
  func offRoad(_ step: Step, cost: UInt32) -> State {
    State(
      node: .none, edge: .none, along: 0, farthest: 0, behind: 0, cost: cost, skipped: 0,
      position: step.fix.place,
      fix: step.fix.place, time: step.fix.time, since: step.fix.time, violations: [])
  }

  /// Adds a hypothesis off the roads to the front.
  mutating func settle(_ away: Away, _ step: Step, _ best: UInt32) {
    guard away.state.cost <= best &+ Self.nats(options.beam) else { return }
    nodes.append(
      Node(
        parent: away.parent, step: step.number, pathStart: path.count, pathCount: 0,
        edge: nil, along: 0,
        distance: 0, position: step.fix.place, probability: 0, noise: Float(step.noise),
        isOffRoad: true))
    var state = away.state
    state.node = NodeIndex(nodes.count - 1)
    front.append(state)
  }
}
