import Geo
import Navigation
import RoadModel
import RouteModel
import TestSupport
import Testing

/// The events in the files of `Golden`.
extension GoldenTripTests {
  private static func fact<Value: Decodable>(_ event: String, _ member: String) throws -> Value {
    let file: [Tree] = try read("1/events.json")
    let found = try file.first { try members($0)["event"] == .string(event) }
    return try decoded(try members(found ?? .null)[member] ?? .null)
  }

  /// The events of `1/events.json`, in its order.
  private static func events() throws -> [TripEvent] {
    let place = try #require(Coordinate(latitude: 43.73, longitude: 7.42))
    let fix = Location(latitude: 43.73, longitude: 7.42, time: 100)
    let route = Route(sections: [], notices: [], origin: .online)
    return [
      .legBegan(leg: 1), .discarded(fix, .old),
      .spoken(
        text: "Turn left.", ssml: "<speak>Turn left.</speak>", metresToManeuver: 120.5),
      .willArrive(waypoint: 1, seconds: 30, metres: 250.5), .didArrive(waypoint: 1),
      .charging(
        waypoint: 1, ChargingStation(id: "node/5", coordinate: place), [.wait(seconds: 60)]),
      .passed(waypoint: 2),
      .question(TripQuestion(id: 5, kind: .preventReroute(waypoint: 1), deadline: 103)),
      .questionClosed(5, .defaulted), .requestCancelled(8), .signalLost, .signalFound,
      .leftRoute(try fact("leftRoute", "deviation")), .returnedToRoute, .willReroute(from: place),
      .didReroute(route), .failedToReroute(.cancelled), .rerouteCancelled,
      .tookFasterRoute(route, gainSeconds: 60.5),
      .alternativesUpdated(updated: try fact("alternativesUpdated", "updated"), removed: [3]),
      .failedToUpdateAlternatives(.cancelled), .willTakeAlternative(9, at: place),
      .didTakeAlternative(9, route), .failedToTakeAlternative(9), .switchedToOnlineRoute(route),
      .refreshed(trafficVersion: 1_764_000_000), .roadName(nil), .waypointSelected(1),
      .alternativeSelected(9, route), .mapProblem(.cancelled), .ended(.arrived),
      .feedback(TripFeedback(rating: 4, text: "Fine", includesTrace: true), trace: [fix]),
      .progress(try progress(at: place)),
      .request(TripRequest(id: 8, purpose: .reroute, request: try fact("request", "request"))),
    ]
  }

  /// The progress of `1/events.json`, with steps.
  private static func progress(at place: Coordinate) throws -> TripProgress {
    func step(
      _ kind: RouteManeuver.Kind, _ direction: RouteManeuver.Direction? = nil, exit: Int? = nil,
      name: String? = nil, number: String? = nil
    ) -> RouteStep {
      RouteStep(
        maneuver: RouteManeuver(
          kind: kind, direction: direction, exit: exit, position: place, bearingBefore: 0,
          bearingAfter: 0),
        roadName: name, roadNumber: number, lengthMetres: 120, durationSeconds: 10, points: 0...1)
    }
    return TripProgress(
      position: place, rawPosition: Coordinate(latitude: 43.7301, longitude: 7.42), source: .fix,
      time: 100.5, courseDegrees: 90, speed: 12.5, probability: 0.875,
      edge: EdgeID("2bff97c09778d3f5:1272"), roadName: "Ring", speedLimitKmh: 50,
      vehicleSpeedLimitKmh: 40, leg: 1, stepIndex: 2,
      steps: [
        step(.turn, .left, name: "Ring"),
        step(.roundabout, .right, exit: 2, name: "Alley", number: "A 1"), step(.arrive),
      ],
      metresToManeuver: 120.5, secondsToManeuver: 10.5, metresToWaypoint: 800.5,
      secondsToWaypoint: 60.5, metresLeft: 1600.5, secondsLeft: 130.5, trafficDelaySeconds: 20.5,
      shareDriven: 0.625,
      lanes: [
        RouteLane(indications: .left, isValid: false, isRecommended: false, followed: []),
        RouteLane(
          indications: [.straight, .right], isValid: true, isRecommended: true, followed: .right),
      ],
      metresToLanes: 90.5, ahead: [TripSpan(kind: .tunnel, metres: 500...700.5)],
      crossings: [TripCrossing(kind: .country, metres: 900.5, into: "FR")])
  }

  // MARK: This version

  @Test("events are written as the golden file has them, which has all that are documented")
  func eventsWritten() throws {
    let events = try Self.events()
    let file: Tree = try Self.read("1/events.json")
    let written = try Self.tree(events)
    #expect(file.difference(from: written) == nil)
    #expect(Set(events.map(\.name)) == (try DocumentedEvents.names()))
  }

  @Test("events are read from the golden file, and written again as they were")
  func eventsRead() throws {
    let read: [TripEvent] = try Self.read("1/events.json")
    let events = try Self.events()
    try #require(read.count == events.count)
    for (read, event) in zip(read, events) {
      guard case .progress(let progress) = event else {
        #expect(read == event)
        continue
      }
      // The JSON has the maneuvers ahead in short, and no steps.
      guard case .progress(let seen) = read else { throw NoTrip() }
      #expect(seen.steps.isEmpty && seen.maneuversAhead.map(\.kind) == [.roundabout, .arrive])
      #expect(seen.maneuversAhead == progress.maneuversAhead && seen.edge == progress.edge)
    }
    let file: Tree = try Self.read("1/events.json")
    let written = try Self.tree(read)
    #expect(file.difference(from: written) == nil)
  }

