import Geo
public import MapReader
import NavFormat
import RoadModel

/// Calculates routes on an opened map, without a network.
///
/// Exact: the route found costs what plain Dijkstra on the directed edges finds, with every turn
/// restriction, barrier, zone and vehicle limit. Many calculations may run at once on one engine;
/// the memory of each is proportional to what it visits.
public struct OfflineRoutingEngine: RoutingEngine {
  /// The map.
  public let map: NavMap

  /// An engine on a map.
  public init(map: NavMap) { self.map = map }

  /// Calculates the best route of a request.
  ///
  /// - Parameters:
  ///   - request: Waypoints, vehicle and options.
  ///   - observe: Gets a progress event after each leg.
  /// - Returns: One route.
  /// - Throws: ``RoutingError``.
  /// - Complexity: O(m log m) in the edges nearer than the end, once for each leg.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    let places = try Self.places(of: request)
    let drivesOnLeft = map.header.drivingSide == .left
    let rules = QueryRules(
      request.vehicle, options: request.options, drivesOnLeft: drivesOnLeft)
    let legs = Double(places.count - 1)
    var planner = LegPlanner(map: map, rules: rules, request: request)
    let paths = try planner.plan(places) { observe(.progress(Double($0) / legs)) }
    let sections = try RouteBuilder(map: map, rules: rules, request: request).sections(of: paths)
    var notices = planner.notices
    let violated = request.options.avoid.intersection(Self.avoidable(sections, mode: rules.mode))
    if !violated.isEmpty { notices.append(.avoidanceViolated(violated)) }
    if request.options.alternatives > 0 {
      notices.append(.fewerAlternatives(wanted: request.options.alternatives, found: 0))
    }
    return RouteResponse(
      routes: [Route(sections: sections, notices: notices)], statistics: planner.statistics)
  }

  private static func places(of request: RouteRequest) throws(RoutingError) -> [Coordinate] {
    guard request.waypoints.count >= 2 else { throw .tooFewWaypoints(request.waypoints.count) }
    var places: [Coordinate] = []
    for (index, waypoint) in request.waypoints.enumerated() {
      guard let place = waypoint.coordinate else { throw .invalidWaypoint(index: index) }
      places.append(place)
    }
    return places
  }

  /// What there is on a route that a request may want to avoid.
  private static func avoidable(_ sections: [RouteSection], mode: Mode) -> Avoidance {
    var found: Avoidance = []
    for edge in sections.flatMap(\.edges) {
      for (_, kind) in Avoidance.named where kind.forbids(edge.road, truck: mode == .truck) {
        found.insert(kind)
      }
    }
    return found
  }
}
