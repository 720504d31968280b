package import Geo
package import NavFormat
package import RoadModel

/// The arrival of a vehicle at a junction: the facts that do not depend on the next edge.
package struct Arrival {
  /// The local edge, base or via, on which the vehicle arrives.
  package let edge: EdgeIndex
  /// Its base edge.
  package let base: EdgeIndex
  /// The own junction.
  package let junction: JunctionIndex
  /// The attributes of the junction.
  package let flags: NodeFlags
  /// The direction of travel at the end of the edge.
  package let heading: Bearing
  /// The permitted use of the junction by the vehicle.
  package let across: Use
  /// The number of leaving edges that access allows, except the one that leads back.
  package let choices: Int
  /// Whether a U-turn is allowed, at a dead end, an impassable barrier or a turning place.
  package let isDeadEnd: Bool
  /// The time of arrival, after the departure.
  package let time: Centiseconds
  /// Whether the traffic may delay turns here.
  package let mayBeDelayed: Bool

  /// The value before the first arrival.
  package static let nowhere = Arrival(
    edge: EdgeIndex(0), base: EdgeIndex(0), junction: JunctionIndex(0), flags: [],
    heading: Bearing(turns256: 0), across: .closed,
    choices: 0, isDeadEnd: false, time: 0, mayBeDelayed: false)
}

/// The properties, for turns onto it, of a base edge that is open to through traffic.
package struct OpenRoad {
  /// The cost of the whole edge with its price.
  package let cost: UInt32
  /// The bearing in which it leaves its beginning.
  package let bearing: Bearing
}

/// Turns from the end of one edge onto the next, for all searches.
extension QueryRules {
  /// Arrives at a junction.
  @inlinable @inline(__always)
  package func arrival(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ junction: JunctionIndex, at time: Centiseconds,
    _ entries: borrowing Span<UInt32>
  ) -> Arrival {
    let choices = choices(tile, tile.base(edge).reversed, junction, entries)
    return arrival(tile, edge, junction, at: time, choices: choices)
  }

  /// The number of leaving edges that access allows, except the base edge that leads back.
  @inlinable @inline(__always)
  package func choices(
    _ tile: borrowing TileView, _ back: EdgeIndex, _ junction: JunctionIndex,
    _ entries: borrowing Span<UInt32>
  ) -> Int {
    var choices = 0
    for place in tile.outRange(junction) {
      let next = tile.out(place)
      if next != back, tile.entry(next, entries) & RoadTables.isUsable != 0 { choices &+= 1 }
    }
    return choices
  }

  /// The same number, for callers without the entries of the tile.
  func choices(
    _ tile: borrowing TileView, _ back: EdgeIndex, _ junction: JunctionIndex
  ) -> Int {
    var choices = 0
    for place in tile.outRange(junction) {
      let next = tile.out(place)
      if next != back, tile.access(next.segment, next.direction)[mode].isUsable { choices &+= 1 }
    }
    return choices
  }

  /// Arrives at a junction to turn onto one edge; counts the choices only if they matter.
  @inlinable @inline(__always)
  package func arrival(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ junction: JunctionIndex, at time: Centiseconds,
    onlyOnto next: EdgeIndex, _ entries: borrowing Span<UInt32>
  ) -> Arrival {
    let back = tile.base(edge).reversed
    let heading = tile.departureBearing(back).reversed
    let angle = heading.angle(
      to: tile.departureBearing(next))
    if next != back, costing.turns.bend(angle, isJunction: true, isUTurn: false) == 0 {
      return arrival(tile, edge, junction, at: time, choices: 2)
    }
    return arrival(tile, edge, junction, at: time, entries)
  }

  /// Arrives at a junction with a known number of choices.
  @inlinable @inline(__always)
  package func arrival(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ junction: JunctionIndex, at time: Centiseconds,
    choices: Int
  ) -> Arrival {
    let base = tile.base(edge)
    let flags = tile.flags(junction)
    // It is the same for all vehicles and times, so that a metric of one bounds the costs of
    // others.
    let isDeadEnd =
      choices == 0
      || flags.contains(.barrier)
        && (!tile.passing(junction).contains(mode) || turnsRound(tile, junction))
    return Arrival(
      edge: edge, base: base, junction: junction, flags: flags,
      heading: tile.arrivalBearing(base),
      across: flags.contains(.barrier) ? use(tile, junction: junction, at: time) : .open,
      choices: choices, isDeadEnd: isDeadEnd, time: time,
      mayBeDelayed: mayDelayTurns(tile, junction))
  }

