import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The expansion of a label: from the end of one edge onto the next.
extension Search {
  mutating func expand(_ index: UInt32, _ label: Label) throws(RoutingError) {
    let (slot, junction, arriving) = try tiles.arrival(
      TileSlot(label.slot), EdgeIndex(label.edge))
    let here = tiles.slots[slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let roads = rules.entries(tile)
    let arrival = rules.arrival(tile, arriving, junction, at: label.time, roads.span)
    for place in tile.outRange(junction) {
      let edge = tile.out(place)
      guard rules.mayTurn(arrival, onto: edge) else { continue }
      var entry = Entry(
        parent: index, turnDuration: rules.turnTime(tile, arrival, onto: edge),
        isUTurn: edge == arrival.base.reversed, time: label.time, zone: label.zone)
      let across = rules.across(arrival, onto: edge)
      // From an open road onto an open road without rules, zone and time do not matter.
      let isPlain =
        label.zone == .open && across.passes && !tile.hasRulesOrLimits(edge.segment)
        && !rules.isAdjusted(tile, edge.segment)
      let isOpen =
        isPlain && tile.entry(edge, roads.span) & RoadTables.passes != 0
        || enter(tile, edge, across: across, junction, &entry)
      guard isOpen else { continue }
      let (row, onto) = rules.restriction(tile, arrival, onto: edge)
      if let row, rules.isBanned(tile, turn: row, at: label.time) {
        guard rules.tolerance != .none, !rules.passesRing(tile, junction, arrival, onto: edge)
        else { continue }
        entry.crossing.legal += 1
      }
      // A rule of a way is violated once, however many junctions divide the way.
      if tile.way(edge.segment) == tile.way(arrival.base.segment) { entry.broken = .none }
      try go(label.cost, slot, tile, edge, onto, entry, roads.span)
    }
  }

  /// A move onto an edge.
  struct Entry {
    /// The label from which it leads.
    let parent: UInt32
    /// The duration of the turn.
    let turnDuration: UInt32
    /// Whether the turn leads back.
    let isUTurn: Bool
    /// The time at which the turn begins.
    let time: Centiseconds
    /// The zone of the trip: that before the move until ``Search/enter(_:_:across:_:_:)`` sets that behind it.
    var zone: Zone
    /// The violations on the edge.
    var broken = Breaks.none
    /// The violations of crossing the junction, and of the turn.
    var crossing = Breaks.none

    /// The time at which the edge is entered; 0 in a query without a clock.
    func time(_ rules: QueryRules) -> Centiseconds { rules.time(time, after: turnDuration) }
  }

  /// Whether a trip may cross a junction onto an edge; sets the zone behind it and the violations.
  private func enter(
    _ tile: borrowing TileView, _ edge: EdgeIndex, across: Use, _ junction: JunctionIndex,
    _ entry: inout Entry
  ) -> Bool {
    let time = entry.time(rules)
    let use = rules.use(tile, edge.segment, edge.direction, at: time)
    let allowed = rules.zones(tile, edge.segment, use)
    if let allowed, across.ends,
      let next = entry.zone.next(allowed, entersLast: entersZones, isGate: !across.passes)
    {
      entry.zone = next
      return true
    }
    guard rules.tolerance != .none,
      let broken = rules.breaks(tile, edge, use, at: time),
      let crossing = rules.breaks(tile, junction: junction, across, at: entry.time),
      max(broken.severity, crossing.severity) <= rules.tolerance
    else { return false }
    entry.zone = .open
    entry.broken = broken
    // Back on an open road, the violation is to have passed through the roads behind.
    entry.crossing = broken == .none && crossing == .none ? Breaks(legal: 1) : crossing
    return true
  }

  /// Labels an edge that is entered, and completes paths to ends on it.
  private mutating func go(
    _ before: UInt32, _ slot: TileSlot, _ tile: borrowing TileView, _ edge: EdgeIndex,
    _ onto: EdgeIndex, _ entry: Entry, _ roads: borrowing Span<UInt32>
  ) throws(RoutingError) {
    let length = tile.length(edge.segment)
    let entered = entry.time(rules)
    let time = rules.edgeTime(tile, edge, at: entered, roads)
    let whole = rules.cost(tile, edge, time: time)
    var cost =
      before &+ rules.cost(ofTurn: entry.turnDuration, isUTurn: entry.isUTurn)
      &+ rules.price(tile, edge, tile.entry(edge, roads), roads)
    if rules.tolerance != .none {
      // At most two prices, each at most a quarter of the range.
      cost = Costing.sum(cost, Costing.sum(rules.price(entry.broken), rules.price(entry.crossing)))
    }
    guard cost <= QueryRules.maximumCost, cost &+ whole <= QueryRules.maximumCost else {
      isTruncated = true
      return
    }
    let home = try tiles.home(slot, onto)
    // Ends are stored by the base edge in the tile that it belongs to.
    let plain = onto == edge ? home : try tiles.home(slot, edge)
    if let target = targetsOf[Self.key(plain.slot, plain.edge)] {
      let measure = rules.measure(tile, edge, at: entered, time: time)
      for end in targets[target].ends {
        let part = end.along(length)
        let total = cost &+ measure.cost(upTo: part) &+ end.cost
        guard total < best?.cost ?? .max else { continue }
        var reached = end
        reached.via = onto == edge ? nil : home.edge
        reached.time = rules.time(entered, after: measure.time(upTo: part))
        best = Completion(
          cost: total, parent: entry.parent, start: nil, end: reached, slot: plain.slot,
          edge: plain.edge, turnDuration: entry.turnDuration, time: entry.time)
      }
    }
    _ = try improve(
      home.slot, home.edge, entry.zone, head: tile.headPosition(edge), cost: cost &+ whole,
      time: rules.time(entered, after: time), parent: entry.parent,
      turnDuration: entry.turnDuration)
  }
}
