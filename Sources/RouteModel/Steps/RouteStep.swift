public import Geo
public import RoadModel

/// The part of a section from one maneuver to the next.
public struct RouteStep: Sendable, Hashable, Codable {
  /// The maneuver at its beginning.
  public var maneuver: RouteManeuver
  /// Name of the road; for a roundabout, that of the road of the exit.
  ///
  /// It is in the language of the request if the map has it in that language.
  public var roadName: String?
  /// Number of the road; several are separated by semicolons.
  public var roadNumber: String?
  /// The pronunciation of the name in the International Phonetic Alphabet.
  public var pronunciation: String?
  /// Name of the roundabout, for a maneuver on a ``RouteManeuver/Kind/rotary``.
  public var rotaryName: String?
  /// The content of the signs at the maneuver; nil if the map has none.
  public var sign: RoadSign?
  /// The side on which traffic drives.
  public var drivingSide: DrivingSide
  /// Whether it is on a ferry or a car train.
  public var isFerry: Bool
  /// Whether it is on a train that carries vehicles; then ``isFerry`` holds too.
  public var isCarTrain: Bool
  /// Whether a bicycle must be pushed where it begins, or where the section ends for the arrival; pieces of less than
  /// 15 m between others do not count.
  public var isPushed: Bool
  /// Whether it begins on stairs; straight on, its maneuver is a ``RouteManeuver/Kind/notification``.
  public var isOnStairs: Bool
  /// Length in metres; 0 for the arrival.
  public var lengthMetres: Double
  /// Duration in seconds.
  public var durationSeconds: Double
  /// Indices of its first and last point in the section's polyline.
  public var points: ClosedRange<Int>
  /// The intersections from its maneuver to the next, in order; the first is that of the maneuver.
  public var intersections: [RouteIntersection]
  /// The word of a driving side that only a later version knows; it was read, and is written back.
  private var unknownDrivingSide: String?

  private enum CodingKeys: String, CodingKey {
    case maneuver, roadName, roadNumber, pronunciation, rotaryName, sign, drivingSide, isFerry
    case isCarTrain, isPushed, isOnStairs, lengthMetres, durationSeconds, points, intersections
  }

  /// A step from its parts.
  public init(
    maneuver: RouteManeuver, roadName: String?, roadNumber: String?, pronunciation: String? = nil,
    rotaryName: String? = nil, sign: RoadSign? = nil, drivingSide: DrivingSide = .unknown,
    isFerry: Bool = false, isCarTrain: Bool = false, isPushed: Bool = false,
    isOnStairs: Bool = false, lengthMetres: Double, durationSeconds: Double,
    points: ClosedRange<Int>, intersections: [RouteIntersection] = []
  ) {
    self.maneuver = maneuver
    self.roadName = roadName
    self.roadNumber = roadNumber
    self.pronunciation = pronunciation
    self.rotaryName = rotaryName
    self.sign = sign
    self.drivingSide = drivingSide
    self.isFerry = isFerry
    self.isCarTrain = isCarTrain
    self.isPushed = isPushed
    self.isOnStairs = isOnStairs
    self.lengthMetres = lengthMetres
    self.durationSeconds = durationSeconds
    self.points = points
    self.intersections = intersections
  }

