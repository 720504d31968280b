internal import Bytes

/// The cells of the hierarchy in a tile, and what of it is no cell (Formats/nav-2.md, section 6.10).
extension TileView {
  /// The own junctions of a cell.
  public func cellJunctions(_ cell: Int) -> Range<JunctionIndex> {
    range(layout.cellFirstJunction, cell)
  }

  /// The own segments of a cell, which begin and end at its junctions.
  public func cellSegments(_ cell: Int) -> Range<SegmentIndex> {
    range(layout.cellFirstSegment, cell)
  }

  /// The via edges on the segments of a cell, counted from the tile's first via edge.
  public func cellVias(_ cell: Int) -> Range<Int> {
    int(layout.cellFirstVia, cell)..<int(layout.cellFirstVia, cell &+ 1)
  }

  /// The node of the hierarchy that a cell is; `UInt32.max` for a cell without edges.
  public func cellNode(_ cell: Int) -> UInt32 { u32(layout.cellNodes, cell) &- 1 }

  /// The cell of an own junction; nil for another one, and in a file without a hierarchy.
  public func cell(ofJunction junction: JunctionIndex) -> Int? {
    if layout.cellCount == 0 || !layout.isOwn(junction) { return nil }
    return lastCell(layout.cellFirstJunction, atMost: junction.rawValue)
  }

  /// The cell in which a local edge begins and ends, base or via; nil where there is none.
  public func cell(ofEdge edge: EdgeIndex) -> Int? {
    let via = layout.viaRow(edge)
    if via >= 0 {
      return via < layout.cellViaCount ? lastCell(layout.cellFirstVia, atMost: via) : nil
    }
    let segment = edge.segment.rawValue
    return segment < layout.cellSegmentCount
      ? lastCell(layout.cellFirstSegment, atMost: segment) : nil
  }

  /// The node of the hierarchy that a local edge is, base or via; `UInt32.max` for one inside a cell, or
  /// that is none.
  public func topNode(_ edge: EdgeIndex) -> UInt32 {
    if layout.cellCount == 0 { return .max }
    let firstCut = SegmentIndex(layout.cellSegmentCount).forwardEdge
    let via = layout.viaRow(edge)
    let place = via >= 0 ? via &- layout.cellViaCount : firstCut.distance(to: edge)
    if place < 0 { return .max }
    let cutBases = firstCut.distance(to: layout.firstVia)
    return u32(layout.topNodes, via >= 0 ? cutBases &+ place : place) &- 1
  }

  private func range<Index: MapIndex>(_ column: PackedColumn, _ cell: Int) -> Range<Index> {
    Index(int(column, cell))..<Index(int(column, cell &+ 1))
  }

  /// The last cell that begins at a number or before it, which is that where the number lies: of cells that
  /// begin at the same number all but the last are empty.
  private func lastCell(_ column: PackedColumn, atMost number: Int) -> Int {
    lowerBound(layout.cellCount) { int(column, $0) <= number } &- 1
  }
}
