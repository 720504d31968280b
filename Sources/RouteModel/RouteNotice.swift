public import Geo
import Notation
public import RoadModel

/// A fact about a route that the caller should know.
public enum RouteNotice: Sendable, Hashable {
  /// The route could not avoid these road types; `unknown` has the words of types that this version does not know.
  case avoidanceViolated(Avoidance, unknown: [String] = [])
  /// The route could not avoid roads with at least this grade, up or down.
  case steepRoads(percent: Double)
  /// The waypoint was snapped to a road farther away, because its nearest road is not connected to the trip, or the
  /// request closes it.
  case snappedFarther(waypoint: Int, metres: Double)
  /// The waypoint was snapped to a road farther away, because the vehicle exceeds a limit of its nearest road.
  case endLimited(waypoint: Int, metres: Double, Blocker)
  /// There are fewer alternatives than requested.
  case fewerAlternatives(wanted: Int, found: Int)
  /// The route violates this rule, because no route is legal.
  case violated(Blocker)
  /// A rule on the route may be in force at the time of travel; it was not applied.
  case potential(PotentialRule)
  /// The departure time was not used: the time zone of the map is unknown, and the time has no offset.
  case departureIgnored
  /// The charge at the start does not suffice: it falls below the minimum after `metres` of the route, and
  /// `missingKilowattHours` are missing for the rest of it.
  case chargeTooLow(metres: Double, missingKilowattHours: Double)
  /// The map has no elevation, so energy is counted as if all roads were level.
  case energyWithoutElevation
  /// The charging station may be closed while the vehicle is there.
  ///
  /// Its hours are unknown or not understood, a public holiday would close it and the request names none, or the
  /// request has no departure time.
  case stationMayBeClosed(station: String)
  /// The names in the map file are damaged, so roads have none; copy or build the file again.
  case namesDamaged
  /// The service did not consider these parts of the request.
  case notConsidered([RequestPart])
  /// A notice of the service, in its own words.
  case fromService(String)
  /// The local map does not have this stretch of an online route, in metres from its start.
  case notOnMap(ClosedRange<Double>)
  /// A notice that this version does not know, with its text for people.
  case unknown(code: String, text: String)

  /// Whether the notice states that part of the request was not respected: the nearest road of a waypoint, an
  /// avoidance, the number of alternatives, or the departure time.
  package var isOfRequest: Bool {
    switch self {
    case .snappedFarther, .endLimited, .avoidanceViolated, .steepRoads, .fewerAlternatives,
      .departureIgnored, .namesDamaged:
      true
    default: false
    }
  }

  /// The same notice with another waypoint index, if it concerns a waypoint.
  ///
  /// - Parameter number: Maps the waypoint index to the new one.
  /// - Returns: The notice with the new index.
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
  /// - Parameter name: The name for a waypoint, by its index from 0.
  /// - Returns: The line, without a line feed.
  package func text(naming name: (Int) -> String) -> String {
    switch self {
    case .avoidanceViolated(let what, let unknown):
      "could not avoid: " + (what.names + unknown).joined(separator: ", ")
    case .steepRoads(let percent):
      "could not avoid: roads of \(Self.percent(percent)) % or more"
    case .snappedFarther(let waypoint, let metres):
      "the road nearest to \(name(waypoint)) is not connected to this trip; "
        + "took one \(Self.whole(metres)) m away"
    case .endLimited(let waypoint, let metres, let blocker):
      "the road nearest to \(name(waypoint)) is closed to the vehicle (\(blocker.text)); "
        + "took one \(Self.whole(metres)) m away"
    case .fewerAlternatives(let wanted, let found):
      "\(wanted) alternative\(wanted == 1 ? " was" : "s were") requested, \(found) found"
    case .violated(let blocker):
      "violates \(blocker.text)\(blocker.span.map(Self.span) ?? "")"
    case .potential(let rule): rule.text
    case .namesDamaged:
      "the names in the map are damaged, and roads have none; copy or build the file again"
    case .departureIgnored:
      "the map's time zone is unknown, so the departure time was not used; "
        + "give it with an offset, such as 2026-11-21T10:00+01:00"
    case .chargeTooLow(let metres, let missing):
      "the charge is too low for the route: it reaches \(Self.kilometres(metres)) km, "
        + "and \(Self.kilometres(missing * 1000)) kWh are missing"
    case .energyWithoutElevation:
      "the map has no elevation, so the energy is counted as if all roads were level"
    case .stationMayBeClosed(let station):
      "the charging station '\(station)' may be closed: its opening hours, "
        + "the time or public holidays are not known"
    case .notConsidered(let parts):
      "the service did not consider " + parts.map(\.name).joined(separator: ", ")
    case .fromService(let words): words
    case .notOnMap(let span): "not on the local map\(Self.span(span))"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}

extension RouteNotice {
  /// A distance, possibly from a service, rounded and clamped.
  private static func whole(_ metres: Double) -> Int64 {
    metres.isNaN ? 0 : Int64(min(max(metres, 0), 1e12).rounded())
  }

  /// A percentage, with a decimal if it has one.
  private static func percent(_ value: Double) -> String {
    Decimals.text(units: whole(value * 10), decimals: 1)
  }

  /// Metres as kilometres with two decimals.
  private static func kilometres(_ metres: Double) -> String {
    Decimals.text(units: whole(metres / 10), decimals: 2, keepsZeros: true)
  }

  /// A stretch of the route, in kilometres from its start.
  private static func span(_ span: ClosedRange<Double>) -> String {
    return ", km \(kilometres(span.lowerBound)) to \(kilometres(span.upperBound))"
  }
}

/// A conditional rule on a route, if it is unknown whether it is in force.
public struct PotentialRule: Sendable, Hashable {
  /// The rule with its condition; ``RoadRule/unknown`` if only a later version knows it.
  public var rule: RoadRule
  /// Name or number of the road; nil for a rule of a junction, or a road without either.
  public var road: String?
  /// The OSM way; nil at a junction.
  public var wayID: Int64?
  /// The middle of the edge, or the junction.
  public var position: Coordinate
  /// The number of roads and junctions on the route with the same rule.
  public var count: Int
  /// The restriction, such as `no_left_turn`, if the rule forbids a turn.
  package var turn: String?
  /// The text of the writer for a rule that this version does not know.
  var words: RuleWords?

  /// A potential rule from its parts.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - road: The name of the road, if it has one.
  ///   - wayID: The OSM way; nil at a junction.
  ///   - position: The first place with the rule.
  ///   - count: The number of places with the rule, at least 1.
  public init(
    rule: RoadRule, road: String?, wayID: Int64?, position: Coordinate, count: Int = 1
  ) {
    self.rule = rule
    self.road = road
    self.wayID = wayID
    self.position = position
    self.count = count
  }

  /// The rule as a canonical tag.
  public var tag: String { words?.tag ?? turn.map { rule.tag(turn: $0) } ?? rule.tag }

  /// The kind of rule: `potentialAccess`, `potentialLimit`, `potentialSpeed` or `potentialTurn`.
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
