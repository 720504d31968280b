import Geo
import NavFormat
import RoadModel

/// Bans turns past a roundabout, if roads enter and leave it at the same junction.
///
/// A turn at a junction of a ring, from one road outside of it to another, is banned for modes that
/// can follow the ring from there back to the junction. This excludes roads on the inside of the
/// ring, which cut through it.
struct RingTurns {
  private let graph: RoadGraph

  /// The maximum number of edges; longer rings are squares with streets around them.
  private static let longest = 64

  init(_ graph: RoadGraph) { self.graph = graph }

  /// The banned turns, in ascending order of junction.
  func bannedPaths() -> [BannedPath] {
    let isRing = graph.attributes.map { $0.flags.contains(.roundabout) }
    func isRingEdge(_ edge: RoadEdge) -> Bool {
      isRing[Int(graph.wayAttributes[graph.segmentWay[edge.segment]])]
    }
    guard isRing.contains(true) else { return [] }
    var result: [BannedPath] = []
    for junction in graph.junctions {
      let out = graph.out(junction)
      guard out.count > 3, out.contains(where: isRingEdge) else { continue }
      let others = out.filter { !isRingEdge($0) }
      guard others.count > 1 else { continue }
      for start in out where isRingEdge(start) && modes(start) != [] {
        guard let ring = ring(from: start, isRingEdge) else { continue }
        add(ring, others.filter { isOutside($0, of: ring.edges) }, to: &result)
      }
    }
    return result
  }

  /// The path around from a junction back to it, and the modes that can drive it.
  private func ring(
    from start: RoadEdge, _ isRingEdge: (RoadEdge) -> Bool
  ) -> (edges: [RoadEdge], modes: ModeSet)? {
    let junction = graph.tail(start)
    var edges = [start]
    var modes = modes(start)
    while let last = edges.last, graph.head(last) != junction {
      let next = graph.out(graph.head(last)).filter {
        isRingEdge($0) && $0 != last.reversed && !self.modes($0).isDisjoint(with: modes)
      }
      // If rings touch, it is not clear which one is meant.
      guard next.count == 1, edges.count < Self.longest else { return nil }
      modes.formIntersection(self.modes(next[0]))
      edges.append(next[0])
    }
    return edges.last == start.reversed ? nil : (edges, modes)
  }

  /// The vehicles that can drive an edge.
  private func modes(_ edge: RoadEdge) -> ModeSet {
    let road = graph.road(edge.segment)
    let table = road.access(edge.direction)
    // Paths that cross a carriageway at a ring do not lead around it.
    let isCarriageway = ModeSet.motorised.isUsable(road.forwardAccess, road.backwardAccess)
    return ModeSet(
      Mode.allCases.filter {
        $0 != .foot && table[$0].isUsable && ($0 != .bicycle || isCarriageway)
      }.map { ModeSet($0) })
  }

  /// Whether an edge leaves a junction of a ring on the outside.
  private func isOutside(_ edge: RoadEdge, of ring: [RoadEdge]) -> Bool {
    guard let first = ring.first, let last = ring.last else { return false }
    let ahead = graph.departureBearing(first)
    let behind = graph.departureBearing(last.reversed)
    func turn(_ bearing: Bearing) -> UInt8 { bearing.turns256 &- ahead.turns256 }
    // Clockwise from the way ahead, the outside is before the way behind if the ring leads left.
    let isBefore = turn(graph.departureBearing(edge)) < turn(behind)
    return isBefore == leadsLeft(ring)
  }

  /// Whether a ring is driven counterclockwise.
  private func leadsLeft(_ ring: [RoadEdge]) -> Bool {
    var points: [Coordinate] = []
    for edge in ring {
      points.append(graph.positions[graph.tail(edge)])
      let inner = graph.inner(edge.segment)
      points += edge.isForward ? Array(inner) : inner.reversed()
    }
    let plane = LocalPlane(at: points[0])
    let places = points.map { plane.project($0) }
    var area = 0.0
    for (a, b) in zip(places, places.dropFirst() + [places[0]]) { area += a.x * b.y - b.x * a.y }
    return area > 0
  }

  private func add(
    _ ring: (edges: [RoadEdge], modes: ModeSet), _ others: [RoadEdge], to result: inout [BannedPath]
  ) {
    for from in others {
      for to in others where to != from {
        let modes = ring.modes.intersection(modes(from.reversed)).intersection(modes(to))
        if modes != [] { result.append(BannedPath(edges: [from.reversed, to], modes: modes)) }
      }
    }
  }
}

extension ModeSet {
  /// Whether a mode of the set may use a road in a direction.
  fileprivate func isUsable(_ tables: AccessTable...) -> Bool {
    Mode.allCases.contains { mode in
      contains(mode) && tables.contains { $0[mode].isUsable }
    }
  }
}
