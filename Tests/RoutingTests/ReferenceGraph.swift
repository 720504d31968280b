import Geo
import MapReader
import NavFormat
import RoadModel

/// A map flattened into arrays for one vehicle, and plain Dijkstra on it.
///
/// It reads Formats/nav-1.md section 6 word by word: no bounds, no tiles, no early end. What the engine
/// is compared with.
struct ReferenceGraph {
  /// An edge of the file, base or via.
  struct Edge {
    var tile: Int
    /// Local number of its base edge in the tile that it belongs to.
    var base: Int
    var length: UInt32
    var road: RoadAttributes
    var direction: Direction
    var reach: UInt32
    /// Index in `ruleLists`, -1 for none.
    var rules: Int32
    /// What holds at the start of the trip.
    var state: State
  }

  /// What an edge is at some time.
  struct State {
    var cost: UInt32
    var begins: Bool
    var passes: Bool
    var ends: Bool
    var isUsable: Bool
  }

  struct Turn {
    var to: UInt32
    var cost: UInt32
    var isUTurn: Bool
    /// Whether the U-turn has no other way on beside it.
    var isDeadEnd: Bool
    /// Index in `specials`, -1 where nothing stands at the junction and nothing is said of the turn.
    var special: Int32
  }

  /// What stands at a junction, and what is said of a turn there.
  struct Special {
    var access: Access
    var rules: [RoadRule]
    var bans: [RoadRule]
  }

  static let unreached = UInt32.max

  let map: NavMap
  let vehicle: Vehicle
  /// When the trip begins, nil when it is not known.
  let departure: LocalTime?
  let costing: Costing
  private(set) var edges: [Edge] = []
  /// The via edges on a base edge.
  private var copiesOf: [UInt32: [UInt32]] = [:]
  private var firstTurn: [Int] = [0]
  private var turns: [Turn] = []
  private var ruleLists: [[RoadRule]] = []
  private var specials: [Special] = []

  init(_ map: NavMap, _ vehicle: Vehicle, departure: LocalTime? = nil) throws {
    self.departure = departure
    self.map = map
    self.vehicle = vehicle
    costing = Costing(vehicle.mode, drivesOnLeft: map.header.drivingSide == .left)
    for tile in 0..<map.tileCount { try addEdges(of: tile) }
    for tile in 0..<map.tileCount { try addTurns(from: tile) }
  }

  private mutating func addEdges(of number: Int) throws {
    let map = self.map
    let tile = try map.tile(number)
    for edge in 0..<2 * tile.layout.ownSegmentCount { edges.append(self.edge(tile, number, edge)) }
    for via in 0..<tile.layout.ownViaCount {
      let base = tile.via(via).base
      copiesOf[map.entry(number).firstEdge + UInt32(base), default: []].append(UInt32(edges.count))
      edges.append(self.edge(tile, number, base))
    }
  }

  /// A base edge and the via edges on it.
  func copies(of edge: UInt32) -> [UInt32] { [edge] + (copiesOf[edge] ?? []) }

  private mutating func edge(_ tile: borrowing TileView, _ number: Int, _ base: Int) -> Edge {
    var (edge, rules) = read(tile, number, base)
    if !rules.isEmpty {
      edge.rules = Int32(ruleLists.count)
      ruleLists.append(rules)
    }
    return edge
  }

  private func read(
    _ tile: borrowing TileView, _ number: Int, _ base: Int
  ) -> (edge: Edge, rules: [RoadRule]) {
    let segment = base / 2
    let direction: Direction = base % 2 == 0 ? .forward : .backward
    var rules: [RoadRule] = []
    for row in 0..<tile.layout.ruleCount {
      let rule = tile.rule(row)
      if rule.of == .segment, Int(rule.subject) == segment, rule.directions.contains(direction) {
        rules.append(read(tile, rule))
      }
    }
    var edge = Edge(
      tile: number, base: base, length: tile.length(segment), road: tile.road(segment),
      direction: direction, reach: tile.reachBits(segment),
      rules: -1,
      state: State(cost: 0, begins: false, passes: false, ends: false, isUsable: false))
    edge.state = state(edge, rules, at: 0)
    return (edge, rules)
  }

