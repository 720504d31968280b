import Geo
import MapReader
import NavFormat
import RouteModel

/// Notes about waypoints that are far from the road to which they were snapped.
struct FarPlaces {
  /// The minimum snap distance for a note, in metres.
  private static let far = 100.0
  /// The minimum snap distance at which a coordinate inside the map may be swapped, in metres.
  private static let veryFar = 1_000.0

  /// The box of the map.
  private let box: Box

  init(_ map: NavMap) { box = map.header.box }

  /// A line for each waypoint with a long snap distance.
  func lines(_ places: [Coordinate], _ route: RouteModel.Route) -> [String] {
    var stops: [SnappedWaypoint] = []
    for section in route.sections {
      if stops.isEmpty { stops.append(section.departure) }
      stops += section.passed.map(\.waypoint)
      // A charging station is no place of the request.
      if section.chargingStation == nil { stops.append(section.arrival) }
    }
    return zip(places, stops).enumerated().compactMap { index, pair in
      line("waypoint \(index + 1)", pair.0, on: pair.1.position, metres: pair.1.distanceMetres)
    }
  }

  /// A line for a named coordinate if it is far from its point on the road; nil otherwise.
  func line(
    _ name: String, _ place: Coordinate, on road: Coordinate, metres: Double
  ) -> String? {
    guard metres >= Self.far else { return nil }
    return "\(name) is \(Text.count(Int(metres.rounded()))) m from the road at \(road)"
      + (hint(place, metres: metres) ?? "")
  }

  /// The text to add to the error without a near road; empty if the coordinate looks right.
  func hint(_ error: RoutingError, _ places: [Coordinate]) -> String {
    guard case .noRoadNear(let waypoint, _, _, let metres) = error,
      places.indices.contains(waypoint)
    else { return "" }
    return hint(places[waypoint], metres: metres ?? .infinity) ?? ""
  }

  /// The error of a route between places as a failure, with that text.
  func failure(_ error: RoutingError, _ places: [Coordinate]) -> Failure {
    let failure = Failure(error)
    return Failure(status: failure.status, message: failure.message + hint(error, places))
  }

  /// The text to add if none of the coordinates is near a road; empty if they look right.
  func hint(_ places: [Coordinate]) -> String {
    places.lazy.compactMap { hint($0, metres: .infinity) }.first ?? ""
  }

  /// The text to add if nothing is found near a coordinate; empty unless that lies outside the map.
  func hint(outside place: Coordinate) -> String { hint(place, metres: 0) ?? "" }

  /// The question whether latitude and longitude were swapped, if the result is in the map.
  private func hint(_ place: Coordinate, metres: Double) -> String? {
    guard let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude),
      box.contains(swapped), !box.contains(place) || metres >= Self.veryFar
    else { return nil }
    return "; did you swap latitude and longitude?"
  }
}
