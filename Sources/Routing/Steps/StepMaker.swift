package import Geo
package import MapReader
package import RoadModel
package import RouteModel

/// Divides a path along edges into steps: for a section of a route, and for a leg of the service.
package struct StepMaker {
  /// A step: the part of the path from one maneuver to the next.
  package struct Outline {
    /// The maneuver where it begins.
    package var maneuver: RouteManeuver
    /// Its edges; empty for the arrival.
    package var edges: Range<Int>
    /// Its points in the line.
    package var points: ClosedRange<Int>
    /// The point where it begins and those on it where roads meet, with their junctions.
    package var junctions: [(point: Int, junction: RouteJunction?)]
    /// The edge that gives its name: for the entry of a roundabout, the edge after the exit.
    package var named: Int
    /// The first of its edges that is described; for the arrival, the last of the path.
    package var first: Int
  }

  private let edges: [RouteEdge]
  private let line: [Coordinate]
  /// The junction before each edge; nil before the first, and where the route passes a waypoint.
  private var junctions: [RouteJunction?] = []
  /// The edges to describe; at an end of the path, an edge on which nothing is driven is left out.
  private let told: Range<Int>

  /// Reads the junctions of a path from its map.
  ///
  /// - Parameters:
  ///   - edges: The edges; their points are indices in the line.
  ///   - line: At least one point.
  ///   - passed: The indices of the edges before which the route passes a waypoint.
  ///   - map: The map.
  ///   - mode: The mode of the traveller.
  /// - Throws: `NavError` if the map is damaged there.
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

  /// The steps from the departure to the arrival.
  ///
  /// - Parameters:
  ///   - start: The place where the trip begins, on the road or beside it; nil to leave out its side.
  ///   - end: The place where the trip ends, on the road or beside it; nil to leave out its side.
  /// - Returns: At least two steps.
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

  /// The bearing in which the described path begins.
  private var startBearing: Int {
    LineBearing.leaving(line, told.isEmpty ? 0 : edges[told.lowerBound].points.lowerBound)
  }

  /// The bearing in which the described path ends.
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

  /// The maneuver before an edge; nil if there is none.
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

  /// The number of the exit taken from the roundabout that begins with an edge; nil if the path ends on it.
  private func exit(ofRingAt index: Int) -> Int? {
    var end = index
    while end < edges.count, edges[end].road.flags.contains(.roundabout) { end += 1 }
    return end < edges.count ? exits(index + 1...end) : nil
  }

  /// The number of the exit onto an edge; nil if the path begins on the roundabout.
  private func exit(before index: Int) -> Int? {
    var start = index - 1
    while start > 0, edges[start - 1].road.flags.contains(.roundabout) { start -= 1 }
    return start > 0 ? exits(start + 1...index) : nil
  }

  /// The number of roads that leave a roundabout at the junctions before the given edges.
  private func exits(_ range: ClosedRange<Int>) -> Int {
    range.reduce(0) { count, index in
      guard let junction = junctions[index] else { return count }
      let here = junction.arms.enumerated().filter { offset, arm in
        arm.isOpen && offset != junction.from && !arm.road.flags.contains(.roundabout)
      }
      return count + here.count
    }
  }

  /// The side of the road on which a place lies, seen along the path at its start or its end; nil on the road.
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
