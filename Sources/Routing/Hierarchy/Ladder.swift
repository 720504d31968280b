import Geo
import Hierarchy
import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// The sequence of searches for the best path of a leg, fastest first; each is exact.
struct Ladder {
  private let map: NavMap
  private let metrics: MetricCache
  private let rules: QueryRules
  private(set) var statistics = SearchStatistics()
  /// Whether a path was discarded because its cost exceeds the maximum.
  private(set) var isTruncated = false
  /// The search gives up if no path costs at most this.
  private var longest = UInt32.max
  /// Whether it gave up.
  private var isTooLong = false

  init(_ map: NavMap, _ metrics: MetricCache, _ rules: QueryRules) {
    self.map = map
    self.metrics = metrics
    self.rules = rules
  }

  /// Finds paths from one of the starts to one of the ends.
  ///
  /// - Returns: The cheapest path, at most one; empty if there is none.
  mutating func paths(
    from starts: [SearchEnd], to ends: [SearchEnd], near place: Coordinate
  ) throws(RoutingError) -> [Path] {
    statistics.searches += 1
    return try cheapest(starts, ends, place).map { [$0] } ?? []
  }

  /// Trips of at most this many edges may lie in a cell of the hierarchy, which does not know the cell's inside.
  private static let shortTrip = 48

