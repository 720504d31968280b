internal import Bytes

extension TileView {
  /// Checks that cells lie one behind the other and hold all junctions, and that their segments and via
  /// edges stay in them.
  func validateCells() throws(FormatError) {
    guard layout.cellCount > 0 else { return }
    try validateStarts(
      "cell first junction", layout.cellFirstJunction, end: layout.junctionCount, mayBeEmpty: false)
    try validateStarts("cell first segment", layout.cellFirstSegment, end: layout.cellSegmentCount)
    try validateStarts("cell first via", layout.cellFirstVia, end: layout.cellViaCount)
    for cell in 0..<layout.cellCount {
      let junctions = cellJunctions(cell)
      for segment in cellSegments(cell)
      where !junctions.contains(from(segment)) || !junctions.contains(to(segment)) {
        throw dangling("cell first segment", layout.cellFirstSegment &+ 2 &* cell)
      }
      let segments = cellSegments(cell)
      for via in cellVias(cell) where !segments.contains(self.via(via).base >> 1) {
        throw dangling("cell first via", layout.cellFirstVia &+ 2 &* cell)
      }
    }
    for segment in layout.cellSegmentCount..<layout.segmentCount
    where cell(ofJunction: from(segment)) == cell(ofJunction: to(segment)) {
      // A segment that is cut and yet in one cell would be missing from that cell's roads.
      throw dangling("cell first segment", layout.cellFirstSegment &+ 2 &* layout.cellCount)
    }
    for via in layout.cellViaCount..<layout.viaCount
    where self.via(via).base >> 1 < layout.cellSegmentCount {
      throw dangling("cell first via", layout.cellFirstVia &+ 2 &* layout.cellCount)
    }
  }

  private func validateStarts(
    _ column: String, _ start: Int, end: Int, mayBeEmpty: Bool = true
  ) throws(FormatError) {
    var previous = mayBeEmpty ? 0 : -1
    for cell in 0...layout.cellCount {
      let at = start &+ 2 &* cell
      let first = Int(bytes.u16(at))
      guard mayBeEmpty ? first >= previous : first > previous, cell > 0 || first == 0 else {
        throw dangling(column, at)
      }
      previous = first
    }
    guard previous == end else { throw dangling(column, start &+ 2 &* layout.cellCount) }
  }
}

extension TileView {
  /// Checks that the nodes of the hierarchy that the tile names are there.
  ///
  /// - Parameter nodeCount: The number of nodes of the file's hierarchy.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` naming the tile and the column.
  public func validateNodes(below nodeCount: Int) throws(FormatError) {
    let first = layout.cellNodes
    for row in 0..<layout.cellCount {
      try checkNode("cell node", first &+ 4 &* row, nodeCount)
    }
    guard layout.cellCount > 0 else { return }
    for edge in 2 * layout.cellSegmentCount..<2 * layout.segmentCount {
      try checkNode(
        "top node", layout.topNodes &+ 4 &* (edge - 2 * layout.cellSegmentCount), nodeCount)
    }
    let vias = layout.topNodes + 8 * (layout.segmentCount - layout.cellSegmentCount)
    for row in 0..<layout.viaCount - layout.cellViaCount {
      try checkNode("top node", vias &+ 4 &* row, nodeCount)
    }
  }

  private func checkNode(_ column: String, _ at: Int, _ nodeCount: Int) throws(FormatError) {
    let node = bytes.u32(at)
    guard node == .max || node < nodeCount else { throw dangling(column, at) }
  }
}
