import MapCompiler
import MapReader
import NavFormat
import TestSupport
import Testing

/// Tiles that lie in another country than the map say in which, and name its time zone.
@Suite struct TileZonesTests {
  /// 40 rows of 102 junctions, which are two tiles, with a border behind column 60: most of the map lies in Germany,
  /// most of the second tile in Great Britain.
  private static let grid: StreetGrid = {
    var grid = StreetGrid(rows: 40, columns: 102)
    for (id, code, columns) in [(1, "DE", 0...60), (2, "GB", 61...101)] {
      let (west, east) = (columns.lowerBound, columns.upperBound)
      let corners = [(0, west), (39, west), (39, east), (0, east), (0, west)]
      let nodes = corners.map { "<nd ref='\(grid.node($0.0, $0.1))'/>" }.joined()
      grid.extra += "<way id='900000\(id)'>\(nodes)<tag k='boundary' v='administrative'/></way>\n"
      grid.extra += "<relation id='\(id)'><member type='way' ref='900000\(id)' role='outer'/>"
      for (key, value) in [
        ("type", "boundary"), ("boundary", "administrative"), ("admin_level", "2"),
        ("ISO3166-1:alpha2", code),
      ] { grid.extra += "<tag k='\(key)' v='\(value)'/>" }
      grid.extra += "</relation>\n"
    }
    return grid
  }()

  private static func map(timeZone: String? = nil) async throws -> BuiltMap {
    var options = MapCompiler.Options()
    options.hierarchy = false
    options.timeZone = timeZone
    return try await BuiltMap(xml: grid.xml, options: options)
  }

  @Test("a tile in another country has its time zone")
  func otherCountry() async throws {
    let built = try await Self.map()
    let map = built.map
    try map.verify()
    #expect(map.tileCount == 2 && map.header.country == "DE")
    #expect(try map.tiles.prefix(2).map { try map.tile($0).layout.country } == ["", "GB"])
    let zones = ["CET-1CEST,M3.5.0,M10.5.0/3", "GMT0BST,M3.5.0/1,M10.5.0"]
    #expect(map.provenance.timeZone == zones[0])
    #expect(try map.tiles.prefix(2).map { try map.timeZone(ofTile: $0) } == zones)
  }

  @Test("a time zone that is given holds for all tiles, and a map of one zone lists none")
  func given() async throws {
    let built = try await Self.map(timeZone: "UTC0")
    #expect(built.map.sections[.timeZones] == nil)
    #expect(
      try built.map.tiles.prefix(2).map { try built.map.timeZone(ofTile: $0) } == ["UTC0", "UTC0"])
  }
}
