public import Geo
public import RoadModel

/// What a road is, which rules it has, and what they mean for a vehicle.
public struct RoadExplanation: Sendable, Hashable {
  /// What a vehicle may do there.
  public enum Verdict: String, Sendable, Hashable {
    /// It may pass.
    case open
    /// It may only begin or end its trip there.
    case endsOnly = "ends-only"
    /// It may not be there.
    case closed
  }

  /// A rule and what it means for the vehicle.
  public struct Rule: Sendable, Hashable {
    /// What the rule does.
    public enum Effect: String, Sendable, Hashable {
      /// Nothing stands in the way.
      case allows
      /// The vehicle may only begin or end its trip there.
      case endsOnly = "ends-only"
      /// The vehicle may not be there.
      case closes
      /// Sets the speed.
      case setsSpeed = "sets-speed"
      /// Its condition does not hold for this vehicle, or not at the time.
      case doesNotHold = "does-not-hold"
      /// It may hold: the time is not given, or nobody can know.
      case mayHold = "may-hold"
      /// The vehicle's property is not given, so it was not checked.
      case notChecked = "not-checked"
      /// Another rule comes before it.
      case overridden
    }

    /// The rule as a tag in canonical form.
    public var tag: String
    /// What it does.
    public var effect: Effect
    /// What it means, in a few words.
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

  /// The road in one of its directions.
  public struct Side: Sendable, Hashable {
    /// Along the way as it is drawn, or against it.
    public var direction: Direction
    /// The heading at the place, degrees clockwise from north.
    public var heading: Double
    /// What the vehicle may do.
    public var verdict: Verdict
    /// The speed that is expected of it, in km/h; for a road that it may not use, what it would be.
    public var speedKmh: Double
    /// The rules of the road in this direction, what decides access first.
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

  /// Something at a junction at an end of the road.
  public struct JunctionRules: Sendable, Hashable {
    /// Where it is.
    public var position: Coordinate
    /// The OSM node.
    public var nodeID: Int64
    /// What the vehicle may do there.
    public var verdict: Verdict
    /// The rules, for every movement across it.
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
  /// What the road is.
  public var road: RoadAttributes
  /// Metres between the junctions at its ends.
  public var lengthMetres: Double
  /// The point of the road nearest to the place asked for.
  public var position: Coordinate
  /// Metres from the place to the road.
  public var distanceMetres: Double
  /// The road along its shape, then against it.
  public var sides: [Side]
  /// What stands at the junctions at its ends.
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
