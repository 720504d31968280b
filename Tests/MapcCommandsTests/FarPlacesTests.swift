import Geo
import MapReader
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

  @Test(
    "searches ask whether latitude and longitude were swapped where that would lie in the map",
    arguments: [
      ("--from LON,LAT --to LON,LAT --category street", true),
      ("--near LON,LAT --by-time --category street", true),
      ("--near LON,LAT --category fuel", true), ("--near LON,LAT --reverse", true),
      ("--near LAT,LON --category fuel", false), ("--near 1,2 --by-time --category street", false),
    ])
  func swapped(_ words: String, _ asks: Bool) async throws {
    let roads = try await AsciiMap("A---B---C", ways: ["ABC": "highway=primary name=High"]).build()
    let place = try roads.drawing.place("B")
    let options = words.replacing("LAT", with: "\(place.latitude)")
      .replacing("LON", with: "\(place.longitude)").split(separator: " ").map { String($0) }
    let failure = try await #require(throws: Failure.self) {
      try await CommandLineReading.run(["search", roads.built.map.path] + options)
    }
    #expect(failure.status == .answerIsNo)
    #expect(
      failure.message.hasSuffix("; did you swap latitude and longitude?") == asks,
      "\(failure.message)")
  }
}
