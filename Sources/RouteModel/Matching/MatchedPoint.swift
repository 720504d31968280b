public import Geo
public import RoadModel

/// The outcome of a fix.
public struct MatchedPoint: Sendable, Hashable, Codable {
  /// Index of the fix in the trace, from 0.
  public var index: Int
  /// The position on a road, or the reason to leave the fix out.
  public var outcome: Outcome

  /// A fix and its outcome.
  public init(index: Int, outcome: Outcome) {
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
    /// An outcome that this version does not know.
    case unknown(String)
  }

  /// The position on the road; nil if the fix was left out, or is off the roads.
  public var position: RoadPosition? {
    switch outcome {
    case .matched(let position), .merged(let position): position
    case .standing(let position): position
    case .dropped, .offRoad, .unknown: nil
    }
  }
}

/// A point on a directed edge.
public struct RoadPosition: Sendable, Hashable, Codable {
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
  public struct Alternative: Sendable, Hashable, Codable {
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

  /// Decodes a point; name, confidence and alternative are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      position: try container.decode(Coordinate.self, forKey: .position),
      distanceMetres: try container.decode(Double.self, forKey: .distanceMetres),
      wayID: try container.decode(Int64.self, forKey: .wayID),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      piece: try container.decode(Int.self, forKey: .piece),
      edge: try container.decode(Int.self, forKey: .edge),
      alongMetres: try container.decode(Double.self, forKey: .alongMetres),
      confidence: try container.decode(.confidence, default: 1),
      alternative: try container.decodeIfPresent(Alternative.self, forKey: .alternative))
  }
}

/// The reason to leave out a fix.
public enum DropReason: OpenWord {
  /// Latitude or longitude is not a number or out of range.
  case notOnEarth
  /// Its time is not a number, earlier than that of a previous fix, or far later than those of the next ones.
  case outOfOrder
  /// It repeats a fix at the same time.
  case repeated
  /// No road for the vehicle is within the search radius.
  case noRoad
  /// Reaching its roads costs more than leaving it out.
  case outlier
  /// It implies driving against a one-way street.
  case againstOneWay
  /// A reason that this version does not know.
  case unknown(String)

  /// The reasons that this version knows.
  public static let allCases: [DropReason] = [
    .notOnEarth, .outOfOrder, .repeated, .noRoad, .outlier, .againstOneWay,
  ]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .notOnEarth: "not on earth"
    case .outOfOrder: "out of order"
    case .repeated: "repeated"
    case .noRoad: "no road near"
    case .outlier: "outlier"
    case .againstOneWay: "against a one-way street"
    case .unknown(let word): word
    }
  }
}

/// The JSON of an outcome: `status`, and the `road` or the `reason`.
extension MatchedPoint.Outcome: Codable {
  private enum CodingKeys: String, CodingKey { case status, road, reason }

  /// Reads an outcome; one that this version does not know keeps its status.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let status = try container.decode(String.self, forKey: .status)
    self = try container.ifSaid { try Self.known(status, container) } ?? .unknown(status)
  }

  private static func known(
    _ status: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Self {
    switch status {
    case "matched": .matched(try container.fact(.road))
    case "merged": .merged(try container.fact(.road))
    case "standing":
      .standing(try container.decodeIfPresent(RoadPosition.self, forKey: .road))
    case "off road": .offRoad
    case "dropped": .dropped(try container.fact(.reason))
    default: throw DecodingError.unknownWord(status, at: container.codingPath)
    }
  }

  /// Writes an outcome.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    switch self {
    case .matched(let road), .merged(let road): try container.encode(road, forKey: .road)
    case .standing(let road): try container.encodeIfPresent(road, forKey: .road)
    case .dropped(let reason): try container.encode(reason, forKey: .reason)
    case .offRoad, .unknown: break
    }
  }

  /// The word in JSON.
  package var status: String {
    switch self {
    case .matched: "matched"
    case .merged: "merged"
    case .standing: "standing"
    case .offRoad: "off road"
    case .dropped: "dropped"
    case .unknown(let status): status
    }
  }
}
