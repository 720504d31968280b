extension RouteManeuver.Kind {
  /// Those that this version knows.
  public static let allCases: [Self] = [
    .depart, .arrive, .turn, .staysOn, .newName, .merge, .onRamp, .offRamp, .fork, .endOfRoad,
    .roundabout, .rotary, .roundaboutTurn, .exitRoundabout, .exitRotary, .notification,
    .useLane, .passWaypoint,
  ]

  /// OSRM's word.
  public var rawValue: String {
    switch self {
    case .depart: "depart"
    case .arrive: "arrive"
    case .turn: "turn"
    case .staysOn: "continue"
    case .newName: "new name"
    case .merge: "merge"
    case .onRamp: "on ramp"
    case .offRamp: "off ramp"
    case .fork: "fork"
    case .endOfRoad: "end of road"
    case .roundabout: "roundabout"
    case .rotary: "rotary"
    case .roundaboutTurn: "roundabout turn"
    case .exitRoundabout: "exit roundabout"
    case .exitRotary: "exit rotary"
    case .notification: "notification"
    case .useLane: "use lane"
    case .passWaypoint: "pass waypoint"
    case .unknown(let word): word
    }
  }
}

extension RouteManeuver.Direction {
  /// Those that this version knows.
  public static let allCases: [Self] = [
    .uTurn, .sharpRight, .right, .slightRight, .straight, .slightLeft, .left, .sharpLeft,
  ]

  /// OSRM's word.
  public var rawValue: String {
    switch self {
    case .uTurn: "uturn"
    case .sharpRight: "sharp right"
    case .right: "right"
    case .slightRight: "slight right"
    case .straight: "straight"
    case .slightLeft: "slight left"
    case .left: "left"
    case .sharpLeft: "sharp left"
    case .unknown(let word): word
    }
  }
}
