import Hierarchy
import MapReader
import NavFormat
import RoadModel

/// Finds the ways through cells again that the arcs of a metric stand for.
struct CellWays: Sendable {
  private var search = CellSearch()
  private var places: [UInt32] = []

  /// Finds the edges inside a cell between two edges of the top.
  ///
  /// - Parameters:
  ///   - hop: A step of an unpacked path.
  ///   - state: The edge on which it begins.
  ///   - next: The edge on which it ends.
  ///   - top: The top of the map.
  ///   - rules: Those of the metric.
  ///   - tiles: The tiles that the numbers of the states mean.
  ///   - found: Gets the edges between, in the tiles that they belong to; none where the step is a turn.
  /// - Throws: ``RoutingError/map(_:)``.
  mutating func append(
    _ hop: PathUnpacker.Hop, from state: (slot: Int, edge: Int), to next: (slot: Int, edge: Int),
    _ top: TopView, _ rules: QueryRules, _ tiles: inout TouchedTiles,
    to found: inout [(slot: Int, edge: Int)]
  ) throws(RoutingError) {
    guard let node = hop.cell else { return }
    let (slot, junction, entry) = try tiles.arrival(state.slot, state.edge)
    let map = tiles.map
    let here = tiles.slots[slot]
    let tile = map.view(here.range, layout: here.layout)
    guard let cell = tile.cell(ofJunction: junction), tile.cellNode(cell) == node,
      let from = top.place(of: hop.from, in: node), let to = top.place(of: hop.to, in: node)
    else { return }
    let places = CellPlaces(tile, cell)
    let inside = places.insideCount
    let roads = rules.table(tile)
    let entries = roads.entries
    var open = OpenCell(tile, top, places, rules, entries.span, entry: entry)
    let goal = try tiles.departure(next.slot, next.edge)
    if goal.slot == slot { open.aim(at: goal.edge, greatestSpeed: roads.greatestSpeed) }
    let isThrough = search.findWay(
      &open, from: UInt32(inside + from), to: UInt32(inside + to), cost: hop.cost)
    // Else the hop is a turn that costs as little.
    guard isThrough else { return }
    self.places.removeAll(keepingCapacity: true)
    search.appendPath(UInt32(inside + to), .forward, to: &self.places)
    for place in self.places.dropFirst().dropLast() {
      found.append((slot, places.edge(Int(place))))
    }
  }
}
