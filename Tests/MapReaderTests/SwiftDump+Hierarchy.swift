import MapReader
import NavFormat
import RoadModel

extension SwiftDump {
  /// The cells of a tile, and the nodes of the edges outside them.
  mutating func addCells(_ number: TileNumber, _ t: (String, String), _ tile: borrowing TileView) {
    let layout = tile.layout
    func json(_ range: Range<some Strideable>) -> String {
      "[\(range.lowerBound),\(range.upperBound)]"
    }
    for cell in layout.cells {
      add(
        "cell",
        [
          t, ("cell", "\(cell)"), ("node", "\(tile.cellNodeNumber(cell))"),
          ("junctions", json(tile.cellJunctions(cell))),
          ("segments", json(tile.cellSegments(cell))), ("vias", json(tile.cellVias(cell))),
        ])
    }
    guard layout.cellCount > 0 else { return }
    for edge in layout.edges where tile.cell(ofEdge: edge) == nil {
      add(
        "top",
        [
          t, ("edge", "\(edgeID(number, edge, tile))"), ("node", "\(tile.topNodeNumber(edge))"),
        ])
    }
  }

  /// The id in the file of a local edge.
  private func edgeID(
    _ number: TileNumber, _ index: EdgeIndex, _ tile: borrowing TileView
  ) -> Int {
    let layout = tile.layout
    let (edge, base) = (index.rawValue, tile.base(index).rawValue)
    let via = edge - 2 * layout.segmentCount
    if base >> 1 < layout.ownSegmentCount {
      return Int(map.entry(number).firstEdge) + (via < 0 ? edge : 2 * layout.ownSegmentCount + via)
    }
    guard let crossing = tile.crossing(ofSegment: SegmentIndex(base >> 1)) else { return -1 }
    let home = map.entry(crossing.tile)
    let there =
      via < 0
      ? 2 * crossing.there.rawValue + base & 1 : 2 * Int(home.segmentCount) + tile.via(via).there
    return Int(home.firstEdge) + there
  }

  /// The nodes of the hierarchy.
  mutating func addNodes() throws {
    let map = self.map
    guard let hierarchy = try map.hierarchy() else { return }
    for node in 0..<hierarchy.nodeCount {
      let content = hierarchy.contents[node]
      let isCell = content & HierarchyView.cellBit != 0
      let arcs = Int(hierarchy.first[node])..<Int(hierarchy.first[node + 1])
      let list = (0..<arcs.count).map { hierarchy.lists[Int(hierarchy.starts[node]) + $0] }
      var (up, down) = ("", "")
      for arc in arcs {
        up += hierarchy.upMasks[arc / 64] >> UInt64(arc % 64) & 1 == 0 ? "0" : "1"
        down += hierarchy.downMasks[arc / 64] >> UInt64(arc % 64) & 1 == 0 ? "0" : "1"
      }
      add(
        "node",
        [
          ("node", "\(node)"),
          (isCell ? "cell" : "edge", "\(content & ~HierarchyView.cellBit)"),
          ("size", "\(hierarchy.sizes[node])"), ("behind", "\(hierarchy.cells[node])"),
          ("list", Self.json(list)), ("up", "\"\(up)\""), ("down", "\"\(down)\""),
        ])
    }
  }
  /// The lists of restricted edges.
  mutating func addRestrictions() throws {
    let map = self.map
    guard let lists = try map.restrictions() else { return }
    for kind in LimitKind.allCases.map({ UInt32($0.rawValue) }) + [RestrictionLists.conditionalKind]
    {
      for entry in lists.entries(kind) {
        add(
          "restriction",
          [("kind", "\(kind)"), ("value", "\(entry.value)"), ("edge", "\(entry.edge)")])
      }
    }
  }
}
