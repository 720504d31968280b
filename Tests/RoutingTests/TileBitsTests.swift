import NavFormat
import TestSupport
import Testing

@testable import RoadCosts

/// A set of edges of several tiles.
@Suite struct TileBitsTests {
  /// Tiles with four, none and three own edges.
  private static func bits() -> TileBits {
    var bits = TileBits(counts: [4, 0, 3])
    bits.insert(tile: TileNumber(0), 2)
    bits.insertCopy(tile: TileNumber(1))
    bits.insert(tile: TileNumber(2), 0)
    bits.insertCopy(tile: TileNumber(2))
    bits.insert(tile: TileNumber(2), 2)
    return bits
  }

  @Test("own edges have ranks in their order, and the copies of a tile one before these")
  func ranks() {
    let bits = Self.bits()
    let counts = bits.counts()
    let ranks = [(0, 2), (2, 0), (2, 2)].map { tile, edge in
      bits.rank(tile: TileNumber(tile), edge, counts)
    }
    #expect(ranks == [0, 3, 4])
    for (tile, edge) in [(0, 0), (0, 1), (0, 3), (2, 1)] {
      #expect(bits.rank(tile: TileNumber(tile), edge, counts) == nil)
    }
  }

  @Test("a copy never takes the place of an own edge, nor is it in a tile that does not exist")
  func copies() {
    var bits = Self.bits()
    bits.insertCopy(tile: TileNumber(0))
    bits.insertCopy(tile: TileNumber(3))
    for edge in [0, 1, 3] { #expect(!bits.mayContain(tile: TileNumber(0), edge)) }
    #expect(bits.mayContain(tile: TileNumber(0), 4))
    #expect([0, 1, 2].map { bits.mayContainCopies(tile: TileNumber($0)) } == [true, true, true])
    // As many bits are set as there are own edges in the set and tiles with copies.
    #expect(bits.rank(tile: TileNumber(2), 2, bits.counts()) == 5)
  }
}
