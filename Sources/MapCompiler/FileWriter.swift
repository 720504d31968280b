import Bytes
import Geo
import NavFormat
import RoadModel

/// Finds the costs of a map's hierarchy for some profiles.
///
/// It receives a complete file without metrics, the profiles, and the best order of elimination of
/// each tile's segments; it returns the costs of the ways up and down for each profile.
typealias MetricFinder =
  @Sendable (_ file: MappedFile, _ profiles: [MetricProfile], _ orders: [[UInt16]]) async throws ->
  [(
    profile: MetricProfile, up: [UInt32], down: [UInt32]
  )]

/// Arranges the sections and writes the whole file, or nothing.
struct FileWriter {
  /// The fields of the header other than counts.
  struct Facts: Sendable {
    var snapshot: Int64
    var country: String
    var drivingSide: DrivingSide
    var timeZone: String
    /// The time zones of tiles with another one, in the order of the tiles' numbers for them.
    var tileZones: [String]
    var generator: String
    var attribution: String
    var source: String
    /// The languages of names, in the order of the numbers in their kinds of words.
    var languages: [String]
    var sampleTrip: (from: Coordinate, to: Coordinate)?
  }

  /// A section in pieces, so that the tiles need not be copied into one.
  private struct Section {
    let id: SectionID
    var pieces: [[UInt8]]
    let length: Int
    let check: UInt32

    init(_ id: SectionID, _ pieces: [[UInt8]]) {
      self.id = id
      self.pieces = pieces
      length = pieces.reduce(0) { $0 + $1.count }
      check = pieces.reduce(0) { CRC32C.value(of: $1.rawBytes, continuing: $0) }
    }
  }

  private var header = FileHeader()
  private var sections: [Section] = []
  /// The table of the written sections.
  private var entries: [SectionEntry] = []
  private var directory: [TileEntry] = []

  /// A file of encoded tiles, with its optional sections.
  ///
  /// The sections of node ids and of elevation have one part for each tile.
  init(
    tiles: [(bytes: [UInt8], contents: TileSummary)], names: [UInt8],
    hierarchy: [UInt8]?, restrictions: [UInt8]?, nodeIDs: [[UInt8]]?, elevation: [[UInt8]]?,
    stations: [UInt8]?, facts: Facts
  ) throws(CompileError) {
    let tiles = try layOut(tiles)
    header.snapshot = facts.snapshot
    header.country = facts.country
    header.drivingSide = facts.drivingSide
    sections = [
      Section(.tileIndex, [tileIndex()]), tiles, Section(.names, [names]),
      Section(.provenance, [provenance(facts)]),
    ]
    if let trip = facts.sampleTrip {
      var writer = ByteWriter()
      for place in [trip.from, trip.to] {
        writer.i32(place.latitudeUnits)
        writer.i32(place.longitudeUnits)
      }
      add(.sampleTrip, [writer.bytes], FileHeader.sampleTripFeature)
    }
    if let hierarchy { add(.hierarchy, [hierarchy], FileHeader.hierarchyFeature) }
    if let restrictions { sections.append(Section(.restrictions, [restrictions])) }
    if !facts.tileZones.isEmpty {
      let lines = facts.tileZones.map { $0 + "\n" }.joined()
      sections.append(Section(.timeZones, [Array(lines.utf8)]))
    }
    if let nodeIDs {
      add(.nodeIDs, [NodeIDContents.head(of: nodeIDs)] + nodeIDs, FileHeader.nodeIDsFeature)
    }
    if let elevation {
      add(.elevation, ElevationContents.section(of: elevation), FileHeader.elevationFeature)
    }
    if let stations { add(.stations, [stations], FileHeader.stationsFeature) }
  }

