import Geo
import RoadModel
import RouteModel

/// Decides which maneuver, if any, is needed where two edges of a route meet.
struct TurnJudge {
  /// A maneuver without its place.
  typealias Verdict = (kind: RouteManeuver.Kind, direction: RouteManeuver.Direction)

  /// The angle in degrees below which travellers see a turn as straight on.
  private static let ahead = 45

  let before: RouteEdge
  let after: RouteEdge
  let junction: RouteJunction
  /// Degrees, clockwise positive.
  let turn: Int

  /// The maneuver; nil if the route simply continues.
  var verdict: Verdict? {
    if isOnFerry(before) != isOnFerry(after) { return made(.notification) }
    if junction.from == junction.to || abs(turn) > 175 {
      return (hasSameName ? .staysOn : .turn, .uTurn)
    }
    return ramp ?? (others.isEmpty ? renamed : choice)
  }

  private var others: [RouteJunction.Arm] { junction.others }

  private func isOnFerry(_ edge: RouteEdge) -> Bool { edge.road.flags.contains(.ferry) }

  private func made(_ kind: RouteManeuver.Kind) -> Verdict { (kind, .init(turn: turn)) }

  private var hasSameName: Bool {
    before.name == after.name && (before.name != nil || before.ref == after.ref)
  }

  /// The maneuver where a named road continues under another name.
  private var renamed: Verdict? {
    let isNamed = before.name ?? before.ref != nil && after.name ?? after.ref != nil
    return isNamed && !hasSameName ? made(.newName) : nil
  }

  /// The maneuver onto or off a road with ramps.
  private var ramp: Verdict? {
    let isLink = (before.road.flags.contains(.link), after.road.flags.contains(.link))
    switch isLink {
    case (false, true) where Self.isHigh(before.road) && !others.isEmpty: return made(.offRamp)
    case (false, true) where Self.isHigh(after.road) && !Self.isHigh(before.road):
      return made(.onRamp)
    case (true, false) where Self.isHigh(after.road) && abs(turn) <= Self.ahead:
      return made(.merge)
    default: return nil
    }
  }

  private static func isHigh(_ road: RoadAttributes) -> Bool {
    road.roadClass == .motorway || road.roadClass == .trunk
  }

  /// The maneuver where there are other roads to take.
  private var choice: Verdict? {
    let coming = LineBearing.opposite(junction.arms[junction.from].bearing)
    let turns = others.map {
      (turn: LineBearing.turn(from: coming, to: $0.bearing), road: $0.road)
    }
    if abs(turn) > Self.ahead {
      let goesOn = turns.contains { abs($0.turn) <= Self.ahead }
      if !goesOn { return made(.endOfRoad) }
      return made(hasSameName ? .staysOn : .turn)
    }
    let rivals = turns.filter { abs($0.turn) <= Self.ahead && isRival($0.road) }
    if let rival = rivals.min(by: { abs($0.turn) < abs($1.turn) }),
      !hasSameName || abs(rival.turn) <= abs(turn)
    {
      return (.fork, turn < rival.turn ? .slightLeft : .slightRight)
    }
    if hasSameName || abs(turn) <= 20 { return renamed }
    return made(.turn)
  }

  /// Whether another road ahead may be mistaken for the one that continues.
  private func isRival(_ road: RoadAttributes) -> Bool {
    let (own, other) = (after.road.roadClass.rawValue, road.roadClass.rawValue)
    return other <= own || other <= own + 1 && own >= RoadClass.tertiary.rawValue
  }
}
