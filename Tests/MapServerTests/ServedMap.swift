import Geo
import Logging
import MapReader
import NIOCore
import NIOPosix
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
    _ work: @Sendable (ServedMap) async throws -> Void
  ) async throws {
    let roads =
      nodeIDs ? try await drawing.build(options: .withNodeIDs) : try await drawing.build()
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let server = MapServer(map: roads.built.map, port: 0, limits: limits, logger: logger)
    let (ports, found) = AsyncStream<Int>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve(signals: []) { found.yield($0) } }
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
    let status = headers.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return Reply(status: status, headers: headers, body: String(reply[end.upperBound...]))
  }

  private func exchange(_ text: String) async throws -> [UInt8] {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    var bytes: [UInt8] = []
    try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      for try await part in inbound { bytes += Array(part.readableBytesView) }
    }
    return bytes
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
