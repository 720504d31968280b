import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The search for all that can be reached from a place.
extension ReachSearch {
  /// Searches from the starts.
  ///
  /// Each point on a road is an end of the search, so a trip may enter the zone of any road with destination access.
  mutating func runForward(from starts: [SearchEnd]) throws(RoutingError) {
    for start in starts { try begin(at: start) }
    try settle { search, index, label throws(RoutingError) in try search.leave(label) }
  }

  mutating func begin(at start: SearchEnd) throws(RoutingError) {
    let slot = try tiles.slot(ofTile: start.point.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let measure = rules.measure(tile, start.edge, at: start.time)
    let length = measure.length
    let along = min(start.along(length), length)
    let price = along < length ? rules.price(tile, start.edge) : 0
    let use = rules.use(tile, start.point.segment, start.direction, at: start.time)
    let begins = rules.zones(tile, start.point.segment, use)?.begins ?? false
    origins.append((slot, start.edge))
    others.append(
      ReachedEdge(
        slot: slot, edge: start.edge, begin: along, end: length, near: 0, nearCost: price,
        whole: measure.time, wholeCost: measure.cost, isOrigin: true))
    var passed = length - along
    if let energy {
      do throws(NavError) {
        passed = ReachEnergy.sum(
          ReachEnergy.zero,
          try energy.reached(tile, start.edge, at: start.time, time: measure.time, from: along))
      } catch { throw RoutingError(error) }
      others[others.count - 1].net = passed
    }
    _ = improve(
      Label(
        cost: measure.cost(from: along) + price, duration: measure.time(from: along),
        length: passed, nearCost: 0, near: 0, whole: measure.time, slot: UInt16(slot),
        edge: UInt16(start.edge), zone: begins ? .first : .open, isStart: true))
  }

  /// Leaves the end of an edge onto the next ones; see ``Search/expand(_:_:)``.
  mutating func leave(_ label: Label) throws(RoutingError) {
    let (slot, junction, arriving) = try tiles.arrival(
      TileSlot(label.slot), EdgeIndex(label.edge))
    let here = tiles.slots[slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let roads = rules.entries(tile)
    var turns = rules.turns(
      tile, from: arriving, junction, at: rules.time(0, after: label.duration), roads.span)
    while let turn = turns.next(tile, rules) {
      if turn.isBanned { continue }
      let road = tile.entry(turn.edge, roads.span)
      let zone = rules.zone(tile, behind: turn, from: label.zone, road, entersLast: true)
      guard let zone else { continue }
      // The hierarchy has the way from one open road to the next.
      if !leavesOpenRoads && zone == .open && label.zone == .open { continue }
      try enter(label, turn, road, zone, slot, tile, roads.span)
    }
  }

  /// Labels an edge that is entered.
  private mutating func enter(
    _ before: Label, _ turn: Turn, _ road: UInt32, _ zone: Zone, _ slot: TileSlot,
    _ tile: borrowing TileView, _ roads: borrowing Span<UInt32>
  ) throws(RoutingError) {
    let edge = turn.edge
    let length = tile.length(edge.segment)
    let entered = Costing.sum(before.duration, turn.duration)
    let time = rules.edgeTime(tile, edge, at: turn.entered, roads)
    let cost =
      before.cost &+ rules.cost(of: turn) &+ rules.price(tile, edge, road, roads)
    var near = limit.amount(entered, before.length)
    guard cost <= QueryRules.maximumCost else {
      if near <= limit.value { isTruncated = true }
      return
    }
    if costIsQuantity && near > limit.value { return }
    let home = try tiles.home(slot, turn.onto)
    var label = Label(
      cost: cost &+ rules.cost(tile, edge, time: time), duration: Costing.sum(entered, time),
      length: Costing.sum(before.length, length), nearCost: cost, near: near, whole: time,
      slot: UInt16(home.slot), edge: UInt16(home.edge), zone: zone)
    if let energy {
      try addEnergy(energy, to: &label, after: before, turn: turn.duration, tile, edge)
      near = label.near
    }
    guard label.cost <= QueryRules.maximumCost else {
      if near <= limit.value { isTruncated = true }
      return
    }
    // A label expresses most states completely.
    let hasOthers = rules.hasClock || origins.contains { $0 == home }
    let known = hasOthers ? self.label(home.slot, home.edge, zone) : nil
    let isBetter = improve(label) != nil
    guard let known, near <= limit.value || !costIsQuantity else { return }
    try note(isBetter ? known : label, beside: isBetter ? label : known, home)
  }

  /// Stores an entry that the label of the state does not express.
  ///
  /// A trip that comes back to an edge where it began reaches the part before the start. With a clock, an edge may be
  /// entered first by one path, and left first by another.
  private mutating func note(
    _ other: Label, beside kept: Label, _ home: (slot: TileSlot, edge: EdgeIndex)
  ) throws(RoutingError) {
    let isEarlier = rules.hasClock && other.nearCost < kept.nearCost
    guard kept.isStart && !other.isStart || isEarlier else { return }
    let map = tiles.map
    let base = map.view(tiles.slots[home.slot.rawValue].layout).base(home.edge)
    let own = base == home.edge ? home : try tiles.home(home.slot, base)
    let length = map.view(tiles.slots[own.slot.rawValue].layout).length(own.edge.segment)
    others.append(
      ReachedEdge(
        slot: own.slot, edge: own.edge, begin: 0, end: length, near: other.near,
        nearCost: other.nearCost, whole: other.whole, wholeCost: other.cost &- other.nearCost,
        net: other.length,
        entered: rules.time(0, after: other.duration &- other.whole)))
  }
}
