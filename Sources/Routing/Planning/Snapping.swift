import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The points on roads to which a waypoint may be snapped.
struct Snap: Sendable {
  /// The coordinate of the waypoint.
  let place: Coordinate
  /// Points on the nearest roads that the vehicle may use.
  var nearest: [RoadPoint]
  /// Points on the nearest such roads that are connected to the core of the network as the trip needs it; often the
  /// same.
  var connected: [RoadPoint]
  /// Points on nearer roads that may be open on arrival; empty if there are none.
  var hopeful: [RoadPoint] = []
  /// Points on nearer roads that the vehicle could use by violating rules; empty if there are none.
  var tolerable: [RoadPoint] = []
  /// A point on a nearer road that is limited below the vehicle's size.
  var limited: RoadPoint?

  /// Whether the waypoint is moved, because its nearest roads are not connected to the rest of the trip.
  var isMoved = false

  /// Whether a road that is connected to the core of the network is as near as the nearest road.
  var isConnected: Bool {
    guard let near = nearest.first, let first = connected.first else { return false }
    return first.distance <= near.distance + Snapper.tie
  }

  /// Whether there are such roads to which the waypoint can be moved.
  var canMove: Bool { !isConnected && !connected.isEmpty }

  /// Whether moving two waypoints to connected roads would move them at least as far as they lie apart.
  ///
  /// A path between their new places would not be a trip between the two.
  func losesTrip(to other: Snap) -> Bool {
    guard canMove, other.canMove else { return false }
    let moved = connected[0].distance + other.connected[0].distance
    return moved >= Distance.metres(place, other.place) - Snapper.tie
  }

  /// Whether snapping two waypoints on limited roads to usable roads moves them at least as far as they lie apart.
  func losesTripToLimits(to other: Snap) -> Bool {
    guard limited != nil, other.limited != nil, let near = nearest.first,
      let there = other.nearest.first
    else { return false }
    return near.distance + there.distance >= Distance.metres(place, other.place) - Snapper.tie
  }

  /// The points to use for the trip.
  var chosen: [RoadPoint] { isMoved ? connected : nearest }

  /// The points that define the part of the network of the waypoint.
  ///
  /// They are on its nearest road, even if that is limited below the vehicle's size.
  var home: [RoadPoint] { limited.map { [$0] } ?? nearest }
}

/// What a trip does at a waypoint.
enum WaypointRole {
  /// It begins there.
  case origin
  /// It arrives there and continues.
  case stop
  /// It ends there.
  case destination

  /// What roads need so that no waypoint is moved off them.
  var reach: Reach {
    switch self {
    case .origin: .leaves
    case .stop: [.leaves, .enters]
    case .destination: .enters
    }
  }
}

/// Snaps waypoints to roads.
struct Snapper {
  /// The tolerance in metres within which roads are equally near, because they meet there.
  static let tie = 0.05
  /// The tolerance in metres within which points on equally near roads are one point, at the junction of the roads.
  ///
  /// For a waypoint on a road just before a junction, the nearest points on the roads behind it may
  /// lie farther apart than ``tie``, although their distances differ by less.
  static let meeting = 2 * tie
  /// The maximum metres to a waypoint's OSM way: without a radius of the waypoint, and with one.
  static let (wayRadius, farWayRadius) = (25.0, 500.0)

  let map: NavMap
  let rules: QueryRules
  /// What the trip does at the waypoint.
  var role = WaypointRole.stop
  /// The time for which rules are evaluated: the start of the run, because the time of arrival is not yet known.
  let time: Centiseconds
  /// Whether to look for roads that can be used only by violating rules.
  let allowsViolations: Bool
  /// The required heading; nil accepts any.
  var course: Course?
  /// The required OSM way; nil accepts any.
  var wayID: Int64?

  /// Whether other conditions may hold when the trip arrives at the waypoint.
  private var arrivesLater: Bool { role != .origin && rules.passesTime }

  /// The points for a waypoint where a trip begins or ends.
  func snap(
    _ place: Coordinate, index: Int, radius: Double
  ) throws(RoutingError) -> Snap {
    // Where the rules may close a nearer road, it is found in the same search.
    let mayBeLimited =
      !rules.isUnlimited || rules.hasClock || rules.hasExclusions || rules.hasLayers
    let found = try points(
      place,
      [(.usable, radius), (.connected, radius)] + (mayBeLimited ? [(.accessible, radius)] : []))
    var (nearest, connected) = (found[0], found[1])
    // If no road is open yet, those count that may be open on arrival.
    if nearest.isEmpty && arrivesLater { nearest = try points(place, [(.later, radius)])[0] }
    let isBreaking = nearest.isEmpty && allowsViolations
    if isBreaking { nearest = try points(place, [(.breaking, radius)])[0] }
    guard !nearest.isEmpty else {
      let farther = try points(place, [(.usable, .infinity)])[0]
      throw .noRoadNear(
        waypoint: index, mode: rules.mode, radiusMetres: radius,
        nearestMetres: farther.first?.distance)
    }
    var snap = Snap(place: place, nearest: nearest, connected: connected)
    if mayBeLimited {
      let nearer = nearest[0].distance - Self.tie
      snap.limited = found[2].first.flatMap { $0.distance <= nearer ? $0 : nil }
    }
    try addNearer(to: &snap, place)
    // If no other road is near, the trip violates rules at this end.
    if isBreaking { snap.tolerable = snap.nearest }
    return snap
  }

