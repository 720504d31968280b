import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

// The best path, made from the results of the searches.
extension HierarchyQuery {
  /// The states of a path from start to end, in the tiles that they belong to.
  struct Route {
    var tiles: TouchedTiles
    /// The label at which the search from the start enters the top or a cell.
    var exit = 0
    var states: [(slot: TileSlot, edge: EdgeIndex)] = []
    /// The last edge of the top in ``states``.
    var top = (slot: TileSlot(0), edge: EdgeIndex(0))
    /// The label at which the path enters the last zone, or the last edge.
    var entry = 0

    init(_ tiles: TouchedTiles) { self.tiles = tiles }
  }

  /// Appends the states at places inside a cell.
  private func append(
    _ places: ArraySlice<UInt32>, _ end: CellEnd, to route: inout Route
  ) {
    for place in places { route.states.append((end.slot, end.places.edge(Int(place)))) }
  }

  func appendInsidePath(
    _ inside: Inside, _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    work.places.removeAll(keepingCapacity: true)
    let end = originCells[inside.origin]
    work.origins[inside.origin].appendPath(inside.place, .forward, to: &work.places)
    route.exit = Self.label(of: work.places.first, end)
    append(work.places.dropFirst(), end, to: &route)
    route.entry = inside.label
  }

  static func label(of place: UInt32?, _ end: CellEnd) -> Int {
    let index = end.seeds.firstIndex { $0.place == place } ?? 0
    return end.labels[index]
  }

  func appendTopPath(
    _ columns: borrowing HierarchyView, _ top: TopView,
    _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    let stops = work.tree.path()
    guard let first = stops.first, let last = stops.last else { return }
    try work.unpacker.unpack(stops, top, metric, map)
    let hops = work.unpacker.hops
    let rest = Seed(last.node, cost: work.tree.cost - last.cost)
    try append(from: first, hops, to: rest, columns, top, &work, &route)
  }

  /// Appends steps on the top, with the paths to the first edge and from the last.
  private func append(
    from first: TreeSearch.Stop, _ hops: [PathUnpacker.Hop], to last: Seed,
    _ columns: borrowing HierarchyView, _ top: TopView,
    _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    try appendOrigin(first, columns, top, &work, &route)
    for hop in hops { try append(hop, columns, top, &work, &route) }
    appendTarget(last, top, &work, &route)
  }

  /// The path of a leg over a given way on the top; nil if the rules of the query do not allow it.
  mutating func path(
    _ way: TopWay, _ ends: [SearchEnd], _ work: inout HierarchyWorkspace
  ) throws(RoutingError) -> Path? {
    let map = self.map
    let columns = try map.columns()
    var route = Route(origin.tiles)
    try append(
      from: way.first, way.hops, to: way.last, columns, TopView(columns), &work, &route)
    return try replay(route, ends, cost: way.total)
  }

  /// Appends the path to the edge of the top on which the path in the top begins.
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

  /// Appends the path from the edge of the top on which the path in the top ends.
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

  /// Appends the path from one edge of the top to another: a turn, or a path through a cell.
  private func append(
    _ hop: PathUnpacker.Hop, _ columns: borrowing HierarchyView, _ top: TopView,
    _ work: inout HierarchyWorkspace, _ route: inout Route
  ) throws(RoutingError) {
    let next = try route.tiles.state(ofNode: hop.to, columns)
    try work.ways.append(
      hop, from: route.top, to: next, top, metric, &route.tiles, to: &route.states)
    route.states.append(next)
    route.top = next
  }

  /// Replays the path by the rules of the query.
  ///
  /// - Parameters:
  ///   - route: The path.
  ///   - ends: The ends of the leg.
  ///   - cost: The cost of the path by the metric.
  /// - Returns: The path, or one of that cost without turns at its ends; nil if the rules do not allow it.
  /// - Throws: ``RoutingError/map(_:)``.
  func replay(
    _ route: Route, _ ends: [SearchEnd], cost: UInt32
  ) throws(RoutingError) -> Path? {
    let (start, before) = origin.chain(to: UInt32(route.exit))
    guard let start else { return nil }
    var states = before + route.states
    var label = target.labels[route.entry]
    while let next = label.next {
      label = target.labels[next]
      states.append((label.slot, label.edge))
    }
    let end = ends[label.target]
    var tiles = route.tiles
    var replay = try PathReplay(rules, to: ends, &tiles)
    let left = states.first.flatMap { Self.end(on: $0, starts, tiles) }
    let hasMore = states.count > (left == nil ? 0 : 1)
    let reached = hasMore ? states.last.flatMap { Self.end(on: $0, ends, tiles) } : nil
    if left != nil || reached != nil {
      var rest = states[...]
      if left != nil { rest = rest.dropFirst() }
      if reached != nil { rest = rest.dropLast() }
      let path = try replay.path(
        from: left ?? start, over: Array(rest), to: reached ?? end, &tiles)
      if let path, path.cost == cost { return path }
    }
    return try replay.path(from: start, over: states, to: end, &tiles)
  }

  /// The end on the edge of a state.
  ///
  /// A place on a junction has ends on all roads there. Where the turns between these cost nothing, as for the shortest
  /// route, a path from the end of one road onto the next costs as much as one that begins on the next. The latter is
  /// the answer, since it needs no turn. A ``Search`` finds it first.
  private static func end(
    on state: (slot: TileSlot, edge: EdgeIndex), _ ends: [SearchEnd], _ tiles: TouchedTiles
  ) -> SearchEnd? {
    let here = tiles.slots[state.slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let edge = tile.base(state.edge)
    return ends.first { $0.point.tile == here.tile && $0.edge == edge }
  }
}
