import Geo
import RoadCosts
import RouteModel
import Testing

@testable import MapServer

/// Tiles and places in them.
@Suite struct TileAddressTests {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test("places lie in the tiles that other programs know")
  func known() throws {
    // Chicago, from Google's documentation of tiles; the others from OpenStreetMap's.
    #expect(TileAddress(try place(41.85, -87.65), z: 3) == TileAddress(x: 2, y: 2, z: 3))
    #expect(TileAddress(try place(41.85, -87.65), z: 7) == TileAddress(x: 32, y: 47, z: 7))
    #expect(TileAddress(try place(0, 0), z: 1) == TileAddress(x: 1, y: 1, z: 1))
    #expect(TileAddress(try place(90, 180), z: 4) == TileAddress(x: 15, y: 0, z: 4))
    #expect(TileAddress(try place(-90, -180), z: 4) == TileAddress(x: 0, y: 15, z: 4))
  }

  @Test("the corners of a tile are its first and last steps")
  func corners() throws {
    // Tile 1/1/1 begins at null island, and ends at the end of the map.
    let projection = TileProjection(TileAddress(x: 1, y: 1, z: 1))
    #expect(projection.point(try place(0, 0)) == TilePoint(x: 0, y: 0))
    #expect(projection.point(try place(-85.0511287, 180)) == TilePoint(x: 4_096, y: 4_096))
    #expect(projection.point(try place(0, 90)) == TilePoint(x: 2_048, y: 0))
    #expect(projection.point(try place(6, -6)) == nil)
  }

  @Test("the box of a tile holds the places in it and a little more")
  func box() throws {
    let chicago = try place(41.85, -87.65)
    let tile = TileAddress(chicago, z: 14)
    #expect(tile.box.contains(chicago))
    let width = Double(tile.box.maxLongitude - tile.box.minLongitude) / 1e7
    #expect(abs(width - 360 / 16_384 * (1 + 2 * 128 / 4_096.0)) < 1e-6)
    let whole = TileAddress(x: 0, y: 0, z: 0).box
    #expect(whole.minLatitude == -900_000_000 && whole.maxLongitude == 1_800_000_000)
  }

  @Test("there are 2^z columns and rows, and zooms to 19")
  func exists() {
    #expect(TileAddress(x: 0, y: 0, z: 0).exists)
    #expect(!TileAddress(x: 1, y: 0, z: 0).exists)
    #expect(TileAddress(x: 524_287, y: 524_287, z: 19).exists)
    #expect(!TileAddress(x: 524_288, y: 0, z: 19).exists)
    #expect(!TileAddress(x: 0, y: 0, z: 20).exists)
    #expect(!TileAddress(x: .max, y: .max, z: .max).exists)
  }
}
