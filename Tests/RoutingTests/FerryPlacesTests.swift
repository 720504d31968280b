import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Pedestrians are slow: searches for them are bounded by the straight line where no ferry is near.
@Suite struct FerryPlacesTests {
  /// A straight path of 5 km in pieces that are ways, and so segments; the last may be a ferry.
  private static func path(_ last: AsciiMap.Tags) -> AsciiMap {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    let ways: [(String, AsciiMap.Tags)] = zip(letters, letters.dropFirst()).map {
      ($0 + $1, $1 == "Z" ? last : "highway=footway")
    }
    return AsciiMap(letters.joined(separator: "---"), metresPerCell: 50, ways: ways)
  }

  @Test("a search on foot does not go the wrong way, unless a ferry may lead back")
  func settled() async throws {
    func count(_ last: AsciiMap.Tags) async throws -> Int {
      let roads = try await Self.path(last).build()
      let request = RouteRequest(
        waypoints: try ["M", "Y"].map { try roads.waypoint($0) }, vehicle: Vehicle(.foot))
      let response = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request)
      #expect(abs(response.routes[0].lengthMetres - 2_400) < 10)
      return response.statistics.settledEdges
    }
    let road = try await count("highway=footway")
    let ferry = try await count("route=ferry foot=yes duration=00:01")
    // As many edges lead to M as from there to Y.
    #expect(3 * road < 2 * ferry, "\(road) and \(ferry)")
  }

  @Test(
    "a ferry is found where it is faster, however far it is from the straight line",
    arguments: [Mode.foot, .bicycle])
  func detour(_ mode: Mode) async throws {
    // 12 km, or 2.5 km to a ferry at 60 km/h and as many from it.
    let drawing = AsciiMap(
      """
      P-----------------------Q
      |                       |
      |                       |
      |                       |
      |                       |
      A-----------------------C
      """, metresPerCell: 500,
      ways: [
        "PQ": "route=ferry foot=yes bicycle=yes duration=00:12", "AP": "highway=path bicycle=yes",
        "QC": "highway=path bicycle=yes", "AC": "highway=path bicycle=yes",
      ])
    let roads = try await drawing.build()
    for (from, to) in [("A", "C"), ("C", "A"), ("A>C 0.1", "C"), ("A>P 0.5", "A>C 0.9")] {
      let route = try await roads.response(from: from, to: to, Vehicle(mode))
      let edges = route.sections[0].edges
      #expect(edges.contains { $0.road.flags.contains(.ferry) }, "\(from) to \(to)")
    }
  }
}
