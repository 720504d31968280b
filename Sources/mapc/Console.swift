import Bytes

/// Standard output and standard error.
enum Console {
  /// Writes a line of results for people, in which nothing acts on a terminal.
  ///
  /// - Throws: ``FileError`` when it could not be written.
  static func out(_ line: String) throws(FileError) {
    try out(verbatim: TerminalText.harmless(line))
  }

  /// Writes JSON or a text of the program itself, and ends its line.
  ///
  /// - Throws: ``FileError`` when it could not be written.
  static func out(verbatim text: String) throws(FileError) {
    try StandardStream.output.write(text + "\n")
  }

  /// Writes a line of notes, in which nothing acts on a terminal; where it can't be written nobody can be told.
  static func error(_ line: String) { error(verbatim: TerminalText.harmless(line)) }

  /// Writes a line that says what is wrong.
  static func complain(_ message: String) {
    let mark = Style.on(.error).alarming("mapc:")
    error(verbatim: mark + " " + TerminalText.harmless(message))
  }

  private static func error(verbatim line: String) { try? StandardStream.error.write(line + "\n") }

  /// Writes a text to a file, whole or not at all, or to standard output for nil and `-`.
  static func write(_ text: String, to path: String?, _ rule: OutputRule) throws {
    guard let path, path != "-" else {
      try StandardStream.output.write(text)
      return
    }
    do throws(FileError) {
      var file = try AtomicFile(path: path, rule: rule)
      try file.write(Array(text.utf8))
      try file.commit()
    } catch { throw Failure(output: error) }
  }
}

/// Colours and weights of a text, where a person reads it who has not said that there shall be none.
struct Style {
  private let isOn: Bool

  /// The style of what is written to a stream.
  static func on(_ stream: StandardStream) -> Style {
    // https://no-color.org: whatever the value, unless it is empty.
    let isRefused = CurrentProcess.variable("NO_COLOR").map { !$0.isEmpty } ?? false
    let isDumb = CurrentProcess.variable("TERM").map { $0 == "dumb" } ?? true
    return Style(isOn: stream.isTerminal && !isRefused && !isDumb)
  }

  /// Bold and red.
  func alarming(_ text: String) -> String { isOn ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }

  /// Bold.
  func heading(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
