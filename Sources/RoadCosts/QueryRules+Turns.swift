package import Geo
package import NavFormat
package import RoadModel

/// Where a trip comes to a junction, and what is known there whatever it goes on to.
package struct Arrival {
  /// The local edge, base or via, on which one comes.
  package let edge: EdgeIndex
  /// Its base edge.
  package let base: EdgeIndex
  /// The own junction.
  package let junction: JunctionIndex
  package let flags: NodeFlags
  package let heading: Bearing
  /// What the vehicle may do across the junction.
  package let across: Use
  /// The ways on by access alone that do not lead back.
  package let choices: Int
  /// Whether one may turn round: there is no other way on, or a barrier that the mode can't pass, or a place for
  /// turning.
  package let isDeadEnd: Bool

  /// Before one comes to the first junction.
  package static let nowhere = Arrival(
    edge: EdgeIndex(0), base: EdgeIndex(0), junction: JunctionIndex(0), flags: [],
    heading: Bearing(turns256: 0), across: .closed,
    choices: 0, isDeadEnd: false)
}

/// What a base edge that is open to through traffic is to those who turn onto it.
package struct OpenRoad {
  /// From end to end, with the price of being on it.
  package let cost: UInt32
  /// Where it heads at its beginning.
  package let bearing: Bearing
}

/// From the end of one edge onto the next: every search asks here.
extension QueryRules {
  /// Comes to a junction.
  @inlinable @inline(__always)
  package func arrival(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ junction: JunctionIndex, at time: Centiseconds,
    _ entries: borrowing Span<UInt32>
  ) -> Arrival {
    let choices = choices(tile, tile.base(edge).reversed, junction, entries)
    return arrival(tile, edge, junction, at: time, choices: choices)
  }

  /// The ways that lead on from a junction by access alone, but for the base edge that leads back.
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

  /// Comes to a junction to go onto one edge: the ways on are counted only where that matters.
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

  /// Comes to a junction from which so many ways lead on.
  @inlinable @inline(__always)
  package func arrival(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ junction: JunctionIndex, at time: Centiseconds,
    choices: Int
  ) -> Arrival {
    let base = tile.base(edge)
    let flags = tile.flags(junction)
    // The same for all vehicles and times, so that a metric of one bounds the costs of others.
    let isDeadEnd =
      choices == 0
      || flags.contains(.barrier)
        && (!tile.passing(junction).contains(mode) || turnsRound(tile, junction))
    return Arrival(
      edge: edge, base: base, junction: junction, flags: flags,
      heading: tile.arrivalBearing(base),
      across: flags.contains(.barrier) ? use(tile, junction: junction, at: time) : .open,
      choices: choices, isDeadEnd: isDeadEnd)
  }

  /// Whether a junction with a barrier flag is a place for the mode to turn round, such as a turning circle.
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

  /// Whether one may go onto an edge as far as turning round is concerned.
  @inlinable @inline(__always)
  package func mayTurn(_ arrival: Arrival, onto edge: EdgeIndex) -> Bool {
    edge != arrival.base.reversed || arrival.isDeadEnd
  }

  /// What the junction lets pass onto an edge: who turns round does not cross it.
  @inlinable @inline(__always)
  package func across(_ arrival: Arrival, onto edge: EdgeIndex) -> Use {
    edge == arrival.base.reversed ? .open : arrival.across
  }

  /// How long the turn onto an edge takes.
  @inlinable @inline(__always)
  package func turnTime(_ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex)
    -> UInt32
  {
    turnTime(
      tile, arrival, onto: edge,
      tile.departureBearing(edge))
  }

  @inlinable @inline(__always)
  package func turnTime(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ bearing: Bearing
  ) -> UInt32 {
    let (turns, isUTurn) = (costing.turns, edge == arrival.base.reversed)
    let bend = turns.bend(
      arrival.heading.angle(to: bearing), isJunction: arrival.choices > 1, isUTurn: isUTurn)
    if bend > 0 && !isUTurn && Self.followsRing(tile, arrival.base, edge) {
      return turns.crossing(arrival.flags)
    }
    return turns.crossing(arrival.flags) &+ bend
  }

  /// Whether one goes on round a roundabout, which is no turn, however it bends.
  @inlinable @inline(__always)
  package static func followsRing(
    _ tile: borrowing TileView, _ from: EdgeIndex, _ onto: EdgeIndex
  ) -> Bool {
    tile.isRing(from.segment) && tile.isRing(onto.segment)
  }

