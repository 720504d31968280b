public import RoadModel

/// A route with the times of the current traffic.
public struct RouteRefresh: Sendable, Hashable, Codable {
  /// The same edges with new times and traffic; a closed edge has the time that it would take if it were open.
  public var route: Route
  /// The version of the traffic that was considered; nil for none.
  public var trafficVersion: UInt64?
  /// The edges that are closed now, in order; if there are any, the route can't be driven any more.
  public var closedEdges: [EdgeID]
  /// The best route of the same request, if it is another one and takes less time, or if the route is closed.
  ///
  /// If the request is for the shortest route, it is shorter instead, by more than a metre, and may take longer.
  public var better: Route?

  /// A refresh from its parts.
  public init(
    route: Route, trafficVersion: UInt64?, closedEdges: [EdgeID] = [], better: Route? = nil
  ) {
    self.route = route
    self.trafficVersion = trafficVersion
    self.closedEdges = closedEdges
    self.better = better
  }

  /// Decodes a refresh; all but the route is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      route: try container.decode(Route.self, forKey: .route),
      trafficVersion: try container.decodeIfPresent(UInt64.self, forKey: .trafficVersion),
      closedEdges: try container.decode(.closedEdges, default: []),
      better: try container.decodeIfPresent(Route.self, forKey: .better))
  }

  /// The seconds that the better route saves, negative if a shorter one takes longer; nil without one, or if the route
  /// is closed.
  public var savedSeconds: Double? {
    guard closedEdges.isEmpty else { return nil }
    return better.map { route.durationSeconds - $0.durationSeconds }
  }
}
