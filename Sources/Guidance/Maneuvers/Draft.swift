/// A place on a path where a maneuver may be announced.
struct Draft {
  /// The kinds of maneuver at a place on a path, in one byte: those for clients have room for later ones.
  enum Kind: UInt8, Sendable {
    case turn, staysOn, newName, merge, onRamp, offRamp, fork, endOfRoad, roundabout, rotary
    case roundaboutTurn, exitRoundabout, exitRotary, notification
  }

  /// The index of the edge onto which it leads; for joined drafts, that of the first.
  var edge: Int
  /// The index of the edge on which it ends; differs from ``edge`` only for joined drafts.
  var last: Int
  /// The kind; nil if it is not announced.
  var kind: Kind?
  var direction: TurnDirection
  /// The direction of a bend that drivers see, though it is straight on for what is joined with it; nil for none.
  var bend: TurnDirection?
  /// The number of roads that the traveller may take at its junction.
  var choices = 1
  /// Whether it leads onto a slip road that cuts a corner.
  var isSlip = false
  /// Whether the path begins, ends or passes a waypoint there.
  var isWaypoint = false
  /// Number of the exit of a roundabout.
  var exit: Int?
  /// The index of the first edge of the roundabout, if that may have a name.
  var rotary: Int?
  /// Whether a bicycle must be pushed from there on; nil if that does not change.
  var isPushed: Bool?
  /// Whether stairs begin there, of which nothing else tells.
  var isOntoStairs = false

  /// A place where the path begins, ends or passes a waypoint.
  static func waypoint(_ edge: Int) -> Draft {
    var made = Draft(edge: edge, last: edge, kind: nil, direction: .straight)
    made.isWaypoint = true
    return made
  }

  /// Whether it is announced.
  var isTold: Bool { kind != nil }

  /// Whether it tells how one goes on from there: on stairs, pushing a bicycle, or riding it again.
  var changesGait: Bool { isPushed != nil || isOntoStairs }

  /// Whether it belongs to a roundabout.
  var isOfRing: Bool {
    switch kind {
    case .roundabout, .rotary, .roundaboutTurn, .exitRoundabout, .exitRotary: true
    default: false
    }
  }

  /// Whether it leads into a roundabout.
  var isRingEntry: Bool { kind == .roundabout || kind == .rotary || kind == .roundaboutTurn }

  /// Whether it is a turn of any kind.
  var isTurn: Bool { kind == .turn || kind == .staysOn }

  /// Whether it leads out of an announced roundabout.
  var leavesRing: Bool { kind == .exitRoundabout || kind == .exitRotary }

  /// Whether it may leave a road by an exit with a number or a name.
  var mayTakeExit: Bool {
    switch kind {
    case .offRamp, .fork: true
    default: false
    }
  }

  /// Whether it only continues: a new name, or straight on.
  var goesOn: Bool { kind == .newName || isTurn && direction == .straight }

  /// Whether it leads straight on or slightly to a side.
  var isAhead: Bool {
    switch direction {
    case .straight, .slightLeft, .slightRight: true
    default: false
    }
  }

  /// Whether both lead to the same side, or one of them straight on.
  func isToSameSide(as other: Draft) -> Bool {
    (isLeft != false && other.isLeft != false) || (isLeft != true && other.isLeft != true)
  }

  /// Whether its direction fits a turn in degrees: it leads neither to the other side nor back.
  func mayLead(_ turn: Double) -> Bool {
    switch isLeft {
    case true?: turn < 0
    case false?: turn > 0
    case nil: direction != .uTurn
    }
  }

  /// Whether it leads to the left; nil if straight on.
  private var isLeft: Bool? {
    switch direction {
    case .slightLeft, .left, .sharpLeft: true
    case .slightRight, .right, .sharpRight: false
    default: nil
    }
  }
}
