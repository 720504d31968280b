import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import Routing

/// Every cell of a table is what the route between the two places takes.
@Suite struct TableTests {
  /// Who travels how.
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var vehicle = Vehicle.car
    var options = RouteRequest.Options()

    init(_ name: String, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()) {
      testDescription = name
      self.vehicle = vehicle
      self.options = options
    }
  }

  static let kinds = [
    Kind("car"), Kind("foot, which has no metric", Vehicle(.foot)),
    Kind("truck 3.5 m, 18 t", .truck([.height: 3_500, .weight: 18_000])),
    Kind("no motorways", .car, .init(avoid: [.motorways])),
    Kind("no unpaved roads, tolls, tunnels", .car, .init(avoid: [.unpaved, .tolls, .tunnels])),
    Kind("strict", .truck([.weight: 7_000]), .init(strictConditions: true)),
    Kind("45 km/h", .car, .init(greatestSpeed: 45)),
    Kind("shortest", .car, .init(objective: .shortest)),
    Kind("at eight in the morning", .car, .at("Mo 08:00")),
  ]

  /// Places next to roads all over the map, some close together, some where roads are cut off.
  private static func places(_ map: NavMap, _ count: Int, seed: UInt64) throws -> [Waypoint] {
    var random = SeededGenerator(seed: seed)
    var places: [Waypoint] = []
    while places.count < count {
      let tile = try map.tile(Int.random(in: 0..<map.tileCount, using: &random))
      guard tile.layout.junctionCount > 0 else { continue }
      let junction = Int.random(in: 0..<tile.layout.junctionCount, using: &random)
      let place = tile.position(junction)
      for _ in 0..<2 {
        places.append(
          Waypoint(
            place.latitude + Double.random(in: -0.0004...0.0004, using: &random),
            place.longitude + Double.random(in: -0.0004...0.0004, using: &random)))
      }
    }
    return places
  }

  @Test("cells are what routes take", arguments: kinds)
  func cells(_ kind: Kind) async throws {
    guard let path = TestData.extract("liechtenstein-2025.osm.pbf") else { return }
    try await Self.compare(try await BuiltMap(file: path).map, kind)
  }

  @Test("cells are what routes take, where towns hang together by a link", arguments: kinds)
  func towns(_ kind: Kind) async throws {
    let towns = try await ReferenceTowns(links: [.init(column: 3, tags: "highway=primary")])
    try await Self.compare(towns.quick.map, kind)
    try await Self.compare(towns.plain.map, kind)
  }

  @Test(
    "cells are what routes take, where towns hang together by a road to be avoided",
    arguments: [
      Kind("no tolls", .car, .init(avoid: [.tolls])),
      Kind("truck, no tolls", .truck([.height: 3_500]), .init(avoid: [.tolls, .ferries])),
    ])
  func avoidedLink(_ kind: Kind) async throws {
    let towns = try await ReferenceTowns(
      links: [.init(column: 3, tags: "highway=primary toll=yes")])
    try await Self.compare(towns.quick.map, kind)
    try await Self.compare(towns.plain.map, kind)
  }

  private static func compare(_ map: NavMap, _ kind: Kind) async throws {
    let origins = try places(map, 24, seed: 1)
    let destinations = Array(try places(map, 24, seed: 2) + origins.prefix(6))
    let engine = OfflineRoutingEngine(map: map)
    let table = try await engine.table(
      from: origins, to: destinations, vehicle: kind.vehicle, options: kind.options,
      withDistances: true)
    let durations = try await engine.table(
      from: origins, to: destinations, vehicle: kind.vehicle, options: kind.options)
    #expect(durations.durations == table.durations)
    #expect(durations.distances == nil)
    var (found, otherLengths) = (0, 0)
    for (row, origin) in origins.enumerated() {
      for (column, destination) in destinations.enumerated() {
        let request = RouteRequest(
          waypoints: [origin, destination], vehicle: kind.vehicle, options: kind.options)
        let route = try await routeIfAny(engine, request)
        #expect(
          table.durations[row][column] == route?.durationSeconds,
          "\(origin) to \(destination)")
        let length = table.distances?[row][column]
        #expect((length == nil) == (route == nil))
        guard let route, let length else { continue }
        found += 1
        if abs(length - route.lengthMetres) > 0.001 { otherLengths += 1 }
      }
    }
    #expect(found > origins.count * destinations.count / 2)
    // Ways that take as long to the hundredth of a second are rare but on a grid.
    #expect(otherLengths <= found / (map.tileCount > 2 ? 100 : 2))
  }

  private static func routeIfAny(
    _ engine: OfflineRoutingEngine, _ request: RouteRequest
  ) async throws -> Route? {
    do throws(RoutingError) {
      return try await engine.routes(for: request).routes[0]
    } catch {
      guard case .noRoute = error else { throw error }
      return nil
    }
  }

  @Test("a place without a road near it is named by its number, origins first")
  func noRoad() async throws {
    let towns = try await ReferenceTowns(links: [.init(column: 3, tags: "highway=primary")])
    let engine = OfflineRoutingEngine(map: towns.quick.map)
    let here = Waypoint(towns.south.place(3, 3))
    await #expect {
      _ = try await engine.table(from: [here], to: [here, Waypoint(10, 10)])
    } throws: { error in
      guard case .noRoadNear(waypoint: 2, _, _, _)? = error as? RoutingError else { return false }
      return true
    }
  }
}
