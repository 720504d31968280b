package import Hierarchy
import MapReader
package import NavFormat
package import RouteModel

// The border of the hierarchy in a file: its numbers become nodes and cells here.

extension TopView {
  /// A view of the columns of a file.
  @_lifetime(copy columns)
  package init(_ columns: HierarchyView) {
    self.init(
      first: columns.first, starts: columns.starts, lists: columns.lists, sizes: columns.sizes,
      cells: columns.cells, contents: columns.contents, upMasks: columns.upMasks,
      upCounts: columns.upCounts, downMasks: columns.downMasks, downCounts: columns.downCounts)
  }
}

extension TileView {
  /// The hierarchy node of a cell; ``Hierarchy/TopNode/none`` for a cell without edges.
  @inline(__always)
  package func cellNode(_ cell: CellIndex) -> TopNode { TopNode(cellNodeNumber(cell)) }

  /// The hierarchy node of a local edge, base or via; ``Hierarchy/TopNode/none`` for an edge inside a cell, or without
  /// a node.
  @inline(__always)
  package func topNode(_ edge: EdgeIndex) -> TopNode { TopNode(topNodeNumber(edge)) }
}

extension TouchedTiles {
  /// The edge of a node of the top: its slot, and its local number in the tile that it belongs to.
  package mutating func state(
    ofNode node: TopNode, _ columns: borrowing HierarchyView
  ) throws(RoutingError) -> (slot: TileSlot, edge: EdgeIndex) {
    guard let id = columns.edge(ofNode: node.number) else {
      throw map.damagedHierarchy("a node is not that of an edge")
    }
    guard let tile = columns.directory.tile(ofEdge: id) else {
      throw map.damagedHierarchy("an edge is in no tile")
    }
    let slot = try slot(ofTile: tile)
    return (slot, edge(slot, id: id))
  }

  /// The cell of a node of the top: the slot of its tile, and its number there.
  package mutating func cell(
    ofNode node: TopNode, _ top: TopView, _ columns: borrowing HierarchyView
  ) throws(RoutingError) -> (slot: TileSlot, cell: CellIndex) {
    guard let cell = top.cell(node), let place = columns.tile(ofCell: cell.number) else {
      throw map.damagedHierarchy("a cell is in no tile")
    }
    let slot = try slot(ofTile: place.tile)
    let layout = slots[slot.rawValue].layout
    guard layout.cells.contains(place.cell), map.view(layout).cellNode(place.cell) == node else {
      throw map.damagedHierarchy("a cell is not in its tile")
    }
    return (slot, place.cell)
  }
}
