import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What always holds on a road, as it stands beside what holds at the time and in one direction.
@Suite struct ExplanationBase {
  typealias Case = ExplanationRoads.Case

  static let overriddenBase = [
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ (09:00-16:00)"], at: "Mo 12:00", "hgv=no",
      .overridden, .open),
    Case(
      ["motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (18:00-10:00)"], .car,
      at: "Mo 20:00", "motor_vehicle=no", .overridden, .open),
    Case(
      ["hgv": "yes", "hgv:conditional": "no @ (09:00-16:00)"], at: "Mo 12:00", "access=yes",
      .overridden, .closed),
    Case(
      ["access:conditional": "no @ (Mo-Fr)", "hgv:conditional": "yes @ (06:00-20:00)"],
      at: "Mo 12:00", "access:conditional=no @ (Mo-Fr)", .overridden, .open),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "60 @ (22:00-06:00)"], .car, at: "Mo 23:00",
      "maxspeed=100", .overridden, .open),
  ]

  @Test(
    "what always holds is overridden by a rule that holds at the time", arguments: overriddenBase)
  func base(_ row: Case) async throws { try await ExplanationRoads().check(row) }

  @Test("what is not overridden stays", arguments: overriddenBase)
  func notOverridden(_ row: Case) async throws {
    // On Saturday at 17:00 none of the rules of the hour holds.
    let road = try await ExplanationRoads.explain(row.tags, row.vehicle, .at("Sa 17:00"))
    let rule = try #require(road.sides[0].rules.first { $0.tag == row.tag })
    #expect(rule.effect != .overridden)
  }

  static let directed: [(tags: AsciiMap.Tags, vehicle: Vehicle, tag: String, side: Int)] = [
    (["motor_vehicle:backward": "destination"], .car, "motor_vehicle:backward=destination", 1),
    (["hgv:forward": "no"], Vehicle(.truck), "hgv:forward=no", 0),
    (["hgv:backward": "destination"], Vehicle(.truck), "hgv:backward=destination", 1),
  ]

  @Test("access of one direction is named with its direction", arguments: directed.indices)
  func direction(_ row: Int) async throws {
    let (tags, vehicle, tag, side) = Self.directed[row]
    let road = try await ExplanationRoads.explain(tags, vehicle)
    #expect(road.sides[side].rules.map(\.tag) == [tag])
    #expect(road.sides[1 - side].verdict == .open)
  }
}
