import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The hierarchy with which a search goes over open roads.
struct ReachHierarchy {
  /// A metric with exactly the costs of the search, without a clock.
  let metric: HierarchyMetric
  let cells: ReachCellCache
}

/// The search forward over the hierarchy, if a metric has its costs.
///
/// A climb over the top gives the exact cost of each open road that bounds a cell, and from there each cell is
/// searched by itself, over turns that are cached: no queue orders states, and no rule is asked again. Cells are
/// found over the edges through which they are entered within the limit (a one-level form of isoPHAST: Baum,
/// Buchhold, Dibbelt, Wagner, "Fast Exact Computation of Isochrones in Road Networks", SEA 2016,
/// doi:10.1007/978-3-319-38851-9_2). If only areas are wanted, cells that lie within one value of the range are not
/// searched (``ReachCoverage``). The others are searched to the end, because the time of every edge counts. Roads
/// with destination access are searched as always, unless they lie in one cell with the open roads before them.
extension ReachSearch {
  /// What the search over the hierarchy has found so far.
  private struct Climb {
    var costs: LowerBounds
    var cell = CellReach()
    var filling = CellFilling()
    /// The cells to search.
    var cells: [TopNode] = []
    /// The edges of the top from which turns lead to what the search of a cell does not find.
    var tops: [ReachCell.Bound] = []
    var seenCells: Set<TopNode> = []
    // As many as in 10 minutes by car, so that the set seldom grows.
    var seenTops = Set<TopNode>(minimumCapacity: 500)
    /// Where the trip comes onto open roads: edges of the top, and places inside cells.
    var outside: [Seed] = []
    var inside: [TopNode: [PlaceSeed]] = [:]
    var seeds: [PlaceSeed] = []
    /// Labels from which the last zone may be entered.
    var gates: [Label] = []

    mutating func enter(_ cell: TopNode) {
      if seenCells.insert(cell).inserted { cells.append(cell) }
    }
  }

  /// Searches from the starts, with the open roads over the hierarchy.
  mutating func runForward(
    from starts: [SearchEnd], over hierarchy: ReachHierarchy, _ work: inout HierarchyWorkspace
  ) throws(RoutingError) {
    leavesOpenRoads = false
    metric = hierarchy.metric.number
    for start in starts { try begin(at: start) }
    try settle { search, _, label throws(RoutingError) in try search.leave(label) }
    var climb = Climb(costs: work.takeReach())
    defer { work.reach = climb.costs }
    try searchOpenRoads(hierarchy, &climb)
    for gate in climb.gates { try leave(gate) }
    try settle { search, _, label throws(RoutingError) in try search.leave(label) }
  }

  private mutating func searchOpenRoads(
    _ hierarchy: ReachHierarchy, _ climb: inout Climb
  ) throws(RoutingError) {
    let map = tiles.map
    let columns = try map.columns()
    let top = TopView(columns)
    let metric = try hierarchy.metric.view(map)
    let seeds = try seeds(hierarchy, top, columns, &climb)
    climb.costs.start(top, metric, seeds)
    for seed in climb.outside { try visit(seed.node, top, columns, metric, &climb) }
    while true {
      if Task.isCancelled { throw .cancelled }
      if let node = climb.cells.popLast() {
        let cell = try cell(node, hierarchy, top, columns, &climb)
        try search(cell, top, metric, &climb)
      } else if let edge = climb.tops.popLast() {
        try leave(edge, top, columns, metric, &climb)
      } else {
        break
      }
      try checkCount()
    }
  }

  /// The edges of the top next to where the trip comes onto open roads.
  private mutating func seeds(
    _ hierarchy: ReachHierarchy, _ top: TopView, _ columns: borrowing HierarchyView,
    _ climb: inout Climb
  ) throws(RoutingError) -> [Seed] {
    let map = tiles.map
    for index in exits {
      let label = labels[Int(index)]
      if label.cost > limit.value { continue }
      let tile = map.view(tiles.slots[Int(label.slot)].layout)
      let edge = EdgeIndex(label.edge)
      if let cell = tile.cell(ofEdge: edge), !tile.cellNode(cell).isNone,
        let place = CellPlaces(tile, cell).place(ofInside: edge)
      {
        let node = tile.cellNode(cell)
        climb.inside[node, default: []].append(PlaceSeed(UInt32(place), cost: label.cost))
      } else if !tile.topNode(edge).isNone {
        climb.outside.append(Seed(tile.topNode(edge), cost: label.cost))
      } else {
        // No turn leads from it onto open roads.
        climb.gates.append(label)
      }
    }
    var seeds = climb.outside
    // By number, so that the order of the labels is the same in every process.
    for (node, starts) in climb.inside.sorted(by: { $0.key < $1.key }) {
      climb.enter(node)
      let cell = try cell(node, hierarchy, top, columns, &climb)
      climb.cell.run(cell.net, from: starts, within: limit.value)
      for (place, bound) in cell.bounds.enumerated() {
        let cost = climb.cell.costs[cell.net.insideCount + place]
        if cost < Cost.unreachable { seeds.append(Seed(bound.node, cost: cost)) }
      }
    }
    return seeds
  }

