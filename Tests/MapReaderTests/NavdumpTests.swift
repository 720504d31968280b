import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a program prints on its standard output, line by line.
enum Program {
  /// The lines, and the program's exit status.
  static func run(_ command: String) -> (lines: [String], status: Int32) {
    guard let pipe = unsafe popen(command, "r") else { return ([], -1) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let status = unsafe pclose(pipe)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
      .map { String(decoding: $0, as: UTF8.self) }
    return (lines, status >> 8)
  }

  /// Whether there is a Python; when there is none, a line says what is not tested.
  static let hasPython: Bool = {
    if run("python3 --version 2>/dev/null").status == 0 { return true }
    print("absent: python3; tools/navdump is not compared with the Swift reader")
    return false
  }()

  /// A path as the shell takes it.
  static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }
}

/// The lines that `tools/navdump` prints, made with the Swift reader.
struct SwiftDump {
  private let map: NavMap
  private let file: MapFile
  private(set) var lines: [String] = []

  init(_ map: NavMap) throws {
    self.map = map
    file = try MapFile(of: map)
    addFile()
    for tile in 0..<map.tileCount { try addTile(tile) }
    let index = file.section(.tileIndex).range.lowerBound
    let order = (0..<map.tileCount).map { file.bytes.rawBytes.u32(index + 4 + 4 * $0) }
    add("index", [("tiles", "[\(order.map { "\($0)" }.joined(separator: ","))]")])
  }

  // MARK: JSON

