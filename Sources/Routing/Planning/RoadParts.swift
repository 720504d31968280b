import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Tells in which part of a mode's network roads lie, whatever the vehicle's limits, conditions, turns and one-way
/// streets.
///
/// For a truck the roads of cars count too: what is closed to trucks alone is a rule to be named, not a gap in the
/// network. The map says it of main parts. A piece that is none has less than a thousand edges, so it is searched from
/// the road that was asked for, once for all its roads.
struct RoadParts {
  /// A part of the network.
  enum Part: Hashable {
    /// One of the main parts; which one does not matter, since nobody is moved from any.
    case main
    /// A piece that is connected to no main part, by a number of its own.
    case piece(Int)
  }

  /// Roads of a piece, by the definition of main parts; one with more is none that this program wrote.
  private static let maximumPiece = 1_000

  /// What most roads lie in.
  static let onlyMain: Set<Part> = [.main]

  /// Whether there is a piece in which roads of both lie.
  static func sharePiece(_ one: Set<Part>, _ other: Set<Part>) -> Bool {
    one.contains { $0 != .main && other.contains($0) }
  }

  private let mode: Mode
  /// Whose roads hold a piece together.
  private let modes: ModeSet
  private var tiles: TouchedTiles
  /// The parts of the roads that were come by, by tile in the upper half.
  private var known: [UInt64: Part] = [:]
  private var pieceCount = 0

  init(_ map: NavMap, _ mode: Mode) {
    self.mode = mode
    modes = mode == .truck ? [ModeSet(.truck), ModeSet(.car)] : ModeSet(mode)
    tiles = TouchedTiles(map)
  }

  /// The parts in which some roads lie.
  mutating func parts(of points: [RoadPoint]) throws(RoutingError) -> Set<Part> {
    var parts = Self.onlyMain
    for (index, point) in points.enumerated() {
      let part = try part(of: point)
      if index > 0 { parts.insert(part) } else if part != .main { parts = [part] }
    }
    return parts
  }

  /// The part in which a road lies.
  ///
  /// - Complexity: O(1) in a main part or a piece that is known, else O(roads of the piece).
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

  /// The roads that hang together with one; nil where these are too many for a piece, or some lie in a main part.
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

  /// The roads that the mode may use at the head of an edge, in the tiles that they belong to; none where the mode
  /// can't pass.
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

  /// Whether the mode may use a road, in one of its directions, at some time or with some vehicle.
  private func isUsable(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Bool {
    let (ahead, back) = (tile.access(segment, .forward), tile.access(segment, .backward))
    return ahead[mode].isUsable || back[mode].isUsable
      || mode == .truck && (ahead[.car].isUsable || back[.car].isUsable)
      || tile.hasRules(segment) && isOpened(tile, tile.ruleRows(of: segment))
  }

  /// Whether one of some rules lets the mode in.
  private func isOpened(_ tile: borrowing TileView, _ rows: Range<Int>) -> Bool {
    rows.contains { row in
      guard case .access(let access, let modes)? = tile.rule(row).effect else { return false }
      return access.isUsable && modes.contains(mode)
    }
  }
}
