import Geo
import MapReader
import NavFormat
import RoadModel

/// The points of the road that a waypoint may stand for.
struct Snap: Sendable {
  /// The nearest roads that the vehicle can use.
  var nearest: [RoadPoint]
  /// The nearest roads that also connect to the main network; often the same.
  var connected: [RoadPoint]
}

/// Finds the roads next to waypoints.
struct Snapper {
  /// Roads no farther from the waypoint than the nearest by this many metres are as near: they meet there.
  static let tie = 0.05

  let map: NavMap
  let rules: QueryRules

  /// The points for a waypoint that a trip leaves or comes to.
  func snap(
    _ place: Coordinate, index: Int, radius: Double, leaves: Bool
  ) throws(RoutingError) -> Snap {
    let nearest = try points(place, within: radius, leaves: nil)
    guard !nearest.isEmpty else {
      let farther = try points(place, within: .infinity, leaves: nil)
      throw .noRoadNear(
        waypoint: index, mode: rules.mode, radius: radius, nearestMetres: farther.first?.distance)
    }
    let connected = try points(place, within: radius, leaves: leaves)
    return Snap(nearest: nearest, connected: connected)
  }

  /// The roads nearest to a place: all that are as near as the nearest.
  ///
  /// `leaves` is true for roads that lead to the main network, false for those that can be reached
  /// from it, nil for any.
  private func points(
    _ place: Coordinate, within radius: Double, leaves: Bool?
  ) throws(RoutingError) -> [RoadPoint] {
    do {
      let found = try map.nearest(to: place, within: radius, count: 8) { tile, segment in
        if let leaves {
          let reach = tile.reach(segment, rules.mode)
          guard reach.contains(leaves ? .leaves : .enters) else { return false }
        }
        return rules.isUsable(tile, segment, .forward) || rules.isUsable(tile, segment, .backward)
      }
      guard let first = found.first else { return [] }
      return found.filter { $0.distance <= first.distance + Self.tie }
    } catch { throw .map(error) }
  }
}