  /// Fills the directory of the tiles and the counts of the header.
  ///
  /// - Returns: The section of the tiles.
  private mutating func layOut(
    _ tiles: [(bytes: [UInt8], contents: TileSummary)]
  ) throws(CompileError) -> Section {
    var pieces: [[UInt8]] = []
    var length = 0
    var edges: UInt64 = 0
    var junctions: UInt64 = 0
    var box = Box.empty
    for tile in tiles {
      pieces.append([UInt8](repeating: 0, count: Self.aligned(length) - length))
      length = Self.aligned(length)
      // The offset is completed when the beginning of the section is known.
      directory.append(
        TileEntry(
          offset: UInt64(length), byteCount: UInt32(tile.bytes.count),
          check: CRC32C.value(of: tile.bytes.rawBytes), box: tile.contents.box,
          firstEdge: UInt32(truncatingIfNeeded: edges), edgeCount: UInt32(tile.contents.edges),
          firstJunction: UInt32(truncatingIfNeeded: junctions),
          junctionCount: UInt32(tile.contents.junctions),
          segmentCount: UInt32(tile.contents.segments)))
      pieces.append(tile.bytes)
      length += tile.bytes.count
      edges += UInt64(tile.contents.edges)
      junctions += UInt64(tile.contents.junctions)
      box.add(tile.contents.box)
      header.segmentCount += UInt32(tile.contents.segments)
    }
    guard edges < UInt64(UInt32.max) else { throw .tooLarge("the number of directed edges") }
    header.tileCount = UInt32(tiles.count)
    header.edgeCount = UInt32(edges)
    header.edgeEnd = UInt32(edges)
    header.junctionCount = UInt32(junctions)
    if !box.isEmpty { header.box = box }
    return Section(.tiles, pieces)
  }

  /// Adds an optional section, with its bit in the header.
  private mutating func add(_ id: SectionID, _ pieces: [[UInt8]], _ feature: UInt64) {
    sections.append(Section(id, pieces))
    header.optional |= feature
  }

  /// The number of directed edges.
  var edgeCount: Int { Int(header.edgeCount) }

  /// The number of bytes of the file without metrics, except a few between its sections.
  var byteCount: Int {
    sections.reduce(TileEntry.length * directory.count) { $0 + $1.length }
  }

