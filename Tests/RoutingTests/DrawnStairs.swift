import Guidance
import RoadModel
import RouteModel
import TestSupport
import Testing

/// What people on foot and cyclists are told where stairs begin straight on.
@Suite struct DrawnStairsTests {
  /// The steps of a trip along a line, with their sentences.
  private static func told(
    _ line: String, metresPerCell: Double = 20, _ ways: [(String, AsciiMap.Tags)],
    _ vehicle: Vehicle = Vehicle(.foot)
  ) async throws -> (steps: [RouteStep], texts: [String]) {
    let roads = try await AsciiMap(line, metresPerCell: metresPerCell, ways: ways).build()
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], vehicle,
      RouteRequest.Options(steps: true)
    ).sections[0].steps
    let words = Instructions(language: .english, units: .metric, mode: vehicle.mode)
    let texts = steps.indices.map { index in
      words.text(for: steps[index], .init(previous: index > 0 ? steps[index - 1] : nil))
    }
    return (steps, texts)
  }

  @Test(
    "stairs straight on are told, with their name if they have one",
    arguments: [("", "Take the stairs"), (" name=Ladder", "Take the stairs on Ladder")])
  func straight(tags: String, expected: String) async throws {
    let (steps, texts) = try await Self.told(
      "A-----b-----c-----E",
      [
        ("Ab", "highway=footway"), ("bc", AsciiMap.Tags("highway=steps\(tags)")),
        ("cE", "highway=footway"),
      ])
    #expect(steps.map(\.maneuver.kind) == [.depart, .notification, .arrive])
    #expect(steps.map(\.isOnStairs) == [false, true, false])
    #expect(steps[1].maneuver.direction == .straight)
    #expect(texts[1] == expected)
  }

  @Test(
    "stairs in pieces are told once, unless a landing is long",
    arguments: [(metres: 5.0, count: 1), (10.0, 2)])
  func pieces(metres: Double, count: Int) async throws {
    // The landing is two cells long.
    let (steps, texts) = try await Self.told(
      "A-----b---c-d---e-----E", metresPerCell: metres,
      [
        ("Ab", "highway=footway"), ("bc", "highway=steps"), ("cd", "highway=footway"),
        ("de", "highway=steps"), ("eE", "highway=footway"),
      ])
    #expect(steps.count == count + 2)
    #expect(texts.dropFirst().dropLast().allSatisfy { $0 == "Take the stairs" })
  }

  @Test("a few steps need no word", arguments: [(metres: 1.0, count: 0), (2.0, 1)])
  func few(metres: Double, count: Int) async throws {
    // The stairs are two cells long.
    let (steps, _) = try await Self.told(
      "A-----------b-c-----------E", metresPerCell: metres,
      [("Ab", "highway=footway"), ("bc", "highway=steps"), ("cE", "highway=footway")])
    #expect(steps.count == count + 2)
  }

  @Test(
    "a trip that begins on stairs says so, and tells the next ones",
    arguments: [("", "Take the stairs east"), (" name=Ladder", "Take the stairs east on Ladder")])
  func begins(tags: String, expected: String) async throws {
    let (steps, texts) = try await Self.told(
      "A-----b-----c-----E",
      [
        ("Ab", AsciiMap.Tags("highway=steps\(tags)")), ("bc", "highway=footway"),
        ("cE", "highway=steps"),
      ])
    #expect(steps.map(\.maneuver.kind) == [.depart, .notification, .arrive])
    #expect(steps.map(\.isOnStairs) == [true, true, false])
    #expect(texts[0] == expected)
    #expect(texts[1] == "Take the stairs")
  }

  @Test("a trip on nothing but stairs says so")
  func only() async throws {
    let (steps, texts) = try await Self.told("A-----E", [("AE", "highway=steps")])
    #expect(steps.map(\.isOnStairs) == [true, false])
    #expect(texts[0] == "Take the stairs east")
  }

  @Test("a bicycle is pushed on stairs, and who pushes already is told of them as well")
  func bicycle() async throws {
    let onto = try await Self.told(
      "A-----b-----c-----E",
      [
        ("Ab", "highway=residential name=Main"), ("bc", "highway=steps"),
        ("cE", "highway=residential name=Side"),
      ], Vehicle(.bicycle))
    #expect(onto.texts[1] == "Push your bicycle, then take the stairs")
    #expect(onto.texts[2] == "Get back on your bicycle and continue on Side")
    let pushed = try await Self.told(
      "A-----b-----c-----E",
      [("Ab", "highway=footway"), ("bc", "highway=steps"), ("cE", "highway=footway")],
      Vehicle(.bicycle))
    #expect(pushed.steps.map(\.isPushed) == [true, true, true])
    #expect(pushed.texts[1] == "Take the stairs")
  }
}
