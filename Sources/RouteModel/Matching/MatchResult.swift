public import Geo
public import RoadModel

/// The result of matching a trace: the roads that were driven, and the outcome of every fix.
public struct MatchResult: Sendable, Hashable {
  /// The pieces in order, with a break between any two.
  public var pieces: [MatchedPiece]
  /// One entry for each fix of the trace, in order.
  public var points: [MatchedPoint]
  /// The places where the vehicle stood, in order.
  public var stops: [MatchedStop]
  /// The stretches off the roads of the map, in order.
  public var offRoad: [OffRoadStretch]
  /// Standard deviation of the noise in metres, estimated or given.
  public var noiseMetres: Double

  /// A result from its parts.
  public init(
    pieces: [MatchedPiece], points: [MatchedPoint], stops: [MatchedStop] = [],
    offRoad: [OffRoadStretch] = [], noiseMetres: Double
  ) {
    self.pieces = pieces
    self.points = points
    self.stops = stops
    self.offRoad = offRoad
    self.noiseMetres = noiseMetres
  }

  /// The rules that the trace violates, in order: each is a driver's fault or an error of the map.
  public var violations: [MatchedViolation] { pieces.flatMap(\.edges).flatMap(\.violations) }
}

/// An unbroken stretch of a matched trace.
public struct MatchedPiece: Sendable, Hashable {
  /// Confidence, 0 to 1: how well the fixes fit these roads and no others; a heuristic.
  public var confidence: Double
  /// The directed edges in order, the first and last in part.
  public var edges: [MatchedEdge]
  /// Indices of its first and last fix in the trace.
  public var points: ClosedRange<Int>
  /// The reason for the break before it; nil for the first piece.
  public var breakReason: BreakReason?
  /// Its line on the map.
  public var polyline: [Coordinate]

  /// A piece from its parts.
  public init(
    confidence: Double, edges: [MatchedEdge], points: ClosedRange<Int>,
    breakReason: BreakReason? = nil, polyline: [Coordinate]
  ) {
    self.confidence = confidence
    self.edges = edges
    self.points = points
    self.breakReason = breakReason
    self.polyline = polyline
  }
  /// Length in metres.
  public var lengthMetres: Double { edges.reduce(0) { $0 + $1.lengthMetres } }
}

/// The reason for a break between two pieces.
public enum BreakReason: String, Sendable, Hashable {
  /// The map has no plausible path between the two pieces.
  case noWay = "no way"
  /// The path is so long that a gap in the trace or in the map is more likely.
  case detour = "detour"
  /// No fix was near a road for so long that the path is unknown.
  case gap = "gap"
  /// The vehicle was off the roads of the map, or crossed a gap in them.
  case offRoad = "off road"
}

/// A directed edge that was driven, whole or in part.
public struct MatchedEdge: Sendable, Hashable {
  /// The edge.
  public var id: EdgeID
  /// The OSM way.
  public var wayID: Int64
  /// Whether it was driven in the direction of the OSM way.
  public var isForward: Bool
  /// OSM ids of the junctions at both ends of the whole edge, and of the nodes between them if the map has them.
  public var nodes: [Int64]
  /// Name of the road.
  public var name: String?
  /// Number of the road.
  public var ref: String?
  /// The length driven on it, in metres.
  public var lengthMetres: Double
  /// The distance from the beginning of the whole edge to the point of entry, in metres.
  public var startMetres: Double
  /// The times of entry and exit, interpolated between the fixes; nil without times.
  public var times: ClosedRange<Double>?
  /// Indices of its first and last point in the piece's line.
  public var points: ClosedRange<Int>
  /// The rules that driving on it violates, or the turn onto it.
  public var violations: [MatchedViolation]
  /// Probability, 0 to 1, that it was driven: that of its most certain fix, or of the fixes before and behind it.
  public var confidence: Double

