import Geo
import MapReader
import RoadModel
import Routing

/// A part of a leg between two maneuvers.
struct Step {
  var maneuver: Maneuver
  /// The edges on it; none for the arrival.
  var edges: Range<Int>
  /// Its points in the leg's line.
  var points: ClosedRange<Int>
  /// The junction before each of its edges, where there is one.
  var junctions: [(point: Int, junction: Junction?)]
  /// The edge whose name it has.
  var named: Int
}

/// Divides a leg into steps.
struct Guide {
  private let leg: LegPath
  /// The junction before each edge; nil before the first and where a waypoint is passed.
  private var junctions: [Junction?] = [nil]
  /// The edges before which something may be to be done: an end that lies where roads meet may be on one of which
  /// nothing is driven.
  private let driven: Range<Int>
  /// What is shorter is not driven, metres.
  private static let least = 0.05

  init(_ leg: LegPath, _ reader: JunctionReader) throws(NavError) {
    self.leg = leg
    let isDriven: (RouteEdge) -> Bool = { $0.lengthMetres >= Self.least }
    let first = leg.edges.firstIndex(where: isDriven) ?? 0
    driven = first + 1..<max(first + 1, (leg.edges.lastIndex(where: isDriven) ?? 0) + 1)
    for index in leg.edges.indices.dropFirst() {
      let isPassed = leg.passed.contains(index)
      junctions.append(
        isPassed
          ? nil : try reader.junction(after: leg.edges[index - 1], before: leg.edges[index]))
    }
  }

  /// The steps from the departure to the arrival.
  ///
  /// - Parameters:
  ///   - start: On which side of the road the trip begins; nil on the road itself.
  ///   - end: On which side it ends.
  /// - Returns: Two or more.
  func steps(from start: String?, to end: String?) -> [Step] {
    var steps: [Step] = []
    var maneuver = Maneuver(type: "depart", modifier: start)
    var first = 0
    for index in leg.edges.indices.dropFirst() {
      guard let next = self.maneuver(before: index) else { continue }
      steps.append(step(maneuver, first..<index))
      (maneuver, first) = (next, index)
    }
    steps.append(step(maneuver, first..<leg.edges.count))
    let last = leg.line.count - 1
    steps.append(
      Step(
        maneuver: Maneuver(type: "arrive", modifier: end),
        edges: leg.edges.count..<leg.edges.count, points: last...last,
        junctions: [(last, nil)], named: max(leg.edges.count - 1, 0)))
    return steps
  }

  private func step(_ maneuver: Maneuver, _ edges: Range<Int>) -> Step {
    guard let first = edges.first, let last = edges.last else {
      return Step(
        maneuver: maneuver, edges: edges, points: 0...leg.line.count - 1, junctions: [(0, nil)],
        named: 0)
    }
    var met = [(point: leg.edges[first].points.lowerBound, junction: junctions[first])]
    for index in edges.dropFirst() {
      if let junction = junctions[index], junction.arms.count > 2 {
        met.append((leg.edges[index].points.lowerBound, junction))
      }
    }
    let isRing = maneuver.type == "roundabout" && edges.upperBound < leg.edges.count
    return Step(
      maneuver: maneuver, edges: edges,
      points: leg.edges[first].points.lowerBound...leg.edges[last].points.upperBound,
      junctions: met, named: isRing ? edges.upperBound : first)
  }

  /// What is to be done before an edge.
  private func maneuver(before index: Int) -> Maneuver? {
    guard driven.contains(index), let junction = junctions[index] else { return nil }
    let (a, b) = (leg.edges[index - 1], leg.edges[index])
    let point = b.points.lowerBound
    let turn = Heading.turn(
      from: Heading.arriving(leg.line, point), to: Heading.leaving(leg.line, point))
    let isRing = (a.road.flags.contains(.roundabout), b.road.flags.contains(.roundabout))
    switch isRing {
    case (true, true): return nil
    case (false, true):
      return Maneuver(
        type: "roundabout", modifier: Maneuver.modifier(turn), exit: exit(ofRingAt: index))
    case (true, false):
      return Maneuver(
        type: "exit roundabout", modifier: Maneuver.modifier(turn), exit: exit(before: index))
    case (false, false):
      return TurnJudge(before: a, after: b, junction: junction, turn: turn).maneuver
    }
  }

  /// The number of the exit that is taken from the ring that begins with an edge; nil when none is.
  private func exit(ofRingAt index: Int) -> Int? {
    var end = index
    while end < leg.edges.count, leg.edges[end].road.flags.contains(.roundabout) { end += 1 }
    return end < leg.edges.count ? exits(index + 1...end) : nil
  }

  /// The number of the exit that leads onto an edge; nil where the leg began on the ring.
  private func exit(before index: Int) -> Int? {
    var start = index - 1
    while start > 0, leg.edges[start - 1].road.flags.contains(.roundabout) { start -= 1 }
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
}
