import RoadModel
import RouteModel
import TestSupport
import Testing

/// What drivers meet on a route besides roads: crossings with rails, lights, signs and tolls.
@Suite struct DrawnEncounterTests {
  private static let road = AsciiMap(
    """
                    N
                    |
    A-----r-----s---B---g-----t-----D
    """, metresPerCell: 20,
    ways: ["ArsBgtD": "highway=primary name=Main", "NB": "highway=residential name=Side"],
    nodes: [
      "r": "railway=level_crossing", "s": "highway=stop direction=forward",
      "B": "highway=traffic_signals", "g": "highway=give_way direction=backward",
      "t": "barrier=toll_booth",
    ])

  private static func steps(
    _ from: String, _ to: String, _ vehicle: Vehicle = .car, on drawing: AsciiMap = road
  ) async throws -> [RouteStep] {
    let roads = try await drawing.build()
    return try await roads.response(
      from: from, to: to, vehicle, RouteRequest.Options(steps: true)
    ).sections[0].steps
  }

  struct Case: Sendable {
    var from: String
    var to: String
    var vehicle = Vehicle.car
    var met: [[String]]
  }

  private static let (rails, lights) = (["railway_crossing"], ["traffic_signal"])
  private static let (stop, yield, toll) = (["stop_sign"], ["yield_sign"], ["toll_collection"])

  static let cases = [
    Case(from: "A", to: "D", met: [[], rails, stop, lights, toll]),
    // Signs are for one direction.
    Case(from: "D", to: "A", met: [[], toll, yield, lights, rails]),
    // What is behind the beginning or beyond the end of a route is not met.
    Case(from: "r>s 0.5", to: "B>g 0.5", met: [[], stop, lights]),
    // Nobody on foot stops at a sign or pays.
    Case(from: "A", to: "D", vehicle: Vehicle(.foot), met: [[], rails, lights]),
    Case(from: "A", to: "D", vehicle: Vehicle(.bicycle), met: [[], rails, stop, lights]),
  ]

  @Test("a step lists what drivers meet, each at its place, without a maneuver", arguments: cases)
  func listed(row: Case) async throws {
    let steps = try await Self.steps(row.from, row.to, row.vehicle)
    #expect(steps.map(\.maneuver.kind) == [.depart, .arrive])
    // Where nothing is met, an intersection is there for its roads.
    let met = steps[0].intersections.enumerated()
      .filter { $0.offset == 0 || !$0.element.encounters.isEmpty }.map(\.element.encounters)
    #expect(met == row.met)
    let points = steps[0].intersections.map(\.point)
    #expect(points == points.sorted() && Set(points).count == points.count)
    #expect(steps[1].intersections.allSatisfy { $0.encounters.isEmpty })
  }

  @Test("an encounter between junctions has the two directions of its road")
  func arms() async throws {
    let steps = try await Self.steps("A", "D")
    let rails = try #require(steps[0].intersections.first { $0.encounters == Self.rails })
    #expect(rails.arms.map(\.bearing) == [90, 270])
    #expect(rails.arms.map(\.isOpen) == [true, false])
    #expect(rails.leavingArm == 0 && rails.arrivingArm == 1)
    let lights = try #require(steps[0].intersections.first { $0.encounters == Self.lights })
    #expect(lights.arms.map(\.bearing) == [0, 90, 270])
  }

  @Test("lights at a change of the road may be for one direction")
  func directed() async throws {
    let drawing = AsciiMap(
      "A---------C---------E", metresPerCell: 20,
      ways: ["AC": "highway=primary name=Main", "CE": "highway=primary name=Other"],
      nodes: ["C": "highway=traffic_signals traffic_signals:direction=forward"])
    let there = try await Self.steps("A", "E", on: drawing)
    #expect(there.flatMap(\.intersections).flatMap(\.encounters) == Self.lights)
    #expect(there[1].intersections.first?.encounters == Self.lights)
    let back = try await Self.steps("E", "A", on: drawing)
    #expect(back.flatMap(\.intersections).allSatisfy { $0.encounters.isEmpty })
  }

  @Test("a route that passes a waypoint between them meets the same")
  func passing() async throws {
    let roads = try await Self.road.build()
    let steps = try await roads.response(
      [
        try roads.waypoint("A"), try roads.waypoint("r>s 0.5", .passThrough),
        try roads.waypoint("D"),
      ],
      .car, RouteRequest.Options(steps: true)
    ).sections[0].steps
    let met = steps.flatMap(\.intersections).flatMap(\.encounters)
    #expect(met == Self.rails + Self.stop + Self.lights + Self.toll)
  }
}
