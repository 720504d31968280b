import Bytes
import NIOCore
import NIOPosix

/// A server that does to each request what a script says, to try how a client takes it.
final class RawServer: Sendable {
  /// What is done to a connection once its request is there.
  enum Act: Sendable {
    /// These bytes are sent, and the connection is closed.
    case send(String)
    /// Nothing is ever sent.
    case hang
    /// These bytes are sent, and then nothing more.
    case stall(String)
    /// These bytes, then others without end.
    case flood(String)
    /// A byte now and then.
    case drip(String)
    /// A redirection to an address that was never asked for before.
    case redirectOn
  }

  private let script: [Act]
  private let log = Guarded((targets: [String](), closed: 0))

  private init(_ script: [Act]) { self.script = script }

  /// Paths and queries that were asked for, in order.
  var targets: [String] { log.withLock { $0.targets } }

  /// Serves while some work is done; after the script's end its last act is repeated.
  static func with(
    _ script: [Act], _ work: @Sendable (RawServer, _ base: String) async throws -> Void
  ) async throws {
    let server = RawServer(script)
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let port = channel.channel.localAddress?.port ?? 0
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try? await channel.executeThenClose { connections in
          try await withThrowingDiscardingTaskGroup { group in
            for try await connection in connections {
              group.addTask { await server.serve(connection) }
            }
          }
        }
      }
      try await work(server, "http://127.0.0.1:\(port)")
      group.cancelAll()
    }
  }

  /// A base address at which nobody listens.
  static func nobody() async throws -> String {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = channel.localAddress?.port ?? 0
    try await channel.close()
    return "http://127.0.0.1:\(port)"
  }

  /// Waits until the client has closed some connections; at most ten minutes.
  func hasClosed(_ count: Int) async -> Bool {
    for _ in 0..<60_000 {
      if log.withLock({ $0.closed }) >= count { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// Waits until some requests are there; at most ten minutes.
  func wasAsked(_ count: Int) async -> Bool {
    for _ in 0..<60_000 {
      if targets.count >= count { return true }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  private func serve(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
    try? await connection.executeThenClose { inbound, outbound in
      var text = ""
      var parts = inbound.makeAsyncIterator()
      while !text.contains("\r\n\r\n") {
        guard let part = try await parts.next() else { return }
        text += String(buffer: part)
      }
      let target = text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      let number = log.withLock { log in
        log.targets.append(target)
        return log.targets.count
      }
      defer { log.withLock { $0.closed += 1 } }
      switch script[min(number, script.count) - 1] {
      case .send(let bytes): try await outbound.write(ByteBuffer(string: bytes))
      case .hang: while try await parts.next() != nil {}
      case .stall(let bytes):
        try await outbound.write(ByteBuffer(string: bytes))
        while try await parts.next() != nil {}
      case .flood(let bytes):
        try await outbound.write(ByteBuffer(string: bytes))
        let more = ByteBuffer(string: "1000\r\n" + String(repeating: " ", count: 4_096) + "\r\n")
        while true { try await outbound.write(more) }
      case .drip(let bytes):
        for byte in bytes.utf8 {
          try await outbound.write(ByteBuffer(bytes: [byte]))
          try await Task.sleep(for: .milliseconds(20))
        }
      case .redirectOn:
        try await outbound.write(
          ByteBuffer(
            string: "HTTP/1.1 302 Found\r\nLocation: /on/\(number)\r\nContent-Length: 0\r\n"
              + "Connection: close\r\n\r\n"))
      }
    }
  }
}

extension RawServer.Act {
  /// An answer with a body.
  static func reply(
    _ status: Int, _ body: String, headers: String = "", length: Int? = nil
  ) -> RawServer.Act {
    .send(
      "HTTP/1.1 \(status) X\r\nContent-Length: \(length ?? body.utf8.count)\r\n"
        + "Connection: close\r\n\(headers)\r\n\(body)")
  }
}
