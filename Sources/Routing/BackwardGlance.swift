import MapReader
import NavFormat
import RoadModel

/// Sees that no way leads to some ends, whatever rules are broken, where hardly any roads lead there at all: so that
/// nobody searches the whole network for the way that breaks the fewest.
struct BackwardGlance {
  /// Edges after which it gives up.
  private static let limit = 1_000

  private let rules: QueryRules
  private var tiles: TouchedTiles

  init(_ map: NavMap, rules: QueryRules) {
    self.rules = rules
    tiles = TouchedTiles(map)
  }

  /// Whether some way may lead from one of some starts to one of some ends; turns and barriers are not looked at.
  mutating func mayConnect(
    _ starts: [SearchEnd], to ends: [SearchEnd], at time: Centiseconds
  ) throws(RoutingError) -> Bool {
    var origins: Set<UInt64> = []
    for start in starts { origins.insert(key(try edge(start))) }
    var seen: Set<UInt64> = []
    var waiting: [(slot: Int, edge: Int)] = []
    for end in ends {
      let edge = try edge(end)
      if seen.insert(key(edge)).inserted { waiting.append(edge) }
    }
    while let edge = waiting.popLast() {
      if origins.contains(key(edge)) || seen.count > Self.limit { return true }
      for before in try edges(before: edge, at: time) where seen.insert(key(before)).inserted {
        waiting.append(before)
      }
    }
    return false
  }

  private mutating func edge(_ end: SearchEnd) throws(RoutingError) -> (slot: Int, edge: Int) {
    (try tiles.slot(ofTile: end.point.tile), end.edge)
  }

  private func key(_ edge: (slot: Int, edge: Int)) -> UInt64 {
    UInt64(edge.slot) << 32 | UInt64(edge.edge)
  }

  /// The edges that end where another begins and that the vehicle could drive, in the tiles that they belong to.
  private mutating func edges(
    before next: (slot: Int, edge: Int), at time: Centiseconds
  ) throws(RoutingError) -> [(slot: Int, edge: Int)] {
    let (there, junction, _) = try tiles.departure(next.slot, next.edge)
    let here = tiles.slots[there]
    let map = tiles.map
    let tile = map.view(here.range, layout: here.layout)
    var found: [(slot: Int, edge: Int)] = []
    for place in tile.outRange(junction) {
      let edge = tile.out(place) ^ 1
      let direction: Direction = edge & 1 == 0 ? .forward : .backward
      guard
        rules.mayUse(tile, edge >> 1, direction, at: time, isLater: true)
          || rules.mayBreak(tile, edge >> 1, direction, at: time)
      else { continue }
      found.append(try tiles.home(there, edge))
    }
    return found
  }
}
