public import RoadModel

/// The reason why a trace can't be matched.
///
/// Fixes that can't be matched are not errors; the result reports them.
public enum MatchingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The map is damaged along the trace.
  case map(MapFailure)
  /// The map has no such edge: the id is from another map, or from an earlier build of this one.
  case unknownEdge(EdgeID)
  /// The task was cancelled.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .map(let failure): failure.description
    case .unknownEdge(let edge): RoutingError.unknownEdge(edge).description
    case .cancelled: "cancelled"
    }
  }
}
