public import RoadModel
public import RouteModel

/// The action of a driver at a maneuver, as one stable number (Formats/maneuvers.md).
///
/// It is finer than OSRM's kind and direction: it distinguishes the side of a U-turn and of a roundabout, and the
/// number of the exit. Numbers keep their meaning; others may be added.
///
///     let action = ManeuverAction(step.maneuver, drivingSide: step.drivingSide)
///     action.rawValue      // 13
///     action.name          // turn left
///     action.kind          // turn, with .direction left
public struct ManeuverAction: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: UInt8

  /// An action from its number, which may be unknown to this version.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The placeholder for an action that this version does not know.
  public static let unknown = ManeuverAction(rawValue: 0)

  /// The maximum number of an exit that has its own action.
  public static let maximumExit = 19

  /// Every action of this version, by number.
  public static let allActions: [ManeuverAction] = (1...UInt8.max).lazy.map(ManeuverAction.init)
    .filter { $0.kind != nil }

  /// The action of a maneuver.
  ///
  /// - Parameters:
  ///   - maneuver: The maneuver; an unknown kind counts as a turn, an unknown direction as none.
  ///   - drivingSide: The side on which traffic drives; unknown counts as right.
  public init(_ maneuver: RouteManeuver, drivingSide: DrivingSide) {
    self.init(
      kind: maneuver.kind, direction: maneuver.direction, exit: maneuver.exit,
      drivingSide: drivingSide)
  }

  /// The action for OSRM's kind and direction.
  ///
  /// - Parameters:
  ///   - kind: OSRM's `type`; an unknown one counts as a turn.
  ///   - direction: OSRM's `modifier`; an unknown one counts as none.
  ///   - exit: The number of the exit of a roundabout, from 1; one above ``maximumExit`` counts as none.
  ///   - drivingSide: The side on which traffic drives; unknown counts as right.
  public init(
    kind: RouteManeuver.Kind, direction: RouteManeuver.Direction?, exit: Int?,
    drivingSide: DrivingSide
  ) {
    let isLeft = drivingSide == .left
    let side: UInt8 = isLeft ? 1 : 0
    func turn(_ block: UInt8) -> UInt8 { block + Self.offset(of: direction, isLeft: isLeft) }
    let number: UInt8
    switch kind {
    case .depart: number = 1
    case .arrive:
      switch direction {
      case .left, .slightLeft, .sharpLeft: number = 3
      case .right, .slightRight, .sharpRight: number = 4
      case .straight: number = 5
      default: number = 2
      }
    case .notification: number = 6
    case .passWaypoint: number = 7
    case .turn, .unknown: number = turn(10)
    case .staysOn: number = turn(20)
    case .newName: number = turn(30)
    case .merge: number = turn(40)
    case .onRamp: number = turn(50)
    case .offRamp: number = turn(60)
    case .fork: number = turn(70)
    case .endOfRoad: number = turn(80)
    case .roundaboutTurn: number = turn(90)
    case .useLane: number = turn(100)
    case .roundabout: number = 120 + 20 * side + Self.ordinal(exit)
    case .rotary: number = 160 + 20 * side + Self.ordinal(exit)
    case .exitRoundabout: number = 200 + side
    case .exitRotary: number = 202 + side
    }
    self.init(rawValue: number)
  }

  private static func ordinal(_ exit: Int?) -> UInt8 {
    guard let exit, 1...maximumExit ~= exit else { return 0 }
    return UInt8(exit)
  }

  private static func offset(of direction: RouteManeuver.Direction?, isLeft: Bool) -> UInt8 {
    switch direction {
    case .uTurn: isLeft ? 9 : 1
    case .sharpLeft: 2
    case .left: 3
    case .slightLeft: 4
    case .straight: 5
    case .slightRight: 6
    case .right: 7
    case .sharpRight: 8
    case nil, .unknown: 0
    }
  }
}

extension ManeuverAction {
  /// OSRM's kind of maneuver; nil if this version does not know the number.
  public var kind: RouteManeuver.Kind? {
    switch rawValue {
    case 1: .depart
    case 2...5: .arrive
    case 6: .notification
    case 7: .passWaypoint
    case 10...19: .turn
    case 20...29: .staysOn
    case 30...39: .newName
    case 40...49: .merge
    case 50...59: .onRamp
    case 60...69: .offRamp
    case 70...79: .fork
    case 80...89: .endOfRoad
    case 90...99: .roundaboutTurn
    case 100...109: .useLane
    case 120...159: .roundabout
    case 160...199: .rotary
    case 200, 201: .exitRoundabout
    case 202, 203: .exitRotary
    default: nil
    }
  }

  /// OSRM's direction; nil if it has none, as in a roundabout.
  public var direction: RouteManeuver.Direction? {
    switch rawValue {
    case 3: return .left
    case 4: return .right
    case 5: return .straight
    case 10...109: break
    default: return nil
    }
    switch rawValue % 10 {
    case 1, 9: return .uTurn
    case 2: return .sharpLeft
    case 3: return .left
    case 4: return .slightLeft
    case 5: return .straight
    case 6: return .slightRight
    case 7: return .right
    case 8: return .sharpRight
    default: return nil
    }
  }

  /// The number of the exit of a roundabout; nil if it has none.
  public var exit: Int? {
    guard 120...199 ~= rawValue, rawValue % 20 > 0 else { return nil }
    return Int(rawValue % 20)
  }

  /// The side on which traffic drives; unknown except for U-turns and roundabouts.
  public var drivingSide: DrivingSide {
    switch rawValue {
    case 10...109:
      switch rawValue % 10 {
      case 1: .right
      case 9: .left
      default: .unknown
      }
    case 120...139, 160...179, 200, 202: .right
    case 140...159, 180...199, 201, 203: .left
    default: .unknown
    }
  }

  /// The name in English, such as `off ramp slight right` or `roundabout exit 3, left-hand traffic`.
  public var name: String {
    guard let kind else { return "unknown" }
    var name = kind.rawValue
    if let direction {
      name += direction == .uTurn ? "" : " " + direction.rawValue
      if direction == .uTurn { name += drivingSide == .left ? " uturn right" : " uturn left" }
    }
    if let exit { name += " exit \(exit)" }
    if 120...203 ~= rawValue {
      name += drivingSide == .left ? ", left-hand traffic" : ", right-hand traffic"
    }
    return name
  }
}
