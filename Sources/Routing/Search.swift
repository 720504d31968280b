import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadModel

/// Where a search may begin or end: a point on a directed edge.
struct SearchEnd: Sendable, Hashable {
  var point: RoadPoint
  var direction: Direction
  /// Cost before the search begins here: that of the legs before.
  var cost: UInt32
  /// What the caller knows this end by.
  var tag: Int
  /// The via edge, local in the point's tile, on which one is rather than on the base edge.
  var via: Int?

  /// Centimetres from the beginning of the directed edge to the point.
  func along(_ length: UInt32) -> UInt32 {
    direction == .forward ? point.offset : length - min(point.offset, length)
  }
}

/// One step of a path that was found.
struct PathStep: Sendable, Hashable {
  var tile: Int
  /// Local base edge in that tile, on an own segment.
  var edge: Int
  /// The file's id of the edge, or of the via edge.
  var id: UInt32
  /// Cost of the turn onto the edge.
  var turnCost: UInt32
}

/// A path between two ends, and what it costs.
struct Path: Sendable, Hashable {
  var start: SearchEnd
  var end: SearchEnd
  var cost: UInt32
  var steps: [PathStep]
}

/// Finds the cheapest path on directed edges, exactly: A* over the states (edge, zone).
///
/// A label is the cost to the *end* of a directed edge, in one of the three ``Zone``s of a trip.
///
/// The bound of what is left is the straight distance at a speed that nothing reaches (Hart, Nilsson,
/// Raphael 1968, doi:10.1109/TSSC.1968.300136). It never exceeds the true cost; rounded to whole
/// units it is not quite consistent, so a label may be improved after it was settled and is then
/// settled again, and the search ends when no key in the queue is below the best path.
struct Search {
  private struct Label {
    var cost: UInt32
    var bound: UInt32
    var parent: UInt32
    var turnCost: UInt32
    var slot: UInt16
    var edge: UInt16
    var zone: Zone
  }

  private static let none = UInt32.max
  /// No way costs more: half the range, 248 days.
  ///
  /// So a bound or the cost of an edge, a quarter of the range at most, can be added without a check.
  /// Only a hostile file has roads that long.
  private static let greatestCost = UInt32.max / 2

  private let rules: QueryRules
  private var tiles: TouchedTiles
  private var labels: [Label] = []
  /// Label of (slot, zone, edge), or `none`: a page for each slot and zone that was touched.
  private var pages: [UInt32] = []
  private var pageStart: [Int] = []
  private var queue = CostQueue()
  private var targets: [Target] = []
  private var targetsOf: [UInt64: Int] = [:]
  private var goal: Coordinate
  private var slack: Double
  private var entersZones = false
  private var best: Completion?
  private(set) var settled = 0

  /// A directed edge on which ends of the search lie.
  private struct Target {
    var ends: [SearchEnd]
  }

  private struct Completion {
    var cost: UInt32
    var parent: UInt32
    var start: SearchEnd?
    var end: SearchEnd
    var slot: Int
    var edge: Int
    var turnCost: UInt32
  }

  init(_ map: NavMap, rules: QueryRules) {
    self.rules = rules
    tiles = TouchedTiles(map)
    goal = Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    slack = 0
  }

  /// Tiles that the search came by.
  var touchedTiles: Int { tiles.slots.count }

