/// A node of a ``TopIndex`` and what it costs to be there: where a search begins.
public struct Seed: Sendable, Equatable {
  /// The node.
  public var node: UInt32
  /// The cost of the way there that is already behind, or that is still ahead.
  public var cost: UInt32

  /// A seed.
  public init(_ node: UInt32, cost: UInt32) {
    self.node = node
    self.cost = cost
  }
}

/// The walk from some nodes up to the roots of the elimination tree, relaxing the arcs on the way.
///
/// All higher neighbours of a node are its ancestors, so the walk needs no queue: it goes through the nodes
/// in the order of their numbers, and each cost is final when its node's turn comes. The cost of a node is
/// the least over all ways that only go up; it is memory for all nodes, cleared by the list of those visited.
struct TreeClimb: Sendable {
  /// For each node the cost so far and where it came from, to be compared and stored at once.
  ///
  /// The cost is in the upper half, in the lower the node before, or ``TopIndex/none`` for a seed.
  private var labels: [UInt64]
  /// The nodes visited, ascending.
  private(set) var visited: [UInt32] = []
  /// Where the walk is, on each of its branches: descending, so the next is the last.
  private var fronts: [UInt32] = []

  private static let unvisited = label(Cost.unreachable, TopIndex.none)

  init(count: Int) {
    labels = [UInt64](repeating: TreeClimb.unvisited, count: count)
  }

  @inline(__always)
  private static func label(_ cost: UInt32, _ origin: UInt32) -> UInt64 {
    UInt64(cost) &<< 32 | UInt64(origin)
  }

  /// The cost of a node; ``Cost/unreachable`` if it was not visited.
  @inline(__always)
  func cost(_ node: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: labels[Int(node)] &>> 32) }

  /// The node from which the cost of a node came; ``TopIndex/none`` for a seed.
  func origin(_ node: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: labels[Int(node)]) }

  /// The node whose turn it is; ``TopIndex/none`` at the end, which is greater than all.
  var next: UInt32 { fronts.last ?? TopIndex.none }

  /// Begins anew.
  mutating func start(_ seeds: [Seed]) {
    for node in visited { labels[Int(node)] = TreeClimb.unvisited }
    for node in fronts { labels[Int(node)] = TreeClimb.unvisited }
    visited.removeAll(keepingCapacity: true)
    fronts.removeAll(keepingCapacity: true)
    for seed in seeds where seed.cost < cost(seed.node) {
      labels[Int(seed.node)] = TreeClimb.label(seed.cost, TopIndex.none)
      enter(seed.node)
    }
  }

  /// Visits the node whose turn it is; its arcs only if it costs less than `bound`.
  @inline(__always)
  mutating func step(_ view: TopView, _ arcs: DirectedView, below bound: UInt32) {
    let node = Int(next)
    fronts.removeLast()
    visited.append(UInt32(truncatingIfNeeded: node))
    if cost(UInt32(truncatingIfNeeded: node)) < bound {
      TreeClimb.relax(arcs, node, &labels)
    }
    let parent = view.parent(node)
    if parent != TopIndex.none { enter(parent) }
  }

  /// Walks to the end.
  mutating func run(_ view: TopView, _ arcs: DirectedView) {
    while next != TopIndex.none { step(view, arcs, below: Cost.unreachable) }
  }

  /// Whether a way over a visited node costs more than can be said.
  func isTruncated(_ arcs: DirectedView) -> Bool {
    for node in visited where cost(node) < Cost.unreachable {
      var isTruncated = false
      let cost = cost(node)
      arcs.forEachArc(Int(node)) { _, more in
        if more < Cost.unreachable, cost &+ more >= Cost.unreachable { isTruncated = true }
      }
      if isTruncated { return true }
    }
    return false
  }

  private static func relax(_ arcs: DirectedView, _ node: Int, _ labels: inout [UInt64]) {
    var labels = labels.mutableSpan
    let cost = labels[node] &>> 32
    arcs.forEachArc(node) { head, more in
      let offer = (cost &+ UInt64(more)) &<< 32 | UInt64(node)
      labels[Int(head)] = min(labels[Int(head)], offer)
    }
  }

  private mutating func enter(_ node: UInt32) {
    var place = fronts.count
    while place > 0 && fronts[place - 1] < node { place -= 1 }
    if place > 0 && fronts[place - 1] == node { return }
    if place == fronts.count { fronts.append(node) } else { fronts.insert(node, at: place) }
  }
}
