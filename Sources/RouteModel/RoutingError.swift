public import Geo
public import RoadModel

/// Why an engine has no route to give.
public enum RoutingError: Error, Sendable, Equatable {
  /// Fewer than two waypoints: give at least a start and an end.
  case tooFewWaypoints(Int)
  /// A waypoint is not a place on earth: latitude -90 to 90, longitude -180 to 180.
  case invalidWaypoint(index: Int)
  /// No road for the vehicle lies within the radius; the nearest is so far off (nil: none is known): move the
  /// waypoint, or allow a greater radius.
  case noRoadNear(waypoint: Int, mode: Mode, radiusMetres: Double, nearestMetres: Double?)
  /// No way leads from a waypoint to the next. The blockers are the rules on the way that breaks the
  /// fewest; empty when there is no way that breaks rules either, or the engine can't tell. Change the vehicle's
  /// limits, or ask for a route with violations. A service does not say between which waypoints: the first and
  /// the last are named.
  case noRoute(from: Int, to: Int, mode: Mode, blockers: [Blocker])
  /// The way from a waypoint to the next takes longer than can be counted, 248 days: raise the greatest speed of the
  /// request, or give waypoints between.
  case tooLong(from: Int, to: Int)
  /// An adjustment is of an edge that the map does not have, such as one of an earlier build: find the edges of the way
  /// in this map (``NavMap/edges(ofWay:_:)``).
  case unknownEdge(EdgeID)
  /// The map can't be read: get the file again.
  case map(MapFailure)
  /// No map is there for the waypoints in this box: get one, or ask an engine that needs none.
  case noMap(missing: Box)
  /// The engine can't consider these parts of the request: leave them out, or ask another engine.
  case unsupported([RequestPart])
  /// The service gave no route: see the failure.
  case service(ServiceFailure)
  /// The calculation was cancelled.
  case cancelled
  /// An error of a kind that this version does not know, with its words for people.
  case unknown(code: String, text: String)
}

extension RoutingError: CustomStringConvertible {
  /// Metres, or kilometres where metres say too much.
  private static func far(_ metres: Double) -> String {
    guard abs(metres) < 1e9 else { return "any distance" }
    return metres < 10_000
      ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
  }

  /// One line for people; blockers of a refusal are listed after it by the caller.
  public var description: String { description { "waypoint \($0 + 1)" } }

  /// One line for people.
  ///
  /// - Parameter name: What to call the waypoint, by its number from 0, where the error is about one.
  /// - Returns: The line, without its end.
  package func description(naming name: (Int) -> String) -> String {
    switch self {
    case .tooFewWaypoints(let count):
      "\(count) waypoints given, a route needs at least two"
    case .invalidWaypoint(let index):
      "\(name(index)) is not on earth: latitude -90 to 90, longitude -180 to 180"
    case .noRoadNear(let waypoint, let mode, let radius, let nearest):
      "no road for a \(mode.name) within \(Self.far(radius)) of \(name(waypoint)); "
        + (nearest.map { "the nearest is \(Self.far($0)) away" } ?? "none is known")
    case .noRoute(let from, let to, let mode, let blockers):
      blockers.isEmpty
        ? "no route for a \(mode.name) from waypoint \(from + 1) to \(to + 1): "
          + "no roads connect them in this direction"
        : "no route for this \(mode.name) from waypoint \(from + 1) to \(to + 1); "
          + "in the way: " + blockers.map(\.text).joined(separator: "; ")
    case .tooLong(let from, let to):
      "the route from waypoint \(from + 1) to \(to + 1) takes longer than can be counted: 248 days"
    case .unknownEdge(let edge):
      "this map has no edge \(edge): the id is of another map, or of an earlier build of this one"
    case .map(let error): error.description
    case .noMap(let box):
      "no map for the area \(Double(box.minLatitude) / Coordinate.unitsPerDegree),"
        + "\(Double(box.minLongitude) / Coordinate.unitsPerDegree) to "
        + "\(Double(box.maxLatitude) / Coordinate.unitsPerDegree),"
        + "\(Double(box.maxLongitude) / Coordinate.unitsPerDegree)"
    case .unsupported(let parts):
      "the engine can't consider " + parts.map(\.name).joined(separator: ", ")
    case .service(let failure): failure.description
    case .cancelled: "cancelled"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}