  private func read(_ tile: borrowing TileView, _ row: RuleRow) -> RoadRule {
    RoadRule(
      row.effect ?? .ban([]),
      condition: row.condition == 65_535 ? .always : tile.condition(Int(row.condition)))
  }

  /// What an edge is so many hundredths of a second after the start.
  func state(_ edge: Edge, at time: UInt32) -> State {
    edge.rules < 0 ? edge.state : state(edge, ruleLists[Int(edge.rules)], at: time)
  }

  private func state(_ edge: Edge, _ rules: [RoadRule], at time: UInt32) -> State {
    let usual = edge.road.access(edge.direction)[vehicle.mode]
    let through = access(usual, rules, time, atEnd: false)
    let passes = [.yes, .designated, .permissive, .dismount, .discouraged].contains(through)
    let atEnd = access(usual, rules, time, atEnd: true)
    let usable =
      passes
      || [
        .yes, .designated, .permissive, .dismount, .discouraged, .destination, .delivery,
        .privateOnly,
      ].contains(atEnd)
    let bits = (edge.reach >> (4 * UInt32(vehicle.mode.rawValue))) & 15
    return State(
      cost: costing.edgeTime(
        centimetres: edge.length, speedLimited(edge, rules, time), edge.direction),
      begins: usable && (!passes || bits & 4 == 0), passes: passes,
      ends: usable && (!passes || bits & 8 == 0), isUsable: usable)
  }

  /// The access that the rules leave: the last of each kind that holds decides.
  private func access(
    _ usual: Access, _ rules: [RoadRule], _ time: UInt32, atEnd: Bool
  ) -> Access {
    var access = usual
    var limits: [LimitKind: UInt32] = [:]
    for rule in rules where holds(rule, time, atEnd: atEnd) {
      switch rule.effect {
      case .limit(let kind, let value): limits[kind] = value ?? .max
      case .access(let other, let modes) where modes.contains(vehicle.mode): access = other
      default: break
      }
    }
    return limits.contains { vehicle[$0.key] ?? 0 > $0.value } ? .no : access
  }

  private func holds(_ rule: RoadRule, _ time: UInt32, atEnd: Bool) -> Bool {
    rule.condition.holds(
      Circumstances(
        vehicle, time: departure?.advanced(by: Int64(time / 100)), isAtEnd: atEnd)) == .yes
  }

  private func speedLimited(
    _ edge: Edge, _ rules: [RoadRule], _ time: UInt32
  ) -> RoadAttributes {
    var road = edge.road
    for rule in rules where holds(rule, time, atEnd: false) {
      switch (rule.effect, edge.direction) {
      case (.speed(let speed), .forward): road.forwardSpeed = speed
      case (.speed(let speed), .backward): road.backwardSpeed = speed
      case (.truckSpeed(let speed), .forward): road.forwardTruckSpeed = speed
      case (.truckSpeed(let speed), .backward): road.backwardTruckSpeed = speed
      default: break
      }
    }
    return road
  }

  /// The file's id of a local edge of a tile.
  private func id(_ tile: borrowing TileView, _ number: Int, _ edge: Int) throws -> UInt32 {
    let layout = tile.layout
    if edge < 2 * layout.segmentCount {
      let segment = edge / 2
      if segment < layout.ownSegmentCount {
        return map.entry(number).firstEdge + UInt32(edge)
      }
      let crossing = try crossing(tile, segment)
      return map.entry(Int(crossing.tile)).firstEdge + UInt32(crossing.there) * 2
        + UInt32(edge % 2)
    }
    let via = edge - 2 * layout.segmentCount
    if via < layout.ownViaCount {
      return map.entry(number).firstEdge + UInt32(2 * layout.ownSegmentCount + via)
    }
    let crossing = try crossing(tile, tile.via(via).base / 2)
    let entry = map.entry(Int(crossing.tile))
    return entry.firstEdge + 2 * entry.segmentCount + UInt32(tile.via(via).there)
  }

