import Geo
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Charging stations beside the outermost roads of a map.
extension ChargingRouteTests {
  /// A straight road of 16 km, and a station 500 m south of it, outside the box of all roads.
  private static func border(_ nodes: [Character: AsciiMap.Tags]) -> AsciiMap {
    AsciiMap(
      """
      A-------B-------C-------D-------E
                      S
      """,
      metresPerCell: 500, ways: ["ABCDE": "highway=primary maxspeed=90"], nodes: nodes)
  }

  @Test("a station of the map beside its outermost road is used")
  func stationAtBorder() async throws {
    let route = try await Self.route(
      Self.border(["S": .init(Self.fast)]), ["A", "E"], Self.energy(capacity: 2, initial: 2))
    #expect(route.sections.map { $0.chargingStation?.name } == ["Fast", nil])
  }

  @Test("a provider is asked for stations beside the outermost roads")
  func providerAtBorder() async throws {
    let drawing = Self.border([:])
    var engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    engine.stationProvider = ListedStations([
      ChargingStation(
        id: "s", coordinate: try drawing.place("S"),
        connectors: [Connector(.ccs, powerKilowatts: 50)])
    ])
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 2, initial: 2)
    let route = try await engine.routes(for: request).routes[0]
    #expect(route.sections.map { $0.chargingStation?.id } == ["s", nil])
  }
}
