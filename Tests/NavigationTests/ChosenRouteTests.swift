import Navigation
import RouteModel
import TestSupport
import Testing

/// A chosen alternative is kept: its edges cost less in new routes, and the route driven before can be chosen again.
@Suite struct ChosenRouteTests {
  /// Two ways from A to D, of which the northern is the quicker one.
  ///
  /// Two dead ends lead off the southern one.
  private static let fork = AsciiMap(
    """
            B-----------C
          /               \\
    S---A                   D---Z
          \\               /
            E-----------F
            |           |
            |           |
            |           |
            |           |
            X           Y
    """, metresPerCell: 100,
    ways: [
      "SA": "highway=primary name=Start", "ABCD": "highway=primary name=Upper",
      "AEFD": "highway=secondary name=Lower", "EX": "highway=residential name=Left",
      "FY": "highway=residential name=Right", "DZ": "highway=primary name=End",
    ])

  /// A trip whose driver chose the southern way before it began.
  private func runner(_ roads: AsciiRoads) throws -> Runner {
    let runner = Runner(
      try roads.trip(
        ["S", "Z"], Scenario.options(), alternatives: 1, response: { $0.active = 1 }))
    try #require(roads.letters(runner.trip.route) == "SAEFDZ")
    return runner
  }

  /// The adjustments of all requests for new routes.
  private func adjustments(_ runner: Runner) -> [[RoadAdjustment]] {
    runner.events.compactMap { event in
      guard case .request(let request) = event, request.purpose == .reroute else { return nil }
      return request.request.options.adjustments
    }
  }

  @Test("a choice made before the trip holds for every new route that leads back to it")
  func chosenBefore() async throws {
    let roads = try await Self.fork.build()
    var runner = try runner(roads)
    let left = try Drive(speed: 12, stand: 0).fixes("SAEX", on: roads)
    try runner.drive(left)
    #expect(!adjustments(runner).isEmpty)
    try runner.drive(
      try Drive(speed: 12, stand: 0, start: Double(left.count)).fixes("XEFY", on: roads))
    let requests = adjustments(runner)
    #expect(requests.count >= 2)
    for list in requests {
      #expect(!list.isEmpty && list.allSatisfy { $0.effect == .weight(permille: 950) })
    }
    try checkOrder(runner.events)
  }

  @Test("of an engine that knows no preference, the next request has none")
  func unknownPreference() async throws {
    let roads = try await Self.fork.build()
    var runner = try runner(roads)
    runner.respond = { request in
      request.request.options.adjustments.isEmpty
        ? nil : .failure(request.id, .unsupported([.adjustments]))
    }
    try runner.drive(try Drive(speed: 12, stand: 0).fixes("SAEX", on: roads))
    #expect(adjustments(runner).map(\.isEmpty) == [false, true])
    #expect(runner.words.contains("didReroute"))
    try checkOrder(runner.events)
  }

  @Test("the route that was driven before can be chosen again")
  func chosenAgain() async throws {
    let roads = try await Self.fork.build()
    var runner = try runner(roads)
    try runner.drive(Array(try Drive(stand: 0).fixes("SA", on: roads).dropLast(10)))
    for way in ["SABCDZ", "SAEFDZ", "SABCDZ"] {
      let other = try #require(runner.trip.alternatives.first)
      #expect(roads.letters(other.route) == way && runner.trip.alternatives.count == 1)
      try runner.take(.selectAlternative(other.id))
      #expect(roads.letters(runner.trip.route) == way)
    }
    try checkOrder(runner.events)
  }
}
