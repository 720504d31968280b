/// Where OSM data is read from.
public enum OSMSource: Sendable, Hashable {
  /// A file (or named pipe) at a path.
  case file(String)
  /// What is piped into the process, from its current position.
  case standardInput
}

extension OSMSource: CustomStringConvertible {
  /// The path as given, or `standard input`: the name that error messages begin with.
  public var description: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
