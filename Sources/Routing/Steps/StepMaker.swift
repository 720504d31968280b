package import Geo
package import MapReader
package import RoadModel
package import RouteModel

/// Divides a way along edges into steps: for a section of a route, and for a leg as the service has it.
package struct StepMaker {
  /// Where a step lies on the way: from one maneuver to the next.
  package struct Outline {
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
    /// The first of its edges that is told of; for the arrival the last of the way.
    package var first: Int
  }

  private let edges: [RouteEdge]
  private let line: [Coordinate]
  /// The junction before each edge; nil before the first and where a waypoint is passed.
  private var junctions: [RouteJunction?] = []
  /// The edges that are told of: an end that lies where roads meet may be on one of which nothing is driven.
  private let told: Range<Int>

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
    told = edges.told
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
  package func steps(from start: Coordinate?, to end: Coordinate?) -> [Outline] {
    let last = line.count - 1
    var steps: [Outline] = []
    var maneuver = RouteManeuver(
      kind: .depart, direction: start.flatMap { side(of: $0, isStart: true) }, position: line[0],
      bearingBefore: 0, bearingAfter: startBearing)
    var first = 0
    for index in edges.indices.dropFirst() {
      guard let next = self.maneuver(before: index) else { continue }
      steps.append(step(maneuver, first..<index))
      (maneuver, first) = (next, index)
    }
    steps.append(step(maneuver, first..<edges.count))
    maneuver = RouteManeuver(
      kind: .arrive, direction: end.flatMap { side(of: $0, isStart: false) },
      position: line[last], bearingBefore: endBearing, bearingAfter: 0)
    steps.append(
      Outline(
        maneuver: maneuver, edges: edges.count..<edges.count, points: last...last,
        junctions: [(last, nil)], named: max(told.upperBound - 1, 0),
        first: max(told.upperBound - 1, 0)))
    return steps
  }

  /// The direction in which the way begins, where it is told of.
  private var startBearing: Int {
    LineBearing.leaving(line, told.isEmpty ? 0 : edges[told.lowerBound].points.lowerBound)
  }

  /// The direction in which it ends.
  private var endBearing: Int {
    LineBearing.arriving(
      line, told.isEmpty ? line.count - 1 : edges[told.upperBound - 1].points.upperBound)
  }

  private func step(_ maneuver: RouteManeuver, _ range: Range<Int>) -> Outline {
    let first = edges[range].first?.points.lowerBound ?? 0
    let last = edges[range].last?.points.upperBound ?? line.count - 1
    var met = [(point: first, junction: range.isEmpty ? nil : junctions[range.lowerBound])]
    for index in range.dropFirst() {
      if let junction = junctions[index], junction.arms.count > 2 {
        met.append((edges[index].points.lowerBound, junction))
      }
    }
    let isRing = maneuver.kind == .roundabout && range.upperBound < edges.count
    let lead = max(range.lowerBound, told.lowerBound)
    return Outline(
      maneuver: maneuver, edges: range, points: first...last, junctions: met,
      named: isRing ? range.upperBound : lead, first: lead)
  }

  /// What is to be done before an edge.
  private func maneuver(before index: Int) -> RouteManeuver? {
    guard told.dropFirst().contains(index), let junction = junctions[index] else { return nil }
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

  /// On which side of the road a place lies, as one departs from the line's start or arrives at its end; nil on the
  /// road.
  private func side(of place: Coordinate, isStart: Bool) -> RouteManeuver.Direction? {
    let point = line[isStart ? 0 : line.count - 1]
    guard Distance.metres(place, point) > 1 else { return nil }
    let heading = isStart ? startBearing : endBearing
    let turn = LineBearing.turn(from: heading, to: LineBearing.degrees(point, place))
    switch abs(turn) {
    case 20...160: return turn < 0 ? .left : .right
    default: return nil
    }
  }
}
