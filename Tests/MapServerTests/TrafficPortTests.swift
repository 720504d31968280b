import Bytes
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

@testable import MapServer

/// Traffic that clients send, at an address of its own.
@Suite struct TrafficPortTests {
  /// Both addresses of a service.
  private struct Served: Sendable {
    var map: ServedMap
    var traffic: ServedMap

    /// The version that a route has considered; nil for none.
    func version() async throws -> String? {
      let target = "/route/v1/driving/\(try map.coordinates(["A", "B"]))"
      let body = try await map.get(target).body
      return body.firstRange(of: "\"traffic_version\":\"").map {
        String(body[$0.upperBound...].prefix { $0 != "\"" })
      }
    }

    /// Sends a body.
    func send(
      _ method: String, _ body: [UInt8], path: String = "/traffic", headers: String = ""
    ) async throws -> ServedMap.Reply {
      let text = String(decoding: body, as: UTF8.self)
      return try await traffic.send(
        "\(method) \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(headers)"
          + "Content-Length: \(text.utf8.count)\r\n\r\n" + text)
    }
  }

  private static func with(
    maximumBytes: Int = 1 << 20, reader: TrafficPort.Reader? = nil,
    _ work: @escaping @Sendable (Served) async throws -> Void
  ) async throws {
    var port = TrafficPort(host: "127.0.0.1", port: 0)
    port.maximumBytes = maximumBytes
    if let reader { port.reader = reader }
    let told = AsyncStream<Int>.makeStream()
    port.started = { told.continuation.yield($0) }
    try await ServedMap.with(TrafficServiceTests.drawing, trafficPort: port) { served in
      var ports = told.stream.makeAsyncIterator()
      guard let number = await ports.next() else { return }
      try await work(
        Served(map: served, traffic: ServedMap(roads: served.roads, port: number)))
    }
  }

  /// Reads `version,unplaced`, so that bodies are texts.
  private static let textReader: TrafficPort.Reader = { body, map throws(TrafficRefusal) in
    let parts = String(decoding: body, as: UTF8.self).split(separator: ",")
    guard let version = parts.first.flatMap({ UInt64($0) }) else {
      throw TrafficRefusal("line 1: is no version")
    }
    do throws(TrafficFlaw) {
      let piece = TrafficPiece(edge: 0, speed: 300)
      return SentTraffic(
        try TrafficSnapshot(
          map: version == 9 ? MapID(rawValue: 1) : map.id, version: version, made: 0,
          pieces: [piece]),
        unplaced: parts.count > 1 ? String(parts[1]) : nil)
    } catch { throw TrafficRefusal("\(error)") }
  }

  @Test("PUT and POST replace the traffic, GET tells of it, DELETE ends it")
  func replaces() async throws {
    try await Self.with(reader: Self.textReader) { served in
      #expect(try await served.version() == nil)
      #expect(try await served.traffic.get("/traffic").status == 404)
      let first = try await served.send("PUT", Array("7".utf8))
      #expect(first.status == 204 && first.body.isEmpty)
      #expect(try await served.version() == "7")
      let told = try await served.traffic.get("/traffic")
      #expect(told.status == 200 && told.headers.contains("application/json"))
      #expect(told.body.contains("\"version\":\"7\"") && told.body.contains("\"pieces\":1"))
      #expect(told.body.contains("\"made\":\"1970-01-01T00:00Z\""))
      #expect(told.body.contains("\"age_s\":") && told.body.contains("\"horizon_s\":3600"))
      let second = try await served.send("POST", Array("8,1 of 2 records".utf8))
      #expect(second.status == 200 && second.body == "1 of 2 records\n")
      #expect(try await served.version() == "8")
      #expect(try await served.traffic.get("/traffic", method: "DELETE").status == 204)
      #expect(try await served.version() == nil)
      let metrics = try await served.map.get("/metrics").body
      #expect(metrics.contains("mapc_traffic_updates_total{result=\"ok\"} 2\n"))
    }
  }

  @Test("what can't be used is refused with a line, and the old traffic stays")
  func refused() async throws {
    try await Self.with(maximumBytes: 1_000, reader: Self.textReader) { served in
      #expect(try await served.send("PUT", Array("7".utf8)).status == 204)
      let cases: [(method: String, path: String, headers: String, body: String, status: Int)] = [
        ("PUT", "/traffic", "", "x", 400), ("PUT", "/traffic", "", "", 400),
        // The traffic of another map.
        ("PUT", "/traffic", "", "9", 409),
        ("PUT", "/traffic", "", String(repeating: "1", count: 1_001), 413),
        ("PUT", "/", "", "8", 404), ("PUT", "/traffic/", "", "8", 404),
        ("PATCH", "/traffic", "", "8", 405), ("OPTIONS", "/traffic", "", "", 405),
        ("PUT", "/traffic", "Origin: http://127.0.0.1\r\n", "8", 403),
        ("POST", "/traffic", "Origin: null\r\n", "8", 403),
        ("PUT", "/traffic", "Content-Encoding: gzip\r\n", "8", 415),
      ]
      for wrong in cases {
        let reply = try await served.send(
          wrong.method, Array(wrong.body.utf8), path: wrong.path, headers: wrong.headers)
        #expect(reply.status == wrong.status, "\(wrong.method) \(wrong.path) \(reply)")
        let lines = reply.body.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines[1].isEmpty && !lines[0].isEmpty, "\(reply.body)")
        #expect(try await served.version() == "7")
      }
      // Of the first address nothing is taken.
      let other = try await served.map.get("/traffic", method: "PUT")
      #expect(other.status == 405)
    }
  }

  @Test("a body in chunks is bounded too; one that says 100-continue is asked for")
  func chunks() async throws {
    try await Self.with(maximumBytes: 1_000, reader: Self.textReader) { served in
      let head =
        "PUT /traffic HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
      let good = try await served.traffic.send(
        head + "Expect: 100-continue\r\n\r\n1\r\n1\r\n1\r\n2\r\n0\r\n\r\n")
      #expect(good.status == 100 && good.body.hasPrefix("HTTP/1.1 204"))
      #expect(try await served.version() == "12")
      let chunk = "1f4\r\n" + String(repeating: "1", count: 500) + "\r\n"
      let long = try await served.traffic.send(head + "\r\n" + chunk + chunk + chunk + "0\r\n\r\n")
      #expect(long.status == 413)
      #expect(try await served.version() == "12")
      #expect(try await served.traffic.send("no HTTP\r\n\r\n").status == 400)
    }
  }

  @Test("the reader of files takes what was compiled for the map, and nothing else")
  func files() async throws {
    let roads = try await TrafficServiceTests.drawing.build()
    let map = roads.built.map
    func bytes(_ id: MapID) throws -> [UInt8] {
      TrafficFile.bytes(
        of: try TrafficSnapshot(
          map: id, version: 3, made: 0, pieces: [TrafficPiece(edge: 0, speed: 5)]))
    }
    let good = try bytes(map.id)
    #expect(try TrafficPort.readFile(good, map).snapshot.version == 3)
    func status(_ body: [UInt8]) -> Int? {
      do throws(TrafficRefusal) {
        _ = try TrafficPort.readFile(body, map)
        return nil
      } catch { return error.status }
    }
    #expect(status(try bytes(MapID(rawValue: 5))) == 409)
    #expect(status([]) == 400 && status(Array("way_id\n".utf8)) == 400)
    for count in good.indices { #expect(status(Array(good[..<count])) == 400) }
  }
}
