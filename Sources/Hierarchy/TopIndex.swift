/// A hierarchy as it is stored and searched: without what lies inside small cells.
///
/// The parts of a ``Dissection`` that were not cut further are *cells*, of a few hundred directed edges. A
/// search inside a cell is so cheap that the hierarchy need not know it; this keeps one arc in six. What
/// remains is the *top*: the directed edges that were cut. Its nodes are these edges and, one for each, the
/// cells, which stand below the edges that bound them; so the list of a cell is its boundary, and a path is
///
///     edges in the first cell → edges of the top, joined by arcs → edges in the last cell
///
/// Nodes are numbered in post-order of the elimination tree: the nodes below v are the `sizes[v] - 1` before
/// it, the parent of v is the first of its list, and all of its list are ancestors, ascending.
///
/// This is the customizable contraction hierarchy of Dibbelt, Strasser and Wagner (2014, arXiv:1402.0402) on
/// directed edges as states, so turn costs and restrictions are exact. Contracting a node joins all its
/// higher neighbours: L(v) is v's own ones and L(c) without v for all c whose parent is v.
///
/// **What is stored in a file.** For n nodes, a arcs, p entries of lists, u and d arcs with a way up and down:
///
///     first      u32[n + 1]   the arcs of node v are first[v] ..< first[v + 1]
///     starts     u32[n]       where the list of v begins in lists; as long as v has arcs
///     lists      u32[p]       heads of arcs; lists share entries, so p is about a sixth of a
///     sizes      u32[n]       nodes in the subtree of v, itself counted
///     cells      u32[n]       the node of the cell where the edge that v is ends, if it ends in one
///     contents   u32[n]       bit 31 set: v is a cell, the rest its number; else the edge that v is
///     upMasks    u64[a/64]    bit a % 64 of word a / 64: arc a has a way from its tail up to its head
///     upCounts   u32[a/64]    the bits set in all words before
///     downMasks, downCounts   the same for the way from the head down to the tail
///     up         u32[u]       metric: for each bit set in upMasks the cost
///     down       u32[d]
///
/// The arcs of cells never have a way; they only name the boundary. Edges are known by their rank in the
/// dissection until the compiler rewrites ``contents``; cells by their place among those given, likewise.
/// The compiler also stores for each cell its node, and for each edge of the top its node
/// (``nodes(ofCells:)``, ``nodes(ofEdges:)``).
///
/// **Build**: ``Dissection``, from it ``Tiling`` and ``init(_:_:_:cells:threads:)``, then for each profile
/// ``metric(_:threads:)`` with ``LineCosts``.
///
/// **Query**, on ``TopView`` and ``MetricView``, which borrow the columns wherever they are:
///
/// 1. For the cell of each end a ``CellSearch``, over ``CellTurns`` of the caller's; the costs it finds at
///    the boundary, at places `insideCount` and on, are ``Seed``s at the nodes of the cell's list. An end on
///    an edge of the top is a seed itself. If both ends are in one cell, the cost between them inside it is a
///    candidate, and the bound of the next step.
/// 2. ``TreeSearch`` from the seeds of one side to those of the other gives the cost, and the path as nodes.
/// 3. ``PathUnpacker`` turns the path into hops from edge to edge of the top, each either a turn or a way
///    through the cell that it names; a ``CellSearch`` bounded by the cost of the hop finds that way.
///
/// ``LowerBounds`` and ``CellBounds`` give exact bounds for A*. ``TopCustomizer`` makes metrics of other costs
/// and keeps ``MetricOverlay``s up to date. ``OneToAll`` and ``CostTable`` are for isolines and matrices.
public struct TopIndex: Sendable {
  /// The arcs of node v are `first[v] ..< first[v + 1]`.
  public internal(set) var first: [UInt32] = [0]
  /// Where the list of a node begins.
  public internal(set) var starts: [UInt32] = []
  /// The heads of the arcs, lists overlapping.
  public internal(set) var lists: [UInt32] = []
  /// The nodes in the subtree of each node.
  public internal(set) var sizes: [UInt32] = []
  /// For each node that is an edge the node of the cell in which the edge ends, or ``none``: a way that goes on
  /// through a cell goes on through that one.
  public internal(set) var cells: [UInt32] = []
  /// What each node is: an edge, or ``cellBit`` and a cell.
  public var contents: [UInt32] = []
  /// Which arcs have a way up, and how many in the words before.
  public internal(set) var upMasks: [UInt64] = []
  /// How many arcs with a way up there are in the words before.
  public internal(set) var upCounts: [UInt32] = []
  /// Which arcs have a way down.
  public internal(set) var downMasks: [UInt64] = []
  /// How many arcs with a way down there are in the words before.
  public internal(set) var downCounts: [UInt32] = []

  /// Set in the contents of a node that is a cell.
  public static let cellBit: UInt32 = 1 << 31
  /// No node.
  public static let none = UInt32.max

  /// The number of nodes.
  public var count: Int { sizes.count }

  /// For each cell its node.
  ///
  /// - Parameter count: The number of cells.
  /// - Returns: The nodes, as long as ``contents`` still numbers the cells as given; ``none`` for a cell
  ///   without edges.
  public func nodes(ofCells count: Int) -> [UInt32] {
    var nodes = [UInt32](repeating: TopIndex.none, count: count)
    for (node, content) in contents.enumerated() where content & TopIndex.cellBit != 0 {
      nodes[Int(content & ~TopIndex.cellBit)] = UInt32(node)
    }
    return nodes
  }

  /// For each rank the node of the edge that has it, or ``none`` for one inside a cell.
  ///
  /// - Parameter count: The number of ranks.
  /// - Returns: The nodes, as long as ``contents`` still tells the ranks.
  public func nodes(ofEdges count: Int) -> [UInt32] {
    var nodes = [UInt32](repeating: TopIndex.none, count: count)
    for (node, content) in contents.enumerated() where content & TopIndex.cellBit == 0 {
      nodes[Int(content)] = UInt32(node)
    }
    return nodes
  }

  /// The columns, to be searched.
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

/// The costs of the arcs of a ``TopIndex``: one number for each way that exists.
public struct TopMetric: Sendable, Equatable {
  /// What the ways up cost.
  public var up: [UInt32]
  /// What the ways down cost.
  public var down: [UInt32]

  /// A metric of the given costs.
  public init(up: [UInt32], down: [UInt32]) {
    self.up = up
    self.down = down
  }

  /// The costs, to be searched.
  public var view: MetricView {
    @_lifetime(borrow self)
    get { MetricView(up: StoredCosts(up.span), down: StoredCosts(down.span)) }
  }
}
