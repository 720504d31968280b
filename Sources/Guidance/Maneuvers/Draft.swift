import RouteModel

/// A place on a path where a maneuver may be told.
struct Draft {
  /// The index of the edge onto which it leads; where several are one, that of the first.
  var edge: Int
  /// The index of the edge on which it ends; the same but for several that are one.
  var last: Int
  /// The kind; nil if nothing is said.
  var kind: RouteManeuver.Kind?
  var direction: RouteManeuver.Direction
  /// The turn in degrees, clockwise positive.
  var turn: Int
  /// Whether the traveller has no other road to take.
  var isForced = false
  /// Number of the exit of a roundabout.
  var exit: Int?
  var rotaryName: String?

  /// Whether it is told.
  var isTold: Bool { kind != nil }

  /// Whether it belongs to a roundabout.
  var isOfRing: Bool {
    switch kind {
    case .roundabout, .rotary, .roundaboutTurn, .exitRoundabout, .exitRotary: true
    default: false
    }
  }
}
