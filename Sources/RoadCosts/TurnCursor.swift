package import Geo
package import NavFormat
package import RoadModel

/// A turn at the end of an edge, onto a base edge that leaves the junction there.
///
/// It does not include whether that edge is open: see
/// ``QueryRules/zone(_:behind:from:_:entersLast:)``.
package struct Turn {
  /// The base edge to which it leads, in the tile of the junction.
  package let edge: EdgeIndex
  /// The edge that is entered: that base edge, or a via edge of it.
  package let onto: EdgeIndex
  /// Whether it leads back.
  package let isUTurn: Bool
  /// The permitted use of the junction; a U-turn does not cross it.
  package let across: Use
  /// Whether a turn restriction forbids it.
  package let isBanned: Bool
  /// The duration of the turn.
  package let duration: Centiseconds
  /// The time of entry into the edge, after the departure; 0 in a query without a clock.
  package let entered: Centiseconds

  @inlinable
  init(
    edge: EdgeIndex, onto: EdgeIndex, isUTurn: Bool, across: Use, isBanned: Bool,
    duration: Centiseconds, entered: Centiseconds
  ) {
    self.edge = edge
    self.onto = onto
    self.isUTurn = isUTurn
    self.across = across
    self.isBanned = isBanned
    self.duration = duration
    self.entered = entered
  }
}

/// The turns from the end of one edge, in the order of the tile.
///
/// All searches and the matcher expand their labels with it. It is not a `Sequence`, because a
/// sequence can't store a tile, and generic code is not specialised in other modules.
package struct TurnCursor {
  /// The arrival from which the turns lead.
  package let arrival: Arrival
  @usableFromInline let allowsUTurns: Bool
  @usableFromInline var place: Int
  @usableFromInline let end: Int

  @inlinable @inline(__always)
  init(_ arrival: Arrival, _ places: Range<Int>, allowsUTurns: Bool) {
    self.arrival = arrival
    self.allowsUTurns = allowsUTurns
    place = places.lowerBound
    end = places.upperBound
  }

  /// The next turn; nil after the last.
  ///
  /// - Parameters:
  ///   - tile: The tile of the junction.
  ///   - rules: The rules by which the cursor was made.
  /// - Returns: The turn, or nil.
  @inlinable @inline(__always)
  package mutating func next(
    _ tile: borrowing TileView, _ rules: borrowing QueryRules
  ) -> Turn? {
    while place < end {
      let edge = tile.out(place)
      place &+= 1
      if allowsUTurns || edge != arrival.base.reversed {
        return rules.anyTurn(tile, arrival, onto: edge, tile.departureBearing(edge))
      }
    }
    return nil
  }
}

/// The expansion of turns; no other code does it.
extension QueryRules {
  /// The turns from the end of an edge.
  ///
  /// - Parameters:
  ///   - tile: The tile that owns the junction at the end.
  ///   - edge: The edge there, base or via.
  ///   - junction: The junction.
  ///   - time: The time of arrival, after the departure.
  ///   - entries: The entries of the tile; see ``RoadTables``.
  /// - Returns: A cursor before the first turn.
  @inlinable @inline(__always)
  package func turns(
    _ tile: borrowing TileView, from edge: EdgeIndex, _ junction: JunctionIndex,
    at time: Centiseconds, _ entries: borrowing Span<UInt32>
  ) -> TurnCursor {
    let arrival = arrival(tile, edge, junction, at: time, entries)
    return TurnCursor(arrival, tile.outRange(junction), allowsUTurns: arrival.isDeadEnd)
  }

  /// The turns from the end of an edge, for callers without the entries of the tile.
  ///
  /// - Parameters:
  ///   - tile: The tile that owns the junction at the end.
  ///   - edge: The edge there, base or via.
  ///   - junction: The junction.
  ///   - time: The time of arrival, after the departure.
  ///   - allowsUTurns: Whether to include U-turns that are not allowed.
  /// - Returns: A cursor before the first turn.
  package func turns(
    _ tile: borrowing TileView, from edge: EdgeIndex, _ junction: JunctionIndex,
    at time: Centiseconds, allowsUTurns: Bool = false
  ) -> TurnCursor {
    let choices = choices(tile, tile.base(edge).reversed, junction)
    let arrival = arrival(tile, edge, junction, at: time, choices: choices)
    return TurnCursor(
      arrival, tile.outRange(junction), allowsUTurns: allowsUTurns || arrival.isDeadEnd)
  }

