import Bytes
package import Geo
import Hierarchy
import MapReader
import RoadCosts
public import RoadModel
public import RouteModel

extension OfflineRoutingEngine {
  /// Calculates a table of travel times, each equal to that of the route between the two places.
  ///
  /// - Parameters:
  ///   - origins: The origins, at least one.
  ///   - destinations: The destinations, at least one.
  ///   - vehicle: The vehicle.
  ///   - options: As for routes; alternatives and violations do not apply.
  ///   - withLengths: Whether to calculate lengths too. If several routes take the same time, the length of one of them
  ///     counts.
  /// - Returns: The table.
  /// - Throws: ``RoutingError``; waypoint indices count origins first, then destinations.
  /// - Complexity: One to three microseconds per pair with a hierarchy, for the fastest route. Other pairs cost as much
  ///   as a route: for places close together, for costs beyond the range of a metric, and with a departure time, for
  ///   paths with traffic or with rules that change on the way, and for all pairs with usual speeds. Where the
  ///   hierarchy does not serve the vehicle, such as on foot, fastest routes take a search of all roads around each
  ///   origin, or each destination if these are fewer; fewer than five of a place take one each.
  public func table(
    from origins: [Waypoint], to destinations: [Waypoint], vehicle: Vehicle = .car,
    options: RouteRequest.Options = .init(), withLengths: Bool = false
  ) async throws(RoutingError) -> TravelTable {
    try await TaskThreads.run { () throws(RoutingError) in
      try table(
        from: origins, to: destinations, vehicle: vehicle, options: options,
        withLengths: withLengths)
    }
  }

  /// Calculates a table of travel times on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - origins: The origins, at least one.
  ///   - destinations: The destinations, at least one.
  ///   - vehicle: The vehicle.
  ///   - options: As for routes; alternatives and violations do not apply.
  ///   - withLengths: Whether to calculate lengths too.
  /// - Returns: The table.
  /// - Throws: ``RoutingError``; waypoint indices count origins first, then destinations.
  public func table(
    from origins: [Waypoint], to destinations: [Waypoint], vehicle: Vehicle = .car,
    options: RouteRequest.Options = .init(), withLengths: Bool = false
  ) throws(RoutingError) -> TravelTable {
    let rules = try rules(vehicle, options)
    let search = try tableSearch(
      from: origins, to: destinations, vehicle, options, rules, withLengths: withLengths)
    var table = try search.run()
    try checkGrades(rules)
    if options.departure != nil && !rules.hasClock { table.notices.append(.departureIgnored) }
    table.trafficVersion = rules.layers.traffic?.snapshot.version
    return table
  }

  /// Lower bounds of the durations of trips over stops, in seconds, quicker than a table of their durations.
  ///
  /// - Parameters:
  ///   - start: Where the trips begin.
  ///   - stops: A stop for each trip.
  ///   - end: Where they end.
  ///   - vehicle: The vehicle.
  ///   - options: As for routes; alternatives and violations do not apply.
  ///   - seconds: The duration up to which bounds matter; nil for any.
  /// - Returns: A bound for each stop; nil if none is known, infinite if no road is near. Where no metric serves the
  ///   vehicle, bounds are known only up to `seconds`, and others are infinite.
  /// - Throws: ``RoutingError``.
  package func leastSeconds(
    from start: Waypoint, over stops: [Waypoint], to end: Waypoint, vehicle: Vehicle,
    options: RouteRequest.Options, within seconds: Double? = nil
  ) throws(RoutingError) -> [Double?] {
    let search = try tableSearch(
      from: [start], to: [end] + stops, vehicle, options, try rules(vehicle, options),
      withLengths: false)
    return try search.leastDurations(within: seconds).map { bound in
      bound.map { $0 >= Cost.unreachable ? .infinity : Double($0) / 100 }
    }
  }

  /// Lower bounds of the durations of trips to places, in seconds, for vehicles whose tables take a search a pair.
  ///
  /// - Parameters:
  ///   - origin: Where the trips begin.
  ///   - destinations: Where they end.
  ///   - vehicle: The vehicle.
  ///   - options: As for routes; alternatives and violations do not apply.
  ///   - seconds: The duration up to which bounds matter.
  /// - Returns: A bound for each destination; nil if none is known, infinite beyond `seconds` or if no road is near.
  /// - Throws: ``RoutingError``.
  package func leastSeconds(
    from origin: Waypoint, to destinations: [Waypoint], vehicle: Vehicle,
    options: RouteRequest.Options, within seconds: Double
  ) throws(RoutingError) -> [Double?] {
    let search = try tableSearch(
      from: [origin], to: destinations, vehicle, options, try rules(vehicle, options),
      withLengths: false)
    let least = try search.arrivalDurations(within: seconds)
    return least?.map { bound in
      bound.map { $0 >= Cost.unreachable ? .infinity : Double($0) / 100 }
    } ?? destinations.map { _ in nil }
  }

  /// A speed in metres per second that no route exceeds.
  ///
  /// - Throws: ``RoutingError``.
  package func maximumMetresPerSecond(
    vehicle: Vehicle, options: RouteRequest.Options
  ) throws(RoutingError) -> Double {
    try rules(vehicle, options).maximumMetresPerSecond
  }

  /// Whether tables for a vehicle take microseconds for a pair; otherwise each pair takes a search.
  ///
  /// - Throws: ``RoutingError``.
  package func hasQuickTables(
    vehicle: Vehicle, options: RouteRequest.Options
  ) throws(RoutingError) -> Bool {
    try TableSearch.tableMetric(try rules(vehicle, options), metrics) != nil
  }

  /// The nearest place where a trip may arrive and continue.
  ///
  /// - Parameters:
  ///   - waypoint: The stop.
  ///   - vehicle: The vehicle.
  ///   - options: As for routes.
  /// - Returns: The place on the nearest road that can be reached from the network and be left to it, or else on the
  ///   nearest road.
  /// - Throws: ``RoutingError``.
  package func stop(
    near waypoint: Waypoint, vehicle: Vehicle, options: RouteRequest.Options
  ) throws(RoutingError) -> Coordinate {
    let place = try waypoint.checked(index: 0)
    let request = RouteRequest(waypoints: [waypoint], vehicle: vehicle, options: options)
    let query = TripQuery(
      map: map, metrics: metrics, rules: try rules(vehicle, options), request: request)
    let snap = try WaypointSnapping(query, time: 0).snap(place, waypoint: 0, .stop)
    return (snap.canMove ? snap.connected : snap.nearest)[0].position
  }

  private func tableSearch(
    from origins: [Waypoint], to destinations: [Waypoint], _ vehicle: Vehicle,
    _ options: RouteRequest.Options, _ rules: QueryRules, withLengths: Bool
  ) throws(RoutingError) -> TableSearch {
    var request = RouteRequest(
      waypoints: origins + destinations, vehicle: vehicle, options: options)
    request.options.allowViolations = false
    request.options.explainsRefusals = false
    return try TableSearch(
      TripQuery(map: map, metrics: metrics, rules: rules, request: request),
      originCount: origins.count, withLengths: withLengths)
  }
}
