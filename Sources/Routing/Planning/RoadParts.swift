import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The roads around a waypoint from which a mode can't go on, or to which it can't come, regardless of limits,
/// conditions and turns.
struct RoadPart: Sendable {
  /// A road, by the tile that it belongs to.
  typealias RoadKey = LocalKey<TileNumber, SegmentIndex>

  /// The roads that can be reached from the waypoint, or from which it can be reached.
  struct Stretch: Sendable {
    /// Whether the core of a main part is among them; which one does not matter, because no waypoint there is moved.
    var isMain = false
    /// Otherwise all of them.
    var roads: Set<RoadKey> = []

    mutating func add(_ other: Stretch) {
      isMain = isMain || other.isMain
      roads.formUnion(other.roads)
    }
  }

  /// The roads of the waypoint itself.
  let own: Set<RoadKey>
  /// The roads that can be reached from it.
  let ahead: Stretch
  /// The roads from which it can be reached.
  let behind: Stretch
  /// All roads of its island; none on a main part.
  let island: Set<RoadKey>

  /// Whether all of its roads are connected to the core of the network in both directions.
  var isOnlyMain: Bool {
    ahead.isMain && behind.isMain && ahead.roads.isEmpty && behind.roads.isEmpty
  }

  /// A leg from one waypoint to another.
  struct Leg {
    let from, to: RoadPart

    /// Whether it may lead over the main network.
    var leadsOverMain: Bool { from.ahead.isMain && to.behind.isMain }

    /// Whether it may lead over roads that are cut off from the main network, or lies on one island.
    var leadsAside: Bool {
      to.own.contains { from.ahead.roads.contains($0) || from.island.contains($0) }
        || from.own.contains { to.behind.roads.contains($0) }
    }

    /// Whether there may be a path for some vehicle and time, or to move its ends would not help.
    var leads: Bool { leadsOverMain || leadsAside }
  }
}

/// Finds the roads around waypoints that are cut off from the core of the network in one direction or both.
///
/// Examples are islands, yards behind a closed gate, the one-way exit of a car park, and a carriageway that leaves the
/// input. For a truck, the roads of cars count too: a road closed to trucks alone is a rule to name, not a gap in the
/// network. The map marks the roads from which a core is reached, and those that are reached from one.
struct RoadParts {
  /// The maximum number of roads of a stretch; farther away a main part is assumed.
  private static let maximumRoads = 1_000

  private let mode: Mode
  /// The modes whose roads connect.
  private let modes: ModeSet
  private var tiles: TouchedTiles
  /// The parts of the roads of earlier waypoints.
  private var known: [RoadKey: RoadPart] = [:]
  private typealias RoadKey = RoadPart.RoadKey

  init(_ map: NavMap, _ mode: Mode) {
    self.mode = mode
    modes = mode == .truck ? [ModeSet(.truck), ModeSet(.car)] : ModeSet(mode)
    tiles = TouchedTiles(map)
  }

  /// The part around some points on roads.
  ///
  /// - Complexity: O(1) in the core or on known roads, else O(roads that are cut off).
  mutating func part(of points: [RoadPoint]) throws(RoutingError) -> RoadPart {
    var own: Set<RoadKey> = []
    var (ahead, behind) = (RoadPart.Stretch(), RoadPart.Stretch())
    var island: Set<RoadKey> = []
    for point in points {
      let slot = try tiles.slot(ofTile: point.tile)
      let part = try part(around: slot, point.segment)
      own.formUnion(part.own)
      ahead.add(part.ahead)
      behind.add(part.behind)
      island.formUnion(part.island)
    }
    return RoadPart(own: own, ahead: ahead, behind: behind, island: island)
  }

  private mutating func part(
    around slot: TileSlot, _ segment: SegmentIndex
  ) throws(RoutingError) -> RoadPart {
    let road = key(slot, segment)
    if let part = known[road] { return part }
    let island = try stretch(around: slot, segment, .island)
    let part = RoadPart(
      own: [road], ahead: try stretch(around: slot, segment, .ahead),
      behind: try stretch(around: slot, segment, .behind), island: island.roads)
    known[road] = part
    return part
  }

  private func key(_ slot: TileSlot, _ segment: SegmentIndex) -> RoadKey {
    LocalKey(tiles.slots[slot].tile, segment)
  }

