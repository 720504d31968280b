import TraceIO

/// The note about unreadable times of a trace.
enum OddTimes {
  /// Prints the note if there are such times.
  ///
  /// - Parameters:
  ///   - count: The number of such times.
  ///   - first: The first of them.
  ///   - path: The path of the trace.
  static func tell(_ count: Int, _ first: TraceFlaw?, in path: String) {
    guard count > 0, let first else { return }
    let words =
      count == 1
      ? "1 time can't be read, so its fix has no time"
      : "\(Text.count(count)) times can't be read, so their fixes have no time; the first"
    Console.error("note: \(TraceError.name(ofSource: path)): \(words): \(first)")
  }
}
