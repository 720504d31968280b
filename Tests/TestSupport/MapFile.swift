import Bytes
package import MapReader
package import NavFormat

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The bytes of a good `.nav` file, to be changed with and without putting the check values right.
package struct MapFile: Sendable {
  package var bytes: [UInt8]
  /// The sections of the good file.
  package let sections: [SectionEntry]
  /// The tiles of the good file.
  package let tiles: [Range<Int>]

  package init(_ bytes: [UInt8]) throws {
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
  package init(of map: NavMap) throws {
    let file = try MappedFile(path: map.path)
    try self.init((0..<file.count).map { file.bytes.u8($0) })
  }

  package func section(_ id: SectionID) -> SectionEntry {
    sections.first { $0.id == id.number && $0.key == id.key }
      ?? SectionEntry(id: 0, offset: 0, length: 0, check: 0)
  }

  /// Puts every check value right, from the tiles up to the header, for sections and tiles where the
  /// good file had them: what is wrong then is the content alone.
  package mutating func repair() {
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

  private func check(of range: Range<Int>) -> UInt32 {
    CRC32C.value(of: bytes.rawBytes.extracting(range))
  }

  package mutating func put(_ value: UInt32, at offset: Int) {
    for byte in 0..<4 {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
    }
  }

  /// Writes the bytes over a file, without the flush to the disk that a real map needs.
  package func write(to path: String) {
    // SAFETY: terminated strings and the array's own bytes go in.
    guard let file = unsafe fopen(path, "wb") else { return }
    _ = unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }
}
