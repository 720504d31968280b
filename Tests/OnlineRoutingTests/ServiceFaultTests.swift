import OnlineRouting
import RoadModel
import RouteModel
import Routing
import Testing

/// What a service may do wrong, and what becomes of it: never a crash, never an endless wait.
@Suite struct ServiceFaultTests {
  /// A fault and the error that it must give.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var script: [RawServer.Act]
    var error: RoutingError
    /// Requests that the service gets in all.
    var requests = 1
    /// What is told on the way.
    var nonFatal: [RoutingError] = []

    var testDescription: String { name }
  }

  static let request = RouteRequest(waypoints: [
    Waypoint(latitude: 47, longitude: 8), Waypoint(latitude: 47.01, longitude: 8.01),
  ])

  /// Two retries after short pauses.
  static let options = OnlineOptions(
    answerSeconds: 600, totalSeconds: 900, maximumRetries: 2, backoffSeconds: 0.01,
    answerBytes: 100_000)

  private static let cut = RoutingError.service(
    .unreachable(reason: "the connection was closed before the answer was complete"))
  private static let busy = RoutingError.service(.busy(retryAfterSeconds: nil))
  private static let slow = RoutingError.service(.timedOut(seconds: 1))
  private static let tooLarge = RoutingError.service(.answerTooLarge(limit: 100_000))
  private static let redirected = RoutingError.service(.redirected)

  private static func malformed(_ what: String) -> RoutingError { .service(.malformed(what)) }

  static let transport: [Case] = [
    Case(name: "silent", script: [.hang], error: slow),
    Case(name: "silent after the head", script: [.stall(head(100))], error: slow),
    Case(name: "silent within the body", script: [.stall(head(100) + #"{"code":"#)], error: slow),
    Case(
      name: "a byte now and then", script: [.drip(head(100) + String(repeating: " ", count: 99))],
      error: slow),
    Case(
      name: "closing at once", script: [.send("")], error: cut, requests: 3,
      nonFatal: [cut, cut]),
    Case(
      name: "cutting within the head", script: [.send("HTTP/1.1 200 OK\r\nContent-Le")],
      error: cut, requests: 3, nonFatal: [cut, cut]),
    Case(
      name: "cutting within the body", script: [.reply(200, #"{"code":"Ok","#, length: 1_000)],
      error: cut, requests: 3, nonFatal: [cut, cut]),
    Case(
      name: "cutting within a chunk",
      script: [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\n{")],
      error: cut, requests: 3, nonFatal: [cut, cut]),
    Case(
      name: "busy", script: [.reply(503, "")], error: busy, requests: 3, nonFatal: [busy, busy]),
    Case(
      name: "asked too often", script: [.reply(429, "{}")], error: busy, requests: 3,
      nonFatal: [busy, busy]),
    Case(
      name: "asked too often, come back in an hour",
      script: [.reply(429, "", headers: "Retry-After: 3600\r\n")],
      error: .service(.busy(retryAfterSeconds: 3_600))),
    Case(
      name: "busy until a date",
      script: [
        .reply(
          503, "",
          headers: "Date: Sat, 21 Nov 2026 23:59:00 GMT\r\n"
            + "Retry-After: Sun, 22 Nov 2026 02:29:01 GMT\r\n")
      ], error: .service(.busy(retryAfterSeconds: 9_001))),
    Case(
      name: "a longer body than allowed", script: [.reply(200, "{}", length: 200_000)],
      error: tooLarge),
    Case(
      name: "a body without end",
      script: [.flood("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")],
      error: tooLarge),
    Case(
      name: "redirected to itself",
      script: [.reply(302, "", headers: "Location: /elsewhere\r\n")], error: redirected,
      requests: 2),
    Case(name: "redirected ever on", script: [.redirectOn], error: redirected, requests: 4),
    Case(name: "redirected nowhere", script: [.reply(302, "")], error: redirected),
    Case(
      name: "failing", script: [.reply(500, "<h1>oops</h1>")],
      error: .service(.failed(status: 500, message: ""))),
    Case(
      name: "no such page", script: [.reply(404, "not here")],
      error: .service(.notOffered(code: "HTTP 404", message: "no such address"))),
    Case(
      name: "not allowed", script: [.reply(401, "")],
      error: .service(.refused(code: "HTTP 401", message: ""))),
    Case(name: "no text", script: [.reply(200, "")], error: malformed("no JSON with a code")),
    Case(
      name: "another page", script: [.reply(200, "<html>hello</html>")],
      error: malformed("no JSON with a code")),
    Case(
      name: "JSON without a code", script: [.reply(200, #"[{"code":"Ok"}]"#)],
      error: malformed("no JSON with a code")),
    Case(
      name: "JSON that never closes",
      script: [.reply(200, String(repeating: "[", count: 90_000))],
      error: malformed("no JSON with a code")),
  ]

  private static func head(_ length: Int) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
  }

  @Test("each fault of the connection gives its error", arguments: transport)
  func connection(_ row: Case) async throws {
    try await expect(row)
  }

  private func expect(_ row: Case) async throws {
    try await RawServer.with(row.script) { server, base in
      var options = Self.options
      if row.error == Self.slow { options.answerSeconds = 1 }
      let calculation = OnlineRoutingEngine(base: base, options: options)
        .calculate(Self.request)
      let result: RoutingError?
      do throws(RoutingError) {
        _ = try await calculation.response
        result = nil
      } catch { result = error }
      #expect(result == row.error)
      #expect(server.targets.count == row.requests)
      #expect(calculation.nonFatalErrors == row.nonFatal)
      #expect(calculation.state == .failed(row.error))
    }
  }

  @Test("bytes that are no HTTP are malformed")
  func garbage() async throws {
    try await RawServer.with([.send("\u{1}\u{2}SSH-2.0-garbage\r\n\r\n")]) { _, base in
      let result = await outcome(
        OnlineRoutingEngine(base: base, options: Self.options), Self.request)
      guard case .service(.malformed) = result.error else {
        Issue.record("\(result)")
        return
      }
    }
  }

  @Test("where nobody listens, or at no address at all, the service is unreachable")
  func down() async throws {
    for base in [try await RawServer.nobody(), "nonsense", "ftp://localhost", "http://"] {
      let result = await outcome(
        OnlineRoutingEngine(base: base, options: Self.options), Self.request)
      guard case .service(.unreachable) = result.error else {
        Issue.record("\(base): \(result)")
        continue
      }
    }
  }

  /// OSRM's codes, and what becomes of each.
  static let codes: [(status: Int, code: String, message: String, error: RoutingError)] = [
    (400, "InvalidUrl", "bad", .service(.notOffered(code: "InvalidUrl", message: "bad"))),
    (
      400, "InvalidService", "bad",
      .service(.notOffered(code: "InvalidService", message: "bad"))
    ),
    (
      400, "InvalidVersion", "bad",
      .service(.notOffered(code: "InvalidVersion", message: "bad"))
    ),
    (400, "InvalidOptions", "bad", .service(.refused(code: "InvalidOptions", message: "bad"))),
    (400, "InvalidQuery", "bad", .service(.refused(code: "InvalidQuery", message: "bad"))),
    (400, "InvalidValue", "bad", .service(.refused(code: "InvalidValue", message: "bad"))),
    (405, "InvalidMethod", "", .service(.notOffered(code: "InvalidMethod", message: ""))),
    (
      400, "NoSegment", "Could not find a matching segment for coordinate 1",
      .noRoadNear(waypoint: 1, mode: .car, radiusMetres: 10_000, nearestMetres: nil)
    ),
    (
      400, "NoSegment", "for coordinate 7",
      .service(.refused(code: "NoSegment", message: "for coordinate 7"))
    ),
    (400, "TooBig", "500 at most", .service(.tooBig(message: "500 at most"))),
    (400, "NoRoute", "Impossible", .noRoute(from: 0, to: 1, mode: .car, blockers: [])),
    (400, "NoMatch", "", .service(.malformed("code NoMatch for a route"))),
    (400, "NoTrips", "", .service(.malformed("code NoTrips for a route"))),
    (400, "NoTable", "", .service(.malformed("code NoTable for a route"))),
    (400, "NotImplemented", "", .service(.notOffered(code: "NotImplemented", message: ""))),
    (400, "DisabledDataset", "", .service(.notOffered(code: "DisabledDataset", message: ""))),
    (500, "DamagedMap", "bad", .service(.failed(status: 500, message: "bad"))),
    (500, "Crashed", "x", .service(.failed(status: 500, message: "Crashed: x"))),
    (400, "Strange", "x", .service(.refused(code: "Strange", message: "x"))),
  ]

  @Test("each of OSRM's codes gives its error", arguments: codes.indices)
  func code(_ index: Int) async throws {
    let row = Self.codes[index]
    let body = #"{"message":"\#(row.message)","code":"\#(row.code)"}"#
    try await expect(
      Case(name: row.code, script: [.reply(row.status, body)], error: row.error))
  }
}
