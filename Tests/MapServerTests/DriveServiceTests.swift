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
      let reply = try await served.get("/drive/v1/driving/\(places)")
      #expect(reply.body.contains("\"code\":\"TooBig\""))
    }
  }
}
