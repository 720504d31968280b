/// The response of an engine.
public struct RouteResponse: Sendable, Hashable, Codable {
  /// The routes, best first; at least one.
  public var routes: [Route]
  /// The index in ``routes`` of the route that is driven or shown; 0 at first.
  ///
  /// Changing it keeps the others. An index out of range counts as 0.
  public var active: Int
  /// The version of the traffic that was considered; nil for none.
  public var trafficVersion: UInt64?
  /// Search statistics.
  public var statistics: SearchStatistics

  /// A response from its parts.
  public init(
    routes: [Route], active: Int = 0, trafficVersion: UInt64? = nil,
    statistics: SearchStatistics = SearchStatistics()
  ) {
    self.routes = routes
    self.active = active
    self.trafficVersion = trafficVersion
    self.statistics = statistics
  }

  /// The active route; nil only if there are no routes.
  public var activeRoute: Route? {
    routes.indices.contains(active) ? routes[active] : routes.first
  }

  private enum CodingKeys: String, CodingKey { case routes, active, trafficVersion, statistics }

  /// Encodes a response; `active` only if it is not 0.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(routes, forKey: .routes)
    if active != 0 { try container.encode(active, forKey: .active) }
    try container.encodeIfPresent(trafficVersion, forKey: .trafficVersion)
    try container.encode(statistics, forKey: .statistics)
  }

  /// Decodes a response; all but the routes is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      routes: try container.decode([Route].self, forKey: .routes),
      active: try container.decode(.active, default: 0),
      trafficVersion: try container.decodeIfPresent(UInt64.self, forKey: .trafficVersion),
      statistics: try container.decode(.statistics, default: SearchStatistics()))
  }
}

/// Statistics of a calculation, for benchmarks.
public struct SearchStatistics: Sendable, Hashable, Codable {
  /// Directed edges whose cost became final.
  public var settledEdges = 0
  /// Tiles that were used.
  public var touchedTiles = 0
  /// Number of searches.
  public var searches = 0
  /// The slowest rung that answered a leg; nil without a search.
  public var rung: SearchRung?
  /// Time to snap the waypoints, in seconds.
  public var snappingSeconds = 0.0
  /// Time to find the paths, including explanations of refusals, in seconds.
  public var searchingSeconds = 0.0
  /// Time to create geometry, names and notices, in seconds.
  public var buildingSeconds = 0.0

  /// Statistics; all zero by default.
  public init(settledEdges: Int = 0, touchedTiles: Int = 0, searches: Int = 0) {
    self.settledEdges = settledEdges
    self.touchedTiles = touchedTiles
    self.searches = searches
  }
}

extension SearchStatistics {
  /// Decodes statistics; every member is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      settledEdges: try container.decode(.settledEdges, default: 0),
      touchedTiles: try container.decode(.touchedTiles, default: 0),
      searches: try container.decode(.searches, default: 0))
    rung = try container.decodeIfPresent(SearchRung.self, forKey: .rung)
    snappingSeconds = try container.decode(.snappingSeconds, default: 0)
    searchingSeconds = try container.decode(.searchingSeconds, default: 0)
    buildingSeconds = try container.decode(.buildingSeconds, default: 0)
  }

  /// Adds the statistics of another search of the same calculation.
  package mutating func add(_ other: SearchStatistics) {
    settledEdges += other.settledEdges
    touchedTiles = max(touchedTiles, other.touchedTiles)
    searches += other.searches
    if let slower = other.rung { rung = max(rung ?? slower, slower) }
    snappingSeconds += other.snappingSeconds
    searchingSeconds += other.searchingSeconds
    buildingSeconds += other.buildingSeconds
  }
}
