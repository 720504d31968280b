import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import Routing

/// What a request changes of single edges, at the extremes.
///
/// Random changes are compared in ``HierarchyReferenceTests``.
@Suite struct AdjustmentTests {
  private static func link(_ towns: ReferenceTowns, _ map: NavMap) throws -> [UInt32] {
    try map.edges(ofWay: ReferenceTowns.firstLink)
  }

  @Test(
    "a road that costs more than a metric can count is still taken where there is no other",
    arguments: [RoadAdjustment.Effect.weight(permille: 1_000_000), .time(permille: 1_000_000)])
  func greatCosts(_ effect: RoadAdjustment.Effect) async throws {
    let towns = try await ReferenceTowns(
      gap: 30_000, links: [.init(column: 5, tags: "highway=residential maxspeed=5")])
    for map in [towns.plain.map, towns.quick.map] {
      let engine = OfflineRoutingEngine(map: map)
      let options = RouteRequest.Options(
        adjustments: try Self.link(towns, map).map { RoadAdjustment(edge: $0, effect) })
      for warms in [false, true] {
        if warms && map.hasHierarchy {
          let rules = QueryRules(
            .car, options: options, place: map.place,
            adjustments: try Adjustments(options.adjustments, map))
          _ = try engine.metrics.build(engine.metrics.withTables(rules))
        }
        let route = try? await engine.routes(for: towns.request(.car, options)).routes[0]
        #expect(
          route.map(towns.ways) == [ReferenceTowns.firstLink], "\(map.hasHierarchy), \(warms)")
      }
    }
  }

  @Test("adjustments of edges that the map does not have change nothing")
  func unknownEdges() async throws {
    let towns = try await ReferenceTowns(links: [.init(column: 5, tags: "highway=primary")])
    let map = towns.quick.map
    let usual = try await OfflineRoutingEngine(map: map).routes(for: towns.request()).routes[0]
    let count = UInt32(map.header.edgeCount)
    for ids in [[count], [count + 1], [.max], [count, .max - 1]] as [[UInt32]] {
      for effect in [RoadAdjustment.Effect.closed, .time(permille: 500), .weight(permille: 2_000)] {
        let engine = OfflineRoutingEngine(map: map)
        var options = RouteRequest.Options(
          adjustments: ids.map { RoadAdjustment(edge: $0, effect) })
        for preferred in [false, true] {
          // One that lowers a cost makes a metric at once.
          if preferred {
            let edge = try Self.link(towns, map)[0]
            options.adjustments.append(RoadAdjustment(edge: edge, .weight(permille: 999)))
          }
          let route = try await engine.routes(for: towns.request(.car, options)).routes[0]
          #expect(route == usual, "\(ids), \(effect)")
          let rules = QueryRules(
            .car, options: options, place: map.place,
            adjustments: try Adjustments(options.adjustments, map))
          #expect(throws: Never.self) { _ = try engine.metrics.build(rules) }
        }
      }
    }
  }
}
