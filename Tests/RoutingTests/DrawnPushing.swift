import Guidance
import RoadModel
import RouteModel
import TestSupport
import Testing

/// What cyclists are told where they must push.
@Suite struct DrawnPushingTests {
  /// The steps of a trip with their sentences.
  private static func told(
    _ drawing: String, _ ways: [(String, AsciiMap.Tags)], _ trip: [String],
    _ vehicle: Vehicle = Vehicle(.bicycle)
  ) async throws -> (steps: [RouteStep], texts: [String]) {
    let roads = try await AsciiMap(drawing, metresPerCell: 20, ways: ways).build()
    let steps = try await roads.response(
      trip.map { try roads.waypoint($0) }, vehicle, RouteRequest.Options(steps: true)
    ).sections[0].steps
    let words = Instructions(language: .english, units: .metric, mode: vehicle.mode)
    let texts = steps.indices.map { index in
      words.text(for: steps[index], .init(previous: index > 0 ? steps[index - 1] : nil))
    }
    return (steps, texts)
  }

  private static let line = "A-----b-----c-----D"

  @Test("on a footway between streets, a bicycle is pushed and then ridden again")
  func footway() async throws {
    let ways: [(String, AsciiMap.Tags)] = [
      ("Ab", "highway=residential name=Main"), ("bc", "highway=footway"),
      ("cD", "highway=residential name=Side"),
    ]
    let (steps, texts) = try await Self.told(Self.line, ways, ["A", "D"])
    #expect(steps.map(\.maneuver.kind) == [.depart, .notification, .notification, .arrive])
    #expect(steps.map(\.isPushed) == [false, true, false, false])
    #expect(texts[1] == "Push your bicycle")
    #expect(texts[2] == "Get back on your bicycle and continue on Side")
    let walk = try await Self.told(Self.line, ways, ["A", "D"], Vehicle(.foot))
    #expect(walk.steps.allSatisfy { !$0.isPushed && $0.maneuver.kind != .notification })
  }

  @Test("where a street bends and becomes a footway, pushing is told with its direction")
  func bend() async throws {
    let (steps, texts) = try await Self.told(
      """
      A-----b
            |
            C
      """, [("Ab", "highway=residential name=Main"), ("bC", "highway=footway")], ["A", "C"])
    #expect(steps.map(\.maneuver.kind) == [.depart, .notification, .arrive])
    #expect(steps[1].maneuver.direction == .right)
    #expect(texts[1] == "Push your bicycle")
  }

  @Test("a part of a road where cyclists must dismount has its directions from the line")
  func dismount() async throws {
    let (steps, _) = try await Self.told(
      Self.line,
      [
        ("Ab", "highway=residential name=Main"),
        ("bc", "highway=residential name=Main bicycle=dismount"),
        ("cD", "highway=residential name=Main"),
      ], ["A", "D"])
    #expect(steps.map(\.maneuver.kind) == [.depart, .notification, .notification, .arrive])
    for step in steps.dropFirst().dropLast() {
      #expect(step.maneuver.bearingBefore == 90 && step.maneuver.bearingAfter == 90)
      #expect(step.intersections[0].arms.map(\.bearing) == [90, 270])
    }
  }

  @Test("a few metres are pushed without a word")
  func short() async throws {
    let (steps, _) = try await Self.told(
      "A-----b--D",
      [("Ab", "highway=residential name=Main"), ("bD", "highway=footway")], ["A", "b>D 0.15"])
    #expect(steps.map(\.maneuver.kind) == [.depart, .arrive])
  }

  @Test(
    "a turn onto stairs says so, unless they have a name",
    arguments: [("", "Turn right, then take the stairs"), (" name=Steps", "Turn right onto Steps")])
  func stairs(tags: String, expected: String) async throws {
    let drawing = """
      A-----b-----C
            |
            S
      """
    let ways: [(String, AsciiMap.Tags)] = [
      ("AbC", "highway=residential name=Main"), ("bS", AsciiMap.Tags("highway=steps\(tags)")),
    ]
    let (steps, texts) = try await Self.told(drawing, ways, ["A", "S"], Vehicle(.foot))
    #expect(steps.map(\.isOnStairs) == [false, true, false])
    #expect(texts[1] == expected)
  }

  @Test("a turn onto a road where a bicycle must be pushed says so")
  func turn() async throws {
    let drawing = """
      A-----b-----C
            |
            S
      """
    let ways: [(String, AsciiMap.Tags)] = [
      ("AbC", "highway=residential name=Main"), ("bS", "highway=footway name=Alley"),
    ]
    let (steps, texts) = try await Self.told(drawing, ways, ["A", "S"])
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    // Who pushes a bicycle arrives so.
    #expect(steps.map(\.isPushed) == [false, true, true])
    #expect(texts[1] == "Turn right onto Alley, then push your bicycle")
    let walk = try await Self.told(drawing, ways, ["A", "S"], Vehicle(.foot))
    #expect(walk.texts[1] == "Turn right onto Alley")
  }

  @Test("a trip that begins where a bicycle must be pushed says so, and where it may be ridden")
  func departure() async throws {
    let drawing = """
            S
            |
      B-----A-----C
      """
    let (steps, texts) = try await Self.told(
      drawing,
      [("SA", "highway=footway name=Alley"), ("BAC", "highway=residential name=Main")],
      ["S", "C"])
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps.map(\.isPushed) == [true, false, false])
    #expect(texts[0] == "Push your bicycle south on Alley")
    #expect(texts[1] == "Turn left onto Main, then get back on your bicycle")
  }

  @Test("who leaves a house on a road and comes to a footway at once is told to push")
  func soon() async throws {
    let (steps, texts) = try await Self.told(
      Self.line,
      [("Ab", "highway=residential name=Main"), ("bc", "highway=footway name=Main")]
        + [("cD", "highway=residential name=Main")], ["A>b 0.9", "D"])
    #expect(steps.map(\.isPushed) == [false, true, false, false])
    #expect(texts[1] == "Push your bicycle on Main")
  }

  @Test("a turn into the farther carriageway begins at the nearer, where bicycles may be pushed")
  func across() async throws {
    let roads = try await AsciiMap(
      """
                  N



      C-----------p-----------D
      E-----------q-----------F



                  S
      """, metresPerCell: 15,
      ways: [
        ("DpC", "highway=primary oneway=yes name=Broad"),
        ("EqF", "highway=primary oneway=yes name=Broad"), ("SqpN", "highway=residential name=Side"),
      ]
    ).build()
    let steps = try await roads.response(
      ["S", "C"].map { try roads.waypoint($0) }, Vehicle(.bicycle),
      RouteRequest.Options(steps: true)
    ).sections[0].steps
    try #require(steps.count == 3)
    #expect(steps[1].maneuver.position == (try roads.drawing.place("q")))
  }

  @Test("few metres between are not told, whatever is told before and behind them")
  func between() async throws {
    // 60 m to push, 10 m to ride, 10 m to push, then 30 m to ride.
    let roads = try await AsciiMap(
      "A-----------b-c-d-----E", metresPerCell: 5,
      ways: [
        ("Ab", "highway=footway name=Main"), ("bc", "highway=residential name=Main"),
        ("cd", "highway=footway name=Main"), ("dE", "highway=residential name=Main"),
      ]
    ).build()
    let steps = try await roads.response(
      [roads.waypoint("A"), roads.waypoint("E")], Vehicle(.bicycle),
      RouteRequest.Options(steps: true)
    ).sections[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .notification, .arrive])
    #expect(steps.map(\.isPushed) == [true, false, false])
  }
}
