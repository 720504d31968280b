import Bytes
import NIOCore
import NIOHTTP1

/// Accepts traffic over one connection.
///
/// `PUT` and `POST` replace it, `DELETE` ends it, `GET` describes it.
///
/// Only one client at a time may send a body, so that memory holds a single one. Requests of web
/// pages, which browsers mark with their origin, are refused: a page must not change the routes of
/// a service on the user's machine. Lives on the event loop of the connection.
final class TrafficConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The answer.
  struct Reply: Sendable {
    var status: Int
    var body = ""
    var type = "text/plain; charset=UTF-8"
    var allows = false
  }

  /// The path of the traffic.
  static let path = "/traffic"

  private let answerer: Answerer
  private let port: TrafficPort
  private let turn: TrafficTurn
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var hasTurn = false
  /// Whether the request has been answered before its end.
  private var isRefused = false
  /// Whether a body is being placed.
  private var isBusy = false
  private var isQuiescing = false
  private var deadline: Scheduled<Void>?

  /// The maximum time for a client to send a body.
  private static let patience = TimeAmount.seconds(120)

  init(_ answerer: Answerer, _ port: TrafficPort, _ turn: TrafficTurn) {
    self.answerer = answerer
    self.port = port
    self.turn = turn
  }

  // MARK: Input

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      isRefused = false
      body = []
      if let reply = begin(head, context) { refuse(reply, context) }
    case .body(let bytes):
      if isRefused || !hasTurn { return }
      guard bytes.readableBytes <= port.maximumBytes - body.count else {
        return refuse(tooLong, context)
      }
      body += bytes.readableBytesView
    case .end:
      if isRefused { return context.close(promise: nil) }
      finish(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    release()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent {
      if !isBusy { context.close(promise: nil) }
    } else if event is ChannelShouldQuiesceEvent {
      isQuiescing = true
      if head == nil { context.close(promise: nil) }
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  // MARK: Requests

  private var tooLong: Reply {
    Reply(status: 413, body: "the traffic is longer than the maximum of \(port.maximumBytes) bytes")
  }

  /// Checks the head of a request.
  ///
  /// - Returns: The refusal; nil to continue.
  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Reply? {
    if head.headers.contains(name: "Origin") {
      return Reply(status: 403, body: "web pages may not change the traffic")
    }
    let target = HTTPRequest.pathAndQuery(of: head.uri)
    guard target.prefix(while: { $0 != "?" }) == Self.path else {
      return Reply(status: 404, body: "nothing is here: the traffic is at \(Self.path)")
    }
    switch head.method {
    case .GET, .HEAD, .DELETE: return nil
    case .PUT, .POST: break
    default:
      return Reply(
        status: 405, body: "method not allowed: use GET, HEAD, PUT, POST or DELETE", allows: true)
    }
    if let coding = head.headers.first(name: "Content-Encoding"), coding != "identity" {
      return Reply(status: 415, body: "the traffic is encoded; send it without Content-Encoding")
    }
    if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }),
      length > port.maximumBytes
    {
      return tooLong
    }
    guard turn.take() else {
      return Reply(status: 503, body: "other traffic is being read: try again")
    }
    hasTurn = true
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: Self.patience) {
      let (connection, context) = bound.value
      if !connection.isBusy { context.close(promise: nil) }
    }
    if HTTPRequest.holdsBodyBack(head) {
      let more = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(more)), promise: nil)
    }
    return nil
  }

  /// Answers a complete request.
  private func finish(_ context: ChannelHandlerContext) {
    guard let head else { return }
    guard hasTurn else {
      let reply = head.method == .DELETE ? answerer.endTraffic() : answerer.describeTraffic()
      return send(reply, context)
    }
    isBusy = true
    deadline?.cancel()
    let loop = context.eventLoop
    let bound = NIOLoopBound((self, context), eventLoop: loop)
    let body = self.body
    self.body = []
    let isStarted = WorkerThread.start { [answerer, port] in
      let reply = answerer.take(body, port.reader)
      loop.execute {
        let (connection, context) = bound.value
        connection.isBusy = false
        connection.release()
        connection.send(reply, context)
      }
    }
    if isStarted { return }
    isBusy = false
    release()
    send(Reply(status: 503, body: "no thread for it: try again"), context)
  }

  private func release() {
    deadline?.cancel()
    deadline = nil
    if hasTurn && !isBusy {
      hasTurn = false
      turn.release()
    }
  }

  // MARK: Answers

  /// Answers before the body has arrived; the body is dropped.
  private func refuse(_ reply: Reply, _ context: ChannelHandlerContext) {
    isRefused = true
    body = []
    release()
    send(reply, context)
  }

  private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
    let isHead = head?.method == .HEAD
    let isLast = isRefused || isQuiescing || !(head?.isKeepAlive ?? false)
    let text = reply.body.isEmpty ? "" : reply.body + "\n"
    var headers = HTTPHeaders()
    if reply.status != 204 {
      headers.add(name: "Content-Type", value: reply.type)
      headers.add(name: "Content-Length", value: "\(text.utf8.count)")
    }
    if reply.allows { headers.add(name: "Allow", value: "GET, HEAD, PUT, POST, DELETE") }
    if reply.status == 503 { headers.add(name: "Retry-After", value: "1") }
    if isLast { headers.add(name: "Connection", value: "close") }
    let answer = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status), headers: headers)
    context.write(wrapOutboundOut(.head(answer)), promise: nil)
    if !isHead, !text.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    }
    if !isRefused { head = nil }
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      // A refused client may still send its body; the connection is closed after that.
      if isLast && !bound.value.0.isRefused { bound.value.1.close(promise: nil) }
    }
  }
}

/// The right to send a body, which one client has at a time.
final class TrafficTurn: Sendable {
  private let isTaken = Guarded(false)

  /// Takes the turn; false if another client has it.
  func take() -> Bool {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// Gives the turn back.
  func release() { isTaken.withLock { $0 = false } }
}
