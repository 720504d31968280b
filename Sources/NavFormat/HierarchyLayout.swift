internal import Bytes

/// Where the columns of the hierarchy's section lie (Formats/nav-2.md, section 9).
///
/// The columns fit the section's length once ``init(_:at:tileCount:)`` has returned; what they hold is
/// checked by ``HierarchyView/validate(_:at:edgeCount:)``.
public struct HierarchyLayout: Sendable, Hashable {
  /// The length of the section's header in bytes.
  public static let headerLength = 32

  /// Nodes (n).
  public let nodeCount: Int
  /// Arcs (a).
  public let arcCount: Int
  /// Entries of lists (p).
  public let listCount: Int
  /// Arcs with a way up (u).
  public let upCount: Int
  /// Arcs with a way down (d).
  public let downCount: Int
  /// Cells of all tiles (c).
  public let cellCount: Int
  /// Nodes that tiles name, of all tiles (q).
  public let tileNodeCount: Int
  /// Bits of a node that a tile names.
  let nodeWidth: Int

  /// The first cell of each tile, then the number of all.
  public let tileCells: Range<Int>
  /// The columns, in bytes of the section.
  public let first: Range<Int>
  /// See ``first``.
  public let starts: Range<Int>
  /// See ``first``.
  public let lists: Range<Int>
  /// See ``first``.
  public let sizes: Range<Int>
  /// See ``first``.
  public let cells: Range<Int>
  /// See ``first``.
  public let contents: Range<Int>
  /// See ``first``.
  public let upMasks: Range<Int>
  /// See ``first``.
  public let upCounts: Range<Int>
  /// See ``first``.
  public let downMasks: Range<Int>
  /// See ``first``.
  public let downCounts: Range<Int>
  /// Where in ``nodes`` those of each tile begin, then the number of all.
  public let tileNodes: Range<Int>
  /// The nodes that cells and cut edges of the tiles are, and what lies behind them so that they can be read.
  public let nodes: Range<Int>

  /// The columns by name with their bytes, in their order.
  public var columns: [(name: String, bytes: Int)] {
    [
      ("tile cells", tileCells), ("first", first), ("starts", starts), ("lists", lists),
      ("sizes", sizes), ("cells", cells), ("contents", contents), ("up masks", upMasks),
      ("up counts", upCounts), ("down masks", downMasks), ("down counts", downCounts),
      ("tile nodes", tileNodes), ("nodes", nodes),
    ].map { ($0.0, $0.1.count) }
  }

  /// Reads the header of the section and places its columns.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - offset: Where it begins in the file, for messages.
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
    // Counts are below 2^32, so that the sums can't overflow.
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
    // Sections begin at multiples of 16 of a file that is mapped at a page; bytes from elsewhere may not.
    guard bytes.isAligned(0, to: 8) else {
      throw .invalid(part: part, offset: offset, rule: "is not aligned in memory")
    }
  }
}

/// Where the costs of a metric's section lie (Formats/nav-2.md, section 9).
public struct MetricLayout: Sendable, Hashable {
  /// The length of the section's header in bytes.
  public static let headerLength = 24
  /// The number of the cost function that this version computes metrics with.
  ///
  /// To be raised with every change of a cost: a metric of another number is left aside.
  public static let costing: UInt32 = 1

  /// The cost function that the metric was computed with.
  public let costing: UInt32
  /// Bytes of a cost: 3 or 4.
  public let width: Int
  /// The costs of ways up, or their lower 16 bits.
  public let up: Range<Int>
  /// The costs of ways down, or their lower 16 bits.
  public let down: Range<Int>
  /// The upper eight bits of costs of three bytes, else empty.
  public let upHighs: Range<Int>
  /// The upper eight bits of costs of three bytes, else empty.
  public let downHighs: Range<Int>

  /// Reads the header of the section.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - entry: The section.
  ///   - hierarchy: The hierarchy that it must fit.
  ///   - check: The check of the hierarchy's section.
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
