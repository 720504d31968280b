import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// The notes about waypoints that are far from the road.
@Suite struct FarPlacesTests {
  @Test("behind a charging station, a note has the number and the road of its own waypoint")
  func behindStation() async throws {
    let roads = try await AsciiMap("A---B---C", ways: ["ABC": "highway=primary"]).build()
    var route = try await roads.response(
      ["A", "B", "C"].map { try roads.waypoint($0) }, .car, .init())
    route.sections[0].chargingStation = ChargingStation(
      id: "node/1", coordinate: try roads.drawing.place("B"))
    route.sections[0].arrival.distanceMetres = 150
    route.sections[1].arrival.distanceMetres = 259
    let places = try ["A", "C"].map { try roads.drawing.place($0) }
    let lines = FarPlaces(roads.built.map).lines(places, route)
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.hasPrefix("waypoint 2 is 259 m from the road at ") ?? false, "\(lines)")
    let end = route.sections[1].arrival.position
    #expect(lines.first?.hasSuffix("\(end)") ?? false, "\(lines)")
  }
}
