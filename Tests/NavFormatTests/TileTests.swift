import Bytes
import Geo
import NavFormat
import RoadModel
import TestSupport
import Testing

@Suite struct TileRoundTripTests {
  private static let contents = SampleTile.contents
  private static let bytes = SampleTile.contents.encoded()
  private static let spec = SpecTile(SampleTile.contents.encoded())

  private static func dump() throws -> TileDump {
    try TileDump(
      bytes, number: SampleTile.number, tileCount: SampleTile.tileCount, nodes: SampleTile.nodes)
  }

  @Test("the header of a tile has its facts where the format says, and lists its tables")
  func header() {
    // tile, S, VO, SC, VC.
    let counts: [UInt32] = [3, 4, 2, 3, 1]
    for (index, count) in counts.enumerated() {
      #expect(Self.bytes.rawBytes.u32(4 * index) == count, "byte \(4 * index)")
    }
    #expect(Self.bytes.rawBytes.i32(20) == -900_000_000)
    #expect(Self.bytes.rawBytes.i32(24) == -1_800_000_000)
    #expect(Array(Self.bytes[28..<32]) == Array("FJ".utf8) + [6, 5])
    #expect(Self.bytes.rawBytes.i64(32) == -4 && Self.bytes.rawBytes.i64(40) == -3)
    // The boxes reach over 3.6 billion units, which are less than 2^12 steps of 2^20.
    #expect(Array(Self.bytes[48..<50]) == [20, 22])
    // N + 1, N, O, T + 1, E, W, W, U, A, X, V, R, L, C + 1, B, D + 1, four for a box; K and G, which offsets
    // end with; Y, Z, P.
    let rows = [5, 4, 8, 6, 5, 3, 3, 5, 2, 2, 3, 3, 12, 6, 2, 3, 4]
    let ends = ["condition offset", "segment shape"].map { Self.spec.rows($0).last ?? -1 }
    #expect(Self.spec.listed.map(\.rows) == rows + ends + [4, 3, 4])
    #expect(Self.spec.listed.map(\.id) == Array(1...22))
    // Table 2: 4 rows of column 1, in 41 bits.
    let second = Self.bytes[64..<72]
    #expect(Array(second) == [2, 1, 4, 0, 0, 0, 1, 41])
  }

  @Test(
    "numbers have as many bits as the largest of their column, and no more than the column may")
  func widths() {
    for column in Self.spec.columns
    where !["conditions", "shapes", "padding"].contains(column.name) {
      let maximum = Self.spec.rows(column.name).max() ?? 0
      #expect(column.width == Int.bitWidth - maximum.leadingZeroBitCount, "\(column.name)")
      #expect(column.width <= column.most, "\(column.name)")
    }
  }

  @Test("columns of zeros and tables without rows are left out")
  func absent() {
    var contents = Self.contents
    contents.barriers = []
    for row in contents.attributes.indices { contents.attributes[row].smoothness = 0 }
    let spec = SpecTile(contents.encoded())
    #expect(!spec.listed.contains { $0.id == 15 })
    #expect(spec.listed.first { $0.id == 9 }?.columns.map(\.id) == Array(1...10) + [12])
  }

  @Test("every column is where the format puts it, and together they are the tile")
  func columns() throws {
    let layout = try TileLayout(Self.bytes.rawBytes, tile: SampleTile.number)
    let columns = try TileView(Self.bytes.rawBytes, layout: layout).columns()
    #expect(Self.spec.end == Self.bytes.count)
    #expect(columns.map(\.bytes).reduce(0, +) == Self.bytes.count)
    #expect(columns.map(\.name) == ["tile header"] + Self.spec.columns.map(\.name))
    var at = 0
    let starts = columns.map { column -> Int in
      defer { at += column.bytes }
      return at
    }
    for (column, start) in zip(Self.spec.columns, starts.dropFirst()) where column.offset == 0 {
      #expect(start == column.start, "\(column.name)")
    }
  }

