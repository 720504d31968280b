import MapReader

/// The roads to which the waypoints of a run are snapped, and whether rules may be violated between them.
enum EndStrategy: Hashable {
  /// Roads that open before the vehicle arrives, if they are nearest.
  case opensLater
  /// The roads chosen for all strategies, nearest or moved.
  case chosen
  /// Roads that the vehicle may use only by violating rules, if they are nearest; others may be violated on the path.
  case violating

  var breaksRules: Bool { self == .violating }

  /// The points to try for a waypoint.
  func points(_ snap: Snap) -> [RoadPoint] {
    switch self {
    case .opensLater where !snap.hopeful.isEmpty: snap.hopeful
    case .violating where !snap.tolerable.isEmpty: snap.tolerable
    default: snap.chosen
    }
  }

  /// The strategies for some waypoints, in the order in which to try them; at least one.
  static func strategies(for snaps: [Snap], allowsViolations: Bool) -> [EndStrategy] {
    var strategies: [EndStrategy] = []
    if snaps.contains(where: { !$0.hopeful.isEmpty }) { strategies.append(.opensLater) }
    if allowsViolations, snaps.contains(where: { !$0.tolerable.isEmpty }) {
      // A waypoint is not moved without need, so a legal path is tried first only if no rule closes a nearer road to
      // the vehicle.
      let isLegal = snaps.allSatisfy {
        $0.tolerable.isEmpty || $0.canMove && !$0.isMoved && $0.limited == nil
      }
      if isLegal { strategies.append(.chosen) }
      strategies.append(.violating)
    }
    return strategies + [.chosen]
  }
}
