import RoadModel
import Routing

/// What is to be done at the beginning of a step.
struct Maneuver {
  var type: String
  var modifier: String?
  var exit: Int?

  /// OSRM's word for a turn in degrees, -180 to 179, clockwise positive.
  static func modifier(_ turn: Int) -> String {
    let side = turn < 0 ? "left" : "right"
    switch abs(turn) {
    case ...20: return "straight"
    case ...40: return "slight " + side
    case ...120: return side
    case ...175: return "sharp " + side
    default: return "uturn"
    }
  }
}

/// Says whether something is to be done where two roads of a route meet, and what.
struct TurnJudge {
  /// Turns below this are straight on for who looks out of the window, degrees.
  private static let ahead = 45

  let before: RouteEdge
  let after: RouteEdge
  let junction: Junction
  /// Degrees, clockwise positive.
  let turn: Int

  /// The maneuver; nil where one just goes on.
  var maneuver: Maneuver? {
    if isOnFerry(before) != isOnFerry(after) { return made("notification") }
    if junction.from == junction.to || abs(turn) > 175 {
      return Maneuver(type: hasSameName ? "continue" : "turn", modifier: "uturn")
    }
    return ramp ?? (others.isEmpty ? renamed : choice)
  }

  private var others: [Junction.Arm] { junction.others }

  private func isOnFerry(_ edge: RouteEdge) -> Bool { edge.road.flags.contains(.ferry) }

  private func made(_ type: String) -> Maneuver {
    Maneuver(type: type, modifier: Maneuver.modifier(turn))
  }

  private var hasSameName: Bool {
    before.name == after.name && (before.name != nil || before.ref == after.ref)
  }

  /// `new name`, where a road with a name goes on with another.
  private var renamed: Maneuver? {
    let isNamed = before.name ?? before.ref != nil && after.name ?? after.ref != nil
    return isNamed && !hasSameName ? made("new name") : nil
  }

  /// Onto and off the roads that have ramps.
  private var ramp: Maneuver? {
    let isLink = (before.road.flags.contains(.link), after.road.flags.contains(.link))
    switch isLink {
    case (false, true) where Self.isHigh(before.road) && !others.isEmpty: return made("off ramp")
    case (false, true) where Self.isHigh(after.road) && !Self.isHigh(before.road):
      return made("on ramp")
    case (true, false) where Self.isHigh(after.road) && abs(turn) <= Self.ahead:
      return made("merge")
    default: return nil
    }
  }

  private static func isHigh(_ road: RoadAttributes) -> Bool {
    road.roadClass == .motorway || road.roadClass == .trunk
  }

  /// The maneuver where there are other ways to go.
  private var choice: Maneuver? {
    let coming = Heading.opposite(junction.arms[junction.from].bearing)
    let turns = others.map { (turn: Heading.turn(from: coming, to: $0.bearing), road: $0.road) }
    if abs(turn) > Self.ahead {
      let goesOn = turns.contains { abs($0.turn) <= Self.ahead }
      if !goesOn { return made("end of road") }
      return made(hasSameName ? "continue" : "turn")
    }
    let rivals = turns.filter { abs($0.turn) <= Self.ahead && isRival($0.road) }
    if let rival = rivals.min(by: { abs($0.turn) < abs($1.turn) }),
      !hasSameName || abs(rival.turn) <= abs(turn)
    {
      return Maneuver(
        type: "fork", modifier: turn < rival.turn ? "slight left" : "slight right")
    }
    if hasSameName || abs(turn) <= 20 { return renamed }
    return made("turn")
  }

  /// Whether another road ahead may be taken for the one that goes on.
  private func isRival(_ road: RoadAttributes) -> Bool {
    let (own, other) = (after.road.roadClass.rawValue, road.roadClass.rawValue)
    return other <= own || other <= own + 1 && own >= RoadClass.tertiary.rawValue
  }
}