  /// Which roads around a road are wanted.
  private enum Wish {
    /// Those that can be reached.
    case ahead
    /// Those from which it can be reached.
    case behind
    /// Those that are connected with it in any direction.
    case island
  }

  private func isMain(_ slot: TileSlot, _ segment: SegmentIndex, _ wish: Wish) -> Bool {
    let map = tiles.map
    let reach = map.view(tiles.slots[slot.rawValue].layout).reach(segment, mode)
    return switch wish {
    case .ahead: reach.contains(.leaves)
    case .behind: reach.contains(.enters)
    case .island: !reach.isDisjoint(with: [.leaves, .enters])
    }
  }

  /// The roads around a road; only ``RoadPart/Stretch/isMain`` if they belong to the main network.
  private mutating func stretch(
    around slot: TileSlot, _ segment: SegmentIndex, _ wish: Wish
  ) throws(RoutingError) -> RoadPart.Stretch {
    let main = RoadPart.Stretch(isMain: true)
    if isMain(slot, segment, wish) { return main }
    var found: Set<RoadKey> = [key(slot, segment)]
    var waiting = leads(slot, segment, wish)
    while let (slot, edge) = waiting.popLast() {
      for next in try neighbours(slot, edge, wish) {
        guard found.insert(key(next.slot, next.segment)).inserted else { continue }
        if found.count > Self.maximumRoads || isMain(next.slot, next.segment, wish) { return main }
        waiting += leads(next.slot, next.segment, wish)
      }
    }
    return RoadPart.Stretch(roads: found)
  }

  /// The edges of a road towards the junctions where further roads are looked for.
  private func leads(
    _ slot: TileSlot, _ segment: SegmentIndex, _ wish: Wish
  ) -> [(slot: TileSlot, edge: EdgeIndex)] {
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    var edges: [(slot: TileSlot, edge: EdgeIndex)] = []
    for edge in segment.edges where isUsable(tile, segment, edge.direction, wish) {
      edges.append((slot, edge))
    }
    return edges
  }

  /// The roads at the head of an edge, in their own tiles; none if the mode can't pass.
  private mutating func neighbours(
    _ slot: TileSlot, _ edge: EdgeIndex, _ wish: Wish
  ) throws(RoutingError) -> [(slot: TileSlot, segment: SegmentIndex)] {
    let (there, junction, _) = try tiles.arrival(slot, edge)
    let here = tiles.slots[there.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    if isHeld(tile, at: junction) { return [] }
    var found: [(slot: TileSlot, segment: SegmentIndex)] = []
    for place in tile.outRange(junction) {
      let out = tile.out(place)
      guard isUsable(tile, out.segment, out.direction, wish) else { continue }
      let home = try tiles.home(there, out)
      found.append((home.slot, home.edge.segment))
    }
    return found
  }

  private func isHeld(_ tile: borrowing TileView, at junction: JunctionIndex) -> Bool {
    guard tile.flags(junction).contains(.barrier), tile.passing(junction).isDisjoint(with: modes)
    else {
      return false
    }
    return !isOpened(tile, tile.ruleRows(of: junction), .both)
  }

  /// Whether the mode may use a road away from where one is, or as the wish needs it, at some time for some vehicle.
  private func isUsable(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction, _ wish: Wish
  ) -> Bool {
    switch wish {
    case .ahead: isUsable(tile, segment, direction)
    case .behind: isUsable(tile, segment, direction.reversed)
    case .island: isUsable(tile, segment, .forward) || isUsable(tile, segment, .backward)
    }
  }

  private func isUsable(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction
  ) -> Bool {
    let access = tile.access(segment, direction)
    let directions: DirectionSet = direction == .forward ? .forward : .backward
    return access[mode].isUsable || mode == .truck && access[.car].isUsable
      || tile.hasRules(segment) && isOpened(tile, tile.ruleRows(of: segment), directions)
  }

  /// Whether one of the rules opens the road or junction to the mode.
  private func isOpened(
    _ tile: borrowing TileView, _ rows: Range<Int>, _ directions: DirectionSet
  ) -> Bool {
    rows.contains { row in
      let rule = tile.rule(row)
      guard case .access(let access, let modes)? = rule.effect else { return false }
      return access.isUsable && modes.contains(mode)
        && !rule.directions.isDisjoint(with: directions)
    }
  }
}
