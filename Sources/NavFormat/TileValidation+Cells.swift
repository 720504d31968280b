internal import Bytes

extension TileView {
  /// Checks that cells follow each other and contain all junctions.
  func validateCellStarts() throws(FormatError) {
    guard layout.cellCount > 0 else { return }
    let cells = layout.cellCount
    try checkStarts(
      "cell first junction", layout.cell.firstJunction, cells, end: layout.junctionCount,
      strictly: true)
    try checkStarts(
      "cell first segment", layout.cell.firstSegment, cells, end: layout.cellSegmentCount)
    try checkStarts("cell first via", layout.cell.firstVia, cells, end: layout.cellViaCount)
  }

  /// Checks that the via edges of a cell lie in it, and that no other segment or via edge lies in a cell.
  func validateCells() throws(FormatError) {
    guard layout.cellCount > 0 else { return }
    for cell in layout.cells {
      let segments = cellSegments(cell)
      for via in cellVias(cell) where !segments.contains(self.via(via).base.segment) {
        throw dangling("cell first via", layout.cell.firstVia, cell.rawValue)
      }
    }
    for segment in layout.segments.dropFirst(layout.cellSegmentCount)
    where cell(ofJunction: from(segment)) == cell(ofJunction: to(segment)) {
      // A cut segment inside a cell would be missing from the cell's roads.
      throw dangling("cell first segment", layout.cell.firstSegment, layout.cellCount)
    }
    for via in layout.cellViaCount..<layout.viaCount
    where self.via(via).base.segment.rawValue < layout.cellSegmentCount {
      throw dangling("cell first via", layout.cell.firstVia, layout.cellCount)
    }
  }
}

extension TileView {
  /// Checks that the tile's hierarchy nodes exist, and that every cell with edges and every cut edge has one.
  ///
  /// - Parameter nodeCount: The number of nodes of the file's hierarchy.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile and the column.
  package func validateNodes(below nodeCount: Int) throws(FormatError) {
    guard layout.cellCount > 0 else { return }
    // Entries are one more than the node, or zero.
    try check("cell node", layout.cellNodes, layout.cellCount, below: nodeCount + 1)
    for cell in layout.cells
    where (cellNodeNumber(cell) == .max) != cellSegments(cell).isEmpty {
      throw dangling("cell node", layout.cellNodes, cell.rawValue)
    }
    for row in 0..<layout.topCount {
      let node = int(layout.topNodes, row)
      if node == 0 || node > nodeCount { throw dangling("top node", layout.topNodes, row) }
    }
  }
}
