import Geo
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// The exact events of drives on drawn maps.
@Suite struct ScenarioTests {
  @Test("a drive gives exactly these events", arguments: scenarios)
  func events(scenario: Scenario) async throws {
    let runner = try await scenario.run()
    #expect(runner.words == scenario.events)
    try checkOrder(runner.events)
  }

  @Test("a trip that is saved and restored before every input gives the same", arguments: scenarios)
  func saved(scenario: Scenario) async throws {
    let plain = try await scenario.run()
    let saved = try await scenario.run(savingAtEveryEvent: true)
    #expect(plain.events == saved.events)
  }

  @Test("no two scenarios have the same name, and they are at least sixty")
  func names() {
    #expect(Set(Self.scenarios.map(\.name)).count == Self.scenarios.count)
    #expect(Self.scenarios.count >= 60)
  }

  @Test("every documented event is in the list of a scenario")
  func everyEvent() async throws {
    var names: Set<String> = []
    for scenario in Self.scenarios {
      names.formUnion(try await scenario.run().listed)
    }
    #expect(names == (try DocumentedEvents.names()))
  }

  static let scenarios =
    driving + slow + fixes + leaving + rerouting + questions + choices + changes + charging
    + telling
  static let arrival = "leg 0, near 1, at 1, ended arrived"
  static let newRoute = "willReroute, request reroute, didReroute"
  static let failure = "willReroute, request reroute, failedToReroute"

  // MARK: On the route