  /// Decodes a step; all but the maneuver, the lengths and the points is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let side = try container.decodeIfPresent(String.self, forKey: .drivingSide)
    let knownSide = side.map { sideWords.value($0) ?? .unknown } ?? .unknown
    self.init(
      maneuver: try container.decode(RouteManeuver.self, forKey: .maneuver),
      roadName: try container.decodeIfPresent(String.self, forKey: .roadName),
      roadNumber: try container.decodeIfPresent(String.self, forKey: .roadNumber),
      pronunciation: try container.decodeIfPresent(String.self, forKey: .pronunciation),
      rotaryName: try container.decodeIfPresent(String.self, forKey: .rotaryName),
      sign: try container.decodeIfPresent(RoadSign.self, forKey: .sign),
      drivingSide: knownSide,
      isFerry: try container.decode(.isFerry, default: false),
      isCarTrain: try container.decode(.isCarTrain, default: false),
      isPushed: try container.decode(.isPushed, default: false),
      isOnStairs: try container.decode(.isOnStairs, default: false),
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      durationSeconds: try container.decode(Double.self, forKey: .durationSeconds),
      points: try container.decode(ClosedRange<Int>.self, forKey: .points),
      intersections: try container.decode(.intersections, default: []))
    if let side, sideWords.value(side) == nil { unknownDrivingSide = side }
  }

  /// Writes a step; empty members are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(maneuver, forKey: .maneuver)
    try container.encodeIfPresent(roadName, forKey: .roadName)
    try container.encodeIfPresent(roadNumber, forKey: .roadNumber)
    try container.encodeIfPresent(pronunciation, forKey: .pronunciation)
    try container.encodeIfPresent(rotaryName, forKey: .rotaryName)
    try container.encodeIfPresent(sign, forKey: .sign)
    if drivingSide != .unknown {
      try container.encode(drivingSide, forKey: .drivingSide)
    } else {
      try container.encodeIfPresent(unknownDrivingSide, forKey: .drivingSide)
    }
    if isFerry { try container.encode(isFerry, forKey: .isFerry) }
    if isCarTrain { try container.encode(isCarTrain, forKey: .isCarTrain) }
    if isPushed { try container.encode(isPushed, forKey: .isPushed) }
    if isOnStairs { try container.encode(isOnStairs, forKey: .isOnStairs) }
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(points, forKey: .points)
    if !intersections.isEmpty { try container.encode(intersections, forKey: .intersections) }
  }
}

/// A maneuver on a route, in OSRM's terms.
public struct RouteManeuver: Sendable, Hashable, Codable {
  /// The kinds of maneuver; their words in JSON are OSRM's.
  public enum Kind: OpenWord {
    /// The beginning of a section.
    case depart
    /// Its end.
    case arrive
    /// A turn from one road into another.
    case turn
    /// A turn that stays on the road with the same name.
    case staysOn
    /// The road continues under another name.
    case newName
    /// From a ramp onto a motorway or trunk road.
    case merge
    /// Onto a ramp to a motorway or trunk road.
    case onRamp
    /// Off a motorway or trunk road.
    case offRamp
    /// A fork in the road.
    case fork
    /// A turn at the end of the road.
    case endOfRoad
    /// Into a roundabout.
    case roundabout
    /// Into a large roundabout that has a name.
    case rotary
    /// A small roundabout that is treated like a junction.
    case roundaboutTurn
    /// Out of a roundabout.
    case exitRoundabout
    /// Out of a large roundabout.
    case exitRotary
    /// A change of the mode of travel, such as onto a ferry.
    case notification
    /// Straight on in certain lanes.
    case useLane
    /// Past a waypoint without a stop.
    case passWaypoint
    /// A kind that this version does not know; treat it as a turn, as OSRM's documentation advises.
    case unknown(String)
  }

  /// The directions of a turn; their words in JSON are OSRM's.
  public enum Direction: OpenWord {
    /// A U-turn.
    case uTurn
    /// More than 120 degrees to the right.
    case sharpRight
    /// To the right.
    case right
    /// Less than 40 degrees to the right.
    case slightRight
    /// Straight on.
    case straight
    /// Less than 40 degrees to the left.
    case slightLeft
    /// To the left.
    case left
    /// More than 120 degrees to the left.
    case sharpLeft
    /// A direction that this version does not know.
    case unknown(String)
  }

  /// The kind of maneuver.
  public var kind: Kind
  /// The direction of the turn; for a departure or arrival, the side of the road on which the waypoint lies.
  public var direction: Direction?
  /// The number of the exit of a roundabout, from 1.
  public var exit: Int?
  /// The position of the maneuver.
  public var position: Coordinate
  /// The direction of travel before it, in whole degrees clockwise from north; 0 at a departure.
  public var bearingBefore: Int
  /// The direction of travel after it; 0 at an arrival.
  public var bearingAfter: Int

  /// A maneuver from its parts.
  public init(
    kind: Kind, direction: Direction? = nil, exit: Int? = nil, position: Coordinate,
    bearingBefore: Int, bearingAfter: Int
  ) {
    self.kind = kind
    self.direction = direction
    self.exit = exit
    self.position = position
    self.bearingBefore = bearingBefore
    self.bearingAfter = bearingAfter
  }
}
