import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Finds the part of a mode's network in which roads lie, regardless of limits, conditions, turns and one-way streets.
///
/// For a truck, the roads of cars count too: a road closed to trucks alone is a rule to name, not a gap in the network.
/// The map marks main parts. A piece has fewer than a thousand edges, so it is searched from one of its roads, once.
struct RoadParts {
  /// A part of the network.
  enum Part: Hashable {
    /// One of the main parts; which one does not matter, because no waypoint on them is moved.
    case main
    /// A piece that is not connected to a main part, by its number.
    case piece(Int)
  }

  /// The maximum number of roads of a piece, by the definition of main parts; only another writer makes larger ones.
  private static let maximumPiece = 1_000

  /// The part of most roads.
  static let onlyMain: Set<Part> = [.main]

  /// Whether both have roads in the same piece.
  static func sharePiece(_ one: Set<Part>, _ other: Set<Part>) -> Bool {
    one.contains { $0 != .main && other.contains($0) }
  }

  private let mode: Mode
  /// The modes whose roads connect a piece.
  private let modes: ModeSet
  private var tiles: TouchedTiles
  /// The parts of roads found so far; the tile is in the upper 32 bits.
  private var known: [UInt64: Part] = [:]
  private var pieceCount = 0

  init(_ map: NavMap, _ mode: Mode) {
    self.mode = mode
    modes = mode == .truck ? [ModeSet(.truck), ModeSet(.car)] : ModeSet(mode)
    tiles = TouchedTiles(map)
  }

  /// The parts to which some roads belong.
  mutating func parts(of points: [RoadPoint]) throws(RoutingError) -> Set<Part> {
    var parts = Self.onlyMain
    for (index, point) in points.enumerated() {
      let part = try part(of: point)
      if index > 0 { parts.insert(part) } else if part != .main { parts = [part] }
    }
    return parts
  }

  /// The part to which a road belongs.
  ///
  /// - Complexity: O(1) in a main part or a known piece, else O(roads of the piece).
  mutating func part(of point: RoadPoint) throws(RoutingError) -> Part {
    let slot = try tiles.slot(ofTile: point.tile)
    if isMain(slot, point.segment) { return .main }
    if let part = known[key(slot, point.segment)] { return part }
    let roads = try piece(around: slot, point.segment)
    pieceCount += 1
    let part = roads == nil ? Part.main : .piece(pieceCount)
    for road in roads ?? [key(slot, point.segment)] { known[road] = part }
    return part
  }

  private func key(_ slot: TileSlot, _ segment: SegmentIndex) -> UInt64 {
    UInt64(tiles.slots[slot.rawValue].tile) << 32 | UInt64(segment)
  }

  private func isMain(_ slot: TileSlot, _ segment: SegmentIndex) -> Bool {
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    return tile.reach(segment, mode).contains(.main)
  }

  /// The roads connected to a road; nil if they are too many for a piece, or one lies in a main part.
  private mutating func piece(
    around slot: TileSlot, _ segment: SegmentIndex
  ) throws(RoutingError) -> Set<UInt64>? {
    var found: Set<UInt64> = [key(slot, segment)]
    var waiting = [(slot: slot, segment: segment)]
    while let road = waiting.popLast() {
      for edge in road.segment.edges {
        for next in try neighbours(road.slot, edge) {
          guard found.insert(key(next.slot, next.segment)).inserted else { continue }
          if found.count > Self.maximumPiece || isMain(next.slot, next.segment) { return nil }
          waiting.append(next)
        }
      }
    }
    return found
  }

  /// The usable roads at the head of an edge, in their own tiles; none if the mode cannot pass.
  private mutating func neighbours(
    _ slot: TileSlot, _ edge: EdgeIndex
  ) throws(RoutingError) -> [(slot: TileSlot, segment: SegmentIndex)] {
    let (there, junction, _) = try tiles.arrival(slot, edge)
    let here = tiles.slots[there.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    if isHeld(tile, at: junction) { return [] }
    var found: [(slot: TileSlot, segment: SegmentIndex)] = []
    for place in tile.outRange(junction) where isUsable(tile, tile.out(place).segment) {
      let home = try tiles.home(there, tile.out(place))
      found.append((home.slot, home.edge.segment))
    }
    return found
  }

  private func isHeld(_ tile: borrowing TileView, at junction: JunctionIndex) -> Bool {
    guard tile.flags(junction).contains(.barrier), tile.passing(junction).isDisjoint(with: modes)
    else {
      return false
    }
    return !isOpened(tile, tile.ruleRows(of: junction))
  }

  /// Whether the mode may use a road in one of its directions, at some time or with some vehicle.
  private func isUsable(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
    let (ahead, back) = (tile.access(segment, .forward), tile.access(segment, .backward))
    return ahead[mode].isUsable || back[mode].isUsable
      || mode == .truck && (ahead[.car].isUsable || back[.car].isUsable)
      || tile.hasRules(segment) && isOpened(tile, tile.ruleRows(of: segment))
  }

  /// Whether one of the rules opens the road to the mode.
  private func isOpened(_ tile: borrowing TileView, _ rows: Range<Int>) -> Bool {
    rows.contains { row in
      guard case .access(let access, let modes)? = tile.rule(row).effect else { return false }
      return access.isUsable && modes.contains(mode)
    }
  }
}
