import MapCompiler
import MapReader
import NavFormat
import TestSupport
import Testing

/// Tiles that lie in another country than the map say in which, and name its time zone.
@Suite struct TileZonesTests {
  private static func map(timeZone: String? = nil) async throws -> BuiltMap {
    var options = MapCompiler.Options()
    options.hierarchy = false
    options.timeZone = timeZone
    return try await BuiltMap(xml: StreetGrid.twoCountries.xml, options: options)
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
