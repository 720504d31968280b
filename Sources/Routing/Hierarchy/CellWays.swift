import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Finds the paths through cells that the arcs of a metric represent.
///
/// The most recent paths are cached, because many trips in a region use the same main roads.
struct CellWays: Sendable {
  /// A cached path.
  private struct Known {
    var metric = UInt32.max
    var from = TopNode.none
    var to = TopNode.none
    /// The tile of its edges.
    var tile = TileNumber(0)
    /// The number of its first edge among all edges ever cached.
    var first = 0
    var count = 0
  }

  private var search = CellSearch()
  private var places: [UInt32] = []
  /// By a hash of ends and metric; allocated on first use.
  private var known: [Known] = []
  /// A ring buffer with the edges of the most recent paths; its size is a power of two.
  private var edges: [UInt32] = []
  /// The number of edges ever cached.
  private var edgeCount = 0

  /// Finds the edges inside a cell between two edges of the top.
  ///
  /// - Parameters:
  ///   - hop: A step of an unpacked path.
  ///   - state: The edge on which it begins.
  ///   - next: The edge on which it ends.
  ///   - top: The hierarchy.
  ///   - metric: The metric of the path.
  ///   - tiles: The tiles of the slots.
  ///   - found: Receives the edges in between, in the tiles that they belong to; none if the step is a turn.
  /// - Throws: ``RoutingError/map(_:)``.
  mutating func append(
    _ hop: PathUnpacker.Hop, from state: (slot: TileSlot, edge: EdgeIndex),
    to next: (slot: TileSlot, edge: EdgeIndex), _ top: TopView, _ metric: HierarchyMetric,
    _ tiles: inout TouchedTiles,
    to found: inout [(slot: TileSlot, edge: EdgeIndex)]
  ) throws(RoutingError) {
    guard let node = hop.cell else { return }
    if known.isEmpty {
      known = [Known](repeating: Known(), count: top.rememberedCount)
      edges = [UInt32](repeating: 0, count: 8 * known.count)
    }
    let place = NodePair(from: hop.from, to: hop.to).place(metric: metric.number, of: known.count)
    let here = known[place]
    if here.metric == metric.number, here.from == hop.from, here.to == hop.to,
      edgeCount - here.first <= edges.count
    {
      let slot = try tiles.slot(ofTile: here.tile)
      for number in here.first..<here.first + here.count {
        found.append((slot, EdgeIndex(edges[number & (edges.count - 1)])))
      }
      return
    }
    let begin = found.count
    try search(hop, node, from: state, to: next, top, metric.rules, &tiles, to: &found)
    let slot = found.count > begin ? found[begin].slot : state.slot
    known[place] = Known(
      metric: metric.number, from: hop.from, to: hop.to,
      tile: tiles.slots[slot.rawValue].tile, first: edgeCount, count: found.count - begin)
    for state in found[begin...] {
      edges[edgeCount & (edges.count - 1)] = UInt32(state.edge)
      edgeCount += 1
    }
  }

  private mutating func search(
    _ hop: PathUnpacker.Hop, _ node: TopNode, from state: (slot: TileSlot, edge: EdgeIndex),
    to next: (slot: TileSlot, edge: EdgeIndex), _ top: TopView, _ rules: QueryRules,
    _ tiles: inout TouchedTiles, to found: inout [(slot: TileSlot, edge: EdgeIndex)]
  ) throws(RoutingError) {
    let (slot, junction, entry) = try tiles.arrival(state.slot, state.edge)
    let map = tiles.map
    let here = tiles.slots[slot.rawValue]
    let tile = map.view(here.layout)
    guard let cell = tile.cell(ofJunction: junction), tile.cellNode(cell) == node,
      let from = top.place(of: hop.from, in: node), let to = top.place(of: hop.to, in: node)
    else { return }
    let places = CellPlaces(tile, cell)
    let inside = places.insideCount
    let roads = rules.table(tile)
    let entries = roads.entries
    var open = OpenCell(tile, top, places, rules, entries.span, entry: entry)
    let goal = try tiles.departure(next.slot, next.edge)
    if goal.slot == slot { open.aim(at: goal.edge, maximumSpeed: roads.maximumSpeed) }
    let isThrough = search.findWay(
      &open, from: UInt32(inside + from), to: UInt32(inside + to), cost: hop.cost)
    // Otherwise the hop is a turn of the same cost.
    guard isThrough else { return }
    self.places.removeAll(keepingCapacity: true)
    search.appendPath(UInt32(inside + to), .forward, to: &self.places)
    for place in self.places.dropFirst().dropLast() {
      found.append((slot, places.edge(Int(place))))
    }
  }
}
