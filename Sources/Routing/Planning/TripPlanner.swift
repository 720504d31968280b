import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// The plan of a run: the part of a trip from one stopover to the next.
struct RunPlan {
  /// The paths of its legs, one between each two waypoints.
  var paths: [Path]
  /// The notices about its waypoints.
  var notices: [RouteNotice]
  /// The search that found the paths, and its end points.
  var search: RunSearch
  var stops: RunSearch.Stops
}

/// The plans of a whole trip.
struct TripPlan {
  /// The paths of all legs for each route, the best route first.
  var routes: [[Path]]
  /// The notices about the waypoints.
  var notices: [RouteNotice]
}

/// Plans a trip from stopover to stopover.
///
/// At a stopover every direction is open again, from the point of arrival. The pass-through waypoints between two
/// stopovers belong to one run, which ``RunSearch`` plans as a whole. A run is tried with one ``EndStrategy`` after the
/// other; the first that finds a path decides.
struct TripPlanner {
  let query: TripQuery
  private(set) var statistics = SearchStatistics()
  /// Time since departure, 0 in a query without a clock; see ``Departure/followedSeconds``.
  private var elapsed: Centiseconds = 0
  /// The end of the previous run, on all roads that meet there; nil before the first.
  private var reached: Snap?

  init(_ query: TripQuery) { self.query = query }

  /// Plans the runs between at least two waypoints.
  ///
  /// - Parameters:
  ///   - places: The coordinates of the waypoints.
  ///   - progress: Receives the number of legs done.
  /// - Returns: The best plan, and the requested alternatives that exist.
  /// - Throws: ``RoutingError``.
  mutating func plan(
    _ places: [Coordinate], progress: (Int) -> Void
  ) throws(RoutingError) -> TripPlan {
    var runs: [RunPlan] = []
    for run in Self.runs(places, query.request) {
      let plan = try plan(run, places)
      elapsed = plan.paths.last?.end.time ?? elapsed
      if query.rules.hasClock, query.stays.indices.contains(run.upperBound) {
        let (sum, isOver) = elapsed.addingReportingOverflow(query.stays[run.upperBound])
        elapsed = isOver ? .max / 2 : min(sum, .max / 2)
      }
      runs.append(plan)
      progress(run.upperBound)
    }
    var plan = TripPlan(routes: [runs.flatMap(\.paths)], notices: runs.flatMap(\.notices))
    if query.request.options.alternatives > 0 {
      var alternatives = TripAlternatives(query, plan.routes[0])
      plan.routes += try alternatives.routes(runs)
    }
    return plan
  }

  /// The waypoints from each stopover to the next, both included.
  private static func runs(_ places: [Coordinate], _ request: RouteRequest) -> [ClosedRange<Int>] {
    let inner = places.indices.dropFirst().dropLast()
    let stops = [0] + inner.filter { request.waypoints[$0].kind == .stopover } + [places.count - 1]
    return zip(stops, stops.dropFirst()).map { $0...$1 }
  }

  // MARK: Waypoints on the road

  private var snapping: WaypointSnapping { WaypointSnapping(query, time: elapsed) }

  private func role(of waypoint: Int, among count: Int) -> WaypointRole {
    waypoint == 0 ? .origin : waypoint == count - 1 ? .destination : .stop
  }

  /// The snapped waypoints of a run, marked if they must be moved.
  private mutating func snaps(
    _ places: [Coordinate], _ run: ClosedRange<Int>, ignoringWays: Bool = false
  ) throws(RoutingError) -> [Snap] {
    var snapping = snapping
    snapping.ignoresWays = ignoringWays
    let clock = ContinuousClock()
    let begin = clock.now
    var snaps: [Snap] = []
    for waypoint in run {
      if waypoint == run.lowerBound, let reached {
        snaps.append(reached)
      } else {
        let role = role(of: waypoint, among: places.count)
        snaps.append(try snapping.snap(places[waypoint], waypoint: waypoint, role))
      }
    }
    // Whether the last one is moved depends on the next waypoint.
    var next: Snap?
    let after = run.upperBound + 1
    if snaps[snaps.count - 1].canMove, after < places.count {
      next = try snapping.snap(
        places[after], waypoint: after, role(of: after, among: places.count))
    }
    statistics.snappingSeconds += (clock.now - begin) / .seconds(1)
    return try EndSettling(query, time: elapsed).settled(snaps, from: run.lowerBound, before: next)
  }

