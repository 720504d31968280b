public import Bytes
public import NavFormat

/// The reason why a map can't be opened or read, with the path of the file.
public enum NavError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system could not open or map the file.
  case file(FileError)
  /// The file is not a map that this program can read; the error names the section or tile.
  case format(path: String, FormatError)

  /// One line.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .format(let path, let error): "\(path): \(error)"
    }
  }
}
