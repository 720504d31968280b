import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RouteModel

extension TableSearch {
  /// A stop of a trip: the edges of the top where it is reached, and those where it is left.
  private struct Access {
    let arrival: TableEntry
    let departure: TableEntry

    /// Whether a path between this stop and an end of the trip may not use the top.
    func isBeside(_ start: TableEntry, _ end: TableEntry) -> Bool {
      Access.areClose(start, arrival) || Access.areClose(departure, end)
    }

    private static func areClose(_ from: TableEntry, _ to: TableEntry) -> Bool {
      from.cells.contains { to.cells.contains($0) } || !from.zone.isDisjoint(with: to.zone)
    }
  }

  /// Lower bounds of the durations of trips from the first place over a stop to the second place, in centiseconds.
  ///
  /// All places from the third on are stops. One spread of costs from the first place, and one to the second, serve all
  /// of them, so a bound takes a fraction of the time of a table's two pairs.
  ///
  /// - Parameter seconds: The duration up to which bounds matter; nil for any.
  /// - Returns: A bound for each stop; nil if none is known, as for a stop beside the ends of the trip, and
  ///   ``Cost/unreachable`` for a stop without a road or, where no metric serves the vehicle, beyond that duration.
  /// - Throws: ``RoutingError``.
  func leastDurations(within seconds: Double?) throws(RoutingError) -> [UInt32?] {
    let stops = places.indices.dropFirst(2)
    let unknown = [UInt32?](repeating: nil, count: stops.count)
    guard rules.costsAreTimes else { return unknown }
    guard let metric = try tableMetric() else {
      if let seconds, let reached = try reachedDurations(within: seconds) { return reached }
      return unknown
    }
    var parts = RoadParts(query.map, rules.mode)
    var work = try query.metrics.workspace()
    defer { query.metrics.put(work) }
    guard let start = try access(0, metric, &parts, &work)?.departure,
      let end = try access(1, metric, &parts, &work)?.arrival
    else { return unknown }
    var known: [Access?] = []
    var isLost: Set<Int> = []
    for stop in stops {
      if Task.isCancelled { throw .cancelled }
      do throws(RoutingError) { known.append(try access(stop, metric, &parts, &work)) } catch {
        guard case .noRoadNear = error else { throw error }
        isLost.insert(known.count)
        known.append(nil)
      }
    }
    let map = query.map
    let columns = try map.columns()
    let top = TopView(columns)
    let view = try metric.view(map)
    var (there, onward) = (CostSpread(count: top.count), CostSpread(count: top.count))
    there.run(
      top, view, .forward, from: start.access.seeds,
      at: known.lazy.flatMap { $0?.arrival.access.seeds ?? [] }.map(\.node))
    onward.run(
      top, view, .backward, from: end.access.seeds,
      at: known.lazy.flatMap { $0?.departure.access.seeds ?? [] }.map(\.node))
    return known.enumerated().map { number, access in
      guard let access else { return isLost.contains(number) ? Cost.unreachable : nil }
      let duration = Cost.sum(
        Self.least(access.arrival.access.seeds, there),
        Self.least(access.departure.access.seeds, onward))
      return duration >= Cost.unreachable || access.isBeside(start, end) ? nil : duration
    }
  }

  /// The access of a place; nil if trips may use other roads there than ``settledPoints(_:_:)``.
  private func access(
    _ index: Int, _ metric: HierarchyMetric, _ parts: inout RoadParts,
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Access? {
    guard let points = try settledPoints(index, &parts) else { return nil }
    let finder = EndFinder(query, time: 0, breakingRules: false)
    func entry(leaving: Bool) throws(RoutingError) -> TableEntry {
      var entry = TableEntry(try finder.ends(points, waypoint: index, leaving: leaving))
      try enter(&entry, leaving, rules, metric, &work)
      return entry
    }
    return Access(arrival: try entry(leaving: false), departure: try entry(leaving: true))
  }

  /// The nearest roads of a place in a main part; nil if trips may use other roads there.
  func settledPoints(
    _ index: Int, _ parts: inout RoadParts
  ) throws(RoutingError) -> [RoadPoint]? {
    // Without a clock, roads are the same for those who arrive and those who leave.
    try settledPoints(
      index, as: index == 0 ? .origin : index == 1 ? .destination : .stop, &parts)
  }

  /// The nearest roads of a place in a main part, by the use of the place; nil if trips may use other roads there.
  func settledPoints(
    _ index: Int, as role: WaypointRole, _ parts: inout RoadParts
  ) throws(RoutingError) -> [RoadPoint]? {
    let snap = try snapping.snap(places[index], waypoint: index, role)
    guard snap.isConnected else { return nil }
    if snap.limited != nil, try !parts.part(of: snap.home).isOnlyMain { return nil }
    return snap.nearest
  }

  private static func least(_ seeds: [Seed], _ spread: CostSpread) -> UInt32 {
    seeds.reduce(Cost.unreachable) { min($0, Cost.sum(spread.cost($1.node), $1.cost)) }
  }
}
