import Hierarchy
import MapReader
import NavFormat

// How long the ways are between the ends and the edges of the top next to them, and how much of them was to be avoided.
extension HierarchyQuery {
  /// For each of ``sources`` the measure of the way from the start to the end of that edge.
  mutating func sourceMeasures(_ work: HierarchyWorkspace) throws(RoutingError) -> [WayMeasure] {
    var measures = originTops.map { measureToExit($0.label) }
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    var path: [UInt32] = []
    for (number, end) in originCells.enumerated() {
      let inside = end.places.insideCount
      for place in 0..<top.degree(end.places.node)
      where work.origins[number].costs[inside + place] < Cost.unreachable {
        path.removeAll(keepingCapacity: true)
        work.origins[number].appendPath(UInt32(inside + place), .forward, to: &path)
        let last = try origin.tiles.state(
          ofNode: top.neighbour(end.places.node, place), columns)
        measures.append(
          measureToExit(Self.label(of: path.first, end))
            + measure(path.dropFirst().dropLast(), end) + measure(last.slot, last.edge))
      }
    }
    return measures
  }

  /// For each of ``goals`` the measure of the way from the end of that edge to the end of the trip.
  func goalMeasures(
    _ ends: [SearchEnd], _ work: HierarchyWorkspace
  ) throws(RoutingError) -> [WayMeasure] {
    var measures = targetTops.map { measureFromEntry($0.label, ends) }
    let map = self.map
    let top = TopView(try map.columns())
    var path: [UInt32] = []
    for (number, end) in targetCells.enumerated() {
      let inside = end.places.insideCount
      for place in 0..<top.degree(end.places.node)
      where work.targets[number].costs[inside + place] < Cost.unreachable {
        path.removeAll(keepingCapacity: true)
        work.targets[number].appendPath(UInt32(inside + place), .backward, to: &path)
        measures.append(
          measure(path.dropFirst(), end) + measureFromEntry(Self.label(of: path.last, end), ends))
      }
    }
    return measures
  }

  private func measureToExit(_ label: Int) -> WayMeasure {
    let (start, states) = origin.chain(to: UInt32(label))
    guard let start, let slot = origin.tiles.slotIfTouched(ofTile: start.point.tile) else {
      return WayMeasure()
    }
    var rest = measure(slot, start.edge)
    rest.centimetres -= UInt64(start.along(UInt32(truncatingIfNeeded: rest.centimetres)))
    // As it costs nothing to be at the end of the road where the trip begins.
    if rest.centimetres == 0 { rest.avoidedCount = 0 }
    return states.reduce(rest) { $0 + measure($1.slot, $1.edge) }
  }

  private func measureFromEntry(_ entry: Int, _ ends: [SearchEnd]) -> WayMeasure {
    var label = target.labels[entry]
    var sum = WayMeasure()
    while let next = label.next {
      label = target.labels[next]
      sum = sum + measure(label.slot, label.edge)
    }
    let end = ends[label.target]
    guard let slot = origin.tiles.slotIfTouched(ofTile: end.point.tile) else { return sum }
    var last = measure(slot, end.edge)
    last.centimetres = UInt64(end.along(UInt32(truncatingIfNeeded: last.centimetres)))
    return sum + last
  }

  private func measure(_ places: ArraySlice<UInt32>, _ end: CellEnd) -> WayMeasure {
    places.reduce(WayMeasure()) { $0 + measure(end.slot, end.places.edge(Int($1))) }
  }

  private func measure(_ slot: Int, _ edge: Int) -> WayMeasure {
    origin.tiles.measure(slot, edge, rules)
  }
}

extension TouchedTiles {
  /// The measure of a whole edge, base or via, of a slot.
  func measure(_ slot: Int, _ edge: Int, _ rules: QueryRules) -> WayMeasure {
    let map = self.map
    let here = slots[slot]
    let tile = map.view(here.range, layout: here.layout)
    let segment = tile.base(edge) >> 1
    let isAvoided = rules.avoid != [] && rules.price(tile.road(segment)) > 0
    return WayMeasure(
      centimetres: UInt64(tile.length(segment)), avoidedCount: isAvoided ? 1 : 0)
  }
}
