import Bytes
import Geo
import NavFormat
import RoadModel

/// The columns of a tile as Formats/nav-1.md, section 6.3, lists them: a second reading of the
/// specification that shares nothing with ``TileLayout``.
struct SpecTile {
  /// A column of the table: its name, the bytes of a row, where it begins and how many rows it has.
  struct Column {
    let name: String
    let width: Int
    let start: Int
    let rows: Int
  }

  var bytes: [UInt8]
  let columns: [Column]
  /// Where the last column ends.
  let end: Int

  /// Name, bytes of a row, and the letter of the number of rows; `+` is one more, `*` the box tree.
  private static let table: [(String, Int, String)] = [
    ("junction latitude", 4, "N"), ("junction longitude", 4, "N"), ("junction first out", 2, "N+"),
    ("junction flags", 1, "N"), ("junction OSM id", -56, "N"), ("out", 2, "O"),
    ("segment from", 2, "T"), ("segment to", 2, "T"), ("segment way", 2, "T"),
    ("segment length", 4, "T"), ("segment flags", 1, "T"), ("segment bearing from", 1, "T"),
    ("segment bearing to", 1, "T"), ("segment reach", 2, "T"), ("reach", 4, "E"),
    ("segment shape", 4, "T+"),
    ("way OSM id", -57, "W"), ("way attributes", 2, "W"), ("way name", 4, "W"),
    ("way ref", 4, "W"), ("attributes", 24, "A"), ("crossing segment", 2, "X"),
    ("crossing tile", 4, "X"), ("crossing junction", 2, "X"), ("crossing there", 2, "X"),
    ("crossing latitude", 4, "X"), ("crossing longitude", 4, "X"), ("via base", 2, "V"),
    ("via there", 2, "V"), ("turn from", 2, "R"), ("turn to", 2, "R"), ("turn enter", 2, "R"),
    ("turn banned", 1, "R"), ("limit subject", 2, "L"), ("limit kind", 1, "L"),
    ("limit directions", 1, "L"), ("limit value", 4, "L"), ("barrier junction", 2, "B"),
    ("barrier passing", 1, "B"), ("boxes", 16, "*"), ("shapes", 1, "G"),
  ]

  /// The letters of the header's counts, in the order of the header from byte 4.
  private static let letters = ["N", "X", "S", "T", "W", "A", "O", "V", "VO", "R", "L", "B", "G"]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var counts: [String: Int] = [:]
    for (index, letter) in Self.letters.enumerated() {
      counts[letter] = Self.number(bytes, 4 + 4 * index, 4)
    }
    counts["E"] = Self.number(bytes, 60, 4)
    var columns: [Column] = []
    var at = 80
    for (name, width, rows) in Self.table {
      let start = (at + 3) / 4 * 4
      // A negative width is the header byte that has it.
      let width = width < 0 ? Int(bytes[-width]) : width
      let count =
        rows == "*"
        ? Self.boxCount(counts["S"] ?? 0)
        : (counts[rows.replacing("+", with: "")] ?? 0) + (rows.hasSuffix("+") ? 1 : 0)
      columns.append(Column(name: name, width: width, start: start, rows: count))
      at = start + width * count
    }
    self.columns = columns
    self.end = at
  }

  /// Section 7: levels of an eighth each, until one box is left.
  static func boxCount(_ items: Int) -> Int {
    if items == 0 { return 0 }
    let boxes = (items + 7) / 8
    return boxes == 1 ? 1 : boxes + boxCount(boxes)
  }

  /// The column with a name.
  func column(_ name: String) -> Column {
    columns.first { $0.name == name } ?? Column(name: name, width: 1, start: 0, rows: 0)
  }

  /// The unsigned number in a row of a column.
  subscript(_ name: String, _ row: Int) -> Int {
    get {
      let column = column(name)
      return Self.number(bytes, column.start + column.width * row, column.width)
    }
    set {
      let column = column(name)
      for byte in 0..<column.width {
        bytes[column.start + column.width * row + byte] =
          UInt8(truncatingIfNeeded: newValue >> (8 * byte))
      }
    }
  }

  /// All rows of a column.
  func rows(_ name: String) -> [Int] { (0..<column(name).rows).map { self[name, $0] } }

  private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }
}

/// A tile in which every field has a value of its own, number 3 of 5 tiles.
///
/// Junctions 0 to 3 are own; 4 and 5 are the far ends of the crossings. Segment 0 is a plain one,
/// 1 crosses the 180th meridian, 2 is a loop, 3 leads to tile 4, and 4 is a copy from tile 1.
enum SampleTile {
  static let number = 3
  static let tileCount = 5

