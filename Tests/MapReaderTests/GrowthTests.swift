import Bytes
import MapReader
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import NavFormat

/// What ARCHITECTURE says of a new column and a new section, done with made-up ones; and that a reader of today goes
/// on.
@Suite struct GrowthTests {
  // MARK: The schema of tomorrow

  /// How pretty a way is.
  private static let beauty = TileColumn(.ways, 100, "way beauty", bits: 5)
  private static let benches = TileTable(id: 101, name: "benches", rows: "as many as there are")
  private static let benchJunction = TileColumn(benches, 1, "bench junction", bits: 16)
  private static let benchColour = TileColumn(benches, 2, "bench colour", bits: 56)
  /// A column that nobody may skip.
  private static let price = TileColumn(.segments, 200, "segment price", bits: 8)

  // MARK: The place that fills it

  private static func encoded(_ tile: TileContents, isRequired: Bool = false) -> [UInt8] {
    var tables = tile.tables()
    tables.add(beauty, tile.ways.indices) { UInt8(3 * $0 % 32) }
    tables.add(benchColour, 0..<5) { UInt64(1) << UInt64(10 * $0) }
    tables.add(benchJunction, 0..<5) { UInt16($0) % 2 }
    if isRequired { tables.add(price, tile.segments.indices) { UInt8($0) } }
    return tile.encoded(tables)
  }

  private static let section = SectionEntry(id: 77, key: 5, offset: 0, length: 0, check: 0)

  private static func map(_ folder: TemporaryFolder, isRequired: Bool = false) throws -> NavMap {
    let bytes = HandMadeMap.bytes(
      encoding: { encoded($0, isRequired: isRequired) },
      further: [(section, Array("what nobody has thought of".utf8))])
    let path = folder.file("tomorrow.nav")
    try MapFile(bytes).write(to: path)
    return try NavMap(path: path)
  }

  // MARK: The place that reads it

  @Test("who knows the new columns reads what was written")
  func tomorrow() throws {
    let folder = try TemporaryFolder()
    let map = try Self.map(folder)
    for number in map.tiles {
      let tile = try map.tile(number)
      let tables = try tile.tables()
      let beauty = tables.place(of: Self.beauty)
      let colour = tables.place(of: Self.benchColour)
      let junction = tables.place(of: Self.benchJunction)
      for way in 0..<tile.layout.wayCount {
        #expect(tile.int(beauty, way) == 3 * way % 32)
      }
      #expect(tables.rows(Self.benches) == 5)
      for row in 0..<5 {
        #expect(tile.int(colour, row) == 1 << (10 * row) && tile.int(junction, row) == row % 2)
      }
      // A tile of yesterday has none, which reads as zeros.
      let price = tables.place(of: Self.price)
      for segment in tile.layout.segments { #expect(tile.int(price, segment) == 0) }
    }
    let entry = try #require(map.sections.entries.first { $0.id == 77 && $0.key == 5 })
    #expect(entry.length == 26)
  }

  @Test("a reader of today says the same of such a map as of one without, and verifies it")
  func today() async throws {
    let folder = try TemporaryFolder()
    let plain = folder.file("today.nav")
    try MapFile(HandMadeMap.bytes()).write(to: plain)
    let (old, new) = (try NavMap(path: plain), try Self.map(folder))
    try new.verify()
    func records(_ map: NavMap) throws -> [String] {
      // Lengths, offsets and checks differ; they are in the first records.
      try SwiftDump(map).lines.filter { line in
        !["header", "section", "tile"].contains { line.hasPrefix("{\"record\":\"\($0)\"") }
      }
    }
    #expect(try records(old) == records(new))
    func route(_ map: NavMap) async throws -> [Route] {
      let ends = [0, 11].map { Waypoint(HandMadeMap.place($0)) }
      let engine = OfflineRoutingEngine(map: map)
      return try await engine.routes(for: RouteRequest(waypoints: ends, vehicle: .car)).routes
    }
    let (before, after) = (try await route(old), try await route(new))
    #expect(before.map(\.sections.count) == after.map(\.sections.count))
    #expect(before[0].polyline == after[0].polyline)
    #expect(before[0].durationSeconds == after[0].durationSeconds)
    let columns = try new.tile(0).columns()
    #expect(columns.map(\.bytes).reduce(0, +) == Int(new.entry(0).byteCount))
    let names = columns.map(\.name).filter { $0.contains("of table") }
    #expect(names == ["100 of table 7", "1 of table 101", "2 of table 101"])
  }

  @Test(
    "navdump goes on where it knows nothing of what is new",
    .enabled(if: Program.hasPython, "needs python3"))
  func navdump() throws {
    let folder = try TemporaryFolder()
    let map = try Self.map(folder)
    let verdict = Program.navdump("--verify", map.path)
    #expect(verdict.status == 0, "\(verdict.lines)")
    _ = try Self.map(folder, isRequired: true)
    #expect(Program.navdump("--verify", map.path).status == 1)
  }

  @Test("what must be known is refused by its number, where it is first touched")
  func required() throws {
    let folder = try TemporaryFolder()
    let map = try Self.map(folder, isRequired: true)
    let error = #expect(throws: NavError.self) { _ = try map.tile(1).layout }
    #expect(
      error
        == .format(
          path: map.path, .unknownPart(part: "tile 1", name: "column 200 of table 4")))
  }

  // MARK: Ids that are left out

  /// The map by hand with seven ids left out behind each tile.
  private static func gapped(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("gaps.nav")
    try MapFile(HandMadeMap.bytes(gap: 7)).write(to: path)
    return path
  }

  @Test(
    "navdump accepts ids that are left out between tiles",
    .enabled(if: Program.hasPython, "needs python3"))
  func gapsInNavdump() throws {
    let folder = try TemporaryFolder()
    let verdict = Program.navdump("--verify", try Self.gapped(folder))
    #expect(verdict.status == 0, "\(verdict.lines)")
  }

  @Test("ids of edges may be left out between tiles")
  func gaps() throws {
    let folder = try TemporaryFolder()
    let map = try NavMap(path: try Self.gapped(folder))
    try map.verify()
    var places: [EdgePlace] = []
    for number in 0..<map.header.edgeEnd + 3 {
      let tile = map.tiles.prefix(3).first { tile in
        let entry = map.entry(tile)
        return number >= entry.firstEdge && number - entry.firstEdge < entry.edgeCount
      }
      let place = try map.place(ofEdge: map.edgeID(EdgeNumber(rawValue: number)))
      #expect(place?.tile == tile)
      if let place { places.append(place) }
    }
    #expect(map.entry(0).firstEdge == 7 && map.header.edgeEnd == map.header.edgeCount + 21)
    #expect(places.count == Int(map.header.edgeCount))
  }

  @Test("a tile in another country tells its time zone")
  func timeZones() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("zones.nav")
    try MapFile(HandMadeMap.bytes()).write(to: path)
    let map = try NavMap(path: path)
    #expect(
      try map.tiles.prefix(3).map { try map.timeZone(ofTile: $0) } == [
        "CET-1", "CET-1", "CET-1CEST,M3.5.0,M10.5.0/3",
      ])
    // A zone that is not there.
    try MapFile(HandMadeMap.bytes { $0.timeZone = $0.number == 1 ? 3 : 0 }).write(to: path)
    let other = try NavMap(path: path)
    _ = try other.tile(0).layout
    let error = #expect(throws: NavError.self) { _ = try other.tile(1).layout }
    #expect(error?.description.contains("there is no time zone 3") == true)
  }
}
