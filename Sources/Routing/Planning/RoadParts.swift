import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The roads around a waypoint from which a mode can't go on, or to which it can't come, regardless of limits,
/// conditions and turns.
struct RoadPart: Sendable {
  /// The roads that can be reached from the waypoint, or from which it can be reached.
  struct Stretch: Sendable {
    /// Whether the core of a main part is among them; which one does not matter, because no waypoint there is moved.
    var isMain = false
    /// Otherwise all of them; the tile is in the upper 32 bits.
    var roads: Set<UInt64> = []

    mutating func add(_ other: Stretch) {
      isMain = isMain || other.isMain
      roads.formUnion(other.roads)
    }
  }

  /// The roads of the waypoint itself.
  let own: Set<UInt64>
  let ahead: Stretch
  let behind: Stretch

  /// A leg from one waypoint to another.
  struct Leg {
    let from, to: RoadPart

    /// Whether it may lead over the main network.
    var leadsOverMain: Bool { from.ahead.isMain && to.behind.isMain }

    /// Whether it may lead over roads that are cut off from the main network.
    var leadsAside: Bool {
      to.own.contains { from.ahead.roads.contains($0) }
        || from.own.contains { to.behind.roads.contains($0) }
    }

    /// Whether there may be a path, for some vehicle and time.
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
  /// The stretches around the roads of earlier waypoints.
  private var known: [UInt64: (ahead: RoadPart.Stretch, behind: RoadPart.Stretch)] = [:]

  init(_ map: NavMap, _ mode: Mode) {
    self.mode = mode
    modes = mode == .truck ? [ModeSet(.truck), ModeSet(.car)] : ModeSet(mode)
    tiles = TouchedTiles(map)
  }

  /// The part around some points on roads.
  ///
  /// - Complexity: O(1) in the core or on known roads, else O(roads that are cut off).
  mutating func part(of points: [RoadPoint]) throws(RoutingError) -> RoadPart {
    var own: Set<UInt64> = []
    var (ahead, behind) = (RoadPart.Stretch(), RoadPart.Stretch())
    for point in points {
      let slot = try tiles.slot(ofTile: point.tile)
      let road = key(slot, point.segment)
      own.insert(road)
      let stretches: (ahead: RoadPart.Stretch, behind: RoadPart.Stretch)
      if let earlier = known[road] {
        stretches = earlier
      } else {
        stretches = (
          try stretch(around: slot, point.segment, ahead: true),
          try stretch(around: slot, point.segment, ahead: false)
        )
        known[road] = stretches
      }
      ahead.add(stretches.ahead)
      behind.add(stretches.behind)
    }
    return RoadPart(own: own, ahead: ahead, behind: behind)
  }

  private func key(_ slot: TileSlot, _ segment: SegmentIndex) -> UInt64 {
    UInt64(tiles.slots[slot.rawValue].tile) << 32 | UInt64(segment)
  }

  private func isMain(_ slot: TileSlot, _ segment: SegmentIndex, ahead: Bool) -> Bool {
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    return tile.reach(segment, mode).contains(ahead ? .leaves : .enters)
  }

  /// The roads that can be reached from a road, or from which it can be reached.
  private mutating func stretch(
    around slot: TileSlot, _ segment: SegmentIndex, ahead: Bool
  ) throws(RoutingError) -> RoadPart.Stretch {
    let main = RoadPart.Stretch(isMain: true)
    if isMain(slot, segment, ahead: ahead) { return main }
    var found: Set<UInt64> = [key(slot, segment)]
    var waiting: [(slot: TileSlot, edge: EdgeIndex)] = []
    /// Adds the edges of a road by which one goes on (or came).
    func add(_ slot: TileSlot, _ segment: SegmentIndex) {
      let map = tiles.map
      let tile = map.view(tiles.slots[slot.rawValue].layout)
      for edge in segment.edges
      where isUsable(tile, segment, ahead ? edge.direction : edge.direction.reversed) {
        waiting.append((slot, edge))
      }
    }
    add(slot, segment)
    while let (slot, edge) = waiting.popLast() {
      for next in try neighbours(slot, edge, ahead: ahead) {
        guard found.insert(key(next.slot, next.segment)).inserted else { continue }
        if found.count > Self.maximumRoads || isMain(next.slot, next.segment, ahead: ahead) {
          return main
        }
        add(next.slot, next.segment)
      }
    }
    return RoadPart.Stretch(roads: found)
  }

  /// The roads at the head of an edge on which one may go on (or from which one may come), in their own tiles; none if
  /// the mode can't pass.
  private mutating func neighbours(
    _ slot: TileSlot, _ edge: EdgeIndex, ahead: Bool
  ) throws(RoutingError) -> [(slot: TileSlot, segment: SegmentIndex)] {
    let (there, junction, _) = try tiles.arrival(slot, edge)
    let here = tiles.slots[there.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    if isHeld(tile, at: junction) { return [] }
    var found: [(slot: TileSlot, segment: SegmentIndex)] = []
    for place in tile.outRange(junction) {
      let out = tile.out(place)
      guard isUsable(tile, out.segment, ahead ? out.direction : out.direction.reversed) else {
        continue
      }
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

  /// Whether the mode may use a road in a direction, at some time or with some vehicle.
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
