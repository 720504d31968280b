import Geo
import Hierarchy
import MapReader
import RoadModel

/// Fills a ``TravelTable``: most of it by one climb in the hierarchy for each place, the rest pair by pair.
struct TableSearch {
  /// A place and how the hierarchy is entered or left there.
  private struct Stop {
    let snap: Snap
    let ends: [SearchEnd]
    var seeds: [Seed] = []
    var cells: [UInt32] = []
    /// The edges that were come by between the place and open roads, by tile in the upper half.
    var zone: Set<UInt64> = []
  }

  private var planner: LegPlanner
  private let places: [Coordinate]
  private let originCount: Int
  private let withDistances: Bool
  private var stops: [Stop] = []

  init(_ planner: LegPlanner, originCount: Int, withDistances: Bool) throws(RoutingError) {
    self.planner = planner
    self.originCount = originCount
    self.withDistances = withDistances
    var places: [Coordinate] = []
    for (index, waypoint) in planner.request.waypoints.enumerated() {
      guard let place = waypoint.coordinate else { throw .invalidWaypoint(index: index) }
      places.append(place)
    }
    self.places = places
    guard originCount > 0, originCount < places.count else {
      throw .tooFewWaypoints(places.count)
    }
  }

  private var rules: QueryRules { planner.rules }
  private var destinations: Range<Int> { originCount..<places.count }

  mutating func run() throws(RoutingError) -> TravelTable {
    for index in places.indices {
      let isOrigin = index < originCount
      let snap = try planner.snap(places[index], waypoint: index, leaving: isOrigin)
      let ends = try planner.ends(
        snap.chosen, waypoint: index, leaving: isOrigin, breaking: false)
      stops.append(Stop(snap: snap, ends: ends))
    }
    let costs = try costs()
    var table = TravelTable(
      durations: [], distances: withDistances ? [] : nil,
      origins: stops[..<originCount].map { Self.snapped($0.snap) },
      destinations: stops[originCount...].map { Self.snapped($0.snap) })
    for origin in 0..<originCount {
      if Task.isCancelled { throw .cancelled }
      var durations: [Double?] = []
      var distances: [Double?] = []
      for (column, destination) in destinations.enumerated() {
        let cost = costs.isEmpty ? Cost.unreachable : costs[origin][column]
        if !costs.isEmpty, !withDistances, isPlain(origin, destination, cost) {
          durations.append(cost < Cost.unreachable ? Double(cost) / 100 : nil)
          continue
        }
        let section = try planner.section(from: origin, to: destination, places)
        durations.append(section?.durationSeconds)
        distances.append(section?.lengthMetres)
      }
      table.durations.append(durations)
      table.distances?.append(distances)
    }
    return table
  }

  private static func snapped(_ snap: Snap) -> SnappedWaypoint {
    SnappedWaypoint(
      position: snap.chosen[0].position, distanceMetres: snap.chosen[0].distance, roadName: nil)
  }

  /// Whether the cost found by way of the top is the duration of the route: there is no shorter way below the
  /// top, the route takes the same ends, and nothing but time counts.
  private func isPlain(_ origin: Int, _ destination: Int, _ cost: UInt32) -> Bool {
    let (a, b) = (stops[origin], stops[destination])
    if rules.avoid != [] && cost >= rules.leastPrice { return false }
    if !a.snap.isConnected && !b.snap.isConnected { return false }
    if !a.zone.isDisjoint(with: b.zone) { return false }
    return !a.cells.contains { b.cells.contains($0) }
  }

  /// The costs by way of the top; empty where they would not be those of routes.
  private mutating func costs() throws(RoutingError) -> [[UInt32]] {
    guard !rules.hasClock, !rules.isShortest, rules.adjustments == nil, !withDistances,
      var metric = try planner.metrics.metric(rules)
    else { return [] }
    if !metric.isExact {
      guard let own = try planner.metrics.build(rules) else { return [] }
      metric = own
    }
    let map = planner.map
    var work = try planner.metrics.workspace()
    defer { planner.metrics.put(work) }
    for index in stops.indices {
      var query = HierarchyQuery(map, rules: rules, metric: metric)
      if index < originCount {
        try query.prepareOrigin(stops[index].ends, to: [], &work)
        stops[index].seeds = query.sources
        stops[index].cells = query.originNodes
        stops[index].zone = query.originZone
      } else {
        try query.prepareTarget(stops[index].ends, &work)
        stops[index].seeds = query.goals
        stops[index].cells = query.targetNodes
        stops[index].zone = query.targetZone.union(
          stops[index].ends.map { UInt64($0.point.tile) << 32 | UInt64($0.edge) })
      }
    }
    let columns = try map.columns()
    let top = TopView(columns)
    let view = try metric.view(map)
    var table = CostTable(count: top.count)
    table.setTargets(stops[originCount...].map(\.seeds), top, view)
    var rows: [[UInt32]] = []
    for stop in stops[..<originCount] {
      if Task.isCancelled { throw .cancelled }
      var row = [UInt32](repeating: Cost.unreachable, count: destinations.count)
      table.row(stop.seeds, top, view, to: &row)
      rows.append(row)
    }
    return rows
  }
}