  @Test("a question of each topic is read from its event")
  func questionEvents() throws {
    let questions: [TripQuestion] = try Self.read("1/questions.json")
    for question in questions {
      let event = TripEvent.question(question)
      let read: TripEvent = try Self.decoded(try Self.tree(event))
      #expect(read == event, "\(question.kind.topic)")
    }
  }

  @Test("of progress, only what each fix tells is required")
  func leastProgress() throws {
    let all: [Tree] = try Self.read("1/events.json")
    let found = try all.first { try Self.members($0)["event"] == .string("progress") }
    let members = try Self.members(found ?? .null)
    let required: Set<String> = [
      "event", "position", "source", "time", "courseDegrees", "speed", "metresToManeuver",
      "secondsToManeuver", "metresToWaypoint", "secondsToWaypoint", "metresLeft", "secondsLeft",
      "shareDriven",
    ]
    let least = Tree.object(members.filter { required.contains($0.key) })
    guard case .progress(let progress) = try Self.decoded(least, as: TripEvent.self) else {
      throw NoTrip()
    }
    #expect(progress.leg == 0 && progress.probability == 1 && progress.maneuversAhead.isEmpty)
    #expect(progress.lanes.isEmpty && progress.ahead.isEmpty && progress.crossings.isEmpty)
    for name in required.subtracting(["event"]).sorted() {
      let rest = Tree.object(members.filter { $0.key != name })
      let read: TripEvent = try Self.decoded(rest)
      #expect(read == .unknown("progress"), "without \(name)")
    }
    #expect(throws: DecodingError.self) { try Self.decoded(.object([:]), as: TripEvent.self) }
  }

  @Test(
    "a course of any number is written as one of whole degrees, and read",
    arguments: [(359.7, 0), (-90, 270), (725, 5), (1e300, nil), (.infinity, 0), (.nan, 0)]
      as [(Double, Double?)])
  func courses(_ degrees: Double, written: Double?) throws {
    let place = try #require(Coordinate(latitude: 43.73, longitude: 7.42))
    var progress = try Self.progress(at: place)
    progress.courseDegrees = degrees
    let read: TripProgress = try Self.decoded(try Self.tree(progress))
    #expect((0..<360).contains(read.courseDegrees))
    if let written { #expect(read.courseDegrees == written) }
  }

  // MARK: A later version

  @Test("members that are added anywhere in events change nothing, except in requests")
  func grownEvents() throws {
    let file: [Tree] = try Self.read("1/events.json")
    let read: [TripEvent] = try Self.read("1/events.json")
    for (event, tree) in zip(read, file) {
      let grown: TripEvent = try Self.decoded(tree.grown)
      if case .request = event {
        #expect(grown == .unknown("request"))
      } else {
        #expect(grown == event)
      }
    }
  }

  @Test("a later version's events are read as far as they are known, and keep their words")
  func laterEvents() throws {
    let read: [TripEvent] = try Self.read("later/events.json")
    #expect(
      read.map(\.name) == [
        "X-parked", "legBegan", "discarded", "questionClosed", "question", "question", "request",
        "request", "leftRoute", "didReroute", "failedToReroute", "alternativesUpdated", "progress",
        "ended",
      ])
    try #require(read.count == 14)
    #expect(read[0] == .unknown("X-parked") && read[1] == .legBegan(leg: 1))
    #expect(read[3] == .questionClosed(5, .unknown("X-forgotten")))
    // What is asked or requested in new words can't be answered.
    #expect(read[4...6] == [.unknown("question"), .unknown("question"), .unknown("request")])
    guard case .discarded(_, .unknown("X-reflected")) = read[2],
      case .request(let request) = read[7], case .leftRoute(let deviation) = read[8],
      case .didReroute(let route) = read[9], case .failedToReroute(let error) = read[10],
      case .alternativesUpdated(let updated, _) = read[11], case .progress(let progress) = read[12]
    else { throw NoTrip() }
    #expect(request.purpose == .unknown("X-parking") && deviation.kind == .unknown("X-bridge"))
    #expect(route.origin == .unknown("X-satellite"))
    #expect(error == .unknown(code: "X-tide", text: "The ford is under water."))
    #expect(updated.map(\.gainSeconds) == [-50])
    #expect(progress.source == .unknown("X-radio"))
    let maneuver = ManeuverAhead(kind: .unknown("X-ford"), direction: .unknown("X-down"))
    #expect(progress.maneuversAhead == [maneuver])
    #expect(progress.ahead.map(\.kind) == [.unknown("X-fog")])
    #expect(progress.crossings.map(\.kind) == [.unknown("X-currency")])
    #expect(read[13] == .ended(.unknown("X-towed")))
    // Words are written back, and with them the kinds of what is unknown.
    let again: [TripEvent] = try Self.decoded(try Self.tree(read))
    #expect(again == read)
    let lanes = try Self.members(try Self.tree(read[12]))["lanes"]
    guard case .array(let list)? = lanes, let lane = list.first else { throw NoTrip() }
    #expect(
      try Self.members(lane)["indications"] == .array([.string("left"), .string("X-up")]))
  }
}
