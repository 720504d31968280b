import Geo
import NavFormat
import RoadModel

/// Bans turns past a roundabout, if roads enter and leave it at the same junction.
///
/// A turn at a junction of a ring, from one road outside of it to another, is banned for modes that
/// can follow the ring from there back to the junction. This excludes roads on the inside of the
/// ring, which cut through it, and exits that come directly after the entry, which are taken at
/// once.
struct RingTurns {
  private let graph: RoadGraph

  /// An edge that leaves a junction of a ring on the outside.
  private struct Arm {
    let edge: RoadEdge
    /// The angle from the way ahead along the ring, on the outside, in 256ths of a turn.
    let place: UInt8
  }

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
        add(ring, outside(others, of: ring.edges), to: &result)
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

  /// The edges that leave a junction of a ring on the outside.
  private func outside(_ others: [RoadEdge], of ring: [RoadEdge]) -> [Arm] {
    guard let first = ring.first, let last = ring.last else { return [] }
    let ahead = graph.departureBearing(first)
    let isLeft = leadsLeft(ring)
    // From the way ahead towards the outside: clockwise if the ring leads left.
    func place(_ bearing: Bearing) -> UInt8 {
      let turn = bearing.turns256 &- ahead.turns256
      return isLeft ? turn : 0 &- turn
    }
    let behind = place(graph.departureBearing(last.reversed))
    return others.map { Arm(edge: $0, place: place(graph.departureBearing($0))) }
      .filter { $0.place < behind }
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
    _ ring: (edges: [RoadEdge], modes: ModeSet), _ others: [Arm], to result: inout [BannedPath]
  ) {
    for from in others {
      // On the ring, the arms follow from the way behind to the way ahead. Those between the road in and the way ahead
      // are taken at once.
      for to in others where to.edge != from.edge && to.place >= from.place {
        let modes = ring.modes.intersection(modes(from.edge.reversed)).intersection(modes(to.edge))
        if modes != [] {
          result.append(BannedPath(edges: [from.edge.reversed, to.edge], modes: modes))
        }
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
