import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Plans the way from waypoint to waypoint: which ends each leg may have, and which path is best.
///
/// At a stopover every direction is open again, from the very point where it was reached. Past a pass-through waypoint
/// the way goes on in the direction of arrival: the costs of all ends of the leg before are carried on as the costs of the
/// starts of the next, so that the whole is the cheapest, not each part.
struct LegPlanner {
  let map: NavMap
  let metrics: MetricCache
  let rules: QueryRules
  let request: RouteRequest
  var statistics = SearchStatistics()
  private(set) var notices: [RouteNotice] = []
  /// Rules that paths break, by the number of the path.
  private(set) var violations: [(path: Int, blocker: Blocker)] = []
  /// Time since the departure, where the query has a clock, else 0; see ``Departure/followedSeconds``.
  private(set) var elapsed: Centiseconds = 0
  /// How often the prices of roads to be avoided are halved on the legs at hand.
  private var priceHalvings: UInt32 = 0
  /// Whether a way of these legs was left out because it costs more than can be counted.
  private var isTruncated = false
  /// Where the run before ended, on all roads that meet there; nil before the first.
  private var reached: Snap?

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
      if waypoint == run.lowerBound, let reached {
        snaps.append(reached)
      } else {
        snaps.append(try snap(places[waypoint], waypoint: waypoint, leaving: waypoint == 0))
      }
    }
    // Whether the last can be moved depends on where the trip goes on to.
    var next: Snap?
    if snaps[snaps.count - 1].canMove, run.upperBound + 1 < places.count {
      next = try snap(places[run.upperBound + 1], waypoint: run.upperBound + 1, leaving: false)
    }
    statistics.snapping += clock.now - begin
    return try planRun(places, run, snapped: snaps, before: next)
  }

  /// The legs of a run whose waypoints have been found on the road.
  private mutating func planRun(
    _ places: [Coordinate], _ run: ClosedRange<Int>, snapped: [Snap], before next: Snap?
  ) throws(RoutingError) -> [Path] {
    let snaps = try settled(snapped, run, before: next)
    for choice in hopefulChoices(snaps) {
      do throws(RoutingError) { return try planRun(places, run, snaps, choice) } catch {
        guard case .noRoute = error else { throw error }
      }
    }
    return try planRun(places, run, snaps, Choice(points: snaps.map(\.chosen)))
  }

  /// The legs of a run over some points, with what is to be told of them.
  private mutating func planRun(
    _ places: [Coordinate], _ run: ClosedRange<Int>, _ snaps: [Snap], _ choice: Choice
  ) throws(RoutingError) -> [Path] {
    let paths = try planRun(places, run, over: choice.points, breaking: choice.isBreaking)
    for (index, waypoint) in run.enumerated() where index > 0 || waypoint == 0 {
      let (snap, points) = (snaps[index], choice.points[index])
      guard let point = points.first else { continue }
      let isMoved = snap.isMoved && points == snap.connected
      if let notice = try notice(snap, waypoint, at: point, isMoved: isMoved) {
        notices.append(notice)
      }
    }
    if run.upperBound + 1 < places.count, let end = paths.last?.end {
      // Where two roads are as near, the stop is at the place on the one that was taken.
      let points = try departures(of: choice.points[choice.points.count - 1], reached: end)
      reached = Snap(
        place: end.point.position, nearest: points, connected: [],
        tolerable: choice.isBreaking ? points : [])
    }
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
        [places[origin], places[destination]], 0...1, snapped: snapped, before: nil)
      return try RouteBuilder(map: map, rules: rules, request: pair).sections(of: paths).first
    } catch {
      switch error {
      case .noRoute, .tooLong: return nil
      default: throw error
      }
    }
  }

  /// What is said where a waypoint's nearest road was not taken; nil where it was.
  func notice(
    _ snap: Snap, _ waypoint: Int, at point: RoadPoint, isMoved: Bool
  ) throws(RoutingError) -> RouteNotice? {
    var isLimited = false
    if let limited = snap.limited, point.distance > limited.distance + Snapper.tie {
      isLimited = true
      var rules = PathRules(map, rules: rules)
      if let blocker = try rules.blocker(at: limited, time: elapsed) {
        return .endLimited(waypoint: waypoint, metres: point.distance, blocker)
      }
    }
    guard isLimited || isMoved else { return nil }
    return .snappedFarther(waypoint: waypoint, metres: point.distance)
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
        if isTruncated, try isConnected(starts, targets, near: places[leg + 1]) {
          throw .tooLong(from: leg, to: leg + 1)
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

  /// Whether there is a way, however long it takes.
  private mutating func isConnected(
    _ starts: [SearchEnd], _ targets: [SearchEnd], near place: Coordinate
  ) throws(RoutingError) -> Bool {
    let free = metrics.withTables(rules.ignoringPrices())
    var ladder = Ladder(map, metrics, free)
    let path = try ladder.path(from: starts, to: targets, near: place)
    statistics.settledEdges += ladder.statistics.settledEdges
    return path != nil || ladder.isTruncated
  }
}