  private static func place(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
    Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
  }

  static var contents: TileContents {
    var tile = TileContents(number: UInt32(number))
    tile.junctions = [
      .init(
        position: place(-167_000_001, 1_799_000_002), osmID: 5_000_000_003, flags: .signals,
        out: [0, 9]),
      .init(
        position: place(-167_000_014, 1_799_999_985), osmID: -4, flags: [.turns, .stop],
        out: [1, 2]),
      .init(
        position: place(-167_000_026, -1_799_999_977), osmID: 1 << 40, flags: [.barrier, .gate],
        out: [3, 4, 5]),
      .init(
        position: place(-900_000_000, -1_800_000_000), osmID: 0, flags: [.tollBooth, .crossing],
        out: [6]),
    ]
    let far = [place(900_000_000, 1_800_000_000), place(-167_000_038, 1_798_000_031)]
    tile.segments = [
      .init(
        from: 0, to: 1, way: 0, length: 10_001, hasLimits: false, bearingFrom: .init(turns256: 1),
        bearingTo: .init(turns256: 129), reach: 1, start: tile.junctions[0].position,
        inner: []),
      .init(
        from: 1, to: 2, way: 1, length: 20_002, hasLimits: true, bearingFrom: .init(turns256: 2),
        bearingTo: .init(turns256: 130), reach: 0x0203_0405, start: tile.junctions[1].position,
        inner: [
          place(-167_000_020, 1_800_000_000), place(-900_000_000, -1_800_000_000),
          place(900_000_000, -1_799_999_990), place(0, 0), place(0, 10), place(-10, 0),
        ]),
      .init(
        from: 2, to: 2, way: 0, length: 30_003, hasLimits: false, bearingFrom: .init(turns256: 3),
        bearingTo: .init(turns256: 131), reach: 0x0FFF_FFFF, start: tile.junctions[2].position,
        inner: [place(-166_999_990, -1_799_999_980), place(-166_999_990, -1_799_999_000)]),
      .init(
        from: 3, to: 4, way: 2, length: .max, hasLimits: false, bearingFrom: .init(turns256: 4),
        bearingTo: .init(turns256: 132), reach: 0x0200_5007, start: tile.junctions[3].position,
        inner: [place(10, 20)]),
      .init(
        from: 5, to: 0, way: 1, length: 50_005, hasLimits: true, bearingFrom: .init(turns256: 5),
        bearingTo: .init(turns256: 133), reach: 6, start: far[1],
        inner: [place(-167_000_000, 1_798_000_030)]),
    ]
    tile.ownSegmentCount = 4
    tile.segmentBoxes = (1...4 as ClosedRange<Int32>).map {
      Box(minLatitude: -$0, minLongitude: -10 * $0, maxLatitude: 100 * $0, maxLongitude: 7 * $0)
    }
    tile.ways = [
      .init(osmID: 900, attributes: 1, name: 11, ref: 0),
      .init(osmID: 12_000_000_000, attributes: 0, name: 0, ref: 22),
      .init(osmID: -3, attributes: 1, name: .max, ref: 33),
    ]
    tile.attributes = [attributes(.residential, 1), attributes(.ferry, 2)]
    tile.crossings = [
      Crossing(segment: 3, tile: 4, junction: 71, there: 81, position: far[0]),
      Crossing(segment: 4, tile: 1, junction: 72, there: 82, position: far[1]),
    ]
    tile.vias = [(2, TurnRow.none), (6, 7), (9, 11)]
    tile.ownViaCount = 2
    tile.turns = [
      TurnRow(from: 0, to: 2, enter: 0, banned: ModeSet(rawValue: 0x05)),
      TurnRow(from: 1, to: 9, enter: 2, banned: .none),
      TurnRow(from: 10, to: 4, enter: TurnRow.none, banned: .all),
    ]
    tile.limits = [
      LimitRow(subject: 1, isJunction: false, kind: 1, directions: .forward, value: 3_800),
      LimitRow(subject: 1, isJunction: false, kind: 4, directions: .both, value: 7_500),
      LimitRow(subject: 4, isJunction: false, kind: 200, directions: .backward, value: .max),
      LimitRow(subject: 3, isJunction: true, kind: 6, directions: [], value: 11_500),
    ]
    tile.barriers = [(2, ModeSet(rawValue: 0x0C)), (3, ModeSet(rawValue: 0x41))]
    return tile
  }

