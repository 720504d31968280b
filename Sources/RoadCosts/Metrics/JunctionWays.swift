package import Geo
package import Hierarchy
package import NavFormat
package import RoadModel

/// The edges that leave a junction of a cell, read once for all turns there.
///
/// All searches in cells use it, for turns between roads open to through traffic, without a clock or tolerance.
package struct JunctionWays: Sendable {
  /// An edge that leaves the junction.
  package struct Way: Sendable {
    /// The edge.
    package let edge: EdgeIndex
    /// Its cost and its bearing.
    package let road: CellRoad
    /// The place in the cell of the edge; -1 for none.
    package let head: Int32
    /// The place in the cell of its reverse; -1 for none.
    package let tail: Int32
  }

  /// The edges that leave the junction; entries from ``count`` on are unused memory.
  package private(set) var ways: [Way] = []
  /// The number of edges that leave the junction.
  package private(set) var count = 0
  private var usableCount = 0
  private var junction = JunctionIndex(0)
  /// The flags of the junction.
  package private(set) var flags: NodeFlags = []
  /// The time for crossing the junction.
  package private(set) var crossing: Centiseconds = 0
  /// The times of turns there.
  package private(set) var times = TurnTimes.none

  /// The reverse of the edge on which the vehicle arrived.
  package private(set) var back = EdgeIndex(-1)
  /// Whether that edge is part of a roundabout.
  package private(set) var isOnRing = false
  /// The bearing in which that edge arrives.
  package private(set) var heading = Bearing(turns256: 0)
  /// The number of usable ways besides the way back.
  package private(set) var choices = 0
  /// The arrival; set only at a junction that is not plain.
  private var arrival = Arrival.nowhere

  /// Empty memory, reused from junction to junction.
  package init() {}

  /// An edge that leaves the junction.
  @inlinable @inline(__always)
  package subscript(number: Int) -> Way { ways[number] }

  /// Whether the junction has turn rows.
  package var hasTurnRows: Bool { flags.contains(.turns) }

  /// Whether the junction has no restrictions, barrier and delays.
  package private(set) var isPlain = true

  /// Reads an own junction of a cell.
  ///
  /// - Parameters:
  ///   - junction: The junction.
  ///   - tile: Its tile.
  ///   - top: The hierarchy.
  ///   - places: The numbering of the cell.
  ///   - rules: The rules that give the costs of turns.
  ///   - roads: The roads of the cell; empty if few of them will be needed.
  ///   - entries: The entries of the tile; see ``RoadTables``.
  package mutating func look(
    at junction: JunctionIndex, _ tile: borrowing TileView, _ top: borrowing TopView,
    _ places: CellPlaces,
    _ rules: borrowing QueryRules, _ roads: CellRoads, _ entries: borrowing Span<UInt32>
  ) {
    self.junction = junction
    flags = tile.flags(junction)
    isPlain =
      flags.isDisjoint(with: [.turns, .barrier]) && !rules.mayDelayTurns(tile, junction)
    times = rules.turnCosts
    crossing = flags.isEmpty ? 0 : times.crossing(flags)
    count = 0
    usableCount = 0
    for index in tile.outRange(junction) {
      let edge = tile.out(index)
      let road = roads.road(edge, tile, rules, entries)
      if road.isUsable { usableCount &+= 1 }
      let head = places.place(of: edge, tile, top) ?? -1
      let isInside = head >= 0 && head < places.insideCount
      let tail =
        isInside
        ? CellPlaces.reversed(head) : places.place(of: edge.reversed, tile, top) ?? -1
      add(
        Way(
          edge: edge, road: road, head: Int32(truncatingIfNeeded: head),
          tail: Int32(truncatingIfNeeded: tail)))
    }
  }

  @inline(__always)
  private mutating func add(_ way: Way) {
    if count < ways.count { ways[count] = way } else { ways.append(way) }
    count &+= 1
  }

  /// Arrives at the junction on the reverse of an edge that leaves it.
  @inline(__always)
  package mutating func arrive(
    against way: Way, _ tile: borrowing TileView, _ rules: borrowing QueryRules
  ) {
    arrive(on: way.edge.reversed, against: way, tile, rules)
  }

  /// Arrives at the junction on a local edge, base or via.
  package mutating func arrive(
    on edge: EdgeIndex, _ tile: borrowing TileView, _ rules: borrowing QueryRules
  ) {
    let back = tile.base(edge).reversed
    for way in ways.prefix(count) where way.edge == back {
      return arrive(on: edge, against: way, tile, rules)
    }
  }

  @inline(__always)
  private mutating func arrive(
    on edge: EdgeIndex, against way: Way, _ tile: borrowing TileView, _ rules: borrowing QueryRules
  ) {
    back = way.edge
    isOnRing = way.road.isRing
    heading = way.road.bearing.reversed
    choices = usableCount &- (way.road.isUsable ? 1 : 0)
    if !isPlain { arrival = rules.arrival(tile, edge, junction, at: 0, choices: choices) }
  }

  /// The turn onto one of the edges.
  ///
  /// - Returns: The place of the edge entered, and the cost of the turn and that whole edge; nil if the turn is not
  ///   allowed, or leaves the cell and its boundary.
  @inlinable @inline(__always)
  package func turn(
    onto way: Way, _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces,
    _ rules: borrowing QueryRules
  ) -> (place: UInt32, cost: UInt32)? {
    if way.road.cost == CellRoad.closed || way.head < 0 && isPlain { return nil }
    if !isPlain { return restrictedTurn(onto: way, tile, top, places, rules) }
    let isUTurn = way.edge == back
    if isUTurn && choices > 0 { return nil }
    let followsRing = isOnRing && way.road.isRing
    let bend = times.bend(
      heading.angle(to: way.road.bearing), isJunction: choices > 1 && !followsRing,
      isUTurn: isUTurn)
    let cost = min(way.road.cost &+ crossing &+ bend, QueryRules.maximumCost)
    return (UInt32(bitPattern: way.head), cost)
  }

  /// Whether a base edge leaves the junction.
  package func contains(_ edge: EdgeIndex) -> Bool {
    ways.prefix(count).contains { $0.edge == edge }
  }

  /// The turn onto one of the edges, at a junction that is not plain.
  package func restrictedTurn(
    onto way: Way, _ tile: borrowing TileView, _ top: borrowing TopView, _ places: CellPlaces,
    _ rules: borrowing QueryRules
  ) -> (place: UInt32, cost: UInt32)? {
    let road = OpenRoad(cost: way.road.cost, bearing: way.road.bearing)
    guard let turn = rules.openTurn(tile, arrival, onto: way.edge, road) else { return nil }
    let place = turn.onto == way.edge ? Int(way.head) : places.place(of: turn.onto, tile, top) ?? -1
    return place < 0 ? nil : (UInt32(truncatingIfNeeded: place), turn.cost)
  }
}
