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
    var bits = Self.bits()
    bits.count()
    let ranks = [(0, 2), (2, 0), (2, 2)].map { tile, edge in
      bits.rank(tile: TileNumber(tile), edge)
    }
    #expect(ranks == [0, 3, 4])
    for (tile, edge) in [(0, 0), (0, 1), (0, 3), (2, 1)] {
      #expect(bits.rank(tile: TileNumber(tile), edge) == nil)
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
    bits.count()
    #expect(bits.rank(tile: TileNumber(2), 2) == 5)
  }

  @Test("the ranks of many edges are their places in order")
  func manyRanks() {
    let counts = [100, 0, 31, 32, 33, 500]
    var bits = TileBits(counts: counts)
    var set: [(tile: Int, edge: Int)] = []
    for (tile, count) in counts.enumerated() {
      for edge in 0..<count where edge * edge % 7 < 3 { set.append((tile, edge)) }
    }
    for place in set.reversed() { bits.insert(tile: TileNumber(place.tile), place.edge) }
    bits.count()
    let ranks = set.map { bits.rank(tile: TileNumber($0.tile), $0.edge) }
    #expect(ranks == set.indices.map { $0 })
    #expect(set.allSatisfy { bits.mayContain(tile: TileNumber($0.tile), $0.edge) })
    let others = counts.enumerated().flatMap { tile, count in
      (0..<count).filter { $0 * $0 % 7 >= 3 }.map { (tile, $0) }
    }
    #expect(others.allSatisfy { bits.rank(tile: TileNumber($0.0), $0.1) == nil })
  }
}
