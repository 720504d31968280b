import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Finds alternatives without the hierarchy: for trips inside a cell, and for maps without one.
///
/// It raises the costs of the edges of each path found, and repeats the search (Akgün, Erkut and
/// Batta, "On finding dissimilar paths", 2000, doi:10.1016/S0377-2217(99)00214-3). The test of a
/// found path uses its true cost.
struct PenaltySearch {
  private let metrics: MetricCache
  private let rules: QueryRules
  /// Lower bounds without penalties, which are also valid with them; nil without a hierarchy.
  private let guide: HierarchyGuide?
  private let starts: [SearchEnd]
  private let ends: [SearchEnd]
  private let place: Coordinate
  private var tiles: TouchedTiles
  private var optimality: PathOptimality
  /// The number of paths with each edge.
  private var counts: [EdgeID: UInt32] = [:]
  /// The paths found by this search and before.
  private(set) var kept: KeptPaths

  init(
    _ map: NavMap, _ metrics: MetricCache, _ rules: QueryRules, _ guide: HierarchyGuide?,
    from starts: [SearchEnd], to ends: [SearchEnd], near place: Coordinate, _ kept: KeptPaths
  ) {
    self.metrics = metrics
    self.rules = rules
    self.guide = guide
    self.starts = starts
    self.ends = ends
    self.place = place
    self.kept = kept
    tiles = TouchedTiles(map)
    optimality = PathOptimality(map, metrics, rules, from: starts, to: ends, kept.wish)
  }

  /// The cost increase of an edge in thousandths, for each path that it is on.
  private static let penalty: UInt32 = 400

  /// Searches for alternatives.
  mutating func run() throws(RoutingError) {
    for path in [kept.best] + kept.found { penalize(path) }
    let map = tiles.map
    let metresToFerry = metrics.ferries.metres(from: place, map, rules)
    for _ in 0..<min(2 * kept.wish.count, 16) where !kept.isFull {
      let layer = try Adjustments(
        counts.map {
          RoadAdjustment(edge: $0.key, .weight(permille: 1_000 + Self.penalty * $0.value))
        },
        map)
      var search = Search(
        map, rules: rules.penalizing(layer), guide: guide, metresToFerry: metresToFerry)
      guard let dear = try search.run(from: starts, to: ends, near: place) else { return }
      penalize(dear)
      guard
        let path = try optimality.replayed(
          dear, from: dear.start, to: dear.end, dear.steps.indices),
        path.cost < kept.bound, let driven = try kept.difference(of: path, &tiles),
        try optimality.isLocallyBest(path)
      else { continue }
      kept.keep(path, driven)
    }
  }

  private mutating func penalize(_ path: Path) {
    for step in path.steps { counts[tiles.map.edgeID(step.id), default: 0] += 1 }
  }
}
