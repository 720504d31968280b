/// The columns of a ``TopIndex``, borrowed from wherever they are: arrays, or a mapped file.
///
/// The columns must be those of an index that was built, or that has no ``flaw(edgeCount:cellCount:)``. Indices out of
/// range trap, but a list that does not ascend, or leads down, makes searches endless.
public struct TopView: ~Escapable {
  let first: Span<UInt32>
  let starts: Span<UInt32>
  let lists: Span<UInt32>
  let sizes: Span<UInt32>
  let cells: Span<UInt32>
  let contents: Span<UInt32>
  let upMasks: Span<UInt64>
  let upCounts: Span<UInt32>
  let downMasks: Span<UInt64>
  let downCounts: Span<UInt32>

  /// A view of the given columns; see ``TopIndex``.
  @_lifetime(
    copy first, copy starts, copy lists, copy sizes, copy cells, copy contents, copy upMasks,
    copy upCounts,
    copy downMasks, copy downCounts)
  public init(
    first: Span<UInt32>, starts: Span<UInt32>, lists: Span<UInt32>, sizes: Span<UInt32>,
    cells: Span<UInt32>, contents: Span<UInt32>, upMasks: Span<UInt64>, upCounts: Span<UInt32>,
    downMasks: Span<UInt64>, downCounts: Span<UInt32>
  ) {
    self.first = first
    self.starts = starts
    self.lists = lists
    self.sizes = sizes
    self.cells = cells
    self.contents = contents
    self.upMasks = upMasks
    self.upCounts = upCounts
    self.downMasks = downMasks
    self.downCounts = downCounts
  }

  /// The number of nodes.
  public var count: Int { sizes.count }

  /// The number of arcs, and of paths through cells, to cache from trip to trip: a power of two.
  ///
  /// A large region has more main roads that trips share than a small one.
  public var rememberedCount: Int {
    let quarter = UInt32(truncatingIfNeeded: count) >> 2
    return 1 << min(max(31 - quarter.leadingZeroBitCount, 13), 16)
  }

  /// The cell of a node; nil if the node is an edge.
  public func cell(_ node: TopNode) -> CellNumber? {
    let content = contents[node.index]
    return content & TopIndex.cellBit == 0 ? nil : CellNumber(content & ~TopIndex.cellBit)
  }

  /// The edge of a node, by the caller's number of it; nil if the node is a cell.
  public func edge(_ node: TopNode) -> UInt32? {
    let content = contents[node.index]
    return content & TopIndex.cellBit == 0 ? content : nil
  }

  /// The node of the cell in which the edge of a node ends; nil if there is none.
  public func cellAfter(_ node: TopNode) -> TopNode? {
    let cell = TopNode(cells[node.index])
    return cell.isNone ? nil : cell
  }

  /// The number of higher neighbours of a node; for a cell, the number of edges that bound it.
  public func degree(_ node: TopNode) -> Int { Int(first[node.index &+ 1] &- first[node.index]) }

  /// The higher neighbour at a place in the list of a node.
  public func neighbour(_ node: TopNode, _ place: Int) -> TopNode {
    TopNode(lists[Int(starts[node.index]) &+ place])
  }

  /// The parent of a node in the elimination tree, or ``TopNode/none``.
  func parent(_ node: TopNode) -> TopNode {
    first[node.index] == first[node.index &+ 1] ? .none : TopNode(lists[Int(starts[node.index])])
  }

  /// The last child of a node; ``before(_:)`` of the node if it has none.
  ///
  /// To visit the children of a node, the last one first:
  ///
  ///     let end = before(node)
  ///     var child = lastChild(node)
  ///     while child != end { child = before(child) }
  @inline(__always)
  func lastChild(_ node: TopNode) -> TopNode { TopNode(node.number &- 1) }

  /// The node before the subtree of a node.
  @inline(__always)
  func before(_ node: TopNode) -> TopNode { TopNode(node.number &- sizes[node.index]) }

  /// The place of a node in the list of a lower one; nil if it is not in the list.
  ///
  /// - Complexity: O(log(degree)).
  public func place(of head: TopNode, in node: TopNode) -> Int? {
    let start = Int(starts[node.index])
    let head = head.number
    let end = start &+ degree(node)
    var low = start
    var high = end
    while low < high {
      let middle = (low &+ high) &>> 1
      if lists[middle] < head { low = middle &+ 1 } else { high = middle }
    }
    return low < end && lists[low] == head ? low &- start : nil
  }

  /// The arcs in one direction, up or down, with their costs.
  @_lifetime(copy self, copy metric)
  func up(_ metric: MetricView) -> DirectedView {
    DirectedView(first, starts, lists, upMasks, upCounts, metric.up)
  }

  @_lifetime(copy self, copy metric)
  func down(_ metric: MetricView) -> DirectedView {
    DirectedView(first, starts, lists, downMasks, downCounts, metric.down)
  }
}

