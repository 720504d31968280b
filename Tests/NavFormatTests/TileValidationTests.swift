import Bytes
import Geo
import NavFormat
import RoadCosts
import RoadModel
import TestSupport
import Testing

@Suite struct TileValidationTests {
  /// One value of a column that points where nothing is.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let column: String
    let row: Int
    let value: Int
    let named: String
    let why: String
    var testDescription: String { "\(column)[\(row)] = \(value): \(why)" }

    init(_ column: String, _ row: Int, _ value: Int, _ why: String, named: String? = nil) {
      self.column = column
      self.row = row
      self.value = value
      self.named = named ?? column
      self.why = why
    }
  }

  /// The sample has N 4, X 2, S 4, T 5, W 3, A 2, O 8, V 3, VO 2, R 3, L 12, B 2, E 5, C 5, D 2, SC 3, VC 1,
  /// U 5.
  static let flaws: [Flaw] = [
    .init("junction first out", 0, 1, "the first is not 0"),
    .init("junction first out", 2, 1, "descends"),
    .init("junction first out", 2, 9, "past the list"),
    .init("junction first out", 4, 7, "the last is not O"),
    .init("junction first out", 4, 65_535, "the last is past the list"),
    .init("out", 0, 10, "a via edge, 2 T"),
    .init("out", 7, 65_535, "no edge"),
    .init("out", 2, 3, "an edge that begins at another junction"),
    .init("out", 7, 7, "an edge that begins at a far junction"),
    .init("segment to", 3, 6, "N + X"),
    .init("segment to", 3, 65_535, "no junction"),
    .init("segment from", 4, 6, "N + X"),
    .init("segment from", 4, 65_535, "no junction"),
    .init("segment from", 0, 6, "N + X, where an edge begins that is listed", named: "out"),
    .init("segment to", 0, 6, "N + X, where an edge begins that is listed", named: "out"),
    .init(
      "segment to", 3, 5, "the far end of another segment's crossing", named: "crossing segment"),
    .init("segment from", 4, 3, "a copy with both ends in this tile", named: "segment to"),
    .init("segment way", 0, 3, "W"),
    .init("segment way", 4, 65_535, "no way"),
    .init("segment reach", 2, 5, "E"),
    .init("segment reach", 4, 65_535, "no row"),
    .init("segment shape", 0, 1, "the first is not 0"),
    .init("segment shape", 2, 0xFFFF_FFFF, "past the shapes"),
    .init("segment shape", 3, 0, "descends"),
    .init("segment shape", 5, 0, "the last is not G"),
    .init("way attributes", 0, 2, "A"),
    .init("way attributes", 2, 65_535, "no attribute set"),
    .init("way name", 0, 5, "U"),
    .init("way ref", 2, 0xFFFF_FFFF, "no row"),
    .init("crossing segment", 0, 5, "T", named: "crossing segment"),
    .init("crossing segment", 0, 2, "a segment that does not lead across"),
    .init("crossing segment", 1, 3, "another crossing's segment"),
    .init("crossing tile", 0, 5, "the number of tiles"),
    .init("crossing tile", 1, 0xFFFF_FFFF, "no tile"),
    .init("via base", 0, 10, "2 T"),
    .init("via base", 2, 65_535, "no edge"),
    .init("via base", 0, 8, "an own via edge on a copy"),
    .init("via base", 2, 7, "a copied via edge on an own segment"),
    .init("turn from", 0, 13, "2 T + V"),
    .init("turn from", 2, 65_535, "no edge"),
    .init("turn to", 0, 10, "2 T"),
    .init("turn to", 2, 65_535, "no edge"),
    .init("turn enter", 0, 3, "V"),
    .init("turn enter", 1, 65_534, "no via edge"),
    .init("turn enter", 0, 1, "a via edge of another base than the turn leads to"),
    .init("turn to", 0, 3, "another base than that of its via edge", named: "turn enter"),
    .init("rule subject", 6, 5, "T"),
    .init("rule subject", 6, 65_535, "no segment"),
    .init("rule subject", 8, 4, "N: a far junction"),
    .init("rule subject", 11, 3, "R"),
    .init("rule directions", 4, 4, "makes the subject a junction", named: "rule subject"),
    .init("rule condition", 3, 5, "C"),
    .init("rule condition", 11, 65_534, "no condition"),
    .init("condition offset", 0, 1, "the first is not 0"),
    .init("condition offset", 2, 0, "descends"),
    .init("condition offset", 3, 0xFFFF_FFFF, "past the conditions"),
    .init("condition offset", 5, 0, "the last is not K"),
    .init("barrier junction", 0, 4, "N: a far junction"),
    .init("barrier junction", 1, 65_535, "no junction"),
    .init("cell first junction", 0, 1, "the first is not 0"),
    .init("cell first junction", 1, 0, "a cell without junctions"),
    .init("cell first junction", 2, 3, "the last is not N"),
    .init("cell first junction", 1, 2, "a segment leaves its cell", named: "cell first segment"),
    .init("cell first segment", 0, 1, "the first is not 0"),
    .init("cell first segment", 1, 2, "a segment in the cell of others"),
    .init("cell first segment", 1, 4, "descends"),
    .init("cell first segment", 2, 65_535, "the last is not SC"),
    .init("cell first via", 0, 1, "the first is not 0"),
    .init("cell first via", 1, 0, "a via edge in the cell of others"),
    .init("cell first via", 2, 2, "the last is not VC"),
    .init("cell node", 0, 72, "no node"),
    .init("top node", 0, 72, "no node"),
    .init("top node", 5, 0xFFFF_FFFF, "no node"),
  ]

  private static let good = SampleTile.contents.encoded()

  private static func read(_ bytes: [UInt8]) throws(FormatError) -> TileDump {
    try TileDump(bytes, number: SampleTile.number, tileCount: SampleTile.tileCount)
  }

  @Test("a value that points at nothing is refused with the column's name", arguments: flaws)
  func dangling(_ flaw: Flaw) throws {
    var tile = SpecTile(Self.good)
    tile[flaw.column, flaw.row] = flaw.value
    let error = #expect(throws: FormatError.self) { try Self.read(tile.bytes) }
    guard case .invalid(part: "tile 3", let offset, let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule == "column '\(flaw.named)' points outside what it refers to")
    if flaw.named == flaw.column {
      let column = tile.column(flaw.column)
      let range = column.start...column.end
      #expect(range.contains(Int(offset)), "the offset lies in the column")
    }
  }

  @Test("255 edges may leave a junction, and no more", arguments: [255, 256])
  func degree(_ count: Int) throws {
    let sample = SampleTile.contents
    // Loops at one junction.
    var contents = TileContents(number: UInt32(SampleTile.number))
    contents.junctions = [sample.junctions[0]]
    contents.junctions[0].flags = []
    contents.junctions[0].out = (0..<count).map { UInt16($0) }
    var loop = sample.segments[0]
    (loop.from, loop.to) = (0, 0)
    contents.segments = Array(repeating: loop, count: 128)
    contents.ownSegmentCount = 128
    contents.segmentBoxes = Array(repeating: sample.segmentBoxes[0], count: 128)
    (contents.ways, contents.attributes) = (sample.ways, sample.attributes)
    let bytes = contents.encoded()
    guard count > 255 else {
      _ = try Self.read(bytes)
      return
    }
    let error = #expect(throws: FormatError.self) { try Self.read(bytes) }
    guard case .invalid(part: "tile 3", _, let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule == "more than 255 edges leave junction 0")
  }

  static let places: [(String, Int)] = [
    // From a base at 90 degrees south and 180 west: one unit too far north, east, west, and the lowest.
    ("junction latitude", 1_800_000_001), ("junction longitude", 3_600_000_001),
    ("junction longitude", 0xFFFF_FFFF),
    ("crossing latitude", 1_800_000_001), ("crossing longitude", 0x8000_0000 + 1_800_000_000),
  ]

  @Test("a place that is not on earth is refused", arguments: places)
  func notOnEarth(_ column: String, _ value: Int) {
    var tile = SpecTile(Self.good)
    tile[column, 1] = value
    let error = #expect(throws: FormatError.self) { try Self.read(tile.bytes) }
    guard case .invalid(part: "tile 3", _, let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule.hasSuffix("is not on earth"))
  }

  struct Count: Sendable, CustomTestStringConvertible {
    let name: String
    let at: Int
    let value: UInt32
    let error: FormatError
    var testDescription: String { name }
  }

  private static func invalid(_ offset: UInt64, _ rule: String) -> FormatError {
    .invalid(part: "tile 3", offset: offset, rule: rule)
  }

  private static let tooMany = invalid(4, "counts exceed what a tile may have")

  private static let tooWide = "a column has numbers of too many bits"

  private static let tooMuch = invalid(88, "cells hold more than the tile")

  static let counts: [Count] = [
    .init(
      name: "another number", at: 0, value: 2, error: invalid(0, "the tile says it is number 2")),
    .init(name: "no junctions", at: 4, value: 0, error: tooMany),
    .init(name: "65,535 junctions and two far ones", at: 4, value: 65_535, error: tooMany),
    .init(name: "4 billion junctions", at: 4, value: .max, error: tooMany),
    .init(name: "more crossings than segments", at: 8, value: 6, error: tooMany),
    .init(name: "more own segments than segments", at: 12, value: 6, error: tooMany),
    .init(name: "32,767 segments and three via edges", at: 16, value: 32_767, error: tooMany),
    .init(name: "4 billion segments", at: 16, value: .max, error: tooMany),
    .init(name: "65,536 ways", at: 20, value: 65_536, error: tooMany),
    .init(name: "65,536 attribute sets", at: 24, value: 65_536, error: tooMany),
    .init(name: "more leaving edges than edges", at: 28, value: 11, error: tooMany),
    .init(name: "4 billion via edges", at: 32, value: .max, error: tooMany),
    .init(name: "more own via edges than via edges", at: 36, value: 4, error: tooMany),
    .init(name: "65,536 reach rows", at: 60, value: 65_536, error: tooMany),
    .init(name: "more names than two for each way", at: 100, value: 7, error: tooMany),
    .init(
      name: "latitudes of 33 bits", at: 112, value: 33, error: invalid(112, tooWide)),
    .init(
      name: "OSM ids of 57 bits", at: 116, value: 57, error: invalid(116, tooWide)),
    .init(
      name: "OSM ids of 65 bits", at: 116, value: 65, error: invalid(116, tooWide)),
    .init(
      name: "boxes of 17 bits", at: 168, value: 17 << 24, error: invalid(171, tooWide)),
    .init(
      name: "boxes in steps of 32 bits", at: 56, value: 0x0000_0020,
      error: invalid(56, "boxes have steps of more than 31 bits")),
    .init(name: "65,536 conditions", at: 80, value: 65_536, error: tooMany),
    .init(name: "more cells than junctions", at: 88, value: 5, error: tooMuch),
    .init(name: "4 billion cells", at: 88, value: .max, error: tooMuch),
    .init(name: "segments in no cells", at: 88, value: 0, error: tooMuch),
    .init(name: "more segments in cells than own", at: 92, value: 5, error: tooMuch),
    .init(name: "more via edges in cells than own", at: 96, value: 3, error: tooMuch),
    .init(
      name: "a reserved byte", at: 56, value: 0x0000_0114,
      error: invalid(57, "reserved bytes are not zero")),
    .init(
      name: "a reserved byte behind the widths", at: 172, value: 1 << 24,
      error: invalid(57, "reserved bytes are not zero")),
    .init(
      name: "a country of one letter", at: 56, value: 0x0041_0014,
      error: invalid(58, "the country is not two capital letters")),
    .init(
      name: "a country of a small letter", at: 56, value: 0x6141_0014,
      error: invalid(58, "the country is not two capital letters")),
    .init(
      name: "a country behind a zero", at: 56, value: 0x4100_0014,
      error: invalid(58, "the country is not two capital letters")),
  ]

  @Test("counts that a tile can't have are refused before anything is read", arguments: counts)
  func refusedCounts(_ count: Count) {
    var bytes = Self.good
    Checked.put(count.value, at: count.at, in: &bytes)
    #expect(throws: count.error) { try Self.read(bytes) }
  }

  @Test("counts that the tile is too short for are truncated", arguments: [40, 44, 48, 52, 84])
  func truncatedCounts(_ at: Int) {
    for value in [0x7FFF_FFFF, .max] as [UInt32] {
      var bytes = Self.good
      Checked.put(value, at: at, in: &bytes)
      let error = #expect(throws: FormatError.self) { try Self.read(bytes) }
      guard case .truncated(part: "tile 3", _, has: UInt64(Self.good.count)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("every prefix of a tile, and a byte too many, is refused")
  func prefixes() {
    for length in 0..<Self.good.count {
      let error = #expect(throws: FormatError.self) { try Self.read(Array(Self.good[..<length])) }
      let needs = length < 176 ? 176 : Self.good.count
      #expect(error == .truncated(part: "tile 3", needs: UInt64(needs), has: UInt64(length)))
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

  /// Formats/nav-1.md, section 1: a reader must refuse a tile whose reserved fields are not zero.
  static let reserved: [(String, Int, Int)] = [
    ("segment flags", 0, 0x04), ("segment flags", 0, 0x80), ("barrier passing", 0, 0x10C),
    ("reach", 0, 1 << 32), ("barrier end only", 0, 0x104), ("access forward", 1, 1 << 32),
    ("access backward", 0, 1 << 32), ("turn banned", 0, 0x205),
  ]

  @Test("reserved bits of columns must be zero", arguments: reserved)
  func reservedBits(_ column: String, _ row: Int, _ value: Int) {
    var tile = SpecTile(Self.good)
    tile[column, row] = value
    #expect(throws: FormatError.self) { try Self.read(tile.bytes) }
  }

  @Test(
    "more rows than the tile has bits are refused, though they take none", arguments: [40, 44, 48])
  func manyRows(_ at: Int) {
    var tile = SpecTile(Self.good)
    let letter = [40: "turn", 44: "rule", 48: "barrier"][at] ?? ""
    let columns = tile.columns.enumerated().filter { $1.name.hasPrefix(letter + " ") }
    for (index, _) in columns { tile.bytes[112 + index] = 0 }
    if let table = columns.first?.element { tile.bytes.removeSubrange(table.start..<table.end) }
    tile = SpecTile(tile.bytes)
    Checked.put(UInt32.max, at: at, in: &tile.bytes)
    let bytes = tile.bytes
    #expect(throws: Self.invalid(40, "more rows than the tile has bits")) { try Self.read(bytes) }
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
