import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// A leg, from some ends of the search to others.
struct Leg {
  /// The index of the waypoint where it begins.
  let origin: Int
  let starts: [SearchEnd]
  let targets: [SearchEnd]
  /// The coordinate of the waypoint where it ends.
  let goal: Coordinate
  /// Whether the run continues from the targets, so that each needs its own path.
  let goesOn: Bool
}

/// Finds the best path through the waypoints of a run, between given points on roads.
///
/// At a pass-through waypoint the path continues in the direction of arrival. The costs of all ends of a leg become
/// those of the starts of the next, so that the whole run is cheapest, not each leg.
struct RunSearch {
  /// The waypoints of a run, and the points on roads of each.
  struct Stops {
    let places: ArraySlice<Coordinate>
    let points: [[RoadPoint]]
  }

  private let query: TripQuery
  /// The time at which the run begins; 0 in a query without a clock.
  private let time: Centiseconds
  private(set) var statistics = SearchStatistics()
  /// Whether prices were halved, so that costs are not those of a metric.
  private(set) var halvesPrices = false

  init(_ query: TripQuery, time: Centiseconds) {
    self.query = query
    self.time = time
  }

  /// The cheapest legal path; if a leg has none and violations are allowed, its path with the fewest violations.
  ///
  /// - Returns: The paths of the legs.
  mutating func cheapest(_ stops: Stops) throws(RoutingError) -> [Path] {
    let ends = try ends(stops, breakingRules: false)
    // The prices of hundreds of avoided roads exceed the maximum cost. They are then halved for all legs, whose costs
    // are compared.
    let levels = query.rules.hasPrices ? QueryRules.halvings : [0]
    for halvings in levels.dropLast() {
      let paths = try chain(stops, ends) { search, leg throws(RoutingError) in
        let found = try search.legal(leg, halvings)
        if !found.paths.isEmpty { return found.paths }
        return found.isTruncated ? nil : [try search.lastResort(leg, isTruncated: false)]
      }
      if let paths {
        halvesPrices = halvings > 0
        return paths
      }
    }
    halvesPrices = levels.count > 1
    return try chain(stops, ends) { search, leg throws(RoutingError) in
      let found = try search.legal(leg, levels[levels.count - 1])
      if !found.paths.isEmpty { return found.paths }
      return [try search.lastResort(leg, isTruncated: found.isTruncated)]
    } ?? []
  }

