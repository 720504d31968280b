public import Bytes
public import NavFormat

/// Why a map can't be opened or read, with the file's name.
public enum NavError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system could not open or map the file.
  case file(FileError)
  /// The bytes are not a map that this program can read; names the section or tile.
  case format(path: String, FormatError)

  /// One line for people.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .format(let path, let error): "\(path): \(error)"
    }
  }
}
