import Bytes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// Listens, and ends in order: who is connected then is answered and told that it was the last answer, who waits
/// to be accepted is accepted, and who comes later is refused by the system.
struct HTTPService: Service {
  let answerer: Answerer
  let limits: ServiceLimits
  let address: BindAddress
  let loops: any EventLoopGroup
  let logger: Logger
  let started: @Sendable (Int) -> Void

  func run() async throws {
    let connections = Connections()
    let socket = ListeningSocket()
    let server = HTTPChannel(answerer: answerer, limits: limits, connections: connections).server(
      configuration: ServerConfiguration(address: address),
      onServerRunning: { channel in
        await socket.open(channel, Listener(limit: limits.connections, logger: logger))
        started(channel.localAddress?.port ?? 0)
      },
      eventLoopGroup: loops, logger: logger)
    // A task that does not know of the graceful end: the server would close its socket at once, and reset who
    // waits to be accepted.
    let running = Task.detached { try await server.run() }
    try await withTaskCancellationHandler {
      try await withGracefulShutdownHandler {
        try await running.value
      } onGracefulShutdown: {
        connections.end()
        socket.close()
      }
    } onCancel: {
      running.cancel()
      connections.end()
    }
    await connections.allClosed()
  }
}

/// The socket that listens, once there is one.
private final class ListeningSocket: Sendable {
  private struct State {
    var channel: (any Channel)?
    var isClosed = false
  }

  private let state = Guarded(State())

  /// Puts a handler before all others of the socket; closes it if that was asked for before it was there.
  func open(_ channel: any Channel, _ handler: @escaping @autoclosure @Sendable () -> Listener)
    async
  {
    _ = try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.addHandler(handler(), position: .first)
    }.get()
    let isClosed = state.withLock { state in
      state.channel = channel
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  /// Accepts nobody any more.
  func close() {
    let channel = state.withLock { state in
      state.isClosed = true
      return state.channel
    }
    channel?.close(promise: nil)
  }
}

/// How the server's connections are set up.
private struct HTTPChannel: ServerChildChannel {
  struct Value: ServerChildChannelValue { let channel: any Channel }

  /// Bytes that are read at once: what they may hold of small requests is kept until these are answered.
  private static let readSize = 16 << 10

  let answerer: Answerer
  let limits: ServiceLimits
  let connections: Connections

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connections.add(channel)
    return channel.eventLoop.makeCompletedFuture {
      try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
      try channel.syncOptions?.setOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(
          minimum: 1_024, initial: 2_048, maximum: Self.readSize))
      var sizes = NIOHTTPDecoderLimitConfiguration()
      sizes.maxHeaderFieldSize = limits.headerBytes
      sizes.maxHeaderListSize = limits.headerBytes
      let decoder = HTTPRequestDecoder(
        leftOverBytesStrategy: .dropBytes, limitConfiguration: sizes)
      let intake = RequestIntake()
      let connection = HTTPConnection(
        answerer, patience: HTTPPatience(limit: .seconds(Int64(limits.idleSeconds))),
        intake: intake)
      try channel.pipeline.syncOperations.addHandlers(
        [intake, ByteToMessageHandler(decoder), connection])
      return Value(channel: channel)
    }
  }

  /// The handlers do all; the server waits for the end.
  func handle(value: Value, logger: Logger) async {
    await withTaskCancellationHandler {
      // How it was closed is of no interest.
      try? await value.channel.closeFuture.get()
    } onCancel: {
      value.channel.close(promise: nil)
    }
  }
}
