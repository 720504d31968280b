import RoadModel
import RouteModel
import TestSupport
import Testing

extension DrawnManeuver {
  /// Roads that turn back.
  static let hairpins: [DrawnManeuver] = [
    DrawnManeuver(
      name: "a road that goes round a hairpin is stayed on where a street leaves it",
      drawing: """
        A-----------b
                       e
                         f----S
                       g
        C-----------h
        """,
      metres: 5,
      ways: [
        ("AbefghC", "highway=tertiary name=Main"), ("fS", "highway=residential name=Side"),
      ],
      trips: ["AC": ["staysOn sharpRight Main"], "CA": ["staysOn sharpLeft Main"]]),
    DrawnManeuver(
      name: "a hairpin where nothing leaves the road needs no word",
      drawing: """
        A-----------b
                       e
                         f
                       g
        C-----------h
        """,
      metres: 5, ways: [("AbefghC", "highway=tertiary name=Main")],
      trips: ["AC": [], "CA": []]),
    median("name=Main", "Main"), median("ref=B~10", "B 10"),
    median("name=Main ref=B~10", "Main"),
  ]

  /// A divided road with a link between its carriageways, on which a driver turns round.
  private static func median(_ title: String, _ road: String) -> DrawnManeuver {
    let tags = AsciiMap.Tags("highway=secondary oneway=yes \(title)")
    return DrawnManeuver(
      name: "two turns to the left over a link between carriageways with \(title) are one back",
      drawing: """
        A-----b-----C
              |
              |
        F-----e-----D
        """,
      metres: 15,
      ways: [("CbA", tags), ("FeD", tags), ("be", "highway=secondary_link")],
      trips: ["CD": ["staysOn uTurn \(road)"], "FA": ["staysOn uTurn \(road)"]])
  }
}

/// What is told where a trip passes a waypoint without a stop.
@Suite struct DrawnPassingTests {
  private static let drawing = """
            C
            |
    A---p---b-------D
            |
            S
    """
  private static let ways: [(String, AsciiMap.Tags)] = [
    ("ApbD", "highway=tertiary name=Main"), ("CbS", "highway=tertiary name=Side"),
  ]

  /// Trips by the letters of their waypoints, all but the ends passed; the maneuvers between the ends.
  static let trips: [(String, [String])] = [
    // In the middle of a road, and at a junction that is crossed: nothing.
    ("ApD", []), ("AbD", []),
    // At a junction where the route turns, and before it: the turn, once.
    ("AbC", ["turn left Side"]), ("ApC", ["turn left Side"]),
    // At the end of a street: in, round, and on.
    ("ASD", ["turn right Side", "staysOn uTurn Side", "turn right Main"]),
    ("ACD", ["turn left Side", "staysOn uTurn Side", "turn left Main"]),
  ]

  @Test("a waypoint that is passed neither hides nor doubles a maneuver", arguments: trips)
  func passed(trip: String, expected: [String]) async throws {
    let roads = try await AsciiMap(Self.drawing, ways: Self.ways).build()
    let letters = trip.map { String($0) }
    let stops = try letters.enumerated().map { index, letter in
      let isEnd = index == 0 || index == letters.count - 1
      return try roads.waypoint(letter, isEnd ? .stopover : .passThrough)
    }
    let route = try await roads.response(stops, .car, RouteRequest.Options(steps: true))
    #expect(route.sections.count == 1)
    // Each waypoint has its notice, which is no maneuver.
    let steps = route.sections[0].steps.dropFirst().dropLast()
    #expect(steps.count { $0.maneuver.kind == .passWaypoint } == stops.count - 2)
    let told = steps.filter { $0.maneuver.kind != .passWaypoint }.map { step in
      let direction = step.maneuver.direction.map { "\($0)" } ?? "-"
      return "\(step.maneuver.kind) \(direction) \(step.roadName ?? "-")"
    }
    #expect(told == expected)
  }
}

/// What is told where a trip begins or ends on a ring.
@Suite struct DrawnRingEndTests {
  static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
              N
              |
              a
            /   \\
      W---d       b---E
            \\   /
              c
              |
              S
      """, metresPerCell: 15,
      ways: [
        "adcba": "highway=secondary junction=roundabout name=Circle",
        "Na": "highway=secondary name=North", "Wd": "highway=secondary name=West",
        "Sc": "highway=secondary name=South", "Eb": "highway=secondary name=East",
      ]
    ).build()
  }

  @Test("a trip that ends on a ring does not leave it")
  func ends() async throws {
    let roads = try await Self.roads()
    let route = try await roads.response(
      from: "S", to: "b>a 0.5", .car, RouteRequest.Options(steps: true))
    let steps = route.sections[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .rotary, .arrive])
    #expect(steps[1].rotaryName == "Circle")
    #expect(steps[1].maneuver.exit == nil)
    // The road of the entry is that of the exit, which there is none.
    #expect(steps[1].roadName == nil)
    #expect(steps[2].roadName == "Circle")
  }

  @Test("a trip that begins on a rotary leaves a rotary")
  func begins() async throws {
    let roads = try await Self.roads()
    let route = try await roads.response(
      from: "b>a 0.5", to: "W", .car, RouteRequest.Options(steps: true))
    let steps = route.sections[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .exitRotary, .arrive])
    #expect(steps[1].rotaryName == "Circle")
    #expect(steps[1].maneuver.exit == nil)
  }

  @Test("people on foot walk round a ring either way without exits", arguments: ["N", "E", "W"])
  func walks(_ end: String) async throws {
    let roads = try await Self.roads()
    let route = try await roads.response(
      from: "S", to: end, Vehicle(.foot), RouteRequest.Options(steps: true))
    let steps = route.sections[0].steps
    let ofRings: [RouteManeuver.Kind] = [
      .roundabout, .rotary, .roundaboutTurn, .exitRoundabout, .exitRotary,
    ]
    #expect(!steps.contains { ofRings.contains($0.maneuver.kind) })
    #expect(steps.allSatisfy { $0.maneuver.exit == nil && $0.rotaryName == nil })
    // From the south to the west, the way against the traffic is shorter.
    if end == "W" { #expect(roads.letters(route) == "ScdW") }
  }

  @Test("people on foot are told nothing at the roads that they pass on a ring")
  func passes() async throws {
    let roads = try await AsciiMap(
      """
                 N







                 c
               r   q

      W       d     b       E

               t   p
                 a







                 S
      """, metresPerCell: 10,
      ways: [
        "apbqcrdta": "highway=tertiary junction=roundabout",
        "Nc": "highway=tertiary name=North", "Wd": "highway=tertiary name=West",
        "Sa": "highway=tertiary name=South", "Eb": "highway=tertiary name=East",
      ]
    ).build()
    for (start, end, name) in [("S", "N", "North"), ("W", "E", "East")] {
      let route = try await roads.response(
        from: start, to: end, Vehicle(.foot), RouteRequest.Options(steps: true))
      let steps = route.sections[0].steps
      #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .turn, .arrive])
      #expect(steps[2].roadName == name)
    }
  }
}
