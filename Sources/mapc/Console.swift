import Bytes

/// Standard output and standard error.
enum Console {
  /// Writes a line of results.
  static func out(_ line: String) { StandardStream.output.write(line + "\n") }

  /// Writes a line of notes or errors.
  static func error(_ line: String) { StandardStream.error.write(line + "\n") }

  /// Writes a text to a file, whole or not at all, or to standard output for nil and `-`.
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else {
      StandardStream.output.write(text)
      return
    }
    do throws(FileError) {
      var file = try AtomicFile(path: path)
      try file.write(Array(text.utf8))
      try file.commit()
    } catch { throw Failure(status: .cannotCreate, message: error.description) }
  }
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
  func clear() { if isShown { StandardStream.error.write("\r\u{1B}[K") } }

  private func draw(_ line: String) { StandardStream.error.write("\r\u{1B}[K" + line) }
}
