import Bytes
import Geo
import JSON
import MapMatching
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any member of an object.
private struct Member: Decodable {
  init(from decoder: any Decoder) throws {}
}

/// What progress and the other events say, beside their order.
@Suite struct ProgressTests {
  @Test("a vehicle that turns at a stop between fixes has arrived there", arguments: [9, 11, 13])
  func turnsAtStop(offset: Int) async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(
      try roads.trip(["A", "C", "A"], Scenario.options { $0.approachSeconds = 60 }))
    // 8 m/s: a fix each 120 m, the last one before the stop 16 to 48 m from it.
    let fixes = try Drive(speed: 8, stand: 60).fixes("ABCBA", on: roads)
    try runner.drive(stride(from: offset, to: fixes.count, by: 15).map { fixes[$0] })
    #expect(runner.words == "leg 0, near 1, at 1, leg 1, near 2, at 2, ended arrived")
  }

  @Test("a vehicle that passes a stop between fixes has arrived there", arguments: 0..<15)
  func passesStop(offset: Int) async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(
      try roads.trip(["A", "D", "K"], Scenario.options { $0.approachSeconds = 60 }))
    // A fix each 150 m.
    let fixes = try Drive(stand: 60).fixes("ABCDEFGHIJK", on: roads)
    try runner.drive(stride(from: offset, to: fixes.count, by: 15).map { fixes[$0] })
    #expect(runner.words == "leg 0, near 1, at 1, leg 1, near 2, at 2, ended arrived")
  }

  @Test("a sentence says what is left, however far fixes are apart", arguments: [1, 15])
  func saidDistances(interval: Int) async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(["A", "F"], Scenario.options())
    let fixes = try Drive(speed: 20).fixes("ABCF", on: roads)
    for offset in 0..<interval {
      var runner = Runner(made)
      try runner.drive(stride(from: offset, to: fixes.count, by: interval).map { fixes[$0] })
      for case .spoken(let text, _, let left) in runner.events where text.hasPrefix("In ") {
        let said = try #require(Double(text.split(separator: " ")[1]))
        #expect(abs(said - left) <= max(0.3 * said, 20), "\(text), \(left) m before it")
      }
    }
  }

  /// Progress of a drive on the town from A to F.
  private func runner(_ drive: Drive = Drive(), _ letters: String = "ABCF") async throws -> Runner {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "F"], Scenario.options()))
    try runner.drive(try drive.fixes(letters, on: roads))
    return runner
  }

  @Test("places and what is left are those of the drive")
  func places() async throws {
    let runner = try await runner()
    // 10 m a second along ABCF: after 20 s the vehicle is half way from A to B.
    let progress = try #require(runner.progress.first { $0.time == 20 })
    #expect(abs(progress.metresLeft - 800) < 8)
    #expect(abs(progress.metresToManeuver - 600) < 8)
    #expect(progress.metresToWaypoint == progress.metresLeft)
    #expect(abs(progress.shareDriven - 0.2) < 0.01)
    #expect(abs(progress.courseDegrees - 90) < 1)
    #expect(abs(progress.speed - 10) < 0.5)
    #expect(progress.roadName == "North")
    #expect(progress.steps.count == 3)
    #expect(progress.probability > 0.9)
    let raw = try #require(progress.rawPosition)
    #expect(Distance.metres(raw, progress.position) < 8)
  }

  @Test(
    "a vehicle that drives on has not arrived, although its fixes are ahead of it",
    arguments: [2.0, 4, 8])
  func arrivalOfFixesAhead(speed: Double) async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    let end = try roads.drawing.place("D")
    // The receiver is 8 m ahead, to the east.
    let east =
      8 / (Distance.metresPerUnit * Coordinate.unitsPerDegree)
      / Trigonometry.cosine(units: Double(end.latitudeUnits))
    for fix in try Drive(speed: speed).fixes("ABCD", on: roads) {
      var ahead = fix
      ahead.longitude += east
      try runner.take(.fix(ahead))
      if runner.events.contains(where: { $0.name == "didArrive" }) {
        let truth = try #require(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
        #expect(Distance.metres(truth, end) <= 12)
        return
      }
    }
    Issue.record("it has not arrived")
  }

  @Test(
    "a vehicle that stands far beside the end of its route has not arrived",
    arguments: [150.0, 900])
  func standsBesideTheEnd(metres: Double) async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    let end = try roads.drawing.place("D")
    for second in 0..<40 {
      try runner.take(
        .fix(
          Location(
            latitude: end.latitude + metres / (Distance.metresPerUnit * Coordinate.unitsPerDegree),
            longitude: end.longitude, time: 1_600_000_000 + Double(second), accuracyMetres: 5)))
    }
    #expect(!runner.events.contains { $0.name == "didArrive" })
  }

  @Test(
    "what is driven never becomes less, and the place is never behind", arguments: [0.0, 5, 10, 20])
  func forwards(noise: Double) async throws {
    let runner = try await runner(Drive(noise: noise, seed: 11, stand: 30))
    #expect(runner.progress.count > 30)
    for (a, b) in zip(runner.progress, runner.progress.dropFirst()) {
      #expect(b.shareDriven >= a.shareDriven)
      #expect(b.metresLeft <= a.metresLeft)
    }
  }

  @Test("each road is named once, in order")
  func names() async throws {
    #expect(try await runner().names == ["North", "Third"])
  }

  @Test("the caller's own name takes the place of the map's")
  func ownNames() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "F"], Scenario.options { $0.asks = [.roadName] }))
    runner.answer = { question in
      guard case .roadName(_, let name) = question.kind else { return nil }
      return .name(name.map { "My \($0)" })
    }
    try runner.drive(try Drive().fixes("ABCF", on: roads))
    #expect(runner.names == ["My North", "My Third"])
    #expect(runner.progress.last?.roadName == "My Third")
  }

  @Test(
    "on a route without edges the name of each road is asked for once", arguments: [true, false])
  func namesWithoutEdges(answers: Bool) async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(
      try roads.trip(
        ["A", "F"], Scenario.options { $0.asks = [.roadName] },
        response: { $0.routes[0].sections[0].edges = [] }))
    if answers { runner.answer = { _ in .name("Mine") } }
    try runner.drive(try Drive().fixes("ABCF", on: roads))
    let asked = runner.events.filter { if case .question = $0 { true } else { false } }
    #expect(asked.count == 2)
    // Without an answer the route's names apply after some seconds.
    #expect(runner.names == (answers ? ["Mine"] : ["North", "Third"]))
  }

  @Test("sentences come in order, each once, and the turn is told before it")
  func sentences() async throws {
    let runner = try await runner()
    var told: [Int: Double] = [:]
    for (index, event) in runner.events.enumerated() {
      if case .spoken(_, _, let metres) = event { told[index] = metres }
    }
    #expect(Set(runner.sentences).count == runner.sentences.count)
    #expect(runner.sentences.contains { $0.contains("urn right") })
    // The turn lies 800 m from the start: its last sentence comes within 120 m before it.
    let atTurn = try #require(
      runner.events.firstIndex { event in
        if case .roadName("Third") = event { true } else { false }
      })
    let before = told.filter { $0.key < atTurn }.values
    #expect(before.contains { $0 > 10 && $0 < 120 })
  }

  @Test(
    "in a tunnel the place goes on with the last speed, marked as estimated, for a bounded time")
  func tunnel() async throws {
    let roads = try await DrawnMap.tunnel.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options { $0.estimateSeconds = 60 }))
    let fixes = try Drive(speed: 20, stand: 0).fixes("AB", on: roads)
    try runner.drive(fixes)
    let end = try #require(fixes.last?.time)
    for second in 1...100 { try runner.take(.tick(end + Double(second))) }
    let estimated = runner.progress.filter { $0.source == .estimated }
    // The signal is lost after three seconds, and the place estimated for a minute after the last fix.
    #expect(estimated.first?.time == end + 3)
    #expect(estimated.last?.time == end + 60)
    let last = try #require(estimated.last)
    // 20 m a second of the 2800 m.
    #expect(abs(last.metresLeft - (2_800 - (end + 60) * 20)) < 60)
    #expect(last.rawPosition == nil)
    #expect(last.ahead.first?.kind == .tunnel)
  }

  @Test("the JSON of events has the documented members")
  func json() async throws {
    let runner = try await runner()
    var names: Set<String> = []
    for event in runner.events {
      var json = JSONWriter()
      json.value(event)
      let text = json.text
      #expect(text.hasPrefix("{\"event\":\"\(event.name)\""))
      // One object, and nothing after it.
      let object = try JSONDecoder().decode([String: Member].self, from: Data(json.bytes))
      if case .progress = event { #expect(object["shareDriven"] != nil) }
      #expect(!text.contains("null"), "\(text)")
      names.insert(event.name)
    }
    #expect(
      names == ["legBegan", "roadName", "progress", "spoken", "willArrive", "didArrive", "ended"])
  }

  @Test("the same fixes give the same bytes")
  func sameBytes() async throws {
    func text(_ runner: Runner) -> String {
      runner.events.map { event in
        var json = JSONWriter()
        json.value(event)
        return json.text
      }.joined()
    }
    let drive = Drive(noise: 7, seed: 12)
    #expect(text(try await runner(drive, "ABCDGF")) == text(try await runner(drive, "ABCDGF")))
  }

  @Test("a day of driving needs no more memory than an hour")
  func memory() async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(["A", "D"], Scenario.options())
    func size(_ trip: Trip) -> Int {
      var json = JSONWriter()
      json.value(trip)
      return json.bytes.count
    }
    var runner = Runner(made)
    let fixes = try Drive(noise: 6, seed: 13, stand: 3_600).fixes("AB", on: roads)
    try runner.drive(fixes)
    let hour = size(runner.trip)
    var trip = runner.trip
    var generator = SeededGenerator(seed: 14)
    for second in 4_000..<86_400 {
      let base = fixes[fixes.count - 1 - second % 1_000]
      let shift = Double.random(in: -2e-5...2e-5, using: &generator)
      _ = trip.take(
        .fix(
          Location(
            latitude: base.latitude + shift, longitude: base.longitude, time: Double(second),
            speed: 0)))
    }
    // A trace of 500 to 1,000 fixes is kept, however many there were.
    #expect(size(trip) < hour + 120_000)
  }

  @Test("features tell the state of route and waypoints")
  func features() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "C", "F"], Scenario.options()))
    try runner.drive(try Drive(stand: 0).fixes("AB", on: roads))
    var json = JSONWriter()
    json.value(TripFeatures(runner.trip))
    let text = json.text
    #expect(text.hasPrefix("{\"type\":\"FeatureCollection\""))
    #expect(text.contains("\"kind\":\"route\",\"leg\":0,\"state\":\"driven\""))
    #expect(text.contains("\"kind\":\"route\",\"leg\":1,\"state\":\"ahead\""))
    #expect(text.contains("\"kind\":\"waypoint\",\"leg\":0,\"state\":\"next\",\"waypoint\":1"))
    #expect(text.contains("\"kind\":\"waypoint\",\"leg\":1,\"state\":\"ahead\",\"waypoint\":2"))
  }
}

