import Bytes
public import Geo
public import MapReader
import NavFormat
import RoadCosts
public import RoadModel
public import RouteModel

/// Calculates routes on a map, without a network.
///
/// Results are exact: a route has the same cost as the result of plain Dijkstra on the directed edges, with all turn
/// restrictions, barriers, zones and vehicle limits. Many calculations may run at the same time on one engine; the
/// memory of each is proportional to its search space.
public struct OfflineRoutingEngine: RoutingEngine {
  /// The map.
  public let map: NavMap
  /// Provides charging stations, their availability and prices, instead of those of the map.
  ///
  /// If nil, the stations of the map are used, without waiting times. Those of a request are always used too.
  ///
  /// Only the asynchronous functions use it, for requests that ensure reachability, within the area
  /// of the map.
  public var stationProvider: (any ChargingStationProvider)?
  /// The cached metrics of vehicles, shared by all copies of the engine.
  let metrics: MetricCache

  /// An engine on a map.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - metricMemory: Maximum size in bytes of cached metrics; the least recently used ones are evicted.
  public init(map: NavMap, metricMemory: Int = 64 << 20) {
    self.map = map
    metrics = MetricCache(map, place: map.place, byteLimit: metricMemory)
  }

  /// Calculates the routes of a request on one of the engine's own threads.
  ///
  /// It does not block Swift's cooperative thread pool. Cancelling the task stops the search.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Receives a progress event after each leg.
  /// - Returns: The best route, then the requested alternatives that exist, cheapest first.
  /// - Throws: ``RoutingError``.
  /// - Complexity: O(m log m) in the edges nearer than the destination, for each leg.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    let offers = try await offers(for: request)
    return try await TaskThreads.run { () throws(RoutingError) in
      try routes(for: request, offers: offers, observe: observe)
    }
  }

  /// The stations of the provider, if a request needs them; nil for those of the map.
  func offers(for request: RouteRequest) async throws(RoutingError) -> [ChargingOffer]? {
    guard let stationProvider, request.options.energy?.ensureReachability == true else {
      return nil
    }
    var offers: [ChargingOffer] = []
    for box in stationBoxes { offers += try await stationProvider.offers(in: box) }
    return offers
  }

  /// The boxes of all stations near the map's roads, which a station at the border stands beside.
  var stationBoxes: [Box] { map.header.box.grown(metres: ChargingPlanner.snapRadius) }

  /// Calculates the routes of a request on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Receives a progress event after each leg.
  /// - Returns: The best route, then the requested alternatives that exist, cheapest first.
  /// - Throws: ``RoutingError``.
  /// - Complexity: O(m log m) in the edges nearer than the destination, for each leg.
  public func routes(
    for request: RouteRequest, observe: (RouteEvent) -> Void = { _ in }
  ) throws(RoutingError) -> RouteResponse {
    try routes(for: request, offers: nil, observe: observe)
  }

  /// Calculates the routes of a request.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - offers: The charging stations of a provider; nil for those of the map.
  ///   - stays: The duration of the stop at each waypoint, by index.
  ///   - observe: Receives a progress event after each leg.
  /// - Returns: The best route, then the alternatives.
  /// - Throws: ``RoutingError``.
  func routes(
    for request: RouteRequest, offers: [ChargingOffer]?, stays: [Centiseconds] = [],
    observe: (RouteEvent) -> Void
  ) throws(RoutingError) -> RouteResponse {
    let places = try Self.places(of: request)
    let rules = try rules(request.vehicle, request.options)
    var planned = request
    // All searches for stops consider the same traffic, which may be replaced meanwhile.
    planned.options.traffic = rules.layers.traffic?.snapshot
    if let planner = try ChargingPlanner(self, planned, offers: offers),
      let response = try chargedRoutes(planner, observe: observe)
    {
      try checkGrades(rules)
      return response
    }
    let legs = Double(places.count - 1)
    var query = TripQuery(map: map, metrics: metrics, rules: rules, request: request)
    query.stays = stays
    var planner = TripPlanner(query)
    let clock = ContinuousClock()
    let begin = clock.now
    let plan = try planner.plan(places) { observe(.progress(Double($0) / legs)) }
    try checkGrades(rules)
    let found = clock.now
    var routes: [Route] = []
    var request = request
    for paths in plan.routes {
      routes.append(try route(over: paths, plan, request, rules))
      if !request.options.stepsOfAlternatives { request.options.steps = false }
    }
    let (wanted, others) = (request.options.alternatives, routes.count - 1)
    if wanted > others {
      for index in routes.indices {
        routes[index].notices.append(.fewerAlternatives(wanted: wanted, found: others))
      }
    }
    var statistics = planner.statistics
    statistics.searchingSeconds = (found - begin) / .seconds(1) - statistics.snappingSeconds
    statistics.buildingSeconds = (clock.now - found) / .seconds(1)
    return RouteResponse(
      routes: routes, trafficVersion: rules.layers.traffic?.snapshot.version,
      statistics: statistics)
  }

  /// A route over the paths of its legs, with its notices.
  private func route(
    over paths: [Path], _ plan: TripPlan, _ request: RouteRequest, _ rules: QueryRules
  ) throws(RoutingError) -> Route {
    let sections = try RouteBuilder(map: map, rules: rules, request: request).sections(of: paths)
    var notices = plan.notices
    if request.options.departure != nil && !rules.hasClock { notices.append(.departureIgnored) }
    if map.namesAreDamaged { notices.append(.namesDamaged) }
    notices += violations(paths, sections)
    notices += try potentials(paths, rules)
    let violated = Self.avoidable(sections, rules)
    if !violated.isEmpty { notices.append(.avoidanceViolated(violated)) }
    if let steep = rules.steepPercent, try usesSteepRoads(paths, rules) {
      notices.append(.steepRoads(percent: steep))
    }
    var route = Route(sections: sections, notices: notices)
    if let energy = request.options.energy { addCharges(energy, to: &route) }
    return route
  }

  /// Adds the charges of the battery along a route that has its energy, and notices about it.
  private func addCharges(_ energy: EnergyOptions, to route: inout Route) {
    if !map.hasElevation { route.notices.append(.energyWithoutElevation) }
    guard let battery = energy.battery else { return }
    if let notice = route.setCharges(battery) { route.notices.append(notice) }
  }

  /// Makes the metric of a vehicle in advance, so that its first routes are as fast as later ones.
  ///
  /// - Parameters:
  ///   - vehicle: The vehicle.
  ///   - options: Avoidances, conditions and adjustments; with a departure, the metric serves any departure time.
  /// - Throws: ``RoutingError/invalidSetting(name:value:minimum:maximum:)``, ``RoutingError/unknownEdge(_:)`` for an
  ///   adjustment, ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  /// - Complexity: Up to a microsecond per directed edge of the map; nothing if the metric exists, or if the map has no
  ///   hierarchy for the mode.
  public func prepare(
    _ vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) async throws(RoutingError) {
    try await TaskThreads.run { () throws(RoutingError) in try prepare(vehicle, options: options) }
  }

  /// Makes the metric of a vehicle on the calling thread.
  ///
  /// - Parameters:
  ///   - vehicle: The vehicle.
  ///   - options: Avoidances, conditions and adjustments.
  /// - Throws: ``RoutingError/unknownEdge(_:)`` for an adjustment, ``RoutingError/map(_:)``,
  ///   ``RoutingError/cancelled``.
  public func prepare(
    _ vehicle: Vehicle, options: RouteRequest.Options = .init()
  ) throws(RoutingError) {
    let rules = try rules(vehicle, options)
    try metrics.prepare(rules)
    try checkGrades(rules)
  }

  /// The rules of a query, with the current live adjustments.
  func rules(
    _ vehicle: Vehicle, _ options: RouteRequest.Options
  ) throws(RoutingError) -> QueryRules {
    try options.check(vehicle)
    let rules = QueryRules(
      vehicle, options: options, place: map.place, layers: try metrics.layers(options))
    try checkGrades(rules)
    return metrics.withTables(rules)
  }

  /// Throws if the query needs grades and has found the elevation of the map damaged.
  func checkGrades(_ rules: QueryRules) throws(RoutingError) {
    guard rules.hasGrades else { return }
    do throws(NavError) { try map.checkElevation() } catch { throw RoutingError(error) }
  }

  /// The traffic of the engine; nil if it has none.
  public var traffic: TrafficSnapshot? { metrics.traffic }

  /// Replaces the traffic for all queries that start from now on.
  ///
  /// A running query keeps the traffic that it started with. All copies of the engine share the traffic.
  ///
  /// - Parameter snapshot: The new traffic; nil for none.
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if it is of another map, ``RoutingError/map(_:)``; the previous traffic
  ///   then remains in force.
  /// - Complexity: O(n) in the pieces. The first query of each vehicle makes its metric, unless `prepare(_:options:)`
  ///   was called with the snapshot in its options.
  public func replaceTraffic(_ snapshot: TrafficSnapshot?) throws(RoutingError) {
    try metrics.replaceTraffic(snapshot)
  }

  /// The usual speeds of the engine; nil if it has none.
  public var usualSpeeds: UsualSpeeds? { metrics.usual }

  /// Replaces the usual speeds for all queries that start from now on.
  ///
  /// Trips with a departure time then drive at the usual speeds of each time of the week, unless
  /// their request ignores the traffic. All copies of the engine share the speeds.
  ///
  /// - Parameter speeds: The new speeds; nil for none.
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if they are of another map, ``RoutingError/map(_:)``; the previous
  ///   speeds then remain in force.
  /// - Complexity: O(n) in the pieces. The first query of each vehicle makes its metric.
  public func replaceUsualSpeeds(_ speeds: UsualSpeeds?) throws(RoutingError) {
    try metrics.replaceUsual(speeds)
  }

  /// The current version of the live adjustments: 0 at first, incremented by each replacement.
  public var liveVersion: UInt64 { metrics.liveVersion }

  /// Replaces the live adjustments, such as closures and traffic, for all queries that start from now on.
  ///
  /// A running query keeps the version that it started with. All copies of the engine share the live adjustments. The
  /// adjustments of a request are applied on top: closures add up, and the factors of the request replace live ones.
  ///
  /// - Parameter adjustments: The new live adjustments; empty for none.
  /// - Returns: The new version.
  /// - Throws: ``RoutingError/unknownEdge(_:)``, ``RoutingError/map(_:)``; the previous version then remains in force.
  /// - Complexity: O(n log n) in the adjustments; queries recompute the metrics of vehicles when needed.
  @discardableResult
  public func replaceLiveAdjustments(
    _ adjustments: [RoadAdjustment]
  ) throws(RoutingError) -> UInt64 {
    metrics.replaceLive(try Adjustments(adjustments, map))
  }

  /// Finds the nearest roads to which a waypoint of a route may be snapped.
  ///
  /// - Parameters:
  ///   - waypoint: The coordinate, snap radius and required heading.
  ///   - count: The maximum number of roads.
  ///   - vehicle: The vehicle.
  ///   - options: The time, excluded roads, adjustments, and the default snap radius.
  ///   - offMotorways: Whether to leave out the carriageways of motorways.
  /// - Returns: One point per road, nearest first; empty if no road is within the radius.
  /// - Throws: ``RoutingError/invalidWaypoint(index:)``, ``RoutingError/unknownEdge(_:)`` for an adjustment,
  ///   ``RoutingError/map(_:)``.
  package func nearest(
    to waypoint: Waypoint, count: Int, vehicle: Vehicle, options: RouteRequest.Options,
    offMotorways: Bool = false
  ) throws(RoutingError) -> [RoadPoint] {
    let place = try waypoint.checked(index: 0)
    let rules = try rules(vehicle, options)
    let snapper = Snapper(
      map: map, rules: rules, time: 0, allowsViolations: false, course: waypoint.course)
    do throws(NavError) {
      return try snapper.nearest(
        to: place, count: count, radius: waypoint.radiusMetres ?? options.snapRadiusMetres,
        offMotorways: offMotorways)
    } catch { throw RoutingError(error) }
  }

  /// Explains the rules of the nearest road and their effect on a vehicle.
  ///
  /// - Parameters:
  ///   - place: The coordinate.
  ///   - vehicle: The vehicle; limits for properties that are not given are not checked.
  ///   - options: The time, the treatment of conditions, and the maximum snap distance.
  /// - Returns: The nearest road, open to the vehicle or not; several if they meet there.
  /// - Throws: ``RoutingError/noRoadNear(waypoint:mode:radiusMetres:nearestMetres:)``, ``RoutingError/map(_:)``,
  ///   ``RoutingError/invalidSetting(name:value:minimum:maximum:)``.
  public func explain(
    at place: Coordinate, vehicle: Vehicle = .car, options: RouteRequest.Options = .init()
  ) throws(RoutingError) -> [RoadExplanation] {
    try options.check(vehicle)
    let rules = QueryRules(vehicle, options: options, place: map.place)
    let points: [RoadPoint]
    do throws(NavError) {
      let first = try map.nearest(to: place, within: options.snapRadiusMetres, count: 1) { _, _ in
        true
      }
      points =
        try first.first.map { nearest throws(NavError) in
          try map.nearest(to: place, within: nearest.distance + Snapper.tie, count: .max) { _, _ in
            true
          }
        } ?? []
    } catch { throw RoutingError(error) }
    guard !points.isEmpty else {
      throw .noRoadNear(
        waypoint: 0, mode: vehicle.mode, radiusMetres: options.snapRadiusMetres, nearestMetres: nil)
    }
    let explainer = RoadExplainer(map: map, rules: rules)
    var found: [RoadExplanation] = []
    for point in points { found.append(try explainer.explanation(point)) }
    return found
  }

  /// A notice for each violated rule, with its span along the whole route.
  private func violations(
    _ paths: [Path], _ sections: [RouteSection]
  ) -> [RouteNotice] {
    if paths.allSatisfy(\.breaks.isEmpty) { return [] }
    var ends = [0.0]
    for edge in sections.flatMap(\.edges) { ends.append(ends[ends.count - 1] + edge.lengthMetres) }
    var notices: [RouteNotice] = []
    var first = 0
    for path in paths {
      for var blocker in path.breaks {
        if let steps = blocker.steps {
          blocker.span = ends[first + steps.lowerBound]...ends[first + steps.upperBound + 1]
        }
        blocker.steps = nil
        notices.append(.violated(blocker))
      }
      first += path.steps.count
    }
    return notices
  }

  /// A notice for each rule on the route that may hold.
  private func potentials(
    _ paths: [Path], _ rules: QueryRules
  ) throws(RoutingError) -> [RouteNotice] {
    if rules.isStrict { return [] }
    var finder = PathRules(map, rules: rules)
    var found: [PotentialRule] = []
    for path in paths {
      for rule in try finder.potentials(on: path) {
        if let known = found.firstIndex(where: { $0.tag == rule.tag }) {
          found[known].count += rule.count
        } else {
          found.append(rule)
        }
      }
    }
    return found.map { .potential($0) }
  }

  private static func places(of request: RouteRequest) throws(RoutingError) -> [Coordinate] {
    guard request.waypoints.count >= 2 else { throw .tooFewWaypoints(request.waypoints.count) }
    var places: [Coordinate] = []
    for (index, waypoint) in request.waypoints.enumerated() {
      places.append(try waypoint.checked(index: index))
    }
    return places
  }

  /// Whether paths use roads that are too steep for the request.
  private func usesSteepRoads(_ paths: [Path], _ rules: QueryRules) throws(RoutingError) -> Bool {
    let map = self.map
    do throws(NavError) {
      for step in paths.lazy.flatMap(\.steps) {
        if rules.isSteep(rules.grade(try map.tile(step.tile), step.edge)) { return true }
      }
      return false
    } catch { throw RoutingError(error) }
  }

  /// The avoided road types that a route uses.
  private static func avoidable(_ sections: [RouteSection], _ rules: QueryRules) -> Avoidance {
    var found: Avoidance = []
    if rules.avoid.isEmpty { return found }
    for section in sections {
      for index in section.edges.indices {
        found.formUnion(Avoidance(on: section.edges[index].road, truck: rules.mode == .truck))
      }
    }
    return found.intersection(rules.avoid)
  }
}
