import Bytes

/// The connection of a client, which may close before its answer, or end with it.
final class ClientConnection: Sendable {
  private struct State {
    var isGone = false
    var isLast = false
    var end: (@Sendable () -> Void)?
  }

  private let state = Guarded(State())

  /// Whether the client has hung up.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Whether the next answer is the last on the connection, because the service ends.
  var isLast: Bool {
    get { state.withLock { $0.isLast } }
    set { state.withLock { $0.isLast = newValue } }
  }

  /// Calls `end` when the client hangs up, at once if it has; until ``forget()``.
  func whenGone(_ end: @escaping @Sendable () -> Void) {
    let isGone = state.withLock { state in
      state.end = end
      return state.isGone
    }
    if isGone { end() }
  }

  /// Cancels ``whenGone(_:)``.
  func forget() { state.withLock { $0.end = nil } }

  /// Records that the client has hung up.
  func hangUp() {
    let end = state.withLock { state in
      state.isGone = true
      return state.end
    }
    end?()
  }
}
