import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Trips that end on a road with hours: what it is at arrival decides, not what it is at departure.
@Suite struct ConditionsAtEnds {
  @Test("the end of a trip may lie on a road that opens before one gets there")
  func endThatOpens() async throws {
    let map = try await ConditionsByArrival.far(ConditionsByArrival.byDay).build()
    let route = try await map.response(from: "A", to: "B>N 0.5", .car, .at("Mo 18:58"))
    #expect(map.letters(route) == "AB")
    #expect(route.sections[0].arrival.distanceMetres < 1)
    #expect(route.notices.isEmpty)
  }

  @Test("a stop may lie on a road that opens before one gets there, and the trip goes on from it")
  func stopThatOpens() async throws {
    let map = try await ConditionsByArrival.far(ConditionsByArrival.byDay).build()
    let stops = [try map.waypoint("A"), try map.waypoint("B>N 0.5"), try map.waypoint("D")]
    let route = try await map.response(stops, .car, .at("Mo 18:58"))
    #expect(map.letters(route) == "ABNCD")
    #expect(route.sections.allSatisfy { $0.arrival.distanceMetres < 1 })
    #expect(route.notices.isEmpty)
  }

  @Test("a limit of weight that ends before one gets there does not move the end")
  func limitThatEnds() async throws {
    let map = try await ConditionsByArrival.far([
      "maxweight:conditional": "7.5 @ (07:00-19:00)"
    ]).build()
    let lorry = Vehicle.lorry(weight: 12_000)
    let route = try await map.response(from: "A", to: "B>N 0.5", lorry, .at("Mo 18:50"))
    #expect(route.sections[0].arrival.distanceMetres < 1)
    #expect(route.notices.isEmpty)
  }

  @Test("a rule that leaves the ends of trips makes no notice for a trip that ends there")
  func atEnd() async throws {
    let map = try await Bypass.map([
      "motor_vehicle:conditional": "destination @ (07:00-19:00)"
    ]).build()
    let through = try await map.response(from: "A", to: "D")
    #expect(through.potentialRules.count == 1)
    let route = try await map.response(from: "A", to: "N>C 0.5")
    #expect(map.letters(route) == "ABN")
    #expect(route.notices.isEmpty, "\(route.potentialTags)")
  }
}
