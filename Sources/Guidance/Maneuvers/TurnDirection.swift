package import RouteModel

/// The directions of a turn, in one byte, as ``Draft/Kind``.
enum TurnDirection: UInt8, Sendable {
  case uTurn, sharpRight, right, slightRight, straight, slightLeft, left, sharpLeft

  /// The direction of a turn in degrees, -180 to 179, clockwise positive.
  init(turn: Int) { self.init(turn: Double(turn)) }

  /// The direction of a turn in degrees, -180 to 180, clockwise positive.
  init(turn: Double) {
    let isLeft = turn < 0
    switch abs(turn) {
    case ...20: self = .straight
    case ...40: self = isLeft ? .slightLeft : .slightRight
    case ...120: self = isLeft ? .left : .right
    case ...175: self = isLeft ? .sharpLeft : .sharpRight
    default: self = .uTurn
    }
  }
}

extension RouteManeuver.Direction {
  /// The direction of a turn in degrees, -180 to 180, clockwise positive.
  package init(turn: Double) { self.init(TurnDirection(turn: turn)) }

  /// A direction in the words of clients.
  init(_ direction: TurnDirection) {
    switch direction {
    case .uTurn: self = .uTurn
    case .sharpRight: self = .sharpRight
    case .right: self = .right
    case .slightRight: self = .slightRight
    case .straight: self = .straight
    case .slightLeft: self = .slightLeft
    case .left: self = .left
    case .sharpLeft: self = .sharpLeft
    }
  }
}

extension RouteManeuver.Kind {
  /// A kind in the words of clients.
  init(_ kind: Draft.Kind) {
    switch kind {
    case .turn: self = .turn
    case .staysOn: self = .staysOn
    case .newName: self = .newName
    case .merge: self = .merge
    case .onRamp: self = .onRamp
    case .offRamp: self = .offRamp
    case .fork: self = .fork
    case .endOfRoad: self = .endOfRoad
    case .roundabout: self = .roundabout
    case .rotary: self = .rotary
    case .roundaboutTurn: self = .roundaboutTurn
    case .exitRoundabout: self = .exitRoundabout
    case .exitRotary: self = .exitRotary
    case .notification: self = .notification
    }
  }
}
