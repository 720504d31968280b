public import Geo
import MapReader
import NavFormat
import RoadCosts
public import RoadModel
public import RouteModel

// What the engine can do beside routes, by the protocols of the model.

extension OfflineRoutingEngine: RegionalRoutingEngine {
  /// The box of all roads of the map.
  public var coverage: Box { map.header.box }
}

extension OfflineRoutingEngine: TravelTableEngine, RoadExplanationEngine {}

extension OfflineRoutingEngine: NearestRoadEngine {
  /// Finds the points of roads nearest to a waypoint on which a trip of a vehicle may begin or end.
  ///
  /// - Parameters:
  ///   - waypoint: Where, within which radius, and how the road must run.
  ///   - count: At most so many, one or more.
  ///   - vehicle: Who travels.
  ///   - options: The time, excluded roads, and the radius of waypoints that have none.
  /// - Returns: One point a road, nearest first; none where no road is near.
  /// - Throws: ``RoutingError/invalidWaypoint(index:)``, ``RoutingError/map(_:)``.
  public func nearest(
    to waypoint: Waypoint, count: Int, vehicle: Vehicle, options: RouteRequest.Options
  ) throws(RoutingError) -> [SnappedWaypoint] {
    let points: [RoadPoint] = try nearest(
      to: waypoint, count: count, vehicle: vehicle, options: options)
    var found: [SnappedWaypoint] = []
    for point in points {
      let name: String?
      do throws(NavError) {
        let tile = try map.tile(point.tile)
        let way = tile.way(point.segment)
        name = map.name(tile.nameOffset(way)) ?? map.name(tile.refOffset(way))
      } catch { throw RoutingError(error) }
      found.append(
        SnappedWaypoint(
          position: point.position, distanceMetres: point.distance, roadName: name))
    }
    return found
  }
}
