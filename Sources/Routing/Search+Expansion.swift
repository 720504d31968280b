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
    var turns = rules.turns(tile, from: arriving, junction, at: label.time, roads.span)
    while let turn = turns.next(tile, rules) {
      let road = tile.entry(turn.edge, roads.span)
      let zone = rules.zone(
        tile, behind: turn, from: label.zone, road, entersLast: entersZones)
      var entry = Entry(parent: index, time: label.time, road: road, zone: zone ?? .open)
      if zone == nil {
        guard rules.tolerance != .none, tolerate(turn, tile, junction, &entry) else { continue }
        // A limit does not end the zone in which the trip begins.
        if label.zone == .first,
          rules.zonesByAccess(tile, turn.edge, at: turn.entered)?.begins == true
        {
          entry.zone = .first
        }
      }
      if turn.isBanned {
        guard rules.tolerance != .none,
          !rules.passesRing(tile, junction, turns.arrival, onto: turn.edge)
        else { continue }
        entry.crossing.legal += 1
      }
      // Violating a rule of a way counts once, however many junctions divide the way.
      if tile.way(turn.edge.segment) == tile.way(turns.arrival.base.segment) {
        entry.broken = .none
      }
      try go(label.cost, slot, tile, turn, entry, roads.span)
    }
  }

  /// A move onto an edge.
  struct Entry {
    /// The label from which it leads.
    let parent: UInt32
    /// The time at which the turn begins.
    let time: Centiseconds
    /// The entry of the edge; see ``RoadTables``.
    let road: UInt32
    /// The zone of the trip behind it.
    var zone: Zone
    /// The violations on the edge.
    var broken = Breaks.none
    /// The violations of crossing the junction, and of the turn.
    var crossing = Breaks.none
  }

  /// Whether a trip may cross a junction onto an edge by violating rules; sets the violations.
  private func tolerate(
    _ turn: Turn, _ tile: borrowing TileView, _ junction: JunctionIndex, _ entry: inout Entry
  ) -> Bool {
    let edge = turn.edge
    let use = rules.use(tile, edge.segment, edge.direction, at: turn.entered)
    guard let broken = rules.breaks(tile, edge, use, at: turn.entered),
      let crossing = rules.breaks(tile, junction: junction, turn.across, at: entry.time),
      max(broken.severity, crossing.severity) <= rules.tolerance
    else { return false }
    entry.broken = broken
    // Back on an open road, the violation is the passage through the roads behind.
    entry.crossing = broken == .none && crossing == .none ? Breaks(legal: 1) : crossing
    return true
  }

  /// Labels an edge that is entered, and completes paths to ends on it.
  private mutating func go(
    _ before: UInt32, _ slot: TileSlot, _ tile: borrowing TileView, _ turn: Turn, _ entry: Entry,
    _ roads: borrowing Span<UInt32>
  ) throws(RoutingError) {
    let (edge, onto) = (turn.edge, turn.onto)
    let length = tile.length(edge.segment)
    let entered = turn.entered
    let time = rules.edgeTime(tile, edge, at: entered, roads)
    let whole = rules.cost(tile, edge, time: time)
    var cost =
      before &+ rules.cost(of: turn) &+ rules.price(tile, edge, entry.road, roads)
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
    if let target = targetsOf[LocalKey(plain.slot, plain.edge)] {
      let measure = rules.measure(tile, edge, at: entered, time: time)
      let via = onto == edge ? nil : home.edge
      for end in targets[target].ends where end.accepts(via) {
        let part = end.along(length)
        let total = cost &+ measure.cost(upTo: part) &+ end.cost
        guard total < best?.cost ?? .max else { continue }
        var reached = end
        reached.via = via
        reached.time = rules.time(entered, after: measure.time(upTo: part))
        best = Completion(
          cost: total, parent: entry.parent, start: nil, end: reached, slot: plain.slot,
          edge: plain.edge, turnDuration: turn.duration, time: entry.time)
      }
    }
    _ = try improve(
      home.slot, home.edge, entry.zone, head: tile.headPosition(edge), cost: cost &+ whole,
      time: rules.time(entered, after: time), parent: entry.parent,
      turnDuration: turn.duration)
  }
}
