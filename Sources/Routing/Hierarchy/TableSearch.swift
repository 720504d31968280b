import Geo
import Hierarchy
import MapReader
import RoadModel

/// Fills a ``TravelTable``: most of it by one climb in the hierarchy for each place, the rest pair by pair.
struct TableSearch {
  /// The ends that a place stands for, and how the hierarchy is entered or left there.
  private struct Entry {
    let ends: [SearchEnd]
    var access = TopTable.Access()
    var cells: [UInt32] = []
    /// The edges that were come by between the place and open roads, by tile in the upper half.
    var zone: Set<UInt64> = []

    init(_ ends: [SearchEnd]) { self.ends = ends }

    /// Whether ways from here to there may not come by the top.
    func isNear(_ other: Entry) -> Bool {
      !zone.isDisjoint(with: other.zone) || cells.contains { other.cells.contains($0) }
    }
  }

  private struct Stop {
    let snap: Snap
    var chosen: Entry
    /// The nearest roads where they are cut off from the main network: trips between two such places stay
    /// there if they can.
    var nearest: Entry?
  }

  /// What the hierarchy says of a pair.
  private enum Answer {
    /// The duration, and centimetres where lengths are wanted.
    case way(duration: UInt32, length: UInt64)
    case none
    /// Only a search can tell.
    case unknown
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
  /// Whether costs alone don't tell all.
  private var withMeasures: Bool { withDistances || rules.avoid != [] }

  mutating func run() throws(RoutingError) -> TravelTable {
    for index in places.indices { stops.append(try stop(index)) }
    let answers = try answers()
    var table = TravelTable(
      durations: [], distances: withDistances ? [] : nil,
      origins: stops[..<originCount].map { Self.snapped($0.snap) },
      destinations: stops[originCount...].map { Self.snapped($0.snap) })
    for origin in 0..<originCount {
      if Task.isCancelled { throw .cancelled }
      var durations: [Double?] = []
      var distances: [Double?] = []
      durations.reserveCapacity(destinations.count)
      for (column, destination) in destinations.enumerated() {
        switch answers?.answer(origin, column) ?? .unknown {
        case .way(let duration, let length):
          durations.append(Double(duration) / 100)
          distances.append(Double(length) / 100)
        case .none:
          durations.append(nil)
          distances.append(nil)
        case .unknown:
          let section = try planner.section(from: origin, to: destination, places)
          durations.append(section?.durationSeconds)
          distances.append(section?.lengthMetres)
        }
      }
      table.durations.append(durations)
      table.distances?.append(distances)
    }
    return table
  }

  private mutating func stop(_ index: Int) throws(RoutingError) -> Stop {
    let isOrigin = index < originCount
    let snap = try planner.snap(places[index], waypoint: index, leaving: isOrigin)
    func entry(_ points: [RoadPoint]) throws(RoutingError) -> Entry {
      Entry(try planner.ends(points, waypoint: index, leaving: isOrigin, breaking: false))
    }
    return Stop(
      snap: snap, chosen: try entry(snap.chosen),
      nearest: snap.isConnected ? nil : try entry(snap.nearest))
  }

  private static func snapped(_ snap: Snap) -> SnappedWaypoint {
    SnappedWaypoint(
      position: snap.chosen[0].position, distanceMetres: snap.chosen[0].distance, roadName: nil)
  }

  // MARK: The hierarchy

  /// What the top says of the stops, and of those that are cut off.
  private struct Answers {
    let origins: ArraySlice<Stop>
    let destinations: [Stop]
    let chosen: TopTable
    /// By the numbers of the cut-off stops among themselves.
    let nearest: TopTable
    let cutOffOrigins: [Int?]
    let cutOffDestinations: [Int?]
    /// What a road costs that is to be avoided, 0 where none is: costs are durations and these prices.
    let price: UInt32

