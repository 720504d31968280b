import Bytes
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

/// Incidents of a refreshed route.
@Suite struct RefreshIncidentTests {
  private static let drawing = AsciiMap(
    """
    A---C
        |
        D---B
    """,
    metresPerCell: 100,
    ways: [
      "AC": "highway=primary", "CD": "highway=primary maxspeed=50", "DB": "highway=primary",
    ])

  /// Puts an incident on each of some ways.
  private static func write(_ path: String, _ roads: AsciiRoads, _ ways: [String]) throws {
    let map = roads.built.map
    var pieces: [TrafficPiece] = []
    for (number, way) in ways.enumerated() {
      for edge in try map.edges(ofWay: try roads.drawing.way(way), .forward) {
        var piece = TrafficPiece(edge: edge.number)
        piece.speed = 200
        piece.incident = UInt16(number + 1)
        pieces.append(piece)
      }
    }
    pieces.sort { $0.edge < $1.edge }
    let snapshot = try TrafficSnapshot(
      map: map.id, version: 1, made: 0, pieces: pieces,
      incidents: ways.map { TrafficIncident(kind: "accident", text: $0) })
    var file = try AtomicFile(path: path)
    try file.write(TrafficFile.bytes(of: snapshot))
    try file.commit()
  }

  /// The incidents of an answer, such as `CD 1-2`.
  private static func incidents(_ body: String) -> [String] {
    let form =
      /"description":"([A-Z]+)","geometry_index_start":(-?\d+),"geometry_index_end":(-?\d+)/
    return body.matches(of: form).map { "\($0.1) \($0.2)-\($0.3)" }
  }

  @Test("incidents of a refresh are those ahead, and count points from that of the client")
  func ahead() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedMap.with(
      Self.drawing,
      traffic: { roads in
        try Self.write(path, roads, ["AC", "CD", "DB"])
        return path
      }
    ) { served in
      let target = "/directions/v5/mapbox/driving-traffic/\(try served.coordinates(["A", "B"]))"
      let first = try await served.get(
        target + "?overview=full&annotations=distance&enable_refresh=true"
      ).body
      // The line has the points A, C, D and B.
      #expect(Self.incidents(first) == ["AC 0-1", "CD 1-2", "DB 2-3"])
      let uuid = try #require(first.firstMatch(of: /"uuid":"([0-9a-f]+)"/)?.1)
      let refresh = "/directions-refresh/v1/mapbox/driving-traffic/\(uuid)/0/0"
      for (point, wanted) in [
        ("", ["AC 0-1", "CD 1-2", "DB 2-3"]),
        ("?current_route_geometry_index=0", ["AC 0-1", "CD 1-2", "DB 2-3"]),
        ("?current_route_geometry_index=1", ["CD 0-1", "DB 1-2"]),
        ("?current_route_geometry_index=2", ["DB 0-1"]),
        ("?current_route_geometry_index=3", []),
      ] {
        let body = try await served.get(refresh + point).body
        #expect(Self.incidents(body) == wanted, "\(point): \(body)")
        #expect(body.contains("\"incidents\"") == !wanted.isEmpty)
      }
    }
  }

  @Test("an incident around the client begins at the client")
  func around() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    let drawing = AsciiMap(
      """
      A---C
          |
          D---B
      """, metresPerCell: 100, ways: ["ACDB": "highway=primary"])
    try await ServedMap.with(
      drawing,
      traffic: { roads in
        try Self.write(path, roads, ["ACDB"])
        return path
      }
    ) { served in
      let target = "/directions/v5/mapbox/driving-traffic/\(try served.coordinates(["A", "B"]))"
      let first = try await served.get(target + "?overview=full&enable_refresh=true").body
      let uuid = try #require(first.firstMatch(of: /"uuid":"([0-9a-f]+)"/)?.1)
      let refresh = "/directions-refresh/v1/mapbox/driving-traffic/\(uuid)/0/0"
      for (point, wanted) in [(0, "ACDB 0-3"), (1, "ACDB 0-2"), (2, "ACDB 0-1")] {
        let body = try await served.get(refresh + "?current_route_geometry_index=\(point)").body
        #expect(Self.incidents(body) == [wanted], "\(point): \(body)")
      }
    }
  }
}
