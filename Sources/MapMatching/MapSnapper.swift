public import Geo
public import MapReader
import NavFormat
public import RoadModel
public import RouteModel

/// Places routes of other engines on a map, for `HybridRoutingEngine`.
public struct MapSnapper: RouteSnapper {
  /// The map.
  public let map: NavMap
  /// The parameters of matching.
  public var options: MatchOptions

  /// A snapper.
  public init(map: NavMap, options: MatchOptions = .init()) {
    self.map = map
    self.options = options
  }

  /// The bounding box of all roads of the map.
  public var coverage: Box { map.header.box }

  /// Gives a route the line and the edges of the map, like `MapMatcher.snap(_:upTo:)`.
  public func snap(
    _ route: Route, of vehicle: Vehicle, upTo metres: Double
  ) async throws(RoutingError) -> Route {
    let matcher = MapMatcher(map: map, vehicle: vehicle, options: options)
    do throws(MatchingError) { return try await matcher.snap(route, upTo: metres) } catch {
      throw error.routingError
    }
  }
}
