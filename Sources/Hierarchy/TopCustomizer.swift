/// What turns cost in a metric that is to be made: conformed to by the caller, on its own data.
public protocol TopCosts: ~Copyable, ~Escapable {
  /// Fills a cell: ``CellGraph/begin(inside:boundary:)`` and all that follows. It is quick when the places
  /// inside are in the order of the ranks.
  mutating func fill(_ graph: inout CellGraph, cell node: UInt32)
  /// Begins with the turns from an edge of the top that lead into edges of the top.
  mutating func startTurns(from node: UInt32)
  /// The next of them: the node that is turned into, and what the turn costs with that edge; nil at the end.
  mutating func nextTurn() -> Seed?
}

/// Makes metrics and overlays of a ``TopIndex`` from the costs of turns, without the topology inside cells.
///
/// What an arc (u, v) costs is the least of: a turn from u into v; a way through the one cell that lies
/// between the end of u and the beginning of v (``CellClique``); and the triangles with a lower node that is
/// joined to both. The full customization goes through all nodes in their order, as ``Topology`` does; the
/// partial one only where something changes.
public struct TopCustomizer: Sendable {
  private var graph = CellGraph()
  var clique = CellClique()

  /// Memory that is reused.
  public init() {}

  /// Finds the costs of all arcs.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - costs: What turns cost. A turn that the index knows to be impossible is left out.
  /// - Returns: The metric.
  /// - Complexity: Some 25 microseconds for each cell, then a few nanoseconds for each triangle of the top;
  ///   12 bytes of memory for each arc.
  public mutating func metric<Costs: TopCosts & ~Copyable & ~Escapable>(
    _ view: TopView, _ costs: inout Costs
  ) -> TopMetric {
    var heads: [UInt32] = []
    heads.reserveCapacity(Int(view.first[view.count]))
    for node in 0..<UInt32(view.count) {
      for place in 0..<view.degree(node) { heads.append(view.neighbour(node, place)) }
    }
    var pairs = [Metric.Pair](repeating: .none, count: heads.count)
    for node in 0..<UInt32(view.count) {
      if view.cell(node) == nil {
        costs.startTurns(from: node)
        while let turn = costs.nextTurn() {
          TopCustomizer.offer(turn.cost, from: node, to: turn.node, view, &pairs)
        }
      } else {
        load(node, &costs)
        offerClique(node, view, &pairs)
      }
    }
    Topology.sweep(first: view.first, heads: heads, &pairs)
    return TopCustomizer.compress(pairs, view)
  }

  /// Finds the costs through a cell.
  mutating func load<Costs: TopCosts & ~Copyable & ~Escapable>(
    _ cell: UInt32, _ costs: inout Costs
  ) {
    costs.fill(&graph, cell: cell)
    clique.run(graph)
  }

  private func offerClique(_ cell: UInt32, _ view: TopView, _ pairs: inout [Metric.Pair]) {
    for one in 0..<clique.boundaryCount {
      let low = view.neighbour(cell, one)
      for other in one + 1..<max(clique.boundaryCount, one + 1) {
        let there = clique[one, other]
        let back = clique[other, one]
        if there >= Cost.unreachable && back >= Cost.unreachable { continue }
        let high = view.neighbour(cell, other)
        guard let place = view.place(of: high, in: low) else { continue }
        let arc = Int(view.first[Int(low)]) + place
        pairs[arc].up = min(pairs[arc].up, there)
        pairs[arc].down = min(pairs[arc].down, back)
      }
    }
  }

  private static func offer(
    _ cost: UInt32, from: UInt32, to: UInt32, _ view: TopView, _ pairs: inout [Metric.Pair]
  ) {
    guard from != to, let place = view.place(of: max(from, to), in: min(from, to)) else { return }
    let arc = Int(view.first[Int(min(from, to))]) + place
    if from < to {
      pairs[arc].up = min(pairs[arc].up, cost)
    } else {
      pairs[arc].down = min(pairs[arc].down, cost)
    }
  }

  private static func compress(_ pairs: [Metric.Pair], _ view: TopView) -> TopMetric {
    var result = TopMetric(up: [], down: [])
    for arc in pairs.indices {
      if view.upMasks[arc >> 6] >> UInt64(arc & 63) & 1 != 0 { result.up.append(pairs[arc].up) }
      if view.downMasks[arc >> 6] >> UInt64(arc & 63) & 1 != 0 {
        result.down.append(pairs[arc].down)
      }
    }
    return result
  }
}
