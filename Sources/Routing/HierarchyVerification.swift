internal import Hierarchy
public import MapReader
internal import NavFormat
internal import RoadCosts
internal import RoadModel

extension NavMap {
  /// Checks the whole hierarchy, and those rules for metrics that need no search.
  ///
  /// Tiles and nodes must refer to each other, and the hierarchy must have every required turn. Call
  /// ``NavMap/verify(progress:)`` first.
  ///
  /// - Throws: ``NavError/format(path:_:)`` for the first fault found.
  /// - Complexity: O(size of the hierarchy, of all metrics and of all tiles).
  public func verifyHierarchy() throws(NavError) {
    let map = self
    guard let hierarchy = try map.hierarchy() else { return }
    let top = TopView(hierarchy)
    let cells = Int(hierarchy.tileCells[map.tileCount])
    if let flaw = top.flaw(edgeCount: Int(map.header.edgeEnd), cellCount: cells) {
      throw map.fault("section 'hierarchy'", "\(flaw)")
    }
    var named = [Bool](repeating: false, count: hierarchy.nodeCount)
    for tile in map.tiles { try map.verifyNodes(of: tile, hierarchy, &named) }
    if let lost = named.firstIndex(of: false) {
      throw map.fault("section 'hierarchy'", "no tile names node \(lost)")
    }
    var turns = TurnVerification(map)
    for tile in map.tiles {
      let view = try map.tile(tile)
      if let flaw = turns.flaw(view, hierarchy, top) {
        throw map.fault("section 'hierarchy'", "\(flaw) of tile \(tile)")
      }
    }
    try map.verifyCosts(top, turns.ways)
  }

  /// The error for a section that violates a rule.
  func fault(_ part: String, _ rule: String) -> NavError {
    let name = part.split(separator: "'").last.map(String.init) ?? part
    let offset = sections.entries.first { $0.name == name }?.offset ?? 0
    return .format(path: path, .invalid(part: part, offset: offset, rule: rule))
  }

  /// Checks that the nodes of a tile's cells and edges refer back to them, and marks the tile's own ones.
  private func verifyNodes(
    of tile: TileNumber, _ hierarchy: borrowing HierarchyView, _ named: inout [Bool]
  ) throws(NavError) {
    let map = self
    let view = try map.tile(tile)
    let layout = view.layout
    guard layout.cellCount > 0 else {
      throw map.fault("section 'hierarchy'", "tile \(tile) has no cells")
    }
    for cell in layout.cells {
      let node = view.cellNode(cell)
      // A cell without edges has no node.
      if node.isNone && view.cellSegments(cell).isEmpty { continue }
      let number = hierarchy.tileCells[tile.rawValue] + UInt32(cell)
      guard !node.isNone, !view.cellSegments(cell).isEmpty,
        hierarchy.contents[node.index] == HierarchyView.cellBit | number
      else {
        throw map.fault("section 'hierarchy'", "cell \(cell) of tile \(tile) is not node \(node)")
      }
      named[node.index] = true
    }
    for edge in layout.edges where view.cell(ofEdge: edge) == nil {
      let node = view.topNode(edge)
      let home = try map.home(of: edge, in: layout)
      guard !node.isNone,
        hierarchy.contents[node.index]
          == map.number(of: home.edge, in: try map.layout(home.tile)).rawValue
      else {
        throw map.fault("section 'hierarchy'", "edge \(edge) of tile \(tile) is not node \(node)")
      }
      if home.tile == tile { named[node.index] = true }
      let base = view.base(edge)
      let head = view.head(base)
      // If the edge ends in another tile, that tile checks it.
      if let cell = view.cell(ofJunction: head),
        TopNode(hierarchy.cells[node.index]) != view.cellNode(cell)
      {
        throw map.fault("section 'hierarchy'", "cell behind node \(node) is another one")
      }
    }
  }
}
