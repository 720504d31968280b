import Bytes

/// Work that is asked for at any time, and done by one thread at a time: what is asked for meanwhile is done once
/// more afterwards.
final class RepeatedWork: Sendable {
  private enum State { case idle, running, wanted }

  private let state = Guarded(State.idle)

  /// Asks for the work.
  ///
  /// - Returns: Whether the caller has to start it.
  func begin() -> Bool {
    state.withLock { state in
      defer { state = state == .idle ? .running : .wanted }
      return state == .idle
    }
  }

  /// Says that the work is done.
  ///
  /// - Returns: Whether it was asked for again meanwhile, so that it has to be done once more.
  func goesOn() -> Bool {
    state.withLock { state in
      defer { state = state == .wanted ? .running : .idle }
      return state == .wanted
    }
  }

  /// Says that the work could not be started.
  func end() { state.withLock { $0 = .idle } }
}
