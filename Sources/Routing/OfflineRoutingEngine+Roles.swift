public import Geo
import MapReader
import NavFormat
import RoadCosts
public import RoadModel
public import RouteModel

// Conformances to the other engine protocols of the model.

extension OfflineRoutingEngine: RegionalRoutingEngine {
  /// The bounding box of all roads of the map.
  public var coverage: Box { map.header.box }
}

extension OfflineRoutingEngine: TravelTableEngine, RoadExplanationEngine {}

extension OfflineRoutingEngine: NearestRoadEngine {
  /// Finds the nearest points on roads where a trip of a vehicle may begin or end.
  ///
  /// - Parameters:
  ///   - waypoint: The coordinate, snap radius and required heading.
  ///   - count: The maximum number of points, at least one.
  ///   - vehicle: The vehicle.
  ///   - options: The time, excluded roads, adjustments, and the default snap radius.
  /// - Returns: One point per road, nearest first; empty if no road is near.
  /// - Throws: ``RoutingError/invalidWaypoint(index:)``, ``RoutingError/unknownEdge(_:)`` for an adjustment,
  ///   ``RoutingError/map(_:)``.
  public func nearest(
    to waypoint: Waypoint, count: Int, vehicle: Vehicle, options: RouteRequest.Options
  ) throws(RoutingError) -> [SnappedWaypoint] {
    let points: [RoadPoint] = try nearest(
      to: waypoint, count: count, vehicle: vehicle, options: options)
    var found: [SnappedWaypoint] = []
    for point in points {
      let name: String?
      do throws(NavError) { name = try map.roadName(at: point) } catch {
        throw RoutingError(error)
      }
      found.append(
        SnappedWaypoint(
          position: point.position, distanceMetres: point.distance, roadName: name))
    }
    return found
  }
}
