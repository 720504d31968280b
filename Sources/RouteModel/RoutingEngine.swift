public import Geo
public import RoadModel

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

/// An engine whose roads lie in a region.
public protocol RegionalRoutingEngine: RoutingEngine {
  /// The box of all roads that the engine knows; beside it, it finds nothing.
  var coverage: Box { get }
}

/// What puts routes of another engine onto the roads of a map.
public protocol RouteSnapper: Sendable {
  /// The box of all roads of the map.
  var coverage: Box { get }

  /// A route with the line and the edges of the map, where the map has its roads.
  ///
  /// - Parameters:
  ///   - route: The route of another engine.
  ///   - vehicle: Who travels.
  ///   - metres: So much of the route is looked at, from its beginning.
  /// - Returns: The route; lengths, durations and steps stay the other engine's, and notices say where the map
  ///   has no such road.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  func snap(
    _ route: Route, of vehicle: Vehicle, upTo metres: Double
  ) async throws(RoutingError) -> Route
}

/// An engine that calculates tables of travel times.
public protocol TravelTableEngine: Sendable {
  /// Calculates how long it takes from each of some places to each of some others.
  ///
  /// - Parameters:
  ///   - origins: Where trips begin, one or more.
  ///   - destinations: Where they end, one or more.
  ///   - vehicle: Who travels.
  ///   - options: As for routes; alternatives and violations don't apply.
  ///   - withLengths: Whether lengths are wanted too.
  /// - Returns: A row for each origin, a column for each destination.
  /// - Throws: ``RoutingError``; the waypoint it names counts origins first, then destinations.
  func table(
    from origins: [Waypoint], to destinations: [Waypoint], vehicle: Vehicle,
    options: RouteRequest.Options, withLengths: Bool
  ) async throws(RoutingError) -> TravelTable
}

/// An engine that says what the rules of a road mean for a vehicle.
public protocol RoadExplanationEngine: Sendable {
  /// Explains the roads nearest to a place.
  ///
  /// - Parameters:
  ///   - place: Where.
  ///   - vehicle: Who asks.
  ///   - options: The time, how conditions are taken, and how far off a road may be.
  /// - Returns: The nearest road; several where they meet.
  /// - Throws: ``RoutingError``.
  func explain(
    at place: Coordinate, vehicle: Vehicle, options: RouteRequest.Options
  ) async throws(RoutingError) -> [RoadExplanation]
}

/// An engine that finds the points of roads where a trip may begin or end.
public protocol NearestRoadEngine: Sendable {
  /// Finds the points of roads nearest to a waypoint.
  ///
  /// - Parameters:
  ///   - waypoint: Where, within which radius, and how the road must run.
  ///   - count: At most so many, one or more.
  ///   - vehicle: Who travels.
  ///   - options: The time, excluded roads, and the radius of waypoints that have none.
  /// - Returns: One point a road, nearest first; none where no road is near.
  /// - Throws: ``RoutingError``.
  func nearest(
    to waypoint: Waypoint, count: Int, vehicle: Vehicle, options: RouteRequest.Options
  ) async throws(RoutingError) -> [SnappedWaypoint]
}

/// Finds the roads that a receiver came by.
public protocol TraceMatcher: Sendable {
  /// Matches a trace.
  ///
  /// - Parameter trace: Fixes in their order; what is wrong with one is told in the result.
  /// - Returns: Pieces of road, and what became of every fix.
  /// - Throws: ``MatchingError``.
  func match(_ trace: Trace) async throws(MatchingError) -> MatchResult
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
