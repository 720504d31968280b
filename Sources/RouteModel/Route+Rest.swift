import Geo

extension Route {
  /// The rest of the route from a position on it.
  ///
  /// The edge at the position keeps a proportional share of its time. Notices are unchanged.
  ///
  /// - Parameter metres: Metres driven from the beginning of the route.
  /// - Returns: The route from there; nil at its end or behind it.
  /// - Complexity: O(edges and points).
  public func rest(from metres: Double) -> Route? {
    guard metres > 0 else { return self }
    guard let (index, begin) = section(at: metres) else { return nil }
    var rest = self
    let behind = sections[(index + 1)...]
    rest.sections = [sections[index].rest(from: max(metres - begin, 0))] + behind
    return rest
  }

  /// The number of a request's waypoints before a position, including the first.
  ///
  /// A charging stop that the plan has inserted is no waypoint of the request.
  ///
  /// - Parameters:
  ///   - metres: Metres driven from the beginning of the route.
  ///   - count: The number of waypoints of the request.
  /// - Returns: The number, at least 1.
  package func waypointCount(before metres: Double, of count: Int) -> Int {
    guard metres > 0 else { return 1 }
    guard let (index, begin) = section(at: metres) else { return count }
    // The request of a trip may have the stations as stopovers.
    let hasStations = sections.reduce(1) { $0 + $1.passed.count + 1 } == count
    let before = sections[..<index].reduce(1) { count, section in
      let isInserted = !hasStations && section.chargingStation != nil
      return count + section.passed.count + (isInserted ? 0 : 1)
    }
    return before + sections[index].passedCount(at: metres - begin)
  }

  /// The section at a position, and the metres from the beginning of the route to that section.
  private func section(at metres: Double) -> (index: Int, begin: Double)? {
    var begin = 0.0
    for (index, section) in sections.enumerated() {
      let end = begin + section.lengthMetres
      let isLast = index == sections.count - 1
      if metres < (isLast ? end : end - RouteSection.roundingMetres) { return (index, begin) }
      begin = end
    }
    return nil
  }
}

extension RouteSection {
  /// As little before the end of an edge or a section, a position is at the beginning of the next: lengths were added.
  fileprivate static let roundingMetres = 0.001

  /// The edge at a position, and its driven share; the last edge for a position behind the end.
  fileprivate func edge(at metres: Double) -> (index: Int, share: Double) {
    var begin = 0.0
    for (index, edge) in edges.enumerated() {
      let end = begin + edge.lengthMetres
      let isLast = index == edges.count - 1
      if metres < (isLast ? end : end - Self.roundingMetres) {
        let driven = max(metres - begin, 0)
        return (index, driven > 0 ? driven / edge.lengthMetres : 0)
      }
      begin = end
    }
    return (max(edges.count - 1, 0), 1)
  }

  /// The number of pass-through waypoints up to a position; without edges, their points tell.
  fileprivate func passedCount(at metres: Double) -> Int {
    let (first, share) = edge(at: metres)
    guard edges.isEmpty else { return passed.count { $0.edge <= first } }
    if passed.isEmpty || polyline.isEmpty { return 0 }
    let (point, part, _) = cut(first, share, at: metres)
    return passed.count { Double($0.point) <= Double(point) + part }
  }

  /// The section from a position in it.
  fileprivate func rest(from metres: Double) -> RouteSection {
    var rest = self
    let (first, share) = edge(at: metres)
    let (point, part, place) = cut(first, share, at: metres)
    /// The new index of a point of the line; the new line begins between `point` and the next.
    func moved(_ old: Int) -> Int { max(old - point, 0) }
    func moved(_ old: ClosedRange<Int>) -> ClosedRange<Int> {
      moved(old.lowerBound)...moved(old.upperBound)
    }
    rest.polyline = [place] + polyline[min(point + 1, polyline.count)...]
    rest.elevation = elevation?.rest(after: point, share: part)
    rest.energy = energy?.rest(from: first, share: share)
    rest.lengthMetres = lengthMetres - metres
    rest.departure = SnappedWaypoint(position: place, distanceMetres: 0, roadName: nil)
    rest.durationSeconds = durationSeconds * (1 - metres / lengthMetres)
    if !edges.isEmpty {
      rest.departure.roadName = edges[first].name ?? edges[first].ref
      rest.edges = edges[first...].map { edge in
        var edge = edge
        edge.points = moved(edge.points)
        return edge
      }
      rest.edges[0].lengthMetres *= 1 - share
      rest.edges[0].durationSeconds *= 1 - share
      rest.edges[0].turnDurationSeconds = 0
      rest.durationSeconds = rest.edges.durationSeconds
    }
    rest.passed = passed.dropFirst(passedCount(at: metres)).map {
      PassedWaypoint(waypoint: $0.waypoint, edge: $0.edge - first, point: moved($0.point))
    }
    rest.steps = Self.rest(of: steps, from: metres, behind: point, moved)
    rest.matchTimesOfSteps()
    rest.traffic = traffic.map { spans in spans.compactMap { Self.rest(of: $0, from: metres) } }
    return rest
  }

