import Bytes
import MapReader
import TestSupport
import Testing

@testable import NavFormat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a good `.nav` file, to be changed with and without putting the check values right.
struct MapFile: Sendable {
  var bytes: [UInt8]
  /// The sections of the good file.
  let sections: [SectionEntry]
  /// The tiles of the good file.
  let tiles: [Range<Int>]

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let header = try FileHeader(bytes.rawBytes)
    let table = try SectionTable(bytes.rawBytes, header: header)
    sections = table.entries
    let directory = table[.tileDirectory]?.range ?? 0..<0
    tiles = (0..<Int(header.tileCount)).map { index in
      let entry = TileEntry(bytes.rawBytes.extracting(directory), index: index)
      return Int(entry.offset)..<Int(entry.offset) + Int(entry.byteCount)
    }
  }

  /// The bytes of an opened map's file.
  init(of map: NavMap) throws {
    let file = try MappedFile(path: map.path)
    try self.init((0..<file.count).map { file.bytes.u8($0) })
  }

  /// The bytes of the map of an OSM file.
  init(xml: String) async throws {
    let built = try await BuiltMap(xml: xml)
    self = try withExtendedLifetime(built) { try MapFile(of: built.map) }
  }

  func section(_ id: SectionID) -> SectionEntry {
    sections.first { $0.id == id.number && $0.key == id.key }
      ?? SectionEntry(id: 0, offset: 0, length: 0, check: 0)
  }

  /// What lies at a byte, for messages: a section, or a tile.
  func region(of offset: Int) -> String {
    if offset < 256 { return "header" }
    if let tile = tiles.firstIndex(where: { $0.contains(offset) }) {
      return "tile \(tile) + \(offset - tiles[tile].lowerBound)"
    }
    if let section = sections.first(where: { $0.range.contains(offset) }) {
      return "\(section.name) + \(offset - section.range.lowerBound)"
    }
    return offset < 256 + 32 * sections.count ? "section table" : "padding"
  }

  /// Where the numbers of a column of a tile are: the bit of the first in the file, their width, the bits from
  /// one to the next, and how many there are at most.
  func column(
    _ name: String, ofTile tile: TileNumber
  ) throws -> (first: Int, width: Int, stride: Int, rows: Int) {
    let column = try #require(TileSchema.columns.first { "\($0.name)" == name })
    let span = bytes.rawBytes
    let layout = try TileLayout(span, in: tiles[tile.rawValue], tile: tile)
    let tables = try TileView(span, layout: layout).tables()
    let place = tables.place(of: column)
    return (place.start, place.width, place.stride, tables.rows(column.table))
  }

  /// Where the nodes of the hierarchy are that a tile names: the bit of the first, their width, and how many there are.
  func nodes(
    ofTile tile: TileNumber, _ map: NavMap
  ) throws -> (first: Int, width: Int, count: Int) {
    let layout = try #require(map.hierarchyLayout)
    let nodes = try layout.nodes(ofTile: tile, bytes.rawBytes, section(.hierarchy))
    return (nodes.place.start, nodes.place.width, nodes.count)
  }

  /// Puts every check value right, from the tiles up to the header, for sections and tiles where the
  /// good file had them: what is wrong then is the content alone.
  mutating func repair() {
    let directory = section(.tileDirectory).range.lowerBound
    for (tile, range) in tiles.enumerated() {
      put(check(of: range), at: directory + TileEntry.length * tile + 12)
    }
    var buildID: UInt64 = 0
    for (index, section) in sections.enumerated() {
      let check = check(of: section.range)
      put(check, at: 256 + 32 * index + 24)
      buildID = (buildID << 13 | buildID >> 51) ^ UInt64(check)
    }
    put(UInt32(truncatingIfNeeded: buildID), at: 104)
    put(UInt32(truncatingIfNeeded: buildID >> 32), at: 108)
    put(check(of: 256..<256 + 32 * sections.count), at: 52)
    put(check(of: 0..<252), at: 252)
  }

  /// How many of the changes of single bytes of a section are refused by its name, three of each, its checks put right.
  func refusals(
    of id: SectionID, called name: String, _ read: (MapFile) throws -> Void
  ) throws -> Int {
    var count = 0
    for offset in section(id).range {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var file = self
        file.bytes[offset] ^= change
        file.repair()
        do { try read(file) } catch let error as NavError {
          #expect(error.description.contains(name))
          count += 1
        }
      }
    }
    return count
  }

  private func check(of range: Range<Int>) -> UInt32 {
    CRC32C.value(of: bytes.rawBytes.extracting(range))
  }

  mutating func put(_ value: UInt32, at offset: Int) {
    for byte in 0..<4 {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
    }
  }

  /// Writes the bytes over a file, without the flush to the disk that a real map needs.
  func write(to path: String) {
    // SAFETY: terminated strings and the array's own bytes go in.
    guard let file = unsafe fopen(path, "wb") else { return }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }
}
