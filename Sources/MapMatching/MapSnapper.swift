public import Geo
public import MapReader
import NavFormat
public import RoadModel
public import RouteModel

/// Puts routes of services onto a map, for `HybridRoutingEngine`.
public struct MapSnapper: RouteSnapper {
  /// The map.
  public let map: NavMap
  /// How routes are matched.
  public var options: MatchOptions

  /// A snapper.
  public init(map: NavMap, options: MatchOptions = .init()) {
    self.map = map
    self.options = options
  }

  /// The box of all roads of the map.
  public var coverage: Box { map.header.box }

  /// A route with the line and the edges of the map, where the map has its roads, as `MapMatcher.snap(_:upTo:)` makes
  /// it.
  public func snap(
    _ route: Route, of vehicle: Vehicle, upTo metres: Double
  ) async throws(RoutingError) -> Route {
    let matcher = MapMatcher(map: map, vehicle: vehicle, options: options)
    do throws(MatchingError) { return try await matcher.snap(route, upTo: metres) } catch {
      switch error {
      case .map(let failure): throw .map(failure)
      case .unknownEdge(let edge): throw .unknownEdge(edge)
      case .cancelled: throw .cancelled
      }
    }
  }
}
