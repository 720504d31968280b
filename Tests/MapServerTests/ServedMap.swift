import Geo
import Logging
import MapCompiler
import MapReader
import NIOCore
import NIOPosix
import RouteModel
import Synchronization
import TestSupport

@testable import MapServer

/// A drawn map behind a service that listens on a free port of this machine, until the work is done.
struct ServedMap: Sendable {
  /// What came back.
  struct Reply: Sendable {
    var status: Int
    var headers: String
    var body: String
  }

  let roads: AsciiRoads
  let port: Int

  /// Starts the service, works with it, and ends it.
  static func with(
    _ drawing: AsciiMap, limits: ServiceLimits = ServiceLimits(), nodeIDs: Bool = false,
    options: MapCompiler.Options? = nil, traffic: ((AsciiRoads) throws -> String)? = nil,
    trafficPort: TrafficPort? = nil, _ work: @Sendable (ServedMap) async throws -> Void
  ) async throws {
    let roads = try await drawing.build(
      options: options ?? (nodeIDs ? .withNodeIDs : MapCompiler.Options()))
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    var server = MapServer(map: roads.built.map, port: 0, limits: limits, logger: logger)
    server.traffic = try traffic?(roads)
    server.trafficPort = trafficPort
    let (ports, found) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [server] in try await server.serve(signals: []) { found.yield($0) } }
      var iterator = ports.makeAsyncIterator()
      guard let port = await iterator.next() else { return }
      try await work(ServedMap(roads: roads, port: port))
      group.cancelAll()
    }
  }

  /// The URL's part for some places of the drawing.
  func coordinates(_ places: [String]) throws -> String {
    try places.map {
      let place = try roads.drawing.place($0)
      return "\(place.longitude),\(place.latitude)"
    }.joined(separator: ";")
  }

  /// Asks for a path.
  func get(_ target: String, method: String = "GET") async throws -> Reply {
    try await send(
      "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  }

  /// Sends a body to a path, with POST.
  func post(_ target: String, _ body: String) async throws -> Reply {
    try await send(
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// The body of a path as bytes.
  func bytes(_ target: String) async throws -> [UInt8] {
    let reply = try await exchange("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let end = Array("\r\n\r\n".utf8)
    guard let start = reply.indices.first(where: { reply[$0...].starts(with: end) }) else {
      return []
    }
    return Array(reply[(start + end.count)...])
  }

  /// Sends text as it is, and reads until the service closes the connection.
  func send(_ text: String) async throws -> Reply {
    let reply = String(decoding: try await exchange(text), as: UTF8.self)
    guard let end = reply.firstRange(of: "\r\n\r\n") else {
      return Reply(status: 0, headers: reply, body: "")
    }
    let headers = String(reply[..<end.lowerBound])
    let body = reply[end.upperBound...]
    let status = headers.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    let isStream = headers.contains("Transfer-Encoding: chunked")
    return Reply(
      status: status, headers: headers, body: isStream ? try Self.joined(body) : String(body))
  }

  /// The body that came in chunks (RFC 9112, section 7.1).
  private static func joined(_ text: Substring) throws -> String {
    var rest = text.utf8[...]
    var body: [UInt8] = []
    while true {
      guard let end = rest.firstIndex(of: 13),
        let count = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16)
      else { throw NoChunk(rest: String(decoding: rest.prefix(80), as: UTF8.self)) }
      rest = rest[end...].dropFirst(2)
      body += rest.prefix(count)
      rest = rest.dropFirst(count + 2)
      if count == 0 { return String(decoding: body, as: UTF8.self) }
    }
  }

  /// What is no chunk.
  private struct NoChunk: Error { var rest: String }

  private func exchange(_ text: String) async throws -> [UInt8] { try await talk(text).bytes }

  /// Sends text as it is; what comes back until the service closes the connection, and how long it was open.
  ///
  /// - Parameters:
  ///   - text: What is sent.
  ///   - drip: Sent again every 20 ms, as long as the connection is open.
  ///   - reads: Whether the client takes what comes back.
  /// - Returns: The bytes that came back, and the time until the connection was closed.
  /// - Throws: What the connection fails with.
  func talk(
    _ text: String, drip: String = "", reads: Bool = true
  ) async throws -> (bytes: [UInt8], open: TimeAmount) {
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    let end = loop.makePromise(of: (bytes: [UInt8], open: TimeAmount).self)
    _ = try await ClientBootstrap(group: loop)
      .channelOption(.autoRead, value: reads)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Talk(text, drip, end))
        }
      }
      .connect(host: "127.0.0.1", port: port).get()
    return try await end.futureResult.get()
  }
}

/// The client's side of a connection: all on its event loop, so that it does not wait for other tests.
private final class Talk: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let text: String
  private let drip: String
  private let end: EventLoopPromise<(bytes: [UInt8], open: TimeAmount)>
  private var bytes: [UInt8] = []
  private var begin = NIODeadline.now()

  init(_ text: String, _ drip: String, _ end: EventLoopPromise<(bytes: [UInt8], open: TimeAmount)>)
  {
    self.text = text
    self.drip = drip
    self.end = end
  }

  func channelActive(context: ChannelHandlerContext) {
    begin = .now()
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    if !drip.isEmpty { goOn(context) }
  }

  private func goOn(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    context.eventLoop.scheduleTask(in: .milliseconds(20)) {
      let (talk, context) = bound.value
      guard context.channel.isActive else { return }
      context.writeAndFlush(talk.wrapOutboundOut(ByteBuffer(string: talk.drip)), promise: nil)
      talk.goOn(context)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    bytes += Array(unwrapInboundIn(data).readableBytesView)
  }

  func channelInactive(context: ChannelHandlerContext) { end.succeed((bytes, .now() - begin)) }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

extension AsciiMap {
  /// A town with a low bridge, a way round it, and an island without a ferry.
  static func town() throws -> AsciiMap {
    AsciiMap(
      """
      A---B---C   X---Y
          |   |
          D---E
      """,
      ways: [
        "AB": "highway=primary name=Main~Street ref=7",
        "BC": "highway=primary name=Main~Street ref=7 maxheight=3.8",
        "BD": "highway=residential name=Side~Street",
        "DEC": "highway=residential name=Back~Street", "XY": "highway=residential",
      ])
  }
}
