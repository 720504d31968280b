import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Where a route may turn round: at dead ends, at barriers and at stopovers, and nowhere else.
@Suite struct BehaviourWaypoints {
  /// A road from A past B to its end X; at B one may not turn off to D when coming from A.
  static func road(_ nodes: [Character: AsciiMap.Tags] = [:]) -> AsciiMap {
    AsciiMap(
      """
      A---B---C---P---X
          |
          D
      """,
      ways: [
        "AB": "highway=residential", "BCP": "highway=residential", "PX": "highway=residential",
        "BD": "highway=residential",
      ],
      nodes: nodes,
      relations: [.restriction("no_right_turn", from: "AB", via: "B", to: "BD")])
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var nodes: [Character: AsciiMap.Tags]
    var vehicle: Vehicle
    var route: String
    init(
      _ name: String, _ nodes: [Character: AsciiMap.Tags], _ mode: Mode, _ route: String
    ) {
      self.name = name
      self.nodes = nodes
      self.vehicle = Vehicle(mode)
      self.route = route
    }
    var testDescription: String { "\(name), \(vehicle.mode.name)" }
  }

  static let turning = [
    Case("only at the dead end, not where two ways join", [:], .car, "ABCPXPCBD"),
    Case("not at traffic lights", ["C": "highway=traffic_signals"], .car, "ABCPXPCBD"),
    Case("not at an open gate", ["P": "barrier=gate"], .car, "ABCPXPCBD"),
    Case("at a bollard", ["P": "barrier=bollard"], .car, "ABCPCBD"),
    Case("at a bollard in the middle of a way", ["C": "barrier=bollard"], .car, "ABCBD"),
    Case("not at a bollard that one can pass", ["P": "barrier=bollard"], .bicycle, "ABCPXPCBD"),
    Case("at a closed gate", ["P": "barrier=gate access=no"], .bicycle, "ABCPCBD"),
    Case("at a gate closed to trucks", ["P": "barrier=lift_gate hgv=no"], .truck, "ABCPCBD"),
    Case("not at a gate closed to others", ["P": "barrier=lift_gate hgv=no"], .car, "ABCPXPCBD"),
  ]

  @Test("one turns round", arguments: turning)
  func turnsRound(_ row: Case) async throws {
    let map = try await Self.road(row.nodes).build()
    #expect(try await map.route(from: "A", to: "D", row.vehicle) == row.route)
  }

