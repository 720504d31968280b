/// The costs of turns for making a metric; callers conform their data to it.
public protocol TopCosts: ~Copyable, ~Escapable {
  /// The error if the data cannot be read, which ends the making of a metric; `Never` if that is impossible.
  associatedtype Failure: Error = Never
  /// Fills a graph with the turns of a cell, starting with ``CellGraph/begin(inside:boundary:)``.
  ///
  /// It is fastest if the places inside are in the order of the ranks.
  mutating func fill(_ graph: inout CellGraph, cell node: TopNode) throws(Failure)
  /// Starts with the turns from an edge of the top onto edges of the top.
  mutating func startTurns(from node: TopNode) throws(Failure)
  /// The next turn: the node turned into, and the cost of the turn with that edge; nil after the last.
  mutating func nextTurn() -> Seed?
  /// Whether the metric is no longer needed; making it then ends soon, and the result is invalid.
  var isCancelled: Bool { get }
}

extension TopCosts where Self: ~Copyable, Self: ~Escapable {
  /// Always false.
  public var isCancelled: Bool { false }
}

/// Makes metrics and overlays of a ``TopIndex`` from the costs of turns.
///
/// The cost of an arc (u, v) is the minimum of: a turn from u into v; a path through the one cell between the end of u
/// and the beginning of v (``CellClique``); and the triangles with a lower node that is joined to both (``Sweep``). The
/// full customization visits all nodes in order, the partial one only those with changes
/// (``update(_:over:_:cells:turns:from:to:)``).
public struct TopCustomizer: Sendable {
  /// The upper bound of the costs of an arc by a turn or by a path through a cell.
  struct Offer: Sendable {
    var arc: UInt32
    var costs: CostPair
  }

  private var graph = CellGraph()
  private(set) var clique = CellClique()
  private(set) var offers: [Offer] = []

  /// Empty memory to reuse.
  public init() {}

  /// Calculates the costs of all arcs on one thread.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - costs: The costs of turns. Turns without an arc in the index are ignored.
  /// - Returns: The metric; empty if the costs were cancelled.
  /// - Throws: Rethrows the errors of `costs`.
  /// - Complexity: Some 20 microseconds per cell of 256 edges, then a few nanoseconds per triangle of the top; 8 bytes
  ///   of memory per arc.
  public mutating func metric<Costs: TopCosts & ~Copyable & ~Escapable>(
    _ view: TopView, _ costs: inout Costs
  ) throws(Costs.Failure) -> TopMetric {
    var pairs = [CostPair](repeating: .none, count: Int(view.first[view.count]))
    for node in 0..<view.count {
      if node & 15 == 0, costs.isCancelled { return TopMetric(up: [], down: []) }
      offers.removeAll(keepingCapacity: true)
      try appendOffers(TopNode(node), view, &costs)
      TopCustomizer.apply(offers, &pairs)
    }
    var sweep = Sweep(count: view.count)
    // Few nodes at a time, because a file may have lists with any number of triangles per node.
    for begin in stride(from: 0, to: view.count, by: 64) {
      if costs.isCancelled { return TopMetric(up: [], down: []) }
      let nodes = begin..<min(begin + 64, view.count)
      sweep.run(nodes, end: view.count, view, &pairs, base: 0)
    }
    return TopCustomizer.compress(pairs, view)
  }

  /// Calculates the costs through a cell.
  mutating func load<Costs: TopCosts & ~Copyable & ~Escapable>(
    _ cell: TopNode, _ costs: inout Costs
  ) throws(Costs.Failure) {
    try costs.fill(&graph, cell: cell)
    clique.run(graph)
  }

  /// Appends the costs that the turns from an edge, or the paths through a cell, give to arcs.
  mutating func appendOffers<Costs: TopCosts & ~Copyable & ~Escapable>(
    _ node: TopNode, _ view: TopView, _ costs: inout Costs
  ) throws(Costs.Failure) {
    if view.cell(node) != nil {
      try load(node, &costs)
      appendClique(node, view)
      return
    }
    try costs.startTurns(from: node)
    while let turn = costs.nextTurn() {
      let low = min(node, turn.node)
      guard turn.node != node, let place = view.place(of: max(node, turn.node), in: low) else {
        continue
      }
      var offer = Offer(arc: view.first[low.index] + UInt32(place), costs: .none)
      if low == node {
        offer.costs.up = min(turn.cost, Cost.unreachable)
      } else {
        offer.costs.down = min(turn.cost, Cost.unreachable)
      }
      offers.append(offer)
    }
  }

  private mutating func appendClique(_ cell: TopNode, _ view: TopView) {
    for one in 0..<clique.boundaryCount {
      let low = view.neighbour(cell, one)
      for other in one + 1..<max(clique.boundaryCount, one + 1) {
        let costs = CostPair(up: clique[one, other], down: clique[other, one])
        if costs == .none { continue }
        guard let place = view.place(of: view.neighbour(cell, other), in: low) else { continue }
        offers.append(Offer(arc: view.first[low.index] + UInt32(place), costs: costs))
      }
    }
  }

  static func apply(_ offers: [Offer], _ pairs: inout [CostPair]) {
    for offer in offers {
      let arc = Int(offer.arc)
      pairs[arc].up = min(pairs[arc].up, offer.costs.up)
      pairs[arc].down = min(pairs[arc].down, offer.costs.down)
    }
  }

  /// The costs of the paths that the index has.
  static func compress(_ pairs: [CostPair], _ view: TopView) -> TopMetric {
    var result = TopMetric(up: [], down: [])
    result.up.reserveCapacity(setBits(view.upMasks))
    result.down.reserveCapacity(setBits(view.downMasks))
    for arc in pairs.indices {
      if view.upMasks[arc >> 6] >> UInt64(arc & 63) & 1 != 0 { result.up.append(pairs[arc].up) }
      if view.downMasks[arc >> 6] >> UInt64(arc & 63) & 1 != 0 {
        result.down.append(pairs[arc].down)
      }
    }
    return result
  }

  private static func setBits(_ words: borrowing Span<UInt64>) -> Int {
    words.indices.reduce(0) { $0 + words[$1].nonzeroBitCount }
  }
}

extension TopIndex {
  /// Calculates the costs of all arcs.
  ///
  /// - Parameters:
  ///   - costs: The costs of turns; each thread has a copy.
  ///   - threads: The maximum number of threads. The result does not depend on it.
  /// - Returns: The metric.
  public func metric<Costs: TopCosts & Sendable>(_ costs: Costs, threads: Int = 1) async
    -> TopMetric where Costs.Failure == Never
  {
    TopCustomizer.compress(await pairs(costs, threads: threads), view)
  }

  /// Calculates the costs of all arcs in both directions, also where the index has no path.
  func pairs<Costs: TopCosts & Sendable>(_ costs: Costs, threads: Int) async -> [CostPair]
  where Costs.Failure == Never {
    let jobs = max(1, min(threads == 1 ? 16 : threads * 8, count))
    var pairs = [CostPair](repeating: .none, count: Int(first[count]))
    for begin in stride(from: 0, to: jobs, by: threads) {
      let results = await concurrently(min(threads, jobs - begin), threads: threads) { number in
        let job = begin + number
        var customizer = TopCustomizer()
        var costs = costs
        for node in count * job / jobs..<count * (job + 1) / jobs {
          customizer.appendOffers(TopNode(node), view, &costs)
        }
        return customizer.offers
      }
      for offers in results { TopCustomizer.apply(offers, &pairs) }
    }
    return await swept(pairs, threads: threads)
  }
}
