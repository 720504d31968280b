import Bytes
import NIOCore

/// The open connections, so that they can be ended gracefully.
final class Connections: Sendable {
  private enum Phase: Int {
    /// Connections stay open.
    case open
    /// Each connection ends after its next answer.
    case ending
    /// All are closed, and new ones are closed at once.
    case cut
  }

  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var phase = Phase.open
    /// Resumed when the last one has closed.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  /// Keeps a connection while it is open; a late one ends like the others.
  func add(_ channel: any Channel) {
    let phase = state.withLock { state in
      state.channels[ObjectIdentifier(channel)] = channel
      return state.phase
    }
    channel.closeFuture.whenComplete { [self] _ in remove(channel) }
    switch phase {
    case .open: break
    case .ending: Self.quiesce(channel)
    case .cut: channel.eventLoop.execute { channel.close(promise: nil) }
    }
  }

  /// Notifies all connections that the service ends.
  func end() {
    for channel in enter(.ending) { Self.quiesce(channel) }
  }

  /// Closes all connections at once.
  func cut() {
    for channel in enter(.cut) { channel.close(promise: nil) }
  }

  /// Enters a phase, unless it or a later one has begun; returns the connections to notify.
  private func enter(_ phase: Phase) -> [any Channel] {
    state.withLock { state in
      guard phase.rawValue > state.phase.rawValue else { return [] }
      state.phase = phase
      return Array(state.channels.values)
    }
  }

  /// Waits until all are closed.
  func allClosed() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if !state.channels.isEmpty { state.waiters.append(continuation) }
        return state.channels.isEmpty
      }
      if isEmpty { continuation.resume() }
    }
  }

  private func remove(_ channel: any Channel) {
    let waiters = state.withLock { state in
      state.channels[ObjectIdentifier(channel)] = nil
      guard state.channels.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  private static func quiesce(_ channel: any Channel) {
    channel.eventLoop.execute {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
  }
}
