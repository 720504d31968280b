import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The matcher's costs of driving, in thousandths of a nat.
struct DrivingCost: Sendable {
  /// Thousandths of a nat in one nat: the unit of all costs of a search.
  static let perNat = 1_000.0

  let perMetre: Double
  let perSecond: Double
  /// The cost of a metre of straight-line distance at usual speed.
  let perStraightMetre: Double
  /// The cost of entering a destination-access road.
  let privateCost: UInt32
  /// The usual speed of the mode in towns in metres per second, which converts seconds to metres.
  let usualSpeed: Double

  init(_ options: MatchOptions, mode: Mode) {
    usualSpeed =
      switch mode {
      case .foot: 1.4
      case .bicycle: 4.5
      default: 11.0
      }
    perMetre = Self.perNat * options.lengthShare / options.metresPerNat
    privateCost = UInt32(min(max(options.privateCost * Self.perNat, 0), 5e8))
    // Paths in towns are a fifth longer than straight lines.
    perStraightMetre = 1.2 * Self.perNat / options.metresPerNat
    perSecond = Self.perNat * (1 - options.lengthShare) * usualSpeed / options.metresPerNat
  }

  /// The driving speed in pedestrian streets in metres per second; the map has walking speed there.
  var slowSpeed: Double { usualSpeed / 2 }

  /// The approximate cost to reach a place at a distance.
  func ahead(_ metres: Double) -> UInt32 { UInt32(min(perStraightMetre * metres, 1e9)) }

  /// The cost of driving a distance in a time.
  ///
  /// It is at most an eighth of the range, so that a search can add several costs without a check.
  func cost(metres: Double, seconds: Double) -> UInt32 {
    UInt32(min(max(perMetre * metres + perSecond * seconds, 0) + 0.5, 5e8))
  }
}

/// The roads a matcher has come by: a graph whose nodes are directed edges, with dense numbers, read once from the
/// tiles, with access, turn restrictions and costs worked out.
///
/// An edge is a directed edge of the map, or a via edge: one on which a turn restriction over ways
/// is under way. Memory is proportional to what is visited; the owner starts anew when it is too much.
struct EdgeBasedGraph {
  /// The maximum time in seconds by which a U-turn makes a path late: routes avoid U-turns by a time that no driver
  /// needs.
  static let uTurnSeconds: Float = 5

  struct Edge {
    /// The slot of the tile it belongs to, and its local number there.
    var slot: Packed<TileSlot>, local: Packed<EdgeIndex>
    /// The base edge of a via edge; otherwise the edge itself.
    var base: GraphEdgeIndex
    var lengthMetres: Float
    /// The expected time in seconds, and the one in which a vehicle may well drive it: less on slow roads.
    var seconds: Float
    var leastSeconds: Float
    /// The cost of the whole edge.
    var cost: UInt32
    /// The first of its turns in `nexts`; -1 before the first query.
    var firstNext: Int32 = -1
    var nextCount: Int32 = 0
    /// The first of its violating turns in `violatingNexts`; -1 before the first query.
    var firstViolating: Int32 = -1
    var violatingCount: Int32 = 0
    /// Whether the edge is open to through traffic.
    var passes: Bool
    /// The violations of driving on it.
    var violations: Violations
    var isFerry: Bool
    var place: TileEdge

    /// Its place with its own violations.
    var violatingPlace: TileEdge {
      var place = place
      place.violations = violations
      return place
    }
  }

  struct Next {
    var edge: GraphEdgeIndex
    var cost: UInt32
    var seconds: Float
    /// The violations of the turn, without those of the next edge.
    var violations: Violations = []
  }

  let rules: QueryRules
  let options: MatchOptions
  let costs: DrivingCost
  /// Whether the fixes that are compared lie so far apart in time that a quick driver gets ahead of the expected times.
  var isSparse = false
  var tiles: TouchedTiles
  private(set) var edges: [Edge] = []
  /// The first and the last point of each edge.
  private(set) var ends: [(first: Coordinate, last: Coordinate)] = []
  private(set) var nexts: [Next] = []
  private(set) var violatingNexts: [Next] = []
  /// The beginning in `pages` of each slot's table of edges; -1 before its first use.
  private var pageStart: [Int] = []
  private var pages: [GraphEdgeIndex] = []

  init(_ map: NavMap, rules: QueryRules, options: MatchOptions, mode: Mode) {
    self.rules = rules
    self.options = options
    costs = DrivingCost(options, mode: mode)
    tiles = TouchedTiles(map)
  }

  /// The approximate memory in bytes.
  var size: Int {
    edges.count * 92 + (nexts.count + violatingNexts.count) * 16 + pages.count * 4
  }

