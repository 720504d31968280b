import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What a request changes of single edges, at the extremes.
///
/// Random changes are compared in ``HierarchyReferenceTests``.
@Suite struct AdjustmentTests {
  private static func link(_ map: NavMap) throws -> [EdgeID] {
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
        adjustments: try Self.link(map).map { RoadAdjustment(edge: $0, effect) })
      for warms in [false, true] {
        if warms && map.hasHierarchy {
          let rules = QueryRules(
            .car, options: options, place: map.place,
            layers: CostLayers(request: try Adjustments(options.adjustments, map)))
          _ = try engine.metrics.build(engine.metrics.withTables(rules))
        }
        let route = try? await engine.routes(for: towns.request(.car, options)).routes[0]
        #expect(
          route.map(towns.ways) == [ReferenceTowns.firstLink], "\(map.hasHierarchy), \(warms)")
      }
    }
  }

  @Test("an adjustment of an edge that the map does not have is refused, not left out")
  func unknownEdges() async throws {
    let towns = try await ReferenceTowns(links: [.init(column: 5, tags: "highway=primary")])
    let other = try await ReferenceTowns(links: [.init(column: 6, tags: "highway=primary")])
    let map = towns.quick.map
    let end = map.endOfEdges
    let foreign = try Self.link(other.quick.map)[0]
    #expect(foreign.map != map.id && foreign.number < end)
    let engine = OfflineRoutingEngine(map: map)
    for edge in [map.edgeID(end), map.edgeID(.max), foreign] {
      #expect(try map.place(ofEdge: edge) == nil)
      for effect in [RoadAdjustment.Effect.closed, .time(permille: 500), .weight(permille: 2_000)] {
        let options = RouteRequest.Options(
          adjustments: [
            RoadAdjustment(edge: try Self.link(map)[0], effect),
            RoadAdjustment(edge: edge, effect),
          ])
        let refusal = RoutingError.unknownEdge(edge)
        let request = towns.request(.car, options)
        await #expect(throws: refusal) { try await engine.routes(for: request) }
        await #expect(throws: refusal) { try await engine.prepare(.car, options: options) }
        await #expect(throws: refusal) {
          try await engine.table(
            from: [request.waypoints[0]], to: [request.waypoints[1]], vehicle: .car,
            options: options)
        }
      }
    }
  }

  @Test("the ids of a map's edges name the map, and are read back from their words")
  func words() throws {
    let id = EdgeID(map: MapID(rawValue: 0x5F7B_1507), number: 4_711)
    #expect(id.description == "000000005f7b1507:4711")
    #expect(EdgeID(id.description) == id)
    for word in [
      "", ":", "4711", "000000005f7b1507", "000000005f7b1507:", "5f7b1507:4711",
      "000000005f7b1507:-1", "000000005f7b1507:+1", "000000005f7b1507:01",
      "+00000005f7b1507:4711", "000000005F7B1507:4711", "000000005f7b1507:4711:",
      "000000005f7b1507:4294967296",
    ] {
      #expect(EdgeID(word) == nil, "\(word)")
    }
  }
}
