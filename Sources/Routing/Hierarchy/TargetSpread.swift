import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The last part of a trip, searched backward from its ends: through their zone to the open roads that lead there.
///
/// If an end lies on an open road, this is one step back across a junction. Costs are by rules without a clock; they
/// are lower bounds for rules with one.
struct TargetSpread {
  /// A state from which an end of the trip is reached, still on open roads or already in the last zone.
  struct Label {
    var slot: TileSlot
    /// The local number of the edge in the tile that it belongs to.
    var edge: EdgeIndex
    var isOpen: Bool
    /// The cost from the end of the edge to the end of the trip.
    var cost: UInt32
    /// The next label; nil if the end's own edge is next.
    var next: Int?
    /// The end that is reached, if there is no next label.
    var target: Int
  }

  private(set) var labels: [Label] = []
  private var known: [UInt64: Int] = [:]
  private var queue = CostQueue()
  private let rules: QueryRules
  /// Whether an end lies in a zone.
  private(set) var entersZones = false

  init(_ rules: QueryRules) { self.rules = rules }

  /// The states on open roads from which a turn leads onto an end's edge or into its zone.
  var entries: [Int] { labels.indices.filter { labels[$0].isOpen } }

  /// The cost from the end of an edge in the last zone; nil if no path leads from there to an end.
  func costInZone(_ slot: TileSlot, _ edge: EdgeIndex) -> UInt32? {
    known[Self.key(slot, edge, isOpen: false)].map { labels[$0].cost }
  }

  /// Searches from the ends of a leg.
  mutating func run(
    _ ends: [SearchEnd], _ tiles: inout TouchedTiles
  ) throws(RoutingError) {
    let map = tiles.map
    for end in ends {
      let slot = try tiles.slot(ofTile: end.point.tile)
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      if allowed(tile, end.edge)?.ends ?? false { entersZones = true }
    }
    for (number, end) in ends.enumerated() {
      let slot = try tiles.slot(ofTile: end.point.tile)
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      let measure = rules.measure(tile, end.edge, at: 0)
      let part = measure.cost(upTo: end.along(measure.length))
      let price = rules.price(tile, end.edge)
      try reach(
        slot, end.edge, state: end.needsState ? end.via ?? end.edge : nil,
        cost: end.cost &+ part &+ price, next: nil, target: number, &tiles)
    }
    while let (number, cost) = queue.pop() {
      let label = labels[Int(number)]
      guard cost == label.cost else { continue }
      if Task.isCancelled { throw .cancelled }
      let slot = tiles.slots[label.slot.rawValue]
      let tile = map.view(slot.layout)
      let base = tile.base(label.edge)
      try reach(
        label.slot, base, state: label.edge, cost: cost &+ rules.wholeCost(tile, base, at: 0),
        next: Int(number), target: label.target, &tiles)
    }
  }

  private static func key(_ slot: TileSlot, _ edge: EdgeIndex, isOpen: Bool) -> UInt64 {
    UInt64(slot) &<< 33 | UInt64(edge) &<< 1 | (isOpen ? 1 : 0)
  }

  private func allowed(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Zone.Allowed? {
    let use = rules.use(tile, edge.segment, edge.direction, at: 0)
    return rules.zones(tile, edge.segment, use)
  }

  /// Labels the states from which a turn leads onto an edge.
  ///
  /// `state` is that edge, base or via. It is nil for the last edge, which has no `next`, if any
  /// via edge counts there.
  private mutating func reach(
    _ slot: TileSlot, _ edge: EdgeIndex, state: EdgeIndex?, cost: UInt32, next: Int?, target: Int,
    _ tiles: inout TouchedTiles
  ) throws(RoutingError) {
    guard cost < Cost.unreachable else { return }
    let (there, junction, onto) = try tiles.departure(slot, edge)
    let map = tiles.map
    let here = tiles.slots[there.rawValue]
    let tile = map.view(here.layout)
    guard let road = allowed(tile, onto) else { return }
    let vias = tile.flags(junction).contains(.turns) ? ViaEdges(tile) : .none
    for from in vias.arriving(tile, junction) {
      try reach(
        there, tile, from, junction, onto, road, state.map { (slot, $0) }, cost, next, target,
        &tiles)
    }
  }

  /// Labels one state if a turn leads from it onto the edge.
  private mutating func reach(
    _ slot: TileSlot, _ tile: borrowing TileView, _ from: EdgeIndex, _ junction: JunctionIndex,
    _ edge: EdgeIndex, _ road: Zone.Allowed, _ state: (slot: TileSlot, edge: EdgeIndex)?,
    _ cost: UInt32, _ next: Int?,
    _ target: Int, _ tiles: inout TouchedTiles
  ) throws(RoutingError) {
    guard let before = allowed(tile, tile.base(from)) else { return }
    let roads = rules.entries(tile)
    let turn = rules.turn(tile, from: from, junction, onto: edge, at: 0, roads.span)
    guard let turn, turn.across.ends, !turn.isBanned else { return }
    if let state {
      let home = try tiles.home(slot, turn.onto)
      guard home == state else { return }
    }
    let whole = cost &+ rules.cost(of: turn)
    let home = try tiles.home(slot, from)
    let zone = Zone.open.next(road, entersLast: entersZones, isGate: !turn.across.passes)
    // Turns between open roads are left to the hierarchy, except onto the last edge.
    if before.passes, let zone, next == nil || zone == .last {
      label(home.slot, home.edge, isOpen: true, whole, next, target)
    }
    if entersZones, before.ends, road.ends {
      label(home.slot, home.edge, isOpen: false, whole, next, target)
    }
  }

  private mutating func label(
    _ slot: TileSlot, _ edge: EdgeIndex, isOpen: Bool, _ cost: UInt32, _ next: Int?, _ target: Int
  ) {
    let key = Self.key(slot, edge, isOpen: isOpen)
    var number = labels.count
    if let found = known[key] {
      guard cost < labels[found].cost else { return }
      number = found
      labels[number].cost = cost
      labels[number].next = next
      labels[number].target = target
    } else {
      known[key] = number
      labels.append(
        Label(slot: slot, edge: edge, isOpen: isOpen, cost: cost, next: next, target: target))
    }
    if !isOpen { queue.push(UInt32(number), cost: cost) }
  }
}

extension SearchEnd {
  /// The local base edge on which the end lies, in the tile of its point.
  var edge: EdgeIndex { EdgeIndex(point.segment, direction) }
}
