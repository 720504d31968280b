import Geo
import JSON
import Navigation
import RoadModel
import RouteModel
import TestSupport
import Testing

/// What a map shows of a trip at its stops.
@Suite struct TripFeaturesTests {
  /// The states of the waypoints, in order.
  private func states(_ trip: Trip) -> [String] {
    var json = JSONWriter()
    json.value(TripFeatures(trip))
    return json.text.matches(of: /"kind":"waypoint"[^}]*"state":"([a-z]+)"/).map { String($0.1) }
  }

  @Test("a stop is passed while the trip holds there, and the one after it is next")
  func holding() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(
      try roads.trip(["A", "C", "F"], Scenario.options { $0.asks = [.nextLeg] }))
    runner.answer = { _ in .no }
    #expect(states(runner.trip) == ["passed", "next", "ahead"])
    try runner.drive(try Drive(stand: 30).fixes("ABC", on: roads))
    #expect(runner.words.hasSuffix("ask nextLeg, answered"))
    #expect(states(runner.trip) == ["passed", "passed", "next"])
    try runner.take(.nextLeg)
    #expect(states(runner.trip) == ["passed", "passed", "next"])
  }

  @Test(
    "a line across the 180th meridian is cut there",
    arguments: [
      (
        [1_799_990_000, -1_799_990_000] as [Int32], "MultiLineString",
        "[[[179.999,-16.8],[180,-16.8]],[[-180,-16.8],[-179.999,-16.8]]]"
      ),
      // Roads often have a point on each side of it.
      (
        [-1_799_990_000, -1_800_000_000, 1_800_000_000, 1_799_990_000] as [Int32],
        "MultiLineString",
        "[[[-179.999,-16.8],[-180,-16.8]],[[180,-16.8],[179.999,-16.8]]]"
      ),
      (
        [1_799_980_000, 1_799_990_000] as [Int32], "LineString",
        "[[179.998,-16.8],[179.999,-16.8]]"
      ),
    ])
  func meridian(longitudes: [Int32], type: String, coordinates: String) throws {
    let line = longitudes.map { Coordinate(latitudeUnits: -168_000_000, longitudeUnits: $0) }
    let ends = [line[0], line[line.count - 1]].map {
      SnappedWaypoint(position: $0, distanceMetres: 0, roadName: nil)
    }
    let section = RouteSection(
      departure: ends[0], arrival: ends[1], polyline: line,
      lengthMetres: Distance.metres(line[0], line[line.count - 1]), durationSeconds: 20, edges: [])
    let trip = try #require(Trip(Route(sections: [section], notices: []), vehicle: .car))
    var json = JSONWriter()
    json.value(TripFeatures(trip))
    let geometry = "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
    #expect(json.text.contains(geometry), "\(json.text)")
  }
}
