import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Tests by the rules of the query whether the pieces of a path are best paths.
///
/// It searches for the best path of each piece, at the time when the piece is driven. A test by a metric is faster, but
/// has no clock.
struct PathOptimality {
  private let metrics: MetricCache
  private let rules: QueryRules
  private let starts: [SearchEnd]
  private let ends: [SearchEnd]
  private let wish: AlternativeWish
  private var tiles: TouchedTiles

  /// A test of the paths of a leg from some ends to others.
  init(
    _ map: NavMap, _ metrics: MetricCache, _ rules: QueryRules, from starts: [SearchEnd],
    to ends: [SearchEnd], _ wish: AlternativeWish
  ) {
    self.metrics = metrics
    self.rules = rules
    self.starts = starts
    self.ends = ends
    self.wish = wish
    tiles = TouchedTiles(map)
  }

  /// A piece of a path by the rules of the query; nil for a single edge, or if the rules forbid it.
  mutating func replayed(
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

  /// Whether every short piece of a path is a best path.
  mutating func isLocallyBest(_ path: Path) throws(RoutingError) -> Bool {
    if wish.limits.testsNothing { return true }
    var costs = try costs(of: path)
    guard let total = costs.popLast() else { return true }
    let pieces = LocalOptimality(
      costs: costs, beginnings: [0] + costs, total: total, pieceCost: wish.pieceCost(total))
    var own = self
    return try pieces.holds { first, last throws(RoutingError) in
      try own.isBest(path, first, last)
    }
  }

  /// The cost up to the end of each step of a path, without the prices of avoided roads; the last is that of the whole.
  private mutating func costs(of path: Path) throws(RoutingError) -> [UInt32] {
    var costs: [UInt32] = []
    costs.reserveCapacity(path.steps.count)
    var sum: UInt64 = 0
    for (index, step) in path.steps.enumerated() {
      let slot = try tiles.slot(ofTile: step.tile)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      let before = index > 0 ? path.steps[index - 1] : nil
      let isUTurn = before?.tile == step.tile && before?.edge == step.edge.reversed
      sum += UInt64(rules.cost(ofTurn: step.turnDuration, isUTurn: isUTurn))
      let measure = rules.measure(tile, step.edge, at: step.time, time: step.edgeTime)
      let isLast = index == path.steps.count - 1
      let end = isLast ? measure.cost(upTo: path.end.along(measure.length)) : measure.cost
      let begin = index == 0 ? measure.cost(upTo: path.start.along(measure.length)) : 0
      sum += UInt64(end - min(begin, end))
      costs.append(UInt32(clamping: sum))
    }
    return costs
  }

  /// Whether no path is cheaper between two edges of this one; see ``LocalOptimality/Test``.
  private mutating func isBest(
    _ path: Path, _ first: Int, _ last: Int
  ) throws(RoutingError) -> Bool {
    let final = path.steps.count - 1
    let steps = max(first, 0)..<min(last, final) + 1
    // One edge is no detour.
    if steps.count < 2 { return true }
    if Task.isCancelled { throw .cancelled }
    let start = first < 0 ? path.start : try end(of: path.steps[first])
    let end = last >= final ? path.end : try end(of: path.steps[last])
    guard let piece = try replayed(path, from: start, to: end, steps) else { return false }
    var ladder = Ladder(tiles.map, metrics, rules)
    // Where roads meet, a trip may begin and end on any of them. A longer piece may end within an
    // edge, so only on that edge.
    let isShort = wish.free(piece.cost) <= wish.pieceCost(wish.free(whole: path.cost))
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
