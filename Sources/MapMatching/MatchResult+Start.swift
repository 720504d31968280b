import Geo
public import RouteModel

extension MatchResult {
  /// A waypoint to start a route at a fix: on its road and in the direction of travel.
  ///
  ///     if let start = result.start(at: trace.locations.count - 1) {
  ///       let request = RouteRequest(waypoints: [start, destination])
  ///     }
  ///
  /// - Parameter fix: The index of a fix in the trace.
  /// - Returns: The waypoint; nil if there is no such fix, or it was left out.
  public func start(at fix: Int) -> Waypoint? {
    guard points.indices.contains(fix), let position = points[fix].position,
      pieces.indices.contains(position.piece)
    else { return nil }
    let piece = pieces[position.piece]
    var waypoint = Waypoint(position.position)
    waypoint.wayID = position.wayID
    guard piece.edges.indices.contains(position.edge) else { return waypoint }
    let line = Array(piece.polyline[piece.edges[position.edge].points])
    waypoint.course = Self.course(of: line, at: position.position)
    return waypoint
  }

  /// The direction of a line at its point nearest to a place; nil if it has none.
  private static func course(of line: [Coordinate], at place: Coordinate) -> Course? {
    let stretches = zip(line, line.dropFirst()).filter { $0 != $1 }
    // The nearest stretch is the one with the smallest detour over the place.
    func detour(_ a: Coordinate, _ b: Coordinate) -> Double {
      Distance.metres(a, place) + Distance.metres(place, b) - Distance.metres(a, b)
    }
    let nearest = stretches.min { detour($0.0, $0.1) < detour($1.0, $1.1) }
    return nearest.map {
      Course(degrees: LineBearing.degrees($0.0, $0.1), tolerance: 45)
    }
  }
}
