import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Brings the waypoints of a request onto the road, and says what came of it.
struct WaypointSnapping {
  private let query: TripQuery
  /// When the waypoints are reached, as far as is known before the way to them is.
  private let time: Centiseconds

  init(_ query: TripQuery, time: Centiseconds) {
    self.query = query
    self.time = time
  }

  /// The points of the road that a waypoint may stand for.
  func snap(
    _ place: Coordinate, waypoint: Int, leaving: Bool
  ) throws(RoutingError) -> Snap {
    let options = query.request.options
    let wish = query.request.waypoints[waypoint]
    var snapper = Snapper(
      map: query.map, rules: query.rules, time: time, allowsViolations: options.allowViolations,
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
      place, index: waypoint, radius: wish.radiusMetres ?? options.snapRadiusMetres, leaves: leaving
    )
  }

  /// What is said where a waypoint's nearest road was not taken; nil where it was.
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

  /// The points from which a stop is left that was reached at one of them: those of all roads that meet there, or the
  /// point that was reached where the vehicle may not pass from one road to another.
  func departures(
    of points: [RoadPoint], reached end: SearchEnd
  ) throws(RoutingError) -> [RoadPoint] {
    let place = end.point.position
    let points = points.filter { Distance.metres($0.position, place) <= Snapper.tie }
    if points.count < 2 { return points }
    let map = query.map
    var tiles = TouchedTiles(map)
    let slot = try tiles.slot(ofTile: end.point.tile)
    for edge in end.point.segment.edges {
      let (there, junction, _) = try tiles.arrival(slot, edge)
      let here = tiles.slots[there.rawValue]
      let tile = map.view(here.layout)
      guard Distance.metres(tile.position(junction), place) <= Snapper.tie,
        !query.rules.use(tile, junction: junction, at: end.time).passes
      else { continue }
      return points.filter { $0.tile == end.point.tile && $0.segment == end.point.segment }
    }
    return points
  }
}
