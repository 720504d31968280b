import Bytes
import RoadCosts
public import RoadModel
public import RouteModel

extension OfflineRoutingEngine {
  /// Calculates a table of travel times: each is that of the route between the two places.
  ///
  /// - Parameters:
  ///   - origins: Where trips begin, one or more.
  ///   - destinations: Where they end.
  ///   - vehicle: Who travels.
  ///   - options: As for routes; alternatives and violations don't apply.
  ///   - withLengths: Whether lengths are wanted too. Where several ways take the same time, the length is
  ///     that of one of them.
  /// - Returns: The table.
  /// - Throws: ``RoutingError``; the waypoint it names counts origins first, then destinations.
  /// - Complexity: With a hierarchy, for the fastest way, without a departure time, one to three
  ///   microseconds for each pair; that of a route where places are close together, or where the only ways cost
  ///   more than can be counted; otherwise that of a route each.
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
  ///   - origins: Where trips begin, one or more.
  ///   - destinations: Where they end.
  ///   - vehicle: Who travels.
  ///   - options: As for routes; alternatives and violations don't apply.
  ///   - withLengths: Whether lengths are wanted too.
  /// - Returns: The table.
  /// - Throws: ``RoutingError``; the waypoint it names counts origins first, then destinations.
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
    return try search.run()
  }
}