  // MARK: Runs

  /// The plan of a run.
  ///
  /// If there is none, its waypoints are snapped again without regard to their OSM ways, unless
  /// they have a course: the way may not be reachable. The position of a moving vehicle, which has
  /// a course, is taken as certain.
  private mutating func plan(
    _ run: ClosedRange<Int>, _ places: [Coordinate]
  ) throws(RoutingError) -> RunPlan {
    let snaps = try snaps(places, run)
    let waypoints = query.request.waypoints[run]
    guard waypoints.contains(where: { $0.wayID != nil && $0.course == nil }) else {
      return try plan(run, places, snaps)
    }
    let refusal: RoutingError
    do throws(RoutingError) { return try plan(run, places, snaps) } catch {
      guard case .noRoute = error else { throw error }
      refusal = error
    }
    let loose = try self.snaps(places, run, ignoringWays: true)
    do throws(RoutingError) { return try plan(run, places, loose) } catch {
      guard case .noRoute = error else { throw error }
      throw refusal
    }
  }

  /// The plan of a run, by the first strategy that finds a path.
  private mutating func plan(
    _ run: ClosedRange<Int>, _ places: [Coordinate], _ snaps: [Snap]
  ) throws(RoutingError) -> RunPlan {
    let strategies = EndStrategy.strategies(
      for: snaps, allowsViolations: query.request.options.allowViolations)
    for strategy in strategies.dropLast() {
      do throws(RoutingError) { return try plan(run, places, snaps, strategy) } catch {
        guard case .noRoute = error else { throw error }
      }
    }
    return try plan(run, places, snaps, strategies[strategies.count - 1])
  }

  /// The best plan of a run by one strategy, with its notices.
  private mutating func plan(
    _ run: ClosedRange<Int>, _ places: [Coordinate], _ snaps: [Snap], _ strategy: EndStrategy
  ) throws(RoutingError) -> RunPlan {
    let points = snaps.map(strategy.points)
    var search = RunSearch(query, time: elapsed)
    defer { statistics.add(search.statistics) }
    let stops = RunSearch.Stops(places: places[run], points: points)
    let paths =
      try strategy.breaksRules ? search.leastBroken(stops) : search.cheapest(stops)
    let notices = try notices(run, snaps, points)
    if run.upperBound + 1 < places.count, let end = paths.last?.end {
      // If two roads are equally near, the stop is on the road that the path uses.
      let departures = try snapping.departures(of: points[points.count - 1], reached: end)
      reached = Snap(
        place: end.point.position, nearest: departures, connected: [],
        tolerable: strategy.breaksRules ? departures : [])
    }
    return RunPlan(paths: paths, notices: notices, search: search, stops: stops)
  }

  /// The notices about the waypoints of a run, except the first of a later run, which is the last of the previous run.
  private func notices(
    _ run: ClosedRange<Int>, _ snaps: [Snap], _ points: [[RoadPoint]]
  ) throws(RoutingError) -> [RouteNotice] {
    var notices: [RouteNotice] = []
    for (index, waypoint) in run.enumerated() where index > 0 || waypoint == 0 {
      let snap = snaps[index]
      guard let point = points[index].first else { continue }
      let isMoved = snap.isMoved && points[index] == snap.connected
      if let notice = try snapping.notice(snap, waypoint, at: point, isMoved: isMoved) {
        notices.append(notice)
      }
    }
    return notices
  }
}

extension TripPlanner {
  /// The path between the two waypoints of a request, given their snaps.
  static func path(_ query: TripQuery, snapped: [Snap]) throws(RoutingError) -> [Path] {
    let snaps = try EndSettling(query, time: 0).settled(snapped, from: 0, before: nil)
    var planner = TripPlanner(query)
    return try planner.plan(0...1, snaps.map(\.place), snaps).paths
  }
}
