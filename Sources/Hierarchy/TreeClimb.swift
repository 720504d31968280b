/// A walk from some nodes up to the roots of the elimination tree that relaxes the arcs on the way.
///
/// All higher neighbours of a node are its ancestors, so the walk needs no queue: it visits the nodes in the order of
/// their numbers, and each cost is final when its node is visited. The cost of a node is the minimum over all paths
/// that only go up. The labels take memory for all nodes; the list of visited nodes serves to clear them.
struct TreeClimb: Sendable {
  /// The cost of each node so far and its origin, compared and stored together.
  ///
  /// The cost is in the upper 32 bits; the previous node, or ``TopNode/none`` for a seed, is in the lower.
  private var labels: [UInt64]
  /// The nodes visited, ascending.
  private(set) var visited: [TopNode] = []
  /// The current node of each branch, descending, so that the next one is the last.
  private var fronts: [TopNode] = []

  private static let unvisited = label(Cost.unreachable, .none)

  init(count: Int) {
    labels = [UInt64](repeating: TreeClimb.unvisited, count: count)
  }

  @inline(__always)
  private static func label(_ cost: UInt32, _ origin: TopNode) -> UInt64 {
    UInt64(cost) &<< 32 | UInt64(origin.number)
  }

  /// The cost of a node; ``Cost/unreachable`` if it was not visited.
  @inline(__always)
  func cost(_ node: TopNode) -> UInt32 { UInt32(truncatingIfNeeded: labels[node.index] &>> 32) }

  /// The node from which the cost of a node came; ``TopNode/none`` for a seed.
  func origin(_ node: TopNode) -> TopNode {
    TopNode(UInt32(truncatingIfNeeded: labels[node.index]))
  }

  /// The next node to visit; at the end ``TopNode/none``, which is above all nodes.
  var next: TopNode { fronts.last ?? TopNode.none }

  /// Starts a new walk.
  mutating func start(_ seeds: [Seed]) {
    for node in visited { labels[node.index] = TreeClimb.unvisited }
    for node in fronts { labels[node.index] = TreeClimb.unvisited }
    visited.removeAll(keepingCapacity: true)
    fronts.removeAll(keepingCapacity: true)
    for seed in seeds where seed.cost < cost(seed.node) {
      labels[seed.node.index] = TreeClimb.label(seed.cost, .none)
      enter(seed.node)
    }
  }

  /// Visits the next node; relaxes its arcs only if it costs less than `bound`.
  @inline(__always)
  mutating func step(_ view: TopView, _ arcs: DirectedView, below bound: UInt32) {
    let node = next
    fronts.removeLast()
    visited.append(node)
    if cost(node) < bound { TreeClimb.relax(arcs, node, &labels) }
    let parent = view.parent(node)
    if !parent.isNone { enter(parent) }
  }

  /// Walks to the end.
  mutating func run(_ view: TopView, _ arcs: DirectedView) {
    while !next.isNone { step(view, arcs, below: Cost.unreachable) }
  }

  /// Lowers the cost of a node to that of the best path over one of its higher neighbours, whose costs are final.
  @inline(__always)
  mutating func descend(to node: TopNode, _ arcs: DirectedView) {
    let best = TreeClimb.best(arcs, node, labels.span)
    if best >= TreeClimb.unvisited { return }
    labels[node.index] = best
    visited.append(node)
  }

  private static func best(
    _ arcs: DirectedView, _ node: TopNode, _ labels: Span<UInt64>
  ) -> UInt64 {
    var best = labels[node.index]
    arcs.forEachArc(node) { head, more in
      let cost = labels[head.index] &>> 32 &+ UInt64(more)
      // Only lower costs: in a damaged file with arcs of cost 0, two nodes might otherwise be each
      // other's origin.
      if cost < best &>> 32 { best = cost &<< 32 | UInt64(head.number) }
    }
    return best
  }

  /// The path of a label, from its node back to the seed, with the costs.
  func chain(from node: TopNode) -> [(node: TopNode, cost: UInt32)] {
    var chain: [(node: TopNode, cost: UInt32)] = []
    var node = node
    while !node.isNone {
      chain.append((node, cost(node)))
      node = origin(node)
    }
    return chain
  }

  /// Whether a path over a visited node exceeds the maximum cost.
  func isTruncated(_ arcs: DirectedView) -> Bool {
    for node in visited where cost(node) < Cost.unreachable {
      var isTruncated = false
      let cost = cost(node)
      arcs.forEachArc(node) { _, more in
        if more < Cost.unreachable, cost &+ more >= Cost.unreachable { isTruncated = true }
      }
      if isTruncated { return true }
    }
    return false
  }

  private static func relax(_ arcs: DirectedView, _ node: TopNode, _ labels: inout [UInt64]) {
    var labels = labels.mutableSpan
    let cost = labels[node.index] &>> 32
    arcs.forEachArc(node) { head, more in
      let offer = (cost &+ UInt64(more)) &<< 32 | UInt64(node.number)
      labels[head.index] = min(labels[head.index], offer)
    }
  }

  private mutating func enter(_ node: TopNode) {
    var place = fronts.count
    while place > 0 && fronts[place - 1] < node { place -= 1 }
    if place > 0 && fronts[place - 1] == node { return }
    if place == fronts.count { fronts.append(node) } else { fronts.insert(node, at: place) }
  }
}
