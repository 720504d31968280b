import RoadCosts
import RoadModel

/// Plain Dijkstra on the reference, and what a given path costs on it.
extension ReferenceGraph {
  /// The time of something, where the trip has a clock.
  private func clock(_ time: UInt32) -> UInt32 {
    options.departure == nil || options.isHeldAtDeparture ? 0 : time
  }

  /// What a turn costs: its time, and nothing where only length counts.
  private func price(_ turn: Turn) -> UInt32 { options.isShortest ? 0 : turn.cost }

  /// What it costs to come from a place to each of some others, nil where no way leads.
  ///
  /// Labels are set in the order of their cost, so with a departure time this is the search without
  /// waiting that Formats/nav-2.md and the engine mean.
  /// A path that costs more than `limit` need not be found.
  func costs(
    from: RandomPlace, to places: [RandomPlace], upTo limit: UInt32 = .max
  ) -> [UInt32?] {
    var best = [UInt32?](repeating: nil, count: places.count)
    // No path that costs as much is cheaper to any place: the greatest cost to a place.
    var bound: UInt32?
    var endsOn: [UInt32: [(place: Int, along: UInt32)]] = [:]
    for (place, to) in places.enumerated() {
      for end in to.edges {
        for copy in copies(of: end.edge) { endsOn[copy, default: []].append((place, end.along)) }
      }
    }
    func arrive(_ edge: UInt32, _ state: State, at cost: UInt32, after along: UInt32 = 0) {
      let length = edges[Int(edge)].length
      for end in endsOn[edge] ?? [] where end.along >= along {
        let part = state.cost(upTo: end.along, of: length) - state.cost(upTo: along, of: length)
        best[end.place] = min(best[end.place] ?? .max, cost + part)
        bound = best.contains(nil) ? nil : best.lazy.compactMap(\.self).max()
      }
    }
    var costs = [UInt32](repeating: Self.unreached, count: edges.count * 3)
    // When the end of an edge is reached; it only differs from the cost where that is no time.
    var times = options.departure == nil ? [] : costs
    var heap = BinaryHeap()
    func label(_ state: Int, _ cost: UInt32, _ time: UInt32) {
      guard cost < costs[state] else { return }
      costs[state] = cost
      if !times.isEmpty { times[state] = time }
      heap.push((cost, state))
    }
    for start in from.edges {
      let edge = edges[Int(start.edge)]
      let entry = start.along < edge.length ? edge.state.price : 0
      arrive(start.edge, edge.state, at: entry, after: start.along)
      label(
        Int(start.edge) * 3 + (edge.state.begins ? 0 : 1),
        entry + edge.state.cost - edge.state.cost(upTo: start.along, of: edge.length),
        edge.state.time - edge.state.time(upTo: start.along, of: edge.length))
    }
    while let (cost, state) = heap.pop(), cost <= limit, cost < bound ?? .max {
      guard cost == costs[state] else { continue }
      let time = times.isEmpty ? 0 : times[state]
      for turn in turns[firstTurn[state / 3]..<firstTurn[state / 3 + 1]] {
        let turn = inTraffic(turn, from: UInt32(state / 3), at: clock(time))
        guard let step = step(turn, zone: state % 3, at: time) else { continue }
        let entry = cost + price(turn) + step.edge.price
        arrive(turn.to, step.edge, at: entry)
        label(
          Int(turn.to) * 3 + step.zone, entry + step.edge.cost, time + turn.time + step.edge.time)
      }
    }
    return best
  }

  /// What is behind a turn, nil where it is forbidden.
  func step(_ turn: Turn, zone: Int, at time: UInt32) -> (edge: State, zone: Int)? {
    let edge = self.state(edges[Int(turn.to)], at: clock(time + turn.time))
    guard edge.isUsable, let next = next(zone, edge, turn, at: clock(time)) else { return nil }
    return (edge, next)
  }

  /// The zone behind a turn: first zone, open roads, last zone, no way back; nil when it is forbidden.
  private func next(_ zone: Int, _ edge: State, _ turn: Turn, at time: UInt32) -> Int? {
    var gate = Access.yes
    if turn.special >= 0 {
      let special = specials[Int(turn.special)]
      let isBanned = special.bans.contains {
        guard case .ban(let modes) = $0.effect, modes.contains(vehicle.mode) else { return false }
        return holds($0, time, atEnd: false, true)
      }
      if isBanned { return nil }
      let through = access(special.access, special.rules, time, atEnd: false)
      let atEnd = access(special.access, special.rules, time, atEnd: true)
      gate = through.isOpenToThroughTraffic ? .yes : atEnd.isUsable ? .privateOnly : .no
    }
    if turn.isUTurn {
      guard turn.isDeadEnd else { return nil }
      gate = .yes
    }
    guard gate.isUsable else { return nil }
    switch zone {
    case 0: return edge.begins ? 0 : 1
    case 1: return edge.passes && !gate.isEndOnly ? 1 : edge.ends ? 2 : nil
    default: return edge.ends ? 2 : nil
    }
  }

  /// Drives along the edges of a route one by one.
  ///
  /// - Parameters:
  ///   - ids: The edges, base or via; the last may be named by its base edge.
  ///   - from: Where the route begins.
  ///   - to: Where it ends.
  /// - Returns: What it costs, and how long it takes; nil when some step is forbidden or leads nowhere.
  func drive(
    _ ids: [UInt32], from: RandomPlace, to: RandomPlace
  ) -> (cost: UInt32, time: UInt32)? {
    guard let first = ids.first, let last = ids.last,
      let start = from.edges.first(where: { $0.edge == first }),
      let end = to.edges.first(where: { copies(of: $0.edge).contains(last) })
    else { return nil }
    let edge = edges[Int(first)]
    func costPart(_ along: UInt32) -> UInt32 { edge.state.cost(upTo: along, of: edge.length) }
    func timePart(_ along: UInt32) -> UInt32 { edge.state.time(upTo: along, of: edge.length) }
    var cost = start.along < edge.length ? edge.state.price : 0
    if ids.count == 1 {
      guard end.along >= start.along else { return nil }
      return (
        cost + costPart(end.along) - costPart(start.along),
        timePart(end.along) - timePart(start.along)
      )
    }
    cost += edge.state.cost - costPart(start.along)
    var time = edge.state.time - timePart(start.along)
    var zone = edge.state.begins ? 0 : 1
    for (place, id) in ids.enumerated().dropFirst() {
      let isLast = place == ids.count - 1
      let found = turns[firstTurn[Int(ids[place - 1])]..<firstTurn[Int(ids[place - 1]) + 1]].first {
        $0.to == id || isLast && base(of: $0.to) == base(of: id)
      }
      let driven = found.map { inTraffic($0, from: ids[place - 1], at: clock(time)) }
      guard let turn = driven, let step = step(turn, zone: zone, at: time) else { return nil }
      let length = edges[Int(id)].length
      let share = isLast ? end.along : length
      cost += price(turn) + step.edge.price
      cost += isLast ? step.edge.cost(upTo: share, of: length) : step.edge.cost
      time += turn.time
      time += isLast ? step.edge.time(upTo: share, of: length) : step.edge.time
      zone = step.zone
    }
    return (cost, time)
  }
}
