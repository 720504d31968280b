import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Every energy of a table is that of the route between the two places.
@Suite struct EnergyTableTests {
  private static let model = RouteEnergyTests.model

  /// Towns on a hill, with and without a hierarchy: places next to junctions.
  static func towns() async throws -> (map: NavMap, places: [Waypoint]) {
    // Two heights for strips, so that roads go up and down.
    let hills = try HeightFolder { north, east in
      Int16((700 + 0.04 * north + 0.07 * east + (Int(north / 300) % 2 == 0 ? 25 : 0)).rounded())
    }
    defer { withExtendedLifetime(hills) {} }
    var grid = StreetGrid(rows: 30, columns: 30)
    grid.rowClass = { $0 % 5 == 0 ? "primary" : "residential" }
    let map = try await BuiltMap(xml: grid.xml, options: .withElevation(hills)).map
    var random = SeededGenerator(seed: 5)
    let places = (0..<14).map { _ in
      Waypoint(
        grid.place(
          .random(in: 0...29, using: &random), .random(in: 0...29, using: &random)))
    }
    return (map, places)
  }

  /// Different times for all roads, so that no two routes take the same.
  static func uneven(_ map: NavMap) -> [RoadAdjustment] {
    var random = SeededGenerator(seed: 11)
    return map.edgeNumbers.map {
      RoadAdjustment(
        edge: map.edgeID($0), .time(permille: .random(in: 5_000...9_999, using: &random)))
    }
  }

  @Test(
    "cells are what routes consume",
    arguments: [
      RouteRequest.Options(), .init(avoid: [.unpaved]), .init(objective: .shortest),
      .init(maximumSpeedKmh: 40),
    ])
  func cells(_ options: RouteRequest.Options) async throws {
    let (map, places) = try await Self.towns()
    let engine = OfflineRoutingEngine(map: map)
    var options = options
    options.energy = EnergyOptions(model: Self.model)
    options.adjustments = Self.uneven(map)
    let table = try await engine.table(
      from: places, to: places, options: options, withLengths: true)
    let energies = try #require(table.energies)
    var (used, ties) = (0, 0)
    for (row, from) in places.enumerated() {
      for (column, to) in places.enumerated() {
        let route = try await engine.routes(
          for: RouteRequest(waypoints: [from, to], options: options)
        ).routes[0]
        let energy = try #require(energies[row][column])
        // Many routes in a grid have the same length.
        if options.objective == .shortest, energy.net != route.sections[0].energy?.balance.net {
          ties += 1
          continue
        }
        #expect(energy == route.sections[0].energy?.balance, "\(row) to \(column)")
        if energy.net > 0 { used += 1 }
      }
    }
    #expect(used > 100 && ties < 10)
  }

  @Test("a table without energy options has none")
  func absent() async throws {
    let (map, places) = try await Self.towns()
    let engine = OfflineRoutingEngine(map: map)
    #expect(try await engine.table(from: places, to: places).energies == nil)
  }
}