  @Test("the columns hold what was put in, row by row")
  func values() {
    let columns: [(String, [Int])] = [
      ("junction latitude", [732_999_999, 732_999_986, 732_999_974, 0]),
      ("junction longitude", [3_599_000_002, 3_599_999_985, 23, 0]),
      ("junction first out", [0, 2, 4, 7, 8]), ("junction flags", [0x01, 0x8A, 0x42, 0x26]),
      ("junction OSM id", [5_000_000_007, 0, 1 << 40 | 4, 4]), ("out", [0, 9, 1, 2, 3, 4, 5, 6]),
      ("segment from", [0, 1, 2, 3, 5]), ("segment to", [1, 2, 2, 4, 0]),
      ("segment way", [0, 1, 0, 2, 1]),
      ("segment length", [10_001, 20_002, 30_003, 0xFFFF_FFFF, 50_005]),
      ("segment flags", [0, 1, 0, 2, 3]), ("segment bearing from", [1, 2, 3, 4, 5]),
      ("segment bearing to", [129, 130, 131, 132, 133]),
      ("segment reach", [0, 3, 4, 2, 1]),
      ("reach", [1, 6, 0x0200_5007, 0x0203_0405, 0x0FFF_FFFF]),
      ("way OSM id", [903, 12_000_000_003, 0]), ("way attributes", [1, 0, 1]),
      ("way name", [1, 0, 4]), ("way ref", [0, 2, 3]), ("name", [0, 11, 22, 33, 0xFFFF_FFFF]),
      ("crossing segment", [3, 4]),
      ("crossing tile", [4, 1]), ("crossing junction", [71, 72]), ("crossing there", [81, 82]),
      ("crossing latitude", [1_800_000_000, 732_999_962]),
      ("crossing longitude", [3_600_000_000, 3_598_000_031]), ("via base", [2, 6, 9]),
      ("via there", [65_535, 7, 11]), ("turn from", [0, 1, 10]), ("turn to", [2, 9, 4]),
      ("turn enter", [0, 2, 65_535]), ("turn banned", [10, 1, 0x1FF]),
      ("rule subject", [1, 1, 1, 3, 4, 4, 4, 1, 3, 1, 1, 2]),
      ("rule kind", [1, 4, 4, 33, 2, 32, 34, 32, 6, 35, 35, 35]),
      ("rule directions", [1, 3, 3, 1, 2, 3, 2, 4, 4, 8, 8, 8]),
      (
        "rule value",
        [
          3_800, 7_500, 0xFFFF_FFFF, 300, 2_500, 0xFF04, 65_535, 0x0306, 11_500, 0x21, 0xFF, 0x02,
        ]
      ),
      (
        "rule condition",
        [65_535, 65_535, 0, 1, 65_535, 2, 1, 3, 4, 1, 2, 65_535]
      ),
      ("barrier junction", [2, 3]), ("barrier passing", [0x0C, 0x41]),
      ("barrier end only", [0x04, 0]), ("cell first junction", [0, 3, 4]),
      ("cell first segment", [0, 3, 3]), ("cell first via", [0, 1, 1]),
      ("word way", [0, 0, 0, 2]), ("word kind", [1, 1, 126, 3]),
      ("word directions", [1, 2, 3, 3]), ("word text", [41, 42, 0xFFFF_FFFF, 7]),
      ("junction word junction", [0, 0, 3]), ("junction word kind", [10, 11, 10]),
      ("junction word text", [51, 52, 0xFFFF_FFFF]), ("approach segment", [1, 1, 1, 4]),
      ("approach point", [3, 3, 7, 0]), ("approach kind", [2, 5, 1, 255]),
      ("approach directions", [1, 3, 2, 1]),
    ]
    for (name, rows) in columns { #expect(Self.spec.rows(name) == rows, "\(name)") }
  }

  @Test("a view finds the cells of junctions and edges, and the nodes of the rest")
  func cells() throws {
    let dump = try Self.dump()
    #expect(dump.cells == [[0, 3, 0, 3, 0, 1], [3, 4, 3, 3, 1, 1]])
    // Own junctions and far ones; edges of segments 0 to 4; via edges on segments 1, 3 and 4.
    let ofJunctions: [Int?] = [0, 0, 0, 1, nil, nil]
    let ofEdges: [Int?] = [0, 0, 0, 0, 0, 0, nil, nil, nil, nil, 0, nil, nil]
    #expect(dump.cellsOf == ofJunctions + ofEdges)
    let none = UInt32.max
    let inside = [UInt32](repeating: none, count: 6)
    #expect(dump.nodes == [70, none] + inside + [61, 62, 63, 64] + [none, 65, 66])
  }

  @Test("a view finds the words of ways and junctions, and the approaches of segments")
  func words() throws {
    let dump = try Self.dump()
    #expect(dump.words == Self.contents.ways.map(\.words))
    #expect(dump.junctionWords == Self.contents.junctions.map(\.words))
    #expect(dump.approaches == Self.contents.segments.map(\.approaches))
    let layout = try TileLayout(Self.bytes.rawBytes, tile: SampleTile.number)
    let tile = TileView(Self.bytes.rawBytes, layout: layout)
    let found = Direction.allCases.map { tile.wordOffset(.turnLanes, $0, ofWay: 0) }
    #expect(found == [41, 42])
    #expect(tile.wordOffset(.name(inLanguage: 62), .backward, ofWay: 0) == .max)
    #expect(tile.wordOffset(.destination, .forward, ofWay: 0) == 0)
    #expect(tile.wordOffset(.turnLanes, .forward, ofWay: 1) == 0)
    #expect(tile.wordOffset(.exitName, of: 0) == 52 && tile.wordOffset(.exitName, of: 3) == 0)
  }

  @Test("a tile without words is as it was before there were any")
  func noWords() throws {
    var contents = Self.contents
    for way in contents.ways.indices { contents.ways[way].words = [] }
    for junction in contents.junctions.indices { contents.junctions[junction].words = [] }
    for segment in contents.segments.indices { contents.segments[segment].approaches = [] }
    let bytes = contents.encoded()
    #expect(SpecTile(bytes).listed.map(\.id) == Array(1...19))
    let dump = try TileDump(bytes, number: SampleTile.number, tileCount: SampleTile.tileCount)
    #expect(dump.words.allSatisfy(\.isEmpty) && dump.approaches.allSatisfy(\.isEmpty))
  }

  @Test("a tile without cells has no columns of them, and finds none")
  func noCells() throws {
    var contents = Self.contents
    contents.cells = []
    (contents.cellSegmentCount, contents.cellViaCount) = (0, 0)
    let bytes = contents.encoded()
    let spec = SpecTile(bytes)
    #expect(spec.end == bytes.count && spec.column("cell first junction").rows == 0)
    let dump = try TileDump(bytes, number: SampleTile.number, tileCount: SampleTile.tileCount)
    #expect(dump.cells.isEmpty && dump.cellsOf.allSatisfy { $0 == nil })
    #expect(dump.nodes.allSatisfy { $0 == .max })
  }

  @Test("an attribute set has a field in each of its columns")
  func attributes() {
    let columns: [(String, [Int])] = [
      ("access forward", [0x0123_4568, 0x0123_4569]),
      ("access backward", [0x0765_4322, 0x0765_4323]), ("road class", [7, 17]),
      ("surface", [4, 2]), ("road flags", [0x0101, 0x0102]), ("speed forward", [501, 502]),
      ("speed backward", [601, 602]), ("truck speed forward", [701, 702]),
      ("truck speed backward", [65_535, 65_535]), ("track grade", [1, 2]), ("smoothness", [5, 6]),
      ("lanes", [9, 10]),
    ]
    for (name, rows) in columns { #expect(Self.spec.rows(name) == rows, "\(name)") }
  }

  @Test("the box over the segments is the first level of the tree, in steps rounded outward")
  func boxes() {
    // From -4, -40 to 400, 28: steps of 2^20 from -900,000,000 and -1,800,000,000.
    #expect(Self.spec.rows("boxes") == [858, 1_716, 859, 1_717])
  }

  @Test("a shape is made of zigzag numbers of equal width in steps of 1e-6 degrees")
  func shapeBytes() {
    let start = Self.spec.column("shapes").start
    let offsets = Self.spec.rows("segment shape")
    #expect(offsets[0] == 0 && offsets[1] == 0, "a straight segment has no inner points")
    // From (-167000026, -1799999977), a tenth of it rounded half away from zero, to
    // (-16699999, -179999998), then 98 steps east: (8, 0) and (0, 196) in 4 and 8 bits.
    #expect(
      Array(Self.bytes[(start + offsets[2])..<(start + offsets[3])]) == [0x84, 0x08, 0x00, 0xC4])
  }

  @Test("a view gives back every junction, segment, way and row")
  func view() throws {
    let dump = try Self.dump()
    let tile = Self.contents
    #expect(
      dump.positions == tile.junctions.map(\.position) + tile.crossings.map(\.position))
    #expect(
      dump.junctions.map { $0[0] } == tile.junctions.map(\.osmID)
        && dump.junctions.map { $0[1] } == [0x01, 0x8A, 0x42, 0x26])
    #expect(dump.out == tile.junctions.map { $0.out.map { Int($0) } })
    #expect(
      dump.ways
        == tile.ways.map { [$0.osmID, Int64($0.attributes), Int64($0.name), Int64($0.ref)] })
    #expect(dump.crossings == tile.crossings)
    #expect(Array(dump.vias.prefix(3)) == [[2, 65_535], [6, 7], [9, 11]])
    #expect(dump.vias.dropFirst(3).map { $0[0] } == Array(0..<10) + [2, 6, 9])
    for (row, turn) in tile.turns.enumerated() {
      var turn = turn
      turn.hasRules = row > 0
      #expect(Array(dump.turns[2 * row..<2 * row + 2]) == [turn, turn], "also found by its pair")
    }
    #expect(Array(dump.attributes.suffix(2)) == tile.attributes)
    #expect(
      Array(dump.attributes.prefix(5))
        == tile.segments.map { tile.attributes[Int(tile.ways[Int($0.way)].attributes)] })
    #expect(
      dump.barriers
        == [
          [0, 0xFF, 0], [1, 0xFF, 0], [2, 0x0C, 4], [3, 0x41, 0], [2, 0x0C, 4], [3, 0x41, 0],
        ])
    #expect(dump.country == "FJ" && dump.timeZone == 0x0506)
    #expect(dump.boxItems == [0..<4])
    for (index, segment) in tile.segments.enumerated() {
      let ends = [Int(segment.from), Int(segment.to)].map { dump.positions[$0] }
      #expect(dump.shapes[index] == [ends[0]] + segment.inner + [ends[1]], "segment \(index)")
      #expect(
        dump.segments[3 * index] == [
          Int(segment.from), Int(segment.to), Int(segment.way), Int(segment.length),
          [0, 1, 0, 2, 3][index], Int(segment.bearingFrom.turns256),
          Int(segment.bearingTo.turns256), Int(segment.reach), index >= 3 ? index : -1,
        ])
      let (from, to) = (Int(segment.bearingFrom.turns256), Int(segment.bearingTo.turns256))
      #expect(dump.segments[3 * index + 1] == [from, (to + 128) % 256])
      #expect(dump.segments[3 * index + 2] == [to, (from + 128) % 256])
      let nibbles = (0..<8).map { UInt8(segment.reach >> (4 * $0) & 15) }
      #expect(dump.reaches[(8 * index)..<(8 * index + 8)].map(\.rawValue) == nibbles)
    }
  }

  @Test("a tile is read where it lies, whatever is before it")
  func elsewhere() throws {
    for before in [1, 16, 77] {
      let dump = try TileDump(
        Self.bytes, number: SampleTile.number, tileCount: SampleTile.tileCount,
        nodes: SampleTile.nodes, before: before)
      #expect(try dump == Self.dump())
    }
  }

  @Test("a turn that has no row is not found")
  func noTurn() throws {
    let layout = try TileLayout(Self.bytes.rawBytes, tile: SampleTile.number)
    let tile = TileView(Self.bytes.rawBytes, layout: layout)
    let wanted = Set([[0, 2], [1, 9], [10, 4]])
    for from in 0...14 {
      for to in 0...10 {
        let found = tile.turn(from: EdgeIndex(from), to: EdgeIndex(to)) != nil
        #expect(found == wanted.contains([from, to]))
      }
    }
  }

  @Test("the smallest tile, a junction without roads, comes back")
  func smallest() throws {
    var contents = TileContents(number: 0)
    contents.junctions = [
      .init(
        position: Coordinate(latitudeUnits: 1, longitudeUnits: 2), osmID: .min, flags: [], out: [])
    ]
    let bytes = contents.encoded()
    let dump = try TileDump(bytes, number: 0, tileCount: 1)
    #expect(dump.junctions == [[.min, 0]] && dump.out == [[]] && dump.boxItems.isEmpty)
    #expect(bytes.count == SpecTile(bytes).end)
  }

  static let ids: [([Int64], width: Int)] = [
    ([0], 0), ([7, 7], 0), ([0, 255], 8), ([0, 256], 9), ([-1, 254], 8), ([-1, 255], 9),
    ([.min, .max], 64), ([.max], 0), ([1 << 33, 1], 33), ([-(1 << 55), 0], 56),
    ([-(1 << 56), 0], 64),
  ]

  @Test("OSM ids take as few bits as the farthest apart need, or 64", arguments: ids)
  func idWidths(_ ids: [Int64], _ width: Int) throws {
    var contents = TileContents(number: 0)
    contents.junctions = ids.map {
      .init(
        position: Coordinate(latitudeUnits: 0, longitudeUnits: 0), osmID: $0, flags: [], out: [])
    }
    let bytes = contents.encoded()
    #expect(SpecTile(bytes).column("junction OSM id").width == width)
    #expect(try TileDump(bytes, number: 0, tileCount: 1).junctions.map { $0[0] } == ids)
  }

  @Test("random shapes come back to the nearest 1e-6 degrees, from pole to pole")
  func shapes() throws {
    var generator = SeededGenerator(seed: 20)
    for seed in 0..<200 {
      func place() -> Coordinate {
        // Half of the points lie close together, the rest anywhere.
        let reach: (Int32, Int32) = seed % 2 == 0 ? (5_000, 5_000) : (900_000_000, 1_800_000_000)
        return Coordinate(
          latitudeUnits: .random(in: -reach.0...reach.0, using: &generator),
          longitudeUnits: .random(in: -reach.1...reach.1, using: &generator))
      }
      var contents = TileContents(number: 0)
      contents.junctions = [.init(position: place(), osmID: 1, flags: [], out: [0, 1])]
      let inner = (0..<20).map { _ in place() }
      contents.ways = [.init(osmID: 1, attributes: 0, name: 0, ref: 0)]
      contents.attributes = [RoadAttributes(roadClass: .path)]
      contents.segments = [
        .init(
          from: 0, to: 0, way: 0, length: 1, bearingFrom: .init(turns256: 0),
          bearingTo: .init(turns256: 0), reach: 0,
          start: contents.junctions[0].position,
          inner: inner)
      ]
      contents.ownSegmentCount = 1
      contents.segmentBoxes = [.empty]
      let shape = try TileDump(contents.encoded(), number: 0, tileCount: 1).shapes[0]
      #expect(shape.count == 22 && shape.first == shape.last)
      for (found, wanted) in zip(shape.dropFirst(), inner) {
        #expect(found.latitudeUnits % 10 == 0 && found.longitudeUnits % 10 == 0)
        #expect(abs(found.latitudeUnits - wanted.latitudeUnits) <= 5)
        #expect(abs(found.longitudeUnits - wanted.longitudeUnits) <= 5)
      }
    }
  }
}
