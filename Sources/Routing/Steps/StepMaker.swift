package import Geo
package import MapReader
package import RoadModel

/// Divides a section into steps.
package struct StepMaker {
  private let section: RouteSection
  /// The junction before each edge; nil before the first and where a waypoint is passed.
  private var junctions: [RouteJunction?] = []
  /// The edges before which something may be to be done: an end that lies where roads meet may be on one of which
  /// nothing is driven.
  private let driven: Range<Int>
  /// What is shorter is not driven, metres.
  private static let least = 0.05

  /// Reads the junctions of a section from the map that it was made on.
  ///
  /// - Throws: `NavError` when the map is damaged there.
  /// - Complexity: O(edges · roads at each junction).
  package init(_ section: RouteSection, map: NavMap, mode: Mode) throws(NavError) {
    self.section = section
    let reader = RouteJunctionReader(map: map, mode: mode)
    let edges = section.edges
    let passed = Set(section.passed.map(\.edge))
    junctions.reserveCapacity(edges.count)
    let isDriven: (RouteEdge) -> Bool = { $0.lengthMetres >= Self.least }
    let first = edges.firstIndex(where: isDriven) ?? 0
    driven = first + 1..<max(first + 1, (edges.lastIndex(where: isDriven) ?? 0) + 1)
    for index in edges.indices {
      junctions.append(
        index == 0 || passed.contains(index)
          ? nil : try reader.junction(after: edges[index - 1], before: edges[index]))
    }
  }

  /// Says what is to be done from the departure to the arrival.
  ///
  /// - Parameters:
  ///   - start: The place where the trip begins, beside the road or on it.
  ///   - end: The place where it ends.
  /// - Returns: Two steps or more.
  package func steps(from start: Coordinate, to end: Coordinate) -> [RouteStep] {
    let (edges, line) = (section.edges, section.polyline)
    let last = max(line.count - 1, 0)
    var steps: [RouteStep] = []
    var maneuver = RouteManeuver(
      kind: .depart, direction: side(of: start, at: 0), position: section.departure.position,
      bearingBefore: 0, bearingAfter: LineBearing.leaving(line, 0))
    var first = 0
    for index in edges.indices.dropFirst() {
      guard let next = self.maneuver(before: index) else { continue }
      steps.append(step(maneuver, first..<index))
      (maneuver, first) = (next, index)
    }
    steps.append(step(maneuver, first..<edges.count))
    steps.append(
      RouteStep(
        maneuver: RouteManeuver(
          kind: .arrive, direction: side(of: end, at: last), position: section.arrival.position,
          bearingBefore: LineBearing.arriving(line, last), bearingAfter: 0),
        roadName: edges.last?.name, roadNumber: edges.last?.ref, lengthMetres: 0,
        durationSeconds: 0, points: last...last))
    return steps
  }

  private func step(_ maneuver: RouteManeuver, _ range: Range<Int>) -> RouteStep {
    let edges = section.edges[range]
    let isRing = maneuver.kind == .roundabout && range.upperBound < section.edges.count
    let named = isRing ? section.edges[range.upperBound] : edges.first
    let time = edges.reduce(UInt64(0)) { $0 + UInt64($1.duration) + UInt64($1.turnDuration) }
    let end = max(section.polyline.count - 1, 0)
    return RouteStep(
      maneuver: maneuver, roadName: named?.name, roadNumber: named?.ref,
      lengthMetres: edges.reduce(0) { $0 + $1.lengthMetres }, durationSeconds: Double(time) / 100,
      points: (edges.first?.points.lowerBound ?? 0)...(edges.last?.points.upperBound ?? end))
  }

  /// What is to be done before an edge.
  private func maneuver(before index: Int) -> RouteManeuver? {
    guard driven.contains(index), let junction = junctions[index] else { return nil }
    let (a, b) = (section.edges[index - 1], section.edges[index])
    let line = section.polyline
    let point = b.points.lowerBound
    var made = RouteManeuver(
      kind: .turn, position: line[point], bearingBefore: LineBearing.arriving(line, point),
      bearingAfter: LineBearing.leaving(line, point))
    let turn = LineBearing.turn(from: made.bearingBefore, to: made.bearingAfter)
    made.direction = .init(turn: turn)
    switch (a.road.flags.contains(.roundabout), b.road.flags.contains(.roundabout)) {
    case (true, true): return nil
    case (false, true): (made.kind, made.exit) = (.roundabout, exit(ofRingAt: index))
    case (true, false): (made.kind, made.exit) = (.exitRoundabout, exit(before: index))
    case (false, false):
      let judge = TurnJudge(before: a, after: b, junction: junction, turn: turn)
      guard let verdict = judge.verdict else { return nil }
      (made.kind, made.direction) = verdict
    }
    return made
  }

  /// The number of the exit that is taken from the ring that begins with an edge; nil when none is.
  private func exit(ofRingAt index: Int) -> Int? {
    let edges = section.edges
    var end = index
    while end < edges.count, edges[end].road.flags.contains(.roundabout) { end += 1 }
    return end < edges.count ? exits(index + 1...end) : nil
  }

  /// The number of the exit that leads onto an edge; nil where the section began on the ring.
  private func exit(before index: Int) -> Int? {
    var start = index - 1
    while start > 0, section.edges[start - 1].road.flags.contains(.roundabout) { start -= 1 }
    return start > 0 ? exits(start + 1...index) : nil
  }

  /// The roads that leave a ring at the junctions before some of its edges.
  private func exits(_ range: ClosedRange<Int>) -> Int {
    range.reduce(0) { count, index in
      guard let junction = junctions[index] else { return count }
      let here = junction.arms.enumerated().filter { offset, arm in
        arm.isOpen && offset != junction.from && !arm.road.flags.contains(.roundabout)
      }
      return count + here.count
    }
  }

  /// On which side of the road a place lies, as one drives by a point of the line; nil on the road.
  private func side(of place: Coordinate, at point: Int) -> RouteManeuver.Direction? {
    let line = section.polyline
    guard line.indices.contains(point), Distance.metres(place, line[point]) > 1 else { return nil }
    let heading =
      point == 0 ? LineBearing.leaving(line, point) : LineBearing.arriving(line, point)
    let turn = LineBearing.turn(from: heading, to: LineBearing.degrees(line[point], place))
    switch abs(turn) {
    case 20...160: return turn < 0 ? .left : .right
    default: return nil
    }
  }
}
