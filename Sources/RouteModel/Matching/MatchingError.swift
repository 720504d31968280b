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
  public var description: String { routingError.description }

  /// The same error of an engine; an invalid piece has none, and keeps its code and its text.
  package var routingError: RoutingError {
    switch self {
    case .map(let failure): .map(failure)
    case .unknownEdge(let edge): .unknownEdge(edge)
    case .invalidSetting(let name, let value, let minimum, let maximum):
      .invalidSetting(name: name, value: value, minimum: minimum, maximum: maximum)
    case .invalidPiece:
      .unknown(
        code: Self.pieceCode, text: "the piece has no edges, or they are not in order on its line")
    case .cancelled: .cancelled
    case .unknown(let code, let text): .unknown(code: code, text: text)
    }
  }

  private static let pieceCode = "invalidPiece"
}

/// As a ``RoutingError``: a `code`, the facts of its kind, and `text` for people.
extension MatchingError: Codable {
  private enum CodingKeys: String, CodingKey { case code }

  /// Reads an error; those that only engines have are unknown.
  public init(from decoder: any Decoder) throws {
    let error = try RoutingError(from: decoder)
    switch error {
    case .map(let failure): self = .map(failure)
    case .unknownEdge(let edge): self = .unknownEdge(edge)
    case .invalidSetting(let name, let value, let minimum, let maximum):
      self = .invalidSetting(name: name, value: value, minimum: minimum, maximum: maximum)
    case .cancelled: self = .cancelled
    case .unknown(Self.pieceCode, _): self = .invalidPiece
    case .unknown(let code, let text): self = .unknown(code: code, text: text)
    default:
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self = .unknown(
        code: try container.decode(String.self, forKey: .code), text: error.description)
    }
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws { try routingError.encode(to: encoder) }
}
