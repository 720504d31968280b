public import Geo
public import RoadModel

/// What became of a trace: the roads that were driven, and what became of every fix.
public struct MatchResult: Sendable, Hashable {
  /// The pieces in order; between two of them no way was found.
  public var pieces: [MatchedPiece]
  /// One entry for each fix of the trace, in order.
  public var points: [MatchedPoint]
  /// Standard deviation of the noise that was found or given, metres.
  public var noiseMetres: Double

  /// A result from its parts.
  public init(
    pieces: [MatchedPiece], points: [MatchedPoint], noiseMetres: Double
  ) {
    self.pieces = pieces
    self.points = points
    self.noiseMetres = noiseMetres
  }
}

/// A stretch of road driven without a gap.
public struct MatchedPiece: Sendable, Hashable {
  /// 0 to 1: how well the fixes agree with the roads and how few other roads explain them as well.
  public var confidence: Double
  /// The directed edges in order, the first and last in part.
  public var edges: [MatchedEdge]
  /// The first and the last fix of the trace that lie on it.
  public var points: ClosedRange<Int>
  /// Why it does not go on from the piece before; nil for the first.
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
  /// Its length in metres.
  public var lengthMetres: Double { edges.reduce(0) { $0 + $1.lengthMetres } }
}

/// Why a piece does not go on from the one before it.
public enum BreakReason: String, Sendable, Hashable {
  /// No way on the map leads from the roads before to those behind within reason.
  case noWay = "no way"
  /// A way leads there, but so long that a gap in the trace or in the map is likelier.
  case detour = "detour"
  /// No fix lay near a road for so long that the way between is not known.
  case gap = "gap"
}

/// A directed edge that was driven, whole or in part.
public struct MatchedEdge: Sendable, Hashable {
  /// The edge.
  public var id: EdgeID
  /// The OSM way.
  public var wayID: Int64
  /// Whether it was driven in the direction in which the way is drawn.
  public var isForward: Bool
  /// OSM ids of the junctions at the beginning and end of the whole edge; between them those of all its nodes, where
  /// the map was built with them.
  public var nodes: [Int64]
  /// Name of the road.
  public var name: String?
  /// Number of the road.
  public var ref: String?
  /// Metres driven on it.
  public var lengthMetres: Double
  /// Metres from the beginning of the whole edge to where it was entered.
  public var startMetres: Double
  /// When it was entered and left, interpolated between the fixes; nil without times.
  public var times: ClosedRange<Double>?
  /// Its first and last point in the piece's line.
  public var points: ClosedRange<Int>

  /// An edge from its parts.
  public init(
    id: EdgeID, wayID: Int64, isForward: Bool, nodes: [Int64], name: String? = nil,
    ref: String? = nil, lengthMetres: Double, startMetres: Double,
    times: ClosedRange<Double>? = nil, points: ClosedRange<Int>
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
  }
}

/// What became of a fix.
public struct MatchedPoint: Sendable, Hashable {
  /// Its number in the trace, from 0.
  public var index: Int
  /// Where it lies on the road, or why it was left out.
  public var outcome: Outcome

  /// A fix and what became of it.
  public init(
    index: Int, outcome: Outcome
  ) {
    self.index = index
    self.outcome = outcome
  }

  /// Where a fix lies on the road, or why it was left out.
  public enum Outcome: Sendable, Hashable {
    /// On a road.
    case matched(RoadPosition)
    /// So near the fix before that it tells nothing new: on the road of that one.
    case merged(RoadPosition)
    /// Left out.
    case dropped(DropReason)
  }

  /// Where it lies on the road; nil when it was left out.
  public var position: RoadPosition? {
    switch outcome {
    case .matched(let position), .merged(let position): position
    case .dropped: nil
    }
  }
}

/// A place on a directed edge.
public struct RoadPosition: Sendable, Hashable {
  /// The place.
  public var position: Coordinate
  /// Metres from the fix to it.
  public var distanceMetres: Double
  /// The OSM way.
  public var wayID: Int64
  /// Name or number of the road.
  public var name: String?
  /// The piece, and the edge in it.
  public var piece: Int, edge: Int
  /// Metres from the beginning of the whole edge.
  public var alongMetres: Double

  /// A place on an edge of a piece.
  public init(
    position: Coordinate, distanceMetres: Double, wayID: Int64, name: String?, piece: Int,
    edge: Int, alongMetres: Double
  ) {
    self.position = position
    self.distanceMetres = distanceMetres
    self.wayID = wayID
    self.name = name
    self.piece = piece
    self.edge = edge
    self.alongMetres = alongMetres
  }
}

/// Why a fix was left out.
public enum DropReason: String, Sendable, Hashable {
  /// Latitude or longitude are no numbers, or not on earth.
  case notOnEarth = "not on earth"
  /// Its time is no number, or before that of a fix before it.
  case outOfOrder = "out of order"
  /// It repeats a fix at the same time.
  case repeated = "repeated"
  /// No road for the vehicle lies within the radius.
  case noRoad = "no road near"
  /// To reach its roads costs more than to leave it out.
  case outlier = "outlier"
  /// It was driven against the only direction of its road.
  case againstOneWay = "against a one-way street"
}
