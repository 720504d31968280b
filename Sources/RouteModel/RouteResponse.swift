/// The answer of an engine.
public struct RouteResponse: Sendable, Hashable, Codable {
  /// The best route, then further ones.
  public var routes: [Route]
  /// How the search went.
  public var statistics: SearchStatistics

  /// An answer from its parts.
  public init(routes: [Route], statistics: SearchStatistics = SearchStatistics()) {
    self.routes = routes
    self.statistics = statistics
  }

  /// Reads an answer; statistics may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      routes: try container.decode([Route].self, forKey: .routes),
      statistics: try container.decode(.statistics, default: SearchStatistics()))
  }
}

/// What a calculation did, for benchmarks and for the curious.
public struct SearchStatistics: Sendable, Hashable, Codable {
  /// Directed edges whose cost became final.
  public var settledEdges = 0
  /// Tiles that were looked at.
  public var touchedTiles = 0
  /// Searches that were made.
  public var searches = 0
  /// The slowest of the ways by which the legs were found; nil when there was no search.
  public var rung: SearchRung?
  /// Seconds to find the roads next to the waypoints.
  public var snappingSeconds = 0.0
  /// Seconds to find the paths, explanations of refusals included.
  public var searchingSeconds = 0.0
  /// Seconds to make geometry, names and notices of the paths.
  public var buildingSeconds = 0.0

  /// What a calculation did; nothing unless told otherwise.
  public init(settledEdges: Int = 0, touchedTiles: Int = 0, searches: Int = 0) {
    self.settledEdges = settledEdges
    self.touchedTiles = touchedTiles
    self.searches = searches
  }
}

extension SearchStatistics {
  /// Reads what a calculation did; every member may be missing.
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

  /// Adds what another search of the same calculation did.
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
