import Geo
import RouteModel

/// The hypotheses of a fix: made of those before, kept while they may win, compared.
extension Lattice {
  /// Lets a break lead to the targets to which no way does, or a dearer one.
  ///
  /// - Returns: The best cost of all.
  mutating func offerBreaks(_ broken: UInt32) -> UInt32 {
    var best = RoadSearch.unreached
    for index in targets.indices {
      let cost = broken &+ targets[index].emission
      if cost < targets[index].cost {
        targets[index].cost = cost
        targets[index].arrival = .broken
        targets[index].reached = targets[index].edge
        targets[index].at = targets[index].along
      }
      best = min(best, targets[index].cost)
    }
    return best
  }

  /// Makes the new front of the targets that were reached.
  mutating func settle(
    _ fix: Observation, _ step: Int, _ noise: Double, _ best: UInt32, _ reason: BreakReason,
    _ roads: inout Roads
  ) {
    let limit = best &+ Self.nats(options.beam)
    var leader: Int32 = 0
    for index in before.indices where before[index].rank < before[Int(leader)].rank {
      leader = Int32(index)
    }
    for index in targets.indices where targets[index].cost <= limit {
      let target = targets[index]
      var parent = leader
      var turn: TurnRound?
      let start = path.count
      switch target.arrival {
      case .none: continue
      case .along(let source): parent = source
      case .turned(let source):
        parent = source
        let edge = roads.graph.edges[Int(target.reached)]
        path.append(edge.place)
        turn = TurnRound(
          lengthMetres: edge.lengthMetres, from: before[Int(source)].along, to: target.at)
      case .routed: parent = roads.search.trace(target.reached, roads.graph, into: &path).source
      case .broken: path.append(roads.graph.edges[Int(target.reached)].place)
      }
      let node = Int32(nodes.count)
      nodes.append(
        Node(
          parent: before[Int(parent)].node, step: step, pathStart: start,
          pathCount: path.count - start, along: target.at,
          distance: roads.found[Int(target.found)].distance,
          position: roads.found[Int(target.found)].position, probability: 0,
          noise: Float(noise), breakReason: target.arrival == .broken ? reason : nil,
          turn: turn))
      front.append(state(target, node, cost: target.cost, edge: target.reached, fix, roads))
    }
  }

  /// How much of its price it costs to leave out a fix: half where the next comes within two seconds and tells
  /// the same, all of it from a minute on.
  private func shareOfDrop(_ fix: Observation) -> Double {
    guard let now = fix.time, steps.count > 1, let last = steps[steps.count - 2].time else {
      return 1
    }
    return min(max(0.5 + 0.5 * (now - last - 2) / 58, 0.5), 1)
  }

  /// Keeps the best hypotheses of before, as ones that leave the fix out.
  mutating func keep(
    _ fix: Observation, _ plane: LocalPlane, _ best: UInt32, _ costs: DrivingCost
  ) {
    let limit = best &+ Self.nats(options.beam)
    let drop = Self.nats(options.dropCost * fix.weight * shareOfDrop(fix))
    leaving.removeAll(keepingCapacity: true)
    for index in before.indices {
      let cost = before[index].cost &+ drop
      if cost > limit { continue }
      let ahead = costs.ahead(Self.metres(plane, before[index].position))
      if cost &+ ahead > limit { continue }
      var later = before[index]
      (later.cost, later.ahead) = (cost, ahead)
      later.skipped += 1
      leaving.append(later)
    }
    if leaving.count > Self.skipping {
      leaving.sort { $0.rank < $1.rank }
      leaving.removeLast(leaving.count - Self.skipping)
    }
    front += leaving
  }

  mutating func addNode(
    _ target: RoadSearch.Target, _ roads: Roads, step: Int, _ noise: Double, parent: Int32
  ) -> Int32 {
    path.append(roads.graph.edges[Int(target.edge)].place)
    let found = roads.found[Int(target.found)]
    nodes.append(
      Node(
        parent: parent, step: step, pathStart: path.count - 1, pathCount: 1, along: target.at,
        distance: found.distance, position: found.position, probability: 0, noise: Float(noise)))
    return Int32(nodes.count - 1)
  }

  func state(
    _ target: RoadSearch.Target, _ node: Int32, cost: UInt32, edge: Int32, _ fix: Observation,
    _ roads: Roads
  ) -> State {
    State(
      node: node, edge: edge, along: target.at, cost: cost, skipped: 0,
      position: roads.found[Int(target.found)].position, time: fix.time)
  }

  /// Keeps the best hypotheses of a fix, and writes down how probable each is.
  mutating func trim() {
    if front.count > Self.width {
      front.sort { $0.cost < $1.cost }
      front.removeLast(front.count - Self.width)
    }
    let best = minimumCost
    var total: Float = 0
    for state in front {
      let share = Exponential.ofMinus(Float(state.cost - best) / 1000)
      nodes[Int(state.node)].probability = share
      total += share
    }
    for state in front { nodes[Int(state.node)].probability /= total }
  }

  private var minimumCost: UInt32 {
    var least = RoadSearch.unreached
    for state in front { least = min(least, state.cost) }
    return least
  }

  mutating func normalize() {
    let least = minimumCost
    spent += UInt64(least)
    for index in front.indices { front[index].cost -= least }
  }
}
