package import Bytes
public import Geo
package import NavFormat
internal import Synchronization

/// An open map: a memory-mapped `.nav` file, read in place.
///
/// Opening reads and checks the header, the section table, the tile directory and the tile index. A tile is checked on
/// first use by any copy of this value. Many tasks may read at the same time.
///
///     let map = try NavMap(path: "region.nav")
///     print(map.tileCount, map.provenance.attribution)
///     for edge in try map.edges(ofWay: 100_012) { print(edge) }
public struct NavMap: Sendable {
  let file: MappedFile
  let parts: Parts

  /// The header, checked.
  package var header: FileHeader { parts.header }
  /// The sections, checked to lie inside the file.
  package var sections: SectionTable { parts.sections }
  /// The origin of the data.
  public var provenance: Provenance { parts.provenance }
  /// A sample trip for demonstrations; nil if the file has none.
  public var sampleTrip: (from: Coordinate, to: Coordinate)? { parts.sampleTrip }

  /// The path of the file, as given.
  public var path: String { file.path }

  /// The number of tiles.
  public var tileCount: Int { Int(header.tileCount) }

  /// The tiles.
  package var tiles: Range<TileNumber> { TileNumber(0)..<TileNumber(tileCount) }

  /// Opens a map.
  ///
  /// Another file may replace the file by a rename, as `mapc build` does; this map does not change. Writing into the
  /// open file can end the process, unless the map is guarded.
  ///
  /// - Parameters:
  ///   - path: A `.nav` file.
  ///   - guarded: Whether programs that write into the file wait for this map; for processes that keep it open for
  ///     long, and check ``isAboutToChange`` regularly.
  /// - Throws: ``NavError``: the file does not exist, is not a map, has a newer version, is truncated or damaged.
  /// - Complexity: O(tiles); about a millisecond for a region.
  public init(path: String, guarded: Bool = false) throws(NavError) {
    let file: MappedFile
    do { file = try MappedFile(path: path, leased: guarded) } catch { throw .file(error) }
    try self.init(file)
  }

  /// Opens a map that is already mapped, such as a file without a name.
  ///
  /// - Parameter file: The mapping.
  /// - Throws: ``NavError``, with the path of the mapping.
  package init(_ file: MappedFile) throws(NavError) {
    do { parts = try Parts(file.bytes) } catch { throw .format(path: file.path, error) }
    self.file = file
  }

  /// Whether programs that write into the file wait for this map.
  ///
  /// `false` unless requested, and if the system has no such lock. Linux has one for the owner of a file, on most file
  /// systems.
  public var isGuarded: Bool { file.lease != nil }

  /// Whether a program waits to write into the file, for at most 45 seconds.
  ///
  /// It continues once all copies of this map and all engines on it are released; switch to a ``copy(in:)`` before
  /// that.
  public var isAboutToChange: Bool { file.lease?.isAskedFor ?? false }

  /// The same map from a copy of its file; the copy has no name and is deleted with the map.
  ///
  /// The copy of a map that is not guarded has the current content of the file, which may have changed.
  ///
  /// - Parameter folder: A folder with room for the file.
  /// - Returns: The map, under the same ``path``.
  /// - Throws: ``NavError`` if there is no room, or the file is no longer a map.
  /// - Complexity: O(size of the file).
  public func copy(in folder: String) throws(NavError) -> NavMap {
    let copy: MappedFile
    do { copy = try file.copy(in: folder) } catch { throw .file(error) }
    return try NavMap(copy)
  }
}

/// The parts of a map that are read and checked when it is opened, and the results of later checks.
///
/// All copies of the ``NavMap`` share it, so a copy costs two references.
final class Parts: Sendable {
  let header: FileHeader
  let sections: SectionTable
  let provenance: Provenance
  let sampleTrip: (from: Coordinate, to: Coordinate)?
  let directory: Range<Int>
  let tileOrder: Range<Int>
  let tileBoxes: Int
  let names: SectionEntry
  /// The hierarchy's section and the positions of its columns; nil in a file without one.
  let hierarchy: (place: Int, entry: SectionEntry, layout: HierarchyLayout)?
  /// The time zones of tiles; tiles count them from one.
  let timeZones: [String]
  /// The layouts of the tiles that have passed their checks.
  let layouts: [OnceFilled<TileLayout>]
  /// Whether the names section has passed its check.
  let namesState = Atomic<Finding>(.unknown)
  /// The check of each section of the table.
  let checks: [SectionCheck]
  /// What drivers see at junctions, as far as it was looked at.
  let sights = JunctionSights()
  /// What is known about passages, as far as paths took them.
  let passages = PassageMemory()
  /// The words of edges, as far as paths came to their ways by them.
  let wordsOfEdges = PassageMemory()
  /// The flaws of sections, by their indices in the table.
  let flaws = Guarded<[Int: FormatError]>([:])

