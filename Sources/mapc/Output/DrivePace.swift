/// Synchronises a drive with the clock, and limits how often its view is drawn.
struct DrivePace {
  /// The minimum number of seconds between two views.
  private static let interval = 0.05
  /// The maximum number of seconds to sleep, since a trace may pause for hours.
  private static let longest = 5.0

  /// The speed as a multiple of that of the fixes; nil for the maximum.
  private let times: Double?
  private let start = ContinuousClock.now
  /// The time of the last fix, and the second of the clock at which it is shown.
  private var last: (time: Double, second: Double)?
  private var shown = -Double.infinity

  /// A pace as a multiple of the speed of the fixes; nil for the maximum.
  init(_ times: Double?) { self.times = times }

  /// Whether it waits for the clock.
  var isPaced: Bool { times != nil }

  /// Waits for the time of a fix.
  ///
  /// - Parameter time: The time of the fix.
  /// - Returns: Whether to draw it.
  /// - Throws: `CancellationError` if the task is cancelled.
  mutating func reach(_ time: Double) async throws -> Bool {
    if let times {
      let passed = last.map { min(max(time - $0.time, 0) / times, Self.longest) } ?? 0
      let second = (last?.second ?? seconds) + passed
      last = (time, second)
      try await Task.sleep(for: .seconds(max(second - seconds, 0)))
    }
    let now = seconds
    guard times != nil || now - shown >= Self.interval else { return false }
    shown = now
    return true
  }

  /// The seconds since the beginning.
  private var seconds: Double {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
