import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

extension MapAnswers {
  /// The maximum distance in metres of an excluded point from its road.
  private static let exclusionRadius = 100.0

  /// The options of the engine; the roads at excluded points are closed.
  ///
  /// As in Mapbox, a point excludes the road nearest to it, here from junction to junction.
  func options(
    _ query: Query, for vehicle: Vehicle
  ) throws(ServiceError) -> RouteRequest.Options {
    var options = options(query)
    for place in query.excludedPoints {
      let road = try road(at: place, for: vehicle.mode, query.exclude)
      let numbers = map.edgeNumbers(road.tile)
      for edge in road.segment.edges {
        let id = map.edgeID(numbers.number(ofBase: edge))
        options.adjustments.append(RoadAdjustment(edge: id, .closed))
      }
    }
    return options
  }

  private func road(
    at place: Coordinate, for mode: Mode, _ exclude: Avoidance
  ) throws(ServiceError) -> RoadPoint {
    do throws(NavError) {
      let found = try map.nearest(to: place, within: Self.exclusionRadius, count: 1) {
        tile, segment in isOpen(tile, segment, mode, exclude)
      }
      if let first = found.first { return first }
    } catch { throw ServiceError(error) }
    throw ServiceError(
      .invalidValue,
      "No road is within \(Int(Self.exclusionRadius)) m of an excluded point.")
  }
}
