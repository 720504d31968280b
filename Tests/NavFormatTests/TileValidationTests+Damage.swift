import NavFormat
import TestSupport
import Testing

/// Tiles with damage of every kind: nothing in them is believed, and nothing traps.
extension TileValidationTests {
  @Test("every prefix of a tile, and a byte too many, is refused")
  func prefixes() {
    for length in 0..<Self.good.count {
      let error = #expect(throws: FormatError.self) { try Self.read(Array(Self.good[..<length])) }
      guard case .truncated(part: "tile 3", let needs, has: UInt64(length)) = error else {
        Issue.record("\(length): \(String(describing: error))")
        continue
      }
      #expect(needs > length && needs <= Self.good.count)
      if length < 50 { #expect(needs == 50) }
    }
    #expect(throws: FormatError.self) { try Self.read(Self.good + [0]) }
  }

  @Test("a shape of widths that its bytes do not fit has the points that fit, or none")
  func brokenShape() throws {
    var tile = SpecTile(Self.good)
    // The third segment has the bytes 84 08 00 c4: two points of 4 and 8 bits.
    let at = tile.column("shapes").start + tile["segment shape", 2]
    for (head, count) in [(0x84, 2), (0x85, 1), (0x43, 0), (0xFF, 0), (0x00, 0), (0x44, 3)] {
      tile.bytes[at] = UInt8(head)
      let shape = try Self.read(tile.bytes).shapes[2]
      #expect(shape.count == 2 + count, "\(head)")
    }
    // Steps that add up to beyond the world wrap and do not stop the process.
    for offset in tile.column("shapes").start..<tile.column("shapes").end {
      tile.bytes[offset] = 0xFF
    }
    _ = try Self.read(tile.bytes)
  }

  /// Formats/nav-2.md, section 1: a reader must refuse a tile whose reserved fields are not zero.
  static let reserved: [(String, Int, Int)] = [
    ("segment flags", 0, 0x04), ("segment flags", 0, 0x80), ("barrier passing", 0, 1 << 32),
    ("reach", 0, 1 << 32), ("barrier end only", 0, 1 << 32), ("access forward", 1, 1 << 32),
    ("access backward", 0, 1 << 32), ("turn banned", 0, 1 << 33), ("turn banned", 0, 11),
    ("rule value", 5, 1 << 40),
  ]

  @Test("reserved bits of columns must be zero", arguments: reserved)
  func reservedBits(_ column: String, _ row: Int, _ value: Int) {
    var tile = SpecTile(Self.good)
    tile[column, row] = value
    #expect(throws: FormatError.self) { try Self.read(tile.bytes) }
  }

  @Test("every flipped bit of an unchecked tile is refused or read to the end, without a trap")
  func everyBit() {
    for bit in 0..<8 * Self.good.count {
      var bytes = Self.good
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      _ = try? Self.read(bytes)
    }
  }

  @Test("tiles with many random changes are refused or read to the end", arguments: 0..<8)
  func mutations(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let special: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]
    var read = 0
    for _ in 0..<1_500 {
      var bytes = Self.good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[offset] =
          Bool.random(using: &generator)
          ? special.randomElement(using: &generator) ?? 0
          : .random(in: 0...255, using: &generator)
      }
      if (try? Self.read(bytes)) != nil { read += 1 }
    }
    #expect(read > 100, "seed \(seed): enough of them got past the checks to be read")
  }
}
