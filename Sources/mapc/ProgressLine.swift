import Bytes
import MapCompiler

/// A line on a terminal during a build, with the phase, the finished share and the time left.
///
/// It is also redrawn while the build reports nothing, until ``clear()``.
final class ProgressLine: Sendable {
  private struct State {
    var pace: BuildPace
    /// The current work in words.
    var work = "reading"
    var isCleared = false
    /// The largest share shown so far, below which the bar does not go.
    var shown = 0.0
    var lastDrawn = -Double.infinity
  }

  private static let interval = Duration.milliseconds(200)
  private static let width = 24

  private let start = ContinuousClock.now
  private let isShown: Bool
  private let state: Guarded<State>

  /// The line of a build that starts now.
  init(quiet: Bool, hierarchy: Bool) {
    isShown = !quiet && Style.isCapable(.error)
    state = Guarded(State(pace: BuildPace(hierarchy: hierarchy)))
    guard isShown else { return }
    Task.detached { [weak self] in
      while self?.tick() ?? false { try await Task.sleep(for: Self.interval) }
    }
  }

  /// Records the progress of the build.
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
      // With a single thread, only this code draws the line.
      if time - state.lastDrawn > 0.1 || state.shown == 0 { Self.draw(&state, at: time) }
    }
  }

  /// Removes the line permanently.
  func clear() {
    guard isShown else { return }
    state.withLock { state in
      if !state.isCleared { Self.write("") }
      state.isCleared = true
    }
  }

  /// Redraws the line; false if it has been removed.
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

  /// The seconds since the build began.
  private var seconds: Double {
    let parts = (ContinuousClock.now - start).components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }
}
