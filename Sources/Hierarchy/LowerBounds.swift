/// Exact costs between nodes and a fixed target (or source), computed on demand.
///
/// Strasser and Zeitz, "A Fast and Tight Heuristic for A* in Road Networks" (SEA 2021, arXiv:1910.12526): lazy
/// potentials. A cheapest path goes up, then down. With `base` from a climb from the target against the paths down,
///
///     h(v) = min(base(v), min over paths up (v, x) of cost + h(x))
///
/// Each h is cached. If that of the parent of v is known, so are those of all higher neighbours of v, which are among
/// the parent's. So it is enough to go up the parents to the first known one, and come back.
///
/// As bounds for A* they are exact, so they are admissible and consistent on the metric, and whenever the query's costs
/// are not lower than the metric's.
public struct LowerBounds: Sendable {
  private var climb: TreeClimb
  private var known: [UInt32]
  private var asked: [TopNode] = []
  private var path: [TopNode] = []
  private let direction: CellSearch.Direction

  private static let unknown = UInt32.max

  /// Memory for bounds in an index of `count` nodes.
  ///
  /// - Parameters:
  ///   - direction: Backward for costs from nodes to the target, forward for costs from the source.
  ///   - count: The number of nodes.
  public init(_ direction: CellSearch.Direction, count: Int) {
    self.direction = direction
    climb = TreeClimb(count: count)
    known = [UInt32](repeating: LowerBounds.unknown, count: count)
  }

  /// Starts with new targets (or sources).
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - seeds: The targets, with the cost to add at each.
  public mutating func start(_ view: TopView, _ metric: MetricView, _ seeds: [Seed]) {
    for node in asked { known[node.index] = LowerBounds.unknown }
    asked.removeAll(keepingCapacity: true)
    climb.start(seeds)
    climb.run(view, direction == .backward ? view.down(metric) : view.up(metric))
  }

  /// The cost from a node to the nearest target, or to it from the nearest source.
  ///
  /// - Parameters:
  ///   - node: The node; an edge, not a cell.
  ///   - view: The index with which the bounds were begun.
  ///   - metric: The metric with which they were begun.
  /// - Returns: The cost; ``Cost/unreachable`` if there is no path.
  /// - Complexity: O(arcs of the ancestors that are not yet known).
  public mutating func bound(_ node: TopNode, _ view: TopView, _ metric: MetricView) -> UInt32 {
    if known[node.index] != LowerBounds.unknown { return known[node.index] }
    let arcs = direction == .backward ? view.up(metric) : view.down(metric)
    var next = node
    while !next.isNone, known[next.index] == LowerBounds.unknown {
      path.append(next)
      next = view.parent(next)
    }
    while let node = path.popLast() {
      asked.append(node)
      LowerBounds.settle(node, climb.cost(node), arcs, &known)
    }
    return known[node.index]
  }

  private static func settle(
    _ node: TopNode, _ base: UInt32, _ arcs: DirectedView, _ known: inout [UInt32]
  ) {
    var known = known.mutableSpan
    var best = base
    arcs.forEachArc(node) { head, cost in best = min(best, cost &+ known[head.index]) }
    known[node.index] = best
  }
}

/// Exact costs between the states inside cells and a fixed target (or source), by ``LowerBounds``.
///
/// One search in a cell, from its boundary inward, gives the bounds of all its states, which are cached.
public struct CellBounds: Sendable {
  @usableFromInline
  var begins: [TopNode: Int] = [:]
  @usableFromInline
  var bounds: [UInt32] = []
  @usableFromInline
  var search = CellSearch()
  @usableFromInline
  var seeds: [PlaceSeed] = []

  /// No bounds yet.
  public init() {}

  /// Removes all cells, for another target.
  public mutating func removeAll() {
    begins.removeAll(keepingCapacity: true)
    bounds.removeAll(keepingCapacity: true)
  }

  /// The index of the first bound of a cell, if its bounds are known.
  ///
  /// - Parameter cell: The node of the cell.
  /// - Returns: The index; nil if they are not known.
  public func begin(_ cell: TopNode) -> Int? { begins[cell] }

  /// The bound of a place: `bounds[begin + place]`.
  public subscript(index: Int) -> UInt32 { bounds[index] }

  /// Finds the bounds of a cell.
  ///
  /// - Parameters:
  ///   - cell: The node of the cell.
  ///   - graph: The cell with costs no higher than the query's and no lower than the metric's.
  ///   - direction: The direction of `top`.
  ///   - top: The bounds of nodes, for the boundary.
  ///   - targets: The targets (or sources) inside the cell.
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  /// - Returns: The index of the first bound.
  @inlinable
  public mutating func add<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: TopNode, _ graph: inout Cell, _ direction: CellSearch.Direction,
    _ top: inout LowerBounds, targets: [PlaceSeed], _ view: TopView, _ metric: MetricView
  ) -> Int {
    seeds.removeAll(keepingCapacity: true)
    seeds.append(contentsOf: targets)
    for place in 0..<view.degree(cell) {
      let bound = top.bound(view.neighbour(cell, place), view, metric)
      seeds.append(PlaceSeed(UInt32(graph.insideCount + place), cost: bound))
    }
    search.run(&graph, direction, from: seeds)
    let begin = bounds.count
    begins[cell] = begin
    bounds.append(contentsOf: search.costs)
    return begin
  }
}