  @Test("a road that no one else uses does not end where the car's only way on is a footpath")
  func deadEndForCars() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---X
          |
          D
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential", "CX": "highway=footway",
        "BD": "highway=residential",
      ],
      relations: [.restriction("no_right_turn", from: "AB", via: "B", to: "BD")]
    ).build()
    // For cars C is a dead end, for bicycles, which may be pushed on, X is.
    #expect(try await map.route(from: "A", to: "D") == "ABCBD")
    #expect(try await map.route(from: "A", to: "D", Vehicle(.bicycle)) == "ABCXCBD")
  }

  @Test("a loop at the end of a road is driven round")
  func loopAtEnd() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---Q
          |   |   |
          D   S---R
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential",
        "CQRSC": "highway=residential oneway=yes", "BD": "highway=residential",
      ],
      relations: [.restriction("no_right_turn", from: "AB", via: "B", to: "BD")]
    ).build()
    #expect(try await map.route(from: "A", to: "D") == "ABCQRSCBD")
  }

  @Test("a stopover lets the route turn round, and begins a new section")
  func stopover() async throws {
    let map = try await Self.road().build()
    let stops = [try map.waypoint("A"), try map.waypoint("C"), try map.waypoint("D")]
    let route = try await map.response(stops)
    #expect(map.letters(route) == "ABCBD")
    #expect(route.sections.count == 2)
    #expect(route.sections[0].arrival.position == route.sections[1].departure.position)
  }

  @Test("a stop at a barrier is left on the side on which it was reached")
  func stopAtBarrier() async throws {
    let map = try await AsciiMap(
      """
      A---V---C
      |       |
      D-------E
      """,
      ways: ["AVC": "highway=residential", "ADEC": "highway=residential"],
      nodes: ["V": "barrier=bollard"]
    ).build()
    let stops = try ["A", "V", "C"].map { try map.waypoint($0) }
    #expect(map.letters(try await map.response(stops)) == "AVADEC")
    #expect(try await map.route(stops, Vehicle(.bicycle)) == "AVC")
  }

  @Test("a pass-through waypoint is passed straight on, within one section")
  func passThrough() async throws {
    let map = try await Self.road().build()
    let places = [
      try map.waypoint("A"), try map.waypoint("C", .passThrough), try map.waypoint("D"),
    ]
    let route = try await map.response(places)
    #expect(map.letters(route) == "ABCPXPCBD")
    #expect(route.sections.count == 1)
    #expect(abs(route.lengthMetres - (try map.drawing.metres("ABCPXPCBD"))) < 1)
  }

  @Test("a pass-through waypoint at a dead end is turned round at")
  func passThroughDeadEnd() async throws {
    let map = try await Self.road().build()
    let places = [
      try map.waypoint("A"), try map.waypoint("X", .passThrough), try map.waypoint("D"),
    ]
    #expect(try await map.route(places) == "ABCPXPCBD")
  }

  static let ring = AsciiMap(
    """
    A---B-------C
        |       |
    G---E---P---F
    """,
    ways: [
      "AB": "highway=residential", "BCFPE": "highway=residential", "BE": "highway=residential",
      "EG": "highway=residential",
    ])

  @Test("past a pass-through waypoint the whole route is the shortest, not its first part")
  func wholeIsBest() async throws {
    let map = try await Self.ring.build()
    let (from, to) = (try map.waypoint("A"), try map.waypoint("G"))
    #expect(try await map.route([from, try map.waypoint("P", .passThrough), to]) == "ABCFPEG")
    #expect(try await map.route([from, try map.waypoint("P"), to]) == "ABEPEG")
  }

  @Test("several pass-through waypoints in a row are passed in order")
  func severalPassThrough() async throws {
    let map = try await Self.ring.build()
    let places = [
      try map.waypoint("A"), try map.waypoint("F", .passThrough),
      try map.waypoint("P", .passThrough),
      try map.waypoint("G"),
    ]
    #expect(try await map.route(places) == "ABCFPEG")
    let swapped = [places[0], places[2], places[1], places[3]]
    #expect(try await map.route(swapped) == "ABEPFCBEG")
  }

  @Test("a turn restriction holds across a pass-through waypoint")
  func restrictionAcrossWaypoint() async throws {
    let map = try await Self.road().build()
    let places = [
      try map.waypoint("A"), try map.waypoint("A>B 0.5", .passThrough), try map.waypoint("D"),
    ]
    #expect(try await map.route(places) == "ABCPXPCBD")
  }

  @Test("a restriction over ways holds across a pass-through waypoint on its via way")
  func viaRestrictionAcrossWaypoint() async throws {
    let map = try await AsciiMap(
      BehaviourTurns.ladder, ways: BehaviourTurns.rungs.map { ($0, "highway=residential") },
      relations: [.restriction("no_right_turn", from: "AB", via: "BC", to: "CF")]
    ).build()
    let places = [
      try map.waypoint("A"), try map.waypoint("B>C 0.5", .passThrough), try map.waypoint("F"),
    ]
    // The path that is shortest up to the waypoint may only go on to D.
    #expect(try await map.route(places) == "ABEBCF")
  }

  @Test("a waypoint on a via way is passed on a longer path if the shortest may not go on")
  func longerPathToViaWay() async throws {
    let map = try await AsciiMap(
      """
      S---A-------B---C---F
          |       |
          D-------E
      """,
      ways: ["SA", "AB", "ADEB", "BC", "CF"].map { ($0, "highway=residential oneway=yes") },
      relations: [.restriction("no_straight_on", from: "AB", via: "BC", to: "CF")]
    ).build()
    let places = [
      try map.waypoint("S"), try map.waypoint("B>C 0.5", .passThrough), try map.waypoint("F"),
    ]
    #expect(try await map.route(places) == "SADEBCF")
  }

  @Test("start and end at one place make a route of no length")
  func nowhere() async throws {
    let map = try await Self.ring.build()
    for place in ["A", "B", "P", "B>C 0.3"] {
      let route = try await map.response(from: place, to: place)
      #expect(route.lengthMetres == 0)
      #expect(route.durationSeconds == 0)
    }
  }

  @Test("fewer than two waypoints, and places that are not on earth, are refused by name")
  func badRequests() async throws {
    let map = try await Self.ring.build()
    let a = try map.waypoint("A")
    await #expect(throws: RoutingError.tooFewWaypoints(0)) { try await map.response([]) }
    await #expect(throws: RoutingError.tooFewWaypoints(1)) { try await map.response([a]) }
    await #expect(throws: RoutingError.invalidWaypoint(index: 1)) {
      try await map.response([a, Waypoint(latitude: 91, longitude: 0)])
    }
    await #expect(throws: RoutingError.invalidWaypoint(index: 0)) {
      try await map.response([Waypoint(latitude: .nan, longitude: 0), a])
    }
  }
}
