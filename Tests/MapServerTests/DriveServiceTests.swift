import TestSupport
import Testing

@testable import MapServer

/// `/drive/v1`: a simulated drive as server-sent events, read as browsers read them.
@Suite struct DriveServiceTests {
  private struct Event: Equatable {
    var id = ""
    var name = ""
    var data = ""
  }

  /// The events of a stream, by the rules of the HTML Living Standard for fields and empty lines.
  private static func events(_ body: String) -> [Event] {
    var events: [Event] = []
    var event = Event()
    for line in body.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        if !event.data.isEmpty { events.append(event) }
        event = Event()
      } else if line.hasPrefix("id: ") {
        event.id = String(line.dropFirst(4))
      } else if line.hasPrefix("event: ") {
        event.name = String(line.dropFirst(7))
      } else if line.hasPrefix("data: ") {
        event.data += line.dropFirst(6)
      }
    }
    return events
  }

  @Test("a stream has the route, what happens on the way in order, and its end")
  func stream() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "D>E 0.5"])
      let reply = try await served.get("/drive/v1/driving/\(places)?noise=3&seed=4")
      #expect(reply.status == 200)
      let events = Self.events(reply.body)
      #expect(events.map(\.id) == (1...events.count).map(String.init))
      #expect(
        events.first?.name == "route"
          && events.last == Event(id: "\(events.count)", name: "end", data: "{}"))
      let trip = events.dropFirst().dropLast()
      #expect(trip.allSatisfy { $0.name == "trip" && $0.data.hasPrefix("{\"event\":\"") })
      let names = trip.map { $0.data.split(separator: "\"")[3] }
      #expect(names.first == "legBegan" && names.last == "ended")
      for name in ["progress", "spoken", "willArrive", "didArrive"] {
        #expect(names.contains { $0 == name }, "\(name)")
      }
      #expect(trip.contains { $0.data.contains("Turn right onto Side Street") })
      let again = try await served.get("/drive/v1/driving/\(places)?noise=3&seed=4")
      #expect(again.body == reply.body)
      let other = try await served.get("/drive/v1/driving/\(places)?noise=3&seed=5")
      #expect(other.body != reply.body)
    }
  }

  @Test("a stream is sent in parts while it is made, and whole to a client of HTTP/1.0")
  func parts() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "D>E 0.5"])
      let target = "/drive/v1/driving/\(places)?noise=3&seed=4"
      let fields = "Host: a\r\nAccept-Encoding: gzip\r\n"
      let reply = try await served.talk(
        "GET \(target) HTTP/1.1\r\n\(fields)\r\nGET /health HTTP/1.1\r\n\(fields)"
          + "Connection: close\r\n\r\n")
      let text = String(decoding: reply.bytes, as: UTF8.self).replacing("\r\n", with: "|")
      #expect(text.contains("|Transfer-Encoding: chunked|"))
      #expect(!text.contains("Content-Encoding"))
      // The route is the first part, and the next request is answered behind the last one.
      let parts = text.split(separator: "|").filter { $0.hasPrefix("id: ") }
      #expect(parts.count > 2)
      #expect(try Self.events(String(#require(parts.first))).map(\.name) == ["route"])
      let end = try #require(text.firstRange(of: "|0||HTTP/1.1 200 OK|"))
      #expect(text[end.upperBound...].contains("\"status\":\"ok\""))
      let old = try await served.send("GET \(target) HTTP/1.0\r\n\r\n")
      #expect(old.status == 200 && old.headers.contains("Content-Length"))
      #expect(try await served.get(target).body == old.body)
      let head = try await served.get(target, method: "HEAD")
      #expect(head.status == 200 && head.body.isEmpty && head.headers.contains("Content-Length"))
    }
  }

  @Test("a trip that ends where it begins, or whose first stop is its start, stays on its route")
  func still() async throws {
    try await ServedMap.with(.town()) { served in
      for (letters, arrivals) in [(["A", "A"], 1), (["A", "A", "B"], 2)] {
        let places = try served.coordinates(letters)
        let reply = try await served.get("/drive/v1/driving/\(places)")
        #expect(!reply.body.contains("\"event\":\"leftRoute\""), "\(letters)")
        #expect(
          reply.body.ranges(of: "\"event\":\"didArrive\"").count == arrivals, "\(letters)")
      }
    }
  }

  @Test("a trip arrives at its stops, and passes what is no waypoint")
  func stops() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "B>D 0.5", "D>E 0.5"])
      func names(_ options: String) async throws -> [String] {
        let reply = try await served.get("/drive/v1/driving/\(places)?\(options)")
        return Self.events(reply.body).filter { $0.name == "trip" }
          .map { String($0.data.split(separator: "\"")[3]) }
          .filter { ["didArrive", "passed"].contains($0) }
      }
      #expect(try await names("noise=0") == ["didArrive", "didArrive"])
      #expect(try await names("noise=0&waypoints=0;2") == ["passed", "didArrive"])
      #expect(try await names("noise=0&continue_straight=true") == ["passed", "didArrive"])
    }
  }

  @Test("new routes of a drive along a matched trace have the options of the request")
  func optionsOfTrace() async throws {
    let road = AsciiMap(
      """
      A------B
      """, metresPerCell: 1_000, ways: ["AB": "highway=primary"])
    try await ServedMap.with(road) { served in
      // 7 km in 700 s: better routes are requested on the way.
      let fixes = try served.coordinates((0...70).map { "A>B \(Double($0) / 70)" })
      let times = (0...70).map { "\(10 * $0)" }.joined(separator: ";")
      let reply = try await served.get(
        "/drive/v1/driving/\(fixes)?timestamps=\(times)&exclude=motorway")
      let requests = Self.events(reply.body).filter { $0.data.hasPrefix("{\"event\":\"request\"") }
      #expect(!requests.isEmpty)
      #expect(requests.allSatisfy { $0.data.contains("\"exclude\":[\"motorways\"]") })
    }
  }

  @Test("speed, interval and language are those asked for")
  func options() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "D>E 0.5"])
      func count(_ options: String) async throws -> Int {
        let reply = try await served.get("/drive/v1/driving/\(places)?\(options)")
        #expect(reply.status == 200, "\(options)")
        return Self.events(reply.body).filter { $0.data.contains("\"event\":\"progress\"") }.count
      }
      let usual = try await count("noise=0")
      #expect(try await count("noise=0&speed=6") > 2 * usual)
      #expect(try await count("noise=0&interval=4") < usual)
      let german = try await served.get("/drive/v1/driving/\(places)?language=de")
      #expect(german.body.contains("Rechts auf Side Street abbiegen"))
    }
  }

  /// Fixes of a drive along a line of letters, as coordinates and timestamps.
  private static func trace(
    _ served: ServedMap, _ legs: [String], from start: Int = 0
  ) throws -> (places: String, times: String) {
    var places: [String] = []
    for leg in legs {
      let ends = leg.map(String.init)
      places += try (0..<12).map { step in
        try served.coordinates(["\(ends[0])>\(ends[1]) \(Double(step) / 12)"])
      }
    }
    let times = places.indices.map { "\(start + 2 * $0)" }
    return (places.joined(separator: ";"), times.joined(separator: ";"))
  }

  @Test("a trace is driven along the roads that were matched from it, with what is said there")
  func matchedTrace() async throws {
    try await ServedMap.with(.town()) { served in
      let (places, times) = try Self.trace(served, ["AB", "BD", "DE"], from: 1_700_000_000)
      let reply = try await served.get("/drive/v1/driving/\(places)?timestamps=\(times)")
      #expect(reply.status == 200, "\(reply.body)")
      let events = Self.events(reply.body)
      #expect(events.first?.name == "route" && events.last?.name == "end")
      #expect(events.contains { $0.data.contains("\"time\":1700000000") })
      #expect(!events.contains { $0.data.contains("\"event\":\"leftRoute\"") })
      #expect(reply.body.contains("Turn right onto Side Street"))
    }
  }

  @Test("with waypoints a trace is driven along the best route, and leaves it where the driver did")
  func awayTrace() async throws {
    try await ServedMap.with(.town()) { served in
      // The best route to C leads straight on at B.
      let (places, times) = try Self.trace(served, ["AB", "BD", "DE", "EC"])
      let reply = try await served.get(
        "/drive/v1/driving/\(places)?timestamps=\(times)&waypoints=0;47")
      #expect(reply.status == 200, "\(reply.body)")
      let events = Self.events(reply.body)
      #expect(events.last?.name == "end")
      #expect(events.contains { $0.data.contains("\"event\":\"leftRoute\"") })
      #expect(events.contains { $0.data.contains("\"event\":\"didReroute\"") })
      for (options, code) in [
        ("timestamps=0;1", "InvalidOptions"), ("timestamps=\(times)&noise=5", "InvalidOptions"),
        (
          "timestamps=\(String(times.split(separator: ";").reversed().joined(separator: ";")))",
          "InvalidValue"
        ),
      ] {
        let refused = try await served.get("/drive/v1/driving/\(places)?\(options)")
        #expect(refused.body.contains("\"code\":\"\(code)\""), "\(options): \(refused.body)")
      }
    }
  }

  @Test("the stops of a trace are reached once each, in its order, however they are listed")
  func stopsOfTrace() async throws {
    try await ServedMap.with(.town()) { served in
      let (places, times) = try Self.trace(served, ["AB", "BD", "DE"])
      func drive(_ waypoints: String) async throws -> String {
        let reply = try await served.get(
          "/drive/v1/driving/\(places)?timestamps=\(times)&waypoints=\(waypoints)")
        #expect(reply.status == 200, "\(reply.body)")
        return reply.body
      }
      let listed = try await drive("0;6;18;35")
      #expect(try await drive("0;18;6;35") == listed)
      #expect(try await drive("0;6;6;18;35") == listed)
    }
  }

  @Test("a stop of a trace without a road is named by its fix, however often it is listed")
  func farStop() async throws {
    var limits = ServiceLimits()
    limits.radius = 100
    limits.coordinates = 4
    try await ServedMap.with(.town(), limits: limits) { served in
      let places = try served.coordinates(["A"]) + ";100,-60"
      let target = "/drive/v1/driving/\(places)?timestamps=0;60&waypoints="
      let far = try await served.get(target + "0;0;0;1")
      #expect(far.status == 400 && far.body.contains("\"code\":\"NoSegment\""), "\(far.body)")
      #expect(far.body.contains("coordinate 1\""), "\(far.body)")
      let many = try await served.get(target + "0;0;0;0;1")
      #expect(many.status == 400 && many.body.contains("\"code\":\"TooBig\""), "\(many.body)")
    }
  }

  @Test("what is out of range, too long or without a route is refused as everywhere")
  func refusals() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "D>E 0.5"])
      for (path, code) in [
        ("driving/\(places)?noise=201", "InvalidValue"),
        ("driving/\(places)?interval=0", "InvalidValue"),
        ("driving/\(places)?dropouts=1", "InvalidValue"),
        ("driving/\(places)?speed=0", "InvalidValue"),
        ("driving/\(places)?seed=-1", "InvalidQuery"),
        ("driving/\(places)?steps=true", "InvalidQuery"),
        ("driving/\(try served.coordinates(["A"]))", "InvalidOptions"),
        ("driving/0,0;1,1?radiuses=100;100", "NoSegment"),
        ("driving/\(places)?language=xx", "InvalidValue"),
      ] {
        let reply = try await served.get("/drive/v1/\(path)")
        #expect(reply.body.contains("\"code\":\"\(code)\""), "\(path): \(reply.body)")
      }
    }
  }

  @Test("a drive of more fixes than the limit is refused before it begins")
  func length() async throws {
    var limits = ServiceLimits()
    limits.driveFixes = 3
    try await ServedMap.with(.town(), limits: limits) { served in
      let places = try served.coordinates(["A", "D>E 0.5"])
      for (options, remedy) in [("", "raise interval."), ("?speed=1", "raise interval or speed.")] {
        let reply = try await served.get("/drive/v1/driving/\(places)\(options)")
        #expect(reply.body.contains("\"code\":\"TooBig\""))
        #expect(reply.body.contains(remedy), "\(options): \(reply.body)")
      }
    }
  }

  @Test("a drive that becomes longer than expected ends with a failure")
  func becameLong() async throws {
    var limits = ServiceLimits()
    // The way takes less than half a minute; its first fix is beyond twice the limit.
    limits.driveFixes = 0.49
    try await ServedMap.with(.town(), limits: limits) { served in
      let places = try served.coordinates(["A", "A>B 0.9"])
      let reply = try await served.get("/drive/v1/driving/\(places)?interval=60")
      let events = Self.events(reply.body)
      #expect(events.first?.name == "route" && events.last?.name == "failure", "\(reply.body)")
      #expect(events.last?.data.contains("\"code\":\"TooBig\"") == true)
    }
  }
}
