import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadModel

/// The best path of a metric between the ends of a leg: the first rung.
///
/// From the starts forward through the zone in which they lie to roads open to through traffic, from the ends
/// backward likewise; from there through the cells to the edges that bound them, between these on the top of
/// the hierarchy; then the path is unpacked to edges and driven by the rules of the query. What that costs can
/// be no less than the metric says; if it is as much, the path is the best.
struct HierarchyQuery {
  /// What was found.
  enum Answer {
    /// The best path.
    case best(Path)
    /// There is none.
    case none
    /// No path costs less than this.
    case atLeast(UInt32)
  }

  /// A cell in which starts or ends lie, and what they are there.
  private struct CellEnd {
    let places: CellPlaces
    let slot: Int
    var seeds: [Seed] = []
    /// For each seed its label.
    var labels: [Int] = []
  }

  /// An edge of the top on which starts or ends lie.
  private struct TopEnd {
    var seed: Seed
    var label: Int
  }

  private let map: NavMap
  /// The rules of the query, and those of the metric: without a clock.
  private let rules: QueryRules
  private let bounding: QueryRules
  private let metric: HierarchyMetric
  private(set) var origin: Search
  private(set) var target: TargetSpread
  private var originCells: [CellEnd] = []
  private var originTops: [TopEnd] = []
  private var targetCells: [CellEnd] = []
  private var targetTops: [TopEnd] = []
  /// Where the search on the top starts, and where it ends.
  private(set) var sources: [Seed] = []
  private(set) var goals: [Seed] = []

  init(_ map: NavMap, rules: QueryRules, metric: HierarchyMetric) {
    self.map = map
    self.rules = rules
    self.metric = metric
    bounding = rules.atAnyTime()
    origin = Search(map, rules: bounding)
    target = TargetSpread(bounding)
  }

  /// The targets inside a cell, for bounds: places and what is to be added there.
  func targets(inCell node: UInt32) -> [Seed] {
    targetCells.first { $0.places.node == node }?.seeds ?? []
  }