  /// Whether a junction with a barrier flag is a turning place for the mode, such as a turning circle.
  package func turnsRound(_ tile: borrowing TileView, _ junction: JunctionIndex) -> Bool {
    for row in tile.ruleRows(of: junction) {
      let rule = tile.rule(row)
      if case .turnRound(let modes) = rule.effect, modes.contains(mode),
        rule.condition == RuleRow.always
      {
        return true
      }
    }
    return false
  }

  /// The time of the turn onto an edge.
  @inlinable @inline(__always)
  package func turnTime(_ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex)
    -> UInt32
  {
    turnTime(
      tile, arrival, onto: edge,
      tile.departureBearing(edge))
  }

  /// The time of the turn onto an edge that departs in a direction.
  @inlinable @inline(__always)
  package func turnTime(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ bearing: Bearing
  ) -> UInt32 {
    let time = mapTurnTime(tile, arrival, onto: edge, bearing)
    if !arrival.mayBeDelayed { return time }
    return time &+ turnDelay(tile, from: arrival.base, onto: edge, at: arrival.time)
  }

  /// The time of the turn onto an edge without traffic.
  @inlinable @inline(__always)
  package func mapTurnTime(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ bearing: Bearing
  ) -> UInt32 {
    let turns = costing.turns
    return turns.crossing(arrival.flags)
      &+ turns.bend(
        arrival.heading.angle(to: bearing),
        isJunction: arrival.choices > 1 && !Self.followsRing(tile, arrival.base, edge),
        isUTurn: edge == arrival.base.reversed)
  }

  /// Whether both edges are on a roundabout; following it is not a turn, however it bends.
  @inlinable @inline(__always)
  package static func followsRing(
    _ tile: borrowing TileView, _ from: EdgeIndex, _ onto: EdgeIndex
  ) -> Bool {
    tile.isRing(from.segment) && tile.isRing(onto.segment)
  }

  /// Whether a turn shortcuts a roundabout, which its geometry forbids, not a sign.
  package func passesRing(
    _ tile: borrowing TileView, _ junction: JunctionIndex, _ arrival: Arrival, onto edge: EdgeIndex
  ) -> Bool {
    if tile.isRing(arrival.base.segment) || tile.isRing(edge.segment) { return false }
    for place in tile.outRange(junction) where tile.isRing(tile.out(place).segment) { return true }
    return false
  }

  /// The cost of the time of a turn; 0 for the shortest route.
  @inlinable @inline(__always)
  package func cost(ofTurn time: UInt32, isUTurn: Bool) -> UInt32 {
    if isShortest { return 0 }
    return isUTurn ? time &- costing.turns.uTurn &+ turnCosts.uTurn : time
  }

  /// A turn between roads that are open to through traffic, in a query without a clock or tolerance.
  ///
  /// - Returns: The edge entered, base or via, and the cost of the turn and that whole edge; nil if the turn is not
  ///   allowed.
  @inlinable @inline(__always)
  package func openTurn(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex,
    _ entries: borrowing Span<UInt32>
  ) -> (onto: EdgeIndex, cost: UInt32)? {
    guard let road = openRoad(tile, edge, entries) else { return nil }
    return openTurn(tile, arrival, onto: edge, road)
  }

  /// A turn between open roads, onto an edge with known properties.
  @inlinable @inline(__always)
  package func openTurn(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ road: OpenRoad
  ) -> (onto: EdgeIndex, cost: UInt32)? {
    guard let turn = turn(tile, arrival, onto: edge, road.bearing), turn.across.passes,
      !turn.isBanned
    else { return nil }
    return (turn.onto, min(cost(of: turn) &+ road.cost, Self.maximumCost))
  }

  /// The value of `restriction=` for a turn, by its angle.
  package static func restrictionName(
    _ tile: borrowing TileView, from: EdgeIndex, to: EdgeIndex
  ) -> String {
    if to == from.reversed { return "no_u_turn" }
    let angle = tile.arrivalBearing(from).angle(to: tile.departureBearing(to))
    // Below 38 degrees, as in the costs of turns.
    return abs(Int(angle)) < 27 ? "no_straight_on" : angle < 0 ? "no_left_turn" : "no_right_turn"
  }

