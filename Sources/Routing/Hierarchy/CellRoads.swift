import Geo
import NavFormat
import RoadModel

/// What the base edges of a cell cost and where they head, found once for all the turns onto them.
struct CellRoads: Sendable {
  /// By place: the cost in the upper half, ``closed`` of one that is not open to through traffic; below that
  /// ``usable`` and the bearing.
  private var roads: [UInt64] = []
  private var first = 0
  /// Memory for the local edges of the boundary.
  var entries: [Int] = []

  private static let closed = UInt64(UInt32.max)
  private static let usable: UInt64 = 1 << 8

  /// Memory that is reused from cell to cell.
  init() {}

  /// Looks at the roads of a cell.
  mutating func find(
    _ tile: borrowing TileView, _ places: CellPlaces, _ rules: QueryRules,
    _ entries: borrowing Span<UInt32>
  ) {
    roads.removeAll(keepingCapacity: true)
    first = 2 &* places.segments.lowerBound
    for edge in first..<2 &* places.segments.upperBound {
      let cost = rules.openCost(tile, edge, entries).map { UInt64($0) } ?? Self.closed
      let isUsable = tile.entry(edge, entries) & RoadTables.isUsable != 0
      let bearing = tile.departureBearing(edge >> 1, edge & 1 == 0 ? .forward : .backward)
      roads.append(cost &<< 32 | (isUsable ? Self.usable : 0) | UInt64(bearing.turns256))
    }
  }

  /// Whether a local base edge can be used at all by its access.
  @inline(__always)
  func isUsable(
    _ edge: Int, _ tile: borrowing TileView, _ entries: borrowing Span<UInt32>
  ) -> Bool {
    let place = edge &- first
    if place >= 0 && place < roads.count { return roads[place] & Self.usable != 0 }
    return tile.entry(edge, entries) & RoadTables.isUsable != 0
  }

  /// What a local base edge is to those who turn onto it; nil if it is not open to through traffic.
  @inline(__always)
  func road(
    _ edge: Int, _ tile: borrowing TileView, _ rules: QueryRules,
    _ entries: borrowing Span<UInt32>
  ) -> OpenRoad? {
    let place = edge &- first
    guard place >= 0 && place < roads.count else { return rules.openRoad(tile, edge, entries) }
    let road = roads[place]
    if road &>> 32 == Self.closed { return nil }
    return OpenRoad(
      cost: UInt32(truncatingIfNeeded: road &>> 32),
      bearing: Bearing(turns256: UInt8(truncatingIfNeeded: road)))
  }
}
