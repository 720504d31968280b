import Bytes
import Geo
import NavFormat
import Testing

@Suite struct TileDirectoryTests {
  /// Three tiles in a section of bytes 512 to 1,536.
  static let tiles = SectionEntry(id: 3, offset: 512, length: 1_024, check: 0)

  static let good: [TileEntry] = [
    .init(
      offset: 512, byteCount: 100, check: 0xA1A2_A3A4,
      box: Box(minLatitude: -1, minLongitude: 2, maxLatitude: 3, maxLongitude: 4), firstEdge: 0,
      edgeCount: 21, firstJunction: 0, junctionCount: 5, segmentCount: 10),
    .init(
      offset: 624, byteCount: 200, check: 0xB1B2_B3B4,
      box: Box(minLatitude: 5, minLongitude: -6, maxLatitude: 7, maxLongitude: 8), firstEdge: 21,
      edgeCount: 32, firstJunction: 5, junctionCount: 6, segmentCount: 16),
    .init(
      offset: 832, byteCount: 704, check: 0xC1C2_C3C4,
      box: Box(minLatitude: 9, minLongitude: 10, maxLatitude: 11, maxLongitude: 12), firstEdge: 53,
      edgeCount: 40, firstJunction: 11, junctionCount: 7, segmentCount: 20),
  ]

  private static func bytes(_ entries: [TileEntry]) -> [UInt8] {
    var writer = ByteWriter()
    for entry in entries { entry.write(to: &writer) }
    return writer.bytes
  }

  private static func validate(
    _ bytes: [UInt8], tiles: Int = 3, edges: UInt32 = 93, junctions: UInt32 = 18,
    edgeEnd: UInt32? = nil
  ) throws(FormatError) {
    var header = FileHeader()
    header.tileCount = UInt32(tiles)
    header.edgeCount = edges
    header.edgeEnd = edgeEnd ?? (bytes.isEmpty ? 0 : 93)
    header.junctionCount = junctions
    header.segmentCount = bytes.isEmpty ? 0 : 46
    try TileEntry.validate(bytes.rawBytes, at: 448, tiles: Self.tiles, header: header)
  }

  private static func change(_ index: Int, _ edit: (inout TileEntry) -> Void) -> [UInt8] {
    var entries = good
    edit(&entries[index])
    return bytes(entries)
  }

  @Test("an entry that was written is read the same, field by field at the format's offsets")
  func roundTrip() throws {
    let bytes = Self.bytes(Self.good)
    #expect(bytes.count == 3 * 64)
    for index in 0..<3 {
      let entry = TileEntry(bytes.rawBytes, index: index)
      #expect(entry == Self.good[index])
    }
    let words = (0..<16).map { bytes.rawBytes.u32(64 + 4 * $0) }
    #expect(
      words == [
        624, 0, 200, 0xB1B2_B3B4, 5, UInt32(bitPattern: -6), 7, 8, 21, 32, 5, 6, 16, 0, 0, 0,
      ])
    try Self.validate(bytes)
  }

  @Test("a map without tiles has an empty directory")
  func empty() throws {
    try Self.validate([], tiles: 0, edges: 0, junctions: 0)
  }

  struct Flaw: Sendable, CustomTestStringConvertible {
    let name: String
    var index = 0
    let rule: String
    let bytes: [UInt8]
    var edges: UInt32 = 93
    var testDescription: String { name }
  }

  static let flaws: [Flaw] = [
    .init(
      name: "before the section", rule: "tile 0 lies outside its section",
      bytes: change(0) { $0.offset = 496 }),
    .init(
      name: "past the section", index: 2, rule: "tile 2 lies outside its section",
      bytes: change(2) { $0.byteCount = 705 }),
    .init(
      name: "far past the file", index: 1, rule: "tile 1 lies outside its section",
      bytes: change(1) { $0.offset = .max - 15 }),
    .init(
      name: "so long that it reaches past all", index: 1, rule: "tile 1 lies outside its section",
      bytes: change(1) { $0.byteCount = .max }),
    .init(
      name: "over the one before", index: 1, rule: "tile 1 lies outside its section",
      bytes: change(0) { $0.byteCount = 113 }),
    .init(
      name: "not at a multiple of 16", index: 1, rule: "tile 1 lies outside its section",
      bytes: change(1) { $0.offset = 632 }),
    .init(
      name: "edges overlap", index: 1, rule: "numbers of tile 1 are also those of another",
      bytes: change(0) { $0.firstEdge = 1 }),
    .init(
      name: "edges overlap by one", index: 2, rule: "numbers of tile 2 are also those of another",
      bytes: change(1) { $0.edgeCount = 33 }),
    .init(
      name: "junctions overlap", index: 1, rule: "numbers of tile 1 are also those of another",
      bytes: change(1) { $0.firstJunction = 4 }),
    .init(
      name: "edges wrap at 32 bits", index: 2, rule: "numbers of tile 2 are also those of another",
      bytes: change(1) { $0.edgeCount = .max }),
  ]

  @Test("a directory that does not fit is refused with the tile's number", arguments: flaws)
  func refused(_ flaw: Flaw) {
    #expect(
      throws: FormatError.invalid(
        part: "tile directory", offset: UInt64(448 + 64 * flaw.index), rule: flaw.rule)
    ) { try Self.validate(flaw.bytes) }
  }

  @Test("reserved bytes must be zero")
  func reserved() {
    for index in 0..<3 {
      for byte in 52..<64 {
        var bytes = Self.bytes(Self.good)
        bytes[64 * index + byte] = 0x80
        #expect(
          throws: FormatError.invalid(
            part: "tile directory", offset: UInt64(448 + 64 * index),
            rule: "reserved byte of tile \(index) is not zero")
        ) { try Self.validate(bytes) }
      }
    }
  }

  @Test("numbers of edges and junctions may be left out, before every tile")
  func gaps() throws {
    var entries = Self.good
    for index in entries.indices {
      entries[index].firstEdge += UInt32(10 * index + 3)
      entries[index].firstJunction += UInt32(index + 7)
    }
    try Self.validate(Self.bytes(entries), edgeEnd: 116)
    let wanted = FormatError.invalid(
      part: "tile directory", offset: 448, rule: "counts differ from the header's")
    #expect(throws: wanted) { try Self.validate(Self.bytes(entries), edgeEnd: 93) }
    entries[2].firstJunction = .max
    #expect(throws: wanted) { try Self.validate(Self.bytes(entries), edgeEnd: 116) }
  }

  @Test("the sums must be those of the header")
  func sums() {
    let bytes = Self.bytes(Self.good)
    let wanted = FormatError.invalid(
      part: "tile directory", offset: 448, rule: "counts differ from the header's")
    #expect(throws: wanted) { try Self.validate(bytes, edges: 92) }
    #expect(throws: wanted) { try Self.validate(bytes, junctions: 19) }
  }

  @Test("a directory of another length than the tiles need is refused")
  func length() {
    let bytes = Self.bytes(Self.good)
    for (count, tiles) in [(192, 2), (192, 4), (191, 3), (0, 3), (192, 0)] {
      #expect(
        throws: FormatError.invalid(
          part: "tile directory", offset: 448, rule: "\(count) bytes for \(tiles) tiles")
      ) { try Self.validate(Array(bytes[..<count]), tiles: tiles) }
    }
    #expect(throws: FormatError.self) { try Self.validate(bytes, tiles: Int(UInt32.max)) }
  }
}
