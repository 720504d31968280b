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
    }
  }
}
