import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What a refusal says of trips over waypoints.
extension ChargingRouteTests {
  @Test("beyond a waypoint the distance counts from the start, or from the last station")
  func shortfallBehindWaypoint() async throws {
    // The waypoint C is 32 km from A; of 8 kWh, 1.6 kWh are left there for 6.4 kWh to E.
    let cases: [(initial: Double, connectors: Set<ConnectorType>, station: String?)] = [
      (8, [.chademo], nil), (4, [.ccs], "Fast"),
    ]
    for example in cases {
      let energy = Self.energy(capacity: 8, initial: example.initial) {
        $0.connectors = example.connectors
      }
      do {
        _ = try await Self.route(
          Self.map(["B": .init(Self.fast)]), ["A", "C", "E"], energy)
        Issue.record("reached")
      } catch let error as RoutingError {
        guard case .notReachable(let metres, let station, let missing) = error else { throw error }
        #expect(station == example.station)
        #expect(abs(metres - 40_000) < 500)
        #expect(abs(missing - (station == nil ? 4.8 : 1.6)) < 0.1)
      }
    }
  }
}
