/// Whether pieces of a route are best ways, by plain Dijkstra from edge to edge.
extension ReferenceGraph {
  /// The first piece of a route that is no best way.
  ///
  /// - Parameters:
  ///   - ids: The edges of the route, base or via.
  ///   - share: The pieces are those whose cost is at most this share of the whole.
  /// - Returns: The indices of the edges at its ends, and by how much another way costs less; nil if there is none.
  func detour(on ids: [UInt32], share: Double) -> (first: Int, last: Int, gain: UInt32)? {
    var sums: [UInt32] = [0]
    for (from, to) in zip(ids, ids.dropFirst()) {
      guard let cost = cost(from, to) else { return (0, 0, 0) }
      sums.append(sums[sums.count - 1] + cost)
    }
    let piece = UInt32(Double(sums[sums.count - 1]) * share)
    var before = 0
    for first in ids.indices {
      guard let last = sums.lastIndex(where: { $0 <= sums[first] + piece }), last > before else {
        continue
      }
      // A piece within one that was looked at is best if that is.
      before = last
      let own = sums[last] - sums[first]
      // The first and the last edges may lie in zones that only end there.
      guard ids[first...last].allSatisfy({ edges[Int($0)].state.passes }) else { continue }
      if let best = best(from: ids[first], to: ids[last], below: own) {
        return (first, last, own - best)
      }
    }
    return nil
  }

  /// The cost of a turn and of the edge behind it, through traffic.
  private func cost(_ from: UInt32, _ to: UInt32) -> UInt32? {
    let turn = turns[firstTurn[Int(from)]..<firstTurn[Int(from) + 1]].first { $0.to == to }
    return turn.map {
      inTraffic($0, from: from, at: 0).cost + edges[Int(to)].state.price
        + edges[Int(to)].state.cost
    }
  }

  /// The cost from the end of an edge to the end of another, if it is less than a bound.
  private func best(from: UInt32, to: UInt32, below bound: UInt32) -> UInt32? {
    var costs: [UInt32: UInt32] = [from: 0]
    var heap = BinaryHeap()
    heap.push((0, Int(from)))
    while let (cost, state) = heap.pop(), cost < bound {
      if state == Int(to) { return cost }
      guard cost == costs[UInt32(state)] else { continue }
      for turn in turns[firstTurn[state]..<firstTurn[state + 1]] {
        let turn = inTraffic(turn, from: UInt32(state), at: 0)
        guard let step = step(turn, zone: 1, at: 0), step.zone == 1 else { continue }
        let next = cost + turn.cost + step.edge.price + step.edge.cost
        if next < bound, next < costs[turn.to] ?? .max {
          costs[turn.to] = next
          heap.push((next, Int(turn.to)))
        }
      }
    }
    return nil
  }
}
