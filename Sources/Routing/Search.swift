import Geo
import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// A start or an end of a search: a point on a directed edge.
struct SearchEnd: Sendable, Hashable {
  var point: RoadPoint
  var direction: Direction
  /// The cost of the previous legs above that of the cheapest start.
  ///
  /// 0 for an end.
  var cost: UInt32
  /// Time since departure; 0 in a query without a clock.
  var time: Centiseconds = 0
  /// The number of the caller for it.
  var tag: Int
  /// The via edge, local in the point's tile, if the path is on it instead of the base edge.
  var via: EdgeIndex?
  /// Whether only paths on that via edge, or on the base edge if there is none, reach an end.
  var needsState = false

  /// Whether a path on a via edge, or on the base edge if it is nil, reaches this end.
  func accepts(_ via: EdgeIndex?) -> Bool { !needsState || via == self.via }

  /// The distance from the beginning of the directed edge to the point, in centimetres.
  func along(_ length: UInt32) -> UInt32 {
    direction == .forward ? point.offset : length - min(point.offset, length)
  }
}

/// A step of a path.
struct PathStep: Sendable, Hashable {
  var tile: TileNumber
  /// The local base edge in that tile, on an own segment.
  var edge: EdgeIndex
  /// The id in the file of the edge or via edge.
  var id: EdgeNumber
  /// The duration of the turn onto the edge.
  var turnDuration: UInt32
  /// The time at which the turn, or the trip, begins; 0 in a query without a clock.
  var turnTime: Centiseconds
  /// The time at which the edge is entered.
  var time: Centiseconds
  /// The time for the whole edge at that time.
  var edgeTime: Centiseconds
}

/// A path between two ends, with its cost.
struct Path: Sendable, Hashable {
  var start: SearchEnd
  var end: SearchEnd
  var cost: UInt32
  var steps: [PathStep]
  /// The rules that it violates.
  var breaks: [Blocker] = []
}

/// Finds the cheapest path on directed edges, exactly: A* over the states (edge, zone).
///
/// A label is the cost to the *end* of a directed edge, in one of the three ``Zone``s of a trip.
///
/// The lower bound of the remaining cost is the straight-line distance at a speed above all others (Hart, Nilsson and
/// Raphael, 1968, doi:10.1109/TSSC.1968.300136), for pedestrians and bicycles at a speed above that of roads unless a
/// ferry may be on the way, or the exact one of a ``HierarchyGuide``. The first never exceeds the true cost, but
/// rounding and ferries make it inconsistent. So a label may improve after it was settled, and is then settled again.
/// The search ends when no key in the queue is below the best path.
struct Search {
  struct Label {
    var cost: UInt32
    var bound: UInt32
    var parent: UInt32
    var turnDuration: UInt32
    var time: Centiseconds
    var slot: UInt16
    var edge: UInt16
    var zone: Zone
  }

  static let none = UInt32.max

  let rules: QueryRules
  var tiles: TouchedTiles
  var labels: [Label] = []
  /// The label of each (slot, zone, edge), or ``none``; a page for each slot and zone that was used.
  private var pages: [UInt32] = []
  private var pageStart: [Int] = []
  private var queue = CostQueue()
  var targets: [Target] = []
  var targetsOf: [LocalKey<TileSlot, EdgeIndex>: Int] = [:]
  private var goal: Coordinate
  private var slack: Double
  var entersZones = false
  var best: Completion?
  private(set) var settled = 0
  /// Whether a path was discarded because its cost exceeds the maximum.
  var isTruncated = false
  /// Bounds by the hierarchy for states on open roads and in the last zone, instead of straight-line distances.
  private let guide: HierarchyGuide?
  /// Whether the search stops at roads open to through traffic; the labels there are ``exits``.
  private var stopsAtExits = false
  private(set) var exits: [UInt32] = []
  private var origins: [UInt32: SearchEnd] = [:]
  /// The number of settled labels at which the search gives up.
  private let settledLimit: Int
  /// The distance from the goal to the next ferry in metres; nil if it is unknown, or the goal is on one.
  private var metresToFerry: Double?

  /// A directed edge with ends of the search.
  struct Target {
    var ends: [SearchEnd]
  }

  struct Completion {
    var cost: UInt32
    var parent: UInt32
    var start: SearchEnd?
    var end: SearchEnd
    var slot: TileSlot
    var edge: EdgeIndex
    var turnDuration: UInt32
    var time: Centiseconds
  }