  /// Whether a turn leaves out a ring that leads round there: what forbids that is no sign, but how the roads run.
  package func passesRing(
    _ tile: borrowing TileView, _ junction: JunctionIndex, _ arrival: Arrival, onto edge: EdgeIndex
  ) -> Bool {
    if tile.isRing(arrival.base.segment) || tile.isRing(edge.segment) { return false }
    for place in tile.outRange(junction) where tile.isRing(tile.out(place).segment) { return true }
    return false
  }

  /// What the time of a turn costs; nothing for the shortest way.
  @inlinable @inline(__always)
  package func cost(ofTurn time: UInt32) -> UInt32 { isShortest ? 0 : time }

  /// The row of restrictions of the turn onto an edge, and the edge, base or via, on which one is behind.
  @inlinable @inline(__always)
  package func restriction(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex
  ) -> (row: Int?, onto: EdgeIndex) {
    guard arrival.flags.contains(.turns), let row = tile.turnRow(from: arrival.edge, to: edge)
    else { return (nil, edge) }
    return (row, tile.layout.edge(behind: tile.turn(row)))
  }

  /// A turn between roads that are open to through traffic, in a query without a clock or tolerance.
  ///
  /// - Returns: The edge, base or via, on which one is behind, and what the turn costs with that whole edge;
  ///   nil if one may not turn so.
  @inlinable @inline(__always)
  package func openTurn(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex,
    _ entries: borrowing Span<UInt32>
  ) -> (onto: EdgeIndex, cost: UInt32)? {
    guard let road = openRoad(tile, edge, entries) else { return nil }
    return openTurn(tile, arrival, onto: edge, road)
  }

  /// The same, where it is known what the edge is.
  @inlinable @inline(__always)
  package func openTurn(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ road: OpenRoad
  ) -> (onto: EdgeIndex, cost: UInt32)? {
    guard mayTurn(arrival, onto: edge), across(arrival, onto: edge).passes else { return nil }
    let (row, onto) = restriction(tile, arrival, onto: edge)
    if let row, isBanned(tile, turn: row, at: 0) { return nil }
    let cost = self.cost(ofTurn: turnTime(tile, arrival, onto: edge, road.bearing)) &+ road.cost
    return (onto, min(cost, Self.maximumCost))
  }

  /// What turns cost; nothing for the shortest way.
  package var turnTimes: TurnTimes { isShortest ? .none : costing.turns }

  /// What a base edge is to those who turn onto it; nil if it is not open to through traffic.
  @inlinable @inline(__always)
  package func openRoad(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ entries: borrowing Span<UInt32>
  ) -> OpenRoad? {
    guard let cost = openCost(tile, edge, entries) else { return nil }
    let direction = edge.direction
    return OpenRoad(cost: cost, bearing: tile.departureBearing(edge.segment, direction))
  }

  /// What a base edge costs from end to end, with the price of being on it; nil if it is not open to through
  /// traffic.
  @inlinable @inline(__always)
  package func openCost(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ entries: borrowing Span<UInt32>
  ) -> UInt32? {
    let segment = edge.segment
    if tile.hasRulesOrLimits(segment) || isAdjusted(tile, segment) { return ruledCost(tile, edge) }
    return openCost(length: tile.length(segment), tile.entry(edge, entries))
  }

  /// The same, where it is known what the file says of its segment and what its entry is.
  @inlinable @inline(__always)
  package func openCost(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ segment: SegmentRecord, _ entry: UInt32
  ) -> UInt32? {
    if segment.hasRulesOrLimits || isAdjusted(tile, edge.segment) { return ruledCost(tile, edge) }
    return openCost(length: segment.length, entry)
  }

  /// Of an edge of which more is to be asked than its attributes say.
  @inline(never)
  private func ruledCost(_ tile: borrowing TileView, _ edge: EdgeIndex) -> UInt32? {
    let direction = edge.direction
    guard use(tile, edge.segment, direction, at: 0).passes else { return nil }
    return wholeCost(tile, edge, at: 0)
  }

  @inlinable @inline(__always)
  package func openCost(length: UInt32, _ entry: UInt32) -> UInt32? {
    guard entry & RoadTables.passes != 0 else { return nil }
    let cost = isShortest ? Self.shortestCost(length) : openTime(length: length, entry)
    return entry & RoadTables.isAvoided != 0 ? cost &+ minimumPrice : cost
  }
}
