import MapReader
import NavFormat
import TestSupport
import Testing

/// Tiles keep their bytes where their own roads do (Formats/nav-2.md, section 11).
@Suite struct TileIdentityTests {
  /// A network in which one road in the middle has another speed limit.
  private static func changed(_ network: RandomNetwork, way: Int64) -> String {
    let lines = network.xml.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { line in
      if !line.hasPrefix("<way id='\(way)'>") { return String(line) }
      return String(line).replacing("</way>", with: "<tag k='maxspeed:hgv' v='37'/></way>")
    }.joined(separator: "\n")
  }

  @Test("where a road gets another speed limit, all tiles but those that have it stay as they are")
  func speedLimit() async throws {
    let old = try await CompiledMap.map
    let before = try MapFile(of: old)
    let ways = CompiledMap.network.roads.keys.sorted()
    // One in the middle of the network, the first that is in the map.
    let middle = ways.dropFirst(ways.count / 2)
    let way = try #require(middle.first { (try? old.edges(ofWay: $0))?.isEmpty == false })
    let built = try await BuiltMap(xml: Self.changed(CompiledMap.network, way: way))
    let after = try MapFile(of: built.map)
    try #require(before.tiles.count == after.tiles.count && before.tiles.count >= 3)
    var changedTiles = 0
    for tile in before.tiles.indices {
      let view = try old.tile(TileNumber(tile))
      let hasWay = (0..<view.layout.wayCount).contains { view.wayOSMID($0) == way }
      let isSame = before.bytes[before.tiles[tile]] == after.bytes[after.tiles[tile]]
      #expect(isSame == !hasWay, "tile \(tile)")
      changedTiles += isSame ? 0 : 1
    }
    #expect(changedTiles > 0 && changedTiles < before.tiles.count)
    for section in [SectionID.names, .hierarchy, .tileIndex] {
      #expect(
        before.bytes[before.section(section).range] == after.bytes[after.section(section).range])
    }
    #expect(built.map.id != old.id, "ids of edges are those of another file")
  }
}
