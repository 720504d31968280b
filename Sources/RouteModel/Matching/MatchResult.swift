public import Geo
public import RoadModel

/// The result of matching a trace: the roads that were driven, and the outcome of every fix.
public struct MatchResult: Sendable, Hashable, Codable {
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

  /// Decodes a result; stops and stretches off the roads are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      pieces: try container.decode([MatchedPiece].self, forKey: .pieces),
      points: try container.decode([MatchedPoint].self, forKey: .points),
      stops: try container.decode(.stops, default: []),
      offRoad: try container.decode(.offRoad, default: []),
      noiseMetres: try container.decode(Double.self, forKey: .noiseMetres))
  }

  /// The rules that the trace violates, in order: each is a driver's fault or an error of the map.
  public var violations: [MatchedViolation] { pieces.flatMap(\.edges).flatMap(\.violations) }
}

/// An unbroken stretch of a matched trace.
public struct MatchedPiece: Sendable, Hashable, Codable {
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

  /// Decodes a piece.
  ///
  /// - Throws: `DecodingError`, also if an edge has a point that the line does not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      confidence: try container.decode(Double.self, forKey: .confidence),
      edges: try container.decode([MatchedEdge].self, forKey: .edges),
      points: try container.decode(ClosedRange<Int>.self, forKey: .points),
      breakReason: try container.decodeIfPresent(BreakReason.self, forKey: .breakReason),
      polyline: try container.decode([Coordinate].self, forKey: .polyline))
    let known = polyline.indices
    for edge in edges where edge.points.lowerBound < 0 || edge.points.upperBound >= known.count {
      throw DecodingError.dataCorruptedError(
        forKey: .edges, in: container, debugDescription: "the index of a point is out of range")
    }
  }

  /// Length in metres.
  public var lengthMetres: Double { edges.reduce(0) { $0 + $1.lengthMetres } }
}

/// The reason for a break between two pieces.
public enum BreakReason: OpenWord {
  /// The map has no plausible path between the two pieces.
  case noWay
  /// The path is so long that a gap in the trace or in the map is more likely.
  case detour
  /// No fix was near a road for so long that the path is unknown.
  case gap
  /// The vehicle was off the roads of the map, or crossed a gap in them.
  case offRoad
  /// A reason that this version does not know.
  case unknown(String)

  /// The reasons that this version knows.
  public static let allCases: [BreakReason] = [.noWay, .detour, .gap, .offRoad]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .noWay: "no way"
    case .detour: "detour"
    case .gap: "gap"
    case .offRoad: "off road"
    case .unknown(let word): word
    }
  }
}

/// A directed edge that was driven, whole or in part.
public struct MatchedEdge: Sendable, Hashable, Codable {
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

  /// Decodes an edge; nodes, name, number, times, violations and confidence are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(EdgeID.self, forKey: .id),
      wayID: try container.decode(Int64.self, forKey: .wayID),
      isForward: try container.decode(Bool.self, forKey: .isForward),
      nodes: try container.decode(.nodes, default: []),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      ref: try container.decodeIfPresent(String.self, forKey: .ref),
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      startMetres: try container.decode(Double.self, forKey: .startMetres),
      times: try container.decodeIfPresent(ClosedRange<Double>.self, forKey: .times),
      points: try container.decode(ClosedRange<Int>.self, forKey: .points),
      violations: try container.decode(.violations, default: []),
      confidence: try container.decode(.confidence, default: 1))
  }
}
