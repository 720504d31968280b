import Bytes

/// Standard output and standard error.
enum Console {
  /// Writes a line of results.
  ///
  /// - Throws: ``FileError`` when it could not be written.
  static func out(_ line: String) throws(FileError) {
    try StandardStream.output.write(line + "\n")
  }

  /// Writes a line of notes; where it can't be written nobody can be told.
  static func error(_ line: String) { try? StandardStream.error.write(line + "\n") }

  /// Writes a line that says what is wrong.
  static func complain(_ message: String) {
    error(Style.on(.error).alarming("mapc:") + " " + message)
  }

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

/// A line on a terminal that is drawn over and over: what is done, how fast, how long still.
struct ProgressLine: Sendable {
  private let start = ContinuousClock.now
  private let isShown: Bool

  init(quiet: Bool) { isShown = !quiet && StandardStream.error.isTerminal }

  /// Seconds since the line was begun.
  var seconds: Double {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  /// Draws bytes of a whole that may be unknown.
  func show(bytes: Int, of total: Int?) {
    guard isShown else { return }
    let time = max(seconds, 1e-3)
    let rate = Double(bytes) / time
    var line = "reading \(Text.bytes(bytes))"
    if let total, total > 0 {
      let share = min(Double(bytes) / Double(total), 1)
      let filled = Int(share * 24)
      let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 24 - filled)
      let left = rate > 0 ? Double(total - bytes) / rate : 0
      line += " of \(Text.bytes(total)) [\(bar)] \(Int(share * 100)) %"
      line += ", \(Text.bytes(Int(rate)))/s, \(Text.duration(left)) left"
    } else {
      line += ", \(Text.bytes(Int(rate)))/s"
    }
    draw(line)
  }

  /// Draws the name of a phase.
  func show(phase: String) { if isShown { draw(phase + " …") } }

  /// Removes the line.
  func clear() { if isShown { draw("") } }

  private func draw(_ line: String) { try? StandardStream.error.write("\r\u{1B}[K" + line) }
}
