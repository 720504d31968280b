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
    for (index, step) in path.steps.enumerated() {
      do throws(NavError) {
        let map = self.map
        let tile = try map.tile(step.tile)
        let segment = step.edge >> 1
        let direction: Direction = step.edge & 1 == 0 ? .forward : .backward
        for row in tile.limitRows(segment, isJunction: false) {
          guard let limit = tile.limit(row).limit, limit.directions.contains(direction) else {
            continue
          }
          add(limit, tile, segment, at: Self.middle(tile.shape(segment)), to: &result)
        }
        // The last edge ends the trip: its head is not passed.
        let head = direction == .forward ? tile.to(segment) : tile.from(segment)
        guard index + 1 < path.steps.count, head < tile.layout.junctionCount else { continue }
        for row in tile.limitRows(head, isJunction: true) {
          guard let limit = tile.limit(row).limit else { continue }
          add(limit, tile, segment, at: tile.position(head), to: &result)
        }
      } catch { throw .map(error) }
    }
    return result
  }

  /// The limits of a segment that the vehicle violates in either direction.
  func blocker(at point: RoadPoint) throws(RoutingError) -> Blocker? {
    var result: [Blocker] = []
    do throws(NavError) {
      let map = self.map
      let tile = try map.tile(point.tile)
      for row in tile.limitRows(point.segment, isJunction: false) {
        guard let limit = tile.limit(row).limit else { continue }
        add(limit, tile, point.segment, at: Self.middle(tile.shape(point.segment)), to: &result)
      }
    } catch { throw .map(error) }
    return result.first
  }

  /// The point half-way along a shape.
  private static func middle(_ shape: [Coordinate]) -> Coordinate {
    let pieces = zip(shape, shape.dropFirst()).map { ($0, $1, Distance.metres($0, $1)) }
    var rest = pieces.reduce(0) { $0 + $1.2 } / 2
    for (a, b, length) in pieces {
      if rest <= length { return a.interpolated(to: b, share: length > 0 ? rest / length : 0) }
      rest -= length
    }
    return shape[0]
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
