import Geo
import MapReader
import NavFormat
import RoadModel

/// Plans the way from waypoint to waypoint: which ends each leg may have, and which path is best.
///
/// At a stopover every direction is open again. Past a pass-through waypoint the way goes on in the
/// direction of arrival: the costs of all ends of the leg before are carried on as the costs of the
/// starts of the next, so that the whole is the cheapest, not each part.
struct LegPlanner {
  let map: NavMap
  let metrics: MetricCache
  let rules: QueryRules
  let request: RouteRequest
  private(set) var statistics = SearchStatistics()
  private(set) var notices: [RouteNotice] = []
  /// Rules that paths break, by the number of the path.
  private(set) var violations: [(path: Int, blocker: Blocker)] = []
  /// Time since the departure, where the query has a clock.
  private var elapsed: Centiseconds = 0
  /// How often the prices of roads to be avoided are halved on the legs at hand.
  private var priceHalvings: UInt32 = 0
  /// Whether a way of these legs was left out because it costs more than can be counted.
  private var isTruncated = false

  init(map: NavMap, metrics: MetricCache, rules: QueryRules, request: RouteRequest) {
    self.map = map
    self.metrics = metrics
    self.rules = rules
    self.request = request
  }

  /// The paths of all legs between two waypoints or more; `progress` gets the number of legs done.
  mutating func plan(
    _ places: [Coordinate], progress: (Int) -> Void
  ) throws(RoutingError) -> [Path] {
    var paths: [Path] = []
    var leg = 0
    while leg + 1 < places.count {
      var last = leg + 1
      while last + 1 < places.count, request.waypoints[last].kind == .passThrough { last += 1 }
      let run = try planRun(places, leg...last)
      for (index, path) in run.enumerated() where !path.breaks.isEmpty {
        violations += path.breaks.map { (paths.count + index, $0) }
      }
      paths += run
      elapsed = run.last?.end.time ?? elapsed
      leg = last
      progress(leg)
    }
    return paths
  }

  /// The legs from one stopover to the next, over the pass-through waypoints between.
  private mutating func planRun(
    _ places: [Coordinate], _ run: ClosedRange<Int>
  ) throws(RoutingError) -> [Path] {
    let clock = ContinuousClock()
    let begin = clock.now
    var snaps: [Snap] = []
    for waypoint in run {
      snaps.append(
        try snap(places[waypoint], waypoint: waypoint, leaving: waypoint == run.lowerBound))
    }
    statistics.snapping += clock.now - begin
    return try planRun(places, run, snapped: snaps)
  }

  /// The legs of a run whose waypoints have been found on the road.
  private mutating func planRun(
    _ places: [Coordinate], _ run: ClosedRange<Int>, snapped snaps: [Snap]
  ) throws(RoutingError) -> [Path] {
    // A target may lie on a road that opens before one gets there; all may be on roads that are cut off,
    // and still the same ones.
    let areCutOff = snaps.allSatisfy { !$0.isConnected }
    for attempt in [snaps.contains { !$0.hopeful.isEmpty }, areCutOff].enumerated()
    where attempt.element {
      do throws(RoutingError) {
        return try planRun(
          places, run,
          over: snaps.map {
            attempt.offset == 0 ? $0.hopeful.isEmpty ? $0.chosen : $0.hopeful : $0.nearest
          })
      } catch {
        guard case .noRoute = error else { throw error }
      }
    }
    // Ends on roads that the vehicle may not use are kept where rules may be broken.
    if request.options.allowViolations, snaps.contains(where: { !$0.tolerable.isEmpty }) {
      do throws(RoutingError) {
        return try planRun(
          places, run, over: snaps.map { $0.tolerable.isEmpty ? $0.chosen : $0.tolerable },
          breaking: true)
      } catch {
        guard case .noRoute = error else { throw error }
      }
    }
    let paths = try planRun(places, run, over: snaps.map(\.chosen))
    for (waypoint, snap) in zip(run, snaps) { try note(snap, waypoint) }
    return paths
  }

  /// The points of the road that a waypoint may stand for.
  func snap(
    _ place: Coordinate, waypoint: Int, leaving: Bool
  ) throws(RoutingError) -> Snap {
    let wish = request.waypoints[waypoint]
    var snapper = Snapper(
      map: map, rules: rules, time: elapsed, allowsViolations: request.options.allowViolations,
      course: wish.course, wayID: wish.wayID)
    if wish.wayID != nil {
      do throws(RoutingError) {
        return try snapper.snap(place, index: waypoint, radius: Snapper.wayRadius, leaves: leaving)
      } catch {
        guard case .noRoadNear = error else { throw error }
        snapper.wayID = nil
      }
    }
    return try snapper.snap(
      place, index: waypoint, radius: wish.radius ?? request.options.snapRadius, leaves: leaving)
  }

  /// The route between two of the waypoints, which have been found on the road; nil when there is none.
  func section(
    from origin: Int, to destination: Int, _ places: [Coordinate], snapped: [Snap]
  ) throws(RoutingError) -> RouteSection? {
    var pair = self.request
    pair.waypoints = [request.waypoints[origin], request.waypoints[destination]]
    var planner = LegPlanner(map: map, metrics: metrics, rules: rules, request: pair)
    do throws(RoutingError) {
      let paths = try planner.planRun(
        [places[origin], places[destination]], 0...1, snapped: snapped)
      return try RouteBuilder(map: map, rules: rules, request: pair).sections(of: paths).first
    } catch {
      guard case .noRoute = error else { throw error }
      return nil
    }
  }

