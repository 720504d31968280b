import NIOCore
import NIOHTTP1

/// Reads the requests of one connection, and sends the answers in order; lives on its event loop.
///
/// It answers nothing, and soon reads nothing, while the client does not read the sent data. The
/// memory of a connection is bounded by the high-water mark of its channel and one answer, whatever
/// the client does.
///
/// A client that has closed only its half could still read an answer. Such clients can't be
/// distinguished from closed ones, and are very rare.
final class HTTPConnection: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    /// Requests are accepted.
    case open
    /// No further requests are accepted; those that have arrived are answered.
    case ending
    /// The service's half is closed, or will be once all data is written; further input is dropped.
    case closing
  }

  /// The number of waiting requests of the connection at which reading stops.
  private static let mostWaiting = 8
  /// The maximum number of requests to keep; more are dropped.
  ///
  /// A client may send many before it closes its half, and the system passes them all on.
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
  /// The request whose body arrives.
  private var posted: HTTPRequest?
  /// Whether the client sends that body only once it may (`Expect: 100-continue`).
  private var isBodyHeldBack = false
  /// Whether the engine works on a request.
  private var isBusy = false
  /// Whether the service ends: an answer without a waiting request behind it is the last.
  private var isQuiescing = false
  /// Whether the client has closed its half.
  private var isInputClosed = false
  /// Whether bytes arrived that are not HTTP, and the error is not sent yet.
  private var isGarbled = false
  /// Whether no complete request has arrived yet.
  private var isNew = true
  /// Whether reading was put off.
  private var isHeld = false
  /// Whether answers are being written, during which the channel may call back.
  private var isProceeding = false
  /// Whether written data is not flushed yet.
  private var isUnflushed = false

  /// Bytes written so far.
  private var written = 0
  private var watch: HTTPPatience.Watch
  private var timer: Scheduled<Void>?

  /// A connection.
  ///
  /// - Parameters:
  ///   - answerer: Answers its requests.
  ///   - patience: The times to wait for the client.
  ///   - intake: The filter of incoming bytes, closed after the last request.
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

  // MARK: Input

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase == .open else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      watch.lastRequest = .now()
      let request = HTTPRequest(head)
      // Other services use no bodies, and these keep no connection open.
      guard request.hasBody else { return accept(request, context) }
      posted = request
      isBodyHeldBack = HTTPRequest.holdsBodyBack(head)
      proceed(context)
    case .body(let part):
      isBodyHeldBack = false
      posted?.add(part)
    case .end:
      isBodyHeldBack = false
      guard let request = posted else { return }
      posted = nil
      accept(request, context)
    }
  }

  private func accept(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
    isNew = false
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
  /// If none is due, a request may be on its way, so the connection waits for a moment.
  private func quiesce() {
    isQuiescing = true
    if waiting.isEmpty { client.isLast = true }
    watch.lastRequest = .now()
    look(again: patience.grace)
  }

  // MARK: Output

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    proceed(context)
    context.fireChannelWritabilityChanged()
  }

  /// Answers waiting requests, until it would have to wait for the engine or the client.
  private func proceed(_ context: ChannelHandlerContext) {
    if isProceeding { return }
    isProceeding = true
    var goesOn = true
    while goesOn {
      while !isBusy, context.channel.isWritable, let request = waiting.popFirst() {
        answer(request, context)
      }
      // The answers to earlier requests come first.
      if isBodyHeldBack && !isBusy && waiting.isEmpty && phase == .open {
        isBodyHeldBack = false
        write(.goOn, context)
      }
      if isUnflushed {
        isUnflushed = false
        context.flush()
      }
      // The flushed bytes may already be sent.
      goesOn = !isBusy && !waiting.isEmpty && context.channel.isWritable
    }
    isProceeding = false
    if phase == .ending && !isBusy && waiting.isEmpty { close(context) }
    if isHeld { read(context: context) }
  }

  /// Answers a request, at once or after the work of the engine.
  private func answer(_ request: HTTPRequest, _ context: ChannelHandlerContext) {
    if isQuiescing && waiting.isEmpty { client.isLast = true }
    let loop = context.eventLoop
    let connection = NIOLoopBound(self, eventLoop: loop)
    let message = answerer.respond(to: request, for: client) { message in
      loop.execute { connection.value.send(message) }
    }
    if let message { write(message, context) } else { isBusy = true }
  }

  /// Sends an answer of the engine, or a part of one.
  private func send(_ message: HTTPMessage) {
    isBusy = message.hasMore
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

  /// Closes the service's half after the last byte, then waits for the client to close its half.
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

  /// Checks the connection after some time, or earlier if that was scheduled.
  private func look(again time: TimeAmount) {
    timer?.cancel()
    let wait = min(max(time, .milliseconds(10)), patience.period)
    timer = context?.eventLoop.assumeIsolated().scheduleTask(in: wait) { self.look() }
  }

  private func look() {
    guard let context else { return }
    // A channel without this option has no buffered data.
    let left = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    let verdict = patience.verdict(
      on: &watch, now: .now(), taken: written - left, left: left,
      isBusy: isBusy, isQuiescing: isQuiescing)
    switch verdict {
    case .wait(let time): look(again: time)
    case .cut: cut(context)
    case .close where phase == .closing: context.close(promise: nil)
    case .close:
      // Clients with an earlier request expect that idle connections are closed.
      if isNew && !isQuiescing { write(answerer.refusal(.requestTimeout), context) }
      phase = .ending
      look(again: patience.period)
      proceed(context)
    }
  }

  /// Ends a connection whose client reads nothing, and drops the unread data.
  private func cut(_ context: ChannelHandlerContext) {
    answerer.noteCut()
    (context.channel as? any SocketOptionProvider)?.resetsOnClose()
    context.close(promise: nil)
  }
}
