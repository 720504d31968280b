import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// Decides which waypoints of a run are moved from their nearest roads to a main part of the network.
struct EndSettling {
  private let query: TripQuery
  /// The time at which the run begins.
  private let time: Centiseconds

  init(_ query: TripQuery, time: Centiseconds) {
    self.query = query
    self.time = time
  }

  private var rules: QueryRules { query.rules }
  private var options: RouteRequest.Options { query.request.options }

  /// Moves waypoints on roads that are cut off from the core of the network in the direction of travel, if the waypoint
  /// before or after can't be reached on such roads either.
  ///
  /// Then no path leads there, for any vehicle and time. In every other case the answer is the path between the nearest
  /// roads, or that there is none. This includes two waypoints in a row on pieces that are closer to each other than to
  /// the main part, such as two islands off one coast. A waypoint that follows itself is moved as if it were one.
  ///
  /// - Parameters:
  ///   - snaps: The snapped waypoints of the run.
  ///   - first: The index of the first of them.
  ///   - next: The waypoint after the run, if it matters.
  /// - Returns: The same waypoints, marked if they are moved.
  /// - Throws: ``RoutingError/noRoute(from:to:mode:blockers:)`` if limits close to the vehicle all roads of a piece
  ///   that the trip would not have to leave.
  func settled(
    _ snaps: [Snap], from first: Int, before next: Snap?
  ) throws(RoutingError) -> [Snap] {
    guard snaps.contains(where: { $0.canMove || $0.limited != nil }) else { return snaps }
    var parts = RoadParts(query.map, rules.mode)
    var homes: [RoadPart] = []
    var open: [RoadPart] = []
    let all = snaps + (next.map { [$0] } ?? [])
    for snap in all {
      let home = try parts.part(of: snap.home)
      homes.append(home)
      open.append(snap.limited == nil ? home : try parts.part(of: snap.nearest))
    }
    try refuseLostTrip(all, from: first)
    var settled = snaps
    for index in snaps.indices where snaps[index].canMove || snaps[index].limited != nil {
      // Cut-off roads join two waypoints if they are open to the vehicle, even if a limited road is nearer.
      let neighbours = Self.neighbours(of: index, in: all)
      if neighbours.contains(where: { leg(open, index, open, $0).leadsAside }) { continue }
      let joined = neighbours.filter { leg(homes, index, homes, $0).leads }
      let canMove =
        snaps[index].canMove && !neighbours.contains { snaps[index].losesTrip(to: all[$0]) }
      guard let limited = snaps[index].limited, !joined.isEmpty else {
        settled[index].isMoved = canMove && joined.count < neighbours.count
        continue
      }
      if joined.contains(where: { leg(open, index, homes, $0).leads }) { continue }
      if joined.contains(where: { leg(homes, index, homes, $0).leadsOverMain }) {
        settled[index].isMoved = snaps[index].canMove
      } else if !options.allowViolations {
        var finder = PathRules(query.map, rules: rules)
        let blocker = try finder.blocker(at: limited, time: time)
        let from = first + (joined.contains { $0 > index } ? index : index - 1)
        throw .noRoute(
          from: from, to: from + 1, mode: rules.mode, blockers: blocker.map { [$0] } ?? [])
      }
    }
    return settled
  }

  /// The indices of the waypoints before and after one; those at its own place count only if all are there.
  private static func neighbours(of index: Int, in snaps: [Snap]) -> [Int] {
    let place = snaps[index].place
    let before = snaps[..<index].lastIndex { $0.place != place }
    let after = snaps[(index + 1)...].firstIndex { $0.place != place }
    let others = [before, after].compactMap { $0 }
    return others.isEmpty ? [index - 1, index + 1].filter { snaps.indices.contains($0) } : others
  }

  /// The leg between a waypoint and the one before or after it, by the parts of one and of the other.
  private func leg(
    _ parts: [RoadPart], _ index: Int, _ others: [RoadPart], _ neighbour: Int
  ) -> RoadPart.Leg {
    neighbour < index
      ? RoadPart.Leg(from: others[neighbour], to: parts[index])
      : RoadPart.Leg(from: parts[index], to: others[neighbour])
  }

  /// Refuses a trip between two waypoints on limited roads if no trip remains between usable roads.
  ///
  /// An example is a trip on a road that is too low from end to end.
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
