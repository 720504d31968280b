import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The best path by a metric between the ends of a leg: the rungs `metric` and `overlay`.
///
/// The search goes forward from the starts through their zone to roads open to through traffic, and backward from the
/// ends likewise. From there it goes through cells to the edges that bound them, and between these on the top of the
/// hierarchy. The path is unpacked to edges and replayed by the rules of the query. No path costs less than the metric
/// says, so the path is the best if the replay costs no more.
struct HierarchyQuery {
  /// The result.
  enum Answer {
    /// The best path.
    case best(Path)
    /// There is no path.
    case none
    /// No path costs less than this.
    case atLeast(UInt32)
  }

  /// A cell with starts or ends, and their places in it.
  struct CellEnd {
    let places: CellPlaces
    let slot: TileSlot
    var seeds: [PlaceSeed] = []
    /// The label of each seed.
    var labels: [Int] = []
  }

  /// An edge of the top with starts or ends.
  struct TopEnd {
    var seed: Seed
    var label: Int
  }

  let map: NavMap
  /// The rules of the query, and those of the searches around its ends, without a time.
  let rules: QueryRules
  let bounding: QueryRules
  let metric: HierarchyMetric
  private(set) var starts: [SearchEnd] = []
  var origin: Search
  private(set) var target: TargetSpread
  private(set) var originCells: [CellEnd] = []
  private(set) var originTops: [TopEnd] = []
  private(set) var targetCells: [CellEnd] = []
  private(set) var targetTops: [TopEnd] = []
  /// The starts and the goals of the search on the top.
  private(set) var sources: [Seed] = []
  private(set) var goals: [Seed] = []

  /// A query on a metric.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - rules: The rules by which paths are driven.
  ///   - model: The rules of the metric, if it is not one for `rules`; nil if it is.
  ///   - metric: The metric.
  init(_ map: NavMap, rules: QueryRules, model: QueryRules? = nil, metric: HierarchyMetric) {
    self.map = map
    self.rules = rules
    self.metric = metric
    bounding = (model ?? rules).atAnyTime()
    origin = Search(map, rules: bounding)
    target = TargetSpread(bounding)
  }

  /// The targets inside a cell for bounds: their places, and the costs from there.
  func targets(inCell node: TopNode) -> [PlaceSeed] {
    targetCells.first { $0.places.node == node }?.seeds ?? []
  }