  /// An edge from its parts.
  public init(
    id: EdgeID, wayID: Int64, isForward: Bool, nodes: [Int64], name: String? = nil,
    ref: String? = nil, lengthMetres: Double, startMetres: Double,
    times: ClosedRange<Double>? = nil, points: ClosedRange<Int>,
    violations: [MatchedViolation] = [], confidence: Double = 1
  ) {
    self.id = id
    self.wayID = wayID
    self.isForward = isForward
    self.nodes = nodes
    self.name = name
    self.ref = ref
    self.lengthMetres = lengthMetres
    self.startMetres = startMetres
    self.times = times
    self.points = points
    self.violations = violations
    self.confidence = confidence
  }
}

/// The outcome of a fix.
public struct MatchedPoint: Sendable, Hashable {
  /// Index of the fix in the trace, from 0.
  public var index: Int
  /// The position on a road, or the reason to leave the fix out.
  public var outcome: Outcome

  /// A fix and its outcome.
  public init(
    index: Int, outcome: Outcome
  ) {
    self.index = index
    self.outcome = outcome
  }

  /// The position of a fix on a road, or the reason to leave it out.
  public enum Outcome: Sendable, Hashable {
    /// On a road.
    case matched(RoadPosition)
    /// Too close to the previous fix to add information: on the same road.
    case merged(RoadPosition)
    /// The vehicle stood: on this road, or if nil, off the roads or on a street that is left out.
    case standing(RoadPosition?)
    /// Off the roads of the map.
    case offRoad
    /// Left out.
    case dropped(DropReason)
  }

  /// The position on the road; nil if the fix was left out, or is off the roads.
  public var position: RoadPosition? {
    switch outcome {
    case .matched(let position), .merged(let position): position
    case .standing(let position): position
    case .dropped, .offRoad: nil
    }
  }
}

/// A point on a directed edge.
public struct RoadPosition: Sendable, Hashable {
  /// The point.
  public var position: Coordinate
  /// Distance from the fix in metres.
  public var distanceMetres: Double
  /// The OSM way.
  public var wayID: Int64
  /// Name or number of the road.
  public var name: String?
  /// Index of the piece, and of the edge in it.
  public var piece: Int, edge: Int
  /// Distance from the beginning of the whole edge in metres.
  public var alongMetres: Double
  /// Probability, 0 to 1, that the fix was on this road, given the whole trace.
  ///
  /// It compares the best match of the trace with the best match that has the fix on another road.
  public var confidence: Double
  /// The road in that other match; nil if it is too unlikely to report.
  public var alternative: Alternative?

  /// Another road on which a fix may have been.
  public struct Alternative: Sendable, Hashable {
    /// The directed edge.
    public var edge: EdgeID
    /// The OSM way.
    public var wayID: Int64

    /// An edge and its way.
    public init(edge: EdgeID, wayID: Int64) {
      self.edge = edge
      self.wayID = wayID
    }
  }

  /// A point on an edge of a piece.
  public init(
    position: Coordinate, distanceMetres: Double, wayID: Int64, name: String?, piece: Int,
    edge: Int, alongMetres: Double, confidence: Double = 1, alternative: Alternative? = nil
  ) {
    self.position = position
    self.distanceMetres = distanceMetres
    self.wayID = wayID
    self.name = name
    self.piece = piece
    self.edge = edge
    self.alongMetres = alongMetres
    self.confidence = confidence
    self.alternative = alternative
  }
}

/// The reason to leave out a fix.
public enum DropReason: String, Sendable, Hashable {
  /// Latitude or longitude is not a number or out of range.
  case notOnEarth = "not on earth"
  /// Its time is not a number, earlier than that of a previous fix, or far later than those of the next ones.
  case outOfOrder = "out of order"
  /// It repeats a fix at the same time.
  case repeated = "repeated"
  /// No road for the vehicle is within the search radius.
  case noRoad = "no road near"
  /// Reaching its roads costs more than leaving it out.
  case outlier = "outlier"
  /// It implies driving against a one-way street.
  case againstOneWay = "against a one-way street"
}