  init(
    _ map: NavMap, rules: QueryRules, guide: HierarchyGuide? = nil, settledLimit: Int = .max,
    metresToFerry: Double? = nil
  ) {
    self.rules = rules
    self.guide = guide
    self.settledLimit = settledLimit
    self.metresToFerry = metresToFerry
    tiles = TouchedTiles(map)
    goal = Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    slack = 0
  }

  /// The number of tiles that the search used.
  var touchedTiles: Int { tiles.slots.count }

  /// The cheapest path from one of the starts to one of the ends.
  ///
  /// - Returns: The path; nil if there is none, or if the search gave up before it found one.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  mutating func run(
    from starts: [SearchEnd], to ends: [SearchEnd], near place: Coordinate
  ) throws(RoutingError) -> Path? {
    goal = place
    slack = ends.map { Distance.metres(place, $0.point.position) }.max() ?? 0
    for end in ends { try addTarget(end) }
    for start in starts { try begin(at: start) }
    try settle()
    return isExhausted ? nil : foundPath()
  }

  /// Whether the search gave up.
  var isExhausted: Bool { settled >= settledLimit }

  /// Searches the zone of the starts up to the roads open to through traffic.
  ///
  /// ``exits`` are the labels there, and ``best`` is the best path within the zone.
  mutating func spread(
    from starts: [SearchEnd], to ends: [SearchEnd]
  ) throws(RoutingError) {
    stopsAtExits = true
    // Infinite slack makes all bounds zero; a search in a zone needs no bounds.
    slack = .infinity
    for end in ends { try addTarget(end) }
    for start in starts { try begin(at: start) }
    try settle()
  }

  private mutating func settle() throws(RoutingError) {
    if Task.isCancelled { throw .cancelled }
    while let (index, key) = queue.pop() {
      if key >= best?.cost ?? .max { break }
      let label = labels[Int(index)]
      guard key == label.cost &+ label.bound else { continue }
      settled += 1
      if settled & 1023 == 0, Task.isCancelled { throw .cancelled }
      if isExhausted { return }
      try expand(index, label)
    }
  }

  // MARK: Ends

  private mutating func addTarget(_ end: SearchEnd) throws(RoutingError) {
    let slot = try tiles.slot(ofTile: end.point.tile)
    let edge = end.edge
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    if rules.mayEndInZone(tile, edge, at: end.time) { entersZones = true }
    if FerryPlaces.isFerry(tile.road(edge.segment)) { metresToFerry = nil }
    if let known = targetsOf[LocalKey(slot, edge)] {
      targets[known].ends.append(end)
    } else {
      targetsOf[LocalKey(slot, edge)] = targets.count
      targets.append(Target(ends: [end]))
    }
  }

  /// Labels the edge of a start, and completes paths to ends ahead on the same edge.
  private mutating func begin(at start: SearchEnd) throws(RoutingError) {
    // This keeps the sums below from overflowing.
    guard start.cost <= QueryRules.maximumCost else {
      isTruncated = true
      return
    }
    let slot = try tiles.slot(ofTile: start.point.tile)
    let edge = start.edge
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    let measure = rules.measure(tile, edge, at: start.time)
    let length = measure.length
    let along = start.along(length)
    // A start at the end of its edge does not pay the edge's price.
    let avoided = along < length ? rules.price(tile, edge) : 0
    if let target = targetsOf[LocalKey(slot, edge)] {
      for end in targets[target].ends
      where end.along(length) >= along && end.accepts(start.via) {
        let part = measure.cost(upTo: end.along(length)) - measure.cost(upTo: along)
        let cost = start.cost + end.cost + part + avoided
        if cost > QueryRules.maximumCost { isTruncated = true }
        if cost <= QueryRules.maximumCost, cost < best?.cost ?? .max {
          var reached = end
          reached.via = start.via
          reached.time = rules.time(
            start.time,
            after: measure.time(upTo: end.along(length)) - measure.time(upTo: along))
          best = Completion(
            cost: cost, parent: Self.none, start: start, end: reached, slot: slot, edge: edge,
            turnDuration: 0, time: start.time)
        }
      }
    }
    let use = rules.use(tile, start.point.segment, start.direction, at: start.time)
    let begins = rules.zones(tile, start.point.segment, use)?.begins ?? false
    let leaving = rules.time(start.time, after: measure.time(from: along))
    let cost = start.cost + measure.cost(from: along) + avoided
    guard cost <= QueryRules.maximumCost else {
      isTruncated = true
      return
    }
    if let index = try improve(
      slot, start.via ?? edge, begins ? .first : .open, head: tile.headPosition(edge),
      cost: cost, time: leaving, parent: Self.none, turnDuration: 0
    ) {
      origins[index] = start
    }
  }

  // MARK: Labels

  /// Gives a state a label, or improves its label.
  ///
  /// - Returns: The index of the label; nil if the cost is no improvement.
  mutating func improve(
    _ slot: TileSlot, _ edge: EdgeIndex, _ zone: Zone, head: Coordinate, cost: UInt32,
    time: Centiseconds,
    parent: UInt32, turnDuration: UInt32
  ) throws(RoutingError) -> UInt32? {
    let firstPage = slot.rawValue * 3
    while pageStart.count <= firstPage + 2 { pageStart.append(-1) }
    let page = firstPage + Int(zone.rawValue)
    if pageStart[page] < 0 {
      pageStart[page] = pages.count
      let layout = tiles.slots[slot.rawValue].layout
      pages.append(
        contentsOf: repeatElement(Self.none, count: layout.edgeCount))
    }
    let place = pageStart[page] + edge.rawValue
    var index = pages[place]
    if index == Self.none {
      let bound = try bound(slot, edge, zone, head)
      if bound >= Self.none { return nil }
      index = UInt32(labels.count)
      if stopsAtExits && zone == .open { exits.append(index) }
      pages[place] = index
      labels.append(
        Label(
          cost: cost, bound: bound, parent: parent, turnDuration: turnDuration, time: time,
          slot: UInt16(slot), edge: UInt16(edge),
          zone: zone))
    } else {
      guard cost < labels[Int(index)].cost else { return nil }
      labels[Int(index)].cost = cost
      labels[Int(index)].parent = parent
      labels[Int(index)].turnDuration = turnDuration
      labels[Int(index)].time = time
    }
    if !stopsAtExits || zone != .open {
      queue.push(index, cost: cost &+ labels[Int(index)].bound)
    }
    return index
  }

  /// A lower bound of the cost from a state to any end of the search; ``none`` if there is no path.
  private mutating func bound(
    _ slot: TileSlot, _ edge: EdgeIndex, _ zone: Zone, _ head: Coordinate
  ) throws(RoutingError) -> UInt32 {
    guard let guide, zone != .first else { return bound(head) }
    return try guide.bound(slot, edge, isOpen: zone == .open, &tiles)
  }

  /// A lower bound of the cost from a coordinate to any end of the search.
  private func bound(_ place: Coordinate) -> UInt32 {
    let metres = Distance.metres(place, goal)
    let least = rules.bound(metres - slack - 1)
    guard let metresToFerry else { return least }
    // Without a ferry, the path is by road; with one, it is by road to the first and from the last, which may be the
    // one that is next to the goal.
    let byRoad = min(metres - slack, 2 * metresToFerry - metres - 3 * slack) - 1
    return max(least, rules.bound(onRoads: byRoad) ?? 0)
  }

  // MARK: Path

  /// The best path found.
  func foundPath() -> Path? {
    guard let best else { return nil }
    var steps: [PathStep] = []
    steps.append(step(best.slot, best.edge, best.turnDuration, best.time))
    var start = best.start
    var index = best.parent
    while index != Self.none {
      let label = labels[Int(index)]
      if label.parent == Self.none { start = origins[index] }
      let time = label.parent == Self.none ? start?.time : labels[Int(label.parent)].time
      steps.append(step(TileSlot(label.slot), EdgeIndex(label.edge), label.turnDuration, time ?? 0))
      index = label.parent
    }
    guard let start else { return nil }
    return Path(start: start, end: best.end, cost: best.cost, steps: steps.reversed())
  }

  /// The start of a label, and the states on the path to it after the start's own edge.
  func chain(to index: UInt32) -> (start: SearchEnd?, states: [(slot: TileSlot, edge: EdgeIndex)]) {
    var states: [(slot: TileSlot, edge: EdgeIndex)] = []
    var index = index
    while labels[Int(index)].parent != Self.none {
      let label = labels[Int(index)]
      states.append((TileSlot(label.slot), EdgeIndex(label.edge)))
      index = label.parent
    }
    return (origins[index], states.reversed())
  }

  private func step(
    _ slot: TileSlot, _ edge: EdgeIndex, _ turnDuration: UInt32, _ time: Centiseconds
  ) -> PathStep {
    let here = tiles.slots[slot.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    let entered = rules.time(time, after: turnDuration)
    let base = tile.base(edge)
    return PathStep(
      tile: here.tile, edge: base, id: tiles.id(slot, edge), turnDuration: turnDuration,
      turnTime: time,
      time: entered, edgeTime: rules.edgeTime(tile, base, at: entered))
  }
}
