import Geo
import NavFormat
import RouteModel

/// The hypotheses of a fix: made from those before, compared, and kept while they may win.
extension Lattice {
  /// The maximum duration of an error of several successive fixes, in seconds.
  private static let longestError = 60.0
  /// That of fixes without a road near, in seconds: receivers jump so far between houses for half a minute.
  private static let longestFarError = 30.0
  /// The share of the price of a fix left out for each second after a jump of the receiver.
  ///
  /// Fixes that a vehicle can't have reached from the road are no evidence of another road until they jump back.
  private static let jumpShare = 0.1
  /// The seconds between fixes, beyond two, from which on one left out after another costs as much as the first: less
  /// if fixes are sparse.
  ///
  /// One error shifts many dense fixes, but few errors last for several sparse ones.
  private static let newErrorSeconds = (dense: 38.0, sparse: 20.0)

  /// Starts the hypotheses of a trace.
  mutating func begin(_ step: Step, _ roads: Roads) {
    for target in targets {
      let edge = roads.graph.edges[target.edge]
      let node = addNode(target, roads, step, parent: .none)
      let cost = target.emission &+ roads.graph.price(edge.violations)
      front.append(state(target, node, cost: cost, edge: target.edge, step, roads))
    }
    if options.offRoadCost.isFinite {
      // Many trips start in a yard, off the roads.
      let cost = Self.nats(options.offRoadCost / 4 + options.offRoadFixCost * step.fix.weight)
      settle(Away(state: offRoad(step, cost: cost), parent: .none), step, cost)
    }
    trim()
  }

  /// Offers a break to targets without a path, or with a more expensive one.
  ///
  /// - Returns: The minimum cost of all targets.
  mutating func offerBreaks(_ broken: UInt32, _ roads: Roads) -> UInt32 {
    var best = RoadSearch.unreached
    for index in targets.indices {
      let edge = roads.graph.edges[targets[index].edge]
      let cost = broken &+ targets[index].emission &+ roads.graph.price(edge.violations)
      if cost < targets[index].cost {
        _ = targets[index].offer(targets[index].edge, .broken, cost: cost, from: .none)
      }
      best = min(best, targets[index].cost)
    }
    return best
  }

  /// Makes the new front from the reached targets.
  mutating func settle(
    _ step: Step, _ best: UInt32, _ reason: BreakReason, _ roads: inout Roads
  ) {
    let limit = best &+ Self.nats(options.beam)
    var leader = SourceIndex(0)
    for index in before.indices where before[index].rank < before[leader].rank {
      leader = SourceIndex(index)
    }
    for index in targets.indices where targets[index].cost <= limit {
      let target = targets[index]
      let parent = before[target.source.isNone ? leader : target.source].node
      var rival = RoadSearch.Rival(source: .none, margin: RoadSearch.unreached)
      var turn: TurnRound?
      var breakReason: BreakReason?
      let start = path.count
      switch target.arrival {
      case .none: continue
      case .along: break
      case .turned:
        let edge = roads.graph.edges[target.reached]
        path.append(edge.violatingPlace)
        turn = TurnRound(
          lengthMetres: edge.lengthMetres, from: before[target.source].along, to: target.along)
      case .routed:
        rival = roads.search.trace(target.reached, roads.graph, into: &path)
      case .overland:
        breakReason = .offRoad
        path.append(roads.graph.edges[target.reached].violatingPlace)
      case .broken:
        breakReason = reason
        path.append(roads.graph.edges[target.reached].violatingPlace)
      }
      let node = NodeIndex(nodes.count)
      nodes.append(
        Node(
          parent: parent, step: step.number, pathStart: start, pathCount: path.count - start,
          edge: roads.graph.edges[target.reached].place, along: target.along,
          distance: roads.found[target.found].distance,
          position: roads.found[target.found].position, probability: 0,
          noise: Float(step.noise), breakReason: breakReason, turn: turn,
          isFerry: roads.graph.edges[target.reached].isFerry))
      front.append(state(target, node, cost: target.cost, edge: target.reached, step, roads))
      if !rival.source.isNone, rival.margin < Self.certain {
        nodes[node].otherParent = before[rival.source].node
        nodes[node].otherMargin = rival.margin
      }
    }
  }

  /// The share of new information in a fix, from the minimum to 1.
  ///
  /// It is the minimum if fixes follow at once, and 1 if they follow after some seconds.
  func share(of step: Step, every interval: Float, _ least: Double, _ seconds: Double) -> Double {
    guard step.fix.time != nil, previous?.time != nil else { return 1 }
    return min(max(least + (1 - least) * (Double(interval) - 2) / seconds, least), 1)
  }

  /// Whether a hypothesis left the roads longer ago than the errors of a receiver last, beyond a gap in seconds.
  private func isLong(since state: State, _ step: Step, besides gap: Float) -> Bool {
    guard let now = step.fix.time, let before = state.time else { return false }
    let longest = targets.isEmpty ? Self.longestFarError : Self.longestError
    return now - before - Double(gap) > longest
  }

