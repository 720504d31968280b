import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Snaps the waypoints of a request to roads, and makes the notices about them.
struct WaypointSnapping {
  private let query: TripQuery
  /// The time for which rules are evaluated: the start of the run, because the time of arrival is not yet known.
  private let time: Centiseconds
  /// Whether waypoints are snapped to any roads, unless they have a course.
  var ignoresWays = false

  init(_ query: TripQuery, time: Centiseconds) {
    self.query = query
    self.time = time
  }

  /// The points on roads to which a waypoint may be snapped.
  func snap(
    _ place: Coordinate, waypoint: Int, _ role: WaypointRole
  ) throws(RoutingError) -> Snap {
    let options = query.request.options
    let wish = query.request.waypoints[waypoint]
    let reach = wish.radiusMetres ?? options.snapRadiusMetres
    var snapper = Snapper(
      map: query.map, rules: query.rules, role: role, time: time,
      allowsViolations: options.allowViolations, course: wish.course, wayID: wish.wayID)
    if ignoresWays, wish.course == nil { snapper.wayID = nil }
    if snapper.wayID != nil {
      let radius = max(
        Snapper.wayRadius, min(wish.radiusMetres ?? 0, Snapper.farWayRadius))
      if try snapper.finds(place, within: radius) {
        var snap = try snapper.snap(place, index: waypoint, radius: radius)
        guard snap.connected.isEmpty else { return snap }
        // The way may be a yard or a footway that is not connected to the network of this vehicle.
        snapper.wayID = nil
        snap.connected = try snapper.connected(place, within: reach)
        return snap
      }
      snapper.wayID = nil
    }
    return try snapper.snap(place, index: waypoint, radius: reach)
  }

  /// The notice for a waypoint that is not snapped to its nearest road; nil if it is.
  func notice(
    _ snap: Snap, _ waypoint: Int, at point: RoadPoint, isMoved: Bool
  ) throws(RoutingError) -> RouteNotice? {
    var isLimited = false
    if let limited = snap.limited, point.distance > limited.distance + Snapper.tie {
      isLimited = true
      var rules = PathRules(query.map, rules: query.rules)
      if let blocker = try rules.blocker(at: limited, time: time) {
        return .endLimited(waypoint: waypoint, metres: point.distance, blocker)
      }
    }
    guard isLimited || isMoved else { return nil }
    return .snappedFarther(waypoint: waypoint, metres: point.distance)
  }

  /// The points from which a trip continues after a stop that was reached at one of them.
  ///
  /// They are the points of all roads that meet there, or the reached one if the vehicle may not pass between roads. A
  /// private gate or toll booth is passed by those who stop there.
  func departures(
    of points: [RoadPoint], reached end: SearchEnd
  ) throws(RoutingError) -> [RoadPoint] {
    let place = end.point.position
    let points = points.filter { Distance.metres($0.position, place) <= Snapper.meeting }
    if points.count < 2 { return points }
    let map = query.map
    var tiles = TouchedTiles(map)
    let slot = try tiles.slot(ofTile: end.point.tile)
    for edge in end.point.segment.edges {
      let (there, junction, _) = try tiles.arrival(slot, edge)
      let here = tiles.slots[there.rawValue]
      let tile = map.view(here.layout)
      guard Distance.metres(tile.position(junction), place) <= Snapper.meeting,
        !query.rules.use(tile, junction: junction, at: end.time).ends
      else { continue }
      return points.filter { $0.tile == end.point.tile && $0.segment == end.point.segment }
    }
    return points
  }
}
