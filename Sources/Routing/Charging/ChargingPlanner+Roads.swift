import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The roads from which stations are reached.
extension ChargingPlanner {
  /// The distance in metres up to which a station is on a motorway, as in drawn maps.
  private static let onMotorway = 10.0
  /// The maximum distance in metres of a station beside a motorway from another road.
  private static let besideMotorway = 200.0

  /// A station with the place where the vehicle stops; nil if no road is near.
  ///
  /// No vehicle charges on a motorway: a station beside one belongs to another road, such as that
  /// of a service area, even if the motorway is nearer.
  func placed(
    _ place: ChargingPlace, _ options: RouteRequest.Options
  ) throws(RoutingError) -> ChargingPlace? {
    var waypoint = Self.waypoint(place)
    let roads: [RoadPoint] = try engine.nearest(
      to: waypoint, count: 1, vehicle: request.vehicle, options: options)
    guard let road = roads.first else { return nil }
    guard road.distance > Self.onMotorway, try isMotorway(road) else { return place }
    waypoint.radiusMetres = Self.besideMotorway
    let others: [RoadPoint] = try engine.nearest(
      to: waypoint, count: 1, vehicle: request.vehicle, options: options, offMotorways: true)
    var place = place
    place.road = others.first?.position
    return place
  }

  private func isMotorway(_ point: RoadPoint) throws(RoutingError) -> Bool {
    let map = engine.map
    do throws(NavError) { return try map.tile(point.tile).road(point.segment).isMotorway } catch {
      throw RoutingError(error)
    }
  }
}

extension RoadAttributes {
  /// Whether it is a carriageway of a motorway, not a ramp.
  var isMotorway: Bool { roadClass == .motorway && !flags.contains(.link) }
}