  /// The turn from the end of an edge onto one base edge; nil if it is a U-turn that is not allowed.
  @inlinable @inline(__always)
  package func turn(
    _ tile: borrowing TileView, from edge: EdgeIndex, _ junction: JunctionIndex,
    onto next: EdgeIndex, at time: Centiseconds, _ entries: borrowing Span<UInt32>
  ) -> Turn? {
    let arrival = arrival(tile, edge, junction, at: time, onlyOnto: next, entries)
    return turn(tile, arrival, onto: next, tile.departureBearing(next))
  }

  /// The turn onto a base edge that begins at a bearing; nil if it is a U-turn that is not allowed.
  @inlinable @inline(__always)
  func turn(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ bearing: Bearing
  ) -> Turn? {
    if edge == arrival.base.reversed && !arrival.isDeadEnd { return nil }
    return anyTurn(tile, arrival, onto: edge, bearing)
  }

  /// The turn onto a base edge, including a U-turn that is not allowed.
  @inlinable @inline(__always)
  func anyTurn(
    _ tile: borrowing TileView, _ arrival: Arrival, onto edge: EdgeIndex, _ bearing: Bearing
  ) -> Turn {
    let isUTurn = edge == arrival.base.reversed
    let duration = turnTime(tile, arrival, onto: edge, bearing)
    var (onto, isBanned) = (edge, false)
    if arrival.flags.contains(.turns), let row = tile.turnRow(from: arrival.edge, to: edge) {
      onto = tile.layout.edge(behind: tile.turn(row))
      isBanned = self.isBanned(tile, turn: row, at: arrival.time)
    }
    return Turn(
      edge: edge, onto: onto, isUTurn: isUTurn, across: isUTurn ? .open : arrival.across,
      isBanned: isBanned, duration: duration, entered: time(arrival.time, after: duration))
  }

  /// The zone of a trip behind a turn; nil if the trip may not enter the edge.
  ///
  /// - Parameters:
  ///   - tile: The tile of the junction.
  ///   - turn: The turn.
  ///   - zone: The zone before it.
  ///   - entry: The entry of the edge; see ``RoadTables``.
  ///   - entersLast: Whether an end of the search lies in a zone.
  /// - Returns: The zone, or nil.
  @inlinable @inline(__always)
  package func zone(
    _ tile: borrowing TileView, behind turn: Turn, from zone: Zone, _ entry: UInt32,
    entersLast: Bool
  ) -> Zone? {
    // From an open road onto an open road without rules, zone and time do not matter.
    if zone == .open && turn.across.passes && !tile.hasRulesOrLimits(turn.edge.segment)
      && entry & RoadTables.passes != 0 && !isAdjusted(tile, turn.edge)
    {
      return .open
    }
    return ruledZone(tile, behind: turn, from: zone, entersLast: entersLast)
  }

  /// The zone behind a turn onto any road.
  @usableFromInline
  func ruledZone(
    _ tile: borrowing TileView, behind turn: Turn, from zone: Zone, entersLast: Bool
  ) -> Zone? {
    guard turn.across.ends else { return nil }
    let use = use(tile, turn.edge.segment, turn.edge.direction, at: turn.entered)
    return zones(tile, turn.edge.segment, use).flatMap {
      zone.next($0, entersLast: entersLast, isGate: !turn.across.passes)
    }
  }

  /// The cost of the duration of a turn; 0 for the shortest route.
  @inlinable @inline(__always)
  package func cost(of turn: Turn) -> UInt32 {
    cost(ofTurn: turn.duration, isUTurn: turn.isUTurn)
  }
}
