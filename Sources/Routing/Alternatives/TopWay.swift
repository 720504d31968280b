import Hierarchy

/// A path on the top of the hierarchy, unpacked to its steps, with the costs along it.
struct TopWay {
  /// The first edge of the top, with the cost up to its end.
  let first: TreeSearch.Stop
  /// The steps from edge to edge of the top; none if it is a single edge.
  let hops: [PathUnpacker.Hop]
  /// The cost from the beginning to the end of each edge of the top, one more than steps.
  private(set) var costs: [UInt32]
  /// The cost of the whole path, including the part behind the last edge of the top.
  let total: UInt32

  /// A path of some steps, from a first edge of the top.
  init(from first: TreeSearch.Stop, over hops: [PathUnpacker.Hop], total: UInt32) {
    self.first = first
    self.total = total
    self.hops = hops
    costs = []
    costs.reserveCapacity(hops.count + 1)
    costs.append(first.cost)
    for hop in hops { costs.append(costs[costs.count - 1] + hop.cost) }
  }

  /// The costs, and that of the whole path, without the prices of avoided roads.
  func freeCosts(_ wish: AlternativeWish) -> (costs: [UInt32], total: UInt32) {
    if wish.price == 0 { return (costs, total) }
    var sum = wish.free(first.cost)
    var free = [sum]
    for hop in hops {
      sum += wish.free(hop.cost)
      free.append(sum)
    }
    return (free, sum + wish.free(total - costs[hops.count]))
  }

  /// The edge of the top at an index of ``costs``.
  func node(_ index: Int) -> TopNode { index == 0 ? first.node : hops[index - 1].to }

  /// The cost between two indices of ``costs``; the one before the first is the start, the one after the last the end.
  func cost(from first: Int, to last: Int) -> UInt32 {
    (last > hops.count ? total : costs[last]) - (first < 0 ? 0 : costs[first])
  }

  /// The last edge of the top, with the cost from its end on.
  var last: Seed { Seed(node(hops.count), cost: total - costs[hops.count]) }
}

/// The steps of a path, to find its common parts with another.
struct WaySteps {
  private var steps: Set<NodePair> = []
  /// The edges of the top on it, with the cost up to their ends.
  private var nodes: [TopNode: UInt32] = [:]

  /// No steps.
  init() {}

  init(_ way: TopWay) {
    steps.reserveCapacity(way.hops.count)
    nodes.reserveCapacity(way.costs.count)
    for hop in way.hops { steps.insert(Self.key(hop)) }
    for (index, cost) in way.costs.enumerated() { nodes[way.node(index)] = cost }
  }

  private static func key(_ hop: PathUnpacker.Hop) -> NodePair {
    NodePair(from: hop.from, to: hop.to)
  }

  func contains(_ hop: PathUnpacker.Hop) -> Bool { steps.contains(Self.key(hop)) }

  /// The cost that a path has in common with this one, without prices.
  func shared(_ way: TopWay, _ wish: AlternativeWish) -> UInt32 {
    way.hops.reduce(0) { contains($1) ? $0 + wish.free($1.cost) : $0 }
  }

  /// A lower bound of the cost that a path has in common with this one, known before it is unpacked.
  ///
  /// It is the cost up to the last common edge before a via, plus the cost from the first common
  /// edge after it, because both have the same best path to an edge.
  func leastShared(
    _ stops: [TreeSearch.Stop], over via: TopNode, total: UInt32, _ wish: AlternativeWish
  ) -> UInt32 {
    guard let middle = stops.firstIndex(where: { $0.node == via }) else { return 0 }
    let before = stops[...middle].last { nodes[$0.node] == $0.cost }
    let after = stops[middle...].first { nodes[$0.node] != nil }
    return wish.free(before?.cost ?? 0) + wish.free(after.map { total - $0.cost } ?? 0)
  }
}
