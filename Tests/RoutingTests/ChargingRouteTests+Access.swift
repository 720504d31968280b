import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Stations that are not for everybody.
extension ChargingRouteTests {
  @Test(
    "stations that only some people may use are left out",
    arguments: [
      ("yes", true), ("customers", true), ("permissive", true), ("customers;private", true),
      ("private", false), ("permit", false), ("employees", false),
      ("residents", false), ("staff;residents", false), ("permit;~private", false),
    ])
  func access(_ value: String, isUsed: Bool) async throws {
    let route = try await Self.route(
      Self.map(["B": .init(Self.slow), "C": .init(Self.fast + " access=" + value)]), ["A", "E"],
      Self.energy(capacity: 10, initial: 10))
    #expect(route.sections[0].chargingStation?.name == (isUsed ? "Fast" : "Slow"))
  }
}