  /// Makes the times of the steps add up to that of the section, which the edges know best, and then the steps.
  private mutating func matchTimesOfSteps() {
    guard !steps.isEmpty else { return }
    let later = steps.dropFirst().reduce(0) { $0 + $1.durationSeconds }
    if edges.isEmpty {
      durationSeconds = steps[0].durationSeconds + later
    } else {
      steps[0].durationSeconds = max(durationSeconds - later, 0)
    }
  }

  /// The line at a position, by the share of its edge, or of the whole line without edges.
  private func cut(
    _ edge: Int, _ share: Double, at metres: Double
  ) -> (point: Int, part: Double, place: Coordinate) {
    edges.isEmpty
      ? cut(0...max(polyline.count - 1, 0), at: metres / lengthMetres)
      : cut(edges[edge].points, at: share)
  }

  /// The point before a share of a part of the line, where between this point and the next it is, and the place there.
  private func cut(_ range: ClosedRange<Int>, at share: Double) -> (
    point: Int, part: Double, place: Coordinate
  ) {
    let points = polyline[range]
    var left = zip(points, points.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
    left *= min(max(share, 0), 1)
    for point in range.dropLast() {
      let (a, b) = (polyline[point], polyline[point + 1])
      let length = Distance.metres(a, b)
      if left <= length {
        let part = length > 0 ? left / length : 0
        // The ends of a piece are near each other, also across the antimeridian.
        let east = Double(Distance.longitudeDifference(a, b)) * part
        let north = Double(Int64(b.latitudeUnits) - Int64(a.latitudeUnits)) * part
        let place = Coordinate(
          latitudeUnits: a.latitudeUnits + Int32(north.rounded()),
          longitudeUnits: Self.wrapped(Int64(a.longitudeUnits) + Int64(east.rounded())))
        return (point, part, place)
      }
      left -= length
    }
    return (range.upperBound, 0, polyline[range.upperBound])
  }

  private static func wrapped(_ units: Int64) -> Int32 {
    let half: Int64 = 1_800_000_000
    return Int32(units > half ? units - 2 * half : units < -half ? units + 2 * half : units)
  }

  /// The steps that do not end before a position.
  private static func rest(
    of steps: [RouteStep], from metres: Double, behind point: Int,
    _ moved: (ClosedRange<Int>) -> ClosedRange<Int>
  ) -> [RouteStep] {
    var begin = 0.0
    var rest: [RouteStep] = []
    for (index, old) in steps.enumerated() {
      let end = begin + old.lengthMetres
      defer { begin = end }
      guard old.points.upperBound > point || index == steps.count - 1 else { continue }
      var step = old
      step.points = moved(old.points)
      step.intersections = old.intersections.filter { $0.point > point }.map {
        var intersection = $0
        intersection.point -= point
        return intersection
      }
      if begin < metres, old.lengthMetres > 0 {
        let share = min(max((end - metres) / old.lengthMetres, 0), 1)
        step.lengthMetres *= share
        step.durationSeconds *= share
      }
      rest.append(step)
    }
    return rest
  }

  private static func rest(of span: TrafficSpan, from metres: Double) -> TrafficSpan? {
    let (low, high) = (span.metres.lowerBound - metres, span.metres.upperBound - metres)
    guard high > 0 else { return nil }
    var rest = span
    rest.metres = max(low, 0)...high
    if low < 0 { rest.delaySeconds *= high / (high - low) }
    return rest
  }
}
