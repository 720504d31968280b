import Geo
import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import MapCompiler
@testable import MapReader

/// The roads that the compiler finds close to places at once are those that a search from each place finds.
@Suite struct CloseRoadsTests {
  /// A network where a degree of longitude has 2 km.
  private static let polar = RandomNetwork(
    rows: 9, columns: 30, from: Coordinate(latitudeUnits: 889_000_000, longitudeUnits: -50_000),
    spacing: 20_000, seed: 3)

  private static func map(_ index: Int) async throws -> NavMap {
    switch index {
    case 0: try await CompiledMap.map
    case 1: try await CompiledMap.pacificMap
    default: try await BuiltMap(xml: polar.xml).map
    }
  }

  @Test(
    "each place has its nearest road, and that of its street, in a town, in the Pacific, at a pole",
    arguments: 0..<3)
  func nearest(_ index: Int) async throws {
    let map = try await Self.map(index)
    var random = SeededGenerator(seed: 70 + UInt64(index))
    var targets: [CloseRoads.Target] = []
    for _ in 0..<400 {
      // A junction or another point of a road, moved by up to 120 m to all sides, and the name of a road nearby.
      let tile = try map.tile(try #require(map.tiles.randomElement(using: &random)))
      let segment = SegmentIndex(Int.random(in: 0..<tile.layout.ownSegmentCount, using: &random))
      let point = try #require(tile.shape(segment).randomElement(using: &random))
      let north = Int32.random(in: -11_000...11_000, using: &random)
      let other = SegmentIndex(Int.random(in: 0..<tile.layout.ownSegmentCount, using: &random))
      let named = Bool.random(using: &random) ? segment : other
      targets.append(
        CloseRoads.Target(
          position: Coordinate(
            latitudeUnits: point.latitudeUnits + north, longitudeUnits: point.longitudeUnits),
          street: tile.nameOffset(tile.way(named))))
    }
    let close = try CloseRoads(map, targets)
    var (found, foundNamed, none) = (0, 0, 0)
    for (number, target) in targets.enumerated() {
      let wanted = try map.nearest(to: target.position, within: 50, count: 1) {
        PlaceEdges.isUsable($0, $1, .car)
      }.first
      let named = try map.nearest(to: target.position, within: 50, count: 1) { tile, segment in
        target.street != 0 && tile.nameOffset(tile.way(segment)) == target.street
          && PlaceEdges.isUsable(tile, segment, .car)
      }.first
      let roads = (close.road(ofTarget: number), close.namedRoad(ofTarget: number))
      for (road, wanted) in [(roads.0, wanted), (roads.1, named)] {
        guard let wanted else {
          #expect(road == nil, "place \(number)")
          none += 1
          continue
        }
        let place = try #require(road, "place \(number)")
        // Of two roads from the junction that is nearest, rounding may prefer either.
        let point = try map.point(
          on: place.segment, ofTile: place.tile, nearest: target.position)
        #expect(abs(point.distance - wanted.distance) < 1e-6, "place \(number)")
      }
      if wanted != nil { found += 1 }
      if named != nil { foundNamed += 1 }
    }
    #expect(found > 100 && foundNamed > 50 && none > 100)
  }

  @Test("without places or roads there is none")
  func none() async throws {
    let map = try await CompiledMap.map
    #expect(throws: Never.self) { _ = try CloseRoads(map, []) }
    let far = CloseRoads.Target(
      position: Coordinate(latitudeUnits: 0, longitudeUnits: 1_800_000_000), street: 1)
    let close = try CloseRoads(map, [far])
    #expect(close.road(ofTarget: 0) == nil && close.namedRoad(ofTarget: 0) == nil)
  }
}
