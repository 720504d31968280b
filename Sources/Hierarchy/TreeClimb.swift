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
  /// For each node the cost so far; ``Cost/unreachable`` for all that were not visited.
  private(set) var costs: [UInt32]
  /// For each visited node the one from which its cost came, or ``TopIndex/none`` for a seed.
  private(set) var origins: [UInt32]
  /// The nodes visited, ascending.
  private(set) var visited: [UInt32] = []
  /// Where the walk is, on each of its branches: descending, so the next is the last.
  private var fronts: [UInt32] = []

  init(count: Int) {
    costs = [UInt32](repeating: Cost.unreachable, count: count)
    origins = [UInt32](repeating: TopIndex.none, count: count)
  }

  /// The node whose turn it is; ``TopIndex/none`` at the end, which is greater than all.
  var next: UInt32 { fronts.last ?? TopIndex.none }

  /// Begins anew.
  mutating func start(_ seeds: [Seed]) {
    for node in visited { costs[Int(node)] = Cost.unreachable }
    for node in fronts { costs[Int(node)] = Cost.unreachable }
    visited.removeAll(keepingCapacity: true)
    fronts.removeAll(keepingCapacity: true)
    for seed in seeds where seed.cost < costs[Int(seed.node)] {
      costs[Int(seed.node)] = seed.cost
      origins[Int(seed.node)] = TopIndex.none
      enter(seed.node)
    }
  }

  /// Visits the node whose turn it is; its arcs only if it costs less than `bound`.
  @inline(__always)
  mutating func step(_ view: TopView, _ arcs: DirectedView, below bound: UInt32) {
    let node = Int(next)
    fronts.removeLast()
    visited.append(UInt32(truncatingIfNeeded: node))
    if costs[node] < bound { TreeClimb.relax(arcs, node, &costs, &origins) }
    let parent = view.parent(node)
    if parent != TopIndex.none { enter(parent) }
  }

  /// Walks to the end.
  mutating func run(_ view: TopView, _ arcs: DirectedView) {
    while next != TopIndex.none { step(view, arcs, below: Cost.unreachable) }
  }

  private static func relax(
    _ arcs: DirectedView, _ node: Int, _ costs: inout [UInt32], _ origins: inout [UInt32]
  ) {
    var costs = costs.mutableSpan
    var origins = origins.mutableSpan
    let cost = costs[node]
    var cursor = arcs.arcs(node)
    while let head = arcs.next(&cursor) {
      let offer = cost &+ arcs.costs[cursor.index]
      if offer < costs[Int(head)] {
        costs[Int(head)] = offer
        origins[Int(head)] = UInt32(truncatingIfNeeded: node)
      }
    }
  }

  private mutating func enter(_ node: UInt32) {
    var place = fronts.count
    while place > 0 && fronts[place - 1] < node { place -= 1 }
    if place > 0 && fronts[place - 1] == node { return }
    if place == fronts.count { fronts.append(node) } else { fronts.insert(node, at: place) }
  }
}
