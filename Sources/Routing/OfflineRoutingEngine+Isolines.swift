import Bytes
import RoadCosts
public import RouteModel

extension OfflineRoutingEngine: IsolineEngine {
  /// Finds the areas within the ranges of a place, on one of the engine's own threads.
  ///
  /// A point on a road is within a range if the best path to it is, in either direction of the road. With
  /// ``IsolineRequest/isReversed`` it is the best path from the point, with the conditions at departure.
  ///
  /// - Parameters:
  ///   - request: The place, the range, vehicle and options.
  ///   - observe: Receives the progress.
  /// - Returns: The areas, each inside the next, and the reached roads if requested.
  /// - Throws: ``RoutingError``.
  /// - Complexity: O(m log m) in the edges within the largest range. Avoided roads, weights and ranges by distance add
  ///   the edges beyond the range that lie on cheaper paths, up to the whole map. The drawing costs O(cells): about
  ///   300,000 by default, at most 16 million. Memory: about 120 bytes per edge and 12 per cell.
  public func isolines(
    for request: IsolineRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> IsolineResponse {
    try await TaskThreads.run { () throws(RoutingError) in
      try isolines(for: request, observe: observe)
    }
  }

  /// Finds the areas within the ranges of a place on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - request: The place, the range, vehicle and options.
  ///   - observe: Receives the progress.
  /// - Returns: The areas, each inside the next, and the reached roads if requested.
  /// - Throws: ``RoutingError``.
  public func isolines(
    for request: IsolineRequest, observe: (RouteEvent) -> Void = { _ in }
  ) throws(RoutingError) -> IsolineResponse {
    try isolines(for: request, within: IsolineLimits(), observe: observe)
  }

  /// Finds the areas within the ranges of a place on the calling thread, with bounded work.
  ///
  /// - Throws: ``RoutingError/invalidRange(_:)`` beyond the limits, before anything is drawn.
  package func isolines(
    for request: IsolineRequest, within limits: IsolineLimits,
    observe: (RouteEvent) -> Void = { _ in }
  ) throws(RoutingError) -> IsolineResponse {
    try request.check()
    var trip = RouteRequest(
      waypoints: [request.place], vehicle: request.vehicle, options: request.options)
    trip.options.allowViolations = false
    trip.options.explainsRefusals = false
    var rules = try rules(request.vehicle, request.options)
    // Each start would arrive at a road at another time.
    if request.isReversed { rules = rules.heldAtDeparture() }
    let query = TripQuery(map: map, metrics: metrics, rules: rules, request: trip)
    // The search keeps the closure no longer than this call.
    let response = try withoutActuallyEscaping(observe) { observe throws(RoutingError) in
      try IsolineSearch(query, request, limits, observe).run()
    }
    try checkGrades(rules)
    observe(.finished)
    return response
  }
}
