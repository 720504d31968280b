import NIOCore
import NIOHTTP1

/// Reads the requests of one connection, and sends the answers in their order; lives on its event loop.
///
/// Nothing is answered, and soon nothing read, while the client does not take what was sent. The memory of a connection
/// is bounded by the mark of its channel and one answer, for any behaviour of the client.
///
/// A client that has closed its half only may still read an answer; but those that do so and those that are
/// gone look the same, and of the first there are next to none.
final class HTTPConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    /// Requests are accepted.
    case open
    /// No more requests are accepted; those that have arrived are answered.
    case ending
    /// The service's half is closed, or will be once all data is written; further input is dropped.
    case closing
  }

  /// While this many requests of the connection wait for their turn, nothing more is read.
  private static let mostWaiting = 8
  /// More requests than these are dropped: the system hands out all that a client sent before it closed its half.
  private static let mostKept = 1_024

  private let answerer: Answerer
  private let patience: HTTPPatience
  private let intake: RequestIntake
  private let client = ClientConnection()
  private var context: ChannelHandlerContext?

  private var phase = Phase.open {
    didSet { if phase != .open { intake.isOpen = false } }
  }
  private var waiting = CircularBuffer<HTTPRequest>()
  /// Whether the engine works on a request.
  private var isBusy = false
  /// Whether the service ends: an answer that no request waits behind is the last.
  private var isQuiescing = false
  /// Whether the client has closed its half.
  private var isInputClosed = false
  /// Whether bytes came that are no HTTP, which is yet to be said.
  private var isGarbled = false
  /// Whether no request has come yet.
  private var isNew = true
  /// Whether reading was put off.
  private var isHeld = false
  /// Whether answers are being written, which the channel may call back from.
  private var isProceeding = false
  /// Whether something was written that is not flushed.
  private var isUnflushed = false

  /// Bytes written so far.
  private var written = 0
  private var watch: HTTPPatience.Watch
  private var timer: Scheduled<Void>?

  /// A connection.
  ///
  /// - Parameters:
  ///   - answerer: Answers its requests.
  ///   - patience: How long it waits for the client.
  ///   - intake: Is closed behind the last request.
  init(_ answerer: Answerer, patience: HTTPPatience, intake: RequestIntake) {
    self.answerer = answerer
    self.patience = patience
    self.intake = intake
    watch = HTTPPatience.Watch(at: .now())
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    look(again: patience.period)
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
    // Bodies are of no interest to any service, and keep no connection open.
    guard case .head(let head) = unwrapInboundIn(data), phase == .open else { return }
    isNew = false
    watch.lastRequest = .now()
    let request = HTTPRequest(head)
    waiting.append(request)
    if request.closes || waiting.count >= Self.mostKept { phase = .ending }
    proceed(context)
  }

  func read(context: ChannelHandlerContext) {
    isHeld = waiting.count >= Self.mostWaiting || !context.channel.isWritable
    if !isHeld { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError else { return context.close(promise: nil) }
    guard phase == .open else { return }
    isGarbled = true
    phase = .ending
    proceed(context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed = event {
      isInputClosed = true
      client.hangUp()
      if watch.closed != nil { return context.close(promise: nil) }
      if phase == .open { phase = .ending }
      proceed(context)
    } else if event is ChannelShouldQuiesceEvent {
      quiesce()
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  /// Makes the next answer the last.
  ///
  /// Where none is due, a request may be on its way: it is waited for a moment.
  private func quiesce() {
    isQuiescing = true
    if waiting.isEmpty { client.isLast = true }
    watch.lastRequest = .now()
    look(again: patience.grace)
  }

  // MARK: What goes out

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    proceed(context)
    context.fireChannelWritabilityChanged()
  }

  /// Answers what waits, as far as that goes without waiting for the engine or for the client.
  private func proceed(_ context: ChannelHandlerContext) {
    if isProceeding { return }
    isProceeding = true
    var goesOn = true
    while goesOn {
      while !isBusy, context.channel.isWritable, let request = waiting.popFirst() {
        answer(request, context)
      }
      if isUnflushed {
        isUnflushed = false
        context.flush()
      }
      // What was flushed may have gone at once.
      goesOn = !isBusy && !waiting.isEmpty && context.channel.isWritable
    }
    isProceeding = false
    if phase == .ending && !isBusy && waiting.isEmpty { close(context) }
    if isHeld { read(context: context) }
  }

  /// Answers a request, at once or when the engine has done its work.
  private func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
    if isQuiescing && waiting.isEmpty { client.isLast = true }
    let loop = context.eventLoop
    let connection = NIOLoopBound(self, eventLoop: loop)
    let message = answerer.respond(to: request, for: client) { message in
      loop.execute { connection.value.send(message) }
    }
    if let message { write(message, context) } else { isBusy = true }
  }

  /// Sends an answer that was waited for.
  private func send(_ message: HTTPMessage) {
    isBusy = false
    guard let context else { return }
    watch.lastRequest = .now()
    write(message, context)
    proceed(context)
  }

  private func write(_ message: HTTPMessage, _ context: ChannelHandlerContext) {
    written += message.size
    context.write(wrapOutboundOut(message.bytes), promise: nil)
    if let shared = message.shared { context.write(wrapOutboundOut(shared), promise: nil) }
    isUnflushed = true
    guard message.closes else { return }
    phase = .ending
    waiting.removeAll()
  }

  /// Closes the service's half after the last byte, then waits a moment for the client's.
  ///
  /// Closing both at once while data arrives would reset the connection, and the client could lose the answer.
  private func close(_ context: ChannelHandlerContext) {
    if isGarbled { write(answerer.refusal(.noHTTP), context) }
    phase = .closing
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    if isInputClosed {
      context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
        bound.value.1.close(promise: nil)
      }
      return
    }
    context.flush()
    let closed = context.eventLoop.makePromise(of: Void.self)
    closed.futureResult.whenComplete { _ in
      let (connection, context) = bound.value
      if connection.isInputClosed { return context.close(promise: nil) }
      connection.watch.closed = .now()
      connection.look(again: connection.patience.linger)
    }
    context.close(mode: .output, promise: closed)
  }

  // MARK: Patience

  /// Looks after the connection in a while, or earlier if it was going to.
  private func look(again time: TimeAmount) {
    timer?.cancel()
    let wait = min(max(time, .milliseconds(10)), patience.period)
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: wait) { self.look() }
  }

  private func look() {
    guard let context else { return }
    // A channel that cannot say has nothing left.
    let left = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    let verdict = patience.verdict(
      on: &watch, now: .now(), taken: written - left, left: left,
      isBusy: isBusy, isQuiescing: isQuiescing)
    switch verdict {
    case .wait(let time): look(again: time)
    case .cut: cut(context)
    case .close where phase == .closing: context.close(promise: nil)
    case .close:
      // Who has asked before knows that idle connections are closed.
      if isNew && !isQuiescing { write(answerer.refusal(.requestTimeout), context) }
      phase = .ending
      look(again: patience.period)
      proceed(context)
    }
  }

  /// Ends a connection whose client takes nothing, and lets the system forget what it has not taken.
  private func cut(_ context: ChannelHandlerContext) {
    answerer.noteCut()
    (context.channel as? any SocketOptionProvider)?.resetsOnClose()
    context.close(promise: nil)
  }
}
