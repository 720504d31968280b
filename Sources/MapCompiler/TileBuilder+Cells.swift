import NavFormat

extension TileBuilder {
  /// Adds where the cells of a tile begin, and the nodes of the hierarchy that lie in it.
  ///
  /// - Parameters:
  ///   - segments: The segments of the tile in the order of their local numbers.
  ///   - tile: The tile.
  ///   - result: Its contents, which have all but this.
  func addCells(_ segments: [UInt32], _ tile: Int, to result: inout TileContents) {
    guard let hierarchy else { return }
    let segmentCells = segments.map { partition.cell(Int($0), graph) }
    let vias = self.vias.vias[tile]
    let viaCells = vias.map { partition.cell(Int(turns.viaBases[Int($0)] >> 1), graph) }
    result.cellSegmentCount = Self.count(segmentCells[...], before: Partition.cut)
    result.cellViaCount = Self.count(viaCells[...], before: Partition.cut)
    var (junction, segment, via) = (0, 0, 0)
    let junctionCells = partition.tileJunctions[tile].map { partition.junctionCell[Int($0)] }
    for cell in partition.firstCells[tile]..<partition.firstCells[tile + 1] {
      junction += Self.count(junctionCells[junction...], before: cell)
      segment += Self.count(segmentCells[segment...], before: cell)
      via += Self.count(viaCells[via...], before: cell)
      result.cells.append(
        TileContents.Cell(
          firstJunction: UInt16(junction), firstSegment: UInt16(segment), firstVia: UInt16(via),
          node: hierarchy.cellNodes[Int(cell)]))
    }
    for segment in segments[result.cellSegmentCount...] {
      result.topNodes.append(hierarchy.edgeNodes[2 * Int(segment)])
      result.topNodes.append(hierarchy.edgeNodes[2 * Int(segment) + 1])
    }
    for via in vias[result.cellViaCount...] {
      result.topNodes.append(hierarchy.edgeNodes[2 * graph.segmentCount + Int(via)])
    }
  }

  /// How many at the beginning lie in cells before one.
  private static func count(_ cells: ArraySlice<UInt32>, before cell: UInt32) -> Int {
    cells.prefix { $0 < cell }.count
  }
}
