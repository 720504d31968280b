import Logging
import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The first handler in the pipeline of the listening socket.
///
/// It accepts connections up to the limit, pauses while the system has no descriptors, and closes
/// the socket when no client waits.
final class Listener: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// The pause after the system had no descriptor.
  ///
  /// The system reports the waiting client again at once, so that a loop without a pause would use a whole core.
  private static let pause = TimeAmount.milliseconds(250)
  /// The time for which a closing socket accepts clients whose handshakes have begun.
  private static let drain = TimeAmount.milliseconds(250)
  /// The minimum time between two log messages about waiting connections.
  private static let silence = TimeAmount.seconds(60)

  private let limit: Int
  private let logger: Logger
  private var open = 0
  /// Whether accepting is suspended because too many connections are open.
  private var isHeld = false
  private var quietUntil = NIODeadline.now()
  /// The promise to fulfil when the socket is closed.
  private var closing: EventLoopPromise<Void>?
  private var isDraining = false

  /// A handler.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of open connections.
  ///   - logger: Logs when connections must wait.
  init(limit: Int, logger: Logger) {
    self.limit = limit
    self.logger = logger
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    open += 1
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
      bound.value.0.noteClosed(bound.value.1)
    }
    context.fireChannelRead(data)
  }

  private func noteClosed(_ context: ChannelHandlerContext) {
    open -= 1
    guard isHeld && open < limit else { return }
    isHeld = false
    context.read()
  }

  func read(context: ChannelHandlerContext) {
    isHeld = open >= limit && !isDraining
    if !isHeld { return context.read() }
    warn("too many connections are open, others wait", ["open": "\(open)"])
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError,
      [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
    else { return context.fireErrorCaught(error) }
    warn(
      "a connection can't be accepted, others wait",
      ["error": "\(error.description)", "open": "\(open)"])
    // The channel continues to read as long as it may read by itself.
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
    context.eventLoop.scheduleTask(in: Self.pause) {
      try? bound.value.channel.syncOptions?.setOption(.autoRead, value: true)
    }
  }

  private func warn(_ message: Logger.Message, _ facts: Logger.Metadata) {
    let now = NIODeadline.now()
    guard now >= quietUntil else { return }
    quietUntil = now + Self.silence
    logger.warning(message, metadata: facts)
  }

  // MARK: The end

  /// Closes the socket after accepting all waiting clients, which the system would otherwise reset.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if isDraining {
      if let closing {
        closing.futureResult.cascade(to: promise)
      } else {
        context.close(mode: mode, promise: promise)
      }
      return
    }
    isDraining = true
    closing = promise ?? context.eventLoop.makePromise()
    HandshakeFilter.attach(to: context.channel)
    try? context.channel.syncOptions?.setOption(.maxMessagesPerRead, value: 4_096)
    context.read()
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: Self.drain) { bound.value.0.finish(bound.value.1) }
  }

  private func finish(_ context: ChannelHandlerContext) {
    guard let closing else { return }
    self.closing = nil
    context.close(promise: closing)
  }
}
