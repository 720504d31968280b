import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import TestSupport

/// The lines that `tools/navdump` prints, made with the Swift reader.
struct SwiftDump {
  let map: NavMap
  private let file: MapFile
  private(set) var lines: [String] = []

  init(_ map: NavMap) throws {
    self.map = map
    file = try MapFile(of: map)
    addFile()
    for tile in map.tiles { try addTile(tile) }
    let index = file.section(.tileIndex).range.lowerBound
    let order = (0..<map.tileCount).map { file.bytes.rawBytes.u32(index + 4 + 4 * $0) }
    add("index", [("tiles", "[\(order.map { "\($0)" }.joined(separator: ","))]")])
    try addNodes()
    try addPlaces()
    try addRestrictions()
  }

  // MARK: JSON

  mutating func add(_ record: String, _ pairs: [(String, String)]) {
    let all = [("record", "\"\(record)\"")] + pairs
    lines.append("{" + all.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
  }

  static func json(_ text: String?) -> String {
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

  static func json(_ values: [some BinaryInteger]) -> String {
    "[\(values.map { "\($0)" }.joined(separator: ","))]"
  }

  private static func hex(_ value: some BinaryInteger, _ width: Int) -> String {
    let digits = String(value, radix: 16)
    return "\"" + String(repeating: "0", count: width - digits.count) + digits + "\""
  }

  private static func json(_ box: Box) -> String {
    json([box.minLatitude, box.minLongitude, box.maxLatitude, box.maxLongitude])
  }

  static func json(_ place: Coordinate) -> String {
    json([place.latitudeUnits, place.longitudeUnits])
  }

  // MARK: Records

  private mutating func addFile() {
    let h = map.header
    add(
      "header",
      [
        ("major", "\(FileHeader.version.major)"), ("minor", "\(h.minor)"),
        ("required", "\(h.required)"),
        ("optional", "\(h.optional)"), ("length", "\(h.fileLength)"), ("snapshot", "\(h.snapshot)"),
        ("box", Self.json(h.box)), ("tiles", "\(h.tileCount)"), ("edges", "\(h.edgeCount)"),
        ("junctions", "\(h.junctionCount)"), ("segments", "\(h.segmentCount)"),
        ("country", Self.json(h.country)), ("side", "\(h.drivingSide.rawValue)"),
        ("build_id", Self.hex(h.buildID, 16)), ("edge_end", "\(h.edgeEnd)"),
      ])
    for section in map.sections.entries {
      add(
        "section",
        [
          ("id", "\(section.id)"), ("key", "\(section.key)"),
          ("offset", "\(section.offset)"), ("length", "\(section.length)"),
          ("check", Self.hex(section.check, 8)),
        ])
    }
    let p = map.provenance
    add(
      "provenance",
      [
        ("generator", Self.json(p.generator)), ("attribution", Self.json(p.attribution)),
        ("source", Self.json(p.source)), ("timezone", Self.json(p.timeZone)),
      ]
        + (p.languages.isEmpty
          ? [] : [("languages", Self.json(p.languages.joined(separator: ",")))]))
    if let trip = map.sampleTrip {
      add("trip", [("from", Self.json(trip.from)), ("to", Self.json(trip.to))])
    }
  }

  private mutating func addTile(_ number: TileNumber) throws {
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
        ("via_edges", "\(layout.viaCount)"), ("conditions", "\(layout.conditionCount)"),
        ("cells", "\(layout.cellCount)"),
        ("country", Self.json(layout.country)),
        ("timezone", Self.json(try map.timeZone(ofTile: number))),
      ])
    for junction in layout.junctions {
      add(
        "junction",
        [
          t, ("junction", "\(junction)"), ("at", Self.json(tile.position(junction))),
          ("osm", "\(tile.junctionOSMID(junction))"), ("flags", "\(tile.flags(junction).rawValue)"),
          ("out", Self.json(tile.outRange(junction).map { tile.out($0).rawValue })),
        ])
    }
    for segment in layout.segments {
      var home = (tile: number, segment: segment)
      if segment.rawValue >= layout.ownSegmentCount,
        let crossing = tile.crossing(ofSegment: segment)
      {
        home = (crossing.tile, crossing.there)
      }
      let edge = Int(map.entry(home.tile).firstEdge) + 2 * home.segment.rawValue
      let nodes = try map.nodes(ofTile: home.tile)?.inner(home.segment)
      let stored = tile.stored(segment)
      let shape = tile.shape(segment).flatMap { [$0.latitudeUnits, $0.longitudeUnits] }
      add(
        "segment",
        [
          t, ("segment", "\(segment)"),
          ("own", segment.rawValue < layout.ownSegmentCount ? "true" : "false"),
          ("edge", "\(edge)"), ("from", "\(tile.from(segment))"), ("to", "\(tile.to(segment))"),
          ("way", "\(tile.way(segment))"), ("length", "\(tile.length(segment))"),
          ("flags", "\(stored.flags)"),
          ("bearings", Self.json([stored.bearingFrom, stored.bearingTo])),
          ("reach", "\(tile.reachBits(segment))"), ("shape", Self.json(shape)),
        ] + (nodes.map { [("nodes", Self.json(Array($0)))] } ?? []))
    }
    try addElevation(number, t, tile)
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

  private mutating func addElevation(
    _ number: TileNumber, _ t: (String, String), _ tile: borrowing TileView
  ) throws {
    guard let elevation = try map.elevation(ofTile: number) else { return }
    for segment in tile.layout.ownSegments {
      guard let edge = elevation.edge(segment, forward: true, in: tile) else { continue }
      let heights = edge.heightsDecimetres
      let rise = max(heights[heights.count - 1] - heights[0], 0)
      add(
        "elevation",
        [
          t, ("segment", "\(segment)"), ("heights", Self.json(heights)),
          ("uphill", "\(edge.maximumUphillPercent)"),
          ("downhill", "\(edge.maximumDownhillPercent)"),
          ("extra_climb", "\(edge.ascentDecimetres - rise)"),
        ])
    }
  }

  private mutating func addTables(
    _ number: TileNumber, _ t: (String, String), _ tile: borrowing TileView
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
      if index >= layout.ownViaCount, let crossing = tile.crossing(ofSegment: via.base.segment) {
        let home = map.entry(crossing.tile)
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
          ("banned", "\(turn.banned.rawValue)"), ("rules", "\(turn.hasRules)"),
        ])
    }
    addRules(t, tile)
    for row in 0..<layout.barrierCount {
      let barrier = tile.barrier(row)
      add(
        "barrier",
        [
          t, ("junction", "\(barrier.junction)"), ("passing", "\(barrier.passing.rawValue)"),
          ("end_only", "\(barrier.endOnly.rawValue)"),
        ])
    }
    addWords(t, tile)
    addCells(number, t, tile)
  }

  private mutating func addWords(_ t: (String, String), _ tile: borrowing TileView) {
    for way in 0..<tile.layout.wayCount {
      for row in tile.words(ofWay: way) {
        let word = tile.word(row)
        add(
          "word",
          [
            t, ("way", "\(way)"), ("kind", "\(word.kind.rawValue)"),
            ("directions", "\(word.directions.rawValue)"), ("text", Self.json(map.name(word.text))),
          ])
      }
    }
    for junction in tile.layout.junctions {
      for row in tile.words(of: junction) {
        let word = tile.junctionWord(row)
        add(
          "junction_word",
          [
            t, ("junction", "\(junction)"), ("kind", "\(word.kind.rawValue)"),
            ("text", Self.json(map.name(word.text))),
          ])
      }
    }
    for segment in tile.layout.segments {
      for row in tile.approachRows(of: segment) {
        let approach = tile.approach(row)
        add(
          "approach",
          [
            t, ("segment", "\(segment)"), ("point", "\(approach.point)"),
            ("kind", "\(approach.kind.rawValue)"),
            ("directions", "\(approach.directions.rawValue)"),
          ])
      }
    }
  }
}
