public import Geo
public import RoadModel

/// A rule in the way of a vehicle: a violated limit, a missing access, a forbidden turn, a road type that the request
/// excludes, or a closure.
public struct Blocker: Sendable, Hashable {
  /// The source of a closure of a road that the map has open.
  public enum Closure: String, Sendable, Hashable {
    /// An adjustment of the request.
    case request
    /// The traffic, or an adjustment of the engine.
    case live
  }

  /// The violated rule; ``RoadRule/unknown`` if only a later version knows it.
  public var rule: RoadRule
  /// The excluded road types that the road belongs to; nil for a rule of the map.
  ///
  /// If set, ``rule`` closes the road to the vehicle's mode.
  public var excluded: Avoidance?
  /// The source of the closure; nil for a rule of the map.
  ///
  /// If set, ``rule`` closes the road to the vehicle's mode.
  public var closure: Closure?
  /// The vehicle's value if the rule is a limit, in the unit of its kind; else nil.
  public var needed: UInt32?
  /// Name or number of the road; nil if it has none.
  public var road: String?
  /// The OSM way.
  public var wayID: Int64
  /// The middle of the edge, or the junction.
  public var position: Coordinate
  /// The part of the route that violates the rule, in metres from its start; nil in a refusal.
  public var span: ClosedRange<Double>?
  /// The restriction, such as `no_left_turn`, if the rule forbids a turn.
  package var turn: String?
  /// The value of the tag `oneway` if the road may not be driven in this direction; ``rule`` then closes it.
  package var oneway: String?
  /// The steps of the path, used only during a search.
  package var steps: ClosedRange<Int>?

  /// The text of the writer for a rule that this version does not know.
  var words: RuleWords?

  /// A blocker from its parts.
  ///
  /// - Parameters:
  ///   - rule: The violated rule.
  ///   - needed: The vehicle's value if the rule is a limit, in the unit of its kind.
  ///   - road: The name of the road, if it has one.
  ///   - wayID: The OSM way.
  ///   - position: The middle of the edge, or the junction.
  public init(rule: RoadRule, needed: UInt32?, road: String?, wayID: Int64, position: Coordinate) {
    self.rule = rule
    self.needed = needed
    self.road = road
    self.wayID = wayID
    self.position = position
  }

  /// The rule as a canonical tag.
  ///
  /// For an excluded road it is the parameter of the request: `exclude=toll`; for a closure, `closed`.
  public var tag: String {
    if let words { return words.tag }
    if closure != nil { return "closed" }
    if let excluded { return "exclude=" + excluded.names.joined(separator: ",") }
    if let oneway { return "oneway=\(oneway)" }
    return turn.map { rule.tag(turn: $0) } ?? rule.tag
  }

  /// The limit; nil if the rule is not one.
  public var limit: VehicleLimit? {
    guard case .limit(let kind, let value?) = rule.effect else { return nil }
    return VehicleLimit(kind, value, directions: rule.directions)
  }

  /// The rule and the vehicle's value: `maxheight=3.8, needs 4 m`, `hgv=no`, `excluded: toll`.
  public var reason: String {
    if let words { return words.reason }
    switch closure {
    case .request: return "closed by the request"
    case .live: return "closed at present"
    case nil: break
    }
    if let excluded { return "excluded: " + excluded.names.joined(separator: ", ") }
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