  /// A cell, cached or read.
  private mutating func cell(
    _ node: TopNode, _ hierarchy: ReachHierarchy, _ top: TopView,
    _ columns: borrowing HierarchyView, _ climb: inout Climb
  ) throws(RoutingError) -> ReachCell {
    let number = hierarchy.metric.number
    if let known = hierarchy.cells.cell(node, metric: number) { return known }
    let cell = try ReachCell(node, top, columns, rules, &tiles, &climb.filling)
    hierarchy.cells.keep(cell, metric: number)
    return cell
  }

  /// Labels what is reached of a cell and of the edges that bound it.
  private mutating func search(
    _ cell: ReachCell, _ top: TopView, _ metric: MetricView, _ climb: inout Climb
  ) throws(RoutingError) {
    let inside = cell.net.insideCount
    climb.seeds.removeAll(keepingCapacity: true)
    climb.seeds += climb.inside[cell.places.node] ?? []
    for (place, bound) in cell.bounds.enumerated() {
      let cost = climb.costs.bound(bound.node, top, metric)
      if cost >= Cost.unreachable { continue }
      if bound.next == cell.places.node && cost <= limit.value {
        climb.seeds.append(PlaceSeed(UInt32(inside + place), cost: cost))
      }
      if climb.seenTops.insert(bound.node).inserted { try add(bound, cost, &climb) }
    }
    climb.seeds.sort { $0.cost < $1.cost }
    let slot = try tiles.slot(ofTile: cell.tile)
    let isOrigin = origins.contains { isIn(cell, $0.slot, $0.edge) }
    if !isOrigin && cover(cell, slot, &climb) { return }
    climb.cell.run(cell.net, from: climb.seeds, within: limit.value)
    let starts = isOrigin ? origins.filter { $0.slot == slot }.map(\.edge) : []
    var labelled = 0..<inside
    if !levels.isEmpty && !isOrigin {
      let found = ReachedCell(cell, slot, climb.cell, within: limit.value)
      add(found)
      // The others are via edges, whose base edges may lie in other tiles.
      labelled = found.costs.count..<inside
    }
    for place in labelled {
      let cost = climb.cell.costs[place]
      let whole = cell.wholes[place]
      if cost >= Cost.unreachable || cost > limit.value &+ whole { continue }
      let edge = cell.places.edge(place)
      if !starts.isEmpty, starts.contains(edge) {
        noteReturn(slot, edge, climb.cell.entry(to: place, cell.net), whole)
      } else {
        add(openLabel(slot, edge, cost, whole))
      }
    }
    if !isOrigin {
      try leave(cell, slot, from: cell.zone.exits, &climb)
      return addZone(cell, slot, climb.cell)
    }
    for (place, bound) in cell.bounds.enumerated() where bound.next != cell.places.node {
      let home = try tiles.slot(ofTile: bound.tile)
      if origins.contains(where: { $0 == (home, bound.edge) }) {
        let entry = climb.cell.entry(to: inside + place, cell.net)
        noteReturn(home, bound.edge, entry, bound.whole)
      }
    }
    // A trip that comes back to its beginning in the zone needs more than labels.
    try leave(cell, slot, from: cell.zone.gates, &climb)
  }

  /// Whether an edge lies in a cell or bounds it.
  private func isIn(_ cell: ReachCell, _ slot: TileSlot, _ edge: EdgeIndex) -> Bool {
    let tile = tiles.slots[slot.rawValue].tile
    if tile == cell.tile && cell.places.place(ofInside: edge) != nil { return true }
    return cell.bounds.contains { $0.tile == tile && $0.edge == edge }
  }

  /// Whether all of a cell is within the same value of the range, by the costs at its bounds; then it needs no search.
  private mutating func cover(_ cell: ReachCell, _ slot: TileSlot, _ climb: inout Climb) -> Bool {
    guard cell.zone.exits.isEmpty, climb.inside[cell.places.node] == nil,
      let first = climb.seeds.first, let level = levels.firstIndex(where: { first.cost <= $0 })
    else { return false }
    // If one edge is not enough, it mostly leads to a part of the cell only.
    for seed in climb.seeds.prefix(3) where seed.cost <= levels[level] {
      let place = Int(seed.place) - cell.net.insideCount
      let last = cell.coverage.last(from: place, cell, &climb.cell)
      if last > levels[level] - seed.cost { continue }
      let segments = cell.coverage.segments(cell, &climb.cell)
      add(ReachedCell(cell, slot, within: UInt8(level), segments: segments))
      return true
    }
    return false
  }

