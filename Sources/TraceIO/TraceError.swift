public import Bytes

/// Why a text is no trace, or no table of places.
public struct TraceFlaw: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// The byte in the line, from 1, where that helps to find the flaw.
  public var column: Int?
  /// What is wrong there.
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

/// Why no traces could be read.
public enum TraceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The system refused to open or read the input, or to keep what memory does not hold.
  case file(FileError)
  /// The input is in none of the formats, or breaks the rules of its own.
  case malformed(source: String, TraceFlaw)
  /// The input holds nothing but space.
  case empty(source: String)
  /// The input is whole, but there is no trace in it; the text says what was looked for.
  case noTrace(source: String, wanted: String)

  /// What an input is called in messages: its path, or `standard input` for `-`.
  public static func name(ofSource path: String) -> String {
    path == "-" ? "standard input" : path
  }

  /// One line with the file: `trace.csv: line 3: 'abc' is not a longitude`.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .malformed(let source, let flaw): "\(source): \(flaw)"
    case .empty(let source): "\(source): is empty"
    case .noTrace(let source, let wanted): "\(source): has no \(wanted)"
    }
  }
}
