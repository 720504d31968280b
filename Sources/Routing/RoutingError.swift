public import Geo
public import MapReader
public import RoadModel

/// Why an engine has no route to give.
public enum RoutingError: Error, Sendable, Equatable {
  /// Fewer than two waypoints: give at least a start and an end.
  case tooFewWaypoints(Int)
  /// A waypoint is not a place on earth: latitude -90 to 90, longitude -180 to 180.
  case invalidWaypoint(index: Int)
  /// No road for the vehicle lies within the radius; the nearest is so far off (nil: none at all).
  case noRoadNear(waypoint: Int, mode: Mode, radius: Double, nearestMetres: Double?)
  /// No way leads from a waypoint to the next. The blockers are the rules on the way that breaks the
  /// fewest; empty when there is no way that breaks rules either.
  case noRoute(from: Int, to: Int, mode: Mode, blockers: [Blocker])
  /// The map is damaged where the search came by.
  case map(NavError)
  /// The calculation was cancelled.
  case cancelled
}

/// A rule that stands in the way of a vehicle: a limit that it exceeds, an access that it does not have, a
/// turn that it may not make.
public struct Blocker: Sendable, Hashable {
  /// The rule.
  public var rule: RoadRule
  /// The vehicle's value, where the rule is a limit.
  public var needed: UInt32?
  /// Name or number of the road.
  public var road: String?
  /// The OSM way.
  public var wayID: Int64
  /// The middle of the road there, or the junction.
  public var position: Coordinate
  /// Where on a route that breaks the rule, in metres from its start; nil for a refusal.
  public var span: ClosedRange<Double>?
  /// What the turn is called, such as `no_left_turn`, where the rule forbids one.
  var turn: String?
  /// The steps of the path that is looked at.
  var steps: ClosedRange<Int>?

  init(rule: RoadRule, needed: UInt32?, road: String?, wayID: Int64, position: Coordinate) {
    self.rule = rule
    self.needed = needed
    self.road = road
    self.wayID = wayID
    self.position = position
  }

  /// The rule as a tag in canonical form.
  public var tag: String { turn.map { rule.tag(turn: $0) } ?? rule.tag }

  /// The limit, where the rule is one.
  public var limit: VehicleLimit? {
    guard case .limit(let kind, let value?) = rule.effect else { return nil }
    return VehicleLimit(kind, value, directions: rule.directions)
  }

  /// The rule and what it is about: `maxheight=3.8, needs 4 m`, `hgv=no`.
  public var reason: String {
    guard let limit, let needed else {
      if case .access(let access, _) = rule.effect, access.isEndOnly {
        return "\(tag), not for through traffic"
      }
      return tag
    }
    return "\(tag), needs \(limit.kind.text(ofVehicle: needed))"
  }

  /// One line for people: `maxheight=3.8, needs 4 m: Harbour Street (way 123) at 43.7,7.4`.
  public var text: String {
    "\(reason): \(road ?? "unnamed road") (way \(wayID)) at \(position)"
  }
}

extension RoutingError: CustomStringConvertible {
  /// Metres, or kilometres where metres say too much.
  private static func far(_ metres: Double) -> String {
    guard abs(metres) < 1e9 else { return "any distance" }
    return metres < 10_000
      ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
  }

  /// One line for people; blockers of a refusal are listed after it by the caller.
  public var description: String {
    switch self {
    case .tooFewWaypoints(let count):
      "\(count) waypoints given, a route needs at least two"
    case .invalidWaypoint(let index):
      "waypoint \(index + 1) is not on earth: latitude -90 to 90, longitude -180 to 180"
    case .noRoadNear(let waypoint, let mode, let radius, let nearest):
      "no road for a \(mode.name) within \(Self.far(radius)) of waypoint \(waypoint + 1); "
        + (nearest.map { "the nearest is \(Self.far($0)) away" } ?? "the map has none")
    case .noRoute(let from, let to, let mode, let blockers):
      blockers.isEmpty
        ? "no route for a \(mode.name) from waypoint \(from + 1) to \(to + 1): "
          + "no roads connect them in this direction"
        : "no route for this \(mode.name) from waypoint \(from + 1) to \(to + 1); "
          + "in the way: " + blockers.map(\.text).joined(separator: "; ")
    case .map(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}
