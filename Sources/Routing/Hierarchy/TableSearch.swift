import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Calculates a ``TravelTable``: most pairs by one climb in the hierarchy per place, or where no metric serves the
/// vehicle by one search per place, the others pair by pair.
struct TableSearch {
  let query: TripQuery
  let places: [Coordinate]
  let originCount: Int
  private let withLengths: Bool

  init(_ query: TripQuery, originCount: Int, withLengths: Bool) throws(RoutingError) {
    self.query = query
    self.originCount = originCount
    self.withLengths = withLengths
    var places: [Coordinate] = []
    for (index, waypoint) in query.request.waypoints.enumerated() {
      places.append(try waypoint.checked(index: index))
    }
    self.places = places
    let counts = 1...Double(Int32.max)
    try RoutingError.check(Double(originCount), "number of origins", in: counts)
    try RoutingError.check(
      Double(places.count - originCount), "number of destinations", in: counts)
  }

  var rules: QueryRules { query.rules }
  var snapping: WaypointSnapping { WaypointSnapping(query, time: 0) }
  var destinations: Range<Int> { originCount..<places.count }
  /// The consumption model; nil unless energies are requested.
  var model: ConsumptionModel? { query.request.options.energy?.model }
  /// Whether durations and lengths do not follow from costs.
  private var withMeasures: Bool { withLengths || !rules.costsAreTimes || rules.hasClock }

  func run() throws(RoutingError) -> TravelTable {
    var stops = try stops()
    let answers = try answers(&stops)
    let reached = answers == nil ? try reachedAnswers(stops) : nil
    var table = TravelTable(
      durationSeconds: [], lengthMetres: withLengths ? [] : nil,
      energies: model == nil ? nil : [], origins: [], destinations: [])
    for index in stops.indices {
      let isOrigin = index < originCount
      let others = isOrigin ? stops[originCount...] : stops[..<originCount]
      let stop = try snapped(stops[index], index, others, &table.notices)
      if isOrigin { table.origins.append(stop) } else { table.destinations.append(stop) }
    }
    for origin in 0..<originCount {
      if Task.isCancelled { throw .cancelled }
      var durations: [Double?] = []
      var distances: [Double?] = []
      var energies: [EnergyBalance?] = []
      durations.reserveCapacity(destinations.count)
      let known = answers?.energies(origin)
      let row = answers?.row(origin) ?? reached?[origin] ?? unknown
      for (destination, answer) in zip(destinations, row) {
        switch answer {
        case .way(let duration, let length):
          durations.append(Double(duration) / 100)
          distances.append(Double(length) / 100)
          if let known { energies.append(known[destination - originCount]) }
        case .none:
          durations.append(nil)
          distances.append(nil)
          if model != nil { energies.append(nil) }
        case .unknown:
          let section = try section(
            origin, stops[origin].snap, destination, stops[destination].snap)
          durations.append(section?.durationSeconds)
          distances.append(section?.lengthMetres)
          if model != nil { energies.append(section?.energy?.balance) }
        }
      }
      table.durationSeconds.append(durations)
      table.lengthMetres?.append(distances)
      table.energies?.append(energies)
    }
    return table
  }

  /// The route between two of the places; nil if there is none.
  private func section(
    _ origin: Int, _ from: Snap, _ destination: Int, _ to: Snap
  ) throws(RoutingError) -> RouteSection? {
    var pair = query.request
    pair.waypoints = [pair.waypoints[origin], pair.waypoints[destination]]
    let query = TripQuery(map: query.map, metrics: query.metrics, rules: rules, request: pair)
    do throws(RoutingError) {
      let paths = try TripPlanner.path(query, snapped: [from, to])
      return try RouteBuilder(map: query.map, rules: rules, request: pair).sections(of: paths).first
    } catch {
      switch error {
      case .noRoute, .tooLong: return nil
      default: throw error
      }
    }
  }

  var unknown: [TableAnswers.Answer] { destinations.map { _ in .unknown } }

  // MARK: The hierarchy

  /// The answers of the top for the stops, and for the nearest roads of cut-off stops.
  private struct Answers {
    let chosen: TableAnswers
    /// Indexed by the numbers of the cut-off stops among themselves.
    let nearest: TableAnswers
    let cutOffOrigins: [Int?]
    let cutOffDestinations: [Int?]
    let origins: [Stop]
    let destinations: [Stop]
    /// The destinations that a trip may move.
    let unsettled: [Int]

