import Bytes
import Geo
import NavFormat
import RoadModel

/// A map of three small tiles put together by hand, not by the compiler: a grid of three rows and
/// four columns of junctions with every feature of the format, in a few kilobytes, so that every
/// byte can be changed.
///
///     tile:   0     1     1     2
///             8 --- 9 -- 10 -- 11
///             |     |     |     |
///             4 --- 5 --- 6 --- 7
///             |     |     |     |
///             0 --- 1 --- 2 --- 3
enum HandMadeMap {
  /// A segment by the numbers of its junctions in the drawing.
  private struct Road {
    let from: Int, to: Int
    let way: Int
    var inner: [Coordinate] = []
  }

  static func tile(of junction: Int) -> Int { [0, 1, 1, 2][junction % 4] }

  static func place(_ junction: Int) -> Coordinate {
    Coordinate(
      latitudeUnits: 500_000_003 + 10_000 * Int32(junction / 4),
      longitudeUnits: 80_000_007 + 15_000 * Int32(junction % 4))
  }

  private static let roads: [Road] = {
    var roads: [Road] = []
    for junction in 0..<12 {
      if junction % 4 < 3 {
        roads.append(Road(from: junction, to: junction + 1, way: junction / 4))
      }
      if junction < 8 {
        roads.append(Road(from: junction + 4, to: junction, way: 3 + junction % 4))
      }
    }
    // A bend, and a loop at junction 5.
    roads[0].inner = [
      Coordinate(latitudeUnits: 499_999_000, longitudeUnits: 80_007_000),
      Coordinate(latitudeUnits: 499_998_000, longitudeUnits: 80_009_000),
    ]
    let loop: [(Int32, Int32)] = [
      (500_012_000, 80_018_000), (500_014_000, 80_019_000), (500_013_000, 80_016_000),
    ]
    roads.append(
      Road(
        from: 5, to: 5, way: 7,
        inner: loop.map { Coordinate(latitudeUnits: $0.0, longitudeUnits: $0.1) }))
    return roads
  }()

  static func road(_ a: Int, _ b: Int) -> Int {
    roads.firstIndex { $0.from == a && $0.to == b || $0.from == b && $0.to == a } ?? 0
  }

  /// Local numbers: own segments in the order of the list, then copies.
  private static func segments(of tile: Int) -> (own: [Int], copies: [Int]) {
    let touching = roads.indices.filter {
      Self.tile(of: roads[$0].from) == tile || Self.tile(of: roads[$0].to) == tile
    }
    let own = touching.filter {
      min(Self.tile(of: roads[$0].from), Self.tile(of: roads[$0].to)) == tile
    }
    return (own, touching.filter { !own.contains($0) })
  }

  private static func local(_ road: Int, in tile: Int) -> Int {
    let (own, copies) = segments(of: tile)
    return (own + copies).firstIndex(of: road) ?? 0
  }

  static func junctions(of tile: Int) -> [Int] {
    (0..<12).filter { Self.tile(of: $0) == tile }
  }

  /// The local directed edge along a road from one junction to another.
  static func edge(_ a: Int, _ b: Int, in tile: Int) -> Int {
    2 * local(road(a, b), in: tile) + (roads[road(a, b)].from == a ? 0 : 1)
  }

