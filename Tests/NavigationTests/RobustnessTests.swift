import Geo
import JSON
import MapMatching
import Navigation
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What comes from outside and does not fit: routes, saved trips, fixes, gaps.
@Suite struct RobustnessTests {
  @Test("a route whose numbers do not fit together is no trip")
  func routes() async throws {
    let roads = try await DrawnMap.town.roads()
    let changes: [@Sendable (inout RouteSection) -> Void] = [
      { $0.lengthMetres = -1 }, { $0.lengthMetres = .infinity }, { $0.durationSeconds = .nan },
      { $0.polyline = [] }, { $0.edges.reverse() }, { $0.edges[0].points = 0...9_999 },
      { $0.steps.reverse() }, { $0.postActions = [.wait(seconds: .nan)] },
      { $0.postActions = [.chargingSetup(seconds: -60)] },
    ]
    for (number, change) in changes.enumerated() {
      #expect(throws: NoTrip.self, "change \(number)") {
        try roads.trip(["A", "F"], response: { change(&$0.routes[0].sections[0]) })
      }
    }
    _ = try roads.trip(["A", "F"])
  }

  @Test(
    "a damaged saved trip is refused",
    arguments: [
      ("\"passedWaypoint\":0", "\"passedWaypoint\":99"), ("\"spoken\":0", "\"spoken\":-1"),
      ("\"jumps\":0", "\"jumps\":9223372036854775807"),
      ("\"noiseSquare\":81", "\"noiseSquare\":-81"), ("\"firstStop\":0", "\"firstStop\":-1"),
      ("\"traceStride\":1", "\"traceStride\":9223372036854775807"),
    ])
  func saved(good: String, bad: String) async throws {
    let roads = try await DrawnMap.town.roads()
    var json = JSONWriter()
    json.value(try roads.trip(["A", "F"]).trip)
    let text = json.text
    #expect(text.contains(good))
    _ = try JSONDecoder().decode(Trip.self, from: Data(text.utf8))
    let damaged = text.replacing(good, with: bad)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Trip.self, from: Data(damaged.utf8))
    }
  }

  @Test("a heading beyond all numbers is none", arguments: [1e300, -1e300, .infinity, .nan])
  func heading(degrees: Double) async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    var drive = Drive(stand: 0)
    drive.hasHeading = false
    var fixes = try drive.fixes("ABE", on: roads)
    for index in fixes.indices { fixes[index].headingDegrees = degrees }
    try runner.drive(fixes)
    #expect(runner.words.contains("left otherRoad"))
  }

  @Test("after ten minutes without fixes the vehicle is where the next fix is")
  func gap() async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "K"], Scenario.options()))
    let fixes = try Drive(stand: 0).fixes("AB", on: roads)
    try runner.drive(fixes)
    let before = try #require(runner.progress.last?.metresLeft)
    var last = try #require(fixes.last)
    last.time = (last.time ?? 0) + 600
    try runner.drive([last])
    let after = try #require(runner.progress.last?.metresLeft)
    #expect(abs(before - after) < 50)
    #expect(runner.words == "leg 0")
  }

  @Test("who stands before the end for ten minutes without fixes has not driven beyond it")
  func gapBeforeEnd() async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    let fixes = try Drive(stand: 0).fixes("ABC", on: roads)
    try runner.drive(fixes)
    var last = try #require(fixes.last)
    last.time = (last.time ?? 0) + 600
    try runner.drive([last])
    var json = JSONWriter()
    json.value(runner.trip)
    #expect(json.text.contains("\"beyond\":0,"))
    #expect(!runner.events.contains { $0.name == "didArrive" })
  }

  @Test("a receiver with few fixes loses its signal once at most", arguments: [5, 10, 15])
  func sparseFixes(seconds: Int) async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "K"], Scenario.options()))
    var clock = TripClock()
    let fixes = try Drive(stand: 60).fixes("ABCDEFGHIJK", on: roads)
    for fix in stride(from: 0, to: fixes.count, by: seconds).map({ fixes[$0] }) {
      for tick in clock.ticks(before: fix) { try runner.take(.tick(tick)) }
      try runner.take(.fix(fix))
    }
    // Before the second fix nothing is known of the receiver.
    #expect(runner.events.count { $0 == .signalLost } <= 1)
    #expect(runner.events.last == .ended(.arrived))
  }

  @Test(
    "a vehicle that turns round with a fix each 15 s is noticed with the fourth fix behind the turn",
    arguments: [0, 4, 8, 12])
  func sparseTurn(offset: Int) async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "K"], Scenario.options()))
    let fixes = try Drive(stand: 0).fixes("ABCDCBA", on: roads)
    // The vehicle turns at D after 90 s.
    for index in stride(from: offset, to: fixes.count, by: 15) where index <= 90 + 4 * 15 {
      try runner.take(.fix(fixes[index]))
    }
    #expect(runner.words.hasPrefix("leg 0, left turnedBack"), "\(runner.words)")
  }

  @Test("on a new route, fixes that drove back on the one before do not count")
  func turnsAgain() async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "K"], Scenario.options()))
    let fixes = try Drive(stand: 0).fixes("ABCDCBA", on: roads)
    for index in stride(from: 0, to: fixes.count, by: 15) where !runner.words.contains("left") {
      try runner.take(.fix(fixes[index]))
    }
    #expect(runner.words.contains("left turnedBack"))
    var json = JSONWriter()
    json.value(runner.trip)
    #expect(!json.text.contains("\"backFixes\""))
  }

  @Test("a receiver whose speeds are wrong is followed by its places", arguments: [0, 0.5, 3.6])
  func wrongSpeeds(factor: Double) async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "K"], Scenario.options()))
    for var fix in try Drive(speed: 15, stand: 60).fixes("ABCDEFGHIJK", on: roads) {
      fix.speed = fix.speed.map { $0 * factor }
      try runner.take(.fix(fix))
    }
    #expect(runner.words == ScenarioTests.arrival)
    for progress in runner.progress where progress.time > 90 {
      let raw = try #require(progress.rawPosition)
      #expect(Distance.metres(raw, progress.position) < 60, "after \(progress.time) s")
    }
  }

  @Test("a refresh does not answer the request for a new route, which stays open")
  func wrongAnswer() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "F"], Scenario.options()))
    runner.isSilent = true
    for fix in try Drive().fixes("ABCDGF", on: roads) where runner.trip.openRequests.isEmpty {
      try runner.take(.fix(fix))
    }
    let request = try #require(runner.trip.openRequests.first)
    let refresh = RouteRefresh(route: runner.trip.route, trafficVersion: 7)
    try runner.take(.refreshed(request.id, refresh))
    #expect(runner.trip.openRequests == [request])
    let response = try await runner.engine.routes(for: request.request)
    try runner.take(.response(request.id, response))
    #expect(runner.events.contains { $0.name == "didReroute" })
  }

  @Test("a trip that asks about a fix without numbers can be saved, and what it tells be written")
  func noNumbers() async throws {
    let roads = try await DrawnMap.town.roads()
    var trip = try roads.trip(["A", "F"], Scenario.options { $0.asks = [.discard] }).trip
    let place = try roads.drawing.place("A")
    var fix = Location(latitude: place.latitude, longitude: place.longitude, time: 1)
    (fix.accuracyMetres, fix.speed) = (.infinity, .infinity)
    var events = trip.take(.fix(fix))
    let restored = try JSONDecoder().decode(Trip.self, from: try JSONEncoder().encode(trip))
    #expect(restored.openQuestions.map(\.id) == trip.openQuestions.map(\.id))
    events += trip.take(.fix(Location(latitude: .nan, longitude: 8, time: -.infinity)))
    #expect(events.contains { $0.name == "discarded" })
    for event in events { _ = try JSONEncoder().encode(event) }
  }

  @Test("a fix whose place is no number is read as it was written")
  func noPlace() throws {
    let fix = Location(latitude: .nan, longitude: .infinity, time: 1)
    let read = try JSONDecoder().decode(Location.self, from: try JSONEncoder().encode(fix))
    #expect(!read.latitude.isFinite && !read.longitude.isFinite && read.time == 1)
  }

  @Test("a trip without rules for fixes can be saved, and has none when it is restored")
  func rules() async throws {
    let roads = try await DrawnMap.town.roads()
    var options = Scenario.options()
    options.fixRules = FixRules(
      maximumAccuracyMetres: .infinity, maximumSpeed: .infinity, maximumAgeSeconds: .infinity)
    let data = try JSONEncoder().encode(try roads.trip(["A", "F"], options).trip)
    let trip = try JSONDecoder().decode(Trip.self, from: data)
    #expect(trip.options.fixRules == options.fixRules)
  }

  @Test(
    "a trip whose options have no finite numbers can be saved", arguments: [Double.infinity, .nan])
  func endless(value: Double) async throws {
    let roads = try await DrawnMap.town.roads()
    // A driver who is never asked again, and gets no better routes.
    let options = Scenario.options {
      $0.asks = [.reroute]
      ($0.askAgainSeconds, $0.improveSeconds, $0.gainSeconds) = (value, value, value)
    }
    var runner = Runner(try roads.trip(["A", "F"], options))
    runner.answer = { _ in .no }
    try runner.drive(try Drive(stand: 0).fixes("ABCD", on: roads))
    #expect(runner.events.contains { $0.name == "leftRoute" })
    let data = try JSONEncoder().encode(runner.trip)
    let restored = try JSONDecoder().decode(Trip.self, from: data)
    #expect(restored.options == runner.trip.options)
    #expect(restored.options.askAgainSeconds == (value.isNaN ? 30 : 1e9))
  }

  @Test("options of a trip have defaults in JSON, and equal ones the same bytes")
  func options() throws {
    func read(_ text: String) throws -> TripOptions {
      try JSONDecoder().decode(TripOptions.self, from: Data(text.utf8))
    }
    #expect(try read("{}") == TripOptions())
    var wanted = TripOptions()
    (wanted.gainSeconds, wanted.language) = (5, nil)
    #expect(try read(#"{"gainSeconds":5,"language":null}"#) == wanted)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let all = TripOptions(asks: Set(TripQuestion.Topic.allCases))
    let bytes = try encoder.encode(all)
    for _ in 0..<10 {
      let again = try JSONDecoder().decode(TripOptions.self, from: bytes)
      #expect(again == all)
      #expect(try encoder.encode(again) == bytes)
    }
    #expect(try read(String(decoding: try encoder.encode(wanted), as: UTF8.self)) == wanted)
  }

  @Test("a rating out of range is clamped, also in JSON", arguments: [(-5, 1), (0, 1), (9, 5)])
  func rating(_ rating: Int, _ clamped: Int) throws {
    let text = #"{"rating":\#(rating)}"#
    let read = try JSONDecoder().decode(TripFeedback.self, from: Data(text.utf8))
    #expect(read == TripFeedback(rating: clamped))
  }
}
