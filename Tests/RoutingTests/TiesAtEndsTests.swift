import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Of paths with the same cost, the answer is the one without a turn at its ends, whichever search finds it.
///
/// A place on a junction has ends on all roads there.
@Suite struct TiesAtEndsTests {
  /// The number of junctions in each row, and of rows.
  static let side = 20

  /// The junctions of a grid that is bent so much that hardly two paths have the same length.
  static func places(_ random: inout SeededGenerator) -> [Coordinate] {
    var places: [Coordinate] = []
    for row in 0..<side {
      for column in 0..<side {
        let north = Int32.random(in: -6_000...6_000, using: &random)
        let east = Int32.random(in: -9_000...9_000, using: &random)
        places.append(
          Coordinate(
            latitudeUnits: 500_000_000 + 20_000 * Int32(row) + north,
            longitudeUnits: 80_000_000 + 30_000 * Int32(column) + east))
      }
    }
    return places
  }

  static func xml(_ places: [Coordinate]) -> String {
    var lines = ["<osm version=\"0.6\">"]
    for (number, place) in places.enumerated() {
      lines.append(
        "<node id=\"\(number + 1)\" lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"/>")
    }
    var ways = 0
    for number in places.indices {
      var neighbours: [Int] = []
      if number % side < side - 1 { neighbours.append(number + 1) }
      if number / side < side - 1 { neighbours.append(number + side) }
      for next in neighbours {
        ways += 1
        lines.append(
          "<way id=\"\(ways)\"><nd ref=\"\(number + 1)\"/><nd ref=\"\(next + 1)\"/>"
            + "<tag k=\"highway\" v=\"residential\"/></way>")
      }
    }
    return (lines + ["</osm>"]).joined(separator: "\n")
  }

  @Test(
    "the same request has the same answer before and after a metric is made for it",
    arguments: [RouteRequest.Options.Objective.shortest, .fastest])
  func sameAnswer(_ objective: RouteRequest.Options.Objective) async throws {
    var random = SeededGenerator(seed: 23)
    let places = Self.places(&random)
    let built = try await BuiltMap(xml: Self.xml(places))
    let options = RouteRequest.Options(objective: objective)
    let ready = OfflineRoutingEngine(map: built.map)
    try await ready.prepare(.car, options: options)
    var (asked, same) = (0, 0)
    for _ in 0..<400 {
      let from = Int.random(in: places.indices, using: &random)
      let to = Int.random(in: places.indices, using: &random)
      if from == to { continue }
      let request = RouteRequest(
        waypoints: [from, to].map { Waypoint(places[$0]) }, options: options)
      let (first, later) = try Self.answers(request, OfflineRoutingEngine(map: built.map), ready)
      for response in [first, later] {
        let edges = response.routes[0].sections[0].edges
        #expect(edges.allSatisfy { $0.lengthMetres > 0 }, "\(from) \(to)")
      }
      asked += 1
      if first.routes == later.routes { same += 1 }
    }
    // Two ways through the grid may be equally long, to the decimetre.
    #expect(same * 100 >= asked * 98, "\(same) of \(asked)")
  }

  /// The answers of two engines.
  private static func answers(
    _ request: RouteRequest, _ first: OfflineRoutingEngine, _ later: OfflineRoutingEngine
  ) throws -> (RouteResponse, RouteResponse) {
    (try first.routes(for: request), try later.routes(for: request))
  }
}
