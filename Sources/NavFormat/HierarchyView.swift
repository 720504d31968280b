internal import Bytes

/// The hierarchy of a file, read in place; valid while the file's bytes are borrowed, nothing is copied.
///
/// The columns are those of section 9 of Formats/nav-2.md: nodes are numbered in post-order, an arc leads from
/// a node up to one of its list. They must have passed ``validate(_:at:edgeCount:)`` once; then a search
/// that follows them ends, and no number leads out of its column.
public struct HierarchyView: ~Escapable {
  /// The arcs of node v are `first[v] ..< first[v + 1]`.
  public let first: Span<UInt32>
  /// Where the list of a node begins in ``lists``.
  public let starts: Span<UInt32>
  /// The heads of the arcs, lists overlapping.
  public let lists: Span<UInt32>
  /// The nodes in the subtree of each node.
  public let sizes: Span<UInt32>
  /// The node of the cell in which the edge that a node is ends; `UInt32.max` if it is none.
  public let cells: Span<UInt32>
  /// What each node is: an edge id, or bit 31 and the number of a cell.
  public let contents: Span<UInt32>
  /// Which arcs have a way up.
  public let upMasks: Span<UInt64>
  /// How many arcs with a way up there are in the words before.
  public let upCounts: Span<UInt32>
  /// Which arcs have a way down.
  public let downMasks: Span<UInt64>
  /// How many arcs with a way down there are in the words before.
  public let downCounts: Span<UInt32>
  /// The first cell of each tile, then the number of all cells.
  public let tileCells: Span<UInt32>
  /// The tile directory.
  private let directory: RawSpan

  /// Set in the contents of a node that is a cell.
  public static let cellBit: UInt32 = 1 << 31
  /// No node.
  public static let none = UInt32.max

  /// A view of the section's bytes.
  @_lifetime(copy bytes, copy directory)
  package init(_ bytes: RawSpan, layout: HierarchyLayout, directory: RawSpan) {
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
  public var nodeCount: Int { sizes.count }

  /// The tile in which a cell of the hierarchy lies, and its number there; nil when there is no such cell.
  ///
  /// - Complexity: O(log(tiles)).
  public func tile(ofCell cell: UInt32) -> (tile: TileNumber, cell: Int)? {
    let tiles = tileCells.count &- 1
    guard tiles > 0, cell < tileCells[tiles] else { return nil }
    let tile = Self.last(tiles) { tileCells[$0] <= cell }
    return (TileNumber(tile), Int(cell &- tileCells[tile]))
  }

  /// The tile that a directed edge of the file belongs to; nil when there is no such edge.
  ///
  /// - Complexity: O(log(tiles)).
  public func tile(ofEdge id: UInt32) -> TileNumber? {
    let tiles = tileCells.count &- 1
    guard tiles > 0 else { return nil }
    func first(_ tile: Int) -> UInt32 { directory.u32(tile &* TileEntry.length &+ 32) }
    let tile = Self.last(tiles) { first($0) <= id }
    let count = directory.u32(tile &* TileEntry.length &+ 36)
    return id >= first(tile) && id &- first(tile) < count ? TileNumber(tile) : nil
  }

  /// The last of some places for which something holds that holds for the first and up to some other.
  @inline(__always)
  private static func last(_ count: Int, _ holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while high &- low > 1 {
      let middle = (low &+ high) &>> 1
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}

/// The costs of one mode over the hierarchy of a file, read in place: in centiseconds, for each way.
///
/// Of three bytes the largest number means that there is none for the mode, else ``HierarchyView/maximumCost``.
public struct MetricColumns: ~Escapable {
  /// Bytes of a cost: 3 or 4.
  public let width: Int
  /// The costs of ways up; empty when they have three bytes.
  public let up: Span<UInt32>
  /// The costs of ways down; empty when they have three bytes.
  public let down: Span<UInt32>
  /// The lower 16 bits of the costs of ways up, when they have three bytes.
  public let upLows: Span<UInt16>
  /// The upper eight bits of the costs of ways up, when they have three bytes.
  public let upHighs: Span<UInt8>
  /// The lower 16 bits of the costs of ways down, when they have three bytes.
  public let downLows: Span<UInt16>
  /// The upper eight bits of the costs of ways down, when they have three bytes.
  public let downHighs: Span<UInt8>

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

  /// What a way up costs, by its number; ``HierarchyView/maximumCost`` when the mode has none.
  public func upCost(_ way: Int) -> UInt32 {
    width == 4 ? up[way] : Self.cost(upLows[way], upHighs[way])
  }

  /// What a way down costs, by its number; ``HierarchyView/maximumCost`` when the mode has none.
  public func downCost(_ way: Int) -> UInt32 {
    width == 4 ? down[way] : Self.cost(downLows[way], downHighs[way])
  }

  private static func cost(_ low: UInt16, _ high: UInt8) -> UInt32 {
    let cost = UInt32(low) | UInt32(high) << 16
    return cost == 0xFF_FFFF ? HierarchyView.maximumCost : cost
  }
}
