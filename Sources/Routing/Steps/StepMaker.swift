package import Geo
package import MapReader
package import RoadModel

/// Divides a way along edges into steps: for a section of a route, and for a leg as the service has it.
package struct StepMaker {
  /// A part of the way from one maneuver to the next.
  package struct Step {
    /// What is to be done where it begins.
    package var maneuver: RouteManeuver
    /// Its edges; none for the arrival.
    package var edges: Range<Int>
    /// Its points in the line.
    package var points: ClosedRange<Int>
    /// The place where it begins, and those on it where roads meet, with what one sees there.
    package var junctions: [(point: Int, junction: RouteJunction?)]
    /// The edge whose name it has: after a roundabout's entry that of the road on which it is left.
    package var named: Int
  }

  private let edges: [RouteEdge]
  private let line: [Coordinate]
  /// The junction before each edge; nil before the first and where a waypoint is passed.
  private var junctions: [RouteJunction?] = []
  /// The edges before which something may be to be done: an end that lies where roads meet may be on one of which
  /// nothing is driven.
  private let driven: Range<Int>
  /// What is shorter is not driven, metres.
  private static let least = 0.05

  /// Reads the junctions on a way from the map that it was made on.
  ///
  /// - Parameters:
  ///   - edges: The edges; their points are those of the line.
  ///   - line: A point or more.
  ///   - passed: The numbers of the edges before which a waypoint is passed.
  ///   - map: The map.
  ///   - mode: That of the traveller.
  /// - Throws: `NavError` when the map is damaged there.
  /// - Complexity: O(edges · roads at each junction).
  package init(
    _ edges: [RouteEdge], along line: [Coordinate], passed: Set<Int>, map: NavMap, mode: Mode
  ) throws(NavError) {
    self.edges = edges
    self.line = line
    let reader = RouteJunctionReader(map: map, mode: mode)
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
  ///   - start: The place where the trip begins, beside the road or on it; nil to say nothing of it.
  ///   - end: The place where it ends.
  /// - Returns: Two steps or more.
  package func steps(from start: Coordinate?, to end: Coordinate?) -> [Step] {
    let last = line.count - 1
    var steps: [Step] = []
    var maneuver = RouteManeuver(
      kind: .depart, direction: start.flatMap { side(of: $0, at: 0) }, position: line[0],
      bearingBefore: 0, bearingAfter: LineBearing.leaving(line, 0))
    var first = 0
    for index in edges.indices.dropFirst() {
      guard let next = self.maneuver(before: index) else { continue }
      steps.append(step(maneuver, first..<index))
      (maneuver, first) = (next, index)
    }
    steps.append(step(maneuver, first..<edges.count))
    maneuver = RouteManeuver(
      kind: .arrive, direction: end.flatMap { side(of: $0, at: last) }, position: line[last],
      bearingBefore: LineBearing.arriving(line, last), bearingAfter: 0)
    steps.append(
      Step(
        maneuver: maneuver, edges: edges.count..<edges.count, points: last...last,
        junctions: [(last, nil)], named: max(edges.count - 1, 0)))
    return steps
  }

  private func step(_ maneuver: RouteManeuver, _ range: Range<Int>) -> Step {
    let first = edges[range].first?.points.lowerBound ?? 0
    let last = edges[range].last?.points.upperBound ?? line.count - 1
    var met = [(point: first, junction: range.isEmpty ? nil : junctions[range.lowerBound])]
    for index in range.dropFirst() {
      if let junction = junctions[index], junction.arms.count > 2 {
        met.append((edges[index].points.lowerBound, junction))
      }
    }
    let isRing = maneuver.kind == .roundabout && range.upperBound < edges.count
    return Step(
      maneuver: maneuver, edges: range, points: first...last, junctions: met,
      named: isRing ? range.upperBound : range.lowerBound)
  }

  /// What is to be done before an edge.
  private func maneuver(before index: Int) -> RouteManeuver? {
    guard driven.contains(index), let junction = junctions[index] else { return nil }
    let (a, b) = (edges[index - 1], edges[index])
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
    var end = index
    while end < edges.count, edges[end].road.flags.contains(.roundabout) { end += 1 }
    return end < edges.count ? exits(index + 1...end) : nil
  }

  /// The number of the exit that leads onto an edge; nil where the way began on the ring.
  private func exit(before index: Int) -> Int? {
    var start = index - 1
    while start > 0, edges[start - 1].road.flags.contains(.roundabout) { start -= 1 }
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
    guard Distance.metres(place, line[point]) > 1 else { return nil }
    let heading =
      point == 0 ? LineBearing.leaving(line, point) : LineBearing.arriving(line, point)
    let turn = LineBearing.turn(from: heading, to: LineBearing.degrees(line[point], place))
    switch abs(turn) {
    case 20...160: return turn < 0 ? .left : .right
    default: return nil
    }
  }
}
