import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

// The measures of the paths between the ends and the edges of the top next to them.
extension HierarchyQuery {
  /// For each of ``sources``, the measure of the path from the start to the end of that edge.
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

  /// For each of ``goals``, the measure of the path from the end of that edge to the end of the trip.
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
    let rest = origin.tiles.measure(slot, restOf: start, rules)
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
    return sum + origin.tiles.measure(slot, partOf: end, rules)
  }

  private func measure(_ places: ArraySlice<UInt32>, _ end: CellEnd) -> WayMeasure {
    places.reduce(WayMeasure()) { $0 + measure(end.slot, end.places.edge(Int($1))) }
  }

  private func measure(_ slot: TileSlot, _ edge: EdgeIndex) -> WayMeasure {
    origin.tiles.measure(slot, edge, rules)
  }
}

extension TouchedTiles {
  /// The measure of a whole edge, base or via, of a slot.
  func measure(_ slot: TileSlot, _ edge: EdgeIndex, _ rules: QueryRules) -> WayMeasure {
    let edge = PricedEdge(self, slot, edge, rules)
    return WayMeasure(centimetres: UInt64(edge.length), extra: edge.wholeExtra + edge.price)
  }

  /// The measure of the rest of the edge on which a trip begins.
  fileprivate func measure(
    _ slot: TileSlot, restOf start: SearchEnd, _ rules: QueryRules
  ) -> WayMeasure {
    let edge = PricedEdge(self, slot, start.edge, rules)
    let along = start.along(edge.length)
    // A start at the end of its edge does not pay the edge's price.
    let price = along < edge.length ? edge.price : 0
    return WayMeasure(
      centimetres: UInt64(edge.length - along),
      extra: edge.wholeExtra - edge.extra(upTo: along) + price)
  }

  /// The measure of the part of the edge on which a trip ends.
  fileprivate func measure(
    _ slot: TileSlot, partOf end: SearchEnd, _ rules: QueryRules
  ) -> WayMeasure {
    let edge = PricedEdge(self, slot, end.edge, rules)
    let along = end.along(edge.length)
    return WayMeasure(
      centimetres: UInt64(along), extra: edge.extra(upTo: along) + edge.price)
  }
}

/// The cost and the time of an edge, calculated as for a replayed path.
private struct PricedEdge {
  let length: UInt32
  /// The price of an avoided road.
  private(set) var price: Int64 = 0
  /// Nil if the cost is the time.
  private var measure: EdgeMeasure?

  init(_ tiles: TouchedTiles, _ slot: TileSlot, _ edge: EdgeIndex, _ rules: QueryRules) {
    let map = tiles.map
    let here = tiles.slots[slot.rawValue]
    let tile = map.view(here.layout)
    let base = tile.base(edge)
    length = tile.length(base.segment)
    if rules.costsAreTimes { return }
    measure = rules.measure(tile, base, at: 0)
    price = Int64(rules.price(tile, base))
  }

  /// How much the cost of the whole edge exceeds its time, without the price.
  var wholeExtra: Int64 { measure.map { Int64($0.cost) - Int64($0.time) } ?? 0 }

  func extra(upTo along: UInt32) -> Int64 {
    measure.map { Int64($0.cost(upTo: along)) - Int64($0.time(upTo: along)) } ?? 0
  }
}
