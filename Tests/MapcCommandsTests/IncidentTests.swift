import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// How the formats of `mapc route` tell incidents, delay and arrival.
@Suite struct IncidentTests {
  private static func answer() async throws -> (roads: AsciiRoads, answer: Answer) {
    let roads = try await AsciiMap(
      "A---B---C", metresPerCell: 100,
      ways: ["AB": "highway=primary name=First", "BC": "highway=primary name=Second"]
    ).build()
    let map = roads.built.map
    let edge = try map.edges(ofWay: try roads.drawing.way("BC"), .forward)[0].number
    let snapshot = try TrafficSnapshot(
      map: map.id, version: 1, made: 0,
      pieces: [TrafficPiece(edge: edge, speed: 100, incident: 1)],
      incidents: [TrafficIncident(kind: "accident", text: "truck <on> side", end: 86_400)])
    let route = try await roads.response(
      ["A", "C"].map { try roads.waypoint($0) }, .car, .init(traffic: snapshot))
    let request = RouteRequest(
      waypoints: [],
      options: .init(departure: Departure(time: LocalTime(seconds: 0), offset: 0)))
    let summary = RouteResponse(routes: [route]).summaries(for: request)[0]
    return (
      roads,
      Answer(
        label: "car", vehicle: .car, places: [], route: route, summary: summary,
        statistics: .init(), farPlaces: [], trafficVersion: 1)
    )
  }

  @Test("text names an incident, where it is, and what it costs")
  func text() async throws {
    let (_, answer) = try await Self.answer()
    let text = RouteText([answer]).text
    #expect(
      text.contains("  incident: accident: truck <on> side, after 400 m, for 400 m, 2 min lost\n"),
      "\(text)")
  }

  @Test("GeoJSON has its stretch, the delay and the arrival")
  func geoJSON() async throws {
    let (roads, answer) = try await Self.answer()
    let json = RouteJSON.geoJSON([answer], roads.built.map, nil)
    for words in [
      "\"incident\":\"accident\"", "\"end\":\"1970-01-02T00:00", "\"traffic_delay_s\":1",
      "\"arrival\":\"1970-01-01T00:0",
    ] { #expect(json.contains(words), "\(words) is not in \(json)") }
  }

  @Test("JSON has the version of the traffic, and the period of an incident")
  func json() async throws {
    let (roads, answer) = try await Self.answer()
    let json = try RouteJSON.text([answer], roads.built.map, nil)
    #expect(json.contains("\"traffic_version\":\"1\""), "\(json)")
    #expect(json.contains("\"end\":\"1970-01-02T00:00") && !json.contains("\"begin\""), "\(json)")
  }

  @Test("GPX has a waypoint at its beginning, and describes the track")
  func gpx() async throws {
    let (roads, answer) = try await Self.answer()
    let gpx = RouteGPX.text([answer], roads.built.map, nil)
    #expect(gpx.contains("<name>accident: truck &lt;on&gt; side</name>"), "\(gpx)")
    #expect(gpx.contains("<wpt lat="), "\(gpx)")
    #expect(gpx.contains("<desc>arrival 1970-01-01T00:0") && gpx.contains("min lost in traffic<"))
  }

  @Test("versions grow within a second, and those of contents differ and stay")
  func versions() {
    let versions = (0..<1_000).map { _ in TrafficVersion.next() }
    #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 })
    let (one, other) = (
      TrafficVersion.version(of: [1, 2], made: 5), TrafficVersion.version(of: [1, 3], made: 5)
    )
    #expect(one != other && one == TrafficVersion.version(of: [1, 2], made: 5))
    #expect(one < TrafficVersion.version(of: [1], made: 6))
  }
}
