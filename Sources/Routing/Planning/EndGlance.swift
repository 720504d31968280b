import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Detects that no path connects some ends, even with violated rules, if few roads lead to one of them.
///
/// This saves a search of the whole network for the path with the fewest violations.
struct EndGlance {
  /// The side from which to look.
  enum Side {
    /// Forward, from the starts.
    case starts
    /// Backward, from the ends.
    case ends
  }

  /// The number of edges after which it gives up.
  private static let limit = 1_000

  private let rules: QueryRules
  private var tiles: TouchedTiles

  init(_ map: NavMap, rules: QueryRules) {
    self.rules = rules
    tiles = TouchedTiles(map)
  }

  /// Whether a path may lead from one of the starts to one of the ends, ignoring turns and barriers; true if it gives
  /// up.
  mutating func mayConnect(
    _ starts: [SearchEnd], to ends: [SearchEnd], from side: Side, at time: Centiseconds
  ) throws(RoutingError) -> Bool {
    let (seeds, goals) = side == .starts ? (starts, ends) : (ends, starts)
    var goalEdges: Set<LocalKey<TileSlot, EdgeIndex>> = []
    for goal in goals { goalEdges.insert(key(try edge(goal))) }
    var seen: Set<LocalKey<TileSlot, EdgeIndex>> = []
    var waiting: [(slot: TileSlot, edge: EdgeIndex)] = []
    for seed in seeds {
      let edge = try edge(seed)
      if seen.insert(key(edge)).inserted { waiting.append(edge) }
    }
    while let edge = waiting.popLast() {
      if goalEdges.contains(key(edge)) || seen.count > Self.limit { return true }
      for next in try edges(beside: edge, side, at: time) where seen.insert(key(next)).inserted {
        waiting.append(next)
      }
    }
    return false
  }

  private mutating func edge(_ end: SearchEnd) throws(RoutingError) -> (
    slot: TileSlot, edge: EdgeIndex
  ) {
    (try tiles.slot(ofTile: end.point.tile), end.edge)
  }

  private func key(
    _ edge: (slot: TileSlot, edge: EdgeIndex)
  ) -> LocalKey<TileSlot, EdgeIndex> { LocalKey(edge.slot, edge.edge) }

  /// The edges after an edge, or before it, that the vehicle could use, in the tiles that they belong to.
  private mutating func edges(
    beside edge: (slot: TileSlot, edge: EdgeIndex), _ side: Side, at time: Centiseconds
  ) throws(RoutingError) -> [(slot: TileSlot, edge: EdgeIndex)] {
    let (there, junction, _) =
      side == .starts
      ? try tiles.arrival(edge.slot, edge.edge) : try tiles.departure(edge.slot, edge.edge)
    let here = tiles.slots[there.rawValue]
    let map = tiles.map
    let tile = map.view(here.layout)
    var found: [(slot: TileSlot, edge: EdgeIndex)] = []
    for place in tile.outRange(junction) {
      let edge = side == .starts ? tile.out(place) : tile.out(place).reversed
      let direction = edge.direction
      guard
        rules.mayUse(tile, edge.segment, direction, at: time, isLater: true)
          || rules.mayBreak(tile, edge.segment, direction, at: time)
      else { continue }
      found.append(try tiles.home(there, edge))
    }
    return found
  }
}