  /// The cheapest path from one of some starts to one of some ends.
  ///
  /// - Returns: The path, nil when there is none.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  mutating func run(
    from starts: [SearchEnd], to ends: [SearchEnd], near place: Coordinate
  ) throws(RoutingError) -> Path? {
    goal = place
    slack = ends.map { Distance.metres(place, $0.point.position) }.max() ?? 0
    for end in ends { try addTarget(end) }
    var origins: [UInt32: SearchEnd] = [:]
    for start in starts { try begin(at: start, &origins) }
    if Task.isCancelled { throw .cancelled }
    while let (index, key) = queue.pop() {
      if key >= best?.cost ?? .max { break }
      let label = labels[Int(index)]
      guard key == label.cost &+ label.bound else { continue }
      settled += 1
      if settled & 1023 == 0, Task.isCancelled { throw .cancelled }
      try expand(index, label)
    }
    return path(origins)
  }

  // MARK: Ends

  private static func key(_ slot: Int, _ edge: Int) -> UInt64 {
    UInt64(slot) &<< 32 | UInt64(edge)
  }

  private mutating func addTarget(_ end: SearchEnd) throws(RoutingError) {
    let slot = try tiles.slot(ofTile: end.point.tile)
    let edge = 2 * end.point.segment + Int(end.direction.rawValue)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot].range, layout: tiles.slots[slot].layout)
    let road = tile.road(end.point.segment)
    let access = rules.access(road, end.direction)
    if rules.zones(tile, end.point.segment, access)?.ends ?? false { entersZones = true }
    if let known = targetsOf[Self.key(slot, edge)] {
      targets[known].ends.append(end)
    } else {
      targetsOf[Self.key(slot, edge)] = targets.count
      targets.append(Target(ends: [end]))
    }
  }

  /// Labels the edge of a start, and looks for ends ahead on the same edge.
  private mutating func begin(
    at start: SearchEnd, _ origins: inout [UInt32: SearchEnd]
  ) throws(RoutingError) {
    let slot = try tiles.slot(ofTile: start.point.tile)
    let edge = 2 * start.point.segment + Int(start.direction.rawValue)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot].range, layout: tiles.slots[slot].layout)
    let road = tile.road(start.point.segment)
    let length = tile.length(start.point.segment)
    let whole = rules.cost(length, road, start.direction)
    let along = start.along(length)
    let before = Costing.partTime(whole, part: along, of: length)
    if let target = targetsOf[Self.key(slot, edge)] {
      for end in targets[target].ends where end.along(length) >= along {
        let part = Costing.partTime(whole, part: end.along(length), of: length)
        let cost = start.cost + end.cost + part - before
        if cost < best?.cost ?? .max {
          var reached = end
          reached.via = start.via
          best = Completion(
            cost: cost, parent: Self.none, start: start, end: reached, slot: slot, edge: edge,
            turnCost: 0)
        }
      }
    }
    let access = rules.access(road, start.direction)
    let begins = rules.zones(tile, start.point.segment, access)?.begins ?? false
    if let index = improve(
      slot, start.via ?? edge, begins ? .first : .open, head: tile.headPosition(edge),
      cost: start.cost + whole - before, parent: Self.none, turnCost: 0)
    {
      origins[index] = start
    }
  }

  // MARK: Labels

  /// Gives a state a label, or a better one.
  ///
  /// - Returns: The label's index when the cost is an improvement.
  private mutating func improve(
    _ slot: Int, _ edge: Int, _ zone: Zone, head: Coordinate, cost: UInt32, parent: UInt32,
    turnCost: UInt32
  ) -> UInt32? {
    while pageStart.count <= slot * 3 + 2 { pageStart.append(-1) }
    let page = slot * 3 + Int(zone.rawValue)
    if pageStart[page] < 0 {
      pageStart[page] = pages.count
      let layout = tiles.slots[slot].layout
      pages.append(
        contentsOf: repeatElement(Self.none, count: 2 * layout.segmentCount + layout.viaCount))
    }
    let place = pageStart[page] + edge
    var index = pages[place]
    if index == Self.none {
      index = UInt32(labels.count)
      pages[place] = index
      labels.append(
        Label(
          cost: cost, bound: bound(head), parent: parent, turnCost: turnCost,
          slot: UInt16(truncatingIfNeeded: slot), edge: UInt16(truncatingIfNeeded: edge),
          zone: zone))
    } else {
      guard cost < labels[Int(index)].cost else { return nil }
      labels[Int(index)].cost = cost
      labels[Int(index)].parent = parent
      labels[Int(index)].turnCost = turnCost
    }
    queue.push(index, cost: cost &+ labels[Int(index)].bound)
    return index
  }

  /// A lower bound of the cost from a place to any end of the search.
  private func bound(_ place: Coordinate) -> UInt32 {
    rules.bound(Distance.metres(place, goal) - slack - 1)
  }

  // MARK: Expansion

  private mutating func expand(_ index: UInt32, _ label: Label) throws(RoutingError) {
    let (slot, junction, arriving) = try tiles.arrival(Int(label.slot), Int(label.edge))
    let here = tiles.slots[slot]
    let map = tiles.map
    let tile = map.view(here.range, layout: here.layout)
    let base = tile.base(arriving)
    let heading = tile.arrivalBearing(base >> 1, base & 1 == 0 ? .forward : .backward)
    let flags = tile.flags(junction)
    let isBarrier = flags.contains(.barrier)
    let isBlocked = isBarrier && !tile.passing(junction).contains(rules.mode)
    let isLimited = isBarrier && rules.isLimited(tile, atJunction: junction)
    let choices = Self.choices(tile, junction, except: base, mode: rules.mode)
    for place in tile.outRange(junction) {
      let edge = tile.out(place)
      let isUTurn = edge == base ^ 1
      if isUTurn ? choices > 0 && !isBlocked : isBlocked { continue }
      let segment = edge >> 1
      let direction: Direction = edge & 1 == 0 ? .forward : .backward
      let road = tile.road(segment)
      guard let zones = rules.zones(tile, segment, rules.access(road, direction)),
        let zone = label.zone.next(zones, entersLast: entersZones)
      else { continue }
      let isLimitedOn = !isUTurn && isLimited || rules.isLimited(tile, segment, direction)
      guard let price = rules.price(road, isLimited: isLimitedOn) else { continue }
      var onto = edge
      if flags.contains(.turns), let turn = tile.turn(from: arriving, to: edge) {
        if turn.banned.contains(rules.mode) { continue }
        if turn.enter != TurnRow.none {
          onto = 2 &* here.layout.segmentCount &+ Int(turn.enter)
        }
      }
      let turnCost = rules.turnCost(
        heading.angle(to: tile.departureBearing(segment, direction)), isJunction: choices > 1,
        isUTurn: isUTurn, node: flags)
      let length = tile.length(segment)
      let whole = rules.cost(length, road, direction)
      let cost = label.cost &+ turnCost &+ price
      guard cost <= Self.greatestCost, cost &+ whole <= Self.greatestCost else { continue }
      let home = try tiles.home(slot, onto)
      // Ends are known by the base edge in the tile that it belongs to.
      let plain = onto == edge ? home : try tiles.home(slot, edge)
      complete(
        plain.slot, plain.edge, via: onto == edge ? nil : home.edge, parent: index, cost: cost,
        turnCost: turnCost, whole: whole, length: length)
      _ = improve(
        home.slot, home.edge, zone, head: tile.headPosition(edge), cost: cost &+ whole,
        parent: index, turnCost: turnCost)
    }
  }

  /// The number of ways on for the mode, by access alone, that do not lead back.
  private static func choices(
    _ tile: borrowing TileView, _ junction: Int, except base: Int, mode: Mode
  ) -> Int {
    var count = 0
    for place in tile.outRange(junction) {
      let edge = tile.out(place)
      if edge == base ^ 1 { continue }
      let direction: Direction = edge & 1 == 0 ? .forward : .backward
      if tile.access(edge >> 1, direction)[mode].isUsable { count += 1 }
    }
    return count
  }

  /// Records a path to ends on a base edge, if it is the best so far.
  private mutating func complete(
    _ slot: Int, _ edge: Int, via: Int?, parent: UInt32, cost: UInt32, turnCost: UInt32,
    whole: UInt32, length: UInt32
  ) {
    guard let target = targetsOf[Self.key(slot, edge)] else { return }
    for end in targets[target].ends {
      let part = Costing.partTime(whole, part: end.along(length), of: length)
      let total = cost &+ part &+ end.cost
      if total < best?.cost ?? .max {
        var reached = end
        reached.via = via
        best = Completion(
          cost: total, parent: parent, start: nil, end: reached, slot: slot, edge: edge,
          turnCost: turnCost)
      }
    }
  }

  // MARK: Path

  private func path(_ origins: [UInt32: SearchEnd]) -> Path? {
    guard let best else { return nil }
    var steps: [PathStep] = []
    steps.append(step(best.slot, best.edge, best.turnCost))
    var start = best.start
    var index = best.parent
    while index != Self.none {
      let label = labels[Int(index)]
      steps.append(step(Int(label.slot), Int(label.edge), label.turnCost))
      if label.parent == Self.none { start = origins[index] }
      index = label.parent
    }
    guard let start else { return nil }
    return Path(start: start, end: best.end, cost: best.cost, steps: steps.reversed())
  }

  private func step(_ slot: Int, _ edge: Int, _ turnCost: UInt32) -> PathStep {
    let here = tiles.slots[slot]
    let map = tiles.map
    let tile = map.view(here.range, layout: here.layout)
    return PathStep(
      tile: here.tile, edge: tile.base(edge), id: tiles.id(slot, edge), turnCost: turnCost)
  }
}
