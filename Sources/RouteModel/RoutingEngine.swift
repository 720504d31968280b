public import Geo
public import RoadModel

/// Calculates routes: offline, online, or both.
///
///     let engine: any RoutingEngine = OfflineRoutingEngine(map: map)
///     let response = try await engine.routes(for: request)
public protocol RoutingEngine: Sendable {
  /// Calculates routes; cancelling the task stops the search promptly.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Receives events during the calculation, on any thread.
  /// - Returns: At least one route, the best first.
  /// - Throws: ``RoutingError``; each case states what the caller can do.
  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse

  /// Starts a calculation and returns its handle; it has a default implementation.
  func calculate(_ request: RouteRequest) -> RouteCalculation
}

extension RoutingEngine {
  /// Calculates routes.
  ///
  /// - Parameter request: Waypoints, vehicle and options.
  /// - Returns: At least one route, the best first.
  /// - Throws: ``RoutingError``; each case states what the caller can do.
  public func routes(for request: RouteRequest) async throws(RoutingError) -> RouteResponse {
    try await routes(for: request, observe: { _ in })
  }

  /// Starts a calculation at once and returns its handle.
  public func calculate(_ request: RouteRequest) -> RouteCalculation {
    RouteCalculation(self, request)
  }
}

/// An engine for a region.
public protocol RegionalRoutingEngine: RoutingEngine {
  /// The bounding box of all roads that the engine knows.
  var coverage: Box { get }
}

/// Places routes of another engine on the roads of a map.
public protocol RouteSnapper: Sendable {
  /// The bounding box of all roads of the map.
  var coverage: Box { get }

  /// Gives a route the line and the edges of the map, where the map has its roads.
  ///
  /// - Parameters:
  ///   - route: The route of another engine.
  ///   - vehicle: The vehicle.
  ///   - metres: The length to place on the map, from the start of the route.
  /// - Returns: The route. Lengths and durations remain those of the other engine. So do the steps of a section if the
  ///   map lacks some of its roads. Notices mark stretches that the map does not have.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  func snap(
    _ route: Route, of vehicle: Vehicle, upTo metres: Double
  ) async throws(RoutingError) -> Route
}

/// An engine that calculates tables of travel times.
public protocol TravelTableEngine: Sendable {
  /// Calculates the travel time from each origin to each destination.
  ///
  /// - Parameters:
  ///   - origins: The origins, at least one.
  ///   - destinations: The destinations, at least one.
  ///   - vehicle: The vehicle.
  ///   - options: As for routes; alternatives and violations do not apply.
  ///   - withLengths: Whether to calculate lengths too.
  /// - Returns: A row for each origin, a column for each destination.
  /// - Throws: ``RoutingError``; waypoint indices count origins first, then destinations.
  func table(
    from origins: [Waypoint], to destinations: [Waypoint], vehicle: Vehicle,
    options: RouteRequest.Options, withLengths: Bool
  ) async throws(RoutingError) -> TravelTable
}

/// An engine that explains the effect of a road's rules on a vehicle.
public protocol RoadExplanationEngine: Sendable {
  /// Explains the nearest road.
  ///
  /// - Parameters:
  ///   - place: The coordinate.
  ///   - vehicle: The vehicle.
  ///   - options: The time, the treatment of conditions, and the maximum snap distance.
  /// - Returns: The nearest road; several if they meet there.
  /// - Throws: ``RoutingError``.
  func explain(
    at place: Coordinate, vehicle: Vehicle, options: RouteRequest.Options
  ) async throws(RoutingError) -> [RoadExplanation]
}

/// An engine that finds the points on roads where a trip may begin or end.
public protocol NearestRoadEngine: Sendable {
  /// Finds the points on roads nearest to a waypoint.
  ///
  /// - Parameters:
  ///   - waypoint: The coordinate, snap radius and required heading.
  ///   - count: The maximum number of points, at least one.
  ///   - vehicle: The vehicle.
  ///   - options: The time, excluded roads, adjustments, and the default snap radius.
  /// - Returns: One point per road, nearest first; empty if no road is near.
  /// - Throws: ``RoutingError``, such as ``RoutingError/unknownEdge(_:)`` for an adjustment.
  func nearest(
    to waypoint: Waypoint, count: Int, vehicle: Vehicle, options: RouteRequest.Options
  ) async throws(RoutingError) -> [SnappedWaypoint]
}

/// Matches traces of GPS fixes to roads.
public protocol TraceMatcher: Sendable {
  /// Matches a trace.
  ///
  /// - Parameter trace: The fixes in order; the result reports invalid ones.
  /// - Returns: The pieces of road, and the outcome of every fix.
  /// - Throws: ``MatchingError``.
  func match(_ trace: Trace) async throws(MatchingError) -> MatchResult
}

/// An event during a calculation.
public enum RouteEvent: Sendable, Equatable {
  /// The finished share of the legs, 0 to 1.
  case progress(Double)
  /// A failure that did not stop the calculation.
  case nonFatal(RoutingError)
  /// The calculation has ended, successfully or not.
  case finished
}

extension RouteEvent {
  /// An engine's event during a calculation, with a share of 0 to 1; nil for one that says nothing, or that the
  /// calculation has ended, which only its handle knows.
  var duringCalculation: RouteEvent? {
    switch self {
    case .progress(let share): share.isNaN ? nil : .progress(min(max(share, 0), 1))
    case .nonFatal: self
    case .finished: nil
    }
  }
}

extension RouteResponse {
  /// The response, if it has the promised route.
  ///
  /// - Throws: ``RoutingError/service(_:)`` for a response without routes.
  func nonEmpty() throws(RoutingError) -> RouteResponse {
    if routes.isEmpty { throw .service(.malformed("it has no routes")) }
    return self
  }
}
