import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Finds the times of turns on known paths.
struct TurnTimer {
  private let rules: QueryRules
  /// The road table of the last tile.
  private var slot = TileSlot(-1)
  private var roads: [UInt32] = []

  init(_ rules: QueryRules) { self.rules = rules }

  /// The time of the turn from an edge onto the next, at a time after the departure.
  ///
  /// - Returns: The time; nil if the edges do not meet.
  /// - Throws: ``RoutingError/map(_:)``.
  mutating func time(
    from last: PathEdge, onto next: PathEdge, at time: Centiseconds, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Centiseconds? {
    let (here, junction, arriving) = try tiles.arrival(last.slot, last.edge)
    let departure = try tiles.departure(next.slot, next.edge)
    guard departure.slot == here, departure.junction == junction else { return nil }
    let map = tiles.map
    let tile = map.view(tiles.slots[here.rawValue].layout)
    if slot != here {
      slot = here
      roads = rules.entries(tile)
    }
    let arrival = rules.arrival(
      tile, arriving, junction, at: time, onlyOnto: departure.edge, roads.span)
    return rules.turnTime(tile, arrival, onto: departure.edge)
  }
}