  /// Whether a fix is farther from that of a previous hypothesis than a vehicle drives.
  private func jumps(from source: SourceIndex, to step: Step) -> Bool {
    Float(Self.metres(step.plane, before[source].fix)) > motions[source].farthestMetres
  }

  /// Keeps the best previous hypotheses, as ones that leave the fix out.
  ///
  /// Where no way leads on behind a gap, the vehicle is elsewhere: its fixes are no errors.
  mutating func keep(_ step: Step, _ best: UInt32, isCutOff: Bool, _ costs: DrivingCost) {
    let limit = best &+ Self.nats(options.beam)
    let full = options.dropCost * step.fix.weight
    let first = full * share(of: step, every: pace, 0.5, 58)
    let late = full * share(of: step, every: lastHop.longestSeconds, 0.5, 58)
    // With high noise, fixes are far away without an error.
    let isNoisy = min(max(step.noise / 10, 1), 2.5)
    let isSparse = pace >= Self.sparse
    let newError = isSparse ? Self.newErrorSeconds.sparse : Self.newErrorSeconds.dense
    let again = share(of: step, every: pace, options.dropShare, newError)
    let next = first * min(again * max(evidence, 0.4) * isNoisy, 1)
    let prices = (
      first: Self.nats(first), late: Self.nats(late), next: Self.nats(next), full: Self.nats(full),
      astray: Self.nats(min(first * Self.jumpShare * Double(max(pace, 1)), next))
    )
    leaving.removeAll(keepingCapacity: true)
    for index in before.indices {
      // An error of the receiver lasts for some time, but not long: then the vehicle is elsewhere.
      let staysBehind = before[index].isCutOff || isCutOff
      // In a gap there were no fixes, and so no errors.
      let gap = max(before[index].hops.adding(lastHop).longestSeconds - pace, 0)
      let isElsewhere = staysBehind || isLong(since: before[index], step, besides: gap)
      let isFirst = before[index].skipped == 0
      let isJump = isFirst ? jumps(from: SourceIndex(index), to: step) : before[index].isJump
      let next = isJump ? prices.astray : prices.next
      let price = isElsewhere ? prices.full : isFirst ? prices.first : next
      let isLate = isElsewhere || isLong(since: before[index], step, besides: 0)
      let usual = isLate ? prices.full : isFirst ? prices.late : price
      let cost = before[index].cost &+ price
      if cost > limit { continue }
      let ahead = costs.ahead(Self.metres(step.plane, before[index].position))
      if cost &+ ahead > limit { continue }
      var later = before[index]
      (later.cost, later.ahead) = (cost, ahead)
      later.skipped += 1
      later.isCutOff = staysBehind
      later.isJump = isJump
      later.saved &+= max(usual, price) &- price
      later.hops = later.hops.adding(lastHop)
      leaving.append(later)
    }
    if leaving.count > Self.skipping {
      leaving.sort { $0.rank < $1.rank }
      leaving.removeLast(leaving.count - Self.skipping)
    }
    front += leaving
  }

  private mutating func addNode(
    _ target: RoadSearch.Target, _ roads: Roads, _ step: Step, parent: NodeIndex
  ) -> NodeIndex {
    path.append(roads.graph.edges[target.edge].violatingPlace)
    let found = roads.found[target.found]
    nodes.append(
      Node(
        parent: parent, step: step.number, pathStart: path.count - 1, pathCount: 1,
        edge: roads.graph.edges[target.edge].place, along: target.along,
        distance: found.distance, position: found.position, probability: 0,
        noise: Float(step.noise), isFerry: roads.graph.edges[target.edge].isFerry))
    return NodeIndex(nodes.count - 1)
  }

  private func state(
    _ target: RoadSearch.Target, _ node: NodeIndex, cost: UInt32, edge: GraphEdgeIndex,
    _ step: Step, _ roads: Roads
  ) -> State {
    State(
      node: node, edge: edge, along: target.along, farthest: target.farthest, behind: target.behind,
      cost: cost, skipped: 0,
      position: roads.found[target.found].position, fix: step.fix.place,
      time: step.fix.time, since: step.fix.time,
      violations: roads.graph.edges[edge].violations)
  }

  /// Keeps the best hypotheses of a fix, and records their probabilities.
  mutating func trim() {
    if front.count > Self.width {
      front.sort { $0.cost < $1.cost }
      front.removeLast(front.count - Self.width)
    }
    let best = minimumCost
    var total: Float = 0
    for state in front {
      let share = Exponential.ofMinus(Float(state.cost - best) / 1000)
      nodes[state.node].probability = share
      total += share
    }
    for state in front { nodes[state.node].probability /= total }
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
