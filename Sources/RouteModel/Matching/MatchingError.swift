public import RoadModel

/// The reason why a trace can't be matched.
///
/// Fixes that can't be matched are not errors; the result reports them.
public enum MatchingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The map is damaged along the trace.
  case map(MapFailure)
  /// The map has no such edge: the id is from another map, or from an earlier build of this one.
  case unknownEdge(EdgeID)
  /// A parameter of matching is out of range: change it, or leave it out.
  case invalidSetting(name: String, value: Double, minimum: Double, maximum: Double)
  /// The piece is not one of a result: it has no edges, or they are not in order on its line.
  case invalidPiece
  /// The task was cancelled.
  case cancelled
  /// An error of a matcher of a later version: its kind, and its text.
  case unknown(code: String, text: String)

  /// One line for people.
  public var description: String {
    switch self {
    case .map(let failure): failure.description
    case .unknownEdge(let edge): RoutingError.unknownEdge(edge).description
    case .invalidSetting(let name, let value, let minimum, let maximum):
      RoutingError.invalidSetting(name: name, value: value, minimum: minimum, maximum: maximum)
        .description
    case .invalidPiece: "the piece has no edges, or they are not in order on its line"
    case .cancelled: "cancelled"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}

/// As a ``RoutingError``: a `code`, the facts of its kind, and `text` for people.
extension MatchingError: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, text, map, edge, name, value, minimum, maximum
  }

  private enum Code: String { case map, unknownEdge, invalidSetting, invalidPiece, cancelled }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self = try container.kind(.code, .text, Self.known, unknown: Self.unknown)
  }

  private static func known(
    _ word: String, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws -> Self {
    switch Code(rawValue: word) {
    case .map: return .map(try container.fact(.map))
    case .unknownEdge: return .unknownEdge(try container.fact(.edge))
    case .invalidSetting:
      return .invalidSetting(
        name: try container.fact(.name), value: try container.decode(.value, default: .nan),
        minimum: try container.fact(.minimum), maximum: try container.fact(.maximum))
    case .invalidPiece: return .invalidPiece
    case .cancelled: return .cancelled
    case nil: throw DecodingError.unknownWord(word, at: container.codingPath)
    }
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write(_ code: Code, _ members: [(CodingKeys, any Encodable)] = []) throws {
      try container.encodeKind(code.rawValue, .code, members)
    }
    switch self {
    case .map(let failure): try write(.map, [(.map, failure)])
    case .unknownEdge(let edge): try write(.unknownEdge, [(.edge, edge)])
    case .invalidSetting(let name, let value, let minimum, let maximum):
      try write(.invalidSetting, [(.name, name), (.minimum, minimum), (.maximum, maximum)])
      // JSON has no number for infinity and NaN.
      if value.isFinite { try container.encode(value, forKey: .value) }
    case .invalidPiece: try write(.invalidPiece)
    case .cancelled: try write(.cancelled)
    case .unknown(let code, _): try container.encode(code, forKey: .code)
    }
    try container.encode(description, forKey: .text)
  }
}
