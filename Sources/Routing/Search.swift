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
  /// Time since the departure of the trip, where the query has a clock.
  var time: Centiseconds = 0
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
  /// When the turn onto it begins, or the trip, where the query has a clock.
  var turnTime: Centiseconds
  /// When the edge is entered.
  var time: Centiseconds
}

/// A path between two ends, and what it costs.
struct Path: Sendable, Hashable {
  var start: SearchEnd
  var end: SearchEnd
  var cost: UInt32
  var steps: [PathStep]
  /// The rules that it breaks.
  var breaks: [Blocker] = []
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
  struct Label {
    var cost: UInt32
    var bound: UInt32
    var parent: UInt32
    var turnCost: UInt32
    var time: Centiseconds
    var slot: UInt16
    var edge: UInt16
    var zone: Zone
  }

  static let none = UInt32.max
  /// No way costs more: half the range, 248 days.
  ///
  /// So a bound or the cost of an edge, a quarter of the range at most, can be added without a check.
  /// Only a hostile file has roads that long.
  static let greatestCost = UInt32.max / 2

  let rules: QueryRules
  var tiles: TouchedTiles
  var labels: [Label] = []
  /// Label of (slot, zone, edge), or `none`: a page for each slot and zone that was touched.
  private var pages: [UInt32] = []
  private var pageStart: [Int] = []
  private var queue = CostQueue()
  var targets: [Target] = []
  var targetsOf: [UInt64: Int] = [:]
  private var goal: Coordinate
  private var slack: Double
  var entersZones = false
  var best: Completion?
  private(set) var settled = 0
  /// Whether a way was left out because it costs more than can be counted.
  var isTruncated = false

  /// A directed edge on which ends of the search lie.
  struct Target {
    var ends: [SearchEnd]
  }

  struct Completion {
    var cost: UInt32
    var parent: UInt32
    var start: SearchEnd?
    var end: SearchEnd
    var slot: Int
    var edge: Int
    var turnCost: UInt32
    var time: Centiseconds
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

  static func key(_ slot: Int, _ edge: Int) -> UInt64 {
    UInt64(slot) &<< 32 | UInt64(edge)
  }

  private mutating func addTarget(_ end: SearchEnd) throws(RoutingError) {
    let slot = try tiles.slot(ofTile: end.point.tile)
    let edge = 2 * end.point.segment + Int(end.direction.rawValue)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot].range, layout: tiles.slots[slot].layout)
    let use = rules.use(tile, end.point.segment, end.direction, at: end.time)
    if rules.zones(tile, end.point.segment, use)?.ends ?? false { entersZones = true }
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
    let length = tile.length(start.point.segment)
    let time = edgeTime(tile, edge, at: start.time)
    let whole = rules.cost(length, time)
    let along = start.along(length)
    let before = Costing.partTime(whole, part: along, of: length)
    // Where roads meet, a trip begins on one that need not be avoided.
    let avoided = along < length ? rules.price(tile.road(start.point.segment)) : 0
    if let target = targetsOf[Self.key(slot, edge)] {
      for end in targets[target].ends where end.along(length) >= along {
        let part = Costing.partTime(whole, part: end.along(length), of: length)
        let cost = start.cost + end.cost + part - before + avoided
        if cost < best?.cost ?? .max {
          var reached = end
          reached.via = start.via
          reached.time =
            start.time + Costing.partTime(time, part: end.along(length), of: length)
            - Costing.partTime(time, part: along, of: length)
          best = Completion(
            cost: cost, parent: Self.none, start: start, end: reached, slot: slot, edge: edge,
            turnCost: 0, time: start.time)
        }
      }
    }
    let use = rules.use(tile, start.point.segment, start.direction, at: start.time)
    let begins = rules.zones(tile, start.point.segment, use)?.begins ?? false
    let leaving = start.time + time - Costing.partTime(time, part: along, of: length)
    if let index = improve(
      slot, start.via ?? edge, begins ? .first : .open, head: tile.headPosition(edge),
      cost: start.cost + whole - before + avoided, time: leaving, parent: Self.none, turnCost: 0)
    {
      origins[index] = start
    }
  }

  // MARK: Labels

  /// Gives a state a label, or a better one.
  ///
  /// - Returns: The label's index when the cost is an improvement.
  mutating func improve(
    _ slot: Int, _ edge: Int, _ zone: Zone, head: Coordinate, cost: UInt32, time: Centiseconds,
    parent: UInt32, turnCost: UInt32
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
          cost: cost, bound: bound(head), parent: parent, turnCost: turnCost, time: time,
          slot: UInt16(truncatingIfNeeded: slot), edge: UInt16(truncatingIfNeeded: edge),
          zone: zone))
    } else {
      guard cost < labels[Int(index)].cost else { return nil }
      labels[Int(index)].cost = cost
      labels[Int(index)].parent = parent
      labels[Int(index)].turnCost = turnCost
      labels[Int(index)].time = time
    }
    queue.push(index, cost: cost &+ labels[Int(index)].bound)
    return index
  }

  /// A lower bound of the cost from a place to any end of the search.
  private func bound(_ place: Coordinate) -> UInt32 {
    rules.bound(Distance.metres(place, goal) - slack - 1)
  }

  /// The time of a whole edge that is entered at a time.
  func edgeTime(
    _ tile: borrowing TileView, _ edge: Int, at time: Centiseconds
  ) -> Centiseconds {
    let direction: Direction = edge & 1 == 0 ? .forward : .backward
    return rules.time(
      tile.layout, centimetres: tile.length(edge >> 1),
      rules.road(tile, edge >> 1, direction, at: time), direction)
  }

  // MARK: Path

  private func path(_ origins: [UInt32: SearchEnd]) -> Path? {
    guard let best else { return nil }
    var steps: [PathStep] = []
    steps.append(step(best.slot, best.edge, best.turnCost, best.time))
    var start = best.start
    var index = best.parent
    while index != Self.none {
      let label = labels[Int(index)]
      if label.parent == Self.none { start = origins[index] }
      let time = label.parent == Self.none ? start?.time : labels[Int(label.parent)].time
      steps.append(step(Int(label.slot), Int(label.edge), label.turnCost, time ?? 0))
      index = label.parent
    }
    guard let start else { return nil }
    return Path(start: start, end: best.end, cost: best.cost, steps: steps.reversed())
  }

  private func step(
    _ slot: Int, _ edge: Int, _ turnCost: UInt32, _ time: Centiseconds
  ) -> PathStep {
    let here = tiles.slots[slot]
    let map = tiles.map
    let tile = map.view(here.range, layout: here.layout)
    return PathStep(
      tile: here.tile, edge: tile.base(edge), id: tiles.id(slot, edge), turnCost: turnCost,
      turnTime: time, time: !rules.hasClock ? 0 : time &+ turnCost)
  }
}
