public import Geo

/// A place where the vehicle stood.
public struct MatchedStop: Sendable, Hashable, Codable {
  /// The mean of its fixes.
  public var place: Coordinate
  /// The position on the road where the trip continues; nil off the roads, and on a street that is left out.
  public var road: RoadPosition?
  /// The times of its first and last fix, in seconds as in the trace.
  public var times: ClosedRange<Double>
  /// Indices of its first and last fix in the trace.
  public var points: ClosedRange<Int>

  /// A stop from its parts.
  public init(
    place: Coordinate, road: RoadPosition?, times: ClosedRange<Double>, points: ClosedRange<Int>
  ) {
    self.place = place
    self.road = road
    self.times = times
    self.points = points
  }

  /// The duration of the stop, in seconds.
  public var durationSeconds: Double { times.upperBound - times.lowerBound }
}

/// A stretch that the vehicle drove off the roads of the map: in a yard, or on a road that the map lacks.
public struct OffRoadStretch: Sendable, Hashable, Codable {
  /// Its line: from the position where it left the roads, by the fixes, to the position where it returned.
  ///
  /// At the start of a trace it begins at a fix; at the end it ends at one. Stretches of more than
  /// 4,096 fixes are thinned.
  public var polyline: [Coordinate]
  /// Indices of its first and last fix in the trace; nil if it lies between two fixes.
  public var points: ClosedRange<Int>?
  /// The number of pieces before it.
  public var piece: Int
  /// Whether it begins and ends on roads.
  public var isBetweenRoads: Bool

  /// A stretch from its parts.
  public init(
    polyline: [Coordinate], points: ClosedRange<Int>?, piece: Int, isBetweenRoads: Bool
  ) {
    self.polyline = polyline
    self.points = points
    self.piece = piece
    self.isBetweenRoads = isBetweenRoads
  }

  /// Its length in metres.
  public var lengthMetres: Double {
    zip(polyline, polyline.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
  }
}

/// A rule of the map that a trace violates.
///
/// The driver did not obey it, or the map is wrong. Many traces with the same violation suggest the latter.
public struct MatchedViolation: Sendable, Hashable, Codable {
  /// The kind of violation.
  public enum Kind: OpenWord {
    /// Driving against a one-way street.
    case wrongWay
    /// Driving on a road that is closed to the vehicle.
    case closedRoad
    /// Passing a barrier that is closed to the vehicle.
    case barrier
    /// A forbidden turn.
    case forbiddenTurn
    /// A kind that this version does not know.
    case unknown(String)

    /// The kinds that this version knows.
    public static let allCases: [Kind] = [.wrongWay, .closedRoad, .barrier, .forbiddenTurn]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .wrongWay: "wrong way"
      case .closedRoad: "closed road"
      case .barrier: "barrier"
      case .forbiddenTurn: "forbidden turn"
      case .unknown(let word): word
      }
    }
  }

  /// The kind of violation.
  public var kind: Kind
  /// The rule, with the way and the place.
  public var rule: Blocker

  /// A violation from its parts.
  public init(kind: Kind, rule: Blocker) {
    self.kind = kind
    self.rule = rule
  }
}
