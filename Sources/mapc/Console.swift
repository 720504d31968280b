import Bytes

/// Standard output and standard error.
enum Console {
  /// Writes a line of results for people, without control characters.
  ///
  /// - Throws: ``FileError`` if it could not be written.
  static func out(_ line: String) throws(FileError) {
    try out(verbatim: TerminalText.harmless(line))
  }

  /// Writes JSON or a text of the program itself, unchanged, and a line feed.
  ///
  /// - Throws: ``FileError`` if it could not be written.
  static func out(verbatim text: String) throws(FileError) {
    try StandardStream.output.write(text + "\n")
  }

  /// Writes a note without control characters; a failure is ignored, since it can't be reported.
  static func error(_ line: String) { error(verbatim: TerminalText.harmless(line)) }

  /// Writes an error message.
  static func complain(_ message: String) {
    let mark = Style.on(.error).alarming("mapc:")
    error(verbatim: mark + " " + TerminalText.harmless(message))
  }

  private static func error(verbatim line: String) { try? StandardStream.error.write(line + "\n") }

  /// Writes a whole text, or nothing, to a file, or to standard output if `path` is nil or `-`.
  static func write(_ text: String, to path: String?, _ rule: OutputRule) throws {
    try write(Array(text.utf8), to: path, rule)
  }

  /// Writes all bytes, or none, to a file, or to standard output if `path` is nil or `-`.
  static func write(_ bytes: [UInt8], to path: String?, _ rule: OutputRule) throws {
    guard let path, path != "-" else {
      try StandardStream.output.write(bytes)
      return
    }
    do throws(FileError) {
      var file = try AtomicFile(path: path, rule: rule)
      try file.write(bytes)
      try file.commit()
    } catch { throw Failure(output: error) }
  }
}

/// Colours and weights of text on a terminal, unless the user has turned them off.
struct Style {
  private let isOn: Bool

  /// The style for a stream.
  static func on(_ stream: StandardStream) -> Style {
    // https://no-color.org: any value except an empty one.
    let isRefused = CurrentProcess.variable("NO_COLOR").map { !$0.isEmpty } ?? false
    return Style(isOn: !isRefused && isCapable(stream))
  }

  /// Whether a stream is a terminal with colours and a cursor that moves.
  static func isCapable(_ stream: StandardStream) -> Bool {
    let isDumb = CurrentProcess.variable("TERM").map { $0 == "dumb" } ?? true
    return stream.isTerminal && !isDumb
  }

  /// A text in bold and red.
  func alarming(_ text: String) -> String { isOn ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }

  /// A text in bold.
  func heading(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
}
