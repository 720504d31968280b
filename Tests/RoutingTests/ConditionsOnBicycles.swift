import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Hours in which a bicycle is pushed, and in which it is ridden: the speed is that of the time.
@Suite struct ConditionsOnBicycles {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var ridden: String
    var pushed: String
    var isBackward = false
    var testDescription: String { tags.line }
  }

  static let cases = [
    Case(
      tags: ["bicycle:conditional": "dismount @ (10:00-18:00)"], ridden: "Mo 08:00",
      pushed: "Mo 12:00"),
    Case(
      tags: ["bicycle": "dismount", "bicycle:conditional": "yes @ (20:00-06:00)"],
      ridden: "Mo 22:00", pushed: "Mo 12:00"),
    Case(
      tags: ["highway": "pedestrian", "bicycle:conditional": "yes @ (18:00-10:00)"],
      ridden: "Mo 20:00", pushed: "Mo 12:00"),
    Case(
      tags: ["oneway": "yes", "oneway:bicycle:conditional": "no @ (20:00-06:00)"],
      ridden: "Mo 23:00", pushed: "Mo 12:00", isBackward: true),
    Case(
      tags: ["oneway:conditional": "yes @ (Mo-Fr)"], ridden: "Sa 12:00", pushed: "Mo 12:00",
      isBackward: true),
  ]

  @Test("pushing takes longer, at the times at which one must push", arguments: cases)
  func speed(_ row: Case) async throws {
    let bicycle = Vehicle(.bicycle)
    let ridden = try await SpeedBehaviour.seconds(
      row.tags, bicycle, backward: row.isBackward, at: row.ridden)
    let pushed = try await SpeedBehaviour.seconds(
      row.tags, bicycle, backward: row.isBackward, at: row.pushed)
    let walked = try await SpeedBehaviour.seconds(row.tags, Vehicle(.foot), at: row.pushed)
    #expect(ridden < pushed * 0.8)
    #expect(pushed > 0.7 * walked)
  }

  @Test("against a one-way street that is open to bicycles by night they ride")
  func contraflow() async throws {
    let map = try await Bypass.map([
      "oneway": "yes", "oneway:bicycle:conditional": "no @ (20:00-06:00)",
    ]).build()
    let bicycle = Vehicle(.bicycle)
    #expect(try await map.letters(bicycle, .at("Mo 23:00"), backward: true) == "DCNBA")
    #expect(try await map.letters(bicycle, .at("Mo 12:00"), backward: true) == "DCFEBA")
  }

  @Test("a bicycle is not pushed down stairs faster than people walk there")
  func stairs() async throws {
    let pushed = try await SpeedBehaviour.seconds("highway=steps", Vehicle(.bicycle))
    let walked = try await SpeedBehaviour.seconds("highway=steps", Vehicle(.foot))
    let level = try await SpeedBehaviour.seconds("highway=footway", Vehicle(.bicycle))
    #expect(pushed >= walked)
    #expect(pushed > level)
  }
}