  /// Finds reasonable alternatives to the best path of a leg.
  ///
  /// - Parameters:
  ///   - best: The best path.
  ///   - starts: The starts of the leg.
  ///   - ends: The ends of the leg.
  ///   - place: The coordinate of its end.
  ///   - wish: The requirements.
  /// - Returns: The alternatives, cheapest first.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  mutating func alternatives(
    to best: Path, from starts: [SearchEnd], to ends: [SearchEnd], near place: Coordinate,
    _ wish: AlternativeWish
  ) throws(RoutingError) -> [Path] {
    guard rules.priceHalvings == 0 else { return [] }
    let longest = Costing.sum(wish.free(whole: best.cost), Costing.sum(wish.moreCost, 1))
    let rules = rulesOfAlternatives(starts, longest)
    let isShort = best.steps.count <= Self.shortTrip
    let (model, isBound) = rulesOfCandidates(rules, starts, isShort: isShort)
    guard let metric = try metrics.closest(model) else {
      var tiles = TouchedTiles(map)
      let none = try KeptPaths(best, wish, &tiles)
      return try penalized(rules, nil, none, starts, ends, place)
    }
    var work = try metrics.workspace()
    defer { metrics.put(work) }
    let query = HierarchyQuery(map, rules: rules, model: model, metric: metric)
    let varies = rules.layers.usual != nil || rules.inSteadyTraffic != nil
    let clocked =
      varies ? PathOptimality(map, metrics, rules, from: starts, to: ends, wish) : nil
    var search = try AlternativeSearch(
      query, best, from: starts, to: ends, wish, clocked: clocked, isBound: isBound, &work)
    try search.run(&work)
    let kept = search.kept
    if kept.isFull || !isShort { return kept.cheapestFirst }
    let guide = try HierarchyGuide(
      map, search.query, metric, rules: rules.atAnyTime(), lower: work.takeLower())
    defer { work.lower = guide.memory }
    return try penalized(rules, guide, kept, starts, ends, place)
  }

  /// The rules of alternatives up to a cost: as simple as the times of day allow.
  ///
  /// Steady traffic has no clock. At usual speeds, the bounds are those of the narrowest window in which all
  /// alternatives arrive.
  private func rulesOfAlternatives(_ starts: [SearchEnd], _ longest: UInt32) -> QueryRules {
    if isTrafficSteady(starts, cost: longest), let steady = rules.inSteadyTraffic { return steady }
    guard rules.layers.bounds == .always, !rules.isShortest,
      let first = starts.map(\.time).min(), let last = starts.map(\.time).max()
    else { return rules }
    let window = rules.timeBounds(from: first, to: last).first { window in
      longest <= rules.cost(within: window.end - Int64(last))
    }
    return window.map { rules.bounded(by: $0.bounds) } ?? rules
  }

  /// The rules of the metric in which alternatives are looked for, and whether it bounds the costs of the trip.
  ///
  /// While traffic fades, its costs as measured are closer to those of the trip than their bounds, which are those of
  /// free roads. Paths are then tested by the clock. A short trip needs bounds for the search with penalties.
  private func rulesOfCandidates(
    _ rules: QueryRules, _ starts: [SearchEnd], isShort: Bool
  ) -> (rules: QueryRules, isBound: Bool) {
    guard !isShort, !rules.isShortest, !rules.layers.bounds.isSteady,
      let snapshot = rules.layers.traffic?.snapshot,
      rules.freshness(of: snapshot, at: starts.map(\.time).min() ?? 0) >= 0.5
    else { return (rules, true) }
    if let steady = rules.inSteadyTraffic { return (steady, false) }
    guard rules.layers.usual != nil else { return (rules, true) }
    // Roads without traffic keep the bounds of their usual speeds.
    var bounds = rules.layers.bounds
    bounds.isSteady = true
    return (rules.bounded(by: bounds), false)
  }

  private func penalized(
    _ rules: QueryRules, _ guide: HierarchyGuide?, _ kept: KeptPaths, _ starts: [SearchEnd],
    _ ends: [SearchEnd],
    _ place: Coordinate
  ) throws(RoutingError) -> [Path] {
    var search = PenaltySearch(
      map, metrics, rules, guide, from: starts, to: ends, near: place, kept)
    try search.run()
    return search.kept.cheapestFirst
  }

  private mutating func cheapest(
    _ starts: [SearchEnd], _ ends: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> Path? {
    // Metrics have prices that are not halved.
    if rules.priceHalvings > 0 { return try plain(starts, ends, place) }
    if let path = try inSteadyTraffic(starts, ends, place) { return path }
    if let path = try inWindow(starts, ends, place) { return path }
    guard let metric = try metrics.metric(rules) else {
      let before = statistics.settledEdges
      let path = try plain(starts, ends, place)
      if try metrics.isDue(statistics.settledEdges - before, rules) { _ = try metrics.build(rules) }
      return path
    }
    var work = try metrics.workspace()
    defer { metrics.put(work) }
    return try climb(metric, starts, ends, place, &work)
  }

  /// The best path in the traffic as measured, if it arrives before that fades.
  ///
  /// Up to its cost, a search by the clock sets the same labels, so it is also the best path by the
  /// clock.
  private mutating func inSteadyTraffic(
    _ starts: [SearchEnd], _ ends: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> Path? {
    guard let steady = rules.inSteadyTraffic, isTrafficSteady(starts, cost: 0) else { return nil }
    var ladder = Ladder(map, metrics, steady)
    let path = try ladder.cheapest(starts, ends, place)
    statistics.add(ladder.statistics)
    guard let path, isTrafficSteady(starts, cost: path.cost) else { return nil }
    return path
  }

  /// The best path at usual speeds by the bounds of a window, if it arrives before the window ends.
  ///
  /// A cheaper path enters all of its edges within the window, so the bounds also hold for it.
  private mutating func inWindow(
    _ starts: [SearchEnd], _ ends: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> Path? {
    guard rules.layers.bounds == .always, !rules.isShortest,
      let first = starts.map(\.time).min(), let last = starts.map(\.time).max()
    else { return nil }
    let windows = rules.timeBounds(from: first, to: last)
    // The metric of the whole week bounds the searches until that of the window is due.
    guard !windows.isEmpty, try metrics.metric(rules) != nil else { return nil }
    let metres = starts.map { Distance.metres($0.point.position, place) }.min() ?? 0
    // Few trips are as fast as the straight line at the maximum speed.
    let fitting = windows.filter { Int64(last) + 3 * Int64(rules.bound(metres)) < $0.end }
    for (index, (bounds, end)) in fitting.enumerated() {
      var ladder = Ladder(map, metrics, rules.bounded(by: bounds))
      let longest = rules.cost(within: end - Int64(last))
      // If the bound is near the end of the window, the path probably ends behind it; the next
      // window is better.
      ladder.longest = index + 1 < fitting.count ? longest / 5 * 4 : longest
      let path = try ladder.cheapest(starts, ends, place)
      statistics.add(ladder.statistics)
      if let path, path.cost <= longest { return path }
      if path == nil && !ladder.isTooLong { return nil }
    }
    return nil
  }

  /// Whether the traffic stays as it was measured until the end of every path of at most a cost.
  private func isTrafficSteady(_ starts: [SearchEnd], cost: UInt32) -> Bool {
    let latest = starts.map(\.time).max() ?? 0
    return rules.isTrafficSteady(until: Costing.sum(latest, cost))
  }

  private mutating func climb(
    _ metric: HierarchyMetric, _ starts: [SearchEnd], _ ends: [SearchEnd], _ place: Coordinate,
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Path? {
    var query = HierarchyQuery(map, rules: rules, metric: metric)
    let answer = try query.run(from: starts, to: ends, &work)
    statistics.settledEdges += query.origin.settled + work.tree.visitedCount
    note(metric.isStored ? .metric : .overlay, query.origin)
    switch answer {
    case .best(let path): return path
    case .none:
      // Prices, weights and times may add up to more than a metric can represent, except the prices of roads that are
      // closed here.
      if metric.rules.hasPrices(besides: rules.exclude) || rules.speedCap != nil {
        return try isReachable(starts, ends, place) ? plain(starts, ends, place) : nil
      }
      let map = self.map
      let isTruncated = work.tree.isTruncated(TopView(try map.columns()), try metric.view(map))
      return isTruncated ? try plain(starts, ends, place) : nil
    case .atLeast(let bound):
      if bound > longest {
        isTooLong = true
        return nil
      }
    }
    let guided = try guided(query, metric, starts, ends, place, &work)
    // The search releases its memory before a metric is made.
    guard guided.isExhausted else {
      if guided.isDue { _ = try metrics.build(rules) }
      return guided.path
    }
    guard let own = try metrics.build(rules) else { return try plain(starts, ends, place) }
    return try climb(own, starts, ends, place, &work)
  }

  /// Searches with the bounds of a metric whose best path failed the replay.
  ///
  /// - Returns: The path, whether the search gave up because making the vehicle's own metric is cheaper, and whether
  ///   such a metric is due.
  private mutating func guided(
    _ query: HierarchyQuery, _ metric: HierarchyMetric, _ starts: [SearchEnd],
    _ ends: [SearchEnd], _ place: Coordinate, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> (path: Path?, isExhausted: Bool, isDue: Bool) {
    let guide = try HierarchyGuide(
      map, query, metric, rules: rules.atAnyTime(), lower: work.takeLower())
    defer { work.lower = guide.memory }
    let limit = metric.isExact ? Int.max : metrics.worth(rules)
    var search = Search(map, rules: rules, guide: guide, settledLimit: limit)
    let path = try search.run(from: starts, to: ends, near: place)
    statistics.settledEdges += search.settled
    isTruncated = search.isTruncated
    note(.guided, search)
    var isDue = false
    if !metric.isExact { isDue = try metrics.isDue(search.settled, rules) }
    return (path, search.isExhausted, isDue)
  }

  /// Whether a path may exist at some time, at any cost.
  private mutating func isReachable(
    _ starts: [SearchEnd], _ ends: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> Bool {
    let free = metrics.withTables(rules.atAnyTime().ignoringPrices())
    var ladder = Ladder(map, metrics, free)
    let paths = try ladder.paths(from: starts, to: ends, near: place)
    statistics.settledEdges += ladder.statistics.settledEdges
    return !paths.isEmpty || ladder.isTruncated
  }

  private mutating func plain(
    _ starts: [SearchEnd], _ ends: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> Path? {
    var search = Search(
      map, rules: rules, metresToFerry: metrics.ferries.metres(from: place, map, rules))
    let path = try search.run(from: starts, to: ends, near: place)
    statistics.settledEdges += search.settled
    isTruncated = search.isTruncated
    note(.plain, search)
    return path
  }

  private mutating func note(_ rung: SearchRung, _ search: Search) {
    statistics.rung = max(statistics.rung ?? rung, rung)
    statistics.touchedTiles = max(statistics.touchedTiles, search.touchedTiles)
  }
}
