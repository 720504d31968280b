import JSON
import Navigation
import TestSupport
import Testing

/// What a map shows of a trip at its stops.
@Suite struct TripFeaturesTests {
  /// The states of the waypoints, in order.
  private func states(_ trip: Trip) -> [String] {
    var json = JSONWriter()
    json.value(TripFeatures(trip))
    return json.text.matches(of: /"kind":"waypoint"[^}]*"state":"([a-z]+)"/).map { String($0.1) }
  }

  @Test("a stop is passed while the trip holds there, and the one after it is next")
  func holding() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(
      try roads.trip(["A", "C", "F"], Scenario.options { $0.asks = [.nextLeg] }))
    runner.answer = { _ in .no }
    #expect(states(runner.trip) == ["passed", "next", "ahead"])
    try runner.drive(try Drive(stand: 30).fixes("ABC", on: roads))
    #expect(runner.words.hasSuffix("ask nextLeg, answered"))
    #expect(states(runner.trip) == ["passed", "passed", "next"])
    try runner.take(.nextLeg)
    #expect(states(runner.trip) == ["passed", "passed", "next"])
  }
}
