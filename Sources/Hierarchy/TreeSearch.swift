/// The minimum cost between some nodes and some others, and a path with that cost.
///
/// This is the elimination-tree query of Dibbelt, Strasser and Wagner (2014, arXiv:1402.0402): one climb from the
/// sources along the paths up, one from the targets along the paths down, node by node in the order of their numbers.
/// Every cheapest path goes up, then down, so it is found at the node where the climbs meet. A node that costs as much
/// as the best meeting so far is skipped. There is no queue: O(arcs of the ancestors).
///
/// A value serves one query at a time; keep it, so that its memory is reused.
public struct TreeSearch: Sendable {
  /// A node on a path, with the cost of the path up to it.
  public struct Stop: Sendable, Equatable {
    /// The node.
    public var node: TopNode
    /// The cost from the source, including that before the source.
    public var cost: UInt32

    /// A stop.
    public init(node: TopNode, cost: UInt32) {
      self.node = node
      self.cost = cost
    }
  }

  private var forward: TreeClimb
  private var backward: TreeClimb
  private var meeting = TopNode.none
  /// The minimum cost that the last search found, including that before the source and after the target.
  public private(set) var cost = Cost.unreachable

  /// Memory for searches in an index of `count` nodes.
  public init(count: Int) {
    forward = TreeClimb(count: count)
    backward = TreeClimb(count: count)
  }

  /// The number of nodes that the last search visited.
  public var visitedCount: Int { forward.visited.count + backward.visited.count }

  /// Searches for a cheapest path.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - sources: The nodes where a path may begin, with their costs.
  ///   - targets: The nodes where it may end, with the costs to add.
  ///   - bound: The cost from which paths do not matter, such as that of a known path.
  /// - Returns: The minimum cost if it is below `bound`, otherwise ``Cost/unreachable``.
  @discardableResult
  public mutating func run(
    _ view: TopView, _ metric: MetricView, from sources: [Seed], to targets: [Seed],
    below bound: UInt32 = Cost.unreachable
  ) -> UInt32 {
    climb(view, metric, from: sources, to: targets, below: bound, stopsAtFirst: false)
    return cost
  }

  /// Whether there is a path that costs less than a bound.
  ///
  /// The parameters are those of ``run(_:_:from:to:below:)``. The first such path is enough, so ``cost`` and ``path()``
  /// are not those of a cheapest one.
  public mutating func finds(
    _ view: TopView, _ metric: MetricView, from sources: [Seed], to targets: [Seed],
    below bound: UInt32
  ) -> Bool {
    climb(view, metric, from: sources, to: targets, below: bound, stopsAtFirst: true)
    return !meeting.isNone
  }

  @inline(__always)
  private mutating func climb(
    _ view: TopView, _ metric: MetricView, from sources: [Seed], to targets: [Seed],
    below bound: UInt32, stopsAtFirst: Bool
  ) {
    let up = view.up(metric)
    let down = view.down(metric)
    forward.start(sources)
    backward.start(targets)
    meeting = .none
    cost = min(bound, Cost.unreachable)
    var limit = cost
    while true {
      let (one, other) = (forward.next, backward.next)
      let node = min(one, other)
      if node.isNone { break }
      if one == other {
        let whole = forward.cost(node) &+ backward.cost(node)
        if whole < cost {
          cost = whole
          meeting = node
          // The climbs must visit all nodes that they have touched, to clear them later.
          limit = stopsAtFirst ? 0 : cost
        }
      }
      if one == node { forward.step(view, up, below: limit) }
      if other == node { backward.step(view, down, below: limit) }
    }
    if meeting.isNone { cost = Cost.unreachable }
  }

  /// Whether the last search may have missed a path because its cost reaches ``Cost/unreachable``.
  ///
  /// - Parameters:
  ///   - view: The index of the search.
  ///   - metric: The metric of the search.
  /// - Returns: Whether the costs of a path to a node, or of two paths that meet, add up to that much.
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
    guard !meeting.isNone else { return [] }
    var stops: [Stop] = []
    var node = meeting
    while !node.isNone {
      stops.append(Stop(node: node, cost: forward.cost(node)))
      node = forward.origin(node)
    }
    stops.reverse()
    node = backward.origin(meeting)
    while !node.isNone {
      stops.append(Stop(node: node, cost: cost - backward.cost(node)))
      node = backward.origin(node)
    }
    return stops
  }
}
