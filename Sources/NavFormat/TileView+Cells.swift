internal import Bytes

/// The cells of the hierarchy in a tile, and what of it is no cell (Formats/nav-2.md, section 6.10).
extension TileView {
  /// The own junctions of a cell.
  public func cellJunctions(_ cell: Int) -> Range<Int> { range(layout.cellFirstJunction, cell) }

  /// The own segments of a cell, which begin and end at its junctions.
  public func cellSegments(_ cell: Int) -> Range<Int> { range(layout.cellFirstSegment, cell) }

  /// The via edges on the segments of a cell, counted from the tile's first via edge.
  public func cellVias(_ cell: Int) -> Range<Int> { range(layout.cellFirstVia, cell) }

  /// The node of the hierarchy that a cell is; `UInt32.max` for a cell without edges.
  public func cellNode(_ cell: Int) -> UInt32 { u32(layout.cellNodes, cell) &- 1 }

  /// The cell of an own junction; nil for another one, and in a file without a hierarchy.
  public func cell(ofJunction junction: Int) -> Int? {
    if layout.cellCount == 0 || junction >= layout.junctionCount { return nil }
    return lastCell(layout.cellFirstJunction, atMost: junction)
  }

  /// The cell in which a local edge begins and ends, base or via; nil where there is none.
  public func cell(ofEdge edge: Int) -> Int? {
    let via = edge &- 2 &* layout.segmentCount
    if via >= 0 {
      return via < layout.cellViaCount ? lastCell(layout.cellFirstVia, atMost: via) : nil
    }
    let segment = edge &>> 1
    return segment < layout.cellSegmentCount
      ? lastCell(layout.cellFirstSegment, atMost: segment) : nil
  }

  /// The node of the hierarchy that a local edge is, base or via; `UInt32.max` for one inside a cell, or
  /// that is none.
  public func topNode(_ edge: Int) -> UInt32 {
    if layout.cellCount == 0 { return .max }
    let cutBases = 2 &* (layout.segmentCount &- layout.cellSegmentCount)
    let via = edge &- 2 &* layout.segmentCount
    let place =
      via >= 0
      ? via &- layout.cellViaCount
      : edge &- 2 &* layout.cellSegmentCount
    if place < 0 { return .max }
    return u32(layout.topNodes, via >= 0 ? cutBases &+ place : place) &- 1
  }

  private func range(_ column: PackedColumn, _ cell: Int) -> Range<Int> {
    int(column, cell)..<int(column, cell &+ 1)
  }

  /// The last cell that begins at a number or before it, which is that where the number lies: of cells that
  /// begin at the same number all but the last are empty.
  private func lastCell(_ column: PackedColumn, atMost number: Int) -> Int {
    lowerBound(layout.cellCount) { int(column, $0) <= number } &- 1
  }
}
