internal import Bytes

/// The cells of the hierarchy in a tile, and its cut edges (Formats/nav-2.md, section 6.10).
extension TileView {
  /// The own junctions of a cell.
  package func cellJunctions(_ cell: CellIndex) -> Range<JunctionIndex> {
    range(layout.cell.firstJunction, cell)
  }

  /// The own segments of a cell, which begin and end at its junctions.
  package func cellSegments(_ cell: CellIndex) -> Range<SegmentIndex> {
    range(layout.cell.firstSegment, cell)
  }

  /// The via edges on the segments of a cell, counted from the tile's first via edge.
  package func cellVias(_ cell: CellIndex) -> Range<Int> {
    int(layout.cell.firstVia, cell.rawValue)..<int(layout.cell.firstVia, cell.rawValue &+ 1)
  }

  /// The number of the hierarchy node of a cell; `UInt32.max` for a cell without edges.
  package func cellNodeNumber(_ cell: CellIndex) -> UInt32 {
    u32(layout.cellNodes, cell.rawValue) &- 1
  }

  /// The cell of an own junction; nil for any other junction, and in a file without a hierarchy.
  package func cell(ofJunction junction: JunctionIndex) -> CellIndex? {
    if layout.cellCount == 0 || !layout.isOwn(junction) { return nil }
    return lastCell(layout.cell.firstJunction, atMost: junction.rawValue)
  }

  /// The cell in which a local edge, base or via, begins and ends; nil if it is cut.
  package func cell(ofEdge edge: EdgeIndex) -> CellIndex? {
    let via = layout.viaRow(edge)
    if via >= 0 {
      return via < layout.cellViaCount ? lastCell(layout.cell.firstVia, atMost: via) : nil
    }
    let segment = edge.segment.rawValue
    return segment < layout.cellSegmentCount
      ? lastCell(layout.cell.firstSegment, atMost: segment) : nil
  }

  /// The number of the hierarchy node of a local edge, base or via; `UInt32.max` for an edge inside a cell, or without
  /// a node.
  package func topNodeNumber(_ edge: EdgeIndex) -> UInt32 {
    if layout.cellCount == 0 { return .max }
    let firstCut = SegmentIndex(layout.cellSegmentCount).forwardEdge
    let via = layout.viaRow(edge)
    let place = via >= 0 ? via &- layout.cellViaCount : firstCut.distance(to: edge)
    if place < 0 { return .max }
    let cutBases = firstCut.distance(to: layout.firstVia)
    return u32(layout.topNodes, via >= 0 ? cutBases &+ place : place) &- 1
  }

  private func range<Index: MapIndex>(_ column: PackedColumn, _ cell: CellIndex) -> Range<Index> {
    Index(int(column, cell.rawValue))..<Index(int(column, cell.rawValue &+ 1))
  }

  /// The last cell that begins at or before a number.
  ///
  /// This cell contains the number: of the cells that begin at the same number, all but the last are empty.
  private func lastCell(_ column: PackedColumn, atMost number: Int) -> CellIndex {
    CellIndex(lowerBound(layout.cellCount) { int(column, $0) <= number } &- 1)
  }
}
