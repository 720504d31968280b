/// Keeps a drive in step with the clock, and a view of it from being drawn more often than anyone sees.
struct DrivePace {
  /// Seconds between two views.
  private static let interval = 0.05
  /// Seconds that are slept at most: a trace may pause for hours.
  private static let longest = 5.0

  /// How many times as fast as the fixes came; nil for as fast as possible.
  private let times: Double?
  private let start = ContinuousClock.now
  /// The time of the last fix, and the second of the clock at which it is shown.
  private var last: (time: Double, second: Double)?
  private var shown = -Double.infinity

  /// A pace as a multiple of the speed at which the fixes came; nil for as fast as possible.
  init(_ times: Double?) { self.times = times }

  /// Whether it waits for the clock.
  var isPaced: Bool { times != nil }

  /// Waits for the moment of a fix.
  ///
  /// - Parameter time: The time of the fix.
  /// - Returns: Whether to draw it.
  /// - Throws: `CancellationError` if the task is cancelled meanwhile.
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

  /// Seconds since the beginning.
  private var seconds: Double {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