  private mutating func add(_ record: String, _ pairs: [(String, String)]) {
    let all = [("record", "\"\(record)\"")] + pairs
    lines.append("{" + all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
  }

  private static func json(_ text: String?) -> String {
    guard let text else { return "null" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{8}": result += "\\b"
      case "\u{C}": result += "\\f"
      case "\0"..<" ":
        result +=
          "\\u" + String(repeating: "0", count: 2) + (scalar.value < 16 ? "0" : "")
          + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func json(_ values: [some BinaryInteger]) -> String {
    "[\(values.map { "\($0)" }.joined(separator: ","))]"
  }

  private static func hex(_ value: some BinaryInteger, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return "\"" + String(repeating: "0", count: width - digits.count) + digits + "\""
  }

  private static func json(_ box: Box) -> String {
    json([box.minLatitude, box.minLongitude, box.maxLatitude, box.maxLongitude])
  }

  private static func json(_ place: Coordinate) -> String {
    json([place.latitudeUnits, place.longitudeUnits])
  }

  // MARK: Records

  private mutating func addFile() {
    let h = map.header
    add(
      "header",
      [
        ("major", "1"), ("minor", "\(h.minor)"), ("required", "\(h.required)"),
        ("optional", "\(h.optional)"), ("length", "\(h.fileLength)"), ("snapshot", "\(h.snapshot)"),
        ("box", Self.json(h.box)), ("tiles", "\(h.tileCount)"), ("edges", "\(h.edgeCount)"),
        ("junctions", "\(h.junctionCount)"), ("segments", "\(h.segmentCount)"),
        ("country", Self.json(h.country)), ("side", "\(h.drivingSide.rawValue)"),
        ("build_id", Self.hex(h.buildID, 16)),
      ])
    for section in map.sections.entries {
      add(
        "section",
        [
          ("id", "\(section.id)"), ("offset", "\(section.offset)"), ("length", "\(section.length)"),
          ("check", Self.hex(section.check, 8)),
        ])
    }
    let p = map.provenance
    add(
      "provenance",
      [
        ("generator", Self.json(p.generator)), ("attribution", Self.json(p.attribution)),
        ("source", Self.json(p.source)), ("timezone", Self.json(p.timeZone)),
      ])
    if let trip = map.sampleTrip {
      add("trip", [("from", Self.json(trip.from)), ("to", Self.json(trip.to))])
    }
  }

  private mutating func addTile(_ number: Int) throws {
    let map = self.map
    let tile = try map.tile(number)
    let entry = map.entry(number)
    let layout = tile.layout
    let t = ("tile", "\(number)")
    add(
      "tile",
      [
        t, ("offset", "\(entry.offset)"), ("length", "\(entry.byteCount)"),
        ("check", Self.hex(entry.check, 8)), ("box", Self.json(entry.box)),
        ("first_edge", "\(entry.firstEdge)"), ("edges", "\(entry.edgeCount)"),
        ("first_junction", "\(entry.firstJunction)"), ("junctions", "\(entry.junctionCount)"),
        ("segments", "\(entry.segmentCount)"), ("all_segments", "\(layout.segmentCount)"),
        ("ways", "\(layout.wayCount)"), ("crossings", "\(layout.crossingCount)"),
        ("via_edges", "\(layout.viaCount)"),
      ])
    for junction in 0..<layout.junctionCount {
      add(
        "junction",
        [
          t, ("junction", "\(junction)"), ("at", Self.json(tile.position(junction))),
          ("osm", "\(tile.junctionOSMID(junction))"), ("flags", "\(tile.flags(junction).rawValue)"),
          ("out", Self.json(tile.outRange(junction).map { tile.out($0) })),
        ])
    }
    for segment in 0..<layout.segmentCount {
      var edge = Int(entry.firstEdge) + 2 * segment
      if segment >= layout.ownSegmentCount, let crossing = tile.crossing(ofSegment: segment) {
        edge = Int(map.entry(Int(crossing.tile)).firstEdge) + 2 * Int(crossing.there)
      }
      let stored = tile.stored(segment)
      let shape = tile.shape(segment).flatMap { [$0.latitudeUnits, $0.longitudeUnits] }
      add(
        "segment",
        [
          t, ("segment", "\(segment)"),
          ("own", segment < layout.ownSegmentCount ? "true" : "false"),
          ("edge", "\(edge)"), ("from", "\(tile.from(segment))"), ("to", "\(tile.to(segment))"),
          ("way", "\(tile.way(segment))"), ("length", "\(tile.length(segment))"),
          ("flags", "\(stored.flags)"),
          ("bearings", Self.json([stored.bearingFrom, stored.bearingTo])),
          ("reach", "\(tile.reachBits(segment))"), ("shape", Self.json(shape)),
        ])
    }
    for way in 0..<layout.wayCount {
      add(
        "way",
        [
          t, ("way", "\(way)"), ("osm", "\(tile.wayOSMID(way))"),
          ("name", Self.json(map.name(tile.nameOffset(way)))),
          ("ref", Self.json(map.name(tile.refOffset(way)))),
          ("attributes", "\(tile.attributeRow(way))"),
        ])
    }
    addTables(number, t, tile)
  }

  private mutating func addTables(
    _ number: Int, _ t: (String, String), _ tile: borrowing TileView
  ) {
    let layout = tile.layout
    for row in 0..<layout.attributeCount {
      let road = tile.attributes(row: row)
      add(
        "attributes",
        [
          t, ("row", "\(row)"),
          ("access", Self.json([road.forwardAccess.rawValue, road.backwardAccess.rawValue])),
          ("class", "\(road.roadClass.rawValue)"), ("surface", "\(road.surface.rawValue)"),
          ("flags", "\(road.flags.rawValue)"),
          ("speed", Self.json([road.forwardSpeed.deciKmh, road.backwardSpeed.deciKmh])),
          (
            "truck_speed",
            Self.json([road.forwardTruckSpeed.deciKmh, road.backwardTruckSpeed.deciKmh])
          ),
          ("track_grade", "\(road.trackGrade)"), ("smoothness", "\(road.smoothness)"),
          ("lanes", "\(road.lanes)"),
        ])
    }
    for index in 0..<layout.crossingCount {
      let crossing = tile.crossing(index)
      add(
        "crossing",
        [
          t, ("crossing", "\(index)"), ("segment", "\(crossing.segment)"),
          ("to_tile", "\(crossing.tile)"), ("junction", "\(crossing.junction)"),
          ("there", "\(crossing.there)"),
        ])
    }
    for index in 0..<layout.viaCount {
      let via = tile.via(index)
      var edge = Int(map.entry(number).firstEdge) + 2 * layout.ownSegmentCount + index
      if index >= layout.ownViaCount, let crossing = tile.crossing(ofSegment: via.base >> 1) {
        let home = map.entry(Int(crossing.tile))
        edge = Int(home.firstEdge) + 2 * Int(home.segmentCount) + via.there
      }
      add(
        "via",
        [
          t, ("via", "\(index)"), ("base", "\(via.base)"),
          ("there", via.there == 65_535 ? "null" : "\(via.there)"), ("edge", "\(edge)"),
        ])
    }
    for row in 0..<layout.turnCount {
      let turn = tile.turn(row)
      add(
        "turn",
        [
          t, ("from", "\(turn.from)"), ("to", "\(turn.to)"),
          ("enter", turn.enter == TurnRow.none ? "null" : "\(turn.enter)"),
          ("banned", "\(turn.banned.rawValue)"),
        ])
    }
    for row in 0..<layout.limitCount {
      let limit = tile.limit(row)
      add(
        "limit",
        [
          t, ("subject", "\(limit.subject)"), ("junction", limit.isJunction ? "true" : "false"),
          ("directions", limit.isJunction ? "4" : "\(limit.directions.rawValue)"),
          ("kind", "\(limit.kind)"), ("value", "\(limit.value)"),
        ])
    }
    for row in 0..<layout.barrierCount {
      let barrier = tile.barrier(row)
      add(
        "barrier",
        [
          t, ("junction", "\(barrier.junction)"), ("passing", "\(barrier.passing.rawValue)"),
        ])
    }
  }
}

/// The reader that was written from the specification alone says the same as the Swift one.
@Suite struct NavdumpTests {
  private static func compare(_ map: NavMap) throws {
    guard Program.hasPython else { return }
    let tool = "python3 " + Program.quoted(TestData.package + "/tools/navdump") + " "
    let path = Program.quoted(map.path)
    let (lines, status) = Program.run(tool + path)
    #expect(status == 0)
    let own = try SwiftDump(map).lines
    #expect(lines.count == own.count)
    var differences = 0
    for (theirs, ours) in zip(lines, own) where theirs != ours {
      differences += 1
      if differences <= 5 { #expect(ours == theirs) }
    }
    #expect(differences == 0)
    let verdict = Program.run(tool + "--verify " + path)
    #expect(verdict.status == 0 && verdict.lines == ["\(map.path): ok"])
  }

  @Test("navdump says the same of the map put together by hand")
  func handMade() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hand.nav")
    try MapFile(HandMadeMap.bytes()).write(to: path)
    try Self.compare(try NavMap(path: path))
  }

  @Test("navdump says the same of compiled random networks")
  func compiled() async throws {
    try Self.compare(try await CompiledMap.map)
    try Self.compare(try await CompiledMap.pacificMap)
  }

  static let extracts = [
    "monaco-osrm.osm.pbf", "reisterstown-via-restriction.osm.pbf",
    "fiji-ferry-antimeridian.osm.pbf",
  ]

  @Test("navdump says the same of real extracts", arguments: extracts)
  func real(_ name: String) async throws {
    guard let extract = TestData.extract(name) else { return }
    let built = try await BuiltMap(file: extract)
    try Self.compare(built.map)
  }

  @Test("navdump refuses what the Swift reader refuses: a flipped bit in any region")
  func refusals() throws {
    guard Program.hasPython else { return }
    let folder = try TemporaryFolder()
    let path = folder.file("flipped.nav")
    let good = try MapFile(HandMadeMap.bytes())
    let tool = "python3 " + Program.quoted(TestData.package + "/tools/navdump") + " --verify "
    let offsets =
      [0, 9, 60, 255, 300] + good.sections.map { $0.range.lowerBound + 3 }
      + good.tiles.map { $0.upperBound - 1 }
    for offset in offsets {
      var file = good
      file.bytes[offset] ^= 4
      file.write(to: path)
      let verdict = Program.run(tool + Program.quoted(path) + " 2>&1")
      #expect(verdict.status == 1 && verdict.lines.count == 1, "byte \(offset)")
      #expect(throws: NavError.self) { try NavMap(path: path).verify() }
    }
  }
}