  private static func contents(of tile: Int) -> TileContents {
    var result = TileContents(number: TileNumber(tile))
    let (own, copies) = segments(of: tile)
    let junctions = junctions(of: tile)
    result.ownSegmentCount = own.count
    for (index, number) in (own + copies).enumerated() {
      let road = roads[number]
      func local(_ junction: Int) -> UInt16 {
        if let own = junctions.firstIndex(of: junction) { return UInt16(own) }
        return UInt16(junctions.count + result.crossings.count - 1)
      }
      if let far = [road.from, road.to].first(where: { Self.tile(of: $0) != tile }) {
        let other = Self.tile(of: far)
        result.crossings.append(
          Crossing(
            segment: SegmentIndex(index), tile: TileNumber(other),
            junction: JunctionIndex(Self.junctions(of: other).firstIndex(of: far) ?? 0),
            there: SegmentIndex(Self.local(number, in: other)), position: place(far)))
      }
      let shape = [place(road.from)] + road.inner + [place(road.to)]
      let length = zip(shape, shape.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
      result.segments.append(
        .init(
          from: local(road.from), to: local(road.to), way: UInt16(road.way),
          length: UInt32(length * 100),
          bearingFrom: Bearing(from: shape[0], to: shape[1]),
          bearingTo: Bearing(from: shape[shape.count - 1], to: shape[shape.count - 2]),
          reach: 0x0FFF_FFFF, start: shape[0], inner: road.inner))
      if index < own.count {
        result.segmentBoxes.append(shape.reduce(into: .empty) { $0.add($1) })
      }
    }
    for junction in junctions {
      let out = (own + copies).enumerated().flatMap { index, number in
        (roads[number].from == junction ? [2 * index] : [])
          + (roads[number].to == junction ? [2 * index + 1] : [])
      }
      result.junctions.append(
        .init(
          position: place(junction), osmID: Int64(100 + junction),
          flags: [], out: out.map { UInt16($0) }))
    }
    for way in 0..<8 {
      let row: UInt16 = way == 2 ? 1 : way == 7 ? 2 : 0
      result.ways.append(
        .init(
          osmID: Int64(1_000 + way), attributes: row, name: nameOffsets[way % 2],
          ref: way == 2 ? nameOffsets[2] : 0))
    }
    result.attributes = attributes
    addRestrictions(tile, to: &result)
    addRules(tile, own + copies, to: &result)
    addBarriers(tile, to: &result)
    addWords(tile, own + copies, to: &result)
    result.country = tile == 2 ? "CH" : ""
    result.timeZone = tile == 2 ? 2 : 0
    return result
  }

  /// The turns that are forbidden: 1-5-4 to all, and 0-4-5-6 to cars and trucks.
  ///
  /// The second is held by a via edge over 4-5, which leads from tile 0 to tile 1.
  private static func addRestrictions(_ tile: Int, to result: inout TileContents) {
    let firstVia = EdgeIndex(2 * result.segments.count)
    func flag(_ junction: Int) {
      if let own = junctions(of: tile).firstIndex(of: junction) {
        result.junctions[own].flags.insert(.turns)
      }
    }
    if tile == 0 {
      // 0 → 4 → 5 begins the restriction: after it one is on the via edge over 4-5.
      result.vias = [(UInt16(edge(4, 5, in: 0)), 0)]
      result.ownViaCount = 1
      result.turns = [
        TurnRow(
          from: EdgeIndex(edge(0, 4, in: 0)), to: EdgeIndex(edge(4, 5, in: 0)), enter: 0,
          banned: .none)
      ]
      flag(4)
    }
    if tile == 1 {
      result.vias = [(UInt16(edge(4, 5, in: 1)), 0)]
      result.turns = [
        TurnRow(
          from: EdgeIndex(edge(1, 5, in: 1)), to: EdgeIndex(edge(5, 4, in: 1)), enter: TurnRow.none,
          banned: .all),
        TurnRow(
          from: firstVia, to: EdgeIndex(edge(5, 6, in: 1)), enter: TurnRow.none,
          banned: [ModeSet(.car), ModeSet(.truck)]),
        TurnRow(
          from: EdgeIndex(edge(6, 5, in: 1)), to: EdgeIndex(edge(5, 1, in: 1)), enter: TurnRow.none,
          banned: .none),
      ]
      result.turns.sort { ($0.from, $0.to) < ($1.from, $1.to) }
      flag(5)
    }
  }

  /// Lanes, a sign and a name in another language; an exit at junction 5; a stop sign on 0-1 and lights on the loop.
  private static func addWords(_ tile: Int, _ segments: [Int], to result: inout TileContents) {
    result.ways[1].words = [
      .init(kind: .turnLanes, directions: .forward, text: nameOffsets[3]),
      .init(kind: .destination, text: nameOffsets[4]),
    ]
    result.ways[4].words = [.init(kind: .name(inLanguage: 0), text: nameOffsets[5])]
    if let exit = junctions(of: tile).firstIndex(of: 5) {
      result.junctions[exit].words = [.init(kind: .exitNumber, text: nameOffsets[6])]
    }
    for (number, road) in segments.enumerated() {
      if road == 0 {
        result.segments[number].approaches = [.init(point: 1, kind: .stop, directions: .forward)]
      } else if road == roads.count - 1 {
        result.segments[number].approaches = [
          .init(point: 4, kind: .signals, directions: .forward)
        ]
      }
    }
  }

  private static let attributes: [RoadAttributes] = {
    var street = RoadAttributes(roadClass: .residential)
    street.forwardAccess = AccessTable(.yes, for: .all)
    street.backwardAccess = street.forwardAccess
    street.forwardSpeed = .kmh(50)
    var main = street
    main.roadClass = .primary
    main.flags = [.toll, .bridge]
    main.backwardAccess = AccessTable(.yes, for: [ModeSet(.foot)])
    var yard = street
    yard.forwardAccess = AccessTable(.destination, for: .all)
    yard.backwardAccess = yard.forwardAccess
    return [street, main, yard]
  }()

  private static let names = [
    "Ä Street", "Long Way", "B 7", "left|through", "Köln;Bonn", "Straße", "12",
  ]

  /// Where the names are in their section: after the zero, each with a byte of length before it.
  static let nameOffsets: [UInt32] = [1, 11, 20, 24, 37, 48, 56]

  /// The file, with changes of its tiles.
  ///
  /// - Parameters:
  ///   - change: Changes a tile.
  ///   - gap: How many ids of edges and of junctions are left out before each tile.
  ///   - encoding: Makes the bytes of a tile.
  ///   - further: Further sections; of their entries the number and the key count.
  /// - Returns: Its bytes.
  static func bytes(
    changing change: (inout TileContents) -> Void = { _ in }, gap: UInt32 = 0,
    encoding: (TileContents) -> [UInt8] = { $0.encoded() },
    further: [(entry: SectionEntry, bytes: [UInt8])] = []
  ) -> [UInt8] {
    var tiles = (0..<3).map { contents(of: $0) }
    for tile in tiles.indices { change(&tiles[tile]) }
    var directory: [TileEntry] = []
    var tileBytes = ByteWriter()
    var (edges, junctions): (UInt32, UInt32) = (gap, gap)
    var header = FileHeader()
    header.box = .empty
    for tile in tiles {
      tileBytes.align(16)
      let bytes = encoding(tile)
      let entry = TileEntry(
        offset: UInt64(tileBytes.count), byteCount: UInt32(bytes.count),
        check: CRC32C.value(of: bytes.rawBytes), box: tile.box, firstEdge: edges,
        edgeCount: UInt32(2 * tile.ownSegmentCount + tile.ownViaCount), firstJunction: junctions,
        junctionCount: UInt32(tile.junctions.count), segmentCount: UInt32(tile.ownSegmentCount))
      directory.append(entry)
      tileBytes.raw(bytes)
      header.edgeEnd = edges + entry.edgeCount
      header.edgeCount += entry.edgeCount
      header.junctionCount += entry.junctionCount
      edges += entry.edgeCount + gap
      junctions += entry.junctionCount + gap
      header.segmentCount += entry.segmentCount
      header.box.add(entry.box)
    }
    header.tileCount = 3
    (header.country, header.drivingSide, header.snapshot) = ("DE", .right, 1_700_000_000)
    header.optional = FileHeader.sampleTripFeature | FileHeader.nodeIDsFeature
    return assemble(header, directory, tileBytes.bytes, further)
  }

  /// The nodes of the inner points of a road: numbers that have to be written with many and with few bytes.
  static func nodeIDs(ofRoad road: Int) -> [Int64] {
    roads[road].inner.indices.map { 9_000_000_000 * Int64($0 % 2) + Int64(road) - 7 }
  }

  /// The section of the nodes of shapes.
  private static var nodeIDs: [UInt8] {
    let parts = (0..<3).map { tile in
      NodeIDContents.encoded(segments(of: tile).own.flatMap { nodeIDs(ofRoad: $0) })
    }
    return NodeIDContents.head(of: parts) + parts.joined()
  }

  /// The own segment of a tile that a road is, nil for one of another tile.
  static func ownSegment(ofRoad road: Int, in tile: Int) -> Int? {
    segments(of: tile).own.firstIndex(of: road)
  }

  private static func assemble(
    _ facts: FileHeader, _ directory: [TileEntry], _ tiles: [UInt8],
    _ further: [(entry: SectionEntry, bytes: [UInt8])]
  ) -> [UInt8] {
    var index = ByteWriter()
    index.u32(3)
    for tile in 0..<3 as Range<UInt32> { index.u32(tile) }
    let whole = facts.box
    for edge in [
      whole.minLatitude, whole.minLongitude, whole.maxLatitude, whole.maxLongitude,
    ] { index.i32(edge) }
    var names = ByteWriter()
    names.u8(0)
    for name in Self.names {
      names.varint(UInt64(name.utf8.count))
      names.raw(Array(name.utf8))
    }
    let text = "generator=hand\nattribution=nobody\nsource=test=1\ntimezone=CET-1\nlanguages=de\n"
    var trip = ByteWriter()
    for place in [place(0), place(11)] {
      trip.i32(place.latitudeUnits)
      trip.i32(place.longitudeUnits)
    }
    // The tiles' offsets are known once the table and the sections before them are.
    let tableEnd = FileHeader.length + 32 * (8 + further.count)
    let start = tableEnd + (directory.count * TileEntry.length + 15) / 16 * 16
    let tilesAt = start + (index.count + 15) / 16 * 16
    var entries = ByteWriter()
    for var entry in directory {
      entry.offset += UInt64(tilesAt)
      entry.write(to: &entries)
    }
    let sections: [(id: SectionID, bytes: [UInt8])] = [
      (.tileDirectory, entries.bytes), (.tileIndex, index.bytes), (.tiles, tiles),
      (.names, names.bytes), (.provenance, Array(text.utf8)), (.sampleTrip, trip.bytes),
      (.timeZones, Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)), (.nodeIDs, nodeIDs),
    ]
    var body = ByteWriter()
    var table: [SectionEntry] = []
    let all = sections.map { ($0.id.number, $0.id.key, $0.bytes) }
    for (id, key, bytes) in all + further.map({ ($0.entry.id, $0.entry.key, $0.bytes) }) {
      body.align(16)
      table.append(
        SectionEntry(
          id: id, key: key, offset: UInt64(tableEnd + body.count), length: UInt64(bytes.count),
          check: CRC32C.value(of: bytes.rawBytes)))
      body.raw(bytes)
    }
    let encoded = SectionTable(entries: table).encoded()
    var header = facts
    header.sectionCount = UInt32(table.count)
    header.sectionTableCheck = CRC32C.value(of: encoded.rawBytes)
    header.buildID = SectionTable(entries: table).buildID
    header.fileLength = UInt64(tableEnd + body.count)
    return header.encoded() + encoded + body.bytes
  }
}
