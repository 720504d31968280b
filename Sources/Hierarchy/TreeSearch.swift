/// The least cost between some nodes and some others, and a path that has it.
///
/// The elimination-tree query of Dibbelt, Strasser and Wagner (2014, arXiv:1402.0402): one climb from the
/// sources along the ways up, one from the targets along the ways down, node by node in the order of their
/// numbers. Every cheapest way goes up, then down, so it is found at the node where the climbs meet; a node
/// that costs as much as the best meeting so far is passed over. No queue: O(arcs of the ancestors).
///
/// One search is for one query at a time; keep it, so that its memory is reused.
public struct TreeSearch: Sendable {
  /// A node on a path, with the cost of the path up to it.
  public struct Stop: Sendable, Equatable {
    /// The node.
    public var node: UInt32
    /// The cost from the source, what lies before the source included.
    public var cost: UInt32

    /// A stop.
    public init(node: UInt32, cost: UInt32) {
      self.node = node
      self.cost = cost
    }
  }

  private var forward: TreeClimb
  private var backward: TreeClimb
  private var meeting = TopIndex.none
  /// The least cost that the last search found, what lies before the source and behind the target included.
  public private(set) var cost = Cost.unreachable

  /// Memory for searches in an index of so many nodes.
  public init(count: Int) {
    forward = TreeClimb(count: count)
    backward = TreeClimb(count: count)
  }

  /// The number of nodes that the last search looked at.
  public var visitedCount: Int { forward.visited.count + backward.visited.count }

  /// Searches.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - sources: Where a path may begin, and at what cost.
  ///   - targets: Where it may end, and what is to be added then.
  ///   - bound: A cost at which a path is of no interest, for example that of one already known.
  /// - Returns: The least cost below `bound`, else ``Cost/unreachable``.
  @discardableResult
  public mutating func run(
    _ view: TopView, _ metric: MetricView, from sources: [Seed], to targets: [Seed],
    below bound: UInt32 = Cost.unreachable
  ) -> UInt32 {
    let up = view.up(metric)
    let down = view.down(metric)
    forward.start(sources)
    backward.start(targets)
    meeting = TopIndex.none
    cost = min(bound, Cost.unreachable)
    while true {
      let (one, other) = (forward.next, backward.next)
      let node = min(one, other)
      if node == TopIndex.none { break }
      if one == other {
        let whole = forward.cost(node) &+ backward.cost(node)
        if whole < cost {
          cost = whole
          meeting = node
        }
      }
      if one == node { forward.step(view, up, below: cost) }
      if other == node { backward.step(view, down, below: cost) }
    }
    if meeting == TopIndex.none { cost = Cost.unreachable }
    return cost
  }

  /// Looks whether the last search may have left out a path because it costs ``Cost/unreachable`` or more.
  ///
  /// - Parameters:
  ///   - view: The index of the search.
  ///   - metric: The metric of the search.
  /// - Returns: Whether the costs of a way to a node, or of the two to a common one, add up to as much.
  /// - Complexity: O(arcs of the ancestors).
  public func isTruncated(_ view: TopView, _ metric: MetricView) -> Bool {
    if forward.isTruncated(view.up(metric)) || backward.isTruncated(view.down(metric)) {
      return true
    }
    return forward.visited.contains {
      let (there, back) = (forward.cost($0), backward.cost($0))
      return max(there, back) < Cost.unreachable && there &+ back >= Cost.unreachable
    }
  }

  /// The nodes of the path that the last search found, from a source to a target; empty if it found none.
  public func path() -> [Stop] {
    guard meeting != TopIndex.none else { return [] }
    var stops: [Stop] = []
    var node = meeting
    while node != TopIndex.none {
      stops.append(Stop(node: node, cost: forward.cost(node)))
      node = forward.origin(node)
    }
    stops.reverse()
    node = backward.origin(meeting)
    while node != TopIndex.none {
      stops.append(Stop(node: node, cost: cost - backward.cost(node)))
      node = backward.origin(node)
    }
    return stops
  }
}
