public import MapReader

/// Why a trace can't be matched; fixes that can't be matched are no error but explained in the result.
public enum MatchingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The map is damaged where the trace goes.
  case map(NavError)
  /// The task was cancelled.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .map(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}