  /// Searches.
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
      try appendTopPath(columns, top, view, &work, &route)
    } else if let inside {
      try appendInsidePath(inside, &work, &route)
    }
    guard let path = try replay(route, starts, ends), path.cost == bound else {
      return .atLeast(bound)
    }
    return .best(path)
  }

  // MARK: Ends

  /// Searches from the starts to the edges of the top, past ends on the way.
  mutating func prepareOrigin(
    _ starts: [SearchEnd], to ends: [SearchEnd], _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    try origin.spread(from: starts, to: ends)
    var cells: [CellEnd] = []
    var tops: [TopEnd] = []
    for label in origin.exits {
      let state = origin.labels[Int(label)]
      place(Int(state.slot), Int(state.edge), cost: state.cost, Int(label), &cells, &tops)
    }
    (originCells, originTops) = (cells, tops)
    sources = tops.map(\.seed)
    try searchOriginCells(&work)
  }

  /// Searches from the ends backward to the edges of the top.
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

  /// The edges from the starts to the first on open roads, those of both included, by tile in the upper half.
  var originZone: Set<UInt64> {
    var edges: Set<UInt64> = []
    for label in origin.labels {
      edges.insert(key(Int(label.slot), Int(label.edge)))
    }
    return edges
  }

  /// The edges in the zone of the ends from which these are reached, by tile in the upper half.
  var targetZone: Set<UInt64> {
    var edges: Set<UInt64> = []
    for label in target.labels where !label.isOpen { edges.insert(key(label.slot, label.edge)) }
    return edges
  }

  private func key(_ slot: Int, _ edge: Int) -> UInt64 {
    UInt64(origin.tiles.slots[slot].tile) << 32 | UInt64(edge)
  }

  /// The nodes of the cells in which the starts lie.
  var originNodes: [UInt32] { originCells.map(\.places.node) }
  /// The nodes of the cells in which the ends lie.
  var targetNodes: [UInt32] { targetCells.map(\.places.node) }

  private func place(
    _ slot: Int, _ edge: Int, cost: UInt32, _ label: Int, _ cells: inout [CellEnd],
    _ tops: inout [TopEnd]
  ) {
    guard cost < Cost.unreachable else { return }
    let map = self.map
    let here = origin.tiles.slots[slot]
    let tile = map.view(here.range, layout: here.layout)
    guard let cell = tile.cell(ofEdge: edge) else {
      let node = tile.topNode(edge)
      if node != TopIndex.none { tops.append(TopEnd(seed: Seed(node, cost: cost), label: label)) }
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
    cells[number].seeds.append(Seed(UInt32(place), cost: cost))
    cells[number].labels.append(label)
  }

  private mutating func searchOriginCells(
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    for (number, end) in originCells.enumerated() {
      if work.origins.count <= number { work.origins.append(CellSearch()) }
      let here = origin.tiles.slots[end.slot]
      let tile = map.view(here.range, layout: here.layout)
      let roads = bounding.entries(tile)
      var cell = OpenCell(tile, top, end.places, bounding, roads.span)
      work.origins[number].run(&cell, .forward, from: end.seeds)
      Self.addBoundary(work.origins[number], end.places, top, to: &sources)
    }
  }

  private mutating func searchTargetCells(
    _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    for (number, end) in targetCells.enumerated() {
      if work.targets.count <= number { work.targets.append(CellSearch()) }
      let here = origin.tiles.slots[end.slot]
      let tile = map.view(here.range, layout: here.layout)
      work.graph.fill(tile, top, end.places, bounding, &work.entries)
      work.targets[number].run(&work.graph, .backward, from: end.seeds)
      Self.addBoundary(work.targets[number], end.places, top, to: &goals)
    }
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

  /// A way that stays in one cell.
  private struct Inside {
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
        let cost = Cost.sum(work.origins[number].costs[Int(seed.node)], seed.cost)
        if cost < best?.cost ?? Cost.unreachable {
          best = Inside(cost: cost, origin: number, place: seed.node, label: label)
        }
      }
    }
    return best
  }

  // MARK: Path

  /// The states of a path from start to end, in the tiles that they belong to.
  private struct Route {
    var tiles: TouchedTiles
    /// The start, and the label of the search from it at which the top or a cell is entered.
    var exit = 0
    var states: [(slot: Int, edge: Int)] = []
    /// The edge of the top up to which there are states.
    var top = (slot: 0, edge: 0)
    /// The label at which the last zone, or the last edge, is entered.
    var entry = 0

    init(_ tiles: TouchedTiles) { self.tiles = tiles }
  }

  /// Appends the states at places of a cell, all inside.
  private func append(
    _ places: ArraySlice<UInt32>, _ end: CellEnd, to route: inout Route
  ) {
    for place in places { route.states.append((end.slot, end.places.edge(Int(place)))) }
  }

  private func appendInsidePath(
    _ inside: Inside, _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    work.places.removeAll(keepingCapacity: true)
    let end = originCells[inside.origin]
    work.origins[inside.origin].appendPath(inside.place, .forward, to: &work.places)
    route.exit = Self.label(of: work.places.first, end)
    append(work.places.dropFirst(), end, to: &route)
    route.entry = inside.label
  }

  private static func label(of place: UInt32?, _ end: CellEnd) -> Int {
    let index = end.seeds.firstIndex { $0.node == place } ?? 0
    return end.labels[index]
  }

  private func appendTopPath(
    _ columns: borrowing HierarchyView, _ top: TopView, _ view: MetricView,
    _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    let stops = work.tree.path()
    guard let first = stops.first, let last = stops.last else { return }
    try appendOrigin(first, columns, top, &work, &route)
    work.unpacker.unpack(stops, top, view)
    for hop in work.unpacker.hops { try append(hop, columns, top, &work, &route) }
    appendTarget(Seed(last.node, cost: work.tree.cost - last.cost), top, &work, &route)
  }

  /// The way to the edge of the top on which a path begins there.
  private func appendOrigin(
    _ stop: TreeSearch.Stop, _ columns: borrowing HierarchyView, _ top: TopView,
    _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    if let direct = originTops.first(where: { $0.seed == Seed(stop.node, cost: stop.cost) }) {
      route.exit = direct.label
      route.top = try route.tiles.state(ofNode: stop.node, columns)
      return
    }
    for (number, end) in originCells.enumerated() {
      guard let place = top.place(of: stop.node, in: end.places.node) else { continue }
      let boundary = end.places.insideCount + place
      guard work.origins[number].costs[boundary] == stop.cost else { continue }
      work.places.removeAll(keepingCapacity: true)
      work.origins[number].appendPath(UInt32(boundary), .forward, to: &work.places)
      route.exit = Self.label(of: work.places.first, end)
      append(work.places.dropFirst().dropLast(), end, to: &route)
      break
    }
    route.top = try route.tiles.state(ofNode: stop.node, columns)
    route.states.append(route.top)
  }

  /// The way from the edge of the top on which a path ends there.
  private func appendTarget(
    _ stop: Seed, _ top: TopView, _ work: inout HierarchyWorkspace, _ route: inout Route
  ) {
    if let direct = targetTops.first(where: { $0.seed == stop }) {
      route.entry = direct.label
      return
    }
    for (number, end) in targetCells.enumerated() {
      guard let place = top.place(of: stop.node, in: end.places.node) else { continue }
      let boundary = end.places.insideCount + place
      guard work.targets[number].costs[boundary] == stop.cost else { continue }
      work.places.removeAll(keepingCapacity: true)
      work.targets[number].appendPath(UInt32(boundary), .backward, to: &work.places)
      route.entry = Self.label(of: work.places.last, end)
      append(work.places.dropFirst(), end, to: &route)
      return
    }
  }

  /// The way from one edge of the top to another: a turn, or through a cell.
  private func append(
    _ hop: PathUnpacker.Hop, _ columns: borrowing HierarchyView, _ top: TopView,
    _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    let next = try route.tiles.state(ofNode: hop.to, columns)
    if let node = hop.cell { try append(hop, through: node, to: next, top, &work, &route) }
    route.states.append(next)
    route.top = next
  }

  private func append(
    _ hop: PathUnpacker.Hop, through node: UInt32, to next: (slot: Int, edge: Int),
    _ top: TopView, _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    let (slot, junction, entry) = try route.tiles.arrival(route.top.slot, route.top.edge)
    let map = self.map
    let here = route.tiles.slots[slot]
    let tile = map.view(here.range, layout: here.layout)
    guard let cell = tile.cell(ofJunction: junction), tile.cellNode(cell) == node,
      let from = top.place(of: hop.from, in: node), let to = top.place(of: hop.to, in: node)
    else { return }
    let places = CellPlaces(tile, cell)
    let inside = places.insideCount
    let roads = bounding.table(tile)
    let entries = roads.entries
    var open = OpenCell(tile, top, places, bounding, entries.span, entry: entry)
    let goal = try route.tiles.departure(next.slot, next.edge)
    if goal.slot == slot { open.aim(at: goal.edge, greatestSpeed: roads.greatestSpeed) }
    let isThrough = work.through.findWay(
      &open, from: UInt32(inside + from), to: UInt32(inside + to), cost: hop.cost)
    // Else the hop is a turn that costs as little.
    guard isThrough else { return }
    work.places.removeAll(keepingCapacity: true)
    work.through.appendPath(UInt32(inside + to), .forward, to: &work.places)
    append(
      work.places.dropFirst().dropLast(), CellEnd(places: places, slot: slot), to: &route)
  }

  /// Drives the path by the rules of the query.
  private func replay(
    _ route: Route, _ starts: [SearchEnd], _ ends: [SearchEnd]
  ) throws(RoutingError) -> Path? {
    let (start, before) = origin.chain(to: UInt32(route.exit))
    guard let start else { return nil }
    var states = before + route.states
    var label = target.labels[route.entry]
    while let next = label.next {
      label = target.labels[next]
      states.append((label.slot, label.edge))
    }
    var tiles = route.tiles
    var replay = try PathReplay(rules, to: ends, &tiles)
    return try replay.path(from: start, over: states, to: ends[label.target], &tiles)
  }
}
