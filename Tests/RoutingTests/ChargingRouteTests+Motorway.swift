import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Stations beside motorways.
extension ChargingRouteTests {
  @Test("a station nearest to a motorway is reached from the road of its service area")
  func serviceArea() async throws {
    // 3 km of motorway, and 100 m beside it the road of the area.
    let drawing = AsciiMap(
      """
                E---------F
      A-------B-------------C-------D
      """,
      metresPerCell: 100,
      ways: ["ABCD": "highway=motorway name=A1", "BEFC": "highway=service name=Area"])
    for (place, road) in [("B>C 0.5 left 30", "Area"), ("B>C 0.5", "A1"), ("C>D 0.5", "A1")] {
      var energy = Self.energy(capacity: 0.58, initial: 0.58)
      energy.stations = [
        ChargingStation(
          id: "s", coordinate: try drawing.place(place),
          connectors: [Connector(.ccs, powerKilowatts: 50)])
      ]
      let route = try await Self.route(drawing, ["A", "D"], energy)
      #expect(route.sections.count == 2)
      #expect(route.sections[0].edges.last?.name == road, "\(place)")
    }
  }
}