  /// Whether there is a road for ``snap(_:index:radius:)``.
  func finds(_ place: Coordinate, within radius: Double) throws(RoutingError) -> Bool {
    let wish = arrivesLater ? Wish.later : .usable
    if try !points(place, [(wish, radius)])[0].isEmpty { return true }
    guard allowsViolations else { return false }
    return try !points(place, [(.breaking, radius)])[0].isEmpty
  }

  /// The points on the nearest usable roads that are connected to the core of the network.
  func connected(_ place: Coordinate, within radius: Double) throws(RoutingError) -> [RoadPoint] {
    try points(place, [(.connected, radius)])[0]
  }

  /// The nearest points on roads where a trip may begin or end, nearest first; maybe without motorways.
  func nearest(
    to place: Coordinate, count: Int, radius: Double, offMotorways: Bool
  ) throws(NavError) -> [RoadPoint] {
    try map.nearest(to: place, within: radius, count: count) { tile, segment in
      if offMotorways, tile.road(segment).isMotorway { return false }
      if let course, !runs(tile, segment, course, near: place) { return false }
      return isUsable(tile, segment) && !tile.isFerry(segment)
    }
  }

  /// Finds the nearer roads that are open later, or closed by rules.
  private func addNearer(
    to snap: inout Snap, _ place: Coordinate
  ) throws(RoutingError) {
    let reach = (snap.canMove ? snap.connected : snap.nearest)[0].distance - Self.tie
    guard reach > 0 else { return }
    if arrivesLater { snap.hopeful = try points(place, [(.later, reach)])[0] }
    if allowsViolations, !snap.isConnected || snap.limited != nil {
      snap.tolerable = try points(place, [(.breaking, reach)])[0]
    }
  }

  /// A condition on a road.
  private enum Wish {
    /// The vehicle may use it.
    case usable
    /// The vehicle may use it, and it is connected to the core of the network as the waypoint's role needs it.
    case connected
    /// Its access allows the mode, regardless of limits.
    case accessible
    /// The vehicle may use it, now or later.
    case later
    /// The vehicle may use it, or could by violating rules.
    case breaking

    var asksForUse: Bool {
      switch self {
      case .usable, .connected: true
      case .accessible, .later, .breaking: false
      }
    }
  }

  /// Whether a road meets a condition; whether it is usable is determined once for all conditions.
  private func meets(
    _ wish: Wish, _ tile: borrowing TileView, _ segment: SegmentIndex, isUsable: Bool
  ) -> Bool {
    switch wish {
    case .usable: isUsable
    case .connected: isUsable && tile.reach(segment, rules.mode).isSuperset(of: role.reach)
    case .accessible:
      tile.access(segment, .forward)[rules.mode].isUsable
        || tile.access(segment, .backward)[rules.mode].isUsable
    case .later:
      rules.mayUse(tile, segment, .forward, at: time, isLater: true)
        || rules.mayUse(tile, segment, .backward, at: time, isLater: true)
    case .breaking:
      rules.mayBreak(tile, segment, .forward, at: time)
        || rules.mayBreak(tile, segment, .backward, at: time)
    }
  }

  /// Whether the road fits the course in a direction that its access allows.
  private func runs(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ course: Course, near place: Coordinate
  ) -> Bool {
    let directions = course.directions(tile, segment, near: place)
    return directions.contains(.forward) && tile.access(segment, .forward)[rules.mode].isUsable
      || directions.contains(.backward) && tile.access(segment, .backward)[rules.mode].isUsable
  }

  private func isUsable(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
    rules.use(tile, segment, .forward, at: time).ends
      || rules.use(tile, segment, .backward, at: time).ends
  }

  /// The nearest points on roads for each condition within its radius, with all that are equally near, found in one
  /// search.
  ///
  /// No trip begins or ends on a ferry or car train, unless the waypoint names its way, for a traveller on board.
  private func points(
    _ place: Coordinate, _ wishes: [(wish: Wish, radius: Double)]
  ) throws(RoutingError) -> [[RoadPoint]] {
    var lists = wishes.map { NearestRoads(within: $0.radius, .ties(within: Self.tie)) }
    let asksForUse = wishes.contains { $0.wish.asksForUse }
    do throws(NavError) {
      try map.findNearest(to: place, &lists) { tile, segment in
        var met: UInt8 = 0
        if let wayID, tile.wayOSMID(tile.way(segment)) != wayID { return met }
        if let course, !runs(tile, segment, course, near: place) { return met }
        let isUsable = asksForUse && isUsable(tile, segment)
        for index in wishes.indices
        where meets(wishes[index].wish, tile, segment, isUsable: isUsable) {
          met |= 1 << UInt8(index)
        }
        return met != 0 && wayID == nil && tile.isFerry(segment) ? 0 : met
      }
    } catch { throw RoutingError(error) }
    return lists.map(\.points)
  }
}
