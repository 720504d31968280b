import Guidance
import Navigation
import RouteModel
import Routing
import TestSupport
import Testing

/// Sentences where their places change on the way: new times of the roads, other words.
@Suite struct RefreshTests {
  /// Four turns, all more than a kilometre before the end, as far as the traffic is refreshed.
  private static let bends = AsciiMap(
    """
    A------B
           |
           |
           |
           C------D
                  |
                  |
                  |
                  E---------------F
    """, metresPerCell: 100,
    ways: [
      "AB": "highway=primary name=First", "BC": "highway=primary name=Second",
      "CD": "highway=primary name=Third", "DE": "highway=primary name=Fourth",
      "EF": "highway=primary name=Fifth",
    ])

  /// A drive round the bends, with the traffic refreshed every ten seconds.
  private func runner(
    _ speed: Double, refresh: @escaping (Route) -> Route = { $0 }
  ) async throws -> Runner {
    let roads = try await Self.bends.build()
    var runner = Runner(
      try roads.trip(
        ["A", "F"], Scenario.options { $0.refreshSeconds = 10 },
        response: { $0.routes[0].sections[0].traffic = [] }))
    runner.refresh = { RouteRefresh(route: refresh($0), trafficVersion: 7) }
    try runner.drive(try Drive(speed: speed).fixes("ABCDEF", on: roads))
    return runner
  }

  /// The sentences at the maneuvers themselves, which tell no distance.
  private func last(_ runner: Runner) -> [String] {
    runner.sentences.filter { !$0.contains(where: \.isNumber) }
  }

  @Test(
    "new times leave out no maneuver, and tell none twice",
    arguments: stride(from: 5.0, through: 15, by: 0.7).map { $0 })
  func newTimes(speed: Double) async throws {
    let plain = last(try await runner(speed))
    #expect(plain.count > 4)
    var count = 0
    let changed = try await runner(speed) { route in
      count += 1
      var route = route
      for step in route.sections[0].steps.indices {
        route.sections[0].steps[step].durationSeconds *= count % 2 == 0 ? 1.6 : 0.625
      }
      return route
    }
    #expect(count > 3)
    #expect(last(changed) == plain)
  }

  @Test(
    "an online route that is the same repeats no sentence and leaves out none",
    arguments: stride(from: 10.0, through: 150, by: 7).map { $0 })
  func sameRoute(seconds: Double) async throws {
    let roads = try await Self.bends.build()
    func drive(isOnline: Bool) throws -> Runner {
      var runner = Runner(
        try roads.trip(["A", "F"], Scenario.options { $0.improveSeconds = seconds }))
      let engine = runner.engine
      runner.respond = { request in
        guard isOnline, var response = try? engine.routes(for: request.request) else {
          return .failure(request.id, .cancelled)
        }
        response.routes = [response.routes[0]]
        response.routes[0].origin = .onlineOnMap
        return .response(request.id, response)
      }
      try runner.drive(try Drive(speed: 15).fixes("ABCDEF", on: roads))
      return runner
    }
    let (switched, plain) = (try drive(isOnline: true), try drive(isOnline: false))
    #expect(switched.events.contains { $0.name == "switchedToOnlineRoute" })
    #expect(Set(switched.sentences).count == switched.sentences.count, "\(switched.sentences)")
    #expect(last(switched) == last(plain))
  }

  @Test("other words are spoken from where the vehicle is")
  func otherWords() async throws {
    let roads = try await DrawnMap.town.roads()
    let german = Instructions(language: try #require(Language(tag: "de")), units: .metric)
    for silent in [false, true] {
      var runner = Runner(
        try roads.trip(
          ["A", "F"],
          Scenario.options {
            $0.language = silent ? nil : "en"
          }))
      let fixes = try Drive().fixes("ABCF", on: roads)
      try runner.drive(Array(fixes.prefix(fixes.count / 2)))
      let before = runner.sentences.count
      #expect(silent == (before == 0))
      runner.trip.speak(german)
      try runner.drive(Array(fixes.dropFirst(fixes.count / 2)))
      let after = runner.sentences[before...]
      #expect(after.last?.contains("Ziel") == true, "\(after)")
      #expect(!after.contains { $0.contains("turn") || $0.contains("Continue") }, "\(after)")
    }
  }

  @Test("the sentences at stops have the names of the waypoints, also on a new route")
  func names() async throws {
    let roads = try await DrawnMap.town.roads()
    for places in ["ABCF", "ABCDGF"] {
      var runner = Runner(
        try roads.trip(
          ["A", "F"], Scenario.options { $0.language = "en" },
          edit: { $0.waypoints[1].name = "Beck's Bakery" }))
      #expect(runner.trip.stop(ofLeg: 0)?.name == "Beck's Bakery")
      #expect(runner.trip.stop(ofLeg: 1) == nil && runner.trip.stop(ofLeg: -1) == nil)
      try runner.drive(try Drive().fixes(places, on: roads))
      #expect(runner.sentences.last == "You have arrived at Beck's Bakery", "\(runner.sentences)")
      #expect(runner.sentences.contains { $0.hasSuffix("you will arrive at Beck's Bakery") })
    }
  }
}
