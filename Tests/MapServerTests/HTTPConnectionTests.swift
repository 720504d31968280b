import NIOCore
import RouteModel
import Testing

@testable import MapServer

/// Requests on one connection: their order, and how it ends.
@Suite struct HTTPConnectionTests {
  private static func request(_ target: String, _ fields: String = "") -> String {
    "GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
  }

  private static let closing = "Connection: close\r\n"

  /// Where words are found in a text, each behind the one before; nil if one is missing there.
  private func places(of words: [String], in text: String) -> Int? {
    var rest = text[...]
    for word in words {
      guard let range = rest.firstRange(of: word) else { return nil }
      rest = rest[range.upperBound...]
    }
    return rest.count
  }

  private func answers(in reply: ServedMap.Reply) -> Int {
    (reply.headers + reply.body).ranges(of: "HTTP/1.1 ").count
  }

  @Test("requests that come together are answered in their order, quick ones behind slow ones")
  func order() async throws {
    try await ServedMap.with(.town()) { served in
      let route = "/route/v1/driving/\(try served.coordinates(["A", "E"]))"
      let nearest = "/nearest/v1/driving/\(try served.coordinates(["A"]))"
      let reply = try await served.send(
        Self.request(route) + Self.request("/health") + Self.request(nearest)
          + Self.request("/map.json", Self.closing))
      let words = ["\"routes\"", "\"status\":\"ok\"", "\"nodes\"", "\"attribution\""]
      #expect(places(of: words, in: reply.body) != nil, "\(reply.body)")
      #expect(answers(in: reply) == 4)
    }
  }

  @Test("more requests may come together than are read ahead")
  func many() async throws {
    try await ServedMap.with(.town()) { served in
      let route = Self.request("/route/v1/driving/\(try served.coordinates(["A", "E"]))")
      let health = Self.request("/health")
      let text = String(repeating: route + health, count: 200)
      let reply = try await served.send(text + Self.request("/health", Self.closing))
      #expect(answers(in: reply) == 401)
      #expect((reply.headers + reply.body).ranges(of: " 200 OK").count == 401)
    }
  }

  @Test("a connection ends with the answer when the client says so, or speaks HTTP/1.0")
  func ends() async throws {
    try await ServedMap.with(.town()) { served in
      let closed = try await served.send(
        Self.request("/health", Self.closing) + Self.request("/health"))
      #expect(answers(in: closed) == 1)
      #expect(closed.headers.contains("Connection: close"))
      let old = try await served.send("GET /health HTTP/1.0\r\n\r\n")
      #expect(old.status == 200 && old.body.contains("\"ok\""))
    }
  }

  @Test(
    "a wish for another protocol is ignored, and the requests behind it are answered",
    arguments: [
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n",
      "UPGRADE: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n",
    ])
  func upgrade(fields: String) async throws {
    var limits = ServiceLimits()
    limits.idleSeconds = 5
    try await ServedMap.with(.town(), limits: limits) { served in
      let reply = try await served.send(
        Self.request("/health", fields)
          + "POST / HTTP/1.1\r\nHost: a\r\n\(fields)Content-Length: 3\r\n\r\nabc"
          + Self.request("/map.json", fields) + Self.request("/health", Self.closing))
      let words = ["\"status\":\"ok\"", "HTTP/1.1 405", "\"attribution\"", "\"status\":\"ok\""]
      #expect(places(of: words, in: reply.body) != nil, "\(reply.body)")
      #expect(answers(in: reply) == 4)
    }
  }

  @Test("a tunnel is refused, and ends the connection whatever follows")
  func tunnel() async throws {
    try await ServedMap.with(.town()) { served in
      let connect = "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"
      let reply = try await served.send(
        Self.request("/health") + connect + Self.request("/health"))
      #expect(reply.status == 200 && answers(in: reply) == 2)
      #expect(places(of: ["HTTP/1.1 405", "Connection: close"], in: reply.body) != nil)
    }
  }

  @Test("what is no HTTP behind a request is refused after its answer")
  func garbage() async throws {
    try await ServedMap.with(.town()) { served in
      let route = Self.request("/route/v1/driving/\(try served.coordinates(["A", "E"]))")
      let reply = try await served.send(route + "GARBAGE\r\n\r\n")
      #expect(reply.status == 200)
      #expect(places(of: ["\"routes\"", "HTTP/1.1 400", "InvalidUrl"], in: reply.body) != nil)
    }
  }

  @Test(
    "who sends nothing, or half a request, is not waited for, and told so",
    arguments: [
      "", "GET /health HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
      "POST /isochrone HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
    ])
  func silence(text: String) async throws {
    var limits = ServiceLimits()
    limits.idleSeconds = 1
    try await ServedMap.with(.town(), limits: limits) { served in
      let (bytes, open) = try await served.talk(text)
      #expect(open > .milliseconds(500))
      let reply = String(decoding: bytes, as: UTF8.self)
      let error = text.hasPrefix("POST / ") ? "InvalidMethod" : "RequestTimeout"
      #expect(reply.hasPrefix("HTTP/1.1 40") && reply.contains("\"code\":\"\(error)\""))
    }
  }

  /// How many answers of a service were made so far.
  private func made(_ service: String, by served: ServedMap) async throws -> Int {
    let metrics = try await served.get("/metrics").body
    let count = "mapc_requests_total{service=\"\(service)\",code=\"Ok\"} "
    guard let range = metrics.firstRange(of: count) else { return 0 }
    return Int(metrics[range.upperBound...].prefix { $0 != "\n" }) ?? 0
  }

  @Test("who asks 20,000 times and takes nothing gets few answers made, and is cut")
  func stalled() async throws {
    var limits = ServiceLimits()
    limits.idleSeconds = 1
    try await ServedMap.with(.town(), limits: limits) { served in
      let text = String(repeating: Self.request("/"), count: 20_000)
      let open = try await served.talk(text, reads: false).open
      #expect(open > .milliseconds(500))
      // What the system keeps between the two is some megabytes.
      #expect(try await made("page", by: served) < 1_000)
      #expect(try await served.get("/metrics").body.contains("code=\"ClientStalled\"} 1"))
    }
  }

  @Test(
    "a request that never ends holds a connection no longer than silence",
    arguments: [
      "GET /health HTTP/1.1\r\nX-Long: ",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999\r\n\r\n",
      "GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFF\r\n",
    ])
  func dripping(text: String) async throws {
    var limits = ServiceLimits()
    limits.idleSeconds = 1
    try await ServedMap.with(.town(), limits: limits) { served in
      let (bytes, open) = try await served.talk(text, drip: "x")
      #expect(open > .milliseconds(500))
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 "))
    }
  }

  @Test("when as many connections are open as may be, the next waits for one to close")
  func connections() async throws {
    var limits = ServiceLimits()
    limits.idleSeconds = 1
    limits.connections = 2
    try await ServedMap.with(.town(), limits: limits) { served in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<12 {
          group.addTask {
            _ = try await served.talk("")
          }
        }
        group.addTask {
          let status = try await served.get("/health").status
          #expect(status == 200)
        }
        try await group.waitForAll()
      }
      // The accepted ones are closed after a second each, two at a time.
      #expect(try await served.get("/health").status == 200)
    }
  }
}
