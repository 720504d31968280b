import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Makes the metric of a vehicle: changes to the stored one of its mode, or a complete metric.
struct OverlayBuilder {
  private let map: NavMap
  private let profile: MetricProfile
  private let base: QueryRules
  private let rules: QueryRules
  private let orders: CellOrders

  /// A builder.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - base: The closest stored metric, with its rules.
  ///   - rules: The rules of the metric to make, without a clock.
  ///   - orders: The orders in which to eliminate segments.
  init(
    _ map: NavMap, base: (profile: MetricProfile, rules: QueryRules), rules: QueryRules,
    _ orders: CellOrders
  ) {
    self.map = map
    self.orders = orders
    profile = base.profile
    self.base = base.rules
    self.rules = rules
  }

  /// Whether some turn may cost less than in the stored metric, which is then no lower bound.
  ///
  /// Apart from adjustments, only conditional rules open roads to a vehicle that are closed to its mode.
  func lowersCosts() throws(RoutingError) -> Bool {
    let kinds = rules.conditionKinds
    if kinds == 0 { return false }
    var tiles = TouchedTiles(map)
    let lists = try map.restrictionLists()
    for edge in lists.conditionalEdges(kinds, opening: true) {
      for end in try tiles.ends(of: edge) where lowersCosts(end, tiles) { return true }
    }
    return false
  }

  private func lowersCosts(
    _ end: (slot: TileSlot, junction: JunctionIndex), _ tiles: TouchedTiles
  ) -> Bool {
    let here = tiles.slots[end.slot.rawValue]
    let tile = map.view(here.layout)
    let (old, new) = (base.entries(tile), rules.entries(tile))
    for from in ViaEdges(tile).arriving(tile, end.junction) {
      let before = base.arrival(tile, from, end.junction, at: 0, old.span)
      let after = rules.arrival(tile, from, end.junction, at: 0, new.span)
      for place in tile.outRange(end.junction) {
        let edge = tile.out(place)
        guard let turn = rules.openTurn(tile, after, onto: edge, new.span) else { continue }
        if turn.cost < base.openTurn(tile, before, onto: edge, old.span)?.cost ?? .max {
          return true
        }
      }
    }
    return false
  }

  /// The metric as changes to the stored one.
  func overlay() throws(RoutingError) -> HierarchyMetric {
    var tiles = TouchedTiles(map)
    let columns = try map.columns()
    let edges = try changedEdges(&tiles)
    // Updating a quarter of the cells, twice and arc by arc, takes as long as computing all of them at once.
    let most = Int(columns.tileCells[map.tileCount]) / 4
    guard let cells = try changedCells(edges, atMost: most, &tiles) else { return try whole() }
    var turns: Set<TopCustomizer.Turn> = []
    for edge in edges {
      for end in try tiles.ends(of: edge) { addTurns(end, tiles, &turns) }
    }
    let top = TopView(columns)
    let stored = try map.storedMetric(profile)
    var overlay = MetricOverlay(over: stored)
    var customizer = TopCustomizer()
    var old = TileCosts(map, rules: base)
    var new = TileCosts(map, rules: rules)
    try customizer.update(
      &overlay, over: stored, top, cells: cells.sorted(),
      turns: turns.sorted { ($0.from, $0.to) < ($1.from, $1.to) }, from: &old, to: &new)
    if Task.isCancelled { throw .cancelled }
    return HierarchyMetric(rules, overlay, over: profile)
  }

  /// The complete metric.
  func whole() throws(RoutingError) -> HierarchyMetric {
    let metric = try StandardMetric.metric(rules, map, orders: orders.orders())
    return HierarchyMetric(rules, whole: metric)
  }

  // MARK: Changes

  /// The edges whose turns may have other costs than in the stored metric.
  private func changedEdges(_ tiles: inout TouchedTiles) throws(RoutingError) -> [EdgeNumber] {
    var edges: [EdgeNumber] = []
    let lists = try map.restrictionLists()
    for kind in LimitKind.allCases {
      guard let own = rules.vehicle[kind] else { continue }
      edges += lists.edges(limiting: kind, below: own)
    }
    edges += lists.conditionalEdges(rules.conditionKinds)
    edges += rules.layers.edges
    if rules.avoid != base.avoid || rules.hasExclusions { try addAvoided(&edges, &tiles) }
    return edges
  }

  /// Adds the edges with another price than in the stored metric, and excluded ones; reads all roads.
  private func addAvoided(
    _ edges: inout [EdgeNumber], _ tiles: inout TouchedTiles
  ) throws(RoutingError) {
    for number in map.tiles {
      let slot = try tiles.slot(ofTile: number)
      let here = tiles.slots[slot.rawValue]
      let tile = map.view(here.layout)
      for segment in here.layout.ownSegments {
        let road = tile.road(segment)
        guard rules.price(road) != base.price(road) || rules.excludes(road) else { continue }
        for edge in segment.edges { edges.append(tiles.id(slot, edge)) }
      }
    }
  }

  /// The nodes of the cells that contain the ends of edges; nil if there are more than `most`.
  private func changedCells(
    _ edges: [EdgeNumber], atMost most: Int, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Set<TopNode>? {
    var cells: Set<TopNode> = []
    // Neighbouring edges are mostly in the same cell; another order finds the maximum number of
    // cells sooner.
    let step = 64
    for first in 0..<step {
      for index in stride(from: first, to: edges.count, by: step) {
        for end in try tiles.ends(of: edges[index]) {
          let tile = map.view(tiles.slots[end.slot.rawValue].layout)
          guard let cell = tile.cell(ofJunction: end.junction) else { continue }
          let node = tile.cellNode(cell)
          if !node.isNone { cells.insert(node) }
        }
        if cells.count > most { return nil }
      }
    }
    return cells
  }

  /// Adds the turns at a junction between edges of the top.
  private func addTurns(
    _ end: (slot: TileSlot, junction: JunctionIndex), _ tiles: TouchedTiles,
    _ turns: inout Set<TopCustomizer.Turn>
  ) {
    let here = tiles.slots[end.slot.rawValue]
    let tile = map.view(here.layout)
    let vias = ViaEdges(tile)
    let from = vias.arriving(tile, end.junction).map { tile.topNode($0) }
      .filter { !$0.isNone }
    let to = vias.leaving(tile, end.junction).map { tile.topNode($0) }
      .filter { !$0.isNone }
    for from in from {
      for to in to where from != to { turns.insert(TopCustomizer.Turn(from: from, to: to)) }
    }
  }
}
