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
  }

  /// The cost increase of an edge in thousandths, for each path that it is on.
  private static let penalty: UInt32 = 400

  /// Searches for alternatives.
  mutating func run() throws(RoutingError) {
    for path in [kept.best] + kept.found { penalize(path) }
    let map = tiles.map
    for _ in 0..<min(2 * kept.wish.count, 16) where !kept.isFull {
      let layer = try Adjustments(
        counts.map {
          RoadAdjustment(edge: $0.key, .weight(permille: 1_000 + Self.penalty * $0.value))
        },
        map)
      var search = Search(map, rules: rules.penalizing(layer), guide: guide)
      guard let dear = try search.run(from: starts, to: ends, near: place) else { return }
      penalize(dear)
      guard let path = try replayed(dear, from: dear.start, to: dear.end, dear.steps.indices),
        path.cost < kept.bound, let driven = try kept.difference(of: path, &tiles),
        try isLocallyBest(path)
      else { continue }
      kept.keep(path, driven)
    }
  }

  private mutating func penalize(_ path: Path) {
    for step in path.steps { counts[tiles.map.edgeID(step.id), default: 0] += 1 }
  }

  /// A piece of a path by the rules of the query; nil for a single edge, or if the rules forbid it.
  private mutating func replayed(
    _ path: Path, from start: SearchEnd, to end: SearchEnd, _ steps: Range<Int>
  ) throws(RoutingError) -> Path? {
    guard steps.count > 1 else { return nil }
    var states: [(slot: TileSlot, edge: EdgeIndex)] = []
    for step in path.steps[steps].dropFirst().dropLast() {
      let slot = try tiles.slot(ofTile: step.tile)
      states.append((slot, tiles.edge(slot, id: step.id)))
    }
    var replay = try PathReplay(rules, to: [end], &tiles)
    return try replay.path(from: start, over: states, to: end, &tiles)
  }

  private mutating func isLocallyBest(_ path: Path) throws(RoutingError) -> Bool {
    if kept.wish.limits.testsNothing { return true }
    // Pieces are measured by time, which equals the cost unless roads have prices.
    var costs: [UInt32] = []
    var sum: UInt64 = 0
    for step in path.steps.dropLast() {
      sum += UInt64(step.turnDuration) + UInt64(step.edgeTime)
      costs.append(UInt32(clamping: sum))
    }
    let total = max(path.cost, costs.last ?? 0)
    let pieces = LocalOptimality(
      costs: costs, beginnings: [0] + costs, total: total, pieceCost: kept.pieceCost(total))
    var own = self
    return try pieces.holds { first, last throws(RoutingError) in
      try own.isBest(path, first, last)
    }
  }

  /// Whether no path is cheaper between two edges of this one; see ``LocalOptimality/Test``.
  private mutating func isBest(
    _ path: Path, _ first: Int, _ last: Int
  ) throws(RoutingError) -> Bool {
    let final = path.steps.count - 1
    let steps = max(first, 0)..<min(last, final) + 1
    // One edge is no detour.
    if steps.count < 2 { return true }
    let start = first < 0 ? path.start : try end(of: path.steps[first])
    let end = last >= final ? path.end : try end(of: path.steps[last])
    guard let piece = try replayed(path, from: start, to: end, steps) else { return false }
    var ladder = Ladder(tiles.map, metrics, rules)
    // Where roads meet, a trip may begin and end on any of them. A longer piece may end within an
    // edge, so only on that edge.
    let isShort = piece.cost <= kept.pieceCost(path.cost)
    let best = try ladder.paths(
      from: first < 0 && isShort ? starts : [start],
      to: last >= final && isShort ? ends : [end], near: end.point.position)
    return best.allSatisfy { $0.cost >= piece.cost }
  }

  /// The end of an edge, as an end of a search.
  private mutating func end(of step: PathStep) throws(RoutingError) -> SearchEnd {
    let slot = try tiles.slot(ofTile: step.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let state = tiles.edge(slot, id: step.id)
    let point = RoadPoint(
      tile: step.tile, segment: step.segment,
      offset: step.direction == .forward ? tile.length(step.segment) : 0,
      position: tile.headPosition(step.edge), distance: 0, isLeft: false)
    return SearchEnd(
      point: point, direction: step.direction, cost: 0,
      time: rules.time(step.time, after: step.edgeTime), tag: 0,
      via: state == step.edge ? nil : state)
  }
}