  /// The number of an edge that belongs to a slot's tile.
  mutating func index(_ slot: TileSlot, _ local: EdgeIndex) throws(RoutingError) -> GraphEdgeIndex {
    while pageStart.count <= slot.rawValue { pageStart.append(-1) }
    if pageStart[slot] < 0 {
      pageStart[slot] = pages.count
      let layout = tiles.slots[slot].layout
      pages.append(contentsOf: repeatElement(.none, count: layout.edgeCount))
    }
    let place = pageStart[slot] + local.rawValue
    if !pages[place].isNone { return pages[place] }
    let here = tiles.slots[slot]
    let map = tiles.map
    let tile = map.view(here.layout)
    let base = tile.base(local)
    // A via edge belongs to the tile of its base edge.
    let baseIndex = base == local ? GraphEdgeIndex(edges.count) : try index(slot, base)
    let direction = base.direction
    let length = tile.length(base.segment)
    let time = rules.time(
      here.layout, centimetres: length, rules.road(tile, base.segment, direction, at: 0), direction)
    let metres = Double(length) / 100
    let use = use(tile, base)
    let violations: Violations = use.ends ? [] : violations(tile, base)
    let road = tile.road(base.segment)
    let isWalked = violations.contains(.closedRoad) && road.roadClass == .pedestrian
    let seconds = isWalked ? metres / costs.slowSpeed : Double(time) / 100
    let isFerry = road.flags.contains(.ferry)
    // A slow ferry or car train is not unlikely: there is no faster way across.
    let paid = isFerry ? min(seconds, metres / costs.usualSpeed) : seconds
    // A driveway or a street with a low limit may be driven far faster than expected, but no ferry.
    let least = isFerry || isWalked ? seconds : min(seconds, metres / costs.usualSpeed)
    let number = GraphEdgeIndex(edges.count)
    let factor = violations.isEmpty ? 1.0 : violations.contains(.wrongWay) ? 2.5 : 2.0
    edges.append(
      Edge(
        slot: Packed(slot), local: Packed(local), base: baseIndex, lengthMetres: Float(metres),
        seconds: Float(seconds), leastSeconds: Float(least),
        cost: costs.cost(metres: factor * metres, seconds: factor * paid),
        passes: use.passes, violations: violations, isFerry: isFerry,
        place: TileEdge(
          tile: here.tile, edge: base, id: tiles.id(slot, base))))
    ends.append((tile.headPosition(base.reversed), tile.headPosition(base)))
    pages[place] = number
    return number
  }

  /// The places along an edge, in its direction.
  func shape(_ index: GraphEdgeIndex) -> [Coordinate] {
    let edge = edges[index]
    let tile = tiles.map.view(tiles.slots[edge.slot.index].layout)
    let shape = tile.shape(edge.place.edge.segment)
    return edge.place.edge.isForward ? shape : shape.reversed()
  }

  /// The time in seconds that a path over an edge takes at least.
  @inline(__always)
  func seconds(_ edge: Edge) -> Float { isSparse ? edge.leastSeconds : edge.seconds }

  /// The permitted use of a base edge, in either direction if one-way streets are ignored.
  func use(_ tile: borrowing TileView, _ base: EdgeIndex) -> Use {
    let direction = base.direction
    var use = rules.use(tile, base.segment, direction, at: 0)
    guard options.wrongWay == .free else { return use }
    let other = rules.use(tile, base.segment, direction.reversed, at: 0)
    use.passes = use.passes || other.passes
    use.ends = use.ends || other.ends
    return use
  }

  /// The range of turns from an edge.
  mutating func ways(from index: GraphEdgeIndex) throws(RoutingError) -> Range<Int> {
    if edges[index].firstNext < 0 { try expand(index) }
    let edge = edges[index]
    return Int(edge.firstNext)..<Int(edge.firstNext &+ edge.nextCount)
  }

  private mutating func expand(_ index: GraphEdgeIndex) throws(RoutingError) {
    let edge = edges[index]
    let (slot, junction, arriving) = try tiles.arrival(edge.slot.index, edge.local.index)
    let here = tiles.slots[slot]
    let map = tiles.map
    let tile = map.view(here.layout)
    var turns = rules.turns(tile, from: arriving, junction, at: 0)
    var found: [Next] = []
    while let turn = turns.next(tile, rules) {
      let use = use(tile, turn.edge)
      guard turn.across.ends, use.ends, let onto = allowed(turn) else { continue }
      let seconds = Double(turn.duration) / 100
      var cost = costs.cost(metres: 0, seconds: seconds)
      if edge.passes && !use.passes { cost += costs.privateCost }
      let home = try tiles.home(slot, onto)
      let number = try self.index(home.slot, home.edge)
      found.append(Next(edge: number, cost: cost, seconds: Float(seconds)))
    }
    edges[index].firstNext = Int32(nexts.count)
    edges[index].nextCount = Int32(found.count)
    nexts += found
  }

  /// Stores the violating turns of an edge.
  mutating func append(_ found: [Next], violatingFrom index: GraphEdgeIndex) {
    edges[index].firstViolating = Int32(violatingNexts.count)
    edges[index].violatingCount = Int32(found.count)
    violatingNexts += found
  }

  /// The edge onto which a turn leads, base or via; nil if the turn is forbidden.
  private func allowed(_ turn: Turn) -> EdgeIndex? {
    if options.wrongWay == .free { return turn.edge }
    return turn.isBanned ? nil : turn.onto
  }
}
