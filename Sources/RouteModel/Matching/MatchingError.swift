public import RoadModel

/// Why a trace can't be matched; fixes that can't be matched are no error but explained in the result.
public enum MatchingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The map is damaged where the trace goes.
  case map(MapFailure)
  /// The map has no such edge: it was matched on another map, or on an earlier build of this one.
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
