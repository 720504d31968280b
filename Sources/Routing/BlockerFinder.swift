import Geo
import MapReader
import NavFormat
import RoadModel

/// Finds the limits that stop a vehicle on a path.
struct BlockerFinder {
  let map: NavMap
  let rules: QueryRules

  /// The limits that the vehicle violates on a path, each of a way once, in the order of the path.
  func blockers(on path: Path) throws(RoutingError) -> [Blocker] {
    var result: [Blocker] = []
    for step in path.steps {
      do throws(NavError) {
        let map = self.map
        let tile = try map.tile(step.tile)
        let segment = step.edge >> 1
        let direction: Direction = step.edge & 1 == 0 ? .forward : .backward
        for row in tile.limitRows(segment, isJunction: false) {
          guard let limit = tile.limit(row).limit, limit.directions.contains(direction) else {
            continue
          }
          let shape = tile.shape(segment)
          add(limit, tile, segment, at: shape[shape.count / 2], to: &result)
        }
        let head = direction == .forward ? tile.to(segment) : tile.from(segment)
        guard head < tile.layout.junctionCount else { continue }
        for row in tile.limitRows(head, isJunction: true) {
          guard let limit = tile.limit(row).limit else { continue }
          add(limit, tile, segment, at: tile.position(head), to: &result)
        }
      } catch { throw .map(error) }
    }
    return result
  }

  private func add(
    _ limit: VehicleLimit, _ tile: borrowing TileView, _ segment: Int, at place: Coordinate,
    to result: inout [Blocker]
  ) {
    guard rules.vehicle.violates(limit), let needed = rules.vehicle[limit.kind] else { return }
    let way = tile.way(segment)
    let id = tile.wayOSMID(way)
    if result.contains(where: { $0.wayID == id && $0.limit.kind == limit.kind }) { return }
    result.append(
      Blocker(
        limit: limit, needed: needed,
        road: map.name(tile.nameOffset(way)) ?? map.name(tile.refOffset(way)), wayID: id,
        position: place))
  }
}
