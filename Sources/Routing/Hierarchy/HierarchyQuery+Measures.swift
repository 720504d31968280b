import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

// The measures of the paths between the ends and the edges of the top next to them.
extension HierarchyQuery {
  /// For each of ``sources``, the measure of the path from the start to the end of that edge.
  mutating func sourceMeasures<Meter: PathMeter>(
    _ work: HierarchyWorkspace, _ meter: inout Meter
  ) throws(RoutingError) -> [Meter.Measure] {
    var measures: [Meter.Measure] = []
    for top in originTops { measures.append(try measureToExit(top.label, &meter).measure) }
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
        var (measure, last) = try measureToExit(Self.label(of: path.first, end), &meter)
        for place in path.dropFirst().dropLast() {
          let next: PathEdge = (end.slot, end.places.edge(Int(place)))
          measure = try measure + meter.measure(from: last, onto: next, &origin.tiles)
          last = next
        }
        let next = try origin.tiles.state(ofNode: top.neighbour(end.places.node, place), columns)
        measures.append(try measure + meter.measure(from: last, onto: next, &origin.tiles))
      }
    }
    return measures
  }

  /// For each of ``goals``, the measure of the path from the end of that edge to the end of the trip.
  mutating func goalMeasures<Meter: PathMeter>(
    _ ends: [SearchEnd], _ work: HierarchyWorkspace, _ meter: inout Meter
  ) throws(RoutingError) -> [Meter.Measure] {
    var measures: [Meter.Measure] = []
    for top in targetTops { measures.append(try measureFromEntry(top.label, ends, &meter)) }
    let map = self.map
    let columns = try map.columns()
    let top = TopView(columns)
    var path: [UInt32] = []
    for (number, end) in targetCells.enumerated() {
      let inside = end.places.insideCount
      for place in 0..<top.degree(end.places.node)
      where work.targets[number].costs[inside + place] < Cost.unreachable {
        path.removeAll(keepingCapacity: true)
        work.targets[number].appendPath(UInt32(inside + place), .backward, to: &path)
        var last = try origin.tiles.state(ofNode: top.neighbour(end.places.node, place), columns)
        var measure = Meter.Measure()
        for place in path.dropFirst() {
          let next: PathEdge = (end.slot, end.places.edge(Int(place)))
          measure = try measure + meter.measure(from: last, onto: next, &origin.tiles)
          last = next
        }
        measures.append(
          try measure + measureFromEntry(Self.label(of: path.last, end), ends, &meter))
      }
    }
    return measures
  }

  /// The measure from the start to the end of an edge, and that edge.
  private mutating func measureToExit<Meter: PathMeter>(
    _ label: Int, _ meter: inout Meter
  ) throws(RoutingError) -> (measure: Meter.Measure, last: PathEdge) {
    let (start, states) = origin.chain(to: UInt32(label))
    guard let start else { return (Meter.Measure(), (TileSlot(0), EdgeIndex(0))) }
    var measure = try meter.measure(restOf: start, &origin.tiles)
    var last: PathEdge = (
      try origin.tiles.slot(ofTile: start.point.tile), start.via ?? start.edge
    )
    for state in states {
      let next: PathEdge = (state.slot, state.edge)
      measure = try measure + meter.measure(from: last, onto: next, &origin.tiles)
      last = next
    }
    return (measure, last)
  }

  /// The measure from the end of an edge to the end of the trip.
  private mutating func measureFromEntry<Meter: PathMeter>(
    _ entry: Int, _ ends: [SearchEnd], _ meter: inout Meter
  ) throws(RoutingError) -> Meter.Measure {
    var label = target.labels[entry]
    var last: PathEdge = (label.slot, label.edge)
    var measure = Meter.Measure()
    while let next = label.next {
      label = target.labels[next]
      let edge: PathEdge = (label.slot, label.edge)
      measure = try measure + meter.measure(from: last, onto: edge, &origin.tiles)
      last = edge
    }
    return try measure + meter.measure(from: last, upTo: ends[label.target], &origin.tiles)
  }
}

extension TouchedTiles {
  /// The measure of a whole edge, base or via, of a slot.
  func measure(_ slot: TileSlot, _ edge: EdgeIndex, _ rules: QueryRules) -> WayMeasure {
    let edge = PricedEdge(self, slot, edge, rules)
    return WayMeasure(centimetres: UInt64(edge.length), extra: edge.wholeExtra + edge.price)
  }

  /// The measure of the rest of the edge on which a trip begins.
  func measure(
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
  func measure(
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

  /// The cost of the whole edge minus its time, without the price.
  var wholeExtra: Int64 { measure.map { Int64($0.cost) - Int64($0.time) } ?? 0 }

  func extra(upTo along: UInt32) -> Int64 {
    measure.map { Int64($0.cost(upTo: along)) - Int64($0.time(upTo: along)) } ?? 0
  }
}