  private static func attributes(_ roadClass: RoadClass, _ seed: UInt16) -> RoadAttributes {
    var road = RoadAttributes(roadClass: roadClass)
    road.forwardAccess = AccessTable(rawValue: 0x0123_4567 + UInt32(seed))
    road.backwardAccess = AccessTable(rawValue: 0x0765_4321 + UInt32(seed))
    road.surface = seed == 1 ? .gravel : .stones
    road.flags = RoadFlags(rawValue: 0x0100 | seed)
    road.forwardSpeed = Speed(deciKmh: 500 + seed)
    road.backwardSpeed = Speed(deciKmh: 600 + seed)
    road.forwardTruckSpeed = Speed(deciKmh: 700 + seed)
    road.backwardTruckSpeed = .unlimited
    road.trackGrade = UInt8(seed)
    road.smoothness = UInt8(seed + 4)
    road.lanes = UInt8(seed + 8)
    return road
  }
}

/// Everything that a view says of a tile, as plain values that can be compared.
struct TileDump: Equatable {
  var positions: [Coordinate] = []
  var junctions: [[Int64]] = []
  var out: [[Int]] = []
  var segments: [[Int]] = []
  var shapes: [[Coordinate]] = []
  var reaches: [Reach] = []
  var ways: [[Int64]] = []
  var attributes: [RoadAttributes] = []
  var crossings: [Crossing] = []
  var vias: [[Int]] = []
  var turns: [TurnRow] = []
  var limits: [LimitRow] = []
  var limitRows: [Range<Int>] = []
  var barriers: [[Int]] = []
  var boxItems: [Range<Int>] = []

  /// Checks the bytes as a reader does when it first touches a tile, then reads all of it.
  init(_ bytes: [UInt8], number: Int, tileCount: Int) throws(FormatError) {
    let span = bytes.rawBytes
    let layout = try TileLayout(span, tile: number)
    let tile = TileView(span, layout: layout)
    try tile.validate(tileCount: tileCount)
    for junction in 0..<layout.junctionCount + layout.crossingCount {
      positions.append(tile.position(junction))
    }
    for junction in 0..<layout.junctionCount {
      junctions.append([tile.junctionOSMID(junction), Int64(tile.flags(junction).rawValue)])
      out.append(tile.outRange(junction).map { tile.out($0) })
      barriers.append([junction, Int(tile.passing(junction).rawValue)])
      limitRows.append(tile.limitRows(junction, isJunction: true))
    }
    for segment in 0..<layout.segmentCount {
      let stored = tile.stored(segment)
      segments.append([
        tile.from(segment), tile.to(segment), tile.way(segment), Int(tile.length(segment)),
        tile.hasLimits(segment) ? 1 : 0, Int(stored.bearingFrom), Int(stored.bearingTo),
        Int(tile.reachBits(segment)),
        tile.crossing(ofSegment: segment).map { Int($0.segment) } ?? -1,
      ])
      for direction in Direction.allCases {
        segments.append([
          Int(tile.departureBearing(segment, direction).turns256),
          Int(tile.arrivalBearing(segment, direction).turns256),
        ])
      }
      for mode in Mode.allCases {
        reaches.append(tile.reach(segment, mode))
      }
      shapes.append(tile.shape(segment))
      attributes.append(tile.road(segment))
      limitRows.append(tile.limitRows(segment, isJunction: false))
    }
    for way in 0..<layout.wayCount {
      ways.append([
        tile.wayOSMID(way), Int64(tile.attributeRow(way)), Int64(tile.nameOffset(way)),
        Int64(tile.refOffset(way)),
      ])
    }
    for row in 0..<layout.attributeCount { attributes.append(tile.attributes(row: row)) }
    for index in 0..<layout.crossingCount { crossings.append(tile.crossing(index)) }
    for index in 0..<layout.viaCount { vias.append([tile.via(index).base, tile.via(index).there]) }
    for edge in 0..<2 * layout.segmentCount + layout.viaCount { vias.append([tile.base(edge)]) }
    for row in 0..<layout.turnCount {
      turns.append(tile.turn(row))
      let found = tile.turn(from: Int(tile.turn(row).from), to: Int(tile.turn(row).to))
      if let found { turns.append(found) }
    }
    for row in 0..<layout.limitCount { limits.append(tile.limit(row)) }
    for row in 0..<layout.barrierCount {
      barriers.append([tile.barrier(row).junction, Int(tile.barrier(row).passing.rawValue)])
    }
    var items: [Range<Int>] = []
    tile.searchSegments(bound: { _ in 0 }) { range in
      items.append(range)
      return .infinity
    }
    boxItems = items
  }
}