  /// The costs of turns; zero for the shortest route.
  package var turnCosts: TurnTimes {
    if isShortest { return .none }
    var costs = costing.turns
    if !weights.isUsual { costs.uTurn = Self.share(weights.uTurn, of: costs.uTurn) }
    return costs
  }

  /// The properties of a base edge for turns onto it; nil if it is not open to through traffic.
  @inlinable @inline(__always)
  package func openRoad(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ entries: borrowing Span<UInt32>
  ) -> OpenRoad? {
    guard let cost = openCost(tile, edge, entries) else { return nil }
    let direction = edge.direction
    return OpenRoad(cost: cost, bearing: tile.departureBearing(edge.segment, direction))
  }

  /// The cost of a whole base edge with its price; nil if it is not open to through traffic.
  @inlinable @inline(__always)
  package func openCost(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ entries: borrowing Span<UInt32>
  ) -> UInt32? {
    let segment = edge.segment
    if tile.hasRulesOrLimits(segment) { return ruledCost(tile, edge) }
    let (length, entry) = (tile.length(segment), tile.entry(edge, entries))
    if isAdjusted(tile, edge) { return adjustedCost(tile, edge, length: length, entry) }
    if hasGrades { return gradedCost(length: length, entry, grade(tile, edge, entries)) }
    return openCost(length: length, entry)
  }

  /// The cost of a whole base edge with its price, from its segment's record and its entry.
  @inlinable @inline(__always)
  package func openCost(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ segment: SegmentRecord, _ entry: UInt32,
    _ entries: borrowing Span<UInt32>
  ) -> UInt32? {
    let length = segment.length
    if segment.hasRulesOrLimits { return ruledCost(tile, edge) }
    if isAdjusted(tile, edge) { return adjustedCost(tile, edge, length: length, entry) }
    if hasGrades { return gradedCost(length: length, entry, grade(tile, edge, entries)) }
    return openCost(length: length, entry)
  }

  /// The cost of an edge with adjustments or traffic, but without rules and limits of the map.
  @inline(never)
  package func adjustedCost(
    _ tile: borrowing TileView, _ edge: EdgeIndex, length: UInt32, _ entry: UInt32
  ) -> UInt32? {
    guard entry & RoadTables.passes != 0, !isClosedToday(tile, edge, at: 0) else { return nil }
    let grade = grade(tile, edge)
    let usual = graded(openTime(length: length, entry), length, grade)
    let time = adjustedTime(tile, edge, length: length, usual: usual, at: 0)
    return cost(tile, edge, time: time) &+ price(entry, grade, length: length)
  }

  /// The cost of an edge with rules or limits.
  @inline(never)
  private func ruledCost(_ tile: borrowing TileView, _ edge: EdgeIndex) -> UInt32? {
    let direction = edge.direction
    guard use(tile, edge.segment, direction, at: 0).passes else { return nil }
    return wholeCost(tile, edge, at: 0)
  }

  /// The cost of a whole base edge without rules, limits, adjustments and grades; nil if it is closed.
  @inlinable @inline(__always)
  package func openCost(length: UInt32, _ entry: UInt32) -> UInt32? {
    guard entry & RoadTables.passes != 0 else { return nil }
    let cost = openCost(length: length, entry, time: openTime(length: length, entry))
    return entry & RoadTables.isAvoided != 0 ? cost &+ minimumPrice : cost
  }

  /// The cost of a whole base edge without rules, limits and adjustments, at a grade; nil if it is closed.
  @inline(never)
  package func gradedCost(length: UInt32, _ entry: UInt32, _ grade: Grade) -> UInt32? {
    guard entry & RoadTables.passes != 0 else { return nil }
    let time = graded(openTime(length: length, entry), length, grade)
    return openCost(length: length, entry, time: time) &+ price(entry, grade, length: length)
  }

  /// The cost of an edge with a given time, without its price.
  @inlinable @inline(__always)
  package func openCost(length: UInt32, _ entry: UInt32, time: Centiseconds) -> UInt32 {
    let cost = isShortest ? Self.shortestCost(length) : time
    if entry < RoadTables.firstTrait { return cost }
    return weighed(cost, UInt8(truncatingIfNeeded: entry >> RoadTables.traitShift))
  }
}
