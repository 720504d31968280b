import NIOCore
import Synchronization

/// The connection of a client, which may be gone before its answer is there.
final class ClientConnection: Sendable {
  private struct State {
    var isGone = false
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Whether the client has hung up.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// Calls `end` when the client hangs up, at once if it has; until ``forget()``.
  func whenGone(_ end: @escaping @Sendable () -> Void) {
    let isGone = state.withLock { state in
      state.end = end
      return state.isGone
    }
    if isGone { end() }
  }

  /// Calls nothing any more.
  func forget() { state.withLock { $0.end = nil } }

  /// Says that the client has hung up.
  func hangUp() {
    let end = state.withLock { state in
      state.isGone = true
      return state.end
    }
    end?()
  }
}

/// The connections that are open, by their channels.
final class ClientConnections: Sendable {
  private let open = Mutex<[ObjectIdentifier: ClientConnection]>([:])

  /// The connection of a channel that is open.
  subscript(channel: any Channel) -> ClientConnection? {
    open.withLock { $0[ObjectIdentifier(channel)] }
  }

  fileprivate func add(_ channel: any Channel) {
    open.withLock { $0[ObjectIdentifier(channel)] = ClientConnection() }
  }

  fileprivate func remove(_ channel: any Channel) {
    open.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }?.hangUp()
  }

  fileprivate func hangUp(_ channel: any Channel) { self[channel]?.hangUp() }

  /// Watches a connection, as one of the handlers of its channel.
  ///
  /// A client that has closed its half only may still read an answer; but those that do so and those that are
  /// gone look the same, and of the first there are next to none.
  final class Watch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let connections: ClientConnections

    init(_ connections: ClientConnections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) { connections.add(context.channel) }

    func handlerRemoved(context: ChannelHandlerContext) { connections.remove(context.channel) }

    func channelInactive(context: ChannelHandlerContext) {
      connections.hangUp(context.channel)
      context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case ChannelEvent.inputClosed = event { connections.hangUp(context.channel) }
      context.fireUserInboundEventTriggered(event)
    }
  }
}
