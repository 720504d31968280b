package import Hierarchy
package import MapReader
package import NavFormat
package import RoadModel
package import RouteModel

/// The costs of turns on the tiles of a map, for customizing its hierarchy.
///
/// It makes all metrics: those that the compiler stores in the file, and those of the engine for
/// other vehicles. Like every search, it uses ``QueryRules``.
package struct TileCosts: TopCosts, Sendable {
  private let rules: QueryRules
  private var tiles: TouchedTiles
  private let orders: [[UInt16]]
  private var filling = CellFilling()
  /// The remaining turns of ``startTurns(from:)``.
  private var turns: [Seed] = []

  /// Costs by rules without clock and tolerance.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - rules: The rules.
  ///   - orders: See ``StandardMetric``.
  package init(_ map: NavMap, rules: QueryRules, orders: [[UInt16]] = []) {
    self.rules = rules
    self.orders = orders
    tiles = TouchedTiles(map)
  }

  /// Whether the task was cancelled.
  package var isCancelled: Bool { Task.isCancelled }

  /// Fills a graph with the turns of a cell.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if its tile or the hierarchy is damaged.
  package mutating func fill(_ graph: inout CellGraph, cell node: TopNode) throws(RoutingError) {
    let map = tiles.map
    let columns = try map.columns()
    let top = TopView(columns)
    let (slot, cell) = try tiles.cell(ofNode: node, top, columns)
    let here = tiles.slots[slot.rawValue]
    let tile = map.view(here.layout)
    var places = CellPlaces(tile, cell)
    guard places.insideCount + top.degree(node) <= CellClique.maximumCount else {
      throw map.damagedHierarchy("a cell has more edges than a metric can be made of")
    }
    if !orders.isEmpty { places.permute(by: orders[here.tile.rawValue]) }
    graph.fill(tile, top, places, rules, &filling)
  }

  /// Starts with the turns from an edge of the top onto edges of the top.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if its tile or the hierarchy is damaged.
  package mutating func startTurns(from node: TopNode) throws(RoutingError) {
    turns.removeAll(keepingCapacity: true)
    let map = tiles.map
    let state = try tiles.state(ofNode: node, try map.columns())
    let (slot, junction, arriving) = try tiles.arrival(state.slot, state.edge)
    let here = tiles.slots[slot.rawValue]
    let tile = map.view(here.layout)
    let roads = rules.entries(tile)
    let arrival = rules.arrival(tile, arriving, junction, at: 0, roads.span)
    for place in tile.outRange(junction) {
      guard let turn = rules.openTurn(tile, arrival, onto: tile.out(place), roads.span)
      else { continue }
      let next = tile.topNode(turn.onto)
      if !next.isNone { turns.append(Seed(next, cost: turn.cost)) }
    }
  }

  /// Whether the edge of a node of the top is open to through traffic of the mode.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if its tile or the hierarchy is damaged.
  package mutating func isOpen(_ node: TopNode) throws(RoutingError) -> Bool {
    let map = tiles.map
    let state = try tiles.state(ofNode: node, try map.columns())
    let here = tiles.slots[state.slot.rawValue]
    let tile = map.view(here.layout)
    let roads = rules.entries(tile)
    let edge = tile.base(state.edge)
    return rules.openCost(
      tile, edge, tile.record(edge.segment), tile.entry(edge, roads.span), roads.span) != nil
  }

  /// The next turn of ``startTurns(from:)``; nil after the last.
  package mutating func nextTurn() -> Seed? { turns.popLast() }
}

extension NavMap {
  /// The hierarchy of the map, which must have one.
  @_lifetime(borrow self)
  package func columns() throws(RoutingError) -> HierarchyView {
    let found: HierarchyView?
    do throws(NavError) { found = try hierarchy() } catch { throw RoutingError(error) }
    guard let found else { throw damagedHierarchy("there is none") }
    return found
  }

  /// The edges with limits and conditions.
  @_lifetime(borrow self)
  package func restrictionLists() throws(RoutingError) -> RestrictionLists {
    let found: RestrictionLists?
    do throws(NavError) { found = try restrictions() } catch { throw RoutingError(error) }
    guard let found else { throw damagedHierarchy("it has no lists of restrictions") }
    return found
  }

  /// The error for a hierarchy that contradicts the tiles.
  package func damagedHierarchy(_ rule: String) -> RoutingError {
    RoutingError(.format(path: path, .invalid(part: "section 'hierarchy'", offset: 0, rule: rule)))
  }
}

extension TouchedTiles {
  /// The junctions at both ends of an edge.
  package mutating func ends(
    of edge: EdgeNumber
  ) throws(RoutingError) -> [(slot: TileSlot, junction: JunctionIndex)] {
    let map = self.map
    guard let number = map.directory.tile(ofEdge: edge) else {
      throw map.damagedHierarchy("a restricted edge is in no tile")
    }
    let slot = try slot(ofTile: number)
    let local = self.edge(slot, id: edge)
    let tail = try departure(slot, local)
    let head = try arrival(slot, local)
    return [(tail.slot, tail.junction), (head.slot, head.junction)]
  }

  /// The beginning of an edge: the junction, the slot that owns it, and the base edge there.
  package mutating func departure(
    _ slot: TileSlot, _ edge: EdgeIndex
  ) throws(RoutingError) -> (slot: TileSlot, junction: JunctionIndex, edge: EdgeIndex) {
    let here = slots[slot.rawValue]
    let map = self.map
    let tile = map.view(here.layout)
    let base = tile.base(edge)
    let tail = tile.head(base.reversed)
    if here.layout.isOwn(tail) { return (slot, tail, base) }
    let (there, junction, arriving) = try arrival(slot, base.reversed)
    return (there, junction, arriving.reversed)
  }
}
