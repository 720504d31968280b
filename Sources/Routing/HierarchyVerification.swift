internal import Hierarchy
public import MapReader
internal import NavFormat
internal import RoadModel

extension NavMap {
  /// Checks the hierarchy wholly, that tiles and nodes of it name each other, that it has every turn that it must
  /// have, and of the metrics all that can be told without a search; for a whole file after
  /// ``MapReader/NavMap/verify(progress:)``.
  ///
  /// - Throws: ``NavError/format(path:_:)`` for the first fault found.
  /// - Complexity: O(size of the hierarchy, of all metrics and of all tiles).
  public func verifyHierarchy() throws(NavError) {
    let map = self
    guard let hierarchy = try map.hierarchy() else { return }
    let top = TopView(
      first: hierarchy.first, starts: hierarchy.starts, lists: hierarchy.lists,
      sizes: hierarchy.sizes, cells: hierarchy.cells, contents: hierarchy.contents,
      upMasks: hierarchy.upMasks, upCounts: hierarchy.upCounts, downMasks: hierarchy.downMasks,
      downCounts: hierarchy.downCounts)
    let cells = Int(hierarchy.tileCells[map.tileCount])
    if let flaw = top.flaw(edgeCount: Int(map.header.edgeEnd), cellCount: cells) {
      throw map.fault("section 'hierarchy'", "\(flaw)")
    }
    var named = [Bool](repeating: false, count: hierarchy.nodeCount)
    for tile in 0..<map.tileCount { try map.verifyNodes(of: tile, hierarchy, &named) }
    if let lost = named.firstIndex(of: false) {
      throw map.fault("section 'hierarchy'", "no tile names node \(lost)")
    }
    var turns = TurnVerification(map)
    for tile in 0..<map.tileCount {
      let view = try map.tile(tile)
      if let flaw = turns.flaw(view, hierarchy, top) {
        throw map.fault("section 'hierarchy'", "\(flaw) of tile \(tile)")
      }
    }
    try map.verifyCosts(top, turns.ways)
  }

  /// The error of a section that breaks a rule.
  func fault(_ part: String, _ rule: String) -> NavError {
    let name = part.split(separator: "'").last.map(String.init) ?? part
    let offset = sections.entries.first { $0.name == name }?.offset ?? 0
    return .format(path: path, .invalid(part: part, offset: offset, rule: rule))
  }

  /// Checks that a tile's cells and edges are the nodes that they name, and notes the own ones.
  private func verifyNodes(
    of tile: Int, _ hierarchy: borrowing HierarchyView, _ named: inout [Bool]
  ) throws(NavError) {
    let map = self
    let view = try map.tile(tile)
    let layout = view.layout
    guard layout.cellCount > 0 else {
      throw map.fault("section 'hierarchy'", "tile \(tile) has no cells")
    }
    for cell in 0..<layout.cellCount {
      let node = view.cellNode(cell)
      // A cell without edges is no node.
      if node == HierarchyView.none && view.cellSegments(cell).isEmpty { continue }
      let number = hierarchy.tileCells[tile] + UInt32(cell)
      guard node != HierarchyView.none, !view.cellSegments(cell).isEmpty,
        hierarchy.contents[Int(node)] == HierarchyView.cellBit | number
      else {
        throw map.fault("section 'hierarchy'", "cell \(cell) of tile \(tile) is not node \(node)")
      }
      named[Int(node)] = true
    }
    for edge in 0..<2 * layout.segmentCount + layout.viaCount where view.cell(ofEdge: edge) == nil {
      let node = view.topNode(edge)
      let (id, isOwn) = map.edgeID(view, tile, edge)
      guard node != HierarchyView.none, hierarchy.contents[Int(node)] == id else {
        throw map.fault("section 'hierarchy'", "edge \(edge) of tile \(tile) is not node \(node)")
      }
      if isOwn { named[Int(node)] = true }
      let base = view.base(edge)
      let head = base & 1 == 0 ? view.to(base >> 1) : view.from(base >> 1)
      // Where the edge ends in another tile, that one checks it.
      if let cell = view.cell(ofJunction: head), hierarchy.cells[Int(node)] != view.cellNode(cell) {
        throw map.fault("section 'hierarchy'", "cell behind node \(node) is another one")
      }
    }
  }

  /// The id in the file of a local edge, and whether the edge belongs to the tile.
  private func edgeID(
    _ view: borrowing TileView, _ tile: Int, _ edge: Int
  ) -> (id: UInt32, isOwn: Bool) {
    let layout = view.layout
    let base = view.base(edge)
    let via = edge - 2 * layout.segmentCount
    guard base >> 1 >= layout.ownSegmentCount, let across = view.crossing(ofSegment: base >> 1)
    else {
      let number = via < 0 ? edge : 2 * layout.ownSegmentCount + via
      return (entry(tile).firstEdge &+ UInt32(number), true)
    }
    let home = entry(Int(across.tile))
    let number =
      via < 0
      ? 2 * Int(across.there) + base & 1 : 2 * Int(home.segmentCount) + view.via(via).there
    return (home.firstEdge &+ UInt32(number), false)
  }
}
