import Geo
import RouteModel

/// Makes sections from the legs of an answer.
struct SectionMaker {
  /// A limit for metres and seconds, above those of any trip on earth.
  private static let most = 1e10

  /// Whether sections get steps.
  let wantsSteps: Bool

  /// The sections of a route, one for each stretch between stopovers.
  ///
  /// - Parameters:
  ///   - route: A route with one leg fewer than stops.
  ///   - stops: The waypoints on the road.
  ///   - waypoints: The waypoints of the request, in the same number.
  /// - Returns: At least one section.
  /// - Throws: `RoutingError.service` if the answer is malformed.
  func sections(
    of route: OSRMAnswer.Route, _ stops: [OSRMAnswer.Waypoint], _ waypoints: ArraySlice<Waypoint>
  ) throws(RoutingError) -> [RouteSection] {
    var ends: [SnappedWaypoint] = []
    for (stop, waypoint) in zip(stops, waypoints) { ends.append(try snapped(stop, waypoint)) }
    var sections: [RouteSection] = []
    for (number, leg) in route.legs.enumerated() {
      let section = try section(leg, from: ends[number], to: ends[number + 1])
      let isPassed = waypoints[waypoints.startIndex + number].kind == .passThrough
      if number > 0, isPassed, let before = sections.popLast() {
        sections.append(Self.join(before, section))
      } else {
        sections.append(section)
      }
    }
    if !wantsSteps { for index in sections.indices { sections[index].steps = [] } }
    return sections
  }

  private func snapped(
    _ stop: OSRMAnswer.Waypoint, _ waypoint: Waypoint
  ) throws(RoutingError) -> SnappedWaypoint {
    let place = try StepReader.place(stop.location)
    let metres = stop.distance ?? waypoint.coordinate.map { Distance.metres($0, place) } ?? 0
    return SnappedWaypoint(
      position: place, distanceMetres: metres, roadName: stop.name.isEmpty ? nil : stop.name,
      name: waypoint.name)
  }

  private func section(
    _ leg: OSRMAnswer.Leg, from start: SnappedWaypoint, to end: SnappedWaypoint
  ) throws(RoutingError) -> RouteSection {
    guard 0...Self.most ~= leg.distance, 0...Self.most ~= leg.duration else {
      throw .service(.malformed("a leg of \(leg.distance) m in \(leg.duration) s"))
    }
    var line: [Coordinate] = []
    var steps: [RouteStep] = []
    for step in leg.steps {
      let places = Self.line(step.geometry)
      if places.isEmpty { throw .service(.malformed("a step without a line")) }
      let first = max(line.last == places[0] ? line.count - 1 : line.count, 0)
      for place in places where place != line.last { line.append(place) }
      steps.append(try StepReader(line: line, points: first...line.count - 1).step(step))
    }
    guard !line.isEmpty else { throw .service(.malformed("a leg without steps")) }
    return RouteSection(
      departure: start, arrival: end, polyline: line, lengthMetres: leg.distance,
      durationSeconds: leg.duration, edges: [], steps: steps,
      traffic: leg.traffic?.spans.map { spans in spans.filter { Self.isSound($0, on: leg) } },
      foreignWayIDs: leg.wayIDs ?? [])
  }

  /// Whether a span of traffic lies on its leg, whose length is rounded, and its numbers are possible.
  private static func isSound(_ span: TrafficSpan, on leg: OSRMAnswer.Leg) -> Bool {
    span.metres.lowerBound >= 0 && span.metres.upperBound <= leg.distance + 1
      && [span.baseSpeed, span.speed, abs(span.delaySeconds)].allSatisfy { 0...most ~= $0 }
      && 0...10 ~= span.jamFactor
  }

  /// The points of a line; empty if the text is not a line on earth.
  private static func line(_ text: String) -> [Coordinate] {
    let places = Polyline.decode(text.utf8, .six) ?? []
    let line = places.compactMap {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
    return line.count == places.count ? line : []
  }

  /// Joins two sections with a pass-through waypoint between them.
  static func join(_ a: RouteSection, _ b: RouteSection) -> RouteSection {
    var result = a
    let isOnePoint = a.polyline.last == b.polyline.first
    let shift = isOnePoint ? a.polyline.count - 1 : a.polyline.count
    result.arrival = b.arrival
    result.polyline += isOnePoint ? b.polyline.dropFirst() : b.polyline[...]
    if let spans = b.traffic {
      result.traffic = spans.reduce(into: a.traffic ?? []) { joined, span in
        var span = span
        span.metres =
          span.metres.lowerBound + a.lengthMetres...span.metres.upperBound + a.lengthMetres
        joined.append(span)
      }
    }
    result.lengthMetres += b.lengthMetres
    result.durationSeconds += b.durationSeconds
    result.foreignWayIDs += b.foreignWayIDs
    result.passed.append(PassedWaypoint(waypoint: b.departure, edge: 0, point: shift))
    var later = b.steps
    for index in later.indices {
      let points = later[index].points
      later[index].points = points.lowerBound + shift...points.upperBound + shift
      for place in later[index].intersections.indices {
        later[index].intersections[place].point += shift
      }
    }
    // A pass-through waypoint has no arrival and no departure, only a step for passing it.
    let arrival = result.steps.removeLast()
    if !result.steps.isEmpty {
      later[0].maneuver.kind = .passWaypoint
      later[0].maneuver.direction = nil
      later[0].maneuver.bearingBefore = arrival.maneuver.bearingBefore
    }
    result.steps += later
    return result
  }
}
