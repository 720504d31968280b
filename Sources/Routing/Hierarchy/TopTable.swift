import Hierarchy
import MapReader
import RoadCosts
import RouteModel

/// The edges of the top from which or to which a place is connected.
struct TopAccess<Measure: PathMeasure> {
  var seeds: [Seed] = []
  /// For each seed, the measure of the path between the place and the end of that edge; empty unless requested.
  var measures: [Measure] = []

  /// The measure of the path of a seed.
  fileprivate func measure(_ node: TopNode, cost: UInt32) -> Measure {
    let index = seeds.firstIndex { $0.node == node && $0.cost == cost }
    return index.map { measures[$0] } ?? Measure()
  }
}

/// The costs between places by way of the top of the hierarchy, with the measures of the paths.
struct TopTable<Meter: PathMeter> {
  typealias Measure = Meter.Measure
  typealias Access = TopAccess<Measure>

  /// The costs, a row for each origin; ``Cost/unreachable`` if no path was found.
  private(set) var costs: [[UInt32]] = []
  /// The measures of the paths in the same shape; empty unless requested.
  private(set) var measures: [[Measure]] = []

  private let origins: [Access]
  private let destinations: [Access]
  private var table: CostTable
  private(set) var arcs: ArcMeasures<Meter>
  /// The measures from the origin of the row to nodes, and from entries to their destinations.
  private var ups: [TopNode: Measure] = [:]
  private var downs: [Measure?] = []
  /// The nodes, and the entries, from the requested one to the first known one.
  ///
  /// There are at most as many as the hierarchy is high.
  private var pendingNodes: [TopNode] = []
  private var pendingEntries: [UInt32] = []

  /// Calculates all costs.
  ///
  /// - Parameters:
  ///   - origins: The accesses of the origins.
  ///   - destinations: The accesses of the destinations.
  ///   - arcs: The measures of a metric's arcs.
  ///   - withMeasures: Whether to find the measures of the paths too.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  init(
    from origins: [Access], to destinations: [Access], _ arcs: ArcMeasures<Meter>,
    withMeasures: Bool
  ) throws(RoutingError) {
    self.origins = origins
    self.destinations = destinations
    self.arcs = arcs
    let (map, metric) = (arcs.map, arcs.metric)
    let columns = try map.columns()
    let top = TopView(columns)
    let view = try metric.view(map)
    table = CostTable(count: top.count)
    if destinations.isEmpty {
      costs = origins.map { _ in [] }
      if withMeasures { measures = origins.map { _ in [] } }
      return
    }
    table.setTargets(destinations.map(\.seeds), top, view, withWays: withMeasures)
    downs = [Measure?](repeating: nil, count: table.entryCount)
    var ways = [UInt32](repeating: 0, count: destinations.count)
    for origin in origins.indices {
      if Task.isCancelled { throw .cancelled }
      var row = [UInt32](repeating: Cost.unreachable, count: destinations.count)
      if withMeasures {
        table.row(origins[origin].seeds, top, view, to: &row, ways: &ways)
        measures.append(try measures(origin, row, ways))
      } else {
        table.row(origins[origin].seeds, top, view, to: &row)
      }
      costs.append(row)
    }
  }

  private mutating func measures(
    _ origin: Int, _ row: [UInt32], _ ways: [UInt32]
  ) throws(RoutingError) -> [Measure] {
    ups.removeAll(keepingCapacity: true)
    var measures = [Measure](repeating: Measure(), count: row.count)
    for destination in row.indices where row[destination] < Cost.unreachable {
      let way = ways[destination]
      measures[destination] =
        try up(table.down(way).node, origin) + down(way, destinations[destination])
    }
    return measures
  }

  /// The measure of the path from the origin of the row up to a node.
  private mutating func up(_ node: TopNode, _ origin: Int) throws(RoutingError) -> Measure {
    var last = node
    pendingNodes.removeAll(keepingCapacity: true)
    while ups[last] == nil, let before = table.up(last).origin {
      pendingNodes.append(last)
      last = before
    }
    var measure = ups[last] ?? origins[origin].measure(last, cost: table.up(last).cost)
    ups[last] = measure
    while let next = pendingNodes.popLast() {
      let cost = table.up(next).cost - table.up(last).cost
      measure = try measure + arcs.measure(from: last, to: next, cost: cost)
      ups[next] = measure
      last = next
    }
    return measure
  }

  /// The measure of the path from the node of an entry down to its destination.
  private mutating func down(
    _ entry: UInt32, _ destination: Access
  ) throws(RoutingError) -> Measure {
    var last = entry
    pendingEntries.removeAll(keepingCapacity: true)
    while downs[Int(last)] == nil, let next = table.down(last).next {
      pendingEntries.append(last)
      last = next
    }
    var after = table.down(last)
    var measure = downs[Int(last)] ?? destination.measure(after.node, cost: after.cost)
    downs[Int(last)] = measure
    while let entry = pendingEntries.popLast() {
      let step = table.down(entry)
      measure =
        try arcs.measure(from: step.node, to: after.node, cost: step.cost - after.cost)
        + measure
      downs[Int(entry)] = measure
      after = step
    }
    return measure
  }
}