  /// Labels what is reached of the last zone inside a cell.
  private mutating func addZone(_ cell: ReachCell, _ slot: TileSlot, _ found: CellReach) {
    let first = cell.net.insideCount + cell.net.boundCount
    for (index, edge) in cell.zone.edges.enumerated() {
      let cost = found.costs[first + index]
      let whole = cell.wholes[cell.net.insideCount + index]
      if cost >= Cost.unreachable || cost > limit.value &+ whole { continue }
      add(openLabel(slot, edge, cost, whole, zone: .last))
    }
  }

  /// Keeps places of a cell, so that turns from them into the last zone are searched later.
  private mutating func leave(
    _ cell: ReachCell, _ slot: TileSlot, from places: [UInt32], _ climb: inout Climb
  ) throws(RoutingError) {
    let (inside, bounds) = (cell.net.insideCount, cell.net.boundCount)
    for gate in places {
      let (place, cost) = (Int(gate), climb.cell.costs[Int(gate)])
      if cost > limit.value { continue }
      if place < inside {
        climb.gates.append(openLabel(slot, cell.places.edge(place), cost, 0))
      } else if place < inside + bounds {
        let bound = cell.bounds[place - inside]
        climb.gates.append(openLabel(try tiles.slot(ofTile: bound.tile), bound.edge, cost, 0))
      } else {
        let edge = cell.zone.edges[place - inside - bounds]
        climb.gates.append(openLabel(slot, edge, cost, 0, zone: .last))
      }
    }
  }

  /// Labels an edge of the top unless that was done.
  private mutating func visit(
    _ node: TopNode, _ top: TopView, _ columns: borrowing HierarchyView, _ metric: MetricView,
    _ climb: inout Climb
  ) throws(RoutingError) {
    let cost = climb.costs.bound(node, top, metric)
    guard cost < Cost.unreachable, climb.seenTops.insert(node).inserted else { return }
    try add(ReachCell.Bound(node, top, columns, rules, &tiles), cost, &climb)
  }

  /// Leaves an edge of the top onto others, and into the last zone.
  private mutating func leave(
    _ bound: ReachCell.Bound, _ top: TopView, _ columns: borrowing HierarchyView,
    _ metric: MetricView, _ climb: inout Climb
  ) throws(RoutingError) {
    let cost = climb.costs.bound(bound.node, top, metric)
    climb.gates.append(openLabel(try tiles.slot(ofTile: bound.tile), bound.edge, cost, 0))
    let (slot, junction, arriving) = try tiles.arrival(
      try tiles.slot(ofTile: bound.tile), bound.edge)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let roads = rules.entries(tile)
    let arrival = rules.arrival(tile, arriving, junction, at: 0, roads.span)
    for place in tile.outRange(junction) {
      guard let turn = rules.openTurn(tile, arrival, onto: tile.out(place), roads.span),
        !tile.topNode(turn.onto).isNone
      else { continue }
      try visit(tile.topNode(turn.onto), top, columns, metric, &climb)
      let home = try tiles.home(slot, turn.onto)
      if origins.contains(where: { $0 == home }) {
        let whole = rules.edgeTime(tile, tile.base(turn.onto), at: 0, roads.span)
        noteReturn(home.slot, home.edge, cost &+ turn.cost, whole)
      }
    }
  }

  /// Labels a reached edge of the top, and opens what lies behind it.
  private mutating func add(
    _ bound: ReachCell.Bound, _ cost: UInt32, _ climb: inout Climb
  ) throws(RoutingError) {
    if cost > limit.value &+ bound.whole { return }
    let slot = try tiles.slot(ofTile: bound.tile)
    if !origins.contains(where: { $0 == (slot, bound.edge) }) {
      add(openLabel(slot, bound.edge, cost, bound.whole))
    }
    if cost > limit.value { return }
    if bound.turnsOutside { climb.tops.append(bound) }
    if !bound.next.isNone { climb.enter(bound.next) }
  }

  private func openLabel(
    _ slot: TileSlot, _ edge: EdgeIndex, _ cost: UInt32, _ whole: Centiseconds, zone: Zone = .open
  ) -> Label {
    Label(
      cost: cost, duration: cost, length: 0, nearCost: cost &- whole, near: cost &- whole,
      whole: whole, slot: UInt16(slot), edge: UInt16(edge), zone: zone)
  }

  /// Notes that a path comes back to an edge where it began, at the cost of leaving that edge again.
  private mutating func noteReturn(
    _ slot: TileSlot, _ edge: EdgeIndex, _ cost: UInt32, _ whole: Centiseconds
  ) {
    guard cost < Cost.unreachable, cost &- whole <= limit.value else { return }
    let map = tiles.map
    let length = map.view(tiles.slots[slot.rawValue].layout).length(edge.segment)
    others.append(
      ReachedEdge(
        slot: slot, edge: edge, begin: 0, end: length, near: cost &- whole,
        nearCost: cost &- whole, whole: whole, wholeCost: whole))
  }
}
