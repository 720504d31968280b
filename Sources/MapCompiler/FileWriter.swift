import Bytes
import Geo
import NavFormat
import RoadModel

/// Lays the sections one after the other and writes the file, all or nothing.
struct FileWriter {
  /// What the header says beside counts.
  struct Facts: Sendable {
    var snapshot: Int64
    var country: String
    var drivingSide: DrivingSide
    var timeZone: String
    var generator: String
    var attribution: String
    var source: String
    var sampleTrip: (from: Coordinate, to: Coordinate)?
  }

  private var header = FileHeader()
  private var sections: [(id: SectionID, bytes: [UInt8])] = []
  private var directory: [TileEntry] = []

  /// A file of encoded tiles.
  init(
    tiles: [(bytes: [UInt8], contents: TileSummary)], names: [UInt8], facts: Facts
  ) throws(CompileError) {
    var section = ByteWriter()
    var edges: UInt64 = 0
    var junctions: UInt64 = 0
    var box = Box.empty
    for tile in tiles {
      section.align(16)
      // The offset is completed when it is known where the section begins.
      directory.append(
        TileEntry(
          offset: UInt64(section.count), byteCount: UInt32(tile.bytes.count),
          check: CRC32C.value(of: tile.bytes.rawBytes), box: tile.contents.box,
          firstEdge: UInt32(truncatingIfNeeded: edges), edgeCount: UInt32(tile.contents.edges),
          firstJunction: UInt32(truncatingIfNeeded: junctions),
          junctionCount: UInt32(tile.contents.junctions),
          segmentCount: UInt32(tile.contents.segments)))
      section.raw(tile.bytes)
      edges += UInt64(tile.contents.edges)
      junctions += UInt64(tile.contents.junctions)
      box.add(tile.contents.box)
      header.segmentCount += UInt32(tile.contents.segments)
    }
    guard edges < UInt64(UInt32.max) else { throw .tooLarge("the number of directed edges") }
    header.tileCount = UInt32(tiles.count)
    header.edgeCount = UInt32(edges)
    header.junctionCount = UInt32(junctions)
    if !box.isEmpty { header.box = box }
    header.snapshot = facts.snapshot
    header.country = facts.country
    header.drivingSide = facts.drivingSide
    sections = [
      (.tileDirectory, []), (.tileIndex, tileIndex()), (.tiles, section.bytes), (.names, names),
      (.provenance, provenance(facts)),
    ]
    if let trip = facts.sampleTrip {
      var writer = ByteWriter()
      for place in [trip.from, trip.to] {
        writer.i32(place.latitudeUnits)
        writer.i32(place.longitudeUnits)
      }
      sections.append((.sampleTrip, writer.bytes))
      header.optional |= FileHeader.sampleTripFeature
    }
    placeTiles()
  }

  /// Number of directed edges.
  var edgeCount: Int { Int(header.edgeCount) }

  private func tileIndex() -> [UInt8] {
    let order = directory.indices.sorted {
      (HilbertCurve.index(of: directory[$0].box.centre), $0)
        < (HilbertCurve.index(of: directory[$1].box.centre), $1)
    }
    var writer = ByteWriter()
    writer.u32(UInt32(order.count))
    for tile in order { writer.u32(UInt32(tile)) }
    for box in BoxTree(itemCount: order.count).boxes(of: order.map { directory[$0].box }) {
      box.write(to: &writer)
    }
    return writer.bytes
  }

  private func provenance(_ facts: Facts) -> [UInt8] {
    let lines = [
      ("generator", facts.generator), ("attribution", facts.attribution),
      ("source", facts.source), ("timezone", facts.timeZone),
    ]
    let text = lines.map { key, value in
      "\(key)=\(String(value.map { $0.isNewline ? " " : $0 }))\n"
    }
    return Array(text.joined().utf8)
  }

  private static func aligned(_ offset: Int) -> Int { (offset + 15) & ~15 }

  /// Where the sections begin, the directory being of known length.
  private var offsets: [Int] {
    var at = FileHeader.length + 32 * sections.count
    return sections.map { section in
      let start = Self.aligned(at)
      let isDirectory = section.id == .tileDirectory
      at = start + (isDirectory ? TileEntry.length * directory.count : section.bytes.count)
      return start
    }
  }

  private mutating func placeTiles() {
    let start = zip(sections, offsets).first { $0.0.id == .tiles }?.1 ?? 0
    var writer = ByteWriter()
    for index in directory.indices {
      directory[index].offset += UInt64(start)
      directory[index].write(to: &writer)
    }
    sections[0].bytes = writer.bytes
  }

  /// Writes the file beside its destination, flushes it, and renames it over it.
  ///
  /// - Returns: Its length in bytes.
  mutating func write(to path: String) throws(FileError) -> Int {
    let offsets = offsets
    let table = SectionTable(
      entries: zip(sections, offsets).map { section, offset in
        SectionEntry(
          id: section.id.rawValue, offset: UInt64(offset), length: UInt64(section.bytes.count),
          check: CRC32C.value(of: section.bytes.rawBytes))
      })
    let tableBytes = table.encoded()
    header.sectionCount = UInt32(table.entries.count)
    header.sectionTableCheck = CRC32C.value(of: tableBytes.rawBytes)
    header.buildID = table.buildID
    header.fileLength = UInt64((offsets.last ?? 0) + (sections.last?.bytes.count ?? 0))
    var file = try AtomicFile(path: path)
    try file.write(header.encoded())
    try file.write(tableBytes)
    for (section, offset) in zip(sections, offsets) {
      try file.write([UInt8](repeating: 0, count: offset - file.count))
      try file.write(section.bytes)
    }
    let count = file.count
    try file.commit()
    return count
  }
}

/// What the directory and the header need to know of an encoded tile.
struct TileSummary: Sendable {
  var box: Box
  var edges: Int
  var junctions: Int
  var segments: Int

  init(_ contents: TileContents) {
    box = contents.box
    edges = 2 * contents.ownSegmentCount + contents.ownViaCount
    junctions = contents.junctions.count
    segments = contents.ownSegmentCount
  }
}
