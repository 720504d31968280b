/// Unpacks a path of arcs into hops that do not consist of other arcs.
///
/// An arc is a turn, or leads through a cell, or has the cost of a path over a lower node w, with arcs to w and from w.
/// This w is not stored: it is found again as one that gives the same cost. The common lower neighbours of both ends
/// form a tree below the lower end u, because with a w its ancestors up to u are such neighbours too. The tree is
/// searched from the top; a branch ends at a node without both.
///
/// A cheapest path visits no node twice, because every step has a cost. So it has fewer steps than
/// the index has nodes. Costs that need more steps belong to no path; a damaged file may have them.
public struct PathUnpacker: Sendable {
  /// A step from one edge of the top to another: a turn, or a path through one cell.
  public struct Hop: Sendable, Equatable {
    /// The node of the edge on which the step begins.
    public var from: TopNode
    /// The node of the edge on which it ends.
    public var to: TopNode
    /// The cost of the step.
    public var cost: UInt32
    /// The node of the cell with a path of this cost, unless a turn costs as little; nil if the step must be a turn.
    public var cell: TopNode?
  }

  /// The hops of the last path, in order.
  public private(set) var hops: [Hop] = []

  private struct Piece { var from: TopNode, to: TopNode, cost: UInt32 }
  private var pieces: [Piece] = []

  /// A lower node, with the places of the arc's ends in its list.
  private struct Descendant { var node: TopNode, low: Int, high: Int }
  private var walk: [Descendant] = []
  /// The number of pieces since the last check for cancellation.
  private var unasked = 0

  /// An unpacked arc of a metric, and the middle node found.
  private struct Known {
    var metric = UInt32.max
    var from = TopNode.none
    var to = TopNode.none
    var cost: UInt32 = 0
    var middle: Seed?
  }

  /// The most recently unpacked arcs, by a hash.
  ///
  /// Trips all over a region use the same arcs of the upper nodes, and finding a middle node reads memory all over the
  /// index. Allocated on first use; the size is a power of two.
  private var known: [Known] = []

  /// Empty memory, reused from path to path.
  public init() {}

  /// Unpacks a path of a ``TreeSearch`` on the same metric.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - number: The number of the metric, unique among those used with this memory.
  /// - Returns: Whether it is complete; if not, the task was cancelled, and ``hops`` is invalid.
  /// - Throws: ``TopFlaw/endless(from:to:)`` if no path has the costs of the metric.
  public mutating func unpack(
    _ path: [TreeSearch.Stop], _ view: TopView, _ metric: MetricView, number: UInt32
  ) throws(TopFlaw) -> Bool {
    if known.isEmpty { known = [Known](repeating: Known(), count: view.rememberedCount) }
    let up = view.up(metric)
    let down = view.down(metric)
    hops.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    for place in stride(from: 1, to: path.count, by: 1) {
      let (begin, end) = (path[place - 1], path[place])
      pieces.append(Piece(from: begin.node, to: end.node, cost: end.cost - begin.cost))
      while let piece = pieces.popLast() {
        if isCancelled() { return false }
        if let middle = knownMiddle(piece, number, view, up, down) {
          guard hops.count &+ pieces.count < view.count else {
            throw .endless(from: begin.node, to: end.node)
          }
          pieces.append(
            Piece(from: middle.node, to: piece.to, cost: piece.cost - middle.cost))
          pieces.append(Piece(from: piece.from, to: middle.node, cost: middle.cost))
        } else {
          finish(piece, view)
        }
      }
    }
    return true
  }

  /// Whether the task is cancelled, checked from time to time, because a piece may take a search of the whole index.
  private mutating func isCancelled() -> Bool {
    unasked &+= 1
    if unasked & 63 != 0 { return false }
    return Task.isCancelled
  }

  /// The result of ``middle(_:_:_:_:)``, cached.
  private mutating func knownMiddle(
    _ piece: Piece, _ metric: UInt32, _ view: TopView, _ up: DirectedView, _ down: DirectedView
  ) -> Seed? {
    let place = NodePair(from: piece.from, to: piece.to).place(metric: metric, of: known.count)
    let here = known[place]
    if here.metric == metric, here.from == piece.from, here.to == piece.to,
      here.cost == piece.cost
    {
      return here.middle
    }
    let middle = middle(piece, view, up, down)
    known[place] = Known(
      metric: metric, from: piece.from, to: piece.to, cost: piece.cost, middle: middle)
    return middle
  }

  /// A lower node on a path as cheap as an arc, with the cost of the path to it; nil if there is none.
  private mutating func middle(
    _ piece: Piece, _ view: TopView, _ up: DirectedView, _ down: DirectedView
  ) -> Seed? {
    let low = min(piece.from, piece.to)
    let high = max(piece.from, piece.to)
    guard let place = view.place(of: high, in: low) else { return nil }
    walk.removeAll(keepingCapacity: true)
    pushChildren(Descendant(node: low, low: -1, high: place), low, high, view)
    while let lower = walk.popLast() {
      if view.cell(lower.node) != nil { continue }
      let base = Int(view.first[lower.node.index])
      let (inward, outward) =
        piece.from == low ? (lower.low, lower.high) : (lower.high, lower.low)
      let there = down.cost(base &+ inward)
      if there <= piece.cost, there &+ up.cost(base &+ outward) == piece.cost {
        return Seed(lower.node, cost: there)
      }
      pushChildren(lower, low, high, view)
    }
    return nil
  }

  /// Pushes the children of a node that have both ends in their lists.
  @inline(__always)
  private mutating func pushChildren(
    _ parent: Descendant, _ low: TopNode, _ high: TopNode, _ view: TopView
  ) {
    let degree = view.degree(parent.node)
    let end = view.before(parent.node)
    var child = view.lastChild(parent.node)
    while child != end {
      if view.degree(child) == degree &+ 1 {
        // Its list is the parent and the whole list of the parent.
        walk.append(Descendant(node: child, low: parent.low &+ 1, high: parent.high &+ 1))
      } else if let lowPlace = view.place(of: low, in: child),
        let highPlace = view.place(of: high, in: child)
      {
        walk.append(Descendant(node: child, low: lowPlace, high: highPlace))
      }
      child = view.before(child)
    }
  }

  private mutating func finish(_ piece: Piece, _ view: TopView) {
    var cell = view.cellAfter(piece.from)
    if let known = cell,
      view.place(of: piece.from, in: known) == nil || view.place(of: piece.to, in: known) == nil
    {
      cell = nil
    }
    hops.append(Hop(from: piece.from, to: piece.to, cost: piece.cost, cell: cell))
  }
}