  init(_ bytes: RawSpan) throws(FormatError) {
    let header = try FileHeader(bytes)
    let sections = try SectionTable(bytes, header: header)
    let directory = try Self.checked(.tileDirectory, sections, bytes)
    try TileEntry.validate(
      bytes.extracting(directory), at: UInt64(directory.lowerBound),
      tiles: try Self.required(.tiles, sections), header: header)
    let index = try Self.checked(.tileIndex, sections, bytes)
    let (order, boxes) = try Self.checkIndex(bytes, index, tileCount: header.tileCount)
    let text = try Self.checked(.provenance, sections, bytes)
    self.provenance = Provenance(bytes.extracting(text))
    self.sampleTrip = try Self.trip(bytes, sections)
    self.names = try Self.required(.names, sections)
    self.hierarchy = try Self.hierarchy(bytes, sections, header)
    self.timeZones = try Self.timeZones(bytes, sections)
    self.checks = sections.entries.map { _ in SectionCheck() }
    (self.header, self.sections, self.directory) = (header, sections, directory)
    (self.tileOrder, self.tileBoxes) = (order, boxes)
    self.layouts = (0..<Int(header.tileCount)).map { _ in OnceFilled() }
  }

  /// The result of a check of a part of the file.
  enum Finding: UInt8, AtomicRepresentable {
    case unknown, intact, damaged
  }

  private static func required(
    _ id: SectionID, _ sections: SectionTable
  ) throws(FormatError) -> SectionEntry {
    guard let entry = sections[id] else {
      throw .invalid(part: "section table", offset: 256, rule: "section '\(id.name)' is missing")
    }
    return entry
  }

  /// The range of a section, after its checksum.
  private static func checked(
    _ id: SectionID, _ sections: SectionTable, _ bytes: RawSpan
  ) throws(FormatError) -> Range<Int> {
    let entry = try required(id, sections)
    try verify(entry, bytes)
    return entry.range
  }

  static func verify(_ entry: SectionEntry, _ bytes: RawSpan) throws(FormatError) {
    let found = CRC32C.value(of: bytes.extracting(entry.range))
    guard found == entry.check else {
      throw .damaged(
        part: "section '\(entry.name)'", offset: entry.offset, expected: entry.check, found: found)
    }
  }

  private static func checkIndex(
    _ bytes: RawSpan, _ range: Range<Int>, tileCount: UInt32
  ) throws(FormatError) -> (order: Range<Int>, boxes: Int) {
    let count = Int(tileCount)
    let order = range.lowerBound + 4..<range.lowerBound + 4 + 4 * count
    let length = 4 + 4 * count + 16 * BoxTree(itemCount: count).boxCount
    guard range.count == length, bytes.u32(range.lowerBound) == tileCount else {
      throw .invalid(
        part: "tile index", offset: UInt64(range.lowerBound),
        rule: "length or count differ from the header's \(tileCount) tiles")
    }
    var seen = [Bool](repeating: false, count: count)
    for at in stride(from: order.lowerBound, to: order.upperBound, by: 4) {
      let tile = bytes.u32(at)
      guard tile < tileCount, !seen[Int(tile)] else {
        throw .invalid(
          part: "tile index", offset: UInt64(at),
          rule: tile < tileCount ? "tile \(tile) is there twice" : "no tile \(tile)")
      }
      seen[Int(tile)] = true
    }
    return (order, order.upperBound)
  }

  /// The lines of the section of time zones.
  private static func timeZones(
    _ bytes: RawSpan, _ sections: SectionTable
  ) throws(FormatError) -> [String] {
    guard let entry = sections[.timeZones] else { return [] }
    try verify(entry, bytes)
    let text = entry.range.map { bytes.u8($0) }
    return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func trip(
    _ bytes: RawSpan, _ sections: SectionTable
  ) throws(FormatError) -> (from: Coordinate, to: Coordinate)? {
    guard let entry = sections[.sampleTrip] else { return nil }
    try verify(entry, bytes)
    let at = entry.range.lowerBound
    guard entry.length == 16 else {
      throw .invalid(part: "sample trip", offset: entry.offset, rule: "is not 16 bytes long")
    }
    let ends = [at, at + 8].map {
      Coordinate(latitudeUnits: bytes.i32($0), longitudeUnits: bytes.i32($0 + 4))
    }
    guard ends.allSatisfy(\.isOnEarth) else {
      throw .invalid(part: "sample trip", offset: entry.offset, rule: "lies not on earth")
    }
    return (ends[0], ends[1])
  }
}

/// Whether a section has passed its check on first use.
final class SectionCheck: Sendable {
  let isIntact = Atomic<Bool>(false)
}

/// The lines of the provenance section.
public struct Provenance: Sendable, Hashable {
  /// Program and version that wrote the map.
  public var generator = ""
  /// The attribution to show wherever the map is used.
  public var attribution = ""
  /// The program that wrote the input.
  public var source = ""
  /// A POSIX time zone rule; empty if unknown.
  public var timeZone = ""
  /// The languages in which the map has names, such as `de`, in the order of their numbers.
  public var languages: [String] = []

  /// The keys of the lines that every map has, in order.
  static let keys = ["generator", "attribution", "source", "timezone"]

  /// Unknown provenance: all texts are empty.
  public init() {}

  init(_ bytes: RawSpan) {
    var text: [UInt8] = []
    for offset in 0..<bytes.byteCount { text.append(bytes.u8(offset)) }
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "generator": generator = String(parts[1])
      case "attribution": attribution = String(parts[1])
      case "source": source = String(parts[1])
      case "timezone": timeZone = String(parts[1])
      case "languages": languages = parts[1].split(separator: ",").map(String.init)
      default: continue
      }
    }
  }
}
