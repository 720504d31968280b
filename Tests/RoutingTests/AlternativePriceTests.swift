import Geo
import MapCompiler
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Alternatives on trips with an avoided road that no route can avoid, too long for the search with penalties.
@Suite struct AlternativePriceTests {
  /// A town with two main roads, behind a road with a toll.
  private static let town: StreetGrid = {
    var grid = StreetGrid(rows: 21, columns: 80)
    grid.rowClass = { mainRoads.contains($0) ? "primary" : "residential" }
    for (index, place) in gate.enumerated() {
      grid.extra += "<node id=\"\(90_000_001 + index)\" lat=\"\(place.latitude)\""
      grid.extra += " lon=\"\(place.longitude)\"/>"
    }
    grid.extra += "<way id=\"90000000\"><nd ref=\"90000001\"/><nd ref=\"90000002\"/>"
    grid.extra += "<nd ref=\"\(grid.node(10, 0))\"/>"
    grid.extra += "<tag k=\"highway\" v=\"secondary\"/><tag k=\"toll\" v=\"yes\"/></way>"
    return grid
  }()
  private static let mainRoads = [3, 17]
  private static let gate = [-6, -3].map { StreetGrid(rows: 21, columns: 80).place(10, $0) }

  private static func routes(
    _ engine: OfflineRoutingEngine, _ avoid: Avoidance
  ) async throws -> [RouteModel.Route] {
    let request = RouteRequest(
      waypoints: [Waypoint(gate[0]), Waypoint(town.place(10, 79))],
      options: .init(alternatives: 2, avoid: avoid))
    return try await engine.routes(for: request).routes
  }

  @Test("the same alternatives are found as without the wish")
  func found() async throws {
    let built = try await BuiltMap(xml: Self.town.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    let free = try await Self.routes(engine, [])
    try #require(free.count == 2)
    let avoiding = try await Self.routes(engine, .tolls)
    #expect(avoiding.map(\.wayIDs) == free.map(\.wayIDs))
    #expect(avoiding.allSatisfy { $0.notices.contains(.avoidanceViolated(.tolls)) })
  }

  /// The same town without the toll, and behind it a road up a hill.
  private static let hillTown: StreetGrid = {
    var grid = StreetGrid(rows: 21, columns: 80)
    grid.rowClass = { mainRoads.contains($0) ? "primary" : "residential" }
    for (index, column) in [83.0, 87].enumerated() {
      let place = grid.place(10, column)
      grid.extra += "<node id=\"\(90_000_001 + index)\" lat=\"\(place.latitude)\""
      grid.extra += " lon=\"\(place.longitude)\"/>"
    }
    grid.extra += "<way id=\"90000000\"><nd ref=\"\(grid.node(10, 79))\"/>"
    grid.extra += "<nd ref=\"90000001\"/><nd ref=\"90000002\"/>"
    grid.extra += "<tag k=\"highway\" v=\"secondary\"/></way>"
    return grid
  }()

  @Test("the same alternatives are found as without the wish for level roads")
  func steep() async throws {
    // 20 %, from 200 m behind the town.
    let hills = try HeightFolder { _, east in
      Int16((300 + 0.2 * min(max(east - 8_100, 0), 1_000)).rounded())
    }
    let built = try await BuiltMap(xml: Self.hillTown.xml, options: .withElevation(hills))
    let engine = OfflineRoutingEngine(map: built.map)
    var request = RouteRequest(
      waypoints: [Waypoint(Self.hillTown.place(10, 0)), Waypoint(Self.hillTown.place(10, 87))],
      options: .init(alternatives: 2))
    let free = try await engine.routes(for: request).routes
    try #require(free.count == 2)
    request.options.costs.steepPercent = 10
    let avoiding = try await engine.routes(for: request).routes
    #expect(avoiding.map(\.wayIDs) == free.map(\.wayIDs))
    #expect(avoiding.allSatisfy { $0.notices.contains(.steepRoads(percent: 10)) })
    withExtendedLifetime(hills) {}
  }
}
