import Bytes
import Geo
import NavFormat
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
    .init("word way", 3, 3, "W"),
    .init("word way", 3, 65_535, "no way"),
    .init("junction word junction", 2, 4, "N: a far junction"),
    .init("approach segment", 3, 5, "T"),
  ]

  static let good = SampleTile.contents.encoded()

  static func read(_ bytes: [UInt8]) throws(FormatError) -> TileDump {
    try TileDump(
      bytes, number: SampleTile.number, tileCount: SampleTile.tileCount, nodes: SampleTile.nodes)
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
    var contents = TileContents(number: SampleTile.number)
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
    func read() throws { _ = try TileDump(bytes, number: 3, tileCount: 5) }
    guard count > 255 else {
      try read()
      return
    }
    let error = #expect(throws: FormatError.self) { try read() }
    guard case .invalid(part: "tile 3", _, let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule == "more than 255 edges leave junction 0")
  }

  @Test(
    "nodes that are none, or of cells without edges, are refused",
    arguments: [
      (0, 71, "cell"), (0, .max, "cell"), (1, 5, "cell"), (2, 71, "top"), (7, .max, "top"),
    ])
  func nodes(_ place: Int, _ node: UInt32, _ name: String) {
    var nodes = SampleTile.nodes
    nodes[place] = node
    let error = #expect(throws: FormatError.self) {
      try TileDump(Self.good, number: 3, tileCount: 5, nodes: nodes)
    }
    guard case .invalid(part: "tile 3", _, let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule == "column '\(name) node' points outside what it refers to")
  }

  @Test("a tile of which the hierarchy has fewer or more cells and edges is refused")
  func otherNodes() {
    for nodes in [Array(SampleTile.nodes.dropLast()), SampleTile.nodes + [1]] {
      #expect(throws: Self.invalid(12, "the hierarchy has other cells and edges of the tile")) {
        try TileDump(Self.good, number: 3, tileCount: 5, nodes: nodes)
      }
    }
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

  private static let tooWide = "a column has numbers of too many bits, or of none"

  private static let tooMuch = invalid(12, "cells hold more than the tile")

  private static let country = invalid(28, "the country is not two capital letters")

  private static let apart = invalid(
    49, "tables that belong together have different numbers of rows")

  static let counts: [Count] = [
    .init(
      name: "another number", at: 0, value: 2, error: invalid(0, "the tile says it is number 2")),
    .init(name: "more own segments than segments", at: 4, value: 6, error: tooMany),
    .init(name: "4 billion own segments", at: 4, value: .max, error: tooMany),
    .init(name: "more own via edges than via edges", at: 8, value: 4, error: tooMany),
    .init(name: "more segments in cells than own", at: 12, value: 5, error: tooMuch),
    .init(name: "more via edges in cells than own", at: 16, value: 3, error: tooMuch),
    .init(
      name: "boxes in steps of 32 bits", at: 48, value: 0x0501_1320,
      error: invalid(48, "boxes have steps of more than 31 bits")),
    .init(name: "a country of one letter", at: 28, value: 0x0000_0041, error: country),
    .init(name: "a country of a small letter", at: 28, value: 0x0000_6141, error: country),
    .init(name: "a country behind a zero", at: 28, value: 0x0000_4100, error: country),
  ]

  @Test("facts that a tile can't have are refused before anything is read", arguments: counts)
  func refusedCounts(_ count: Count) {
    var bytes = Self.good
    Checked.put(count.value, at: count.at, in: &bytes)
    #expect(throws: count.error) { try Self.read(bytes) }
  }

  /// A change of the list of tables.
  struct Listing: Sendable, CustomTestStringConvertible {
    let name: String
    let error: FormatError
    let change: @Sendable (inout [SpecTile.Listed]) -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ error: FormatError,
      _ change: @escaping @Sendable (inout [SpecTile.Listed]) -> Void
    ) {
      self.name = name
      self.error = error
      self.change = change
    }
  }

  static let listings: [Listing] = [
    .init("tables in another order", invalid(58, "table 1 is not above the one before")) {
      $0.swapAt(0, 1)
    },
    .init("a table twice", invalid(64, "table 1 is not above the one before")) { $0[1].id = 1 },
    .init("table 0", invalid(50, "table 0 is not above the one before")) { $0[0].id = 0 },
    .init(
      "no rows", invalid(52, "table 1 has no rows, or more than the tile has bits")
    ) { $0[0].rows = 0 },
    .init(
      "4 billion rows", invalid(52, "table 1 has no rows, or more than the tile has bits")
    ) { $0[0].rows = 0xFFFF_FFFF },
    .init(
      "4 billion rows of no bits",
      invalid(52, "table 1 has no rows, or more than the tile has bits")
    ) {
      $0[0].rows = 0xFFFF_FFFF
      $0[0].columns = []
    },
    .init("columns in another order", invalid(58, "column 1 is not above the one before")) {
      $0[0].columns.swapAt(0, 1)
    },
    .init("column 0", invalid(56, "column 0 is not above the one before")) {
      $0[0].columns[0].id = 0
    },
    .init("latitudes of 33 bits", invalid(57, tooWide)) { $0[0].columns[0].width = 33 },
    .init("latitudes of no bits", invalid(57, tooWide)) { $0[0].columns[0].width = 0 },
    .init("OSM ids of 57 bits", invalid(71, tooWide)) { $0[1].columns[0].width = 57 },
    .init("OSM ids of 65 bits", invalid(71, tooWide)) { $0[1].columns[0].width = 65 },
    .init("OSM ids of 64 bits beside others", invalid(71, tooWide)) {
      $0[1].columns = [(1, 64), (100, 8)]
    },
    .init(
      "a table that must be known", .unknownPart(part: "tile 3", name: "table 128")
    ) { $0[18].id = 128 },
    .init(
      "a column that must be known", .unknownPart(part: "tile 3", name: "column 255 of table 2")
    ) { $0[1].columns.append((255, 3)) },
  ]

  @Test("a list of tables that can't be is refused before anything is read", arguments: listings)
  func refusedLists(_ listing: Listing) {
    var tile = SpecTile(Self.good)
    var tables = tile.listed
    listing.change(&tables)
    let old = SpecTile.encoded(tile.listed).count
    tile.bytes.replaceSubrange(
      SpecTile.facts..<SpecTile.facts + old, with: SpecTile.encoded(tables))
    let bytes = tile.bytes
    #expect(throws: listing.error) { try Self.read(bytes) }
  }

  /// Numbers of rows that do not go together, in tables without columns so that nothing else changes.
  static let rows: [(name: String, table: Int, rows: Int, error: FormatError)] = [
    ("no junctions", 1, 1, tooMany), ("more crossings than segments", 10, 6, tooMany),
    ("no segments at all", 4, 0, tooMany), ("more leaving edges than edges", 3, 11, tooMany),
    ("more names than two for each way", 8, 7, tooMany),
    ("too many via edges", 11, 65_530, tooMany),
    ("65,536 ways", 7, 65_536, tooMany), ("65,536 attribute sets", 9, 65_536, tooMany),
    ("65,536 reach rows", 5, 65_536, tooMany), ("65,537 offsets", 14, 65_537, tooMany),
    ("more cells than junctions", 16, 6, tooMuch), ("segments in no cells", 16, 0, tooMuch),
    ("ids of fewer junctions", 2, 3, apart), ("ids of more ways", 6, 4, apart),
    ("no boxes", 17, 0, apart),
  ]

  @Test("numbers of rows that a tile can't have are refused", arguments: rows)
  func refusedRows(_ flaw: (name: String, table: Int, rows: Int, error: FormatError)) {
    var tables = SpecTile(Self.good).listed
    for table in tables.indices { tables[table].columns = [] }
    tables[flaw.table - 1].rows = flaw.rows
    if flaw.rows == 0 { tables.remove(at: flaw.table - 1) }
    // A table that makes the tile so long that it may have as many rows.
    tables.append(SpecTile.Listed(id: 127, rows: 5_000, columns: [(1, 16)]))
    var bytes = Array(Self.good[..<SpecTile.facts]) + SpecTile.encoded(tables)
    bytes[49] = UInt8(tables.count)
    bytes += [UInt8](repeating: 0, count: 2 * 5_000 + 8)
    #expect(throws: flaw.error) { try Self.read(bytes) }
  }

  @Test("tables that the tile is too short for are truncated")
  func truncatedTables() {
    for table in 0..<19 {
      var tile = SpecTile(Self.good)
      var tables = tile.listed
      tables[table].rows += 1 + 64 / max(tables[table].columns.reduce(0) { $0 + $1.width }, 1)
      tile.replaceList(tables)
      let bytes = tile.bytes
      let error = #expect(throws: FormatError.self) { try Self.read(bytes) }
      guard case .truncated(part: "tile 3", _, has: UInt64(Self.good.count)) = error else {
        Issue.record("\(table): \(String(describing: error))")
        continue
      }
    }
  }
}
