import Geo
import MapMatching
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Navigation

/// What each input does while a question or a request is open.
@Suite struct OpenCallTests {
  /// What is open.
  enum Open: String, CaseIterable {
    case discard, roadName, reroute, rerouteOptions, preventReroute, fasterRoute, nextLeg
    case newRoute, betterRoute, traffic
  }

  /// What comes then.
  enum Move: String, CaseIterable {
    /// Answers with a number that is not open.
    case wrongAnswer, wrongResponse, wrongFailure, wrongRefresh, otherAlternative
    case waypoint, second, deadline, cancel, nextLeg
    /// Fixes that are no good.
    case early, timeless
    /// Answers, each in time, also twice, and yes after the deadline.
    case yes, no, response, failure, noRoute, refresh, yesTwice, responseTwice, lateYes
    case lateResponse
  }

  @Test("each input does what is documented, and nothing else", arguments: Open.allCases)
  func pairs(open: Open) async throws {
    let made = try await Self.scenario(open).run()
    try #require(made.trip.openQuestions.count + made.trip.openRequests.count == 1)
    for (move, events) in Self.table(open) {
      var runner = made
      for input in try Self.inputs(move, runner) { try runner.take(input) }
      #expect(Self.news(runner, since: made) == events, "\(move)")
      try checkOrder(runner.events)
    }
  }

  @Test("a trip that is saved and restored meanwhile does the same", arguments: Open.allCases)
  func saved(open: Open) async throws {
    let scenario = Self.scenario(open)
    let made = try await scenario.run()
    let matcher = MapMatcher(map: try await scenario.map.roads().built.map, vehicle: .car)
    for (move, events) in Self.table(open) {
      var runner = made
      for input in try Self.inputs(move, runner) {
        try Scenario.restore(&runner.trip, matcher)
        try runner.take(input)
      }
      #expect(Self.news(runner, since: made) == events, "\(move)")
    }
  }

  private static func news(_ runner: Runner, since made: Runner) -> String {
    runner.events.dropFirst(made.events.count).compactMap { Runner.word($0) }
      .joined(separator: ", ")
  }

  // MARK: The table

  /// The events of all inputs.
  private static func table(_ open: Open) -> [(Move, String)] {
    let nothing: [Move] = [
      .wrongAnswer, .wrongResponse, .wrongFailure, .wrongRefresh, .otherAlternative, .second,
    ]
    // A fix that waits is decided before the next one is looked at.
    let before = open == .discard ? "defaulted, leg 0, " : ""
    let always: [(Move, String)] = [
      (.waypoint, "selected 1"), (.early, before + "discarded outOfOrder"),
      (.timeless, before + "discarded noTime"),
    ]
    return nothing.map { ($0, "") } + always + own(open)
  }

  /// The events of the inputs whose effect depends on what is open.
  private static func own(_ open: Open) -> [(Move, String)] {
    let asked = "willReroute, request reroute"
    switch open {
    case .discard:
      return pairs(
        late: "defaulted, leg 0, signalLost", cancel: "withdrawn, ended cancelled", next: "",
        yes: "answered, discarded byCaller", no: "answered, leg 0")
    case .roadName:
      return pairs(
        late: "defaulted, signalLost", cancel: "withdrawn, ended cancelled", next: "leg 1",
        yes: "answered", no: "answered")
    case .reroute:
      return pairs(
        late: "defaulted, \(asked), signalLost", cancel: "withdrawn, ended cancelled",
        next: "withdrawn, leg 1", yes: "answered, \(asked)", no: "answered")
    case .rerouteOptions:
      return pairs(
        late: "defaulted, request reroute, signalLost",
        cancel: "withdrawn, rerouteCancelled, ended cancelled",
        next: "withdrawn, rerouteCancelled, leg 1",
        yes: "answered, request reroute", no: "answered, request reroute")
    case .preventReroute:
      return pairs(
        late: "defaulted, signalLost", cancel: "withdrawn, ended cancelled", next: "",
        yes: "answered", no: "answered, \(asked)")
    case .fasterRoute:
      return pairs(
        late: "defaulted, signalLost", cancel: "withdrawn, ended cancelled", next: "",
        yes: "answered, tookFasterRoute, alternatives +0 -1", no: "answered")
    case .nextLeg:
      return pairs(
        late: "defaulted, leg 1, signalLost", cancel: "withdrawn, ended cancelled",
        next: "withdrawn, leg 1", yes: "answered, leg 1", no: "answered")
    case .newRoute:
      return calls(
        late: "requestCancelled, failedToReroute, signalLost",
        cancel: "requestCancelled, rerouteCancelled, ended cancelled",
        next: "requestCancelled, rerouteCancelled, leg 1", response: "didReroute",
        failure: "failedToReroute", noRoute: "request reroute", refresh: "")
    case .betterRoute:
      // The best route is the driven one.
      return calls(
        late: "requestCancelled, failedToUpdateAlternatives, signalLost",
        cancel: "requestCancelled, ended cancelled", next: "requestCancelled, leg 1", response: "",
        failure: "failedToUpdateAlternatives", noRoute: "failedToUpdateAlternatives", refresh: "")
    case .traffic:
      return calls(
        late: "requestCancelled, signalLost", cancel: "requestCancelled, ended cancelled",
        next: "leg 1", response: "", failure: "", noRoute: "", refresh: "refreshed")
    }
  }

