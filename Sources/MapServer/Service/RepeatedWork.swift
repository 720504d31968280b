import Bytes

/// Work that may be requested at any time, and is done by one thread at a time.
///
/// Requests during the work are combined into one repetition.
final class RepeatedWork: Sendable {
  private enum State { case idle, running, wanted }

  private let state = Guarded(State.idle)

  /// Requests the work.
  ///
  /// - Returns: Whether the caller must start it.
  func begin() -> Bool {
    state.withLock { state in
      defer { state = state == .idle ? .running : .wanted }
      return state == .idle
    }
  }

  /// Reports that the work is done.
  ///
  /// - Returns: Whether it was requested again meanwhile, so that it must be repeated.
  func goesOn() -> Bool {
    state.withLock { state in
      defer { state = state == .wanted ? .running : .idle }
      return state == .wanted
    }
  }

  /// Reports that the work could not be started.
  func end() { state.withLock { $0 = .idle } }
}
