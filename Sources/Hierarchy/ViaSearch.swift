/// Finds the nodes of paths between two ends whose costs are not much above the minimum.
///
/// Both climbs of a ``TreeSearch`` run to the roots. From there, costs come down the elimination tree, as in PHAST
/// (Delling, Goldberg, Nowatzyk and Werneck, 2013, doi:10.1016/j.jpdc.2012.02.007), but only into subtrees through
/// which such a path may lead, and into the large ones first. The nodes of large subtrees are those of the separators
/// between large parts of the map, so the nodes found lie everywhere between the ends, however far apart these are.
///
/// A value serves one search at a time; keep it, so that its memory is reused.
public struct ViaSearch: Sendable {
  /// A node, with the cost of the cheapest path from a source to it, and of the cheapest over it to a target.
  public struct Via: Sendable, Equatable {
    /// The node.
    public var node: TopNode
    /// The cost from the source, including that before the source.
    public var there: UInt32
    /// The cost of the whole path, including that after the target.
    public var cost: UInt32
  }

  private var forward: TreeClimb
  private var backward: TreeClimb
  private var queue = CostQueue()

  /// Memory for searches in an index of `count` nodes.
  public init(count: Int) {
    forward = TreeClimb(count: count)
    backward = TreeClimb(count: count)
  }

  /// Searches for nodes.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - sources: The nodes where a path may begin, with their costs.
  ///   - targets: The nodes where it may end, with the costs to add.
  ///   - bound: The cost from which paths do not matter.
  ///   - count: The maximum number of nodes to visit.
  /// - Returns: The nodes found, in no particular order; see ``path(over:)``.
  /// - Complexity: O(arcs of the ancestors of both ends, and of `count` nodes).
  public mutating func run(
    _ view: TopView, _ metric: MetricView, from sources: [Seed], to targets: [Seed],
    below bound: UInt32, most count: Int
  ) -> [Via] {
    let up = view.up(metric)
    let down = view.down(metric)
    forward.start(sources)
    backward.start(targets)
    while !forward.next.isNone { forward.step(view, up, below: bound) }
    while !backward.next.isNone { backward.step(view, down, below: bound) }
    let ends = (sources + targets).map(\.node)
    queue.removeAll()
    for node in forward.visited where view.parent(node).isNone { push(node, view) }
    var found: [Via] = []
    var looked = 0
    while looked < count, let (item, _) = queue.pop() {
      let node = TopNode(item)
      looked += 1
      forward.descend(to: node, down)
      backward.descend(to: node, up)
      let (there, back) = (forward.cost(node), backward.cost(node))
      if there &+ back < bound {
        found.append(Via(node: node, there: there, cost: there &+ back))
      }
      // An end in the subtree leaves it at no cost.
      let size = view.sizes[node.index]
      let holdsEnd = ends.contains { $0 <= node && node.number &- $0.number < size }
      guard holdsEnd || mayEnter(below: node, view, bound) else { continue }
      let end = view.before(node)
      var child = view.lastChild(node)
      while child != end {
        if view.cell(child) == nil { push(child, view) }
        child = view.before(child)
      }
    }
    return found
  }

  /// Queues a node: large subtrees come first.
  private mutating func push(_ node: TopNode, _ view: TopView) {
    queue.push(node.number, cost: UInt32.max - view.sizes[node.index])
  }

  /// Whether a path below a bound may lead through the subtree of a node.
  private func mayEnter(below node: TopNode, _ view: TopView, _ bound: UInt32) -> Bool {
    var (there, back) = (forward.cost(node), backward.cost(node))
    for place in 0..<view.degree(node) {
      let head = view.neighbour(node, place)
      there = min(there, forward.cost(head))
      back = min(back, backward.cost(head))
    }
    return there &+ back < bound
  }

  /// The cheapest path over a node that was found.
  public func path(over node: TopNode) -> [TreeSearch.Stop] {
    var stops = forward.chain(from: node).reversed().map {
      TreeSearch.Stop(node: $0.node, cost: $0.cost)
    }
    let cost = forward.cost(node) + backward.cost(node)
    for (node, rest) in backward.chain(from: node).dropFirst() {
      stops.append(TreeSearch.Stop(node: node, cost: cost - rest))
    }
    return stops
  }
}