  /// Says so where a waypoint's nearest road was not taken.
  private mutating func note(_ snap: Snap, _ waypoint: Int) throws(RoutingError) {
    guard let point = snap.chosen.first else { return }
    if let limited = snap.limited {
      var rules = PathRules(map, rules: rules)
      if let blocker = try rules.blocker(at: limited, time: elapsed) {
        notices.append(.endLimited(waypoint: waypoint, metres: point.distance, blocker))
      }
    } else if !snap.isConnected && !snap.connected.isEmpty {
      notices.append(.snappedFarther(waypoint: waypoint, metres: point.distance))
    }
  }

  /// The legs of a run over given points of the road, those of each waypoint.
  private mutating func planRun(
    _ places: [Coordinate], _ run: ClosedRange<Int>, over points: [[RoadPoint]],
    breaking: Bool = false, halvings: UInt32 = 0
  ) throws(RoutingError) -> [Path] {
    (priceHalvings, isTruncated) = (halvings, false)
    var reached: [[Path]] = []
    var starts = try ends(points[0], waypoint: run.lowerBound, leaving: true, breaking: breaking)
    for leg in run.dropLast() {
      let targets = try ends(
        points[leg + 1 - run.lowerBound], waypoint: leg + 1, leaving: false, breaking: breaking)
      let isLast = leg + 1 == run.upperBound
      var paths: [Path] = []
      for group in breaking ? [] : isLast ? [targets] : targets.map({ [$0] }) {
        if let path = try search(starts, group, near: places[leg + 1]) { paths.append(path) }
      }
      if paths.isEmpty {
        // Of a way with hundreds of roads that are to be avoided the prices are more than can be counted.
        if isTruncated, rules.hasPrices,
          let more = QueryRules.halvings.first(where: { $0 > halvings })
        {
          return try planRun(places, run, over: points, breaking: breaking, halvings: more)
        }
        paths = [try leastBroken(starts, targets, places[leg + 1], leg)]
      }
      reached.append(paths)
      // Only by how much they differ matters: the sum of all legs may be more than can be counted.
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

  /// Goes back from the end over the paths that lead there, and gives each the cost of its own leg.
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

  private mutating func search(
    _ starts: [SearchEnd], _ targets: [SearchEnd], near place: Coordinate
  ) throws(RoutingError) -> Path? {
    var ladder = Ladder(map, metrics, rules.halvingPrices(priceHalvings))
    let path = try ladder.path(from: starts, to: targets, near: place)
    statistics.add(ladder.statistics)
    if path == nil && ladder.isTruncated { isTruncated = true }
    return path
  }

  /// The path that breaks the fewest rules where none is legal, if it is wanted.
  ///
  /// - Throws: ``RoutingError/noRoute(from:to:mode:blockers:)``, naming those rules, if it is not.
  private mutating func leastBroken(
    _ starts: [SearchEnd], _ targets: [SearchEnd], _ place: Coordinate, _ leg: Int
  ) throws(RoutingError) -> Path {
    let mayViolate = request.options.allowViolations
    if mayViolate,
      let path = try tolerantPath(starts, targets, place, exclusions: false)
    {
      return path
    }
    var blockers: [Blocker] = []
    // Excluded roads stay closed even where rules may be broken, but are named.
    if mayViolate ? rules.hasExclusions : request.options.explainsRefusals {
      blockers = try tolerantPath(starts, targets, place, exclusions: true)?.breaks ?? []
    }
    for index in blockers.indices { blockers[index].steps = nil }
    throw .noRoute(from: leg, to: leg + 1, mode: rules.mode, blockers: blockers)
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

  /// The directed edges on which a trip may leave points, or come to them.
  ///
  /// Where roads meet, an end lies on all of them: on a street for destination traffic too, but not on a
  /// private road as long as another leads there.
  func ends(
    _ points: [RoadPoint], waypoint: Int, leaving: Bool, breaking: Bool
  ) throws(RoutingError) -> [SearchEnd] {
    var ends: [SearchEnd] = []
    var onPrivate: [SearchEnd] = []
    var isOpen = false
    let wish = request.waypoints[waypoint]
    for point in points {
      do throws(NavError) {
        let map = self.map
        let tile = try map.tile(point.tile)
        var usable: [Direction] = []
        for direction in Direction.allCases
        where breaking
          ? rules.mayBreak(tile, point.segment, direction, at: elapsed)
          : rules.mayUse(tile, point.segment, direction, at: elapsed, isLater: !leaving)
        {
          usable.append(direction)
        }
        for direction in usable {
          // A one-way street is reached on either side.
          if usable.count == 2 && !isReached(point, direction, wish.approach) { continue }
          if let course = wish.course {
            let allowed = course.directions(tile, point.segment, near: point.position)
            guard allowed.contains(direction) else { continue }
          }
          let end = SearchEnd(point: point, direction: direction, cost: 0, time: elapsed, tag: 0)
          let passes = rules.use(tile, point.segment, direction, at: elapsed).passes
          let access = tile.access(point.segment, direction)[rules.mode]
          if passes { isOpen = true }
          if !passes && access == .privateOnly { onPrivate.append(end) } else { ends.append(end) }
        }
      } catch { throw .map(error) }
    }
    return isOpen ? ends : ends + onPrivate
  }

  /// Whether a place lies on the side from which it shall be reached; one on the road itself lies on both.
  private func isReached(
    _ point: RoadPoint, _ direction: Direction, _ approach: Waypoint.Approach
  ) -> Bool {
    guard approach != .unrestricted, point.distance > 1 else { return true }
    let isLeft = point.isLeft == (direction == .forward)
    let isOnDrivingSide = isLeft == (map.header.drivingSide == .left)
    return isOnDrivingSide == (approach == .curb)
  }
}