    /// The energies of the ways in ``row(_:)``.
    func energies(_ origin: Int) -> [EnergyBalance]? {
      guard var energies = chosen.energies(origin) else { return nil }
      guard let number = cutOffOrigins[origin], let near = nearest.energies(number) else {
        return energies
      }
      for column in destinations.indices where usesNearest(origins[origin], column) {
        if let number = cutOffDestinations[column] { energies[column] = near[number] }
      }
      return energies
    }

    /// Whether a trip goes between the nearest roads of its places.
    private func usesNearest(_ from: Stop, _ column: Int) -> Bool {
      let to = destinations[column]
      return from.isJoined(to: to) && cutOffDestinations[column] != nil && from.snap.limited == nil
        && to.snap.limited == nil
    }

    /// The answers from an origin; between two places of one piece, those from the nearest roads.
    func row(_ origin: Int) -> [TableAnswers.Answer] {
      var answers = chosen.row(origin)
      let from = origins[origin]
      let near = cutOffOrigins[origin].map { nearest.row($0) } ?? []
      for column in from.isSettled(asOrigin: true) ? unsettled : Array(destinations.indices) {
        let to = destinations[column]
        if from.opensLater || to.opensLater {
          answers[column] = .unknown
          continue
        }
        if !from.isJoined(to: to) { continue }
        if !near.isEmpty, let number = cutOffDestinations[column], usesNearest(from, column) {
          answers[column] = near[number]
        } else {
          answers[column] = .unknown
        }
      }
      return answers
    }
  }