  /// Runs the query.
  mutating func run(
    from starts: [SearchEnd], to ends: [SearchEnd], _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Answer {
    try prepareTarget(ends, &work)
    try prepareOrigin(starts, to: ends, &work)
    let map = self.map
    let metric = self.metric
    let columns = try map.columns()
    let top = TopView(columns)
    let view = try metric.view(map)
    let inside = bestInside(work)
    let direct = origin.best?.cost ?? Cost.unreachable
    let limit = min(direct, inside?.cost ?? Cost.unreachable)
    let cost = work.tree.run(top, view, from: sources, to: goals, below: limit)
    let bound = min(cost, limit)
    if bound >= Cost.unreachable { return .none }
    if cost >= limit, direct <= limit {
      guard !rules.hasClock, let path = origin.foundPath() else { return .atLeast(bound) }
      return .best(path)
    }
    var route = Route(origin.tiles)
    if cost < limit {
      try appendTopPath(columns, top, &work, &route)
    } else if let inside {
      try appendInsidePath(inside, &work, &route)
    }
    guard let path = try replay(route, ends, cost: bound), path.cost == bound else {
      return .atLeast(bound)
    }
    return .best(path)
  }

  // MARK: Ends

  /// Searches from the starts to the edges of the top, and to ends on the way there.
  mutating func prepareOrigin(
    _ starts: [SearchEnd], to ends: [SearchEnd], _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    self.starts = starts
    try origin.spread(from: starts, to: ends)
    var cells: [CellEnd] = []
    var tops: [TopEnd] = []
    for label in origin.exits {
      let state = origin.labels[Int(label)]
      place(
        TileSlot(state.slot), EdgeIndex(state.edge), cost: state.cost, Int(label), &cells, &tops)
    }
    (originCells, originTops) = (cells, tops)
    sources = tops.map(\.seed)
    try searchOriginCells(&work)
  }

  /// Searches backward from the ends to the edges of the top.
  mutating func prepareTarget(
    _ ends: [SearchEnd], _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    try target.run(ends, &origin.tiles)
    var cells: [CellEnd] = []
    var tops: [TopEnd] = []
    for label in target.entries {
      let state = target.labels[label]
      place(state.slot, state.edge, cost: state.cost, label, &cells, &tops)
    }
    (targetCells, targetTops) = (cells, tops)
    goals = tops.map(\.seed)
    try searchTargetCells(&work)
  }

  /// The edges from the starts to the first on open roads, both included.
  var originZone: Set<LocalKey<TileNumber, EdgeIndex>> {
    var edges: Set<LocalKey<TileNumber, EdgeIndex>> = []
    for label in origin.labels {
      edges.insert(key(TileSlot(label.slot), EdgeIndex(label.edge)))
    }
    return edges
  }

  /// The edges in the zone of the ends that lead to them.
  var targetZone: Set<LocalKey<TileNumber, EdgeIndex>> {
    var edges: Set<LocalKey<TileNumber, EdgeIndex>> = []
    for label in target.labels where !label.isOpen { edges.insert(key(label.slot, label.edge)) }
    return edges
  }

  private func key(_ slot: TileSlot, _ edge: EdgeIndex) -> LocalKey<TileNumber, EdgeIndex> {
    LocalKey(origin.tiles.slots[slot].tile, edge)
  }

  /// The nodes of the cells with starts.
  var originNodes: [TopNode] { originCells.map(\.places.node) }
  /// The nodes of the cells with ends.
  var targetNodes: [TopNode] { targetCells.map(\.places.node) }

  private func place(
    _ slot: TileSlot, _ edge: EdgeIndex, cost: UInt32, _ label: Int, _ cells: inout [CellEnd],
    _ tops: inout [TopEnd]
  ) {
    guard cost < Cost.unreachable else { return }
    let map = self.map
    let here = origin.tiles.slots[slot.rawValue]
    let tile = map.view(here.layout)
    guard let cell = tile.cell(ofEdge: edge) else {
      let node = tile.topNode(edge)
      if !node.isNone { tops.append(TopEnd(seed: Seed(node, cost: cost), label: label)) }
      return
    }
    var number = cells.count
    let node = tile.cellNode(cell)
    if let known = cells.firstIndex(where: { $0.places.node == node }) {
      number = known
    } else {
      cells.append(CellEnd(places: CellPlaces(tile, cell), slot: slot))
    }
    guard let place = cells[number].places.place(ofInside: edge) else { return }
    cells[number].seeds.append(PlaceSeed(UInt32(place), cost: cost))
    cells[number].labels.append(label)
  }

  private mutating func searchOriginCells(
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    for (number, end) in originCells.enumerated() {
      if work.origins.count <= number { work.origins.append(CellSearch()) }
      try search(end, .forward, &work.origins[number], &work.cells, to: &sources)
    }
  }

  private mutating func searchTargetCells(
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    for (number, end) in targetCells.enumerated() {
      if work.targets.count <= number { work.targets.append(CellSearch()) }
      try search(end, .backward, &work.targets[number], &work.cells, to: &goals)
    }
  }

  /// Searches a cell from or to the ends in it, and appends the costs of the edges that bound it.
  private func search(
    _ end: CellEnd, _ direction: CellSearch.Direction, _ search: inout CellSearch,
    _ cells: inout EndCells, to seeds: inout [Seed]
  ) throws(RoutingError) {
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    let here = origin.tiles.slots[end.slot.rawValue]
    let tile = map.view(here.layout)
    // With a clock, the bounding rules are more lenient than those of the metric.
    let isOfMetric = metric.isExact && !rules.hasClock
    let place = cells.place(
      tile, top, end.places, bounding, metric: isOfMetric ? metric.number : nil)
    cells.run(&search, at: place, direction, from: end.seeds)
    Self.addBoundary(search, end.places, top, to: &seeds)
  }

  private static func addBoundary(
    _ search: CellSearch, _ places: CellPlaces, _ top: TopView, to seeds: inout [Seed]
  ) {
    let inside = places.insideCount
    for place in 0..<top.degree(places.node) {
      let cost = search.costs[inside + place]
      if cost < Cost.unreachable {
        seeds.append(Seed(top.neighbour(places.node, place), cost: cost))
      }
    }
  }

  /// A path that stays in one cell.
  struct Inside {
    var cost: UInt32
    var origin: Int
    var place: UInt32
    var label: Int
  }

  private func bestInside(_ work: HierarchyWorkspace) -> Inside? {
    var best: Inside?
    for (number, end) in originCells.enumerated() {
      guard let other = targetCells.first(where: { $0.places.node == end.places.node }) else {
        continue
      }
      for (seed, label) in zip(other.seeds, other.labels) {
        let cost = Cost.sum(work.origins[number].costs[Int(seed.place)], seed.cost)
        if cost < best?.cost ?? Cost.unreachable {
          best = Inside(cost: cost, origin: number, place: seed.place, label: label)
        }
      }
    }
    return best
  }
}
