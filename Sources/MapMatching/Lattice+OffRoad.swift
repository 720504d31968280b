import Geo
import RouteModel

/// Off the roads of the map: in a yard, on a road that the map lacks, or across a gap in it.
extension Lattice {
  /// The maximum length of a straight line across a gap in the roads, metres.
  private static let maximumGap = 2_000.0

  /// A fix off the roads: the best hypothesis that explains it so, and where it comes from.
  struct Away {
    var state: State
    var parent: Int32
  }

  /// The cost of a straight line off the roads, thousandths of a nat.
  private func straightCost(_ metres: Double, _ source: Int) -> UInt32 {
    Self.nats(options.offRoadFactor * metres / options.metresPerNat)
      &+ motions[source].straightCost(metres: metres)
  }

  /// Offers straight lines from all hypotheses to the targets that have no better path.
  mutating func goOverland(_ step: Step, _ roads: Roads) {
    guard options.offRoadCost.isFinite else { return }
    let half = Self.nats(options.offRoadCost / 2)
    for index in targets.indices {
      let target = targets[index]
      let place = roads.found[Int(target.found)].position
      let plane = LocalPlane(at: place)
      let entry = roads.graph.price(roads.graph.edges[Int(target.edge)].violations)
      for (number, state) in front.enumerated() {
        let base = state.cost &+ target.emission &+ half &+ (state.isOffRoad ? 0 : half) &+ entry
        guard base < targets[index].cost else { continue }
        let metres = Self.metres(plane, state.position)
        guard metres <= Self.maximumGap else { continue }
        let cost = base &+ straightCost(metres, number)
        guard cost < targets[index].cost else { continue }
        _ = targets[index].offer(target.edge, .overland, cost: cost, from: Int32(number))
      }
    }
  }

  /// The best hypothesis for a fix that is off the roads.
  func leaveRoads(_ step: Step) -> Away? {
    guard options.offRoadCost.isFinite else { return nil }
    let half = Self.nats(options.offRoadCost / 2)
    let own = Self.nats(options.offRoadFixCost * step.fix.weight * evidence)
    var best: (cost: UInt32, source: Int)?
    for (number, state) in front.enumerated() {
      let base = state.cost &+ own &+ (state.isOffRoad ? 0 : half)
      if let best, base >= best.cost { continue }
      let metres = Self.metres(step.plane, state.position)
      guard metres <= Self.maximumGap else { continue }
      let cost = base &+ straightCost(metres, number)
      if cost < best?.cost ?? RoadSearch.unreached { best = (cost, number) }
    }
    guard let best else { return nil }
    let source = front[best.source]
    return Away(state: offRoad(step, cost: best.cost), parent: source.node)
  }

  /// A hypothesis at a fix off the roads.
  func offRoad(_ step: Step, cost: UInt32) -> State {
    State(
      node: -1, edge: -1, along: 0, farthest: 0, behind: 0, cost: cost, skipped: 0,
      position: step.fix.place,
      fix: step.fix.place, time: step.fix.time, violations: [])
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
    state.node = Int32(nodes.count - 1)
    front.append(state)
  }
}
