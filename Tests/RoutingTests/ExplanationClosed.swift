import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A road that is closed to all is named where it is in the way.
@Suite struct ExplanationClosed {
  @Test("a road with access=no is named in a refusal, and may be broken")
  func closedToAll() async throws {
    let map = try await Bypass.only(["access": "no", "name": "Yard"]).build()
    let error = try await map.refusal(from: "A", to: "D", .car, .init(snapRadiusMetres: 1))
    guard case .noRoute(0, 1, .car, let blockers) = error else { throw error }
    #expect(blockers.map(\.rule.tag) == ["access=no"])
    let route = try await map.response(
      from: "A", to: "D", .car, .init(snapRadiusMetres: 1, allowViolations: true))
    #expect(route.violations.map(\.rule.tag) == ["access=no"])
  }

  @Test("a road with access=no is explained")
  func explained() async throws {
    let road = try await ExplanationRoads.explain(["access": "no"], .car)
    #expect(road.sides.map(\.verdict) == [.closed, .closed])
    #expect(road.sides[0].rules.contains { $0.tag == "access=no" && $0.effect == .closes })
  }
}
