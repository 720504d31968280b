public import Geo
public import RoadModel

/// Something about a route that the caller should know.
public enum RouteNotice: Sendable, Hashable {
  /// The route could not keep away from this.
  case avoidanceViolated(Avoidance)
  /// The waypoint's nearest road is connected to none that the trip goes by, or the request closes it, so one farther
  /// off was taken.
  case snappedFarther(waypoint: Int, metres: Double)
  /// The waypoint's nearest road has a limit that the vehicle exceeds, so one farther off was taken.
  case endLimited(waypoint: Int, metres: Double, Blocker)
  /// Fewer further routes than asked for.
  case fewerAlternatives(wanted: Int, found: Int)
  /// The route breaks this rule, since no route breaks none.
  case violated(Blocker)
  /// A rule on the route may hold when it is driven; it was not applied.
  case potential(PotentialRule)
  /// The departure time was not used: the map's time zone is not known, and the time names no offset.
  case departureIgnored
  /// The names in the map's file are damaged, so that roads have none; copy or build the file again.
  case namesDamaged
  /// The service could not consider these parts of the request.
  case notConsidered([RequestPart])
  /// What a service says of the route, in its words.
  case fromService(String)
  /// A stretch of a service's route, in metres from the route's start, that the local map does not have.
  case notOnMap(ClosedRange<Double>)
  /// A notice of a kind that this version does not know, with its words for people.
  case unknown(code: String, text: String)

  /// Whether it says that something that was asked for is not kept: a waypoint's nearest road, what to avoid, when to
  /// leave.
  package var isOfRequest: Bool {
    switch self {
    case .snappedFarther, .endLimited, .avoidanceViolated, .departureIgnored, .namesDamaged: true
    default: false
    }
  }

  /// The same of another waypoint, where it is about one.
  ///
  /// - Parameter number: The other's number, by the number that it has.
  /// - Returns: The notice of the other.
  package func numbered(_ number: (Int) -> Int) -> RouteNotice {
    switch self {
    case .snappedFarther(let waypoint, let metres):
      .snappedFarther(waypoint: number(waypoint), metres: metres)
    case .endLimited(let waypoint, let metres, let blocker):
      .endLimited(waypoint: number(waypoint), metres: metres, blocker)
    default: self
    }
  }

  /// One line for people.
  public var text: String { text { "waypoint \($0 + 1)" } }

