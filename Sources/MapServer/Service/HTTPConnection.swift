import NIOCore
import NIOHTTP1

/// Reads the requests of one connection, and sends the answers in their order; lives on its event loop.
///
/// A client that has closed its half only may still read an answer; but those that do so and those that are
/// gone look the same, and of the first there are next to none.
final class HTTPConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// While so many requests of the connection wait for their turn, nothing more is read.
  private static let mostWaiting = 8

  private let answerer: Answerer
  private let patience: TimeAmount
  private let client = ClientConnection()
  private var context: ChannelHandlerContext?

  private var waiting = CircularBuffer<HTTPRequestHead>()
  /// Whether a request is being answered.
  private var isBusy = false
  /// Whether no request is taken any more, and the connection ends with the last answer.
  private var isEnding = false
  /// Whether it then ends on both sides, without waiting for the client.
  private var endsAtOnce = false
  /// Whether bytes came that are no HTTP, which is yet to be said.
  private var isGarbled = false
  /// Whether no request has come yet.
  private var isNew = true
  /// Whether reading was put off.
  private var isHeld = false

  private var lastActive = NIODeadline.now()
  private var timer: Scheduled<Void>?

  /// A connection.
  ///
  /// - Parameters:
  ///   - answerer: Answers its requests.
  ///   - patience: After so long without a request it is closed.
  init(_ answerer: Answerer, patience: TimeAmount) {
    self.answerer = answerer
    self.patience = patience
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    watch(until: lastActive + patience)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    client.hangUp()
    waiting.removeAll()
    context.fireChannelInactive()
  }

  // MARK: What comes in

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    lastActive = .now()
    // Bodies are of no interest to any service.
    guard case .head(let head) = unwrapInboundIn(data), !isEnding else { return }
    isNew = false
    waiting.append(head)
    isEnding = Self.closes(head)
    proceed(context)
  }

  func read(context: ChannelHandlerContext) {
    isHeld = waiting.count >= Self.mostWaiting
    if !isHeld { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError else { return context.close(promise: nil) }
    isGarbled = !isEnding
    isEnding = true
    proceed(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      client.hangUp()
      end(context)
    } else if event is ChannelShouldQuiesceEvent {
      end(context)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  /// Takes no more requests, and closes the connection when those that came are answered.
  private func end(_ context: ChannelHandlerContext) {
    (isEnding, endsAtOnce) = (true, true)
    proceed(context)
  }

  private static func closes(_ head: HTTPRequestHead) -> Bool {
    !head.isKeepAlive || head.version != .http1_1
  }

  // MARK: What goes out

  /// Answers what waits, as far as that goes without waiting for the engine.
  private func proceed(_ context: ChannelHandlerContext) {
    var hasWritten = false
    while !isBusy, let head = waiting.popFirst() {
      if let message = answer(head, context) {
        context.write(wrapOutboundOut(message), promise: nil)
        hasWritten = true
      } else {
        isBusy = true
      }
    }
    if !isBusy && isGarbled {
      isGarbled = false
      context.write(wrapOutboundOut(answerer.refusal(.noHTTP)), promise: nil)
      hasWritten = true
    }
    if hasWritten { context.flush() }
    if isEnding && !isBusy { close(context) }
    if isHeld { read(context: context) }
  }

  /// The answer to a request, or nil if it will come later.
  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> ByteBuffer? {
    let loop = context.eventLoop
    let connection = NIOLoopBound(self, eventLoop: loop)
    return answerer.respond(to: head, closes: Self.closes(head), for: client) { message in
      loop.execute { connection.value.send(message) }
    }
  }

  /// Sends an answer that was waited for.
  private func send(_ message: ByteBuffer) {
    guard let context else { return }
    isBusy = false
    lastActive = .now()
    context.writeAndFlush(wrapOutboundOut(message), promise: nil)
    proceed(context)
  }

  /// Closes the connection behind what was written; on both sides only if the client need not read it to the end.
  private func close(_ context: ChannelHandlerContext) {
    if !endsAtOnce { return context.close(mode: .output, promise: nil) }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
      bound.value.close(promise: nil)
    }
  }

  // MARK: Patience

  private func watch(until deadline: NIODeadline) {
    timer = context?.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.checkPatience()
    }
  }

  private func checkPatience() {
    let now = NIODeadline.now()
    if isBusy {
      watch(until: now + patience)
    } else if lastActive + patience > now {
      watch(until: lastActive + patience)
    } else if let context {
      // Who has asked before knows that idle connections are closed.
      if isNew { context.write(wrapOutboundOut(answerer.refusal(.requestTimeout)), promise: nil) }
      endsAtOnce = true
      close(context)
    }
  }
}
