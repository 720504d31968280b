import Hierarchy
import MapReader

/// The costs between places by way of the top of the hierarchy, and how long the ways are.
struct TopTable {
  /// How the top is entered from a place, or left for it.
  struct Access {
    var seeds: [Seed] = []
    /// For each seed the length of the way between the place and the end of that edge, centimetres, where
    /// lengths are wanted.
    var lengths: [UInt64] = []

    /// The length of the way by a seed.
    fileprivate func length(_ node: UInt32, cost: UInt32) -> UInt64 {
      let index = seeds.firstIndex { $0.node == node && $0.cost == cost }
      return index.map { lengths[$0] } ?? 0
    }
  }

  /// A row for each origin, ``Cost/unreachable`` where no way was found.
  private(set) var costs: [[UInt32]] = []
  /// Centimetres, likewise; empty unless wanted.
  private(set) var lengths: [[UInt64]] = []

  private let origins: [Access]
  private let destinations: [Access]
  private var table: CostTable
  private var arcs: ArcLengths
  /// The lengths from the origin of the row to nodes, and from nodes to destinations by entry.
  private var ups: [UInt32: UInt64] = [:]
  private var downs: [UInt64] = []

  private static let unknown = UInt64.max

  /// Finds all costs.
  ///
  /// - Parameters:
  ///   - origins: Where trips begin.
  ///   - destinations: Where they end.
  ///   - map: The map.
  ///   - metric: What counts.
  ///   - withLengths: Whether lengths are wanted too.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  init(
    from origins: [Access], to destinations: [Access], _ map: NavMap, _ metric: HierarchyMetric,
    withLengths: Bool
  ) throws(RoutingError) {
    self.origins = origins
    self.destinations = destinations
    arcs = ArcLengths(map, metric)
    let columns = try map.columns()
    let top = TopView(columns)
    let view = try metric.view(map)
    table = CostTable(count: top.count)
    if origins.isEmpty || destinations.isEmpty { return }
    table.setTargets(destinations.map(\.seeds), top, view, withWays: withLengths)
    downs = [UInt64](repeating: Self.unknown, count: table.entryCount)
    var ways = [UInt32](repeating: 0, count: destinations.count)
    for origin in origins.indices {
      if Task.isCancelled { throw .cancelled }
      var row = [UInt32](repeating: Cost.unreachable, count: destinations.count)
      if withLengths {
        table.row(origins[origin].seeds, top, view, to: &row, ways: &ways)
        lengths.append(try lengths(origin, row, ways))
      } else {
        table.row(origins[origin].seeds, top, view, to: &row)
      }
      costs.append(row)
    }
  }

  private mutating func lengths(
    _ origin: Int, _ row: [UInt32], _ ways: [UInt32]
  ) throws(RoutingError) -> [UInt64] {
    ups.removeAll(keepingCapacity: true)
    var lengths = [UInt64](repeating: 0, count: row.count)
    for destination in row.indices where row[destination] < Cost.unreachable {
      let way = ways[destination]
      lengths[destination] =
        try up(table.down(way).node, origin) + down(way, destinations[destination])
    }
    return lengths
  }

  /// The length of the way from the origin of the row up to a node.
  private mutating func up(_ node: UInt32, _ origin: Int) throws(RoutingError) -> UInt64 {
    if let known = ups[node] { return known }
    let step = table.up(node)
    var length: UInt64
    if let before = step.origin {
      length = try up(before, origin)
      length += try arcs.length(from: before, to: node, cost: step.cost - table.up(before).cost)
    } else {
      length = origins[origin].length(node, cost: step.cost)
    }
    ups[node] = length
    return length
  }

  /// The length of the way from the node of an entry down to its destination.
  private mutating func down(
    _ entry: UInt32, _ destination: Access
  ) throws(RoutingError) -> UInt64 {
    let known = downs[Int(entry)]
    if known != Self.unknown { return known }
    let step = table.down(entry)
    var length: UInt64
    if let next = step.next {
      let after = table.down(next)
      length = try down(next, destination)
      length += try arcs.length(from: step.node, to: after.node, cost: step.cost - after.cost)
    } else {
      length = destination.length(step.node, cost: step.cost)
    }
    downs[Int(entry)] = length
    return length
  }
}