  /// One line for people.
  ///
  /// - Parameter name: What to call the waypoint, by its number from 0, where the notice is about one.
  /// - Returns: The line, without its end.
  package func text(naming name: (Int) -> String) -> String {
    switch self {
    case .avoidanceViolated(let what):
      "could not avoid: "
        + what.names.joined(separator: ", ")
    case .snappedFarther(let waypoint, let metres):
      "the road nearest to \(name(waypoint)) is not connected to this trip; "
        + "took one \(Self.whole(metres)) m away"
    case .endLimited(let waypoint, let metres, let blocker):
      "the road nearest to \(name(waypoint)) is closed to the vehicle (\(blocker.text)); "
        + "took one \(Self.whole(metres)) m away"
    case .fewerAlternatives(let wanted, let found):
      "\(wanted) alternatives were asked for, \(found) found"
    case .violated(let blocker):
      "breaks \(blocker.text)\(blocker.span.map(Self.span) ?? "")"
    case .potential(let rule): rule.text
    case .namesDamaged:
      "the names in the map are damaged, and roads have none; copy or build the file again"
    case .departureIgnored:
      "the map's time zone is not known, so the departure time was not used; "
        + "give it with an offset, such as 2026-11-21T10:00+01:00"
    case .notConsidered(let parts):
      "the service did not consider " + parts.map(\.name).joined(separator: ", ")
    case .fromService(let words): words
    case .notOnMap(let span): "not on the local map\(Self.span(span))"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}

extension RouteNotice {
  /// A number that may come from a service, rounded; one that is no distance on earth at its bound.
  private static func whole(_ metres: Double) -> Int {
    metres.isNaN ? 0 : Int(min(max(metres, 0), 1e12).rounded())
  }

  /// Where on the route something is, in kilometres from its start.
  private static func span(_ span: ClosedRange<Double>) -> String {
    func kilometres(_ metres: Double) -> String {
      let tens = whole(metres / 10)
      return "\(tens / 100).\(tens / 10 % 10)\(tens % 10)"
    }
    return ", km \(kilometres(span.lowerBound)) to \(kilometres(span.upperBound))"
  }
}

/// A rule that only sometimes holds, on a route of which it is not known whether it does.
public struct PotentialRule: Sendable, Hashable {
  /// The rule with its condition; ``RoadRule/unknown`` where only a later version knows it.
  public var rule: RoadRule
  /// Name or number of the road, where the rule is of a road.
  public var road: String?
  /// The OSM way, where the rule is of one.
  public var wayID: Int64?
  /// The middle of the road, or the junction.
  public var position: Coordinate
  /// Roads and junctions on the route with the same rule.
  public var count: Int
  /// What the turn is called, such as `no_left_turn`, where the rule forbids one.
  package var turn: String?
  /// The words of the writer for a rule that this version does not know.
  var words: RuleWords?

  /// A rule that may hold.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - road: The name of the road, if it has one.
  ///   - wayID: The OSM way; nil at a junction.
  ///   - position: Where it is met first.
  ///   - count: How often it is met, 1 or more.
  public init(
    rule: RoadRule, road: String?, wayID: Int64?, position: Coordinate, count: Int = 1
  ) {
    self.rule = rule
    self.road = road
    self.wayID = wayID
    self.position = position
    self.count = count
  }

  /// The rule as a tag in canonical form.
  public var tag: String { words?.tag ?? turn.map { rule.tag(turn: $0) } ?? rule.tag }

  /// What kind of rule it is: `potentialAccess`, `potentialLimit`, `potentialSpeed` or `potentialTurn`.
  public var kind: String {
    if let words { return words.kind ?? "" }
    return switch rule.effect {
    case .limit: "potentialLimit"
    case .access: "potentialAccess"
    case .speed, .truckSpeed: "potentialSpeed"
    case .ban, .turnRound: "potentialTurn"
    }
  }

  /// One line for people.
  public var text: String {
    let place = wayID.map { "\(road ?? "unnamed road") (way \($0))" } ?? "junction"
    let more = count > 1 ? " and \(count - 1) more" : ""
    return "\(reason) may hold and was not applied: \(place) at \(position)\(more)"
  }

  /// The rule with its condition in words: `a speed limit of 60 km/h (22:00-06:00)`.
  public var reason: String {
    if let words { return words.reason }
    let isUnwritten = rule.condition.terms == [.unknown(RoadRule.unwritten)]
    let condition =
      isUnwritten ? " (lower than the law's, not written down)" : " \(rule.condition.text)"
    switch rule.effect {
    case .limit(let kind, let value):
      let limit = value.map { " of \(kind.text(of: $0))" } ?? ""
      return "a limit on \(kind.name)\(isUnwritten ? "" : limit)\(condition)"
    case .access(let access, let modes):
      let who = modes == .all ? "everyone" : Self.names(modes)
      if access.isEndOnly { return "a closure to through traffic for \(who)\(condition)" }
      return (access.isUsable ? "a permission for \(who)" : "a closure to \(who)") + condition
    case .speed(let speed): return "\(Self.limit(speed))\(condition)"
    case .truckSpeed(let speed): return "\(Self.limit(speed)) for trucks\(condition)"
    case .ban:
      let name = turn.map { String($0.map { $0 == "_" ? " " : $0 }) } ?? "no turn"
      return "the turn restriction '\(name)'\(condition)"
    case .turnRound(let modes):
      return "a permission to turn round for \(Self.names(modes))\(condition)"
    }
  }

  private static func names(_ modes: ModeSet) -> String {
    Mode.allCases.filter { modes.contains($0) }.map(\.name).joined(separator: ", ")
  }

  private static func limit(_ speed: Speed) -> String {
    speed == .unlimited ? "no speed limit" : "a speed limit of \(speed.tagValue) km/h"
  }
}
