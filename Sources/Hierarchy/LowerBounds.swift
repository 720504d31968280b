/// Exact costs between nodes and a fixed target (or source), found when they are asked for.
///
/// Strasser and Zeitz, "A Fast and Tight Heuristic for A* in Road Networks" (SEA 2021, arXiv:1910.12526), as
/// lazy potentials. A cheapest way goes up, then down; so with `base` from a climb from the target against
/// the ways down,
///
///     h(v) = min(base(v), min over ways up (v, x) of cost + h(x))
///
/// Each h is kept. If that of the parent of v is known so are those of all higher neighbours of v, which are
/// among the parent's: it is enough to go up the parents to the first known one and come back.
///
/// As A* bounds they are exact, hence admissible and consistent, on the metric and whenever the query's costs
/// are no lower than the metric's.
public struct LowerBounds: Sendable {
  private var climb: TreeClimb
  private var known: [UInt32]
  private var asked: [UInt32] = []
  private var path: [UInt32] = []
  private let direction: CellSearch.Direction

  private static let unknown = UInt32.max

  /// Memory for bounds in an index of so many nodes.
  ///
  /// - Parameters:
  ///   - direction: Backward for the cost from a node to the target, forward for that from the source.
  ///   - count: The number of nodes.
  public init(_ direction: CellSearch.Direction, count: Int) {
    self.direction = direction
    climb = TreeClimb(count: count)
    known = [UInt32](repeating: LowerBounds.unknown, count: count)
  }

  /// Begins with other targets (or sources).
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - seeds: The targets, and what is to be added at each.
  public mutating func start(_ view: TopView, _ metric: MetricView, _ seeds: [Seed]) {
    for node in asked { known[Int(node)] = LowerBounds.unknown }
    asked.removeAll(keepingCapacity: true)
    climb.start(seeds)
    climb.run(view, direction == .backward ? view.down(metric) : view.up(metric))
  }

  /// The cost from a node to the nearest target (or to it from the nearest source).
  ///
  /// - Parameters:
  ///   - node: The node; an edge, not a cell.
  ///   - view: The index with which the bounds were begun.
  ///   - metric: The metric with which they were begun.
  /// - Returns: The cost; ``Cost/unreachable`` if there is no way.
  /// - Complexity: O(arcs of the ancestors not asked for before).
  public mutating func bound(_ node: UInt32, _ view: TopView, _ metric: MetricView) -> UInt32 {
    if known[Int(node)] != LowerBounds.unknown { return known[Int(node)] }
    let arcs = direction == .backward ? view.up(metric) : view.down(metric)
    var next = node
    while next != TopIndex.none, known[Int(next)] == LowerBounds.unknown {
      path.append(next)
      next = view.parent(Int(next))
    }
    while let node = path.popLast() {
      asked.append(node)
      LowerBounds.settle(Int(node), climb.cost(node), arcs, &known)
    }
    return known[Int(node)]
  }

  private static func settle(
    _ node: Int, _ base: UInt32, _ arcs: DirectedView, _ known: inout [UInt32]
  ) {
    var known = known.mutableSpan
    var best = base
    arcs.forEachArc(node) { head, cost in best = min(best, cost &+ known[Int(head)]) }
    known[node] = best
  }
}

/// Exact costs between the states inside cells and a fixed target (or source), by ``LowerBounds``.
///
/// One search in a cell, from its boundary inward, gives the bounds of all its states; they are kept.
public struct CellBounds: Sendable {
  @usableFromInline
  var begins: [UInt32: Int] = [:]
  @usableFromInline
  var bounds: [UInt32] = []
  @usableFromInline
  var search = CellSearch()
  @usableFromInline
  var seeds: [Seed] = []

  /// Nothing is known.
  public init() {}

  /// Forgets all cells, for another target.
  public mutating func removeAll() {
    begins.removeAll(keepingCapacity: true)
    bounds.removeAll(keepingCapacity: true)
  }

  /// Where the bounds of a cell's places begin, if they are known.
  ///
  /// - Parameter cell: The node of the cell.
  /// - Returns: The place of the first; nil if they are not known.
  public func begin(_ cell: UInt32) -> Int? { begins[cell] }

  /// The bound of a place: `bounds[begin + place]`.
  public subscript(index: Int) -> UInt32 { bounds[index] }

  /// Finds the bounds of a cell.
  ///
  /// - Parameters:
  ///   - cell: The node of the cell.
  ///   - graph: The cell with costs no higher than the query's and no lower than the metric's.
  ///   - direction: That of `top`.
  ///   - top: The bounds of the boundary.
  ///   - targets: The targets (or sources) inside the cell: their `node` is a place.
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  /// - Returns: Where the bounds begin.
  @inlinable
  public mutating func add<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: UInt32, _ graph: inout Cell, _ direction: CellSearch.Direction,
    _ top: inout LowerBounds, targets: [Seed], _ view: TopView, _ metric: MetricView
  ) -> Int {
    seeds.removeAll(keepingCapacity: true)
    seeds.append(contentsOf: targets)
    for place in 0..<view.degree(cell) {
      let bound = top.bound(view.neighbour(cell, place), view, metric)
      seeds.append(Seed(UInt32(graph.insideCount + place), cost: bound))
    }
    search.run(&graph, direction, from: seeds)
    let begin = bounds.count
    begins[cell] = begin
    bounds.append(contentsOf: search.costs)
    return begin
  }
}
