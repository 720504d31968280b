import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// On which roads legs begin and end.
extension LegPlanner {
  /// Points of the road to be tried for the waypoints of a run.
  struct Choice {
    var points: [[RoadPoint]]
    /// Whether the vehicle may use these roads only if it breaks rules.
    var isBreaking = false
  }

  /// What is tried, one after the other, before the points that are chosen for all.
  func hopefulChoices(_ snaps: [Snap]) -> [Choice] {
    var choices: [Choice] = []
    // A target may lie on a road that opens before one gets there.
    if snaps.contains(where: { !$0.hopeful.isEmpty }) {
      choices.append(Choice(points: snaps.map { $0.hopeful.isEmpty ? $0.chosen : $0.hopeful }))
    }
    // Ends on roads that the vehicle may not use are kept where rules may be broken.
    if request.options.allowViolations, snaps.contains(where: { !$0.tolerable.isEmpty }) {
      let isLegal = snaps.allSatisfy {
        $0.tolerable.isEmpty || $0.canMove && !$0.isMoved && $0.limited == nil
      }
      if isLegal { choices.append(Choice(points: snaps.map(\.chosen))) }
      choices.append(
        Choice(
          points: snaps.map { $0.tolerable.isEmpty ? $0.chosen : $0.tolerable }, isBreaking: true))
    }
    return choices
  }

  /// Decides which waypoints are moved from their nearest roads to a main part of the network: those that lie on a
  /// piece of it that is connected to no main part, while the waypoints before and after lie elsewhere.
  ///
  /// So no way leads there, whatever the vehicle and the hour. In every other case the way between the nearest roads,
  /// or that there is none, is the answer: also for two waypoints in a row on pieces that lie nearer to each other than
  /// to the main part, such as two islands off one coast.
  ///
  /// - Throws: ``RoutingError/noRoute(from:to:mode:blockers:)`` where limits close to the vehicle all roads of a piece
  ///   that it would not have to leave.
  func settled(
    _ snaps: [Snap], _ run: ClosedRange<Int>, before next: Snap?
  ) throws(RoutingError) -> [Snap] {
    guard snaps.contains(where: { $0.canMove || $0.limited != nil }) else { return snaps }
    var parts = RoadParts(map, rules.mode)
    var homes: [Set<RoadParts.Part>] = []
    var open: [Set<RoadParts.Part>] = []
    let all = snaps + (next.map { [$0] } ?? [])
    for snap in all {
      let home = try parts.parts(of: snap.home)
      homes.append(home)
      open.append(snap.limited == nil ? home : try parts.parts(of: snap.nearest))
    }
    try refuseLostTrip(all, run)
    var settled = snaps
    for index in snaps.indices where snaps[index].canMove || snaps[index].limited != nil {
      let home = homes[index]
      // A piece joins two waypoints by roads that are open to the vehicle, though a limited one elsewhere is nearer.
      let neighbours = [index - 1, index + 1].filter { homes.indices.contains($0) }
      if neighbours.contains(where: { RoadParts.sharePiece(open[index], open[$0]) }) { continue }
      let isBefore = index + 1 < homes.count && !home.isDisjoint(with: homes[index + 1])
      guard isBefore || index > 0 && !home.isDisjoint(with: homes[index - 1]) else {
        settled[index].isMoved =
          snaps[index].canMove && !neighbours.contains { snaps[index].losesTrip(to: all[$0]) }
        continue
      }
      guard let limited = snaps[index].limited,
        try parts.parts(of: snaps[index].nearest).isDisjoint(with: home)
      else { continue }
      if home.contains(.main) {
        settled[index].isMoved = snaps[index].canMove
      } else if !request.options.allowViolations {
        var finder = PathRules(map, rules: rules)
        let blocker = try finder.blocker(at: limited, time: elapsed)
        let from = run.lowerBound + (isBefore ? index : index - 1)
        throw .noRoute(
          from: from, to: from + 1, mode: rules.mode, blockers: blocker.map { [$0] } ?? [])
      }
    }
    return settled
  }

  /// Refuses a trip between two waypoints whose nearest roads are limited below the vehicle's size, and of which no
  /// more would be left between the roads that it may use: as on a road that is too low from end to end.
  private func refuseLostTrip(
    _ snaps: [Snap], _ run: ClosedRange<Int>
  ) throws(RoutingError) {
    if request.options.allowViolations { return }
    for (index, (from, to)) in zip(snaps, snaps.dropFirst()).enumerated() {
      guard let left = from.limited, let reached = to.limited, from.losesTripToLimits(to: to)
      else { continue }
      var finder = PathRules(map, rules: rules)
      var blockers: [Blocker] = []
      for limited in request.options.explainsRefusals ? [left, reached] : [] {
        if let blocker = try finder.blocker(at: limited, time: elapsed),
          !blockers.contains(where: { $0.wayID == blocker.wayID && $0.rule == blocker.rule })
        {
          blockers.append(blocker)
        }
      }
      let leg = run.lowerBound + index
      throw .noRoute(from: leg, to: leg + 1, mode: rules.mode, blockers: blockers)
    }
  }

  /// The points from which a stop is left that was reached at one of them: those of all roads that meet there, or the
  /// point that was reached where the vehicle may not pass from one road to another.
  func departures(
    of points: [RoadPoint], reached end: SearchEnd
  ) throws(RoutingError) -> [RoadPoint] {
    let place = end.point.position
    let points = points.filter { Distance.metres($0.position, place) <= Snapper.tie }
    if points.count < 2 { return points }
    var tiles = TouchedTiles(map)
    let slot = try tiles.slot(ofTile: end.point.tile)
    for edge in [2 * end.point.segment, 2 * end.point.segment + 1] {
      let (there, junction, _) = try tiles.arrival(slot, edge)
      let here = tiles.slots[there]
      let map = self.map
      let tile = map.view(here.layout)
      guard Distance.metres(tile.position(junction), place) <= Snapper.tie,
        !rules.use(tile, junction: junction, at: end.time).passes
      else { continue }
      return points.filter { $0.tile == end.point.tile && $0.segment == end.point.segment }
    }
    return points
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
      } catch { throw RoutingError(error) }
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
