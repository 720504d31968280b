/// A source of OSM data.
public enum OSMSource: Sendable, Hashable {
  /// A file (or named pipe) at a path.
  case file(String)
  /// Standard input, from its current position.
  case standardInput
}

extension OSMSource: CustomStringConvertible {
  /// The path as given, or `standard input`; error messages begin with it.
  public var description: String {
    switch self {
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
