import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RouteModel

/// Finds reasonable alternatives to the best path of a leg on the hierarchy.
///
/// It takes the candidates in the order of ``CandidateWays``, and keeps those that are locally
/// optimal and differ enough from the paths kept before.
struct AlternativeSearch {
  /// The query, with its ends.
  private(set) var query: HierarchyQuery
  private let starts: [SearchEnd]
  private let ends: [SearchEnd]
  /// The steps of the best path, and of the kept ones.
  private var bestSteps = WaySteps()
  private var keptSteps: [WaySteps] = []
  private var tiles: TouchedTiles
  /// The found paths.
  private(set) var kept: KeptPaths

  init(
    _ query: HierarchyQuery, _ best: Path, from starts: [SearchEnd], to ends: [SearchEnd],
    _ wish: AlternativeWish, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    self.query = query
    self.starts = starts
    self.ends = ends
    try self.query.prepareTarget(ends, &work)
    try self.query.prepareOrigin(starts, to: ends, &work)
    tiles = self.query.origin.tiles
    kept = try KeptPaths(best, wish, &tiles)
  }

  /// The number of candidates that are unpacked.
  private var candidateLimit: Int { min(max(16, 8 * kept.wish.count), 256) }

  /// The cost that an alternative may have in common with another route.
  private var sharedCost: UInt32 { UInt32(Double(kept.best.cost) * kept.wish.limits.sharing) }

  /// Searches for alternatives.
  mutating func run(_ work: inout HierarchyWorkspace) throws(RoutingError) {
    var vias = work.takeVias()
    defer { work.vias = vias }
    let candidates = try CandidateWays.find(query, below: kept.bound, &vias)
    guard let first = candidates.first else { return }
    // The best path may use no edge of the top.
    let hasBest = first.cost <= kept.best.cost
    if hasBest {
      bestSteps = WaySteps(try way(vias.path(over: first.node), total: first.cost, &work))
      keptSteps.append(bestSteps)
    }
    var unpacked = 0
    for candidate in candidates.dropFirst(hasBest ? 1 : 0) {
      if kept.isFull || unpacked == candidateLimit { break }
      let (node, total) = (candidate.node, candidate.cost)
      let stops = vias.path(over: node)
      let sharesTooMuch = keptSteps.contains {
        $0.leastShared(stops, over: node, total: total) > sharedCost
      }
      if sharesTooMuch { continue }
      unpacked += 1
      try consider(try way(stops, total: total, &work), over: node, &work)
    }
  }

  /// The way over some edges of the top.
  private func way(
    _ stops: [TreeSearch.Stop], total: UInt32, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> TopWay {
    let map = query.map
    let columns = try map.columns()
    try work.unpacker.unpack(stops, TopView(columns), query.metric, map)
    return TopWay(from: stops[0], over: work.unpacker.hops, total: total)
  }

  /// Keeps the path of a way if it is a reasonable alternative.
  private mutating func consider(
    _ way: TopWay, over node: TopNode, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    if keptSteps.contains(where: { $0.shared(way) > sharedCost }) { return }
    guard try isLocallyBest(way, over: node, &work) else { return }
    // With a clock, a path may cost more than by the metric; its pieces are then perhaps not best
    // paths.
    guard let path = try query.path(way, starts, ends, &work), path.cost == way.total,
      let driven = try kept.difference(of: path, &tiles)
    else { return }
    keptSteps.append(WaySteps(way))
    kept.keep(path, driven)
  }

  private func isLocallyBest(
    _ way: TopWay, over node: TopNode, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Bool {
    if kept.wish.limits.testsNothing { return true }
    var search = work.takePieces()
    defer { work.pieces = search }
    // The number of steps before each edge of the top that are not on the best way.
    var foreign = [0]
    for hop in way.hops {
      foreign.append(foreign[foreign.count - 1] + (bestSteps.contains(hop) ? 0 : 1))
    }
    var beginnings = [way.costs[0]]
    for (index, hop) in way.hops.enumerated() {
      beginnings.append(way.costs[hop.cell == nil ? index : index + 1])
    }
    let pieces = LocalOptimality(
      costs: way.costs, beginnings: beginnings, total: way.total,
      pieceCost: kept.pieceCost(way.total))
    func test(_ first: Int, _ last: Int) throws(RoutingError) -> Bool {
      let (low, high) = (max(first, 0), min(last, way.hops.count))
      if foreign[low] == foreign[high] { return true }
      return try isBest(way, first, last, &search)
    }
    let middle = way.hops.firstIndex { $0.from == node } ?? way.hops.count
    guard try pieces.holds(around: middle, test) else { return false }
    return try pieces.holds(test)
  }

  /// Whether no path is cheaper than a part of this way; see ``LocalOptimality/Test``.
  private func isBest(
    _ way: TopWay, _ first: Int, _ last: Int, _ search: inout TreeSearch
  ) throws(RoutingError) -> Bool {
    let reachesEnd = last > way.hops.count
    let begin = first < 0 ? 0 : way.costs[first]
    let end = reachesEnd ? way.total : way.costs[last]
    let map = query.map
    let metric = query.metric
    let columns = try map.columns()
    let view = try metric.view(map)
    let found = search.run(
      TopView(columns), view,
      from: first < 0 ? query.sources : [Seed(way.node(first), cost: 0)],
      to: reachesEnd ? query.goals : [Seed(way.node(last), cost: 0)], below: end - begin)
    return found == Cost.unreachable
  }
}
