import Bytes
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

/// Traffic on the legs of a route.
@Suite struct TrafficLegTests {
  private static let drawing = AsciiMap(
    """
    A----C----B
    """,
    metresPerCell: 100, ways: ["ACB": "highway=primary maxspeed=100"])

  /// Puts the same traffic on the whole road.
  private static func write(_ path: String, _ roads: AsciiRoads) throws {
    let map = roads.built.map
    let pieces = try map.edges(ofWay: try roads.drawing.way("ACB"), .forward).map {
      var piece = TrafficPiece(edge: $0.number)
      piece.speed = 300
      return piece
    }
    let snapshot = try TrafficSnapshot(map: map.id, version: 1, made: 0, pieces: pieces)
    var file = try AtomicFile(path: path)
    try file.write(TrafficFile.bytes(of: snapshot))
    try file.commit()
  }

  private static func numbers(_ name: String, in body: String) -> [Double] {
    body.ranges(of: "\"\(name)\":").compactMap { found in
      Double(body[found.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" })
    }
  }

  @Test("each leg has its part of a delay on a stretch that goes on behind a waypoint")
  func parts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedMap.with(
      Self.drawing,
      traffic: { roads in
        try Self.write(path, roads)
        return path
      }
    ) { served in
      let target =
        "/route/v1/driving/\(try served.coordinates(["A", "C", "B"]))?overview=false&steps=true"
      // The waypoint in between may be none at which a leg ends.
      for (more, isCut) in [("", true), ("&waypoints=0;2", false)] {
        let body = try await served.get(target + more).body
        let delays = Self.numbers("delaySeconds", in: body)
        let whole = try #require(Self.numbers("traffic_delay", in: body).first)
        #expect(whole > 10)
        #expect(abs(delays.reduce(0, +) - whole) < 0.2, "\(delays) of \(whole)")
        if isCut {
          try #require(delays.count == 2)
          #expect(abs(delays[0] - delays[1]) < 0.2)
        }
      }
    }
  }
}
