public import Geo
public import RoadModel

/// A road, its rules, and their effect on a vehicle.
public struct RoadExplanation: Sendable, Hashable {
  /// The permitted use of a road or junction.
  public enum Verdict: OpenWord {
    /// Open to through traffic.
    case open
    /// Destination access only: trips may begin or end there.
    case endsOnly
    /// Closed to the vehicle.
    case closed
    /// A verdict that this version does not know.
    case unknown(String)

    /// The verdicts that this version knows.
    public static let allCases: [Verdict] = [.open, .endsOnly, .closed]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .open: "open"
      case .endsOnly: "ends-only"
      case .closed: "closed"
      case .unknown(let word): word
      }
    }
  }

  /// A rule and its effect on the vehicle.
  public struct Rule: Sendable, Hashable, Codable {
    /// The effect of a rule.
    public enum Effect: OpenWord {
      /// Allows the vehicle to pass.
      case allows
      /// Restricts the vehicle to destination access.
      case endsOnly
      /// Closes the road to the vehicle.
      case closes
      /// Sets the speed limit.
      case setsSpeed
      /// Has no effect: its condition does not hold for this vehicle and time.
      case doesNotHold
      /// May hold: the time is unknown, or the condition can't be known.
      case mayHold
      /// Not checked, because the vehicle's property is not given.
      case notChecked
      /// Overridden by another rule.
      case overridden
      /// An effect that this version does not know.
      case unknown(String)

      /// The effects that this version knows.
      public static let allCases: [Effect] = [
        .allows, .endsOnly, .closes, .setsSpeed, .doesNotHold, .mayHold, .notChecked, .overridden,
      ]

      /// The word in JSON.
      public var rawValue: String {
        switch self {
        case .allows: "allows"
        case .endsOnly: "ends-only"
        case .closes: "closes"
        case .setsSpeed: "sets-speed"
        case .doesNotHold: "does-not-hold"
        case .mayHold: "may-hold"
        case .notChecked: "not-checked"
        case .overridden: "overridden"
        case .unknown(let word): word
        }
      }
    }

    /// The rule as a canonical tag.
    public var tag: String
    /// The effect.
    public var effect: Effect
    /// The effect in a few words.
    public var text: String

    /// A rule from its parts.
    public init(tag: String, effect: Effect, text: String) {
      self.tag = tag
      self.effect = effect
      self.text = text
    }
  }

  /// One direction of the road.
  public struct Side: Sendable, Hashable, Codable {
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
  public struct JunctionRules: Sendable, Hashable, Codable {
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
  /// The words about the road that this version does not know.
  private var roadWords = RoadWords()
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

/// Unknown words about the road are kept, and written back.
extension RoadExplanation: Codable {
  private enum CodingKeys: String, CodingKey {
    case wayID, name, ref, road, lengthMetres, position, distanceMetres, sides, junctions
  }

  /// Reads an explanation; name, number, attributes and junctions are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let road = try container.decode(
      .road, default: RoadCoding(RoadAttributes(roadClass: .unknown)))
    self.init(
      wayID: try container.decode(Int64.self, forKey: .wayID),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      ref: try container.decodeIfPresent(String.self, forKey: .ref), road: road.road,
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      position: try container.decode(Coordinate.self, forKey: .position),
      distanceMetres: try container.decode(Double.self, forKey: .distanceMetres),
      sides: try container.decode([Side].self, forKey: .sides),
      junctions: try container.decode(.junctions, default: []))
    roadWords = road.words
  }

  /// Writes an explanation.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(wayID, forKey: .wayID)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(ref, forKey: .ref)
    try container.encode(RoadCoding(road, roadWords), forKey: .road)
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(position, forKey: .position)
    try container.encode(distanceMetres, forKey: .distanceMetres)
    try container.encode(sides, forKey: .sides)
    try container.encode(junctions, forKey: .junctions)
  }
}