  /// The pairs of a question.
  ///
  /// An answer of an engine with its number is none.
  private static func pairs(
    late: String, cancel: String, next: String, yes: String, no: String
  ) -> [(Move, String)] {
    [
      (.deadline, late), (.lateYes, late), (.cancel, cancel), (.nextLeg, next), (.yes, yes),
      (.yesTwice, yes), (.no, no), (.response, ""), (.failure, ""), (.refresh, ""),
    ]
  }

  /// The pairs of a request.
  ///
  /// An answer of the caller with its number is none.
  private static func calls(
    late: String, cancel: String, next: String, response: String, failure: String,
    noRoute: String, refresh: String
  ) -> [(Move, String)] {
    [
      (.deadline, late), (.lateResponse, late), (.cancel, cancel), (.nextLeg, next),
      (.response, response), (.responseTwice, response), (.failure, failure),
      (.noRoute, noRoute), (.refresh, refresh), (.yes, ""), (.no, ""),
    ]
  }

  // MARK: How it comes to that

  /// A drive up to the question or the request; both wait for 300 s.
  private static func scenario(_ open: Open) -> Scenario {
    let asks = TripQuestion.Topic.allCases.filter { $0.rawValue == open.rawValue }
    func made(
      _ map: DrawnMap, _ places: [String], until event: String, _ letters: String,
      response: @escaping @Sendable (inout RouteResponse) -> Void = { _ in },
      options: @escaping @Sendable (inout TripOptions) -> Void = { _ in }
    ) -> Scenario {
      Scenario(
        name: open.rawValue, map: map, places: places,
        options: {
          $0.asks = Set(asks)
          ($0.answerSeconds, $0.requestSeconds) = (300, 300)
          options(&$0)
        },
        respond: { open == .fasterRoute ? ScenarioTests.quickOverThird($0, $1) : nil },
        response: response,
        steps: [.silence(true), .drivesUntil(event, letters, Drive(stand: 30))], events: "")
    }
    switch open {
    case .discard: return made(.town, ["A", "D"], until: "question", "AB")
    case .roadName: return made(.town, ["A", "C", "F"], until: "question", "ABCF")
    case .reroute, .rerouteOptions:
      return made(.town, ["A", "F", "H"], until: "question", "ABCD")
    case .preventReroute: return made(.town, ["A", "C>D 0.1"], until: "question", "ABCF")
    case .fasterRoute:
      return made(
        .town, ["A", "D"], until: "question", "AB",
        options: {
          ($0.improveSeconds, $0.gainSeconds, $0.gainShare) = (12, 5, 0)
        })
    case .nextLeg: return made(.town, ["A", "C", "F"], until: "question", "ABC")
    case .newRoute: return made(.town, ["A", "F", "H"], until: "request", "ABCD")
    case .betterRoute:
      return made(
        .line, ["A", "C", "K"], until: "request", "AB", options: { $0.improveSeconds = 12 })
    case .traffic:
      return made(
        .line, ["A", "C", "K"], until: "request", "AB",
        response: { $0.routes[0].sections[0].traffic = [] }, options: { $0.refreshSeconds = 12 })
    }
  }

  /// The inputs of a move.
  private static func inputs(_ move: Move, _ runner: Runner) throws -> [TripInput] {
    let trip = runner.trip
    let asked = trip.openRequests.first
    let id = try #require(trip.openQuestions.first?.id ?? asked?.id)
    let now = try #require(trip.state.now)
    let driven = RouteResponse(routes: [trip.route])
    func response() -> TripInput { asked.map(runner.engine.answer) ?? .response(id, driven) }
    switch move {
    case .wrongAnswer: return [.answer(9_999, .yes)]
    case .wrongResponse: return [.response(9_999, driven)]
    case .wrongFailure: return [.failure(9_999, .cancelled)]
    case .wrongRefresh:
      return [.refreshed(9_999, RouteRefresh(route: trip.route, trafficVersion: 7))]
    case .otherAlternative: return [.selectAlternative(9_999)]
    case .waypoint: return [.selectWaypoint(1)]
    case .second: return [.tick(now + 1)]
    case .deadline: return [.tick(now + 300)]
    case .cancel: return [.cancel]
    case .nextLeg: return [.nextLeg]
    case .early: return [.fix(Location(latitude: 0, longitude: 0, time: now - 100))]
    case .timeless: return [.fix(Location(latitude: 0, longitude: 0))]
    case .yes: return [.answer(id, .yes)]
    case .no: return [.answer(id, .no)]
    case .response: return [response()]
    case .failure: return [.failure(id, .cancelled)]
    case .noRoute: return [.failure(id, .noRoute(from: 0, to: 1, mode: .car, blockers: []))]
    case .refresh: return [.refreshed(id, RouteRefresh(route: trip.route, trafficVersion: 7))]
    case .yesTwice: return [.answer(id, .yes), .answer(id, .yes)]
    case .responseTwice: return [response(), response()]
    case .lateYes: return [.tick(now + 300), .answer(id, .yes)]
    case .lateResponse: return [.tick(now + 300), response()]
    }
  }
}
