/// The costs from some edges to all edges of the top, or from all to some.
///
/// Delling, Goldberg, Nowatzyk and Werneck, "PHAST: Hardware-accelerated shortest path trees" (2011,
/// doi:10.1016/j.jpdc.2012.02.007): after a climb from the sources, one sweep over all nodes from the highest to the
/// lowest. The cost of each node is the minimum over its higher neighbours, whose costs are final. There is no queue,
/// and memory is read in order: linear in the number of arcs with a path. Inside a cell, a ``CellSearch`` continues
/// from the seeds of ``appendSeeds(_:inside:_:to:)``.
public struct OneToAll: Sendable {
  private var climb: TreeClimb
  private let direction: CellSearch.Direction
  /// The cost of each node that is an edge; ``Cost/unreachable`` if there is no path.
  public private(set) var costs: [UInt32]

  /// Memory for an index of `count` nodes.
  ///
  /// - Parameters:
  ///   - direction: Forward for costs from the seeds, backward for costs to them.
  ///   - count: The number of nodes.
  public init(_ direction: CellSearch.Direction, count: Int) {
    self.direction = direction
    climb = TreeClimb(count: count)
    costs = [UInt32](repeating: Cost.unreachable, count: count)
  }

  /// Calculates the costs.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - seeds: The start nodes, with their costs.
  public mutating func run(_ view: TopView, _ metric: MetricView, _ seeds: [Seed]) {
    let up = view.up(metric)
    let down = view.down(metric)
    climb.start(seeds)
    climb.run(view, direction == .forward ? up : down)
    OneToAll.sweep(direction == .forward ? down : up, climb, &costs)
  }

  private static func sweep(_ arcs: DirectedView, _ climb: TreeClimb, _ costs: inout [UInt32]) {
    var costs = costs.mutableSpan
    var node = costs.count
    while node > 0 {
      node &-= 1
      var best = climb.cost(UInt32(truncatingIfNeeded: node))
      arcs.forEachArc(node) { head, cost in best = min(best, costs[Int(head)] &+ cost) }
      costs[node] = best
    }
  }

  /// The edges that bound a cell and their costs, from which a search inside it starts.
  ///
  /// - Parameters:
  ///   - cell: The node of the cell.
  ///   - inside: The number of states inside the cell; the places of the boundary follow.
  ///   - view: The index.
  ///   - seeds: Receives the seeds that are reachable; `node` is a place.
  public func appendSeeds(
    _ cell: UInt32, inside: Int, _ view: TopView, to seeds: inout [Seed]
  ) {
    for place in 0..<view.degree(cell) {
      let cost = costs[Int(view.neighbour(cell, place))]
      if cost < Cost.unreachable { seeds.append(Seed(UInt32(inside + place), cost: cost)) }
    }
  }
}
