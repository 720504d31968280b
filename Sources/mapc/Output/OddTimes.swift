import JSON

/// The notes about unusable times of traces.
enum OddTimes {
  /// Prints the note if there are such times.
  ///
  /// - Parameters:
  ///   - count: The number of such times.
  ///   - first: The first of them.
  ///   - path: The path of the trace.
  static func tell(_ count: Int, _ first: TextFlaw?, in path: String) {
    guard count > 0, let first else { return }
    let words =
      count == 1
      ? "1 time can't be read, so its fix has no time"
      : "\(Text.count(count)) times can't be read, so their fixes have no time; the first"
    Console.error("note: \(TextError.name(ofSource: path)): \(words): \(first)")
  }

  /// Prints the note if there are traces in which most fixes are earlier than the one before.
  ///
  /// - Parameters:
  ///   - count: The number of such traces.
  ///   - path: The path of the traces.
  static func tell(unordered count: Int, in path: String) {
    guard count > 0 else { return }
    let whose = count == 1 ? "of a trace" : "of \(Text.count(count)) traces"
    Console.error(
      "note: \(TextError.name(ofSource: path)): most fixes \(whose) are earlier than the one before, and left "
        + "out: sort them by time")
  }
}
