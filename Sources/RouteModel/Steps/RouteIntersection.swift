public import RoadModel

/// A place on a route where roads meet, where the road changes its classes, or where drivers meet something else.
public struct RouteIntersection: Sendable, Hashable, Codable {
  /// A road that begins or ends there.
  public struct Arm: Sendable, Hashable, Codable {
    /// The bearing in which it leaves, in whole degrees clockwise from north, 0 to 359.
    public var bearing: Int
    /// Whether it may be entered from the arm on which the route arrives.
    public var isOpen: Bool

    /// An arm from its parts.
    public init(bearing: Int, isOpen: Bool) {
      self.bearing = bearing
      self.isOpen = isOpen
    }
  }

  /// The index of its point in the section's polyline.
  public var point: Int
  /// The arms, clockwise from north.
  public var arms: [Arm]
  /// The index of the arm from which the route comes; nil at a departure.
  public var arrivingArm: Int?
  /// The index of the arm on which it continues; nil at an arrival.
  public var leavingArm: Int?
  /// The lanes before it, from left to right; empty if the map has none.
  public var lanes: [RouteLane]
  /// The classes of the road behind it, in OSRM's words, such as `motorway`, `tunnel` and `toll`.
  public var classes: [String]
  /// The name of the tunnel behind it, besides that of the road; nil if the map has none.
  public var tunnelName: String?
  /// What drivers meet there, in Mapbox's words: `railway_crossing`, `traffic_signal`, `stop_sign`, `yield_sign` and
  /// `toll_collection`.
  public var encounters: [String]

  /// An intersection from its parts.
  public init(
    point: Int, arms: [Arm], arrivingArm: Int?, leavingArm: Int?, lanes: [RouteLane] = [],
    classes: [String] = [], tunnelName: String? = nil, encounters: [String] = []
  ) {
    self.point = point
    self.arms = arms
    self.arrivingArm = arrivingArm
    self.leavingArm = leavingArm
    self.lanes = lanes
    self.classes = classes
    self.tunnelName = tunnelName
    self.encounters = encounters
  }
}

extension RouteIntersection {
  private enum CodingKeys: String, CodingKey {
    case point, arms, arrivingArm, leavingArm, lanes, classes, tunnelName, encounters
  }

  /// Decodes an intersection; lists are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      point: try container.decode(Int.self, forKey: .point),
      arms: try container.decode(.arms, default: []),
      arrivingArm: try container.decodeIfPresent(Int.self, forKey: .arrivingArm),
      leavingArm: try container.decodeIfPresent(Int.self, forKey: .leavingArm),
      lanes: try container.decode(.lanes, default: []),
      classes: try container.decode(.classes, default: []),
      tunnelName: try container.decodeIfPresent(String.self, forKey: .tunnelName),
      encounters: try container.decode(.encounters, default: []))
  }

  /// Writes an intersection; encounters are left out if there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(point, forKey: .point)
    try container.encode(arms, forKey: .arms)
    try container.encodeIfPresent(arrivingArm, forKey: .arrivingArm)
    try container.encodeIfPresent(leavingArm, forKey: .leavingArm)
    try container.encode(lanes, forKey: .lanes)
    try container.encode(classes, forKey: .classes)
    try container.encodeIfPresent(tunnelName, forKey: .tunnelName)
    if !encounters.isEmpty { try container.encode(encounters, forKey: .encounters) }
  }
}

/// A lane before an intersection.
public struct RouteLane: Sendable, Hashable, Codable {
  /// The arrows on it; empty if it has none.
  public var indications: LaneIndications
  /// Whether the route can be followed on it.
  public var isValid: Bool
  /// Whether it is the best choice in view of the maneuvers that follow; only valid lanes are.
  public var isRecommended: Bool
  /// The arrow to follow on it; empty if it has none, or is not valid.
  public var followed: LaneIndications
  /// The words of arrows that only a later version knows; they were read, and are written back.
  private var unknownIndications: [String] = []
  private var unknownFollowed: [String] = []

  /// A lane from its parts.
  public init(
    indications: LaneIndications, isValid: Bool, isRecommended: Bool, followed: LaneIndications
  ) {
    self.indications = indications
    self.isValid = isValid
    self.isRecommended = isRecommended
    self.followed = followed
  }
}

extension RouteLane {
  private enum CodingKeys: String, CodingKey {
    case indications, isValid, isRecommended, followed
  }

  /// Decodes a lane; sets of arrows are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let arrows = indicationWords.set(of: try container.decode(.indications, default: []))
    let follow = indicationWords.set(of: try container.decode(.followed, default: []))
    self.init(
      indications: arrows.known, isValid: try container.decode(Bool.self, forKey: .isValid),
      isRecommended: try container.decode(Bool.self, forKey: .isRecommended),
      followed: follow.known)
    unknownIndications = arrows.unknown
    unknownFollowed = follow.unknown
  }

  /// Writes a lane.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      indicationWords.words(of: indications) + unknownIndications, forKey: .indications)
    try container.encode(isValid, forKey: .isValid)
    try container.encode(isRecommended, forKey: .isRecommended)
    try container.encode(
      indicationWords.words(of: followed) + unknownFollowed, forKey: .followed)
  }
}
