import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Finds the directed edges on which a trip may leave or reach points on roads.
struct EndFinder {
  private let query: TripQuery
  private let time: Centiseconds
  /// Whether to include roads that the vehicle could use only by violating rules.
  private let breakingRules: Bool

  init(_ query: TripQuery, time: Centiseconds, breakingRules: Bool) {
    self.query = query
    self.time = time
    self.breakingRules = breakingRules
  }

  /// The ends of a waypoint.
  ///
  /// Where roads meet, the waypoint has ends on all of them, including those with destination access. Private roads
  /// count only if no other road there is open to through traffic.
  func ends(
    _ points: [RoadPoint], waypoint: Int, leaving: Bool
  ) throws(RoutingError) -> [SearchEnd] {
    let (map, rules, wish) = (query.map, query.rules, query.request.waypoints[waypoint])
    var ends: [SearchEnd] = []
    var onPrivate: [SearchEnd] = []
    var isOpen = false
    for point in points {
      do throws(NavError) {
        let tile = try map.tile(point.tile)
        let usable = directions(tile, point.segment, leaving: leaving)
        for direction in usable {
          // A one-way street is reached from either side.
          if usable.count == 2 && !isReached(point, direction, wish.approach) { continue }
          if let course = wish.course {
            let allowed = course.directions(tile, point.segment, near: point.position)
            guard allowed.contains(direction) else { continue }
          }
          let end = SearchEnd(point: point, direction: direction, cost: 0, time: time, tag: 0)
          let passes = rules.use(tile, point.segment, direction, at: time).passes
          let access = tile.access(point.segment, direction)[rules.mode]
          if passes { isOpen = true }
          if !passes && access == .privateOnly { onPrivate.append(end) } else { ends.append(end) }
        }
      } catch { throw RoutingError(error) }
    }
    return isOpen ? ends : ends + onPrivate
  }

  /// The directions in which a segment may be used at the ends of a trip.
  private func directions(
    _ tile: borrowing TileView, _ segment: SegmentIndex, leaving: Bool
  ) -> [Direction] {
    let rules = query.rules
    var usable: [Direction] = []
    for direction in Direction.allCases
    where breakingRules
      ? rules.mayBreak(tile, segment, direction, at: time)
      : rules.mayUse(tile, segment, direction, at: time, isLater: !leaving)
    {
      usable.append(direction)
    }
    return usable
  }

  /// Whether a place lies on the required side of the road; on the road itself, within a metre, it lies on both.
  private func isReached(
    _ point: RoadPoint, _ direction: Direction, _ approach: Waypoint.Approach
  ) -> Bool {
    guard approach != .unrestricted, point.distance > 1 else { return true }
    let isLeft = point.isLeft == (direction == .forward)
    let isOnDrivingSide = isLeft == (query.map.header.drivingSide == .left)
    return isOnDrivingSide == (approach == .curb)
  }
}
