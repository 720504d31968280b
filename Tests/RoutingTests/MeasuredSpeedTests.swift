import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What measured speeds do; random ones are compared with plain Dijkstra in ``HierarchyReferenceTests``.
@Suite struct MeasuredSpeedTests {
  /// A road with nothing beside it.
  private static func road() async throws -> AsciiRoads {
    try await AsciiMap(
      "A---------B", metresPerCell: 100, ways: ["AB": "highway=primary maxspeed=100"]
    ).build()
  }

  /// The same with a way round.
  private static func map() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A---------B
      |         |
      C---------D
      """,
      metresPerCell: 100,
      ways: [
        "AB": "highway=primary maxspeed=100", "AC": "highway=residential", "CD": "highway=primary",
        "DB": "highway=residential",
      ]
    ).build()
  }

  private static func speed(
    _ roads: AsciiRoads, _ way: String, _ tenths: UInt16
  ) throws -> [RoadAdjustment] {
    try roads.built.map.edges(ofWay: try roads.drawing.way(way)).map {
      RoadAdjustment(edge: $0, .speed(tenthsOfKmh: tenths))
    }
  }

  @Test("a road takes as long as traffic does, slower and faster than the map says")
  func duration() async throws {
    let roads = try await Self.road()
    let metres = try roads.drawing.metres("AB")
    for (tenths, kmh) in [(200, 20.0), (1_150, 115.0)] as [(UInt16, Double)] {
      let route = try await roads.response(
        from: "A", to: "B", .car, .init(adjustments: try Self.speed(roads, "AB", tenths)))
      #expect(abs(route.durationSeconds - metres / kmh * 3.6) < 0.1, "\(kmh)")
      #expect(roads.letters(route) == "AB")
    }
  }

  @Test("a jam sends traffic another way, and no faster than a vehicle may be anywhere")
  func bounds() async throws {
    let roads = try await Self.map()
    let jam = RouteRequest.Options(adjustments: try Self.speed(roads, "AB", 1))
    #expect(try await roads.route(from: "A", to: "B", .car, jam) == "ACDB")
    let fast = RouteRequest.Options(adjustments: try Self.speed(roads, "AB", .max))
    let truck = try await roads.response(from: "A", to: "B", Vehicle(.truck), fast)
    let most = Double(Costing.maximumSpeed(of: .truck)) / 10
    #expect(abs(truck.durationSeconds - (try roads.drawing.metres("AB")) / most * 3.6) < 0.1)
    var capped = fast
    capped.maximumSpeedKmh = 30
    let slow = try await roads.response(from: "A", to: "B", .car, capped)
    #expect(slow.durationSeconds > (try roads.drawing.metres("AB")) / 30 * 3.6 - 0.1)
    let bicycle = try await roads.response(from: "A", to: "B", Vehicle(.bicycle), jam)
    #expect(roads.letters(bicycle) == "AB")
  }

  @Test("of several speeds the lowest counts, and a request's replaces a live one")
  func several() async throws {
    let roads = try await Self.road()
    let both = try Self.speed(roads, "AB", 300) + Self.speed(roads, "AB", 500)
    let metres = try roads.drawing.metres("AB")
    let engine = OfflineRoutingEngine(map: roads.built.map)
    try engine.replaceLiveAdjustments(both)
    var request = RouteRequest(
      waypoints: [try roads.waypoint("A"), try roads.waypoint("B")], options: .init())
    let live = try await engine.routes(for: request).routes[0]
    #expect(abs(live.durationSeconds - metres / 30 * 3.6) < 0.1)
    request.options.adjustments = try Self.speed(roads, "AB", 400)
    let own = try await engine.routes(for: request).routes[0]
    #expect(abs(own.durationSeconds - metres / 40 * 3.6) < 0.1)
  }
}
