import Bytes
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// What a search for all within a range needs of one cell of the hierarchy, by the costs of one metric.
final class ReachCell: Sendable {
  /// An edge of the top that bounds the cell.
  struct Bound {
    /// The hierarchy's node of the edge.
    let node: TopNode
    /// The tile that the edge belongs to, and its local number there.
    let tile: TileNumber
    let edge: EdgeIndex
    /// The time of the whole edge.
    let whole: Centiseconds
    /// The node of the cell in which it ends; ``Hierarchy/TopNode/none`` if all edges are cut there.
    let next: TopNode
    /// Whether a turn may lead from its end to what a search of that cell does not find.
    ///
    /// The list of a cell has the edges of the top that are connected with its inside, not all that meet at its
    /// junctions.
    let turnsOutside: Bool

    /// Reads an edge.
    init(
      _ node: TopNode, _ top: TopView, _ columns: borrowing HierarchyView, _ rules: QueryRules,
      _ tiles: inout TouchedTiles
    ) throws(RoutingError) {
      let state = try tiles.state(ofNode: node, columns)
      let home = tiles.slots[state.slot.rawValue]
      let map = tiles.map
      let view = map.view(home.layout)
      self.node = node
      tile = home.tile
      edge = state.edge
      whole = rules.edgeTime(view, view.base(edge), at: 0)
      next = top.cellAfter(node) ?? TopNode.none
      turnsOutside = try Self.turnsOutside(node, state, next, top, rules, &tiles)
    }

    private static func turnsOutside(
      _ node: TopNode, _ state: (slot: TileSlot, edge: EdgeIndex), _ next: TopNode, _ top: TopView,
      _ rules: QueryRules, _ tiles: inout TouchedTiles
    ) throws(RoutingError) -> Bool {
      if next.isNone || top.place(of: node, in: next) == nil { return true }
      let (slot, junction, arriving) = try tiles.arrival(state.slot, state.edge)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      let roads = rules.entries(tile)
      let arrival = rules.arrival(tile, arriving, junction, at: 0, roads.span)
      for place in tile.outRange(junction) {
        guard let turn = rules.openTurn(tile, arrival, onto: tile.out(place), roads.span)
        else { continue }
        let other = tile.topNode(turn.onto)
        if !other.isNone, top.place(of: other, in: next) == nil { return true }
      }
      return false
    }
  }

  /// The tile of the cell.
  let tile: TileNumber
  let places: CellPlaces
  /// The turns between open roads, and from there into the last zone; places in the zone come after the bounds.
  let net: CellNet
  /// The time of the whole edge at each place inside, and then of those in the zone.
  let wholes: [Centiseconds]
  /// The segment at each place inside, and then of those in the zone.
  let segments: [SegmentIndex]
  /// The edges that bound the cell, in the order of its list.
  let bounds: [Bound]
  /// The last zone of a trip as far as it lies in the cell.
  let zone: ReachZone
  let coverage = ReachCoverage()

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - node: The hierarchy's node of the cell.
  ///   - top: The hierarchy.
  ///   - columns: The same hierarchy with the places of edges and cells.
  ///   - rules: Rules without a clock, whose costs are those of the metric.
  ///   - tiles: The tiles of the query.
  ///   - work: Memory to reuse.
  /// - Throws: ``RoutingError/map(_:)``.
  init(
    _ node: TopNode, _ top: TopView, _ columns: borrowing HierarchyView, _ rules: QueryRules,
    _ tiles: inout TouchedTiles, _ work: inout CellFilling
  ) throws(RoutingError) {
    let map = tiles.map
    let (slot, cell) = try tiles.cell(ofNode: node, top, columns)
    let home = tiles.slots[slot.rawValue]
    let tile = map.view(home.layout)
    let places = CellPlaces(tile, cell)
    var graph = CellGraph()
    graph.fill(tile, top, places, rules, &work)
    let entries = rules.entries(tile)
    var bounds: [Bound] = []
    for number in 0..<top.degree(node) {
      bounds.append(
        try Bound(top.neighbour(node, number), top, columns, rules, &tiles))
    }
    self.tile = home.tile
    self.places = places
    self.bounds = bounds
    var turns: [CellNet.AddedTurn] = []
    let zone = ReachZone(tile, top, places, rules, &turns)
    self.zone = zone
    net = CellNet(graph, adding: turns, to: zone.edges.count)
    let bases = (0..<places.insideCount).map { tile.base(places.edge($0)) } + zone.edges
    wholes = bases.map { rules.edgeTime(tile, $0, at: 0, entries.span) }
    segments = bases.map(\.segment)
  }

  /// The size in memory, in bytes, with all that its coverage may learn.
  var byteCount: Int {
    net.byteCount + 6 * wholes.count + 32 * bounds.count + zone.byteCount
      + ReachCoverage.byteCount(segments: places.segments.count, bounds: bounds.count)
  }
}

/// The cells of recent searches, shared by all queries of an engine.
final class ReachCellCache: Sendable {
  private struct State {
    var cells: [MetricNode: ReachCell] = [:]
    var bytes = 0
  }

  /// Maximum size in bytes: some 3,000 cells, of about 1 M directed edges.
  private static let byteLimit = 32 << 20
  private let state = Guarded(State())

  /// A cell, if it is cached.
  func cell(_ node: TopNode, metric: UInt32) -> ReachCell? {
    state.withLock { $0.cells[MetricNode(metric: metric, node)] }
  }

  /// Keeps a cell.
  func keep(_ cell: ReachCell, metric: UInt32) {
    state.withLock { state in
      // What is needed again comes back soon.
      if state.bytes > Self.byteLimit { state = State() }
      state.cells[MetricNode(metric: metric, cell.places.node)] = cell
      state.bytes += cell.byteCount
    }
  }
}
