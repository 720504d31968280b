import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Steps of routes: where something is to be done, and what.
@Suite struct StepTests {
  private static let town = AsciiMap(
    """
    A---B---C
        |   |
        D---E
    """,
    ways: [
      "AB": "highway=primary name=Main~Street ref=7", "BC": "highway=primary name=Main~Street",
      "BD": "highway=residential name=Side~Street", "DEC": "highway=residential",
    ])

  private func route(_ stops: [String], _ roads: AsciiRoads) async throws -> Route {
    try await roads.response(
      try stops.map { try roads.waypoint($0) }, .car, RouteRequest.Options(steps: true))
  }

  @Test("without being asked for there are none")
  func unasked() async throws {
    let roads = try await Self.town.build()
    let route = try await roads.response(from: "A", to: "C")
    #expect(route.sections[0].steps.isEmpty)
  }

  @Test("a step has its road, its part of the line, its length and time")
  func parts() async throws {
    let roads = try await Self.town.build()
    let section = try await route(["A>B 0.5 left 9", "B>D 0.5 left 9"], roads).sections[0]
    let steps = section.steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps.map(\.maneuver.direction) == [.left, .right, .left])
    #expect(steps.map(\.roadName) == ["Main Street", "Side Street", "Side Street"])
    #expect(steps.map(\.roadNumber) == ["7", nil, nil])
    #expect(steps.map(\.points) == [0...1, 1...2, 2...2])
    #expect(steps.map(\.maneuver.bearingBefore) == [0, 90, 180])
    #expect(steps.map(\.maneuver.bearingAfter) == [90, 180, 0])
    #expect(steps.map(\.maneuver.position) == section.polyline)
    for (step, road) in zip(steps, ["AB", "BD"]) {
      #expect(abs(step.lengthMetres - (try roads.drawing.metres(road)) / 2) < 0.5)
    }
    #expect(steps[2].lengthMetres == 0 && steps[2].durationSeconds == 0)
    let seconds = steps.reduce(0) { $0 + $1.durationSeconds }
    #expect(abs(seconds - section.durationSeconds) < 1e-6)
  }

  @Test("where a trip ends at a junction nothing is to be done there", arguments: ["B", "D", "C"])
  func junctionEnd(_ end: String) async throws {
    let roads = try await Self.town.build()
    for start in ["A", "E", "D>E 0.5"] {
      let section = try await route([start, end], roads).sections[0]
      let last = section.polyline.count - 1
      for step in section.steps.dropFirst().dropLast() {
        #expect(0..<last ~= step.points.lowerBound && step.lengthMetres > 1, "\(start)\(end)")
      }
    }
  }

  @Test("one turns back where the road ends")
  func turningBack() async throws {
    let roads = try await Self.town.build()
    var start = try roads.waypoint("A>B 0.5")
    start.course = Course(degrees: 270, tolerance: 20)
    let route = try await roads.response(
      [start, try roads.waypoint("B")], .car, RouteRequest.Options(steps: true))
    #expect(roads.letters(route) == "AB")
    let steps = route.sections[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .staysOn, .arrive])
    #expect(steps[1].maneuver.direction == .uTurn)
  }
}
