import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Lower bounds of the remaining cost of a trip, by a metric in which no turn costs more than in the query.
///
/// The rung `guided` uses them. They are computed lazily: for edges of the top one by one, for the inside of a cell all
/// at once.
final class HierarchyGuide {
  private let map: NavMap
  private let metric: HierarchyMetric
  private let rules: QueryRules
  private let query: HierarchyQuery
  private var lower: LowerBounds
  private var cells = CellBounds()
  private var graph = CellGraph()
  private var filling = CellFilling()

  /// Bounds for the ends of a query that has run.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - query: The query, with its ends.
  ///   - metric: A metric in which no turn costs more than in the query.
  ///   - rules: The rules of the query at no particular time.
  ///   - lower: Memory; ``memory`` returns it.
  /// - Throws: ``RoutingError/map(_:)``.
  init(
    _ map: NavMap, _ query: HierarchyQuery, _ metric: HierarchyMetric, rules: QueryRules,
    lower: LowerBounds
  ) throws(RoutingError) {
    self.map = map
    self.query = query
    self.metric = metric
    self.rules = rules
    self.lower = lower
    let columns = try map.columns()
    self.lower.start(TopView(columns), try metric.view(map), query.goals)
  }

  /// The memory that the initialiser received.
  var memory: LowerBounds { lower }

  /// The bound of a state.
  ///
  /// - Parameters:
  ///   - slot: A slot of `tiles`.
  ///   - edge: An edge, base or via, in the tile that it belongs to.
  ///   - isOpen: Whether the trip is still on roads open to through traffic, or already in the last zone.
  ///   - tiles: The tiles of the slots.
  /// - Returns: The bound; ``Search/none`` if no path to an end exists.
  /// - Throws: ``RoutingError/map(_:)``.
  func bound(
    _ slot: TileSlot, _ edge: EdgeIndex, isOpen: Bool, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> UInt32 {
    if !isOpen { return try zoneBound(slot, edge, tiles) }
    let map = self.map
    let here = tiles.slots[slot.rawValue]
    let tile = map.view(here.layout)
    let found: UInt32
    if let cell = tile.cell(ofEdge: edge) {
      let places = CellPlaces(tile, cell)
      let known = cells.begin(places.node)
      let begin = if let known { known } else { try addCell(tile, places) }
      guard let place = places.place(ofInside: edge) else { return Search.none }
      found = cells[begin + place]
    } else {
      let node = tile.topNode(edge)
      guard !node.isNone else { return Search.none }
      let metric = self.metric
      let columns = try map.columns()
      found = lower.bound(node, TopView(columns), try metric.view(map))
    }
    return found >= Cost.unreachable ? Search.none : found
  }

  private func addCell(
    _ tile: borrowing TileView, _ places: CellPlaces
  ) throws(RoutingError) -> Int {
    let map = self.map
    let metric = self.metric
    let columns = try map.columns()
    let top = TopView(columns)
    graph.fill(tile, top, places, rules, &filling)
    return cells.add(
      places.node, &graph, .backward, &lower, targets: query.targets(inCell: places.node), top,
      try metric.view(map))
  }

  /// The bound of a state in the last zone; the query has other slots than the guided search.
  private func zoneBound(
    _ slot: TileSlot, _ edge: EdgeIndex, _ tiles: TouchedTiles
  ) throws(RoutingError) -> UInt32 {
    guard let own = query.origin.tiles.slotIfTouched(ofTile: tiles.slots[slot.rawValue].tile) else {
      return Search.none
    }
    return query.target.costInZone(own, edge) ?? Search.none
  }
}
