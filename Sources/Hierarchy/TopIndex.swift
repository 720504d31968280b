/// A hierarchy as it is stored and searched: without the inside of small cells.
///
/// The parts of a ``Dissection`` that are not cut further are *cells*, of a few hundred directed edges. A search inside
/// a cell is so fast that the hierarchy leaves it out, which keeps one arc in six. The rest is the *top*: the directed
/// edges that were cut. The nodes are these edges, and one for each cell, below the edges that bound it. So the list of
/// a cell is its boundary, and a path is
///
///     edges in the first cell → edges of the top, joined by arcs → edges in the last cell
///
/// Nodes are numbered in post-order of the elimination tree. The nodes below v are the `sizes[v] - 1` before it, the
/// parent of v is the first of its list, and all nodes of its list are ancestors, ascending.
///
/// This is the customizable contraction hierarchy of Dibbelt, Strasser and Wagner (2014, arXiv:1402.0402) on directed
/// edges as states, so turn costs and restrictions are exact. Contracting a node joins all its higher neighbours: L(v)
/// has those of v itself, and L(c) without v for all c whose parent is v.
///
/// **Columns.** For n nodes, a arcs, p entries of lists, u and d arcs with a path up and down:
///
///     first      u32[n + 1]   the arcs of node v are first[v] ..< first[v + 1]
///     starts     u32[n]       index in lists where the list of v begins; it has as many entries as v has arcs
///     lists      u32[p]       heads of arcs; lists share entries, so p is about a sixth of a
///     sizes      u32[n]       number of nodes in the subtree of v, including v
///     cells      u32[n]       the node of the cell in which the edge of v ends, if it ends in one
///     contents   u32[n]       bit 31 set: v is the cell with the number in the other bits; else v is this edge
///     upMasks    u64[a/64]    bit a % 64 of word a / 64: arc a has a path from its tail up to its head
///     upCounts   u32[a/64]    the number of bits set in all words before
///     downMasks, downCounts   the same for paths from the head down to the tail
///     up         u32[u]       metric: the cost for each bit set in upMasks
///     down       u32[d]       metric: the cost for each bit set in downMasks
///
/// The arcs of cells never have a path; they only name the boundary. Edges have their rank in the dissection, and cells
/// their index among those given, until the compiler rewrites ``contents``. For a file the compiler also needs the node
/// of each cell and of each edge of the top (``nodes(ofCells:)``, ``nodes(ofEdges:)``).
///
/// **Building**: a ``Dissection``; from it ``init(_:_:_:cells:threads:)``; then a metric for each profile, by
/// ``metric(_:threads:)`` or by a ``TopCustomizer``.
///
/// **Querying**, on ``TopView`` and ``MetricView``, which borrow the columns from wherever they are:
///
/// 1. Run a ``CellSearch`` in the cell of each end, over ``CellTurns`` of the caller's. Its costs at the boundary, at
///    places from `insideCount` on, are ``Seed``s at the nodes of the cell's list. An end on an edge of the top is
///    itself a seed. If both ends are in one cell, the cost between them inside it is a candidate, and the bound of the
///    next step.
/// 2. ``TreeSearch`` from the seeds of one side to those of the other gives the cost, and the path as nodes.
/// 3. ``PathUnpacker`` turns the path into hops between edges of the top. A hop is a turn, or a path through the cell
///    that it names. A ``CellSearch`` bounded by the cost of the hop finds this path.
///
/// ``LowerBounds`` and ``CellBounds`` give exact bounds for A*. ``TopCustomizer`` makes metrics of other costs and
/// updates ``MetricOverlay``s. ``CostTable`` is for tables.
public struct TopIndex: Sendable {
  /// The arcs of node v are `first[v] ..< first[v + 1]`.
  public internal(set) var first: [UInt32] = [0]
  /// The index in ``lists`` where the list of each node begins.
  public internal(set) var starts: [UInt32] = []
  /// The heads of the arcs; lists overlap.
  public internal(set) var lists: [UInt32] = []
  /// The number of nodes in the subtree of each node.
  public internal(set) var sizes: [UInt32] = []
  /// For each node that is an edge, the node of the cell in which the edge ends, or the number of ``TopNode/none``.
  ///
  /// A path that continues through a cell continues through this one.
  public internal(set) var cells: [UInt32] = []
  /// The content of each node: an edge, or ``cellBit`` and a cell.
  public var contents: [UInt32] = []
  /// A bit for each arc, set if it has a path up.
  public internal(set) var upMasks: [UInt64] = []
  /// The number of bits set in all words of ``upMasks`` before.
  public internal(set) var upCounts: [UInt32] = []
  /// A bit for each arc, set if it has a path down.
  public internal(set) var downMasks: [UInt64] = []
  /// The number of bits set in all words of ``downMasks`` before.
  public internal(set) var downCounts: [UInt32] = []

  /// Set in the contents of a node that is a cell.
  public static let cellBit: UInt32 = 1 << 31
  /// No node, or no place, in a column of numbers.
  @usableFromInline static let none = UInt32.max

  /// The number of nodes.
  public var count: Int { sizes.count }

  /// The node of each cell.
  ///
  /// - Parameter count: The number of cells.
  /// - Returns: The nodes, as long as ``contents`` still has the given numbers of cells; ``TopNode/none`` for a cell
  ///   without edges.
  public func nodes(ofCells count: Int) -> [TopNode] {
    var nodes = [TopNode](repeating: .none, count: count)
    for (node, content) in contents.enumerated() where content & TopIndex.cellBit != 0 {
      nodes[Int(content & ~TopIndex.cellBit)] = TopNode(node)
    }
    return nodes
  }

  /// The node of the edge of each rank, or ``TopNode/none`` for an edge inside a cell.
  ///
  /// - Parameter count: The number of ranks.
  /// - Returns: The nodes, as long as ``contents`` still has the ranks.
  public func nodes(ofEdges count: Int) -> [TopNode] {
    var nodes = [TopNode](repeating: .none, count: count)
    for (node, content) in contents.enumerated() where content & TopIndex.cellBit == 0 {
      nodes[Int(content)] = TopNode(node)
    }
    return nodes
  }

  /// The columns for a search.
  public var view: TopView {
    @_lifetime(borrow self)
    get {
      TopView(
        first: first.span, starts: starts.span, lists: lists.span, sizes: sizes.span,
        cells: cells.span, contents: contents.span, upMasks: upMasks.span, upCounts: upCounts.span,
        downMasks: downMasks.span, downCounts: downCounts.span)
    }
  }
}

/// The costs of the arcs of a ``TopIndex``: one number for each path that exists.
public struct TopMetric: Sendable, Equatable {
  /// The costs of the paths up.
  public var up: [UInt32]
  /// The costs of the paths down.
  public var down: [UInt32]

  /// A metric with the given costs.
  public init(up: [UInt32], down: [UInt32]) {
    self.up = up
    self.down = down
  }

  /// The costs for a search.
  public var view: MetricView {
    @_lifetime(borrow self)
    get { MetricView(up: StoredCosts(up.span), down: StoredCosts(down.span)) }
  }
}
