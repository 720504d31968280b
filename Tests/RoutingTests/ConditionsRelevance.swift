import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Rules that may hold are named only where they would matter.
@Suite struct ConditionsRelevance {
  static let unaffected: [(tags: AsciiMap.Tags, vehicle: Vehicle)] = [
    // A later clause holds anyway.
    (["hgv:conditional": "no @ (22:00-06:00); yes @ (weight<=7.5)"], .lorry(weight: 7_000)),
    (
      ["maxweight:conditional": "7.5 @ (22:00-06:00); 20 @ (length<=12)"],
      .truck([.weight: 12_000, .length: 10_000])
    ),
    (
      ["maxspeed": "50", "maxspeed:conditional": "30 @ (22:00-06:00); 50 @ (weight<=7.5)"],
      .lorry(weight: 7_000)
    ),
  ]

  @Test("a rule that a later one overrides anyway makes no notice", arguments: unaffected.indices)
  func overridden(_ row: Int) async throws {
    let (tags, vehicle) = Self.unaffected[row]
    let map = try await Bypass.map(tags).build()
    let route = try await map.response(from: "A", to: "D", vehicle)
    #expect(map.letters(route) == "ABNCD")
    #expect(route.notices.isEmpty, "\(route.potentialTags)")
    let strict = try await map.letters(vehicle, .init(strictConditions: true))
    #expect(strict == "ABNCD")
  }
}
