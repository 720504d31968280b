import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Replays a sequence of edges by the rules of a query: its cost, and whether it is allowed.
struct PathReplay {
  private let rules: QueryRules
  private let entersZones: Bool
  /// The road table of the current tile.
  private var slot = TileSlot(-1)
  private var roads: [UInt32] = []

  /// A replay of paths to some ends.
  init(_ rules: QueryRules, to ends: [SearchEnd], _ tiles: inout TouchedTiles)
    throws(RoutingError)
  {
    self.rules = rules
    var entersZones = false
    for end in ends {
      let slot = try tiles.slot(ofTile: end.point.tile)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      if rules.mayEndInZone(tile, end.edge, at: end.time) { entersZones = true }
    }
    self.entersZones = entersZones
  }

  /// The current position on the path.
  private struct State {
    var slot: TileSlot
    var edge: EdgeIndex
    var zone: Zone
    var cost: UInt32
    var time: Centiseconds
  }

  /// Replays a path.
  ///
  /// - Parameters:
  ///   - start: The end at which the path begins.
  ///   - states: The edges after that of the start, base or via, in the tiles that they belong to.
  ///   - end: The end, on an edge after them.
  ///   - tiles: The tiles of the slots.
  /// - Returns: The path; nil if the rules do not allow it.
  /// - Throws: ``RoutingError/map(_:)``.
  mutating func path(
    from start: SearchEnd, over states: [(slot: TileSlot, edge: EdgeIndex)], to end: SearchEnd,
    _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Path? {
    var steps: [PathStep] = []
    steps.reserveCapacity(states.count + 2)
    guard var state = try begin(start, &steps, &tiles) else { return nil }
    var index = 0
    while index < states.count {
      drivePlainly(&state, over: states, &index, &steps, tiles)
      if index == states.count || state.cost > QueryRules.maximumCost { break }
      let next = states[index]
      guard let entry = try enter(next.slot, next.edge, from: state, &tiles),
        case let home = try tiles.home(entry.slot, entry.turn.onto), home == next
      else { return nil }
      let map = tiles.map
      let slot = tiles.slots[entry.slot.rawValue]
      let tile = map.view(slot.layout)
      let turn = entry.turn
      let time = rules.edgeTime(tile, turn.edge, at: turn.entered, roads.span)
      steps.append(step(turn, state, home.slot, home.edge, time, tiles))
      state = State(
        slot: next.slot, edge: next.edge, zone: entry.zone,
        cost: entry.cost &+ rules.cost(tile, turn.edge, time: time),
        time: rules.time(turn.entered, after: time))
      index += 1
    }
    if state.cost > QueryRules.maximumCost { return nil }
    return try finish(start, state, end, steps, &tiles)
  }

  /// Replays the plain edges that follow each other.
  ///
  /// A plain edge is in the same tile, is open to through traffic, has no rules in the map, and
  /// begins at a junction without restrictions, barriers or delays. Most edges are plain.
  private mutating func drivePlainly(
    _ state: inout State, over states: [(slot: TileSlot, edge: EdgeIndex)], _ index: inout Int,
    _ steps: inout [PathStep], _ tiles: TouchedTiles
  ) {
    let here = tiles.slots[state.slot.rawValue]
    let layout = here.layout
    guard !rules.hasClock, state.zone == .open, layout.isOwnBase(state.edge) else { return }
    let map = tiles.map
    let tile = map.view(layout)
    findRoads(state.slot, tile)
    let roads = roads.span
    let times = rules.costing.turns
    var before = tile.record(state.edge.segment)
    while index < states.count, states[index].slot == state.slot {
      let edge = states[index].edge
      let junction = tile.head(state.edge)
      guard layout.isOwnBase(edge), edge != state.edge.reversed, layout.isOwn(junction),
        tile.head(edge.reversed) == junction
      else { return }
      let flags = tile.flags(junction)
      guard flags.isDisjoint(with: [.turns, .barrier]), !rules.mayDelayTurns(tile, junction)
      else { return }
      let segment = tile.record(edge.segment)
      let entry = roads[edge.place(inPairs: segment.attributeRow)]
      guard entry & RoadTables.passes != 0, !segment.hasRulesOrLimits else { return }
      let isAdjusted = rules.isAdjusted(tile, edge)
      if isAdjusted, rules.isClosedToday(tile, edge, at: 0) { return }
      let angle = before.departure(against: state.edge).reversed.angle(
        to: segment.departure(along: edge))
      let isRing =
        roads[state.edge.place(inPairs: before.attributeRow)] & entry & RoadTables.isRing != 0
      let turnDuration =
        (flags.isEmpty ? 0 : times.crossing(flags))
        &+ times.bend(
          angle,
          isJunction: !isRing && rules.choices(tile, state.edge.reversed, junction, roads) > 1,
          isUTurn: false)
      var time = rules.openTime(tile, edge, length: segment.length, entry, roads)
      if isAdjusted {
        time = rules.adjustedTime(tile, edge, length: segment.length, usual: time, at: 0)
      }
      steps.append(
        PathStep(
          tile: here.tile, edge: edge, id: here.numbers.number(ofBase: edge),
          turnDuration: turnDuration, turnTime: 0, time: 0, edgeTime: time))
      before = segment
      state.edge = edge
      state.cost &+=
        rules.cost(ofTurn: turnDuration, isUTurn: false)
        &+ rules.price(tile, edge, entry, roads)
        &+ rules.cost(tile, edge, time: time)
      index += 1
      if state.cost > QueryRules.maximumCost { return }
    }
  }

  /// Reads the road table of the current tile.
  private mutating func findRoads(_ slot: TileSlot, _ tile: borrowing TileView) {
    if self.slot == slot { return }
    self.slot = slot
    roads = rules.entries(tile)
  }

  /// The rest of the edge on which the path begins.
  private func begin(
    _ start: SearchEnd, _ steps: inout [PathStep], _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> State? {
    let slot = try tiles.slot(ofTile: start.point.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let measure = rules.measure(tile, start.edge, at: start.time)
    let along = start.along(measure.length)
    let avoided = along < measure.length ? rules.price(tile, start.edge) : 0
    let use = rules.use(tile, start.point.segment, start.direction, at: start.time)
    let begins = rules.zones(tile, start.point.segment, use)?.begins ?? false
    let edge = start.via ?? start.edge
    steps.append(
      PathStep(
        tile: start.point.tile, edge: start.edge, id: tiles.id(slot, edge), turnDuration: 0,
        turnTime: start.time, time: start.time, edgeTime: measure.time))
    return State(
      slot: slot, edge: edge, zone: begins ? .first : .open,
      cost: start.cost &+ measure.cost(from: along) &+ avoided,
      time: rules.time(start.time, after: measure.time(from: along)))
  }

  /// A turn on the path, and the state behind it.
  private struct Entry {
    /// The slot of the junction.
    var slot: TileSlot
    var turn: Turn
    var zone: Zone
    /// The cost up to the beginning of the edge, with its price.
    var cost: UInt32
  }

  /// The turn from a state onto an edge; nil if it is not allowed.
  private mutating func enter(
    _ there: TileSlot, _ edge: EdgeIndex, from state: State, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Entry? {
    let (here, junction, arriving) = try tiles.arrival(state.slot, state.edge)
    let departure = try tiles.departure(there, edge)
    guard departure.slot == here, departure.junction == junction else { return nil }
    let map = tiles.map
    let tile = map.view(tiles.slots[here.rawValue].layout)
    let base = departure.edge
    findRoads(here, tile)
    let turn = rules.turn(
      tile, from: arriving, junction, onto: base, at: state.time, roads.span)
    guard let turn, !turn.isBanned else { return nil }
    let road = tile.entry(base, roads.span)
    let zone = rules.zone(
      tile, behind: turn, from: state.zone, road, entersLast: entersZones)
    guard let zone else { return nil }
    return Entry(
      slot: here, turn: turn, zone: zone,
      cost: state.cost &+ rules.cost(of: turn)
        &+ rules.price(tile, base, road, roads.span))
  }

  private func step(
    _ turn: Turn, _ state: State, _ slot: TileSlot, _ edge: EdgeIndex, _ edgeTime: Centiseconds,
    _ tiles: TouchedTiles
  ) -> PathStep {
    let here = tiles.slots[slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    return PathStep(
      tile: here.tile, edge: tile.base(edge), id: tiles.id(slot, edge),
      turnDuration: turn.duration, turnTime: state.time, time: turn.entered,
      edgeTime: edgeTime)
  }

  /// The turn onto the last edge and the part of it up to the end.
  private mutating func finish(
    _ start: SearchEnd, _ state: State, _ end: SearchEnd, _ steps: [PathStep],
    _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Path? {
    let slot = try tiles.slot(ofTile: end.point.tile)
    guard let entry = try enter(slot, end.edge, from: state, &tiles) else { return nil }
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let turn = entry.turn
    let measure = rules.measure(tile, end.edge, at: turn.entered)
    let part = end.along(measure.length)
    var reached = end
    let home = try tiles.home(entry.slot, turn.onto)
    reached.via = turn.onto == turn.edge ? nil : home.edge
    guard end.accepts(reached.via) else { return nil }
    reached.time = rules.time(turn.entered, after: measure.time(upTo: part))
    return Path(
      start: start, end: reached,
      cost: entry.cost &+ measure.cost(upTo: part) &+ end.cost,
      steps: steps + [step(turn, state, slot, end.edge, measure.time, tiles)])
  }
}
