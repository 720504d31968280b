import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// A socket that listens, and the connections that came in by it.
///
/// It ends gracefully: connected clients get one more answer, marked as the last. Clients that wait to be accepted are
/// accepted, and the system refuses later ones.
struct HTTPService: Sendable {
  /// Connections that the system keeps before they are accepted.
  private static let backlog: Int32 = 256
  /// Bytes that are read at once: what they may hold of small requests is kept until these are answered.
  private static let readSize = 16 << 10

  private let socket: any Channel
  private let connections: Connections

  /// The port at which it listens.
  var port: Int { socket.localAddress?.port ?? 0 }

  /// Listens, and answers from then on.
  ///
  /// - Parameters:
  ///   - host: The address, or a name of it.
  ///   - port: The port; 0 for a free one.
  ///   - answerer: Answers the requests.
  ///   - limits: How many connections may be open, and what each may send.
  ///   - loops: Each connection lives on one of these.
  ///   - logger: Logs when connections must wait.
  /// - Returns: The service.
  /// - Throws: `IOError` when the system refuses the port; `SocketAddressError.UnknownHost` when the name has no address.
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

  /// Ends in order; does nothing more when it ends already.
  func end() {
    connections.end()
    socket.close(promise: nil)
  }

  /// Waits until no client is connected or can be; closes all connections if the task is cancelled.
  func untilEnded() async {
    await withTaskCancellationHandler {
      // How it was closed is of no interest.
      try? await socket.closeFuture.get()
      await connections.allClosed()
    } onCancel: {
      connections.cut()
      socket.close(promise: nil)
    }
  }
}