  private func crossing(_ tile: borrowing TileView, _ segment: Int) throws -> Crossing {
    for index in 0..<tile.layout.crossingCount where Int(tile.crossing(index).segment) == segment {
      return tile.crossing(index)
    }
    throw ReferenceError.noCrossing
  }

  private enum ReferenceError: Error { case noCrossing }

  /// The turns of all edges that belong to a tile.
  private mutating func addTurns(from number: Int) throws {
    let map = self.map
    let tile = try map.tile(number)
    let layout = tile.layout
    let own = Array(0..<2 * layout.ownSegmentCount)
    let vias = (0..<layout.ownViaCount).map { 2 * layout.segmentCount + $0 }
    for edge in own + vias {
      let base =
        edge < 2 * layout.segmentCount ? edge : tile.via(edge - 2 * layout.segmentCount).base
      let head = base % 2 == 0 ? tile.to(base / 2) : tile.from(base / 2)
      if head < layout.junctionCount {
        try addTurns(tile, number, head, arriving: edge)
      } else {
        let crossing = tile.crossing(head - layout.junctionCount)
        let there = try map.tile(Int(crossing.tile))
        var arriving = Int(crossing.there) * 2 + base % 2
        if edge != base {
          arriving =
            2 * there.layout.segmentCount + tile.via(edge - 2 * layout.segmentCount).there
        }
        try addTurns(there, Int(crossing.tile), Int(crossing.junction), arriving: arriving)
      }
      firstTurn.append(turns.count)
    }
  }

  private mutating func addTurns(
    _ tile: borrowing TileView, _ number: Int, _ junction: Int, arriving: Int
  ) throws {
    let layout = tile.layout
    let base =
      arriving < 2 * layout.segmentCount
      ? arriving : tile.via(arriving - 2 * layout.segmentCount).base
    var access = Access.yes
    for row in 0..<layout.barrierCount where tile.barrier(row).junction == junction {
      let barrier = tile.barrier(row)
      access =
        !barrier.passing.contains(vehicle.mode)
        ? .no : barrier.endOnly.contains(vehicle.mode) ? .privateOnly : .yes
    }
    var rules: [RoadRule] = []
    for row in 0..<layout.ruleCount {
      let rule = tile.rule(row)
      if rule.of == .junction, Int(rule.subject) == junction { rules.append(read(tile, rule)) }
    }
    let out = tile.outRange(junction).map { tile.out($0) }
    var onward = 0
    for edge in out where edge != base ^ 1 {
      let access = tile.road(edge / 2).access(edge % 2 == 0 ? .forward : .backward)
      if access[vehicle.mode].isUsable { onward += 1 }
    }
    for edge in out {
      let isUTurn = edge == base ^ 1
      var onto = edge
      var bans: [RoadRule] = []
      if let row = try row(tile, arriving, edge) {
        let turn = tile.turn(row)
        if turn.banned.contains(vehicle.mode) { continue }
        if turn.enter != 65_535 { onto = 2 * layout.segmentCount + Int(turn.enter) }
        for other in 0..<layout.ruleCount {
          let rule = tile.rule(other)
          if rule.of == .turn, Int(rule.subject) == row { bans.append(read(tile, rule)) }
        }
      }
      let angle = tile.arrivalBearing(base / 2, base % 2 == 0 ? .forward : .backward)
        .angle(to: tile.departureBearing(edge / 2, edge % 2 == 0 ? .forward : .backward))
      turns.append(
        Turn(
          to: try id(tile, number, onto),
          cost: costing.turnTime(
            angle: angle, isJunction: onward > 1, isUTurn: isUTurn, node: tile.flags(junction)),
          isUTurn: isUTurn, isDeadEnd: onward == 0 || access == .no,
          special: self.special(Special(access: access, rules: rules, bans: bans))))
    }
  }

  private mutating func special(_ special: Special) -> Int32 {
    if special.access == .yes && special.rules.isEmpty && special.bans.isEmpty { return -1 }
    specials.append(special)
    return Int32(specials.count - 1)
  }

