import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// A listening socket and its connections.
///
/// It ends gracefully: connected clients receive one more answer, marked as the last. Clients that
/// wait to be accepted are accepted, and the system refuses later ones.
struct HTTPService: Sendable {
  /// The maximum number of connections that wait in the system to be accepted.
  private static let backlog: Int32 = 256
  /// The maximum number of bytes to read at once; small requests in them wait in memory.
  private static let readSize = 16 << 10

  private let socket: any Channel
  private let connections: Connections

  /// The port on which it listens.
  var port: Int { socket.localAddress?.port ?? 0 }

  /// Starts to listen and to answer.
  ///
  /// - Parameters:
  ///   - host: The address or host name.
  ///   - port: The port; 0 for a free one.
  ///   - answerer: Answers the requests.
  ///   - limits: The limits of connections and requests.
  ///   - loops: The event loops of the connections.
  ///   - logger: Logs when connections must wait.
  /// - Returns: The service.
  /// - Throws: `IOError` if the system refuses the port; `SocketAddressError.UnknownHost` if the
  ///   name has no address.
  static func listen(
    at host: String, port: Int, _ answerer: Answerer, _ limits: ServiceLimits,
    loops: any EventLoopGroup, logger: Logger
  ) async throws -> HTTPService {
    let connections = Connections()
    let socket = try await ServerBootstrap(group: loops)
      .serverChannelOption(.backlog, value: backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Listener(limit: limits.connections, logger: logger))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 2_048, maximum: readSize)
      )
      .childChannelInitializer { channel in
        connections.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(handlers(answerer, limits))
        }
      }
      .bind(host: host, port: port).get()
    return HTTPService(socket: socket, connections: connections)
  }

  /// The handlers between the bytes of a connection and the answers.
  private static func handlers(
    _ answerer: Answerer, _ limits: ServiceLimits
  ) -> [any ChannelHandler] {
    var sizes = NIOHTTPDecoderLimitConfiguration()
    sizes.maxHeaderFieldSize = limits.headerBytes
    sizes.maxHeaderListSize = limits.headerBytes
    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: sizes)
    let intake = RequestIntake()
    let connection = HTTPConnection(
      answerer, patience: HTTPPatience(limit: .seconds(Int64(limits.idleSeconds))),
      intake: intake)
    return [intake, ByteToMessageHandler(decoder), connection]
  }

  /// Ends gracefully; does nothing if it is already ending.
  func end() {
    connections.end()
    socket.close(promise: nil)
  }

  /// Waits until the service has ended; closes all connections if the task is cancelled.
  func untilEnded() async {
    await withTaskCancellationHandler {
      // An error on closing does not matter.
      try? await socket.closeFuture.get()
      await connections.allClosed()
    } onCancel: {
      connections.cut()
      socket.close(promise: nil)
    }
  }
}
