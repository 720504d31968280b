import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Trips with a departure time, which drive other paths than those at the departure.
extension ChargingRouteTests {
  /// From 12:10, the road behind C is closed, so that the way to E is 24 km instead of 16 km.
  private static let closing = AsciiMap(
    """
    A---B---C-------E
            |       |
            F-------G
    """,
    metresPerCell: 2_000,
    ways: [
      "ABC": "highway=primary maxspeed=90", "CFGE": "highway=secondary maxspeed=90",
      "CE": "highway=primary maxspeed=90 motor_vehicle:conditional=no~@~(12:10-23:00)",
    ], nodes: ["B": .init(fast)])

  @Test(
    "a trip for which the charge suffices only at the departure stops at a station",
    arguments: [(10, 7), (10, 9), (8, 8), (10, 6)])
  func longerAtActualTime(capacity: Double, initial: Double) async throws {
    // 3.2 kWh for the 16 km to C, after more than ten minutes, and 4.8 kWh from there instead of 3.2 kWh.
    let route = try await Self.route(
      Self.closing, ["A", "C", "E"], Self.energy(capacity: capacity, initial: initial)
    ) { $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z") }
    let needsStop = initial < 8.1
    #expect(
      route.sections.map { $0.chargingStation?.name }
        == (needsStop ? ["Fast", nil, nil] : [nil, nil]))
    let left = try #require(route.arrivalChargeKilowattHours)
    #expect(abs(left - max(initial - 8, 0)) < 0.05)
    #expect(!route.notices.contains { if case .chargeTooLow = $0 { true } else { false } })
  }

  @Test("a stop charges from the charge on arrival at the actual time, and as long as that takes")
  func charged() async throws {
    // As above, and 24 km from E to H: 4.8 kWh. At E there are 2 kWh of 10 after 40 km, not 3.6 kWh after 32 km.
    let drawing = AsciiMap(
      """
      A---B---C-------E-----------H
              |       |
              F-------G
      """,
      metresPerCell: 2_000,
      ways: [
        "ABC": "highway=primary maxspeed=90", "CFGE": "highway=secondary maxspeed=90",
        "CE": "highway=primary maxspeed=90 motor_vehicle:conditional=no~@~(12:10-23:00)",
        "EH": "highway=primary maxspeed=90",
      ], nodes: ["E": .init(Self.fast)])
    let route = try await Self.route(
      drawing, ["A", "C", "H"], Self.energy(capacity: 10, initial: 10)
    ) { $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z") }
    #expect(route.sections.map { $0.chargingStation?.name } == [nil, "Fast", nil])
    var found: PostAction.Charging?
    for case .charging(let charging) in route.sections[1].postActions { found = charging }
    let charging = try #require(found)
    let arrival = try #require(route.sections[1].energy?.arrivalChargeKilowattHours)
    #expect(abs(arrival - 2) < 0.1)
    #expect(abs(charging.fromKilowattHours - arrival) < 1e-6)
    #expect(abs(charging.toKilowattHours - 4.8) < 0.1)
    // With 150 kW, 24 s for each kWh.
    #expect(abs(charging.seconds - 24 * (charging.toKilowattHours - arrival)) < 0.1)
    #expect(abs(route.postActionSeconds - 60 - charging.seconds) < 1e-6)
  }

  @Test("without a station, such a trip is refused")
  func notReachableAtActualTime() async throws {
    var energy = Self.energy(capacity: 10, initial: 7)
    energy.battery?.connectors = [.chademo]
    do {
      _ = try await Self.route(Self.closing, ["A", "C", "E"], energy) {
        $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
      }
      Issue.record("reached")
    } catch let error as RoutingError {
      guard case .notReachable(let metres, nil, let missing, nil) = error else { throw error }
      #expect(abs(metres - 35_000) < 200)
      #expect(abs(missing - 1) < 0.05)
    }
  }
}
