import RouteModel
import TestSupport
import Testing

@testable import Navigation

/// Answers that take a while, during which the vehicle drives on.
@Suite struct LateAnswerTests {
  @Test("a new route begins where its request was shown to the caller, who answers later")
  func rerouteOptions() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(
      try roads.trip(
        ["A", "D"],
        Scenario.options {
          $0.asks = [.rerouteOptions]
          $0.answerSeconds = 300
        }))
    runner.isSilent = true
    var shown: Double?
    for fix in try Drive(stand: 0).fixes("ABEF", on: roads) {
      try runner.take(.fix(fix))
      if shown == nil, !runner.trip.openQuestions.isEmpty { shown = runner.trip.state.odometer }
    }
    let odometer = try #require(shown)
    #expect(runner.trip.state.odometer > odometer + 200)
    try Scenario.restore(&runner.trip, nil)
    let question = try #require(runner.trip.openQuestions.first)
    try runner.take(.answer(question.id, .yes))
    #expect(runner.trip.state.requests.map(\.odometer) == [odometer])
    try checkOrder(runner.events)
  }

  @Test(
    "a session takes the default at once if its caller has no answer", .timeLimit(.minutes(60)))
  func noAnswer() async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(
      ["A", "D"],
      Scenario.options {
        $0.asks = [.rerouteOptions]
        $0.answerSeconds = 600
      })
    let session = NavigationSession(made.trip, engine: made.engine) { _ in nil }
    for fix in try Drive(stand: 0).fixes("ABE", on: roads) { await session.push(fix) }
    var names: [String] = []
    for await event in session.events {
      names.append(event.name)
      // No clock goes on, so nothing times out.
      if event.name == "didReroute" { await session.close() }
    }
    #expect(names.contains("didReroute") && names.last == "ended")
  }

  @Test("options of the caller's own without a line still give a route that can be driven")
  func withoutLine() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(
      try roads.trip(["A", "D"], Scenario.options { $0.asks = [.rerouteOptions] }))
    runner.answer = { _ in .options(RouteRequest.Options(polyline: false)) }
    try runner.drive(try Drive(stand: 0).fixes("ABE", on: roads))
    #expect(runner.events.contains { $0.name == "didReroute" })
    #expect(!runner.events.contains { $0.name == "failedToReroute" })
  }
}
