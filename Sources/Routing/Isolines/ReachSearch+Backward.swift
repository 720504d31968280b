import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// From where a place can be reached; only for rules without a clock.
///
/// A label is the cost from the end of an edge to the place, if the trip is in the label's zone on that edge. A trip
/// begins in the first zone if the road allows that, otherwise on open roads, so one of the labels of a base edge
/// counts: ``mayBegin(_:)``.
extension ReachSearch {
  /// Searches backward from the ends of the trip.
  mutating func runBackward(to ends: [SearchEnd]) throws(RoutingError) {
    if let energy {
      do throws(NavError) { most = try energy.greatestNeed(within: limit.value) } catch {
        throw RoutingError(error)
      }
    }
    var entersLast = false
    for end in ends {
      let slot = try tiles.slot(ofTile: end.point.tile)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      if zones(tile, end.edge)?.ends ?? false { entersLast = true }
    }
    for end in ends { try begin(at: end, entersLast) }
    try settle { search, _, label throws(RoutingError) in try search.precede(label, entersLast) }
  }

  private func zones(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Zone.Allowed? {
    rules.zones(tile, edge.segment, rules.use(tile, edge.segment, edge.direction, at: 0))
  }

  /// Whether a trip may begin on the edge of a label, in its zone.
  func mayBegin(_ label: Label) throws(RoutingError) -> Bool {
    let layout = tiles.slots[Int(label.slot)].layout
    let edge = EdgeIndex(label.edge)
    // A trip begins on a base edge.
    guard layout.isBase(edge) else { return false }
    let map = tiles.map
    let tile = map.view(layout)
    guard let road = zones(tile, edge) else { return false }
    return label.zone == (road.begins ? .first : .open)
  }

  private mutating func begin(at end: SearchEnd, _ entersLast: Bool) throws(RoutingError) {
    let slot = try tiles.slot(ofTile: end.point.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let measure = rules.measure(tile, end.edge, at: 0)
    let along = min(end.along(measure.length), measure.length)
    let price = rules.price(tile, end.edge)
    others.append(
      ReachedEdge(
        slot: slot, edge: end.edge, begin: 0, end: along, near: 0, nearCost: 0,
        whole: measure.time, wholeCost: measure.cost, isOrigin: true))
    let passed =
      energy == nil
      ? along
      : try need(
        before: end.edge, tile, time: measure.time, to: along, then: ReachEnergy.zero)
    try reach(
      slot, end.edge, nil,
      Way(
        cost: price &+ measure.cost(upTo: along), duration: measure.time(upTo: along),
        length: passed), entersLast)
  }

  /// The cost, time and length between the beginning of an edge and the place; for energy a ``ReachEnergy``.
  private struct Way {
    var cost: UInt32
    var duration: Centiseconds
    var length: UInt32
  }

  /// Labels the states before that of a label.
  private mutating func precede(_ label: Label, _ entersLast: Bool) throws(RoutingError) {
    let map = tiles.map
    let (slot, edge) = (TileSlot(label.slot), EdgeIndex(label.edge))
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let base = tile.base(edge)
    let cost = label.cost &+ rules.wholeCost(tile, base, at: 0)
    guard cost <= QueryRules.maximumCost else {
      if label.near <= most { isTruncated = true }
      return
    }
    let length =
      energy == nil
      ? Costing.sum(label.length, tile.length(base.segment))
      : try need(before: base, tile, time: label.whole, then: label.length)
    try reach(
      slot, base, (edge, label.zone),
      Way(
        cost: cost, duration: Costing.sum(label.duration, label.whole), length: length),
      entersLast)
  }

  /// Labels the states from which a turn leads onto an edge.
  ///
  /// `state` is the edge (base or via) and its zone; nil for the trip's last edge, which allows
  /// any.
  private mutating func reach(
    _ slot: TileSlot, _ edge: EdgeIndex, _ state: (edge: EdgeIndex, zone: Zone)?, _ way: Way,
    _ entersLast: Bool
  ) throws(RoutingError) {
    if costIsQuantity && way.cost > limit.value { return }
    let (there, junction, onto) = try tiles.departure(slot, edge)
    let map = tiles.map
    let here = tiles.slots[there.rawValue]
    let tile = map.view(here.layout)
    guard let road = zones(tile, onto) else { return }
    var vias = ViaEdges.none
    if tile.flags(junction).contains(.turns) {
      vias = self.vias[there.rawValue] ?? ViaEdges(tile)
      self.vias[there.rawValue] = vias
    }
    for from in vias.arriving(tile, junction) {
      try reach(
        there, tile, from, junction, onto, road, state.map { (slot, $0.edge, $0.zone) }, way,
        entersLast)
    }
  }

  /// Labels the states on one edge from which a turn leads onto another.
  private mutating func reach(
    _ slot: TileSlot, _ tile: borrowing TileView, _ from: EdgeIndex, _ junction: JunctionIndex,
    _ edge: EdgeIndex, _ road: Zone.Allowed,
    _ state: (slot: TileSlot, edge: EdgeIndex, zone: Zone)?, _ way: Way, _ entersLast: Bool
  ) throws(RoutingError) {
    let base = tile.base(from)
    guard let before = zones(tile, base) else { return }
    let roads = rules.entries(tile)
    let turn = rules.turn(tile, from: from, junction, onto: edge, at: 0, roads.span)
    guard let turn, turn.across.ends, !turn.isBanned else { return }
    if let state {
      let home = try tiles.home(slot, turn.onto)
      guard home == (state.slot, state.edge) else { return }
    }
    let cost = way.cost &+ rules.cost(of: turn)
    let duration = Costing.sum(way.duration, turn.duration)
    var length = way.length
    if let energy, !tile.isFerry(edge.segment) {
      length = need(before: energy.reached(turn: turn.duration), then: length)
    }
    let near = limit.amount(duration, length)
    if costIsQuantity && near > limit.value { return }
    guard cost <= QueryRules.maximumCost else {
      if near <= most { isTruncated = true }
      return
    }
    let home = try tiles.home(slot, from)
    let whole = rules.edgeTime(tile, base, at: 0)
    for (zone, isPossible) in [
      (Zone.first, before.begins), (.open, before.passes), (.last, before.ends && entersLast),
    ] where isPossible {
      let next = zone.next(road, entersLast: entersLast, isGate: !turn.across.passes)
      guard let next, state == nil || state?.zone == next else { continue }
      _ = improve(
        Label(
          cost: cost, duration: duration, length: length, nearCost: cost, near: near,
          whole: whole, slot: UInt16(home.slot), edge: UInt16(home.edge), zone: zone))
    }
  }
}
