import MapReader

/// On which roads the waypoints of a run are taken to lie, and whether rules may be broken between them.
enum EndStrategy: Hashable {
  /// On roads that open before one gets there, where such are nearest.
  case opensLater
  /// On the roads chosen for all, nearest or moved.
  case chosen
  /// On roads that the vehicle may use only by breaking rules, where such are nearest; others are broken on the way.
  case violating

  var breaksRules: Bool { self == .violating }

  /// The points of a waypoint that are tried.
  func points(_ snap: Snap) -> [RoadPoint] {
    switch self {
    case .opensLater where !snap.hopeful.isEmpty: snap.hopeful
    case .violating where !snap.tolerable.isEmpty: snap.tolerable
    default: snap.chosen
    }
  }

  /// The strategies for some waypoints, the one to be tried first at the front; at least one.
  static func strategies(for snaps: [Snap], allowsViolations: Bool) -> [EndStrategy] {
    var strategies: [EndStrategy] = []
    if snaps.contains(where: { !$0.hopeful.isEmpty }) { strategies.append(.opensLater) }
    if allowsViolations, snaps.contains(where: { !$0.tolerable.isEmpty }) {
      // A waypoint stays where it is rather than be moved without need: so a legal way comes first only where none of
      // the nearer roads is closed to the vehicle by a rule.
      let isLegal = snaps.allSatisfy {
        $0.tolerable.isEmpty || $0.canMove && !$0.isMoved && $0.limited == nil
      }
      if isLegal { strategies.append(.chosen) }
      strategies.append(.violating)
    }
    return strategies + [.chosen]
  }
}
