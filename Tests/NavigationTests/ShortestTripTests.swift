import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A trip along the shortest route: another one is better if it is shorter.
@Suite struct ShortestTripTests {
  /// The straight way from B to C is 800 m long and slow; the way round is 400 m longer and quick.
  private static let drawing = AsciiMap(
    """
            E-------F
            |       |
    A-------B-------C-------D
    """, metresPerCell: 100,
    ways: [
      "AB": "highway=primary name=West", "BC": "highway=residential maxspeed=10 toll=yes",
      "BEFC": "highway=primary name=Round", "CD": "highway=primary name=East",
    ])

  @Test("a shorter route is offered though it takes longer, and driven if it is wanted")
  func shorter() async throws {
    let roads = try await Self.drawing.build()
    var runner = Runner(
      try roads.trip(
        ["A", "D"],
        Scenario.options {
          $0.improveSeconds = 15
          $0.asks = [.fasterRoute]
        },
        edit: {
          $0.options.objective = .shortest
          $0.options.exclude = .tolls
        }))
    try #require(roads.letters(runner.trip.route) == "ABEFCD")
    runner.respond = { [engine = runner.engine] asked in
      var free = asked.request
      free.options.exclude = []
      return (try? engine.routes(for: free)).map { .response(asked.id, $0) }
    }
    var gains: [Double] = []
    runner.answer = { question in
      if case .fasterRoute(_, let gain) = question.kind { gains.append(gain) }
      return .yes
    }
    try runner.drive(try Drive(stand: 0).fixes("AB", on: roads))
    #expect(gains.count == 1 && gains.allSatisfy { $0 < -60 })
    #expect(roads.letters(runner.trip.route).hasSuffix("BCD"))
    #expect(runner.events.contains { $0.name == "tookFasterRoute" })
    try checkOrder(runner.events)
  }
}
