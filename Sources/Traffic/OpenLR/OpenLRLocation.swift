public import MapReader
public import RoadModel

/// A road of a map, or a point on one, found from a location reference.
public struct OpenLRLocation: Sendable, Hashable {
  /// A part of a directed edge.
  public struct Part: Sendable, Hashable {
    /// The edge, a base edge.
    public var edge: EdgeID
    /// The beginning of the part, in metres from the beginning of the edge.
    public var fromMetres: Double
    /// The end of the part, in metres from the beginning of the edge; for a point, equal to ``fromMetres``.
    public var toMetres: Double
    /// The length of the edge in metres.
    public var edgeLengthMetres: Double

    /// A part of an edge.
    public init(edge: EdgeID, fromMetres: Double, toMetres: Double, edgeLengthMetres: Double) {
      self.edge = edge
      self.fromMetres = fromMetres
      self.toMetres = toMetres
      self.edgeLengthMetres = edgeLengthMetres
    }
  }

  /// The parts in the direction of travel; for a point, a single one without length.
  public var parts: [Part]
  /// The agreement of the road with the reference, 0 to 1: places, directions, classes, forms and distances.
  ///
  /// A reference made on the same map has 0.9 or more. It is not a probability.
  public var confidence: Double

  /// A location from its parts.
  public init(parts: [Part], confidence: Double) {
    self.parts = parts
    self.confidence = confidence
  }

  /// The length in metres.
  public var lengthMetres: Double { parts.reduce(0) { $0 + $1.toMetres - $1.fromMetres } }
}

/// The reason why a reference has no place on a map.
public enum OpenLRDecodingError: Error, Sendable, Hashable {
  /// No road fits a point, counted from 0: the map lacks it, or has it elsewhere.
  case noRoad(point: Int)
  /// No path of about the length in the reference leads from the roads near a point, counted from 0, to the next point.
  case noPath(from: Int)
  /// The offsets leave nothing of the path.
  case offsets
  /// The best road has a confidence below ``OpenLRDecoder/minimumConfidence``.
  case unsure(Double)
  /// The map is damaged.
  case map(NavError)

  /// Whether two errors are equal; all errors of damaged maps are equal.
  public static func == (a: OpenLRDecodingError, b: OpenLRDecodingError) -> Bool {
    a.description == b.description
  }

  /// Hashes the description.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension OpenLRDecodingError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .noRoad(let point): "the map has no road that fits point \(point + 1)"
    case .noPath(let point):
      "the map has no way of about the length told from point \(point + 1) to point \(point + 2)"
    case .offsets: "the offsets leave nothing of the road"
    case .unsure(let confidence):
      "the best road has a confidence of \((confidence * 100).rounded() / 100), below "
        + "\(OpenLRDecoder.minimumConfidence)"
    case .map(let error): error.description
    }
  }
}
