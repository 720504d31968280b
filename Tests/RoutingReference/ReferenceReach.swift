import RoadModel

/// What plain Dijkstra reaches, edge by edge.
extension ReferenceGraph {
  /// How a trip enters a directed edge on the cheapest path to it.
  struct Entry {
    var cost: UInt32
    /// Hundredths of a second.
    var time: UInt32
    /// Centimetres.
    var length: UInt64
    /// The edge as it is at this time.
    var edge: State
  }

  /// The cheapest entry of each base edge that is entered at its beginning; nothing stops the search.
  func entries(from place: RandomPlace) -> [UInt32: Entry] {
    var entries: [UInt32: Entry] = [:]
    var costs = [UInt32](repeating: Self.unreached, count: edges.count * 3)
    var times = costs
    var lengths = [UInt64](repeating: 0, count: edges.count * 3)
    var heap = BinaryHeap()
    for start in place.edges {
      let edge = edges[Int(start.edge)]
      let price = start.along < edge.length ? edge.state.price : 0
      let state = Int(start.edge) * 3 + (edge.state.begins ? 0 : 1)
      let cost = price + edge.state.cost - edge.state.cost(upTo: start.along, of: edge.length)
      guard cost < costs[state] else { continue }
      costs[state] = cost
      times[state] = edge.state.time - edge.state.time(upTo: start.along, of: edge.length)
      lengths[state] = UInt64(edge.length - start.along)
      heap.push((cost, state))
    }
    while let (cost, state) = heap.pop() {
      guard cost == costs[state] else { continue }
      for turn in turns[firstTurn[state / 3]..<firstTurn[state / 3 + 1]] {
        let turn = inTraffic(turn, from: UInt32(state / 3), at: times[state])
        guard let step = step(turn, zone: state % 3, at: times[state]) else { continue }
        let entry = Entry(
          cost: cost + (options.isShortest ? 0 : turn.cost) + step.edge.price,
          time: times[state] + turn.time, length: lengths[state],
          edge: step.edge)
        let base = base(of: turn.to)
        if entry.cost < entries[base]?.cost ?? .max { entries[base] = entry }
        let next = Int(turn.to) * 3 + step.zone
        let whole = entry.cost + step.edge.cost
        guard whole < costs[next] else { continue }
        costs[next] = whole
        times[next] = entry.time + step.edge.time
        lengths[next] = entry.length + UInt64(edges[Int(turn.to)].length)
        heap.push((whole, next))
      }
    }
    return entries
  }
}
