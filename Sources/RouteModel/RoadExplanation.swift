public import Geo
public import RoadModel

/// A road, its rules, and their effect on a vehicle.
public struct RoadExplanation: Sendable, Hashable {
  /// The permitted use of a road or junction.
  public enum Verdict: String, Sendable, Hashable {
    /// Open to through traffic.
    case open
    /// Destination access only: trips may begin or end there.
    case endsOnly = "ends-only"
    /// Closed to the vehicle.
    case closed
  }

  /// A rule and its effect on the vehicle.
  public struct Rule: Sendable, Hashable {
    /// The effect of a rule.
    public enum Effect: String, Sendable, Hashable {
      /// Allows the vehicle to pass.
      case allows
      /// Restricts the vehicle to destination access.
      case endsOnly = "ends-only"
      /// Closes the road to the vehicle.
      case closes
      /// Sets the speed limit.
      case setsSpeed = "sets-speed"
      /// Has no effect: its condition does not hold for this vehicle and time.
      case doesNotHold = "does-not-hold"
      /// May hold: the time is unknown, or the condition can't be known.
      case mayHold = "may-hold"
      /// Not checked, because the vehicle's property is not given.
      case notChecked = "not-checked"
      /// Overridden by another rule.
      case overridden
    }

    /// The rule as a canonical tag.
    public var tag: String
    /// The effect.
    public var effect: Effect
    /// The effect in a few words.
    public var text: String

    /// A rule from its parts.
    public init(
      tag: String, effect: Effect, text: String
    ) {
      self.tag = tag
      self.effect = effect
      self.text = text
    }
  }

  /// One direction of the road.
  public struct Side: Sendable, Hashable {
    /// Along the OSM way, or against it.
    public var direction: Direction
    /// The heading from the beginning to the end of the road, in degrees clockwise from north.
    public var heading: Double
    /// The permitted use.
    public var verdict: Verdict
    /// The expected speed in km/h, whether or not the road is open to the vehicle.
    public var speedKmh: Double
    /// The rules in this direction, access rules first.
    public var rules: [Rule]

    /// A side from its parts.
    public init(
      direction: Direction, heading: Double, verdict: Verdict, speedKmh: Double, rules: [Rule]
    ) {
      self.direction = direction
      self.heading = heading
      self.verdict = verdict
      self.speedKmh = speedKmh
      self.rules = rules
    }
  }

  /// The rules of a junction at an end of the road.
  public struct JunctionRules: Sendable, Hashable {
    /// The position of the junction.
    public var position: Coordinate
    /// The OSM node.
    public var nodeID: Int64
    /// The permitted use of the junction.
    public var verdict: Verdict
    /// The rules, which apply to every movement across the junction.
    public var rules: [Rule]

    /// A junction from its parts.
    public init(
      position: Coordinate, nodeID: Int64, verdict: Verdict, rules: [Rule]
    ) {
      self.position = position
      self.nodeID = nodeID
      self.verdict = verdict
      self.rules = rules
    }
  }

  /// The OSM way.
  public var wayID: Int64
  /// Its name.
  public var name: String?
  /// Its number.
  public var ref: String?
  /// The attributes of the road.
  public var road: RoadAttributes
  /// Length between the junctions at its ends, in metres.
  public var lengthMetres: Double
  /// The point of the road nearest to the requested coordinate.
  public var position: Coordinate
  /// Distance from the requested coordinate to the road, in metres.
  public var distanceMetres: Double
  /// The road along its shape, then against it.
  public var sides: [Side]
  /// The junctions at its ends that have rules.
  public var junctions: [JunctionRules]

  /// An explanation from its parts.
  public init(
    wayID: Int64, name: String? = nil, ref: String? = nil, road: RoadAttributes,
    lengthMetres: Double, position: Coordinate, distanceMetres: Double, sides: [Side],
    junctions: [JunctionRules]
  ) {
    self.wayID = wayID
    self.name = name
    self.ref = ref
    self.road = road
    self.lengthMetres = lengthMetres
    self.position = position
    self.distanceMetres = distanceMetres
    self.sides = sides
    self.junctions = junctions
  }
}
