import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Finds the rules along a path: those that it violates, and those that may hold.
struct PathRules {
  private let rules: QueryRules
  private var tiles: TouchedTiles

  init(_ map: NavMap, rules: QueryRules) {
    self.rules = rules
    tiles = TouchedTiles(map)
  }

  /// The junction between two steps of a path.
  private struct Crossing {
    var slot: TileSlot
    var junction: JunctionIndex
    /// The row of the turn; nil if it has none.
    var turn: Int?
    /// The OSM name of a restriction of the turn.
    var name = "no_turn"
  }

  // MARK: Violated rules

  /// The rules that a path violates, each once per way, in the order of the path.
  mutating func blockers(on path: Path) throws(RoutingError) -> [Blocker] {
    var result: [Blocker] = []
    let isThrough = try throughParts(path)
    for (index, step) in path.steps.enumerated() {
      try addBreaches(path, index, isThrough: isThrough[index], to: &result)
      guard index + 1 < path.steps.count else { break }
      let crossing = try crossing(step, path.steps[index + 1])
      try addBreaches(
        path, index, crossing, isThrough: isThrough[index] && isThrough[index + 1], to: &result)
    }
    return result
  }

  /// The first rule of a segment that the vehicle violates in either direction.
  mutating func blocker(
    at point: RoadPoint, time: Centiseconds
  ) throws(RoutingError) -> Blocker? {
    let slot = try tiles.slot(ofTile: point.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    for direction in Direction.allCases {
      let found =
        rules.breaches(tile, point.segment, direction, isThrough: false, at: time) ?? []
      if let first = found.first {
        return blocker(
          first, tile, point.segment, at: MeasuredLine(tile.shape(point.segment)).middle)
      }
    }
    return nil
  }

  /// For every edge, whether the trip is through traffic there: outside the zones where it begins and ends.
  private mutating func throughParts(_ path: Path) throws(RoutingError) -> [Bool] {
    var allowed: [Zone.Allowed] = []
    for step in path.steps {
      let slot = try tiles.slot(ofTile: step.tile)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      let use = rules.use(tile, step.segment, step.direction, at: step.time)
      allowed.append(rules.zones(tile, step.segment, use) ?? (true, false, true))
    }
    let first = allowed.firstIndex { !$0.begins } ?? allowed.count
    let last = allowed.lastIndex { !$0.ends }.map { $0 + 1 } ?? 0
    return allowed.indices.map { $0 >= first && $0 < last }
  }

  private mutating func addBreaches(
    _ path: Path, _ index: Int, isThrough: Bool, to result: inout [Blocker]
  ) throws(RoutingError) {
    let step = path.steps[index]
    let slot = try tiles.slot(ofTile: step.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let use = rules.use(tile, step.segment, step.direction, at: step.time)
    if isThrough ? use.passes : use.ends { return }
    let found =
      rules.breaches(
        tile, step.segment, step.direction, isThrough: isThrough && use.ends, at: step.time) ?? []
    for breach in found {
      add(
        blocker(breach, tile, step.segment, at: MeasuredLine(tile.shape(step.segment)).middle),
        index,
        to: &result)
    }
  }

  private mutating func addBreaches(
    _ path: Path, _ index: Int, _ crossing: Crossing, isThrough: Bool, to result: inout [Blocker]
  ) throws(RoutingError) {
    let step = path.steps[index]
    let next = path.steps[index + 1]
    let here = tiles.slots[crossing.slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let place = tile.position(crossing.junction)
    var found: [Breach] = []
    let isUTurn = step.tile == next.tile && step.edge == next.edge.reversed
    if tile.flags(crossing.junction).contains(.barrier), !isUTurn {
      let use = rules.use(tile, junction: crossing.junction, at: next.turnTime)
      if isThrough ? !use.passes : !use.ends {
        found = rules.breaches(
          tile, junction: crossing.junction, isThrough: isThrough && use.ends, at: next.turnTime)
      }
    }
    var turn: Breach?
    if let row = crossing.turn { turn = rules.breach(tile, turn: row, at: next.turnTime) }
    guard !found.isEmpty || turn != nil else { return }
    let slot = try tiles.slot(ofTile: next.tile)
    let beyond = map.view(tiles.slots[slot.rawValue].layout)
    for breach in found {
      add(blocker(breach, beyond, next.segment, at: place), index + 1, to: &result)
    }
    if let turn {
      var forbidden = blocker(turn, beyond, next.segment, at: place)
      forbidden.turn = crossing.name
      add(forbidden, index + 1, to: &result)
    }
  }

  /// Adds a blocker; the same rule on a later edge of the same way extends it.
  private func add(_ blocker: Blocker, _ index: Int, to result: inout [Blocker]) {
    var added = blocker
    added.steps = index...index
    let known = result.lastIndex {
      $0.wayID == blocker.wayID && $0.rule == blocker.rule && $0.excluded == blocker.excluded
        && $0.closure == blocker.closure
    }
    if let known, let steps = result[known].steps {
      result[known].steps = steps.lowerBound...index
    } else {
      result.append(added)
    }
  }

  // MARK: Rules that may hold

  /// The rules on a path that may hold and would affect the vehicle, once per tag.
  mutating func potentials(on path: Path) throws(RoutingError) -> [PotentialRule] {
    var result: [PotentialRule] = []
    var ends: (first: Int, last: Int)?
    var next = 0
    while let index = try nextWithRules(on: path, from: next) {
      next = index + 1
      let step = path.steps[index]
      let slot = try tiles.slot(ofTile: step.tile)
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      if tile.hasRulesOrLimits(step.segment) {
        if ends == nil { ends = try self.ends(path) }
        let isEnd = ends.map { index <= $0.first || index >= $0.last } ?? false
        addPotentials(
          tile, tile.ruleRows(of: step.segment), step, at: nil, isEnd: isEnd,
          to: &result)
      }
      if next < path.steps.count { try addPotentials(step, path.steps[next], to: &result) }
    }
    return result
  }

  /// The first step from an index on that has rules, or whose junction may have some; nil if none.
  private mutating func nextWithRules(
    on path: Path, from first: Int
  ) throws(RoutingError) -> Int? {
    var index = first
    while index < path.steps.count {
      let number = path.steps[index].tile
      let slot = try tiles.slot(ofTile: number)
      let here = tiles.slots[slot.rawValue]
      let map = tiles.map
      let tile = map.view(here.layout)
      let withRules: NodeFlags = tile.hasTurnRules ? [.turns, .barrier] : .barrier
      while index < path.steps.count, path.steps[index].tile == number {
        let step = path.steps[index]
        let segment = step.segment
        if tile.hasRulesOrLimits(segment) { return index }
        let head = tile.head(step.edge)
        // A junction in another tile has its flags there.
        guard here.layout.isOwn(head),
          tile.flags(head).isDisjoint(with: withRules)
        else { return index }
        index += 1
      }
    }
    return nil
  }

  /// Adds the rules of the junction and of the turn between two steps.
  private mutating func addPotentials(
    _ step: PathStep, _ next: PathStep, to result: inout [PotentialRule]
  ) throws(RoutingError) {
    let crossing = try crossing(step, next)
    let here = tiles.slots[crossing.slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let place = tile.position(crossing.junction)
    if tile.flags(crossing.junction).contains(.barrier) {
      addPotentials(
        tile, tile.ruleRows(of: crossing.junction), step, at: place, to: &result)
    }
    if let turn = crossing.turn, tile.turn(turn).hasRules {
      addPotentials(
        tile, tile.ruleRows(ofTurn: turn), step, at: place, turn: crossing.name, to: &result)
    }
  }

  /// Adds the rows that would affect the vehicle; `place` is nil for those of the step's segment.
  private func addPotentials(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ step: PathStep, at place: Coordinate?,
    isEnd: Bool = false, turn: String? = nil, to result: inout [PotentialRule]
  ) {
    for row in rows {
      let stored = tile.rule(row)
      guard stored.condition != RuleRow.always, let effect = stored.effect,
        place != nil || stored.directions.contains(step.direction)
      else { continue }
      let rule = tile.roadRule(stored)
      let asked = rules.circumstances(at: step.time)
      let isOverridden = (row + 1..<rows.upperBound).contains { later in
        let other = tile.rule(later)
        return other.effect.map { rules.decidesSame($0, effect) } ?? false
          && (place != nil || other.directions.contains(step.direction))
          && rules.truth(tile, other, asked) == .yes
      }
      guard !isOverridden, rule.condition.holds(asked) == .perhaps,
        matters(
          effect, place == nil ? tile.road(step.segment) : nil, step.direction, isEnd: isEnd)
      else { continue }
      if let known = Self.find(rule, turn: turn, in: result) {
        result[known].count += 1
        continue
      }
      let map = tiles.map
      let way = place == nil ? tile.way(step.segment) : nil
      var potential = PotentialRule(
        rule: rule,
        road: place == nil ? map.roadName(tile, step.segment) : nil,
        wayID: way.map { tile.wayOSMID($0) },
        position: place ?? MeasuredLine(tile.shape(step.segment)).middle)
      potential.turn = turn
      result.append(potential)
    }
  }

  /// The rule with the tag of another; nil if there is none.
  private static func find(
    _ rule: RoadRule, turn: String?, in known: [PotentialRule]
  ) -> Int? {
    // Most are those of an earlier edge, and the text of a tag takes longer than the rest.
    if let same = known.firstIndex(where: { $0.rule == rule && $0.turn == turn }) { return same }
    let tag = turn.map { rule.tag(turn: $0) } ?? rule.tag
    return known.firstIndex { $0.tag == tag }
  }

  /// Whether a rule, if it holds, would close, limit or slow the path for this vehicle.
  private func matters(
    _ effect: RoadRule.Effect, _ road: RoadAttributes?, _ direction: Direction, isEnd: Bool
  ) -> Bool {
    switch effect {
    case .limit(let kind, let value): vehicle(kind).map { $0 > value ?? .max } ?? false
    case .access(let access, let modes):
      modes.contains(rules.mode) && !access.isOpenToThroughTraffic && !(isEnd && access.isUsable)
    case .speed(let speed):
      rules.mode.isMotorised
        && speed < road?.signedSpeed(direction, truck: false).orUnlimited ?? .unlimited
    case .truckSpeed(let speed):
      rules.mode == .truck
        && speed < road?.signedSpeed(direction, truck: true).orUnlimited ?? .unlimited
    case .ban(let modes): modes.contains(rules.mode)
    case .turnRound: false
    }
  }

  /// The last step on the way on which a path begins, and the first on the way on which it ends.
  private mutating func ends(_ path: Path) throws(RoutingError) -> (first: Int, last: Int) {
    var first = 0
    let start = try way(path.steps[first])
    while first + 1 < path.steps.count, try way(path.steps[first + 1]) == start { first += 1 }
    var last = path.steps.count - 1
    let end = try way(path.steps[last])
    while last > 0, try way(path.steps[last - 1]) == end { last -= 1 }
    return (first, last)
  }

  private mutating func way(_ step: PathStep) throws(RoutingError) -> Int64 {
    let slot = try tiles.slot(ofTile: step.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    return tile.wayOSMID(tile.way(step.segment))
  }

  private func vehicle(_ kind: LimitKind) -> UInt32? { rules.vehicle[kind] }

  // MARK: Places

  /// The junction and the turn between two steps of a path.
  private mutating func crossing(
    _ step: PathStep, _ next: PathStep
  ) throws(RoutingError) -> Crossing {
    let own = try tiles.slot(ofTile: step.tile)
    let (slot, junction, arriving) = try tiles.arrival(own, tiles.edge(own, id: step.id))
    let here = tiles.slots[slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    guard tile.flags(junction).contains(.turns) else {
      return Crossing(slot: slot, junction: junction)
    }
    let onto = try tiles.departure(try tiles.slot(ofTile: next.tile), next.edge)
    guard onto.slot == slot, onto.junction == junction,
      let turn = tile.turnRow(from: arriving, to: onto.edge)
    else { return Crossing(slot: slot, junction: junction) }
    return Crossing(
      slot: slot, junction: junction, turn: turn,
      name: QueryRules.restrictionName(tile, from: tile.base(arriving), to: onto.edge))
  }

  private func blocker(
    _ breach: Breach, _ tile: borrowing TileView, _ segment: SegmentIndex, at place: Coordinate
  ) -> Blocker {
    Blocker(breach, tile, segment, at: place, tiles.map)
  }
}

extension Speed {
  /// The speed, or unlimited if it is unknown.
  fileprivate var orUnlimited: Speed { isKnown ? self : .unlimited }
}

extension PathStep {
  var segment: SegmentIndex { edge.segment }
  var direction: Direction { edge.direction }
}
