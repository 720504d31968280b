import Bytes
import MapCompiler

/// A line on a terminal that is drawn over and over: what a build does, how much of it is done, how long still.
///
/// It goes on while the build says nothing, until ``clear()``.
final class ProgressLine: Sendable {
  private struct State {
    var pace: BuildPace
    /// What is being done, for people.
    var work = "reading"
    var isCleared = false
    /// The greatest share that was shown: a line does not go back.
    var shown = 0.0
    var lastDrawn = -Double.infinity
  }

  private static let interval = Duration.milliseconds(200)
  private static let width = 24

  private let start = ContinuousClock.now
  private let isShown: Bool
  private let state: Guarded<State>

  /// The line of a build that begins.
  init(quiet: Bool, hierarchy: Bool) {
    isShown = !quiet && StandardStream.error.isTerminal
    state = Guarded(State(pace: BuildPace(hierarchy: hierarchy)))
    guard isShown else { return }
    Task.detached { [weak self] in
      while self?.tick() ?? false { try await Task.sleep(for: Self.interval) }
    }
  }

  /// Takes note of how far the build has come.
  func note(_ progress: MapCompiler.Progress) {
    guard isShown else { return }
    let time = seconds
    state.withLock { state in
      state.pace.note(progress, at: time)
      switch progress {
      case .input: return
      case .reading(let bytes, let total):
        let whole = total.map { " of \(Text.bytes($0))" } ?? ""
        let rate = Text.bytes(Int(Double(bytes) / max(time, 1e-3)))
        state.work = "reading \(Text.bytes(bytes))\(whole), \(rate)/s"
      case .phase(let name):
        state.work = name
        state.lastDrawn = -Double.infinity
      }
      // Where one thread does everything the line is drawn from here alone.
      if time - state.lastDrawn > 0.1 || state.shown == 0 { Self.draw(&state, at: time) }
    }
  }

  /// Removes the line, for good.
  func clear() {
    guard isShown else { return }
    state.withLock { state in
      if !state.isCleared { Self.write("") }
      state.isCleared = true
    }
  }

  /// Draws the line anew; false when there is none any more.
  private func tick() -> Bool {
    let time = seconds
    return state.withLock { state in
      if !state.isCleared { Self.draw(&state, at: time) }
      return !state.isCleared
    }
  }

  private static func draw(_ state: inout State, at time: Double) {
    state.lastDrawn = time
    var line = state.work
    if let share = state.pace.share(at: time) {
      state.shown = max(state.shown, share)
      let filled = Int(state.shown * Double(width))
      let bar =
        String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
      line = "[\(bar)] \(Int(state.shown * 100)) %"
      if let left = state.pace.secondsLeft(at: time) { line += ", \(Text.duration(left)) left" }
      line += ": " + state.work
    }
    write(line)
  }

  private static func write(_ line: String) {
    try? StandardStream.error.write("\r\u{1B}[K" + line)
  }

  /// Seconds since the build began.
  private var seconds: Double {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
