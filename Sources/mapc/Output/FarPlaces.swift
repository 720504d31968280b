import Geo
import MapReader
import NavFormat
import RouteModel

/// What is told of waypoints far from the road on which the trip begins, passes or ends.
struct FarPlaces {
  /// From so many metres on it is told.
  private static let far = 100.0
  /// From so many metres on a place inside the map may have been meant to be another.
  private static let veryFar = 1_000.0

  /// The box of the map.
  private let box: Box

  init(_ map: NavMap) { box = map.header.box }

  /// A line for each waypoint that was snapped far away.
  func lines(_ places: [Coordinate], _ route: RouteModel.Route) -> [String] {
    var stops: [SnappedWaypoint] = []
    for section in route.sections {
      if stops.isEmpty { stops.append(section.departure) }
      stops += section.passed.map(\.waypoint)
      stops.append(section.arrival)
    }
    return zip(places, stops).enumerated().compactMap { index, pair in
      line("waypoint \(index + 1)", pair.0, on: pair.1.position, metres: pair.1.distanceMetres)
    }
  }

  /// A line for a place, by a name, that lies far from its point on the road; nil for one that does not.
  func line(
    _ name: String, _ place: Coordinate, on road: Coordinate, metres: Double
  ) -> String? {
    guard metres >= Self.far else { return nil }
    return "\(name) is \(Text.count(Int(metres.rounded()))) m from the road at \(road)"
      + (hint(place, metres: metres) ?? "")
  }

  /// What to add to the error that no road is near; nothing where the place looks right.
  func hint(_ error: RoutingError, _ places: [Coordinate]) -> String {
    guard case .noRoadNear(let waypoint, _, _, let metres) = error,
      places.indices.contains(waypoint)
    else { return "" }
    return hint(places[waypoint], metres: metres ?? .infinity) ?? ""
  }

  /// What to ask about places of which none is near a road; nothing where they look right.
  func hint(_ places: [Coordinate]) -> String {
    places.lazy.compactMap { hint($0, metres: .infinity) }.first ?? ""
  }

  /// The question whether latitude and longitude were swapped, where the swapped place lies in the map.
  private func hint(_ place: Coordinate, metres: Double) -> String? {
    guard let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude),
      box.contains(swapped), !box.contains(place) || metres >= Self.veryFar
    else { return nil }
    return "; did you swap latitude and longitude?"
  }
}
