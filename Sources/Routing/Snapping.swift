import Geo
import MapReader
import NavFormat
import RoadModel

/// The points of the road that a waypoint may stand for.
struct Snap: Sendable {
  /// The nearest roads that the vehicle can use.
  var nearest: [RoadPoint]
  /// The nearest roads that also connect to the main network; often among the nearest.
  var connected: [RoadPoint]
  /// Whether one of the nearest is closed as a rule and open now, so that the map can't say whether it
  /// connects.
  var isOpenedNow = false
  /// A road that is nearer, but limited below the vehicle's size.
  var limited: RoadPoint?

  /// Whether a connected road is as near as the nearest.
  var isConnected: Bool {
    guard let near = nearest.first, let first = connected.first else { return false }
    return first.distance <= near.distance + Snapper.tie
  }

  /// The points to take for a trip over the main network.
  var chosen: [RoadPoint] { isConnected || connected.isEmpty ? nearest : connected }
}

/// Finds the roads next to waypoints.
struct Snapper {
  /// Roads no farther from the waypoint than the nearest by this many metres are as near: they meet there.
  static let tie = 0.05

  let map: NavMap
  let rules: QueryRules
  /// When the waypoints are reached, as far as is known before the way to them is.
  let time: Centiseconds

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
    var snap = Snap(nearest: nearest, connected: connected)
    for point in nearest where try isOpenedNow(point) { snap.isOpenedNow = true }
    if !rules.isUnlimited || rules.hasClock, let first = nearest.first {
      snap.limited = try points(place, within: first.distance, leaves: nil, limits: false).first {
        $0.distance + Self.tie < first.distance
      }
    }
    return snap
  }

  private func isOpenedNow(_ point: RoadPoint) throws(RoutingError) -> Bool {
    do throws(NavError) {
      let map = self.map
      let tile = try map.tile(point.tile)
      return Direction.allCases.allSatisfy {
        !tile.access(point.segment, $0)[rules.mode].isUsable
      }
    } catch { throw .map(error) }
  }

  /// The roads nearest to a place: all that are as near as the nearest.
  ///
  /// `leaves` is true for roads that lead to the main network, false for those that can be reached
  /// from it, nil for any.
  private func points(
    _ place: Coordinate, within radius: Double, leaves: Bool?, limits: Bool = true
  ) throws(RoutingError) -> [RoadPoint] {
    func isWanted(_ tile: borrowing TileView, _ segment: Int) -> Bool {
      if let leaves {
        let reach = tile.reach(segment, rules.mode)
        guard reach.contains(leaves ? .leaves : .enters) else { return false }
      }
      for direction in Direction.allCases {
        if limits {
          if rules.use(tile, segment, direction, at: time).ends { return true }
        } else if tile.access(segment, direction)[rules.mode].isUsable {
          return true
        }
      }
      return false
    }
    do throws(NavError) {
      // The distance first, then all that are as near, however many meet there.
      let first = try map.nearest(to: place, within: radius, count: 1, where: isWanted).first
      guard let first else { return [] }
      return try map.nearest(
        to: place, within: first.distance + Self.tie, count: .max, where: isWanted)
    } catch { throw .map(error) }
  }
}
