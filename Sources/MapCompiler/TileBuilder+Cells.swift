import Hierarchy
import NavFormat
import RoadModel

extension TileBuilder {
  /// Adds the beginnings of a tile's cells.
  ///
  /// - Parameters:
  ///   - segments: The segments of the tile in the order of their local numbers.
  ///   - tile: The tile.
  ///   - result: Its other contents, which receive them.
  func addCells(_ segments: [RoadSegment], _ tile: TileNumber, to result: inout TileContents) {
    guard hierarchy != nil else { return }
    let segmentCells = segments.map { partition.cell($0, graph) }
    let vias = self.vias.vias[tile]
    let viaCells = vias.map { partition.cell(turns.viaBases[$0].segment, graph) }
    result.cellSegmentCount = Self.count(segmentCells[...], before: Partition.cut)
    result.cellViaCount = Self.count(viaCells[...], before: Partition.cut)
    var (junction, segment, via) = (0, 0, 0)
    let junctionCells = partition.tileJunctions[tile].map { partition.junctionCell[$0] }
    for cell in partition.cells(of: tile) {
      junction += Self.count(junctionCells[junction...], before: cell)
      segment += Self.count(segmentCells[segment...], before: cell)
      via += Self.count(viaCells[via...], before: cell)
      result.cells.append(
        TileContents.Cell(
          firstJunction: UInt16(junction), firstSegment: UInt16(segment), firstVia: UInt16(via)))
    }
  }

  /// The numbers of the nodes of the hierarchy for the cells of a tile, then for its cut edges.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - contents: Its contents, with its cells.
  /// - Returns: The numbers, `UInt32.max` for none; empty without a hierarchy.
  func nodes(of tile: TileNumber, _ contents: TileContents) -> [UInt32] {
    guard let hierarchy else { return [] }
    var nodes = partition.cells(of: tile).map { hierarchy.cellNodes[Int($0)].number }
    for segment in (partition.tileSegments[tile] + copies[tile])[contents.cellSegmentCount...] {
      for direction in Direction.allCases {
        nodes.append(hierarchy.edgeNodes[RoadEdge(segment, direction)].number)
      }
    }
    for via in vias.vias[tile][contents.cellViaCount...] {
      nodes.append(hierarchy.edgeNodes[graph.edges.count + via.rawValue].number)
    }
    return nodes
  }

  /// The number of elements at the beginning that are in cells before one.
  private static func count(_ cells: ArraySlice<UInt32>, before cell: UInt32) -> Int {
    cells.prefix { $0 < cell }.count
  }
}
