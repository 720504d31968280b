public import Bytes

/// A flaw in a text, such as one with traces, places or traffic.
public struct TextFlaw: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The byte in the line, from 1, if that helps to find the flaw.
  public var column: Int?
  /// The reason.
  public var reason: String

  /// A flaw in a line.
  public init(line: Int, column: Int? = nil, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// One line without the file: `line 3, byte 14: expected ','`.
  public var description: String {
    "line \(line)\(column.map { ", byte \($0)" } ?? ""): \(reason)"
  }
}

/// The reason why a text could not be read.
public enum TextError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system could not open or read the input, or store data beyond the memory.
  case file(FileError)
  /// The input has none of the formats, or violates the rules of its format.
  case malformed(source: String, TextFlaw)
  /// The input has only white space.
  case empty(source: String)
  /// The input is valid but has nothing of what is read, such as traces; the text states the expected contents.
  case nothing(source: String, wanted: String)

  /// The name of an input in messages: its path, or `standard input` for `-`.
  public static func name(ofSource path: String) -> String {
    path == "-" ? "standard input" : path
  }

  /// One line with the file: `trace.csv: line 3: 'abc' is not a longitude`.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .malformed(let source, let flaw): "\(source): \(flaw)"
    case .empty(let source): "\(source): is empty"
    case .nothing(let source, let wanted): "\(source): has no \(wanted)"
    }
  }
}
