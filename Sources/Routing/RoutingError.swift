public import Geo
public import MapReader
public import RoadModel

/// Why an engine has no route to give.
public enum RoutingError: Error, Sendable, Equatable {
  /// Fewer than two waypoints: give at least a start and an end.
  case tooFewWaypoints(Int)
  /// A waypoint is not a place on earth: latitude -90 to 90, longitude -180 to 180.
  case invalidWaypoint(index: Int)
  /// No road for the vehicle lies within the radius; the nearest is so far off (nil: none at all).
  case noRoadNear(waypoint: Int, mode: Mode, radius: Double, nearestMetres: Double?)
  /// No way leads from a waypoint to the next. The blockers are the limits on the way that violates the
  /// fewest; empty when there is none for a vehicle without sizes either.
  case noRoute(from: Int, to: Int, mode: Mode, blockers: [Blocker])
  /// The map is damaged where the search came by.
  case map(NavError)
  /// The calculation was cancelled.
  case cancelled
}

/// A limit that stands in the way.
public struct Blocker: Sendable, Hashable {
  /// The limit.
  public var limit: VehicleLimit
  /// The vehicle's value.
  public var needed: UInt32
  /// Name or number of the road.
  public var road: String?
  /// The OSM way.
  public var wayID: Int64
  /// The middle of the road there.
  public var position: Coordinate

  /// One line for people: `maxheight=3.8, needs 4 m: Harbour Street (way 123) at 43.7,7.4`.
  public var text: String {
    let name = road ?? "unnamed road"
    return "\(limit.tag), needs \(limit.kind.text(ofVehicle: needed)): \(name) (way \(wayID)) "
      + "at \(position)"
  }
}

extension RoutingError: CustomStringConvertible {
  /// Metres, or kilometres where metres say too much.
  private static func far(_ metres: Double) -> String {
    guard abs(metres) < 1e9 else { return "any distance" }
    return metres < 10_000
      ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
  }

  /// One line for people; blockers of a refusal are listed after it by the caller.
  public var description: String {
    switch self {
    case .tooFewWaypoints(let count):
      "\(count) waypoints given, a route needs at least two"
    case .invalidWaypoint(let index):
      "waypoint \(index + 1) is not on earth: latitude -90 to 90, longitude -180 to 180"
    case .noRoadNear(let waypoint, let mode, let radius, let nearest):
      "no road for a \(mode.name) within \(Self.far(radius)) of waypoint \(waypoint + 1); "
        + (nearest.map { "the nearest is \(Self.far($0)) away" } ?? "the map has none")
    case .noRoute(let from, let to, let mode, let blockers):
      blockers.isEmpty
        ? "no route for a \(mode.name) from waypoint \(from + 1) to \(to + 1): "
          + "no roads connect them in this direction"
        : "no route for this \(mode.name) from waypoint \(from + 1) to \(to + 1); "
          + "in the way: " + blockers.map(\.text).joined(separator: "; ")
    case .map(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}
