internal import Bytes
package import RoadModel

/// The hierarchy of a file, read in place; valid while the file's bytes are borrowed.
///
/// The columns are those of Formats/nav-2.md, section 9.1. Nodes are numbered in post-order, and an arc leads from a
/// node up to one of its list. Once the columns have passed ``validate(_:at:edgeCount:)``, a search along them
/// terminates, and no index leaves its column.
package struct HierarchyView: ~Escapable {
  /// The arcs of node v are `first[v] ..< first[v + 1]`.
  package let first: Span<UInt32>
  /// The index in ``lists`` where the list of each node begins.
  package let starts: Span<UInt32>
  /// The heads of the arcs; lists may overlap.
  package let lists: Span<UInt32>
  /// The number of nodes in the subtree of each node.
  package let sizes: Span<UInt32>
  /// The node of the cell in which the edge of each node ends; ``none`` if there is no such node.
  package let cells: Span<UInt32>
  /// The content of each node: an edge id, or ``cellBit`` and the number of a cell.
  package let contents: Span<UInt32>
  /// A bit for each arc, set if it has a path up.
  package let upMasks: Span<UInt64>
  /// The number of bits set in all words of ``upMasks`` before.
  package let upCounts: Span<UInt32>
  /// A bit for each arc, set if it has a path down.
  package let downMasks: Span<UInt64>
  /// The number of bits set in all words of ``downMasks`` before.
  package let downCounts: Span<UInt32>
  /// The first cell of each tile, then the number of all cells.
  package let tileCells: Span<UInt32>
  /// The tile directory.
  package let directory: TileDirectory

  /// Set in the contents of a node that is a cell.
  package static let cellBit: UInt32 = 1 << 31
  /// No node.
  package static let none = UInt32.max

  /// A view of the section's bytes.
  @_lifetime(copy bytes, copy directory)
  package init(_ bytes: RawSpan, layout: HierarchyLayout, directory: TileDirectory) {
    first = bytes.u32s(layout.first)
    starts = bytes.u32s(layout.starts)
    lists = bytes.u32s(layout.lists)
    sizes = bytes.u32s(layout.sizes)
    cells = bytes.u32s(layout.cells)
    contents = bytes.u32s(layout.contents)
    upMasks = bytes.u64s(layout.upMasks)
    upCounts = bytes.u32s(layout.upCounts)
    downMasks = bytes.u64s(layout.downMasks)
    downCounts = bytes.u32s(layout.downCounts)
    tileCells = bytes.u32s(layout.tileCells)
    self.directory = directory
  }

  /// The number of nodes.
  package var nodeCount: Int { sizes.count }

  /// The tile of a cell, by its number in the hierarchy, and its number there; nil if there is no such cell.
  ///
  /// - Complexity: O(log(tiles)).
  package func tile(ofCell cell: UInt32) -> (tile: TileNumber, cell: CellIndex)? {
    let tiles = tileCells.count &- 1
    guard tiles > 0, cell < tileCells[tiles],
      let tile = TileDirectory.last(tiles, where: { tileCells[$0.rawValue] <= cell })
    else { return nil }
    return (tile, CellIndex(cell &- tileCells[tile.rawValue]))
  }

  /// The edge of a node, by its number; nil if the node is a cell, or does not exist.
  package func edge(ofNode node: UInt32) -> EdgeNumber? {
    guard Int(node) < contents.count else { return nil }
    let content = contents[Int(node)]
    return content & Self.cellBit == 0 ? EdgeNumber(rawValue: content) : nil
  }
}

/// The costs of a metric over the hierarchy of a file, in centiseconds, read in place.
///
/// A three-byte cost with all bits set means that there is no path, and reads as ``HierarchyView/maximumCost``.
package struct MetricColumns: ~Escapable {
  /// Bytes of a cost: 3 or 4.
  package let width: Int
  /// The costs of paths up; empty if they have three bytes.
  package let up: Span<UInt32>
  /// The costs of paths down; empty if they have three bytes.
  package let down: Span<UInt32>
  /// The lower 16 bits of the costs of paths up; empty if they have four bytes.
  package let upLows: Span<UInt16>
  /// The upper eight bits of the costs of paths up; empty if they have four bytes.
  package let upHighs: Span<UInt8>
  /// The lower 16 bits of the costs of paths down; empty if they have four bytes.
  package let downLows: Span<UInt16>
  /// The upper eight bits of the costs of paths down; empty if they have four bytes.
  package let downHighs: Span<UInt8>

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, layout: MetricLayout) {
    width = layout.width
    let none = 0..<0
    up = bytes.u32s(width == 4 ? layout.up : none)
    down = bytes.u32s(width == 4 ? layout.down : none)
    upLows = bytes.u16s(width == 3 ? layout.up : none)
    downLows = bytes.u16s(width == 3 ? layout.down : none)
    upHighs = bytes.u8s(layout.upHighs)
    downHighs = bytes.u8s(layout.downHighs)
  }

  /// The cost of a path up, by its number; ``HierarchyView/maximumCost`` if the profile has none.
  package func upCost(_ way: Int) -> UInt32 {
    width == 4 ? up[way] : Self.cost(upLows[way], upHighs[way])
  }

  /// The cost of a path down, by its number; ``HierarchyView/maximumCost`` if the profile has none.
  package func downCost(_ way: Int) -> UInt32 {
    width == 4 ? down[way] : Self.cost(downLows[way], downHighs[way])
  }

  private static func cost(_ low: UInt16, _ high: UInt8) -> UInt32 {
    let cost = UInt32(low) | UInt32(high) << 16
    return cost == 0xFF_FFFF ? HierarchyView.maximumCost : cost
  }
}
