import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RouteModel

/// Finds reasonable alternatives to the best path of a leg on the hierarchy.
///
/// It takes the candidates in the order of ``CandidateWays``, and keeps those that are locally
/// optimal and differ enough from the paths kept before.
///
/// If times change during the trip, no metric has them. A candidate is then replayed by the clock. If it costs more
/// than by a metric that bounds the costs, or if the metric is not a bound, its pieces are tested by the clock, too.
struct AlternativeSearch {
  /// The query, with its ends.
  private(set) var query: HierarchyQuery
  private let ends: [SearchEnd]
  /// The test by the clock; nil if times do not change.
  private var clocked: PathOptimality?
  /// Whether no path costs less than by the metric.
  private let isBound: Bool
  /// The number of tests by the clock so far; each takes several searches.
  private var clockedTests = 0
  /// The steps of the best path of the metric, and of the ways that later ones must differ from.
  private var bestSteps = WaySteps()
  private var keptSteps: [WaySteps] = []
  private var detours = KnownDetours()
  private var bestPieces = BestPieces()
  /// The cost by the metric that an alternative may have in common with another route.
  private var sharedCost: UInt32 = 0
  private var tiles: TouchedTiles
  /// The found paths.
  private(set) var kept: KeptPaths

  /// A search for alternatives to the best path of a leg.
  ///
  /// - Parameters:
  ///   - query: The query, with the rules by which paths are driven.
  ///   - best: The best path by these rules.
  ///   - starts: The starts of the leg.
  ///   - ends: The ends of the leg.
  ///   - wish: The requirements.
  ///   - clocked: The test by the clock; nil if times do not change.
  ///   - isBound: Whether no path costs less than by the metric.
  ///   - work: Memory of searches.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  init(
    _ query: HierarchyQuery, _ best: Path, from starts: [SearchEnd], to ends: [SearchEnd],
    _ wish: AlternativeWish, clocked: PathOptimality?, isBound: Bool,
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    self.query = query
    self.ends = ends
    self.clocked = clocked
    self.isBound = isBound
    try self.query.prepareTarget(ends, &work)
    try self.query.prepareOrigin(starts, to: ends, &work)
    tiles = self.query.origin.tiles
    kept = try KeptPaths(best, wish, &tiles)
  }

  /// The maximum number of tests by the clock.
  private var clockedLimit: Int { min(max(8, 4 * kept.wish.count), 32) }

  /// The number of candidates whose pieces are tested; four times as many are unpacked.
  private var candidateLimit: Int { min(max(16, 8 * kept.wish.count), 256) }

  /// Searches for alternatives.
  mutating func run(_ work: inout HierarchyWorkspace) throws(RoutingError) {
    var vias = work.takeVias()
    defer { work.vias = vias }
    // Costs by a metric that is not a bound may be higher than those by the clock.
    let bound = isBound ? kept.bound : Cost.sum(kept.bound, kept.bound)
    let candidates = try CandidateWays.find(query, below: bound, kept.wish, &vias)
    guard let first = candidates.first else { return }
    // The best path may use no edge of the top.
    let hasBest = first.cost <= kept.best.cost || !isBound
    let own = kept.wish.free(whole: kept.best.cost)
    let whole = isBound ? own : max(kept.wish.free(first.cost), own)
    sharedCost = UInt32(Double(whole) * kept.wish.limits.sharing)
    if hasBest {
      let way = try way(vias.path(over: first.node), total: first.cost, &work)
      bestSteps = WaySteps(way)
      keptSteps.append(bestSteps)
      // By the clock, another path may be the best one.
      if clocked != nil { try keep(way, &work) }
    }
    var (unpacked, tested) = (0, 0)
    for candidate in candidates.dropFirst(hasBest ? 1 : 0) {
      if kept.isFull || tested == candidateLimit || unpacked == 4 * candidateLimit { break }
      if Task.isCancelled { throw .cancelled }
      let (node, total) = (candidate.node, candidate.cost)
      let stops = vias.path(over: node)
      let sharesTooMuch = keptSteps.contains {
        $0.leastShared(stops, over: node, total: total, kept.wish) > sharedCost
      }
      if sharesTooMuch { continue }
      unpacked += 1
      if try consider(try way(stops, total: total, &work), over: node, &work) { tested += 1 }
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
  ///
  /// - Returns: Whether its pieces were tested by searches.
  private mutating func consider(
    _ way: TopWay, over node: TopNode, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Bool {
    if keptSteps.contains(where: { $0.shared(way, kept.wish) > sharedCost }) { return false }
    if kept.wish.limits.testsNothing {
      try keep(way, &work)
      return true
    }
    let pieces = pieces(of: way)
    if detours.contains(way, pieces) { return false }
    if try isLocallyBest(way, over: node, pieces, &work) { try keep(way, &work) }
    return true
  }

  /// Keeps the path of a locally optimal way if it is one by the rules of the query, too.
  private mutating func keep(
    _ way: TopWay, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    // With a clock, a path may cost more than by the metric; its pieces are then perhaps not best
    // paths.
    guard let path = try query.path(way, ends, &work), path.cost < kept.bound else {
      return
    }
    let costsMore = path.cost != way.total
    if costsMore && clocked == nil { return }
    guard let driven = try kept.difference(of: path, &tiles) else {
      // Ways that have much in common with it are usually refused as well.
      if clocked != nil { keptSteps.append(WaySteps(way)) }
      return
    }
    if costsMore || !isBound {
      guard clockedTests < clockedLimit else { return }
      clockedTests += 1
      guard try clocked?.isLocallyBest(path) ?? true else { return }
    }
    keptSteps.append(WaySteps(way))
    kept.keep(path, driven)
  }

  private func pieces(of way: TopWay) -> LocalOptimality {
    let (costs, total) = way.freeCosts(kept.wish)
    var beginnings = [costs[0]]
    for (index, hop) in way.hops.enumerated() {
      beginnings.append(costs[hop.cell == nil ? index : index + 1])
    }
    return LocalOptimality(
      costs: costs, beginnings: beginnings, total: total, pieceCost: kept.wish.pieceCost(total))
  }

  private mutating func isLocallyBest(
    _ way: TopWay, over node: TopNode, _ pieces: LocalOptimality, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Bool {
    var search = work.takePieces()
    defer { work.pieces = search }
    // The number of steps before each edge of the top that are not on the best way.
    var foreign = [0]
    for hop in way.hops {
      foreign.append(foreign[foreign.count - 1] + (bestSteps.contains(hop) ? 0 : 1))
    }
    // The last piece that is no best path is the one for which a way is rejected.
    var detour: (first: Int, last: Int)?
    func test(_ first: Int, _ last: Int) throws(RoutingError) -> Bool {
      let (low, high) = (max(first, 0), min(last, way.hops.count))
      if foreign[low] == foreign[high] || bestPieces.contain(way, first, last) { return true }
      guard try isBest(way, first, last, &search) else {
        detour = (first, last)
        return false
      }
      bestPieces.add(way, first, last)
      return true
    }
    let middle = way.hops.firstIndex { $0.from == node } ?? way.hops.count
    if try pieces.holds(around: middle, test), try pieces.holds(test) { return true }
    if let detour, pieces.mustBeBest(detour.first, detour.last) {
      detours.add(way, detour.first, detour.last)
    }
    return false
  }

  /// Whether no path is cheaper than a part of this way; see ``LocalOptimality/Test``.
  private func isBest(
    _ way: TopWay, _ first: Int, _ last: Int, _ search: inout TreeSearch
  ) throws(RoutingError) -> Bool {
    let reachesEnd = last > way.hops.count
    let map = query.map
    let metric = query.metric
    let columns = try map.columns()
    let view = try metric.view(map)
    let isCheaper = search.finds(
      TopView(columns), view,
      from: first < 0 ? query.sources : [Seed(way.node(first), cost: 0)],
      to: reachesEnd ? query.goals : [Seed(way.node(last), cost: 0)],
      below: way.cost(from: first, to: last))
    return !isCheaper
  }
}
