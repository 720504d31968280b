internal import Bytes

/// The positions of the columns in the hierarchy's section (Formats/nav-2.md, section 9.1).
///
/// ``init(_:at:tileCount:)`` checks that the columns fit the section's length.
/// ``HierarchyView/validate(_:at:edgeCount:)`` checks their contents.
package struct HierarchyLayout: Sendable, Hashable {
  /// The length of the section's header in bytes.
  package static let headerLength = 32

  /// Number of nodes (n).
  package let nodeCount: Int
  /// Number of arcs (a).
  package let arcCount: Int
  /// Number of entries of lists (p).
  package let listCount: Int
  /// Number of arcs with a path up (u).
  package let upCount: Int
  /// Number of arcs with a path down (d).
  package let downCount: Int
  /// Number of cells of all tiles (c).
  package let cellCount: Int
  /// Number of entries in ``nodes``, of all tiles (q).
  package let tileNodeCount: Int
  /// Width of an entry in ``nodes``, in bits.
  let nodeWidth: Int

  /// The column with the first cell of each tile, then the number of all, in bytes of the section.
  package let tileCells: Range<Int>
  /// The columns, in bytes of the section.
  package let first: Range<Int>
  /// See ``first``.
  package let starts: Range<Int>
  /// See ``first``.
  package let lists: Range<Int>
  /// See ``first``.
  package let sizes: Range<Int>
  /// See ``first``.
  package let cells: Range<Int>
  /// See ``first``.
  package let contents: Range<Int>
  /// See ``first``.
  package let upMasks: Range<Int>
  /// See ``first``.
  package let upCounts: Range<Int>
  /// See ``first``.
  package let downMasks: Range<Int>
  /// See ``first``.
  package let downCounts: Range<Int>
  /// The column with the index in ``nodes`` of each tile's first entry, then the number of all entries.
  package let tileNodes: Range<Int>
  /// The nodes of the tiles' cells and cut edges, with the zero bytes behind them that make reads of eight bytes safe.
  package let nodes: Range<Int>

  /// The names of the columns and their lengths in bytes, in file order.
  package var columns: [(name: String, bytes: Int)] {
    [
      ("tile cells", tileCells), ("first", first), ("starts", starts), ("lists", lists),
      ("sizes", sizes), ("cells", cells), ("contents", contents), ("up masks", upMasks),
      ("up counts", upCounts), ("down masks", downMasks), ("down counts", downCounts),
      ("tile nodes", tileNodes), ("nodes", nodes),
    ].map { ($0.0, $0.1.count) }
  }

  /// Reads the header of the section and locates its columns.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - offset: The offset of the section in the file, for messages.
  ///   - tileCount: The number of tiles of the file.
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  package init(_ bytes: RawSpan, at offset: UInt64, tileCount: Int) throws(FormatError) {
    let part = "section 'hierarchy'"
    let size = UInt64(bytes.byteCount)
    guard bytes.byteCount >= Self.headerLength else {
      throw .truncated(part: part, needs: UInt64(Self.headerLength), has: size)
    }
    nodeCount = Int(bytes.u32(0))
    arcCount = Int(bytes.u32(4))
    listCount = Int(bytes.u32(8))
    upCount = Int(bytes.u32(12))
    downCount = Int(bytes.u32(16))
    cellCount = Int(bytes.u32(20))
    tileNodeCount = Int(bytes.u32(24))
    nodeWidth = Int(bytes.u32(28))
    guard nodeWidth <= 32 else {
      throw .invalid(part: part, offset: offset + 28, rule: "nodes of more than 32 bits")
    }
    var at = Self.headerLength
    // Counts are below 2^32, so the sums cannot overflow.
    func column(_ count: Int, _ stride: Int) -> Range<Int> {
      let start = (at + 7) & ~7
      at = start + count * stride
      return start..<at
    }
    tileCells = column(tileCount + 1, 4)
    first = column(nodeCount + 1, 4)
    starts = column(nodeCount, 4)
    lists = column(listCount, 4)
    sizes = column(nodeCount, 4)
    cells = column(nodeCount, 4)
    contents = column(nodeCount, 4)
    let words = (arcCount + 63) / 64
    upMasks = column(words, 8)
    upCounts = column(words, 4)
    downMasks = column(words, 8)
    downCounts = column(words, 4)
    tileNodes = column(tileCount + 1, 4)
    let nodesLength = PackedColumn.length(tileNodeCount, width: nodeWidth) + PackedColumn.slack
    nodes = column(nodesLength, 1)
    guard at == bytes.byteCount else {
      throw .truncated(part: part, needs: UInt64(at), has: size)
    }
    // Sections begin at multiples of 16 in a file mapped at a page; bytes from elsewhere may be unaligned.
    guard bytes.isAligned(0, to: 8) else {
      throw .invalid(part: part, offset: offset, rule: "is not aligned in memory")
    }
  }
}

/// The positions of the costs in a metric's section (Formats/nav-2.md, section 9.3).
package struct MetricLayout: Sendable, Hashable {
  /// The length of the section's header in bytes.
  package static let headerLength = 24
  /// The number of the cost function that this version computes metrics with.
  ///
  /// It must increase with every change of a cost: readers ignore metrics with another number.
  package static let costing: UInt32 = 1

  /// The cost function that the metric was computed with.
  package let costing: UInt32
  /// Bytes of a cost: 3 or 4.
  package let width: Int
  /// The costs of paths up, or their lower 16 bits.
  package let up: Range<Int>
  /// The costs of paths down, or their lower 16 bits.
  package let down: Range<Int>
  /// The upper eight bits of the costs of paths up; empty if costs have four bytes.
  package let upHighs: Range<Int>
  /// The upper eight bits of the costs of paths down; empty if costs have four bytes.
  package let downHighs: Range<Int>

  /// Reads the header of the section.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - entry: The section.
  ///   - hierarchy: The hierarchy that it must fit.
  ///   - check: The checksum of the hierarchy's section.
  /// - Throws: ``FormatError``.
  package init(
    _ bytes: RawSpan, _ entry: SectionEntry, hierarchy: HierarchyLayout, check: UInt32
  ) throws(FormatError) {
    let part = "section '\(entry.name)'"
    guard bytes.byteCount >= Self.headerLength else {
      throw .truncated(
        part: part, needs: UInt64(Self.headerLength), has: UInt64(bytes.byteCount))
    }
    let (up, down) = (hierarchy.upCount, hierarchy.downCount)
    guard bytes.u32(0) == UInt32(up), bytes.u32(4) == UInt32(down), bytes.u32(8) == check else {
      throw .invalid(part: part, offset: entry.offset, rule: "belongs to another hierarchy")
    }
    guard bytes.u32(16) == 3 || bytes.u32(16) == 4, bytes.u32(20) == 0 else {
      throw .invalid(part: part, offset: entry.offset, rule: "has costs of a width that is unknown")
    }
    width = Int(bytes.u32(16))
    let length = Self.headerLength + width * (up + down)
    guard bytes.byteCount == length else {
      throw .truncated(part: part, needs: UInt64(length), has: UInt64(bytes.byteCount))
    }
    guard bytes.isAligned(0, to: 4) else {
      throw .invalid(part: part, offset: entry.offset, rule: "is not aligned in memory")
    }
    costing = bytes.u32(12)
    var at = Self.headerLength
    func column(_ count: Int) -> Range<Int> {
      defer { at += count }
      return at..<at + count
    }
    let first = width == 3 ? 2 : 4
    self.up = column(first * up)
    self.down = column(first * down)
    upHighs = column((width - first) * up)
    downHighs = column((width - first) * down)
  }
}
