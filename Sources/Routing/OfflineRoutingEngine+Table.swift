import Bytes
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
  /// - Complexity: One to three microseconds per pair with a hierarchy, for the fastest route without a departure time.
  ///   Other pairs cost as much as a route: with a departure time, for places close together, and for costs beyond the
  ///   range of a metric.
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
    var request = RouteRequest(
      waypoints: origins + destinations, vehicle: vehicle, options: options)
    request.options.allowViolations = false
    request.options.explainsRefusals = false
    let rules = try rules(vehicle, options)
    let search = try TableSearch(
      TripQuery(map: map, metrics: metrics, rules: rules, request: request),
      originCount: origins.count, withLengths: withLengths)
    let table = try search.run()
    try checkGrades(rules)
    return table
  }
}
