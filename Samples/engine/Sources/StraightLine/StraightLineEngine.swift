import Nav

/// An engine that routes along straight lines, for areas without roads, and in place of other engines in tests.
public struct StraightLineEngine: RegionalRoutingEngine {
  /// The area that it covers.
  public var coverage: Box
  /// Speed in metres per second.
  public var speed: Double

  /// An engine for an area.
  public init(coverage: Box, speed: Double = 50) {
    self.coverage = coverage
    self.speed = speed
  }

  /// Returns one route, with a section for each stretch between stopovers.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    guard request.waypoints.count >= 2 else { throw .tooFewWaypoints(request.waypoints.count) }
    var places: [Coordinate] = []
    for (index, waypoint) in request.waypoints.enumerated() {
      guard let place = waypoint.coordinate else { throw .invalidWaypoint(index: index) }
      guard coverage.contains(place) else {
        var missing = Box.empty
        missing.add(place)
        throw .noMap(missing: missing)
      }
      places.append(place)
    }
    var sections: [RouteSection] = []
    var line = [places[0]]
    let last = places.count - 1
    for (index, place) in places.enumerated().dropFirst() {
      if Task.isCancelled { throw .cancelled }
      line.append(place)
      observe(.progress(Double(index) / Double(last)))
      guard request.waypoints[index].kind == .stopover || index == last else { continue }
      sections.append(section(along: line))
      line = [place]
    }
    return RouteResponse(
      routes: [Route(sections: sections, notices: [], origin: .unknown("straight"))])
  }

  private func section(along line: [Coordinate]) -> RouteSection {
    let metres = zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
    func end(_ place: Coordinate) -> SnappedWaypoint {
      SnappedWaypoint(position: place, distanceMetres: 0, roadName: nil)
    }
    return RouteSection(
      departure: end(line[0]), arrival: end(line[line.count - 1]), polyline: line,
      lengthMetres: metres, durationSeconds: metres / speed, edges: [])
  }
}
