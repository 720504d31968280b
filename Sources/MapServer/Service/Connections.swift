import Bytes
import NIOCore

/// The connections that are open, so that they can be ended in order.
final class Connections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var isEnding = false
    /// Resumed when the last one has closed.
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  /// Keeps a connection as long as it is open; one that comes late is told at once that the service ends.
  func add(_ channel: any Channel) {
    let isEnding = state.withLock { state in
      state.channels[ObjectIdentifier(channel)] = channel
      return state.isEnding
    }
    channel.closeFuture.whenComplete { [self] _ in remove(channel) }
    if isEnding { Self.quiesce(channel) }
  }

  /// Tells all connections that the service ends.
  func end() {
    let channels = state.withLock { state in
      state.isEnding = true
      return Array(state.channels.values)
    }
    for channel in channels { Self.quiesce(channel) }
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
