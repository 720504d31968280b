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

  @Test("a place ahead of the end of a road is straight ahead")
  func placeAhead() async throws {
    let roads = try await AsciiMap("A---B", ways: ["AB": "highway=residential"]).build()
    let options = RouteRequest.Options(steps: true)
    for (south, told) in [(0.0, RouteManeuver.Direction.straight), (0.00009, .right)] {
      let start = try roads.waypoint("A")
      var place = try roads.waypoint("B")
      place.longitude += 0.0001
      place.latitude -= south
      let there = try await roads.response([start, place], .car, options).sections[0].steps
      #expect(there.last?.maneuver.direction == told)
      // Who departs from there has it behind, or on the other side.
      let back = try await roads.response([place, start], .car, options).sections[0].steps
      #expect(back.first?.maneuver.direction == (told == .straight ? nil : .left))
    }
  }

  @Test("what was seen at a junction does not depend on the way on which it was passed before")
  func remembered() async throws {
    let map = AsciiMap(
      """
                N



      C---------p---------D
      E---------q---------F



                S
      """,
      metresPerCell: 15,
      ways: [
        "DpC": "highway=primary oneway=yes name=Broad",
        "EqF": "highway=primary oneway=yes name=Broad",
        "SqpN": "highway=residential name=Side",
      ])
    let shared = try await map.build()
    for trip in ["SC", "EN", "SN", "EC", "NF", "DS", "SC", "SF", "DN"] {
      let ends = trip.map { String($0) }
      let steps = try await route(ends, shared).sections[0].steps
      let alone = try await route(ends, try await map.build()).sections[0].steps
      #expect(steps == alone, "\(trip)")
    }
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

  @Test("a waypoint that is passed is announced where it lies, between and at junctions")
  func passedWaypoint() async throws {
    let roads = try await Self.town.build()
    func steps(_ places: [String]) async throws -> [RouteStep] {
      var waypoints = try places.map { try roads.waypoint($0) }
      for index in waypoints.indices.dropFirst().dropLast() {
        waypoints[index].kind = .passThrough
      }
      return try await roads.response(waypoints, .car, RouteRequest.Options(steps: true))
        .sections[0].steps
    }
    let found = try await steps(["A", "A>B 0.5", "B>D 0.5"])
    #expect(found.map(\.maneuver.kind) == [.depart, .passWaypoint, .turn, .arrive])
    #expect(found[1].maneuver.position == (try roads.drawing.place("A>B 0.5")))
    #expect(found[1].roadName == "Main Street")
    #expect(found[0].points.upperBound == found[1].points.lowerBound)
    #expect(found[1].points.upperBound == found[2].points.lowerBound)
    let half = try roads.drawing.metres("AB") / 2
    #expect(abs(found[0].lengthMetres - half) < 0.5 && abs(found[1].lengthMetres - half) < 0.5)
    let without = try await steps(["A", "B>D 0.5"])
    let metres = found.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(metres - without.reduce(0) { $0 + $1.lengthMetres }) < 0.1)
    let two = try await steps(["A", "A>B 0.3", "A>B 0.6", "B>D 0.5"])
    #expect(
      two.map(\.maneuver.kind) == [.depart, .passWaypoint, .passWaypoint, .turn, .arrive])
  }

  @Test(
    "a waypoint that is passed soon behind a new name does not hide it",
    arguments: ["B>E 0.1", "B>E 0.3", "W>B 0.9"])
  func namePassedBehind(place: String) async throws {
    let roads = try await AsciiMap(
      "W-----B-----E",
      ways: ["WB": "highway=primary name=West", "BE": "highway=primary name=East"]
    ).build()
    let stops = [
      try roads.waypoint("W"), try roads.waypoint(place, .passThrough), try roads.waypoint("E"),
    ]
    let steps = try await roads.response(stops, .car, RouteRequest.Options(steps: true))
      .sections[0].steps
    let told = steps.filter { $0.maneuver.kind != .passWaypoint }
    #expect(told.map(\.maneuver.kind) == [.depart, .newName, .arrive])
    #expect(told[1].roadName == "East")
  }

  @Test("a short piece without a name behind a roundabout has the name of what it leads to")
  func namelessExit() async throws {
    for (piece, isOne) in [("b-e", true), ("b-------e", false)] {
      let roads = try await AsciiMap(
        """
                    a
                  /   \\
        W--------d     \(piece)----------------E
                  \\   /
                    c
                    |
                    S
        """, metresPerCell: 10,
        ways: [
          "Wd": "highway=secondary name=West", "be": "highway=secondary",
          "eE": "highway=secondary name=East", "cS": "highway=secondary name=South",
          "dcbad": "highway=secondary junction=roundabout",
        ]
      ).build()
      let steps = try await route(["W", "E"], roads).sections[0].steps
      let exit = try #require(steps.first { $0.maneuver.kind == .exitRoundabout })
      #expect((exit.roadName == "East") == isOne, "\(piece)")
      #expect(steps.contains { $0.maneuver.kind == .newName } != isOne, "\(piece)")
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
