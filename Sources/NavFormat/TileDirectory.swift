package import Bytes
package import Geo
package import RoadModel

/// The tile directory of a file, read in place.
package struct TileDirectory: ~Escapable {
  private let bytes: RawSpan

  /// A view of a directory without flaws; see ``TileEntry/validate(_:at:tiles:header:)``.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) { self.bytes = bytes }

  /// The number of tiles.
  package var count: Int { bytes.byteCount / TileEntry.length }

  /// The entry of a tile that exists.
  package subscript(tile: TileNumber) -> TileEntry {
    @inline(__always) get { TileEntry(bytes, index: tile.rawValue) }
  }

  /// The tile that a directed edge of the file belongs to; nil if there is no such edge.
  ///
  /// - Complexity: O(log(tiles)).
  package func tile(ofEdge edge: EdgeNumber) -> TileNumber? {
    // Numbers may be skipped, also before the first tile.
    guard let tile = Self.last(count, where: { self[$0].firstEdge <= edge.rawValue }),
      self[tile].hasEdge(edge)
    else { return nil }
    return tile
  }

  /// The last of `count` tiles for which `holds` is true; these come first.
  ///
  /// It is the first tile if there is none, and nil if there is no tile.
  @inline(__always)
  static func last(_ count: Int, where holds: (TileNumber) -> Bool) -> TileNumber? {
    if count == 0 { return nil }
    var low = 0
    var high = count
    while high &- low > 1 {
      let middle = (low &+ high) &>> 1
      if holds(TileNumber(middle)) { low = middle } else { high = middle }
    }
    return TileNumber(low)
  }
}

/// The position and the counts of a tile: an entry of the tile directory (Formats/nav-2.md, section 5).
package struct TileEntry: Sendable, Hashable {
  /// The length of an entry in bytes.
  package static let length = 64

  /// The offset of the tile in the file.
  package var offset: UInt64
  /// Its length in bytes.
  package var byteCount: UInt32
  /// The checksum of its bytes.
  package var check: UInt32
  /// The box of its junctions and own segments.
  package var box: Box
  /// The id in the file of its first directed edge.
  package var firstEdge: UInt32
  /// The number of its directed edges.
  package var edgeCount: UInt32
  /// The number in the file of its first junction.
  package var firstJunction: UInt32
  /// The number of its junctions.
  package var junctionCount: UInt32
  /// The number of its own segments.
  package var segmentCount: UInt32

  /// An entry.
  package init(
    offset: UInt64, byteCount: UInt32, check: UInt32, box: Box, firstEdge: UInt32,
    edgeCount: UInt32, firstJunction: UInt32, junctionCount: UInt32, segmentCount: UInt32
  ) {
    self.offset = offset
    self.byteCount = byteCount
    self.check = check
    self.box = box
    self.firstEdge = firstEdge
    self.edgeCount = edgeCount
    self.firstJunction = firstJunction
    self.junctionCount = junctionCount
    self.segmentCount = segmentCount
  }

  /// Whether a directed edge of the file belongs to the tile.
  @inlinable
  package func hasEdge(_ edge: EdgeNumber) -> Bool {
    edge.rawValue >= firstEdge && edge.rawValue &- firstEdge < edgeCount
  }

  /// Reads entry `index` of a directory; the caller has checked that it exists.
  @inlinable
  package init(_ directory: RawSpan, index: Int) {
    let at = index &* Self.length
    self.init(
      offset: directory.u64(at), byteCount: directory.u32(at &+ 8),
      check: directory.u32(at &+ 12), box: Box(directory, at: at &+ 16),
      firstEdge: directory.u32(at &+ 32), edgeCount: directory.u32(at &+ 36),
      firstJunction: directory.u32(at &+ 40), junctionCount: directory.u32(at &+ 44),
      segmentCount: directory.u32(at &+ 48))
  }

  /// Writes the entry.
  package func write(to writer: inout ByteWriter) {
    writer.u64(offset)
    writer.u32(byteCount)
    writer.u32(check)
    box.write(to: &writer)
    writer.u32(firstEdge)
    writer.u32(edgeCount)
    writer.u32(firstJunction)
    writer.u32(junctionCount)
    writer.u32(segmentCount)
    writer.raw(repeatElement(0, count: 12))
  }

  /// Checks a whole directory against the header and the section of tiles.
  ///
  /// The tiles must lie inside the section. Ids of edges and junctions must ascend without overlap; gaps are allowed.
  ///
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile.
  package static func validate(
    _ directory: RawSpan, at start: UInt64, tiles: SectionEntry, header: FileHeader
  ) throws(FormatError) {
    guard directory.byteCount == Int(header.tileCount) * Self.length else {
      throw .invalid(
        part: "tile directory", offset: start,
        rule: "\(directory.byteCount) bytes for \(header.tileCount) tiles")
    }
    var end = tiles.offset
    var (edges, junctions, segments): (UInt64, UInt64, UInt64) = (0, 0, 0)
    var (edgeEnd, junctionEnd): (UInt64, UInt64) = (0, 0)
    for index in 0..<Int(header.tileCount) {
      let entry = TileEntry(directory, index: index)
      let at = start + UInt64(index * Self.length)
      let limit = tiles.offset + tiles.length
      guard entry.offset >= end, entry.offset % 16 == 0, entry.offset <= limit,
        UInt64(entry.byteCount) <= limit - entry.offset
      else {
        throw .invalid(
          part: "tile directory", offset: at, rule: "tile \(index) lies outside its section")
      }
      end = entry.offset + UInt64(entry.byteCount)
      guard entry.firstEdge >= edgeEnd, entry.firstJunction >= junctionEnd else {
        throw .invalid(
          part: "tile directory", offset: at,
          rule: "numbers of tile \(index) are also those of another")
      }
      edgeEnd = UInt64(entry.firstEdge) + UInt64(entry.edgeCount)
      junctionEnd = UInt64(entry.firstJunction) + UInt64(entry.junctionCount)
      guard (52..<64).allSatisfy({ directory.u8(index * Self.length + $0) == 0 }) else {
        throw .invalid(
          part: "tile directory", offset: at, rule: "reserved byte of tile \(index) is not zero")
      }
      edges += UInt64(entry.edgeCount)
      junctions += UInt64(entry.junctionCount)
      segments += UInt64(entry.segmentCount)
    }
    guard edges == header.edgeCount, junctions == header.junctionCount,
      segments == header.segmentCount, edgeEnd == header.edgeEnd, junctionEnd <= UInt32.max
    else {
      throw .invalid(
        part: "tile directory", offset: start, rule: "counts differ from the header's")
    }
  }
}