  private func row(_ tile: borrowing TileView, _ from: Int, _ to: Int) throws -> Int? {
    guard tile.layout.turnCount > 0 else { return nil }
    for index in 0..<tile.layout.turnCount {
      let row = tile.turn(index)
      if Int(row.from) == from && Int(row.to) == to { return index }
    }
    return nil
  }

  /// What it costs to come from a place to each of some others, nil where no way leads.
  ///
  /// Labels are set in the order of their cost, so with a departure time this is the search without
  /// waiting that Formats/nav-1.md and the engine mean.
  func costs(from: RandomPlace, to places: [RandomPlace]) -> [UInt32?] {
    var best = [UInt32?](repeating: nil, count: places.count)
    var endsOn: [UInt32: [(place: Int, along: UInt32)]] = [:]
    for (place, to) in places.enumerated() {
      for end in to.edges {
        for copy in copies(of: end.edge) { endsOn[copy, default: []].append((place, end.along)) }
      }
    }
    func arrive(_ edge: UInt32, _ whole: UInt32, at cost: UInt32, after along: UInt32 = 0) {
      let length = edges[Int(edge)].length
      for end in endsOn[edge] ?? [] where end.along >= along {
        let part =
          Costing.partTime(whole, part: end.along, of: length)
          - Costing.partTime(whole, part: along, of: length)
        best[end.place] = min(best[end.place] ?? .max, cost + part)
      }
    }
    var costs = [UInt32](repeating: Self.unreached, count: edges.count * 3)
    var heap = BinaryHeap()
    for start in from.edges {
      let edge = edges[Int(start.edge)]
      arrive(start.edge, edge.state.cost, at: 0, after: start.along)
      let state = Int(start.edge) * 3 + (edge.state.begins ? 0 : 1)
      let before = Costing.partTime(edge.state.cost, part: start.along, of: edge.length)
      if edge.state.cost - before < costs[state] {
        costs[state] = edge.state.cost - before
        heap.push((costs[state], state))
      }
    }
    while let (cost, state) = heap.pop() {
      guard cost == costs[state] else { continue }
      let (from, zone) = (state / 3, state % 3)
      for turn in turns[firstTurn[from]..<firstTurn[from + 1]] {
        let entry = cost + turn.cost
        let edge = self.state(edges[Int(turn.to)], at: departure == nil ? 0 : entry)
        guard edge.isUsable, let next = next(zone, edge, turn, at: departure == nil ? 0 : cost)
        else { continue }
        arrive(turn.to, edge.cost, at: entry)
        let target = Int(turn.to) * 3 + next
        if entry + edge.cost < costs[target] {
          costs[target] = entry + edge.cost
          heap.push((costs[target], target))
        }
      }
    }
    return best
  }

  /// Whether the vehicle can be on an edge of a tile at the start of the trip.
  func isUsable(_ tile: borrowing TileView, _ segment: Int, _ direction: Direction) -> Bool {
    read(tile, 0, 2 * segment + Int(direction.rawValue)).edge.state.isUsable
  }

  /// The zone behind a turn: first zone, open roads, last zone, no way back; nil when it is forbidden.
  private func next(_ zone: Int, _ edge: State, _ turn: Turn, at time: UInt32) -> Int? {
    var gate = Access.yes
    if turn.special >= 0 {
      let special = specials[Int(turn.special)]
      let isBanned = special.bans.contains {
        guard case .ban(let modes) = $0.effect, modes.contains(vehicle.mode) else { return false }
        return holds($0, time, atEnd: false)
      }
      if isBanned { return nil }
      let through = access(special.access, special.rules, time, atEnd: false)
      let atEnd = access(special.access, special.rules, time, atEnd: true)
      gate = through.isOpenToThroughTraffic ? .yes : atEnd.isUsable ? .privateOnly : .no
    }
    if turn.isUTurn {
      guard turn.isDeadEnd else { return nil }
      gate = .yes
    }
    guard gate.isUsable else { return nil }
    switch zone {
    case 0: return edge.begins ? 0 : 1
    case 1: return edge.passes && !gate.isEndOnly ? 1 : edge.ends ? 2 : nil
    default: return edge.ends ? 2 : nil
    }
  }

}
