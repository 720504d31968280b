public import Geo
public import RoadModel

/// What stands in the way of a vehicle: a limit that it exceeds, an access that it does not have, a turn that it
/// may not make, or a kind of road that the request excludes.
public struct Blocker: Sendable, Hashable {
  /// The rule; ``RoadRule/unknown`` where only a later version knows it.
  public var rule: RoadRule
  /// The kinds of the road that the request excludes; nil where a rule of the map stands in the way.
  ///
  /// ``rule`` then closes the road to the vehicle's mode.
  public var excluded: Avoidance?
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
  package var turn: String?
  /// The steps of the path that is looked at; of use during a search only.
  package var steps: ClosedRange<Int>?

  /// The words of the writer for a rule that this version does not know.
  var words: RuleWords?

  /// A rule that stands in the way.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - needed: The vehicle's value where the rule is a limit, in the unit of its kind.
  ///   - road: The name of the road, if it has one.
  ///   - wayID: The OSM way.
  ///   - position: Where it is met.
  public init(rule: RoadRule, needed: UInt32?, road: String?, wayID: Int64, position: Coordinate) {
    self.rule = rule
    self.needed = needed
    self.road = road
    self.wayID = wayID
    self.position = position
  }

  /// The rule as a tag in canonical form.
  ///
  /// Of an excluded road it is the parameter of the request: `exclude=toll`.
  public var tag: String {
    if let words { return words.tag }
    if let excluded { return "exclude=" + excluded.names.joined(separator: ",") }
    return turn.map { rule.tag(turn: $0) } ?? rule.tag
  }

  /// The limit, where the rule is one.
  public var limit: VehicleLimit? {
    guard case .limit(let kind, let value?) = rule.effect else { return nil }
    return VehicleLimit(kind, value, directions: rule.directions)
  }

  /// The rule and what it is about: `maxheight=3.8, needs 4 m`, `hgv=no`, `excluded: toll`.
  public var reason: String {
    if let words { return words.reason }
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