  static let driving: [Scenario] = [
    Scenario(
      name: "straight on", map: .town, places: ["A", "D"], steps: [.drive("ABCD")], events: arrival),
    Scenario(
      name: "a turn", map: .town, places: ["A", "F"], steps: [.drive("ABCF")], events: arrival),
    Scenario(
      name: "the trip ends where it begins", map: .town, places: ["A>B 0.5", "A>B 0.5"],
      steps: [.fix("A>B 0.5", seconds: 0, speed: 0), .fix("A>B 0.5", seconds: 1, speed: 0)],
      events: arrival),
    Scenario(
      name: "the first stop is the start", map: .town, places: ["A", "A", "D"],
      steps: [.drive("ABCD")],
      events: "leg 0, near 1, at 1, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "noise of 5 m", map: .town, places: ["A", "D"],
      steps: [.drive("ABCD", Drive(noise: 5, seed: 3))], events: arrival),
    Scenario(
      name: "noise of 10 m round a corner", map: .town, places: ["A", "F"],
      steps: [.drive("ABCF", Drive(noise: 10, seed: 4))], events: arrival),
    Scenario(
      name: "a receiver without heading and speed", map: .town, places: ["A", "F"],
      steps: [.drive("ABCF", Drive(noise: 5, seed: 5, hasHeading: false))], events: arrival),
    Scenario(
      name: "no map, the line alone", map: .town, places: ["A", "F"], withMap: false,
      steps: [.drive("ABCF", Drive(noise: 5, seed: 6))], events: arrival),
    Scenario(
      name: "fixes 6 m to the side", map: .town, places: ["A", "F"],
      steps: [.drive("ABCF", Drive(left: 6))], events: arrival),
    Scenario(
      name: "a restriction over a way, with fixes 14 m to the side", map: .via, places: ["A", "D"],
      steps: [.drive("ABCD", Drive(left: 14))], events: arrival),
    Scenario(
      name: "a stop on the way", map: .town, places: ["A", "C", "F"], steps: [.drive("ABCF")],
      events: "leg 0, near 1, at 1, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "a waypoint without a stop", map: .town, places: ["A", "C", "F"], passing: [1],
      steps: [.drive("ABCF")], events: "leg 0, passed 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "a waypoint without a stop just before the end", map: .town,
      places: ["A", "C>D 0.97", "D"], passing: [1], steps: [.drive("ABCD", Drive(left: 3))],
      events: "leg 0, near 2, passed 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "arrival 8 m before the end, and a waypoint without a stop between", map: .town,
      places: ["A", "C>D 0.96", "D"], passing: [1],
      steps: [
        .drive("ABC", Drive(stand: 0)), .fix("C>D 0.5", seconds: 5, speed: 10),
        .fix("C>D 0.9", seconds: 4, speed: 10),
      ] + (0..<8).map { _ in .fix("C>D 0.92", seconds: 2, speed: 0) },
      events: "leg 0, near 2, passed 1, at 2, ended arrived"),
    Scenario(
      name: "ten waypoints", map: .line,
      places: ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"],
      steps: [.drive("ABCDEFGHIJK")],
      events: (1...10).map { "leg \($0 - 1), near \($0), at \($0)" }.joined(separator: ", ")
        + ", ended arrived"),
    Scenario(
      name: "an hour of standing in noise", map: .town, places: ["A", "D"],
      steps: [.drive("AB", Drive(noise: 8, seed: 7, stand: 3_600)), .drive("BCD")],
      events: arrival),
    Scenario(
      name: "a tunnel of 2 km with a clock", map: .tunnel, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(speed: 20, stand: 0)), .ticks(100),
        .drive("CD", Drive(speed: 20)),
      ], events: "leg 0, signalLost, signalFound, near 1, at 1, ended arrived"),
    Scenario(
      name: "a tunnel of 2 km without a clock", map: .tunnel, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(speed: 20, stand: 0)), .wait(100), .drive("CD", Drive(speed: 20)),
      ], events: arrival),
    Scenario(
      name: "no fixes for a while on an open road", map: .town, places: ["A", "D"],
      steps: [.drive("AB", Drive(stand: 0)), .ticks(10), .wait(30), .drive("CD")],
      events: "leg 0, signalLost, signalFound, near 1, at 1, ended arrived"),
    Scenario(
      name: "a ferry beside its line", map: .ferry, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .drive("BC", Drive(speed: 6, left: 120, stand: 0)),
        .drive("CD"),
      ], events: arrival),
    Scenario(
      name: "a roundabout", map: .ring, places: ["W", "E"], steps: [.drive("WdcbE")],
      events: arrival),
    Scenario(
      name: "beside a frontage road with noise", map: .frontage, places: ["A", "D"],
      steps: [.drive("ABCD", Drive(noise: 4, seed: 8))], events: arrival),
    Scenario(
      name: "arrival by standing before the end", map: .town, places: ["A", "D"],
      steps: [.drive("ABC", Drive(stand: 0)), .fix("C>D 0.5", seconds: 20)]
        + (0..<4).map { _ in .fix("C>D 0.7", seconds: 4, speed: 9) }
        + (0..<12).map { _ in .fix("C>D 0.93", seconds: 2, speed: 0) },
      events: arrival),
    Scenario(
      name: "arrival on the other side of the street", map: .town,
      places: ["A", "C>D 0.9 left 12"],
      steps: [.drive("ABC", Drive(left: -4, stand: 0)), .fix("C>D 0.5 right 4", seconds: 20)]
        + (0..<3).map { _ in .fix("C>D 0.7 right 4", seconds: 4, speed: 9) }
        + (0..<4).map { _ in .fix("C>D 0.9 right 4", seconds: 2, speed: 0) },
      events: arrival),
    Scenario(
      name: "a traffic light is no arrival", map: .town, places: ["A", "D"],
      steps: [.drive("ABC", Drive(stand: 60)), .drive("CD")], events: arrival),
    Scenario(
      name: "a truck", map: .town, places: ["A", "F"], vehicle: .truck(height: .meters(4)),
      steps: [.drive("ABCF")], events: arrival),
    Scenario(
      name: "the start lies beside the route's beginning", map: .town, places: ["A>B 0.5", "D"],
      steps: [.drive("ABCD")], events: arrival),
  ]

  // MARK: Fixes and the clock

  static let fixes: [Scenario] = [
    Scenario(
      name: "a fix out of order", map: .town, places: ["A", "D"],
      steps: [.drive("AB", Drive(stand: 0)), .fix("A", seconds: -5), .wait(5), .drive("BCD")],
      events: "leg 0, discarded outOfOrder, near 1, at 1, ended arrived"),
    Scenario(
      name: "a fix twice", map: .town, places: ["A", "D"],
      steps: [.drive("AB", Drive(stand: 0)), .fix("B", seconds: -1), .wait(1), .drive("BCD")],
      events: "leg 0, discarded repeated, near 1, at 1, ended arrived"),
    Scenario(
      name: "an inaccurate fix", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .fix("G", seconds: 0, accuracy: 500), .wait(1),
        .drive("BCD"),
      ],
      events: "leg 0, discarded inaccurate, near 1, at 1, ended arrived"),
    Scenario(
      name: "a fix that its receiver calls invalid", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .fix("G", seconds: 0, accuracy: -1), .wait(1),
        .drive("BCD"),
      ],
      events: "leg 0, discarded inaccurate, near 1, at 1, ended arrived"),
    Scenario(
      name: "a receiver that says -1 for an unknown heading and speed", map: .town,
      places: ["A", "D"], steps: [.drive("ABCD", Drive(hasHeading: false, unknown: -1))],
      events: "leg 0, near 1, at 1, ended arrived"),
    Scenario(
      name: "an impossible speed", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .fix("B", seconds: 0, speed: 400), .wait(1), .drive("BCD"),
      ],
      events: "leg 0, discarded tooFast, near 1, at 1, ended arrived"),
    Scenario(
      name: "a jump and back", map: .town, places: ["A", "D"],
      steps: [.drive("AB", Drive(stand: 0)), .fix("G", seconds: 0), .wait(1), .drive("BCD")],
      events: "leg 0, discarded jump, near 1, at 1, ended arrived"),
    Scenario(
      name: "a fix that is too old", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .ticks(2), .input(.tick(100)), .fix("B", seconds: 0),
        .wait(60), .drive("BCD"),
      ], events: "leg 0, signalLost, discarded old, signalFound, near 1, at 1, ended arrived"),
    Scenario(
      name: "the clock is set back by an hour", map: .town, places: ["A", "D"],
      steps: [.drive("AB", Drive(stand: 0)), .wait(-3_600), .drive("BCD")],
      events: "leg 0, discarded outOfOrder, near 1, at 1, ended arrived"),
    Scenario(
      name: "the clock jumps by a day", map: .town, places: ["A", "D"],
      steps: [.drive("AB"), .wait(86_400), .drive("BCD")], events: arrival),
    Scenario(
      name: "a fix without a time", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .input(.fix(Location(latitude: 47, longitude: 8))),
        .drive("BCD"),
      ], events: "leg 0, discarded noTime, near 1, at 1, ended arrived"),
    Scenario(
      name: "a fix that is not on earth", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)),
        .input(.fix(Location(latitude: 91, longitude: 200, time: 45))), .drive("BCD"),
      ], events: "leg 0, discarded notOnEarth, near 1, at 1, ended arrived"),
    Scenario(
      name: "the caller discards fixes", map: .town, places: ["A", "D"],
      options: { $0.asks = [.discard] }, answers: { _ in .yes },
      steps: [.fix("A", seconds: 0), .fix("A", seconds: 1)],
      events: "ask discard, answered, discarded byCaller, ask discard, answered, "
        + "discarded byCaller"),
    Scenario(
      name: "the caller keeps a bad fix", map: .town, places: ["A", "D"],
      options: { $0.asks = [.discard] }, answers: { _ in .no },
      steps: [.fix("A", seconds: 0, accuracy: 900)], events: "ask discard, answered, leg 0"),
    Scenario(
      name: "the caller says nothing of a fix", map: .town, places: ["A", "D"],
      options: { $0.asks = [.discard] },
      steps: [.fix("A", seconds: 0), .ticks(5)], events: "ask discard, defaulted, leg 0, signalLost"
    ),
  ]

  // MARK: New routes

  static let rerouting: [Scenario] = [
    Scenario(
      name: "the engine fails for a minute", map: .town, places: ["A", "F"],
      steps: [.fails(true), .drive("ABCD"), .fails(false), .ticks(60), .input(.cancel)],
      events: "leg 0, left otherRoad, \(failure), \(failure), \(failure), \(failure), signalLost, "
        + "\(newRoute), ended cancelled"),
    Scenario(
      name: "no new route, and back by oneself", map: .town, places: ["A", "F"],
      steps: [.fails(true), .drive("ABCDCF", Drive(speed: 15))],
      events: "leg 0, left otherRoad, \(failure), \(failure), \(failure), \(failure), returned, "
        + "near 1, at 1, ended arrived"),
    Scenario(
      name: "back on the route before the answer", map: .town, places: ["A", "D"],
      options: { $0.requestSeconds = 120 },
      steps: [.silence(true), .drive("ABEBCD"), .lateAnswer],
      events: "leg 0, left otherRoad, willReroute, request reroute, requestCancelled, "
        + "rerouteCancelled, returned, near 1, at 1, ended arrived"),
    Scenario(
      name: "the engine does not answer", map: .town, places: ["A", "F"],
      options: { $0.requestSeconds = 10 },
      steps: [
        .silence(true), .drive("ABCD", Drive(speed: 20, stand: 0)), .lateAnswer, .input(.cancel),
      ],
      events: "leg 0, left otherRoad, willReroute, request reroute, requestCancelled, "
        + "failedToReroute, \(newRoute), ended cancelled"),
    Scenario(
      name: "no new route near the arrival", map: .town, places: ["A", "C>D 0.1"],
      steps: [.drive("ABCF", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, near 1, left otherRoad, ended cancelled"),
    Scenario(
      // The route leads along 72 m beside R, and 900 m farther back to it.
      name: "the route is left where it passes beside its end first", map: .frontage,
      places: ["A", "R"], options: { $0.preventRerouteMetres = 300 },
      steps: [.drive("ABef", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left serviceRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "a new route near the arrival is wanted", map: .town, places: ["A", "C>D 0.1"],
      options: { $0.asks = [.preventReroute] }, answers: { _ in .no },
      steps: [.drive("ABCF", Drive(stand: 0)), .input(.cancel)],
      events:
        "leg 0, near 1, left otherRoad, ask preventReroute, answered, \(newRoute), ended cancelled"),
    Scenario(
      name: "the remaining waypoints stay", map: .town, places: ["A", "C", "G", "F"], passing: [1],
      steps: [.drive("ABCF", Drive(stand: 0)), .drive("FGF")],
      events: "leg 0, passed 1, left otherRoad, \(newRoute), near 2, at 2, leg 1, near 3, at 3, "
        + "ended arrived"),
    Scenario(
      name: "the response has not the stops of the trip", map: .town, places: ["A", "F"],
      respond: { request, engine in
        var odd = request.request
        odd.waypoints.insert(odd.waypoints[0], at: 1)
        return (try? engine.routes(for: odd)).map { .response(request.id, $0) }
      },
      steps: [
        .drive("ABC", Drive(stand: 0)), .drive("CD", Drive(speed: 40, stand: 0)), .input(.cancel),
      ],
      events: "leg 0, left otherRoad, \(failure), \(failure), ended cancelled"),
  ]

  // MARK: Questions

  static let questions: [Scenario] = [
    Scenario(
      name: "a new route is wanted", map: .town, places: ["A", "F"],
      options: { $0.asks = [.reroute] }, answers: { _ in .yes }, steps: [.drive("ABCDGF")],
      events:
        "leg 0, left otherRoad, ask reroute, answered, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "no new route is wanted", map: .town, places: ["A", "F"],
      options: { $0.asks = [.reroute] }, answers: { _ in .no }, steps: [.drive("ABCDGF")],
      // He is asked again every 30 s, but not within 120 m of the end.
      events: "leg 0, left otherRoad, ask reroute, answered, ask reroute, answered, ask reroute, "
        + "answered, returned, near 1, at 1, ended arrived"),
    Scenario(
      name: "nobody says whether a new route is wanted", map: .town, places: ["A", "F"],
      options: { $0.asks = [.reroute] }, steps: [.drive("ABCDGF")],
      events:
        "leg 0, left otherRoad, ask reroute, defaulted, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "other options for the new route", map: .town, places: ["A", "F"],
      options: { $0.asks = [.rerouteOptions] },
      answers: { question in
        guard case .rerouteOptions(let request) = question.kind else { return nil }
        var options = request.options
        options.objective = .shortest
        return .options(options)
      }, steps: [.drive("ABCDGF")],
      events:
        "leg 0, left otherRoad, willReroute, ask rerouteOptions, answered, "
        + "request reroute, didReroute, "
        + "near 1, at 1, ended arrived"),
    Scenario(
      name: "nobody changes the options", map: .town, places: ["A", "F"],
      options: { $0.asks = [.rerouteOptions] }, steps: [.drive("ABCDGF")],
      events:
        "leg 0, left otherRoad, willReroute, ask rerouteOptions, defaulted, "
        + "request reroute, didReroute, "
        + "near 1, at 1, ended arrived"),
    Scenario(
      name: "back on the route while a question is open", map: .town, places: ["A", "D"],
      options: {
        $0.asks = [.reroute]
        $0.answerSeconds = 300
      }, steps: [.drive("ABEBCD")],
      events: "leg 0, left otherRoad, ask reroute, withdrawn, returned, near 1, at 1, ended arrived"
    ),
    Scenario(
      name: "the caller holds the next leg", map: .town, places: ["A", "C", "F"],
      options: { $0.asks = [.nextLeg] }, answers: { _ in .no },
      steps: [.drive("ABC", Drive(stand: 30)), .input(.nextLeg), .drive("CF")],
      events: "leg 0, near 1, at 1, ask nextLeg, answered, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "the caller lets the next leg begin", map: .town, places: ["A", "C", "F"],
      options: { $0.asks = [.nextLeg] }, answers: { _ in .yes }, steps: [.drive("ABCF")],
      events: "leg 0, near 1, at 1, ask nextLeg, answered, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "nobody says when the next leg begins", map: .town, places: ["A", "C", "F"],
      options: { $0.asks = [.nextLeg] }, steps: [.drive("ABC", Drive(stand: 10)), .drive("CF")],
      events: "leg 0, near 1, at 1, ask nextLeg, defaulted, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "the driver leaves out a stop", map: .town, places: ["A", "D", "E"],
      steps: [.drive("AB", Drive(stand: 0)), .input(.nextLeg), .input(.cancel)],
      events: "leg 0, leg 1, ended cancelled"),
    Scenario(
      name: "a new route of the caller's own", map: .town, places: ["A", "F"],
      options: { $0.asks = [.rerouteOptions] },
      answers: { question in
        guard case .rerouteOptions(let request) = question.kind else { return nil }
        let places = request.waypoints.compactMap(\.coordinate)
        guard places.count == 2 else { return nil }
        let here = SnappedWaypoint(position: places[0], distanceMetres: 0, roadName: nil)
        let end = SnappedWaypoint(position: places[1], distanceMetres: 0, roadName: nil)
        let section = RouteSection(
          departure: here, arrival: end, polyline: [here.position, end.position],
          lengthMetres: Distance.metres(here.position, end.position), durationSeconds: 60, edges: []
        )
        return .response(
          RouteResponse(routes: [Route(sections: [section], notices: [], origin: .online)]))
      },
      steps: [
        .drive("ABC", Drive(stand: 0)), .drive("CD", Drive(speed: 8, stand: 0)), .input(.cancel),
      ],
      events: "leg 0, left otherRoad, willReroute, ask rerouteOptions, answered, didReroute, "
        + "left offRoads, ended cancelled"),
  ]
}
