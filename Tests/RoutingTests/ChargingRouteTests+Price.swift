import Geo
import RouteModel
import TestSupport
import Testing

@testable import Routing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ChargingRouteTests {
  @Test("a station where the wait never ends is not used")
  func endlessWait() async throws {
    struct Waiting: ChargingStationProvider {
      let offers: [ChargingOffer]
      func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] { offers }
    }
    let drawing = Self.map([:])
    func offer(_ place: String, _ seconds: Double) throws -> ChargingOffer {
      ChargingOffer(
        ChargingStation(
          id: place, coordinate: try drawing.place(place),
          connectors: [Connector(.ccs, powerKilowatts: 50)]), waitSeconds: seconds)
    }
    var engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    engine.stationProvider = Waiting(offers: [try offer("C", .infinity), try offer("B", 600)])
    let route = try await engine.routes(for: request).routes[0]
    #expect(route.sections.map { $0.chargingStation?.id } == ["B", nil])
    #expect(route.sections[0].postActions.first == .wait(seconds: 600))
    // Of 10 kWh, 12.8 are needed for 64 km.
    engine.stationProvider = Waiting(offers: [try offer("C", .infinity)])
    let refusal = await #expect(throws: RoutingError.self) { try await engine.routes(for: request) }
    guard case .notReachable(_, nil, let missing, nil)? = refusal else {
      Issue.record("\(refusal.map(String.init(describing:)) ?? "no refusal")")
      return
    }
    #expect(abs(missing - 2.8) < 0.1)
  }

  @Test("the price of a provider is stated with the charging, also in JSON")
  func price() async throws {
    struct Priced: ChargingStationProvider {
      let station: ChargingStation
      let price: Double?
      func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] {
        [ChargingOffer(station, pricePerKilowattHour: price)]
      }
    }
    let drawing = Self.map([:])
    let station = ChargingStation(
      id: "s", coordinate: try drawing.place("C"),
      connectors: [Connector(.ccs, powerKilowatts: 50)])
    var engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    let cases: [(given: Double?, told: Double?)] = [(0.5, 0.5), (nil, nil), (.nan, nil)]
    for (given, told) in cases {
      engine.stationProvider = Priced(station: station, price: given)
      let actions = try await engine.routes(for: request).routes[0].sections[0].postActions
      let charging = try #require(
        actions.compactMap { if case .charging(let charging) = $0 { charging } else { nil } }.first)
      #expect(charging.pricePerKilowattHour == told)
      #expect(charging.price == told.map { $0 * charging.kilowattHours })
      let json = try JSONEncoder().encode(actions)
      #expect(try JSONDecoder().decode([PostAction].self, from: json) == actions)
    }
  }
}