/// The actor for apps.
@Suite struct SessionTests {
  @Test("a session answers requests by its engine, and its stream ends with the trip")
  func session() async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(["A", "F"], Scenario.options { $0.asks = [.reroute] })
    let isAsked = Guarded(false)
    let session = NavigationSession(made.trip, engine: made.engine) { question in
      guard question.kind.topic == .reroute else { return nil }
      isAsked.withLock { $0 = true }
      return .yes
    }
    let reader = Task {
      var names: [String] = []
      for await event in session.events
      where !["progress", "spoken", "roadName"].contains(event.name) {
        if names.last != event.name { names.append(event.name) }
      }
      return names
    }
    let fixes = try Drive().fixes("ABCDGF", on: roads)
    var isRerouted = false
    for fix in fixes {
      await session.push(fix)
      // The answer and the engine have tasks of their own, and the next fix must not come before them.
      let isOpen = await !session.current.openQuestions.isEmpty
      guard !isRerouted, isOpen || isAsked.withLock({ $0 }) else { continue }
      // Ten minutes at most.
      for _ in 0..<60_000 where !isRerouted {
        isRerouted = await session.current.route != made.trip.route
        if !isRerouted { try await Task.sleep(for: .milliseconds(10)) }
      }
      try #require(isRerouted)
    }
    #expect(isRerouted)
    // The stream ends by itself.
    #expect(
      await reader.value == [
        "legBegan", "leftRoute", "question", "questionClosed", "willReroute", "request",
        "didReroute", "willArrive", "didArrive", "ended",
      ])
    let feedback = await session.feedback(TripFeedback(rating: 4, includesTrace: true))
    guard case .feedback(let told, let trace) = feedback else {
      Issue.record("no feedback")
      return
    }
    #expect(told.rating == 4 && !trace.isEmpty)
  }

  @Test(
    "a session of a restored trip sends its open request and asks its open question again",
    arguments: ["request", "question"])
  func restored(open: String) async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(
      ["A", "F"], Scenario.options { $0.asks = open == "question" ? [.reroute] : [] })
    var trip = made.trip
    for fix in try Drive().fixes("ABCDGF", on: roads)
    where trip.openRequests.isEmpty && trip.openQuestions.isEmpty {
      _ = trip.take(.fix(fix))
    }
    try Scenario.restore(&trip, MapMatcher(map: roads.built.map))
    #expect(trip.openRequests.count + trip.openQuestions.count == 1)
    let session = NavigationSession(trip, engine: made.engine) { _ in .yes }
    var names: [String] = []
    for await event in session.events {
      names.append(event.name)
      if event.name == "didReroute" { await session.close() }
    }
    #expect(names.contains("didReroute"))
    #expect(names.last == "ended")
  }

  @Test("the stream of a session whose trip had ended before it was restored has no events")
  func ended() async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(["A", "F"], Scenario.options())
    var trip = made.trip
    _ = trip.take(.cancel)
    let session = NavigationSession(trip, engine: made.engine)
    for await event in session.events { Issue.record("\(event)") }
    let feedback = await session.feedback(TripFeedback(rating: 4))
    #expect(feedback?.name == "feedback")
  }

  @Test("a session that is closed closes its questions, cancels its trip and ends its stream")
  func closed() async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(["A", "F"], Scenario.options { $0.asks = [.discard] })
    // Nobody answers.
    let session = NavigationSession(made.trip, engine: made.engine) { _ in
      try? await Task.sleep(for: .seconds(600))
      return nil
    }
    await session.push(Location(latitude: 47, longitude: 8, time: 0))
    #expect(await session.feedback(TripFeedback(rating: 4)) == nil)
    await session.close()
    var names: [String] = []
    for await event in session.events { names.append(event.name) }
    #expect(names == ["question", "questionClosed", "ended"])
    #expect(await session.current.hasEnded)
  }
}
