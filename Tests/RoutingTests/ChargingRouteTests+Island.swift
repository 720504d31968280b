import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Stations on roads that are cut off from all others.
extension ChargingRouteTests {
  @Test("a station on the start's cut-off road is not a stop: no route leads on from it")
  func cutOffStation() async throws {
    let drawing = AsciiMap(
      """
      X-Y
      A-------B-------C-------D-------E
      """,
      metresPerCell: 800,
      ways: ["XY": "highway=primary maxspeed=90", "ABCDE": "highway=primary maxspeed=90"],
      nodes: ["Y": .init(Self.fast), "C": .init(Self.slow)])
    // 0.2 kWh for each of 25.6 km.
    let route = try await Self.route(
      drawing, ["X", "E"], Self.energy(capacity: 6, initial: 4))
    #expect(route.sections.map { $0.chargingStation?.name } == ["Slow", nil])
    // Without another one, the refusal is that of the route.
    let alone = AsciiMap(
      """
      X-Y
      A-------B-------C-------D-------E
      """,
      metresPerCell: 800,
      ways: ["XY": "highway=primary maxspeed=90", "ABCDE": "highway=primary maxspeed=90"],
      nodes: ["Y": .init(Self.fast)])
    let refusal = await #expect(throws: RoutingError.self) {
      try await Self.route(alone, ["X", "E"], Self.energy(capacity: 6, initial: 4))
    }
    guard case .noRoute(1, 2, _, _)? = refusal else {
      Issue.record("\(refusal.map(String.init(describing:)) ?? "no refusal")")
      return
    }
  }
}
