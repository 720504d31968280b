/// An engine that finds the area within a range of a place.
public protocol IsolineEngine: Sendable {
  /// Finds the areas; cancelling the task stops the search promptly.
  ///
  /// - Parameters:
  ///   - request: The place, the range, vehicle and options.
  ///   - observe: Receives progress events, on any thread.
  /// - Returns: The areas, each inside the next, and the reached roads if requested.
  /// - Throws: ``RoutingError``; each case states what the caller can do.
  func isolines(
    for request: IsolineRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> IsolineResponse
}

extension IsolineEngine {
  /// Finds the areas within the ranges of a place.
  ///
  /// - Parameter request: The place, the range, vehicle and options.
  /// - Returns: The areas, each inside the next, and the reached roads if requested.
  /// - Throws: ``RoutingError``; each case states what the caller can do.
  public func isolines(for request: IsolineRequest) async throws(RoutingError) -> IsolineResponse {
    try await isolines(for: request, observe: { _ in })
  }
}
