import MapReader
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// A look from either end tells what no way leads to, and never says so of what can be reached.
@Suite struct EndGlanceTests {
  static let drawing = AsciiMap(
    """
    s---t---A---B---C---u---v
            |   |   |
            D---E---F---x---y
    """,
    ways: [
      "ABC": "highway=residential", "AD": "highway=residential", "BE": "highway=residential",
      "CF": "highway=residential", "DEF": "highway=residential",
      "st": "highway=residential", "tA": "highway=residential oneway=yes",
      "Cu": "highway=residential oneway=yes", "uv": "highway=residential",
      "Fx": "highway=residential maxheight=3", "xy": "highway=residential",
    ])

  struct Case: Sendable, CustomTestStringConvertible {
    var from: String
    var to: String
    var connects: Bool
    var testDescription: String { "\(from) to \(to)" }
  }

  static let cases = [
    Case(from: "E", to: "s", connects: false), Case(from: "v", to: "s", connects: false),
    Case(from: "s", to: "t", connects: true), Case(from: "t", to: "s", connects: true),
    Case(from: "s", to: "v", connects: true), Case(from: "s", to: "E", connects: true),
    Case(from: "u", to: "v", connects: true), Case(from: "v", to: "E", connects: false),
    // The limit can be broken.
    Case(from: "E", to: "y", connects: true), Case(from: "y", to: "E", connects: true),
  ]

  @Test("what is connected", arguments: cases)
  func connects(_ row: Case) async throws {
    let roads = try await Self.drawing.build()
    let map = roads.built.map
    let request = RouteRequest(
      waypoints: [try roads.waypoint(row.from), try roads.waypoint(row.to)],
      vehicle: .lorry(height: 4_000))
    let rules = QueryRules(request.vehicle, options: request.options, place: map.place)
    let query = TripQuery(
      map: map, metrics: OfflineRoutingEngine(map: map).metrics, rules: rules, request: request)
    let snapping = WaypointSnapping(query, time: 0)
    let finder = EndFinder(query, time: 0, breakingRules: false)
    let ends = try [row.from, row.to].enumerated().map { index, name in
      let place = try roads.drawing.place(name)
      let snap = try snapping.snap(place, waypoint: index, index == 0 ? .origin : .destination)
      return try finder.ends(snap.nearest, waypoint: index, leaving: index == 0)
    }
    for side in [EndGlance.Side.starts, .ends] {
      var glance = EndGlance(map, rules: rules)
      let found = try glance.mayConnect(ends[0], to: ends[1], from: side, at: 0)
      #expect(found == row.connects, "from the \(side)")
    }
  }
}