  /// Reasonable alternatives to the best paths of the run's legs.
  ///
  /// - Parameters:
  ///   - paths: The cheapest paths.
  ///   - stops: The waypoints that they connect.
  ///   - wish: The requirements on each leg's alternatives.
  /// - Returns: For each leg, the alternatives, cheapest first.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  mutating func alternatives(
    to paths: [Path], _ stops: Stops, _ wish: (_ leg: Int, Path) -> AlternativeWish
  ) throws(RoutingError) -> [[Path]] {
    if halvesPrices || paths.contains(where: { !$0.breaks.isEmpty }) {
      return paths.map { _ in [] }
    }
    let ends = try ends(stops, breakingRules: false)
    var found: [[Path]] = []
    for (leg, path) in paths.enumerated() {
      var ladder = Ladder(query.map, query.metrics, query.rules)
      // Inside the run, the next leg continues from the end of the best path.
      let isLast = leg == paths.count - 1
      let others = try ladder.alternatives(
        to: path, from: leg == 0 ? ends[0] : [path.start], to: isLast ? ends[leg + 1] : [path.end],
        near: stops.places[stops.places.startIndex + leg + 1], wish(leg, path))
      found.append(isLast ? others : others.filter { $0.end.via == path.end.via })
    }
    return found
  }

  /// The path with the fewest violations, even if its ends lie on roads that the vehicle may not use.
  ///
  /// - Returns: The paths of the legs.
  mutating func leastBroken(_ stops: Stops) throws(RoutingError) -> [Path] {
    let ends = try ends(stops, breakingRules: true)
    return try chain(stops, ends) { search, leg throws(RoutingError) in
      [try search.lastResort(leg, isTruncated: false)]
    } ?? []
  }

  private func ends(
    _ stops: Stops, breakingRules: Bool
  ) throws(RoutingError) -> [[SearchEnd]] {
    let finder = EndFinder(query, time: time, breakingRules: breakingRules)
    var ends: [[SearchEnd]] = []
    for (waypoint, points) in zip(stops.places.indices, stops.points) {
      ends.append(
        try finder.ends(points, waypoint: waypoint, leaving: waypoint == stops.places.startIndex))
    }
    return ends
  }

  /// Searches one leg after the other, then follows the best paths back from the end.
  ///
  /// - Parameters:
  ///   - stops: The waypoints.
  ///   - ends: The directed edges of each waypoint.
  ///   - find: Returns the paths of a leg, one per end reached; nil to give up.
  /// - Returns: A path for each leg, with the cost of its own leg; nil if `find` gave up.
  /// - Throws: Rethrows the errors of `find`.
  private mutating func chain(
    _ stops: Stops, _ ends: [[SearchEnd]],
    find: (inout RunSearch, Leg) throws(RoutingError) -> [Path]?
  ) throws(RoutingError) -> [Path]? {
    let first = stops.places.startIndex
    var reached: [[Path]] = []
    var starts = ends[0]
    for (index, targets) in ends.enumerated().dropFirst() {
      let leg = Leg(
        origin: first + index - 1, starts: starts, targets: targets,
        goal: stops.places[first + index], goesOn: index + 1 < ends.count)
      guard let paths = try find(&self, leg) else { return nil }
      reached.append(paths)
      // Only differences matter; the sum over all legs may exceed the maximum cost.
      let least = paths.map(\.cost).min() ?? 0
      starts = paths.enumerated().map { index, path in
        var next = path.end
        next.cost = path.cost - least
        next.tag = index
        return next
      }
    }
    return Self.trace(reached)
  }

  /// Follows the best paths back from the end, and gives each the cost of its own leg.
  private static func trace(_ reached: [[Path]]) -> [Path] {
    var result: [Path] = []
    var index = 0
    for paths in reached.reversed() {
      var path = paths[index]
      index = path.start.tag
      path.cost -= path.start.cost
      path.start.cost = 0
      result.append(path)
    }
    return result.reversed()
  }

  /// The cheapest legal paths of a leg: to any of the targets, or to each of them if the run continues.
  private mutating func legal(
    _ leg: Leg, _ halvings: UInt32
  ) throws(RoutingError) -> (paths: [Path], isTruncated: Bool) {
    var paths: [Path] = []
    var isTruncated = false
    let groups = leg.goesOn ? try states(of: leg.targets).map { [$0] } : [leg.targets]
    for targets in groups {
      var ladder = Ladder(query.map, query.metrics, query.rules.halvingPrices(halvings))
      let found = try ladder.paths(from: leg.starts, to: targets, near: leg.goal)
      statistics.add(ladder.statistics)
      if found.isEmpty && ladder.isTruncated { isTruncated = true }
      paths += found.prefix(1)
    }
    return (paths, isTruncated)
  }

  /// The ends of a leg, each for its base edge and for every via edge of it.
  ///
  /// A turn restriction over ways may bind a path on one of them, but not one on another.
  private func states(of targets: [SearchEnd]) throws(RoutingError) -> [SearchEnd] {
    let map = query.map
    var ends: [SearchEnd] = []
    for target in targets {
      do throws(NavError) {
        let tile = try map.tile(target.point.tile)
        let states = ViaEdges(tile).states(of: target.edge)
        for state in states {
          var end = target
          end.via = state == target.edge ? nil : state
          end.needsState = states.count > 1
          ends.append(end)
        }
      } catch { throw RoutingError(error) }
    }
    return ends
  }

  /// The path of a leg that has no legal one.
  ///
  /// - Throws: ``RoutingError/tooLong(from:to:)`` if a path exists but exceeds the maximum cost,
  ///   ``RoutingError/noRoute(from:to:mode:blockers:)`` if violations are not allowed or do not help.
  private mutating func lastResort(_ leg: Leg, isTruncated: Bool) throws(RoutingError) -> Path {
    if isTruncated, try isConnected(leg) { throw .tooLong(from: leg.origin, to: leg.origin + 1) }
    var search = LeastBroken(query, leg, time: time)
    defer { statistics.add(search.statistics) }
    return try search.path()
  }

  /// Whether a path exists, however long it takes.
  private mutating func isConnected(_ leg: Leg) throws(RoutingError) -> Bool {
    let free = query.metrics.withTables(query.rules.ignoringPrices())
    var ladder = Ladder(query.map, query.metrics, free)
    let paths = try ladder.paths(from: leg.starts, to: leg.targets, near: leg.goal)
    statistics.settledEdges += ladder.statistics.settledEdges
    return !paths.isEmpty || ladder.isTruncated
  }
}