  /// The answers of the hierarchy; nil if they may differ from those of routes.
  private func answers(_ stops: inout [Stop]) throws(RoutingError) -> Answers? {
    guard let metric = try rules.hasClock ? boundingMetric() : tableMetric() else { return nil }
    let steady = rules.hasClock ? SteadyRoads(rules, in: metric.rules) : nil
    // Between the places and the top, costs are not those of the metric.
    let anyTime = rules.hasClock ? SteadyRoads(rules, in: rules.atAnyTime()) : nil
    var work = try query.metrics.workspace()
    defer { query.metrics.put(work) }
    for index in stops.indices {
      let isOrigin = index < originCount
      try enter(&stops[index].chosen, isOrigin, rules, metric, &work, anyTime)
      if var nearest = stops[index].nearest {
        try enter(&nearest, isOrigin, rules, metric, &work, anyTime)
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
    let destinations = stops[originCount...]
    return Answers(
      chosen: try answers(
        origins.map(\.chosen), destinations.map(\.chosen), metric, steady, &work),
      nearest: try answers(
        origins.compactMap(\.nearest), destinations.compactMap(\.nearest), metric, steady, &work),
      cutOffOrigins: numbers(origins), cutOffDestinations: numbers(destinations),
      origins: Array(origins), destinations: Array(destinations),
      unsettled: destinations.enumerated().filter { !$0.element.isSettled(asOrigin: false) }.map(
        \.offset))
  }

  /// The metric of the rules; nil if its answers may differ from those of routes.
  func tableMetric() throws(RoutingError) -> HierarchyMetric? {
    try Self.tableMetric(rules, query.metrics)
  }

  /// The metric of some rules; nil if its answers may differ from those of routes.
  static func tableMetric(
    _ rules: QueryRules, _ metrics: MetricCache
  ) throws(RoutingError) -> HierarchyMetric? {
    guard !rules.hasClock, isQuick(rules) else { return nil }
    return try exactMetric(rules, metrics)
  }

  private static func isQuick(_ rules: QueryRules) -> Bool {
    !rules.isShortest && rules.weights.uTurn == 1_000
  }

  /// The metric of lower bounds for rules with a clock; nil if hardly any path costs what it costs there.
  private func boundingMetric() throws(RoutingError) -> HierarchyMetric? {
    guard Self.isQuick(rules), rules.layers.usual == nil else { return nil }
    let pairs = originCount * destinations.count
    // As many searches take longer than making a metric in which most paths cost what they do.
    return pairs < Self.manyPairs
      ? try query.metrics.metric(rules) : try Self.exactMetric(rules, query.metrics)
  }

  private static let manyPairs = 5_000

  private static func exactMetric(
    _ rules: QueryRules, _ metrics: MetricCache
  ) throws(RoutingError) -> HierarchyMetric? {
    guard let metric = try metrics.metric(rules) else { return nil }
    return metric.isExact ? metric : try metrics.build(rules)
  }

  private func answers(
    _ origins: [TableEntry], _ destinations: [TableEntry], _ metric: HierarchyMetric,
    _ steady: SteadyRoads?, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> TableAnswers {
    let table = try TopTable(
      from: origins.map(\.access), to: destinations.map(\.access),
      ArcMeasures(query.map, metric, WayMeter(rules: metric.rules, steady: steady)),
      withMeasures: withMeasures)
    return TableAnswers(
      from: origins, to: destinations, table,
      energies: try energies(origins, destinations, metric),
      isConnected: rules.mayExceedCosts
        ? try connections(origins, destinations, table.costs, &work) : [])
  }

  /// The energies along the same paths; nil if none are requested.
  private func energies(
    _ origins: [TableEntry], _ destinations: [TableEntry], _ metric: HierarchyMetric
  ) throws(RoutingError) -> [[EnergyBalance]]? {
    guard let model else { return nil }
    // Only paths count whose roads are as at any time, and the energies serve queries at other times.
    let rules = rules.atAnyTime()
    let cache = query.metrics.energyArcs
    let key = EnergyArcCache.Key(metric: metric.number, rules: rules.key, model: model)
    let table = try TopTable(
      from: origins.map(\.energyAccess), to: destinations.map(\.energyAccess),
      ArcMeasures(
        query.map, metric, EnergyMeter(model, rules, query.map), known: cache.take(key)),
      withMeasures: true)
    cache.put(table.arcs.known, key)
    return table.measures
  }

  /// Whether paths may exist for pairs without a representable cost, by a metric without prices.
  private func connections(
    _ origins: [TableEntry], _ destinations: [TableEntry], _ costs: [[UInt32]],
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> [[Bool]] {
    var isConnected = costs.map { $0.map { _ in true } }
    // A metric is made only if needed.
    if !costs.joined().contains(where: { $0 >= Cost.unreachable }) { return isConnected }
    let free = query.metrics.withTables(rules.ignoringPrices())
    guard let metric = try Self.exactMetric(free, query.metrics) else { return isConnected }
    // Most often all paths from a place, or all to a place, are missing.
    let lost = costs.indices.filter { costs[$0].allSatisfy { $0 >= Cost.unreachable } }
    let others = costs.indices.filter { !lost.contains($0) }
    for rows in [lost, others] {
      let columns = destinations.indices.filter { column in
        rows.contains { costs[$0][column] >= Cost.unreachable }
      }
      if columns.isEmpty { continue }
      var (from, to) = (rows.map { origins[$0] }, columns.map { destinations[$0] })
      for index in from.indices { try enter(&from[index], true, free, metric, &work) }
      for index in to.indices { try enter(&to[index], false, free, metric, &work) }
      let found = try TopTable(
        from: from.map(\.access), to: to.map(\.access),
        ArcMeasures(query.map, metric, WayMeter(rules: metric.rules)), withMeasures: false)
      for (row, ways) in zip(rows, found.costs) {
        for (column, cost) in zip(columns, ways) {
          isConnected[row][column] = cost < Cost.unreachable
        }
      }
    }
    return isConnected
  }

  /// Finds the edges of the top next to the ends.
  func enter(
    _ entry: inout TableEntry, _ isOrigin: Bool, _ rules: QueryRules, _ metric: HierarchyMetric,
    _ work: inout HierarchyWorkspace, _ steady: SteadyRoads? = nil
  ) throws(RoutingError) {
    var query = HierarchyQuery(query.map, rules: rules, metric: metric)
    var ways = WayMeter(rules: rules, steady: steady)
    if isOrigin {
      try query.prepareOrigin(entry.ends, to: [], &work)
      entry.access.seeds = query.sources
      if withMeasures { entry.access.measures = try query.sourceMeasures(work, &ways) }
      if let model {
        var meter = EnergyMeter(model, rules, query.map)
        entry.energyAccess = TopAccess(
          seeds: query.sources, measures: try query.sourceMeasures(work, &meter))
      }
      entry.cells = query.originNodes
      entry.zone = query.originZone
    } else {
      try query.prepareTarget(entry.ends, &work)
      entry.access.seeds = query.goals
      if withMeasures { entry.access.measures = try query.goalMeasures(entry.ends, work, &ways) }
      if let model {
        var meter = EnergyMeter(model, rules, query.map)
        entry.energyAccess = TopAccess(
          seeds: query.goals, measures: try query.goalMeasures(entry.ends, work, &meter))
      }
      entry.cells = query.targetNodes
      entry.zone = query.targetZone.union(
        entry.ends.map { LocalKey($0.point.tile, $0.edge) })
    }
  }
}