/// The costs of one direction of a metric, with changes if there are any.
struct CostColumn: ~Escapable {
  let base: StoredCosts
  /// For each page of the base, the start of its changed copy in `changes`, or ``TopIndex/none``.
  ///
  /// Empty if nothing is changed.
  let pages: Span<UInt32>
  let changes: Span<UInt32>

  @_lifetime(copy base, copy pages, copy changes)
  init(_ base: StoredCosts, _ pages: Span<UInt32>, _ changes: Span<UInt32>) {
    self.base = base
    self.pages = pages
    self.changes = changes
  }

  subscript(index: Int) -> UInt32 {
    @inline(__always) get {
      if pages.isEmpty { return base[index] }
      let page = pages[index &>> MetricOverlay.pageShift]
      return page == TopIndex.none
        ? base[index] : changes[Int(page) &+ index & MetricOverlay.pageMask]
    }
  }
}

/// The costs of a metric of a ``TopIndex``, borrowed; with the changes of a ``MetricOverlay``, if any.
public struct MetricView: ~Escapable {
  let up: CostColumn
  let down: CostColumn

  /// A view of the given costs.
  @_lifetime(copy up, copy down)
  public init(up: StoredCosts, down: StoredCosts) {
    self.up = CostColumn(up, Span(), Span())
    self.down = CostColumn(down, Span(), Span())
  }

  /// A view of a metric with the changes of an overlay.
  @_lifetime(copy base, borrow overlay)
  public init(_ base: MetricView, _ overlay: borrowing MetricOverlay) {
    up = CostColumn(base.up.base, overlay.up.pages.span, overlay.up.changes.span)
    down = CostColumn(base.down.base, overlay.down.pages.span, overlay.down.changes.span)
  }
}

/// The arcs in one direction, up or down.
struct DirectedView: ~Escapable {
  let first: Span<UInt32>
  let starts: Span<UInt32>
  let lists: Span<UInt32>
  let masks: Span<UInt64>
  let counts: Span<UInt32>
  let costs: CostColumn

  @_lifetime(copy first, copy starts, copy lists, copy masks, copy counts, copy costs)
  init(
    _ first: Span<UInt32>, _ starts: Span<UInt32>, _ lists: Span<UInt32>, _ masks: Span<UInt64>,
    _ counts: Span<UInt32>, _ costs: CostColumn
  ) {
    self.first = first
    self.starts = starts
    self.lists = lists
    self.masks = masks
    self.counts = counts
    self.costs = costs
  }

  /// The index of the cost of an arc; nil if the arc has no path in this direction.
  @inline(__always)
  func index(_ arc: Int) -> Int? {
    let mask = masks[arc &>> 6]
    let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: arc & 63)
    if mask & bit == 0 { return nil }
    return Int(counts[arc &>> 6]) &+ (mask & (bit &- 1)).nonzeroBitCount
  }

  /// The cost of an arc; ``Cost/unreachable`` if it has no path in this direction.
  @inline(__always)
  func cost(_ arc: Int) -> UInt32 {
    guard let index = index(arc) else { return Cost.unreachable }
    return costs[index]
  }

  /// Visits the arcs of a node that have a path: the head and the cost of each.
  ///
  /// The kind of storage is tested once, not for each arc. The loop reads local values, which the compiler keeps in
  /// registers whatever `visit` writes.
  @inline(__always)
  func forEachArc(_ node: TopNode, _ visit: (_ head: TopNode, _ cost: UInt32) -> Void) {
    if !costs.pages.isEmpty {
      walk(node.index) { visit($0, costs[$1]) }
    } else if costs.base.isCompact {
      let lows = costs.base.lows
      let highs = costs.base.highs
      walk(node.index) { visit($0, StoredCosts.cost(lows[$1], highs[$1])) }
    } else {
      let whole = costs.base.whole
      walk(node.index) { visit($0, whole[$1]) }
    }
  }

  /// The head of each arc of a node that has a path, and the index of its cost.
  @inline(__always)
  private func walk(_ node: Int, _ visit: (_ head: TopNode, _ index: Int) -> Void) {
    let begin = Int(first[node])
    let end = Int(first[node &+ 1])
    if begin == end { return }
    let lists = lists
    let masks = masks
    let offset = Int(starts[node]) &- begin
    let last = (end &- 1) &>> 6
    var word = begin &>> 6
    let below = (UInt64(1) &<< UInt64(truncatingIfNeeded: begin)) &- 1
    var index = Int(counts[word]) &+ (masks[word] & below).nonzeroBitCount
    var bits = masks[word] & ~below
    while true {
      if word == last { bits &= ~0 &>> UInt64(truncatingIfNeeded: 0 &- end) }
      let base = offset &+ word &<< 6
      while bits != 0 {
        visit(TopNode(lists[base &+ bits.trailingZeroBitCount]), index)
        index &+= 1
        bits &= bits &- 1
      }
      if word == last { return }
      word &+= 1
      bits = masks[word]
    }
  }
}