    func answer(_ row: Int, _ column: Int) -> Answer {
      let (origin, destination) = (origins[row], destinations[column])
      if let a = cutOffOrigins[row], let b = cutOffDestinations[column],
        let from = origin.nearest, let to = destination.nearest
      {
        if from.isNear(to) { return .unknown }
        if nearest.costs[a][b] < Cost.unreachable { return way(nearest, a, b) }
        if hasPrices { return .unknown }
      }
      if origin.chosen.isNear(destination.chosen) { return .unknown }
      if chosen.costs[row][column] < Cost.unreachable { return way(chosen, row, column) }
      // Prices may add up to more than a metric counts.
      return hasPrices ? .unknown : .none
    }

    private var hasPrices: Bool { price > 0 }

    private func way(_ table: TopTable, _ row: Int, _ column: Int) -> Answer {
      let cost = table.costs[row][column]
      if table.measures.isEmpty { return .way(duration: cost, length: 0) }
      let measure = table.measures[row][column]
      let prices = UInt64(measure.avoidedCount) * UInt64(price)
      // Only a hostile file has less.
      guard prices <= cost else { return .unknown }
      return .way(
        duration: cost - UInt32(truncatingIfNeeded: prices), length: measure.centimetres)
    }
  }

  /// The costs; nil where they would not be those of routes.
  private mutating func answers() throws(RoutingError) -> Answers? {
    guard !rules.hasClock, !rules.isShortest, rules.adjustments == nil,
      var metric = try planner.metrics.metric(rules)
    else { return nil }
    if !metric.isExact {
      guard let own = try planner.metrics.build(rules) else { return nil }
      metric = own
    }
    var work = try planner.metrics.workspace()
    defer { planner.metrics.put(work) }
    for index in stops.indices {
      let isOrigin = index < originCount
      try enter(&stops[index].chosen, isOrigin, metric, &work)
      if var nearest = stops[index].nearest {
        try enter(&nearest, isOrigin, metric, &work)
        stops[index].nearest = nearest
      }
    }
    func numbers(_ stops: ArraySlice<Stop>) -> [Int?] {
      var count = 0
      return stops.map {
        if $0.nearest == nil { return nil }
        defer { count += 1 }
        return count
      }
    }
    let origins = stops[..<originCount]
    let destinations = Array(stops[originCount...])
    return Answers(
      origins: origins, destinations: destinations,
      chosen: try table(origins.map(\.chosen), destinations.map(\.chosen), metric),
      nearest: try table(
        origins.compactMap(\.nearest), destinations.compactMap(\.nearest), metric),
      cutOffOrigins: numbers(origins), cutOffDestinations: numbers(stops[originCount...]),
      price: rules.avoid == [] ? 0 : rules.leastPrice)
  }

  /// Finds the edges of the top next to the ends.
  private func enter(
    _ entry: inout Entry, _ isOrigin: Bool, _ metric: HierarchyMetric,
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    var query = HierarchyQuery(planner.map, rules: rules, metric: metric)
    if isOrigin {
      try query.prepareOrigin(entry.ends, to: [], &work)
      entry.access.seeds = query.sources
      if withMeasures { entry.access.measures = try query.sourceMeasures(work) }
      entry.cells = query.originNodes
      entry.zone = query.originZone
    } else {
      try query.prepareTarget(entry.ends, &work)
      entry.access.seeds = query.goals
      if withMeasures { entry.access.measures = try query.goalMeasures(entry.ends, work) }
      entry.cells = query.targetNodes
      entry.zone = query.targetZone.union(
        entry.ends.map { UInt64($0.point.tile) << 32 | UInt64($0.edge) })
    }
  }

  private func table(
    _ origins: [Entry], _ destinations: [Entry], _ metric: HierarchyMetric
  ) throws(RoutingError) -> TopTable {
    try TopTable(
      from: origins.map(\.access), to: destinations.map(\.access), planner.map, metric,
      withMeasures: withMeasures)
  }
}
