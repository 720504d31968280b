import Hierarchy
import NavFormat
import RoadModel

/// The order of a map's hierarchy.
///
/// The hierarchy has two steps: the tiles follow from the order, and the index follows from the
/// numbers of edges in the tiles.
struct MapOrder: Sendable {
  let dissection: Dissection
  private let lines: LineGraph
  private let road: GeometricGraph

  /// Dissects the network.
  init(_ graph: RoadGraph, _ turns: TurnAutomaton, modes: [Mode], threads: Int) async {
    let network = TurnNetwork(
      graph, turns, modes: modes.reduce(into: []) { $0.insert(ModeSet($1)) })
    road = network.road
    lines = network.lines()
    dissection = await Dissection(road, lines: lines, threads: threads)
  }

  /// Contracts the network.
  func hierarchy(
    _ graph: RoadGraph, _ partition: Partition, _ vias: TileVias, threads: Int
  ) async throws(CompileError) -> MapHierarchy {
    // The highest bit is the kind of a node.
    guard dissection.order.count < 1 << 31 else {
      throw .tooLarge("the number of directed edges")
    }
    let index = await TopIndex(
      lines, dissection, road, cells: dissection.cells, threads: threads)
    return MapHierarchy(index, dissection, vias.edgeNumbers(graph, partition), partition.firstCells)
  }
}

/// The hierarchy of a map in the numbers of the file.
struct MapHierarchy: Sendable {
  /// The content of the section, except for the nodes of the tiles.
  let contents: HierarchyContents
  /// The node of every cell.
  let cellNodes: [TopNode]
  /// The node of every directed edge, with via edges last; none for edges in cells.
  let edgeNodes: [TopNode]

  /// The bytes of its section.
  ///
  /// - Parameter tileNodes: The numbers of the nodes of each tile's cells and cut edges.
  /// - Returns: The bytes.
  func encoded(tileNodes: [[UInt32]]) -> [UInt8] {
    var contents = contents
    contents.tileNodes = tileNodes
    return contents.encoded()
  }

  fileprivate init(
    _ index: TopIndex, _ dissection: Dissection, _ edgeNumbers: [EdgeNumber], _ tileCells: [UInt32]
  ) {
    cellNodes = index.nodes(ofCells: Int(tileCells.last ?? 0))
    let nodes = index.nodes(ofEdges: dissection.order.count)
    edgeNodes = dissection.ranks.map { nodes[Int($0)] }
    let named = index.contents.map { content in
      content & TopIndex.cellBit != 0
        ? content : edgeNumbers[Int(dissection.order[Int(content)])].rawValue
    }
    contents = HierarchyContents(
      first: index.first, starts: index.starts, lists: index.lists, sizes: index.sizes,
      cells: index.cells, contents: named, upMasks: index.upMasks, upCounts: index.upCounts,
      downMasks: index.downMasks, downCounts: index.downCounts, tileCells: tileCells)
  }
}