  private func tileIndex() -> [UInt8] {
    let order = (TileNumber(0)..<TileNumber(directory.count)).sorted {
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
    var lines = [
      ("generator", facts.generator), ("attribution", facts.attribution),
      ("source", facts.source), ("timezone", facts.timeZone),
    ]
    if !facts.languages.isEmpty {
      lines.append(("languages", facts.languages.joined(separator: ",")))
    }
    let text = lines.map { key, value in
      "\(key)=\(String(value.map { $0.isNewline ? " " : $0 }))\n"
    }
    return Array(text.joined().utf8)
  }

  private static func aligned(_ offset: Int) -> Int { (offset + 15) & ~15 }

  /// The tile directory with the positions of the tiles, which depend on all sections before.
  ///
  /// - Parameter start: The offset of the directory in the file.
  /// - Returns: Its section.
  private mutating func directorySection(at start: Int) -> Section {
    var at = start + TileEntry.length * directory.count
    for section in sections {
      at = Self.aligned(at)
      if section.id == .tiles { break }
      at += section.length
    }
    var writer = ByteWriter()
    for index in directory.indices {
      directory[index].offset += UInt64(at)
      directory[index].write(to: &writer)
    }
    return Section(.tileDirectory, [writer.bytes])
  }

  /// Writes the file beside its destination, complete except the metrics.
  ///
  /// - Parameters:
  ///   - path: The destination.
  ///   - rule: The files that may be replaced.
  ///   - laterCount: The number of sections that are added later, for which the section table has
  ///     room.
  /// - Returns: The file, to be committed.
  /// - Throws: ``FileError`` if the disk is full or fails.
  mutating func write(
    to path: String, _ rule: OutputRule, laterCount: Int
  ) throws(FileError) -> AtomicFile {
    var file = try AtomicFile(path: path, rule: rule)
    // The header and the directory are known only at the end.
    let start = FileHeader.length + 32 * (sections.count + 1 + laterCount)
    try file.write([UInt8](repeating: 0, count: start))
    sections.insert(directorySection(at: Self.aligned(start)), at: 0)
    for index in sections.indices {
      try append(sections[index], to: &file)
      // Frees the bytes, since the following sections need memory.
      sections[index].pieces = []
    }
    try begin(&file)
    return file
  }

  /// Adds the metrics of some profiles.
  ///
  /// - Parameters:
  ///   - profiles: The profiles, for which the section table has room.
  ///   - orders: See ``Partition/cellOrders``.
  ///   - file: The file, complete except the metrics.
  ///   - find: Finds the costs of the metrics.
  /// - Throws: ``CompileError`` of the disk or of `find`.
  mutating func addMetrics(
    of profiles: [MetricProfile], _ orders: [[UInt16]], to file: inout AtomicFile,
    _ find: MetricFinder
  ) async throws(CompileError) {
    guard let hierarchy = sections.first(where: { $0.id == .hierarchy }) else { return }
    do {
      for metric in try await find(try file.mapped(), profiles, orders) {
        let contents = MetricContents(up: metric.up, down: metric.down)
        let section = Section(
          .metric(metric.profile), [contents.encoded(hierarchy: hierarchy.check)])
        try append(section, to: &file)
      }
      try begin(&file)
    } catch {
      throw Self.failure(error, CompileError.metrics)
    }
  }

  /// Adds the places.
  ///
  /// - Parameters:
  ///   - places: The places; those without an edge receive the nearest.
  ///   - file: The file, with all data for finding roads.
  ///   - threads: The number of threads.
  /// - Throws: ``CompileError``.
  mutating func addPlaces(
    _ places: PlacesContents, to file: inout AtomicFile, threads: Int
  ) async throws(CompileError) {
    do {
      var contents = places
      contents.places = try await PlaceEdges.find(
        try file.mapped(), places.places, streets: places.statedStreets(), threads: threads)
      contents.dropStatedAddresses()
      header.optional |= FileHeader.placesFeature
      try append(Section(.places, [contents.encoded()]), to: &file)
      try begin(&file)
    } catch {
      throw Self.failure(error, CompileError.places)
    }
  }

  /// The failure of a step that reads the file; `other` is that of neither the disk nor a cancellation.
  private static func failure(
    _ error: any Error, _ other: (String) -> CompileError
  ) -> CompileError {
    switch error {
    case let error as FileError: .output(error)
    case is CancellationError: .cancelled
    default: other("\(error)")
    }
  }

  /// Appends a section.
  private mutating func append(
    _ section: Section, to file: inout AtomicFile
  ) throws(FileError) {
    try file.write([UInt8](repeating: 0, count: Self.aligned(file.count) - file.count))
    let offset = file.count
    for piece in section.pieces { try file.write(piece) }
    entries.append(
      SectionEntry(
        id: section.id.number, key: section.id.key, offset: UInt64(offset),
        length: UInt64(section.length), check: section.check))
  }

  /// Writes the header and the section table for the sections written so far.
  private mutating func begin(_ file: inout AtomicFile) throws(FileError) {
    let table = SectionTable(entries: entries)
    let bytes = table.encoded()
    header.sectionCount = UInt32(entries.count)
    header.sectionTableCheck = CRC32C.value(of: bytes.rawBytes)
    header.buildID = table.buildID
    header.fileLength = UInt64(file.count)
    try file.overwrite(header.encoded() + bytes, at: 0)
  }
}

/// The facts of an encoded tile that other sections need.
struct TileSummary: Sendable {
  var box: Box
  var edges: Int
  var junctions: Int
  var segments: Int
  /// The nodes of the hierarchy for its cells and cut edges.
  var nodes: [UInt32]

  init(_ contents: TileContents, nodes: [UInt32]) {
    box = contents.box
    edges = 2 * contents.ownSegmentCount + contents.ownViaCount
    junctions = contents.junctions.count
    segments = contents.ownSegmentCount
    self.nodes = nodes
  }
}
