import RoadCosts
import RoadModel
import RouteModel

/// Finds the path of a leg with the fewest violations, which explains why there is no legal one.
struct LeastBroken {
  private let query: TripQuery
  private let leg: Leg
  /// The time at which the run begins; 0 in a query without a clock.
  private let time: Centiseconds
  private(set) var statistics = SearchStatistics()

  init(_ query: TripQuery, _ leg: Leg, time: Centiseconds) {
    self.query = query
    self.leg = leg
    self.time = time
  }

  private var rules: QueryRules { query.rules }

  /// The path with the fewest violations, if the request allows violations.
  ///
  /// - Throws: ``RoutingError/noRoute(from:to:mode:blockers:)``, with the violated rules, if the
  ///   request does not allow violations, or if there is no such path.
  mutating func path() throws(RoutingError) -> Path {
    let mayViolate = query.request.options.allowViolations
    let explains = query.request.options.explainsRefusals
    var blockers: [Blocker] = []
    if explains || mayViolate, try mayConnect(from: .ends, mostTolerant) {
      if mayViolate, let path = try tolerantPath(exclusions: false) { return path }
      // Excluded and closed roads stay closed even if violations are allowed, but they are named.
      if mayViolate ? rules.hasExclusions || rules.hasLayers : explains {
        blockers = try tolerantPath(exclusions: true)?.breaks ?? []
      }
    }
    if explains && blockers.isEmpty { blockers = try wrongWays() }
    for index in blockers.indices { blockers[index].steps = nil }
    throw .noRoute(from: leg.origin, to: leg.origin + 1, mode: rules.mode, blockers: blockers)
  }

  /// The rules with a price for every violation except driving against one-way streets.
  private var mostTolerant: QueryRules { rules.tolerating(.physical, exclusions: true) }

  /// Whether a path by some rules may exist; `true` unless few roads lead to an end.
  private func mayConnect(
    from side: EndGlance.Side, _ rules: QueryRules
  ) throws(RoutingError) -> Bool {
    var glance = EndGlance(query.map, rules: rules)
    return try glance.mayConnect(leg.starts, to: leg.targets, from: side, at: time)
  }

  /// The path with the fewest violations, with these; nil if there is none.
  private mutating func tolerantPath(
    exclusions: Bool
  ) throws(RoutingError) -> Path? {
    for severity in [Severity.legal, .physical] {
      if severity == .physical && rules.isUnlimited { break }
      let tolerant = rules.tolerating(severity, exclusions: exclusions)
      guard var path = try cheapestPath(tolerant) else { continue }
      var finder = PathRules(query.map, rules: rules)
      path.breaks = try finder.blockers(on: path)
      return path
    }
    return nil
  }

  /// The one-way streets, and other rules, that keep a trip from leaving its start or reaching its end.
  ///
  /// Searched only if one end has few roads, so that a refusal needs no second search of the whole network.
  private mutating func wrongWays() throws(RoutingError) -> [Blocker] {
    let tolerant = rules.toleratingWrongWays()
    var isCutOff = false
    for side in [EndGlance.Side.starts, .ends] {
      if try !mayConnect(from: side, mostTolerant) { isCutOff = true }
      if try !mayConnect(from: side, tolerant) { return [] }
    }
    guard isCutOff, let path = try cheapestPath(tolerant) else { return [] }
    var finder = PathRules(query.map, rules: tolerant)
    return try finder.blockers(on: path)
  }

  /// The path with the lowest price of violations.
  private mutating func cheapestPath(
    _ rules: QueryRules
  ) throws(RoutingError) -> Path? {
    for halvings in QueryRules.halvings {
      var search = Search(query.map, rules: rules.halvingPrices(halvings))
      let path = try search.run(from: leg.starts, to: leg.targets, near: leg.goal)
      statistics.add(
        SearchStatistics(
          settledEdges: search.settled, touchedTiles: search.touchedTiles, searches: 1))
      if let path { return path }
      if !search.isTruncated { break }
    }
    return nil
  }
}
