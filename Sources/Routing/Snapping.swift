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
  /// Nearer roads that may be open when one gets there; empty when there are none.
  var hopeful: [RoadPoint] = []
  /// Nearer roads that the vehicle could use if it broke the rules; empty when there are none.
  var tolerable: [RoadPoint] = []
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
  /// Whether roads are of interest that can be used only by breaking rules.
  let allowsViolations: Bool

  /// The points for a waypoint that a trip leaves or comes to.
  func snap(
    _ place: Coordinate, index: Int, radius: Double, leaves: Bool
  ) throws(RoutingError) -> Snap {
    var nearest = try points(place, within: radius, .usable)
    if nearest.isEmpty && allowsViolations {
      nearest = try points(place, within: radius, .breaking)
    }
    guard !nearest.isEmpty else {
      let farther = try points(place, within: .infinity, .usable)
      throw .noRoadNear(
        waypoint: index, mode: rules.mode, radius: radius, nearestMetres: farther.first?.distance)
    }
    let connected = try points(place, within: radius, .connected(leaves: leaves))
    var snap = Snap(nearest: nearest, connected: connected)
    let reach = snap.chosen[0].distance - Self.tie
    guard reach > 0 else { return snap }
    if !leaves && rules.hasClock { snap.hopeful = try points(place, within: reach, .later) }
    if !rules.isUnlimited || rules.hasClock, let first = nearest.first,
      first.distance > Self.tie
    {
      snap.limited = try points(place, within: first.distance - Self.tie, .accessible).first
    }
    if allowsViolations, !snap.isConnected || snap.limited != nil {
      snap.tolerable = try points(place, within: reach, .breaking)
    }
    return snap
  }

  /// What is asked of a road.
  private enum Wish {
    /// The vehicle may use it.
    case usable
    /// It may, and the road hangs together with the main network.
    case connected(leaves: Bool)
    /// Its access allows it, whatever the limits say.
    case accessible
    /// It may, or may by the time it gets there.
    case later
    /// It could by breaking rules.
    case breaking
  }

  /// The roads nearest to a place: all that are as near as the nearest.
  private func points(
    _ place: Coordinate, within radius: Double, _ wish: Wish
  ) throws(RoutingError) -> [RoadPoint] {
    func isWanted(_ tile: borrowing TileView, _ segment: Int) -> Bool {
      if case .connected(let leaves) = wish {
        let reach = tile.reach(segment, rules.mode)
        guard reach.contains(leaves ? .leaves : .enters) else { return false }
      }
      for direction in Direction.allCases {
        let found =
          switch wish {
          case .usable, .connected: rules.use(tile, segment, direction, at: time).ends
          case .accessible: tile.access(segment, direction)[rules.mode].isUsable
          case .later: rules.mayUse(tile, segment, direction, at: time, isLater: true)
          case .breaking: rules.mayBreak(tile, segment, direction, at: time)
          }
        if found { return true }
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
