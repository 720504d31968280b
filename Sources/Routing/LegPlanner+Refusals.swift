import Geo
import RoadCosts
import RoadModel
import RouteModel

/// Why there is no legal way, or the way that breaks the fewest rules.
extension LegPlanner {
  /// The path that breaks the fewest rules where none is legal, if it is wanted.
  ///
  /// - Throws: ``RoutingError/noRoute(from:to:mode:blockers:)``, naming those rules, if it is not.
  mutating func leastBroken(
    _ starts: [SearchEnd], _ targets: [SearchEnd], _ place: Coordinate, _ leg: Int
  ) throws(RoutingError) -> Path {
    let mayViolate = request.options.allowViolations
    let explains = request.options.explainsRefusals
    var blockers: [Blocker] = []
    if explains || mayViolate, try mayConnect(starts, targets, from: .ends, mostTolerant) {
      if mayViolate,
        let path = try tolerantPath(starts, targets, place, exclusions: false)
      {
        return path
      }
      // Excluded roads stay closed even where rules may be broken, but are named.
      if mayViolate ? rules.hasExclusions : explains {
        blockers = try tolerantPath(starts, targets, place, exclusions: true)?.breaks ?? []
      }
    }
    if explains && blockers.isEmpty { blockers = try wrongWays(starts, targets, place) }
    for index in blockers.indices { blockers[index].steps = nil }
    throw .noRoute(from: leg, to: leg + 1, mode: rules.mode, blockers: blockers)
  }

  /// The rules with a price for every violation but driving against one-way streets.
  private var mostTolerant: QueryRules { rules.tolerating(.physical, exclusions: true) }

  /// Whether a path by some rules may be there, as far as a look from one side tells.
  private func mayConnect(
    _ starts: [SearchEnd], _ targets: [SearchEnd], from side: EndGlance.Side, _ rules: QueryRules
  ) throws(RoutingError) -> Bool {
    var glance = EndGlance(map, rules: rules)
    return try glance.mayConnect(starts, to: targets, from: side, at: elapsed)
  }

  /// The path that breaks the fewest rules, with those rules; nil when none does.
  private mutating func tolerantPath(
    _ starts: [SearchEnd], _ targets: [SearchEnd], _ place: Coordinate, exclusions: Bool
  ) throws(RoutingError) -> Path? {
    for severity in [Severity.legal, .physical] {
      if severity == .physical && rules.isUnlimited { break }
      let tolerant = rules.tolerating(severity, exclusions: exclusions)
      guard var path = try cheapestPath(tolerant, starts, targets, place) else { continue }
      var finder = PathRules(map, rules: rules)
      path.breaks = try finder.blockers(on: path)
      return path
    }
    return nil
  }

  /// The one-way streets, and other rules, that keep a trip from leaving its start or from coming to its end.
  ///
  /// Only looked for where the roads of one end are few, so that a refusal takes no search of the whole network more.
  private mutating func wrongWays(
    _ starts: [SearchEnd], _ targets: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> [Blocker] {
    let tolerant = rules.toleratingWrongWays()
    var isCutOff = false
    for side in [EndGlance.Side.starts, .ends] {
      if try !mayConnect(starts, targets, from: side, mostTolerant) { isCutOff = true }
      if try !mayConnect(starts, targets, from: side, tolerant) { return [] }
    }
    guard isCutOff, let path = try cheapestPath(tolerant, starts, targets, place) else { return [] }
    var finder = PathRules(map, rules: tolerant)
    return try finder.blockers(on: path)
  }

  /// The path with the lowest price of broken rules.
  private mutating func cheapestPath(
    _ rules: QueryRules, _ starts: [SearchEnd], _ targets: [SearchEnd], _ place: Coordinate
  ) throws(RoutingError) -> Path? {
    for halvings in QueryRules.halvings {
      var search = Search(map, rules: rules.halvingPrices(halvings))
      let path = try search.run(from: starts, to: targets, near: place)
      statistics.add(
        SearchStatistics(
          settledEdges: search.settled, touchedTiles: search.touchedTiles, searches: 1))
      if let path { return path }
      if !search.isTruncated { break }
    }
    return nil
  }
}
