import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// Decides which waypoints of a run are moved from their nearest roads to a main part of the network.
struct EndSettling {
  private let query: TripQuery
  /// When the run begins.
  private let time: Centiseconds

  init(_ query: TripQuery, time: Centiseconds) {
    self.query = query
    self.time = time
  }

  private var rules: QueryRules { query.rules }
  private var options: RouteRequest.Options { query.request.options }

  /// Moves the waypoints that lie on a piece of the network that is connected to no main part, while the waypoints
  /// before and after lie elsewhere.
  ///
  /// So no way leads there, whatever the vehicle and the hour. In every other case the way between the nearest roads,
  /// or that there is none, is the answer: also for two waypoints in a row on pieces that lie nearer to each other than
  /// to the main part, such as two islands off one coast.
  ///
  /// - Parameters:
  ///   - snaps: The waypoints of the run on the road.
  ///   - first: The number of the first of them.
  ///   - next: The waypoint behind the run, where it matters.
  /// - Returns: The same waypoints; those that are moved say so.
  /// - Throws: ``RoutingError/noRoute(from:to:mode:blockers:)`` where limits close to the vehicle all roads of a piece
  ///   that it would not have to leave.
  func settled(
    _ snaps: [Snap], from first: Int, before next: Snap?
  ) throws(RoutingError) -> [Snap] {
    guard snaps.contains(where: { $0.canMove || $0.limited != nil }) else { return snaps }
    var parts = RoadParts(query.map, rules.mode)
    var homes: [Set<RoadParts.Part>] = []
    var open: [Set<RoadParts.Part>] = []
    let all = snaps + (next.map { [$0] } ?? [])
    for snap in all {
      let home = try parts.parts(of: snap.home)
      homes.append(home)
      open.append(snap.limited == nil ? home : try parts.parts(of: snap.nearest))
    }
    try refuseLostTrip(all, from: first)
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
      } else if !options.allowViolations {
        var finder = PathRules(query.map, rules: rules)
        let blocker = try finder.blocker(at: limited, time: time)
        let from = first + (isBefore ? index : index - 1)
        throw .noRoute(
          from: from, to: from + 1, mode: rules.mode, blockers: blocker.map { [$0] } ?? [])
      }
    }
    return settled
  }

  /// Refuses a trip between two waypoints whose nearest roads are limited below the vehicle's size, and of which no
  /// more would be left between the roads that it may use: as on a road that is too low from end to end.
  private func refuseLostTrip(
    _ snaps: [Snap], from first: Int
  ) throws(RoutingError) {
    if options.allowViolations { return }
    for (index, (from, to)) in zip(snaps, snaps.dropFirst()).enumerated() {
      guard let left = from.limited, let reached = to.limited, from.losesTripToLimits(to: to)
      else { continue }
      var finder = PathRules(query.map, rules: rules)
      var blockers: [Blocker] = []
      for limited in options.explainsRefusals ? [left, reached] : [] {
        if let blocker = try finder.blocker(at: limited, time: time),
          !blockers.contains(where: { $0.wayID == blocker.wayID && $0.rule == blocker.rule })
        {
          blockers.append(blocker)
        }
      }
      let leg = first + index
      throw .noRoute(from: leg, to: leg + 1, mode: rules.mode, blockers: blockers)
    }
  }
}
