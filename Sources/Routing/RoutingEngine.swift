/// Whatever calculates routes: on the device from a map, over the network, or both; a caller can't tell
/// which it holds.
///
///     let engine: any RoutingEngine = OfflineRoutingEngine(map: map)
///     let response = try await engine.routes(for: request)
public protocol RoutingEngine: Sendable {
  /// Calculates the routes of a request; cancelling the task ends the search promptly.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Gets events while the calculation runs, on whatever task it runs on.
  /// - Returns: At least one route, the best first.
  /// - Throws: ``RoutingError``, each case saying what the caller can do.
  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse
}

extension RoutingEngine {
  /// Calculates the routes of a request.
  ///
  /// - Parameter request: Waypoints, vehicle and options.
  /// - Returns: At least one route, the best first.
  /// - Throws: ``RoutingError``, each case saying what the caller can do.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> RouteResponse {
    try await routes(for: request, observe: { _ in })
  }

  /// Begins a calculation and gives a handle to it.
  public func calculate(_ request: RouteRequest) -> RouteCalculation {
    RouteCalculation(self, request)
  }
}

/// Something that happened during a calculation.
public enum RouteEvent: Sendable, Equatable {
  /// The share of the legs that are done, 0 to 1.
  case progress(Double)
  /// Something failed that the calculation could go on without.
  case nonFatal(RoutingError)
  /// The calculation has ended, well or not.
  case finished
}
