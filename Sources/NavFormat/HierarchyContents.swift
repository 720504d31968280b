internal import Bytes

/// The contents of the hierarchy's section, to be written; ``HierarchyView`` reads them.
package struct HierarchyContents: Sendable {
  /// The arcs of node v are `first[v] ..< first[v + 1]`.
  package var first: [UInt32]
  /// The index in ``lists`` where the list of each node begins.
  package var starts: [UInt32]
  /// The heads of the arcs; lists may overlap.
  package var lists: [UInt32]
  /// The number of nodes in the subtree of each node.
  package var sizes: [UInt32]
  /// The node of the cell in which the edge of each node ends; see ``HierarchyView/cells``.
  package var cells: [UInt32]
  /// The edge or cell of each node; see ``HierarchyView/contents``.
  package var contents: [UInt32]
  /// A bit for each arc, set if it has a path up.
  package var upMasks: [UInt64]
  /// The number of bits set in all words of ``upMasks`` before.
  package var upCounts: [UInt32]
  /// A bit for each arc, set if it has a path down.
  package var downMasks: [UInt64]
  /// The number of bits set in all words of ``downMasks`` before.
  package var downCounts: [UInt32]
  /// The first cell of each tile, then the number of all cells.
  package var tileCells: [UInt32]
  /// The nodes of each tile: those of its cells, then those of its cut edges.
  package var tileNodes: [[UInt32]] = []

  /// A hierarchy with these columns; see ``HierarchyView``.
  package init(
    first: [UInt32], starts: [UInt32], lists: [UInt32], sizes: [UInt32], cells: [UInt32],
    contents: [UInt32], upMasks: [UInt64], upCounts: [UInt32], downMasks: [UInt64],
    downCounts: [UInt32], tileCells: [UInt32]
  ) {
    self.first = first
    self.starts = starts
    self.lists = lists
    self.sizes = sizes
    self.cells = cells
    self.contents = contents
    self.upMasks = upMasks
    self.upCounts = upCounts
    self.downMasks = downMasks
    self.downCounts = downCounts
    self.tileCells = tileCells
  }

  /// The bytes of the section.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    // An entry is one more than the node, or zero for none.
    let nodeWidth = Int.bitWidth - sizes.count.leadingZeroBitCount
    let tileStarts = tileNodes.reduce(into: [0 as UInt32]) {
      $0.append(($0.last ?? 0) + UInt32($1.count))
    }
    for count in [
      sizes.count, Int(first.last ?? 0), lists.count, Self.ways(upMasks, upCounts),
      Self.ways(downMasks, downCounts), Int(tileCells.last ?? 0), Int(tileStarts.last ?? 0),
      nodeWidth,
    ] { writer.u32(UInt32(count)) }
    for column in [tileCells, first, starts, lists, sizes, cells, contents] {
      Self.write(column, to: &writer)
    }
    for (masks, counts) in [(upMasks, upCounts), (downMasks, downCounts)] {
      writer.align(8)
      for mask in masks { writer.u64(mask) }
      Self.write(counts, to: &writer)
    }
    Self.write(tileStarts, to: &writer)
    writer.align(8)
    var packer = BitPacker()
    for node in tileNodes.joined() { packer.append(UInt64(node &+ 1), nodeWidth) }
    writer.raw(packer.finished())
    writer.raw(repeatElement(0, count: PackedColumn.slack))
    return writer.bytes
  }

  /// The maximum length of the section of a metric for this hierarchy, in bytes.
  package var metricByteCount: Int {
    MetricLayout.headerLength + 4
      * (Self.ways(upMasks, upCounts) + Self.ways(downMasks, downCounts))
  }

  private static func write(_ column: [UInt32], to writer: inout ByteWriter) {
    writer.align(8)
    for value in column { writer.u32(value) }
  }

  /// The number of bits set.
  private static func ways(_ masks: [UInt64], _ counts: [UInt32]) -> Int {
    Int(counts.last ?? 0) + (masks.last?.nonzeroBitCount ?? 0)
  }
}

/// The contents of a metric's section, to be written; ``MetricColumns`` reads them.
package struct MetricContents: Sendable {
  /// The costs of the paths up, in centiseconds.
  package var up: [UInt32]
  /// The costs of the paths down, in centiseconds.
  package var down: [UInt32]

  /// A metric with these costs.
  package init(up: [UInt32], down: [UInt32]) {
    self.up = up
    self.down = down
  }

  /// The bytes of the section.
  ///
  /// - Parameter check: The checksum of the section of the hierarchy that the costs belong to.
  /// - Returns: The bytes.
  package func encoded(hierarchy check: UInt32) -> [UInt8] {
    let isNarrow = self.isNarrow
    let width: UInt32 = isNarrow ? 3 : 4
    var writer = ByteWriter()
    for value in [UInt32(up.count), UInt32(down.count), check, MetricLayout.costing, width, 0] {
      writer.u32(value)
    }
    for costs in [up, down] {
      for cost in costs {
        if isNarrow { writer.u16(UInt16(truncatingIfNeeded: cost)) } else { writer.u32(cost) }
      }
    }
    if isNarrow {
      for costs in [up, down] {
        for cost in costs { writer.u8(UInt8(truncatingIfNeeded: min(cost, 0xFF_FFFF) >> 16)) }
      }
    }
    return writer.bytes
  }

  /// Whether every cost fits in three bytes; their maximum then stands for ``HierarchyView/maximumCost``.
  private var isNarrow: Bool {
    let maximum = HierarchyView.maximumCost
    return [up, down].allSatisfy { $0.allSatisfy { $0 < 0xFF_FFFF || $0 == maximum } }
  }
}
