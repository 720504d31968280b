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
