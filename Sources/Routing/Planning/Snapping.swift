import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The points of the road that a waypoint may stand for.
struct Snap: Sendable {
  /// Where the waypoint is.
  let place: Coordinate
  /// The nearest roads that the vehicle can use.
  var nearest: [RoadPoint]
  /// The nearest roads that also lie in a main part of the network; often among the nearest.
  var connected: [RoadPoint]
  /// Nearer roads that may be open when one gets there; empty when there are none.
  var hopeful: [RoadPoint] = []
  /// Nearer roads that the vehicle could use if it broke the rules; empty when there are none.
  var tolerable: [RoadPoint] = []
  /// A road that is nearer, but limited below the vehicle's size.
  var limited: RoadPoint?

  /// Whether the nearest roads are connected to nothing that the trip goes by, so that those of a main part are taken
  /// instead.
  var isMoved = false

  /// Whether a road of a main part is as near as the nearest.
  var isConnected: Bool {
    guard let near = nearest.first, let first = connected.first else { return false }
    return first.distance <= near.distance + Snapper.tie
  }

  /// Whether there is a main part to which the waypoint can be moved.
  var canMove: Bool { !isConnected && !connected.isEmpty }

  /// Whether two waypoints, moved to a main part, would be moved farther than they lie apart: between their new places
  /// there may be a way, but it is none between the two.
  func losesTrip(to other: Snap) -> Bool {
    guard canMove, other.canMove else { return false }
    let moved = connected[0].distance + other.connected[0].distance
    return moved >= Distance.metres(place, other.place) - Snapper.tie
  }

  /// Whether two waypoints on limited roads, taken to the nearest that the vehicle may use, come farther than they lie
  /// apart.
  func losesTripToLimits(to other: Snap) -> Bool {
    guard limited != nil, other.limited != nil, let near = nearest.first,
      let there = other.nearest.first
    else { return false }
    return near.distance + there.distance >= Distance.metres(place, other.place) - Snapper.tie
  }

  /// The points to take for the trip.
  var chosen: [RoadPoint] { isMoved ? connected : nearest }

  /// The points that tell in which part of the network the waypoint lies: its nearest road counts, also where it is
  /// limited below the vehicle's size.
  var home: [RoadPoint] { limited.map { [$0] } ?? nearest }
}

/// Finds the roads next to waypoints.
struct Snapper {
  /// Roads no farther from the waypoint than the nearest by this many metres are as near: they meet there.
  static let tie = 0.05
  /// Metres within which a way must lie on which a waypoint is known to be.
  static let wayRadius = 25.0

  let map: NavMap
  let rules: QueryRules
  /// When the waypoints are reached, as far as is known before the way to them is.
  let time: Centiseconds
  /// Whether roads are of interest that can be used only by breaking rules.
  let allowsViolations: Bool
  /// How roads must run.
  var course: Course?
  /// The OSM way on which they must lie.
  var wayID: Int64?

  /// The points for a waypoint that a trip leaves or comes to.
  func snap(
    _ place: Coordinate, index: Int, radius: Double, leaves: Bool
  ) throws(RoutingError) -> Snap {
    let found = try points(place, [(.usable, radius), (.connected, radius)])
    var (nearest, connected) = (found[0], found[1])
    let isBreaking = nearest.isEmpty && allowsViolations
    if isBreaking { nearest = try points(place, [(.breaking, radius)])[0] }
    guard !nearest.isEmpty else {
      let farther = try points(place, [(.usable, .infinity)])[0]
      throw .noRoadNear(
        waypoint: index, mode: rules.mode, radiusMetres: radius,
        nearestMetres: farther.first?.distance)
    }
    var snap = Snap(place: place, nearest: nearest, connected: connected)
    try addNearer(to: &snap, place, leaves: leaves)
    // Where there are no others, rules are broken from the very end.
    if isBreaking { snap.tolerable = snap.nearest }
    return snap
  }

  /// The roads nearest to a place on which a trip may begin or end, nearest first.
  func nearest(
    to place: Coordinate, count: Int, radius: Double
  ) throws(NavError) -> [RoadPoint] {
    try map.nearest(to: place, within: radius, count: count) { tile, segment in
      if let course, !runs(tile, segment, course, near: place) { return false }
      return isUsable(tile, segment) && !tile.isFerry(segment)
    }
  }

  /// Finds the nearer roads that are open later, limited, or closed by rules.
  private func addNearer(
    to snap: inout Snap, _ place: Coordinate, leaves: Bool
  ) throws(RoutingError) {
    let reach = (snap.canMove ? snap.connected : snap.nearest)[0].distance - Self.tie
    let nearest = snap.nearest[0].distance - Self.tie
    guard reach > 0 else { return }
    // What is not of interest is wanted within less than no metres.
    let later = !leaves && rules.hasClock ? reach : -1
    let mayBeLimited =
      !rules.isUnlimited || rules.hasClock || rules.hasExclusions || rules.hasLayers
    let limited = mayBeLimited && nearest > 0 ? nearest : -1
    if later > 0 || limited > 0 {
      let found = try points(place, [(.later, later), (.accessible, limited)])
      snap.hopeful = found[0]
      snap.limited = found[1].first
    }
    if allowsViolations, !snap.isConnected || snap.limited != nil {
      snap.tolerable = try points(place, [(.breaking, reach)])[0]
    }
  }

  /// What is asked of a road.
  private enum Wish {
    /// The vehicle may use it.
    case usable
    /// It may, and the road lies in a main part of the network.
    case connected
    /// Its access allows it, whatever the limits say.
    case accessible
    /// It may, or may by the time it gets there.
    case later
    /// It could by breaking rules.
    case breaking

    var asksForUse: Bool {
      switch self {
      case .usable, .connected: true
      case .accessible, .later, .breaking: false
      }
    }
  }

  /// Whether a wish of a road is met; what is usable is asked once for all wishes.
  private func meets(
    _ wish: Wish, _ tile: borrowing TileView, _ segment: SegmentIndex, isUsable: Bool
  ) -> Bool {
    switch wish {
    case .usable: isUsable
    case .connected: isUsable && tile.reach(segment, rules.mode).contains(.main)
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

  /// Whether the road runs as a course does in a direction in which it is open.
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

  /// The roads nearest to a place for each of some wishes, all that are as near as the nearest within
  /// the wish's radius, found in one search.
  ///
  /// No trip begins or ends aboard a ferry or a car train, unless the waypoint names its way: whoever is on it now.
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
