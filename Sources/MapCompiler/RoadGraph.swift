import Geo
import RoadModel

/// The road network in memory, in plain arrays with dense ids.
///
/// Junctions, undirected segments, and on each segment s two directed edges: 2 s along its shape and
/// 2 s + 1 against it.
struct RoadGraph: Sendable {
  /// Who may pass at a junction.
  struct Barrier: Sendable, Hashable {
    /// Modes that may pass, at least at the ends of a trip.
    var passing: ModeSet
    /// Those of them that may only there.
    var endOnly: ModeSet
  }

  // Junctions.
  var positions: [Coordinate] = []
  var junctionIDs: [Int64] = []
  var junctionFlags: [NodeFlags] = []
  /// Who may pass, and rules, where something stands; by junction, few.
  var barriers: [UInt32: Barrier] = [:]
  var junctionRules: [UInt32: [RoadRule]] = [:]
  /// Where ways run on outside the input, and the attribute sets of these ways.
  var exits: [(junction: UInt32, attributes: UInt32)] = []

  // Segments, in the order of the ways and along each way.
  var from: [UInt32] = []
  var to: [UInt32] = []
  var segmentWay: [UInt32] = []
  /// Centimetres.
  var lengths: [UInt32] = []
  /// Inner points of segment s: innerPoints[firstInner[s]..<firstInner[s + 1]].
  var firstInner: [UInt32] = [0]
  var innerPoints: [Coordinate] = []
  /// The OSM nodes of the inner points; empty where they are not kept.
  var innerIDs: [Int64] = []

  // Ways.
  var wayIDs: [Int64] = []
  var wayAttributes: [UInt32] = []
  var wayRules: [UInt32] = []
  var wayNames: [UInt32] = []
  var wayRefs: [UInt32] = []
  /// The segments of way w are firstSegment[w]..<firstSegment[w + 1].
  var firstSegment: [UInt32] = [0]

  var attributes: [RoadAttributes] = []
  var ruleSets: [[RoadRule]] = []

  /// Edges leaving junction j: out[firstOut[j]..<firstOut[j + 1]], ascending.
  var firstOut: [UInt32] = []
  var out: [UInt32] = []

  var junctionCount: Int { positions.count }
  var segmentCount: Int { from.count }

  /// The junction where an edge begins.
  func tail(_ edge: UInt32) -> UInt32 {
    let segment = Int(edge >> 1)
    return edge & 1 == 0 ? from[segment] : to[segment]
  }

  /// The junction where an edge ends.
  func head(_ edge: UInt32) -> UInt32 { tail(edge ^ 1) }

  func road(_ segment: Int) -> RoadAttributes {
    attributes[Int(wayAttributes[Int(segmentWay[segment])])]
  }

  func rules(_ segment: Int) -> [RoadRule] {
    ruleSets[Int(wayRules[Int(segmentWay[segment])])]
  }

  /// What one mode may do on an edge.
  func access(_ edge: UInt32, _ mode: Mode) -> Access {
    road(Int(edge >> 1)).access(edge & 1 == 0 ? .forward : .backward)[mode]
  }

  func isUsable(_ edge: UInt32, by modes: ModeSet) -> Bool {
    Mode.allCases.contains { modes.contains($0) && access(edge, $0).isUsable }
  }

  func inner(_ segment: Int) -> ArraySlice<Coordinate> {
    innerPoints[Int(firstInner[segment])..<Int(firstInner[segment + 1])]
  }

  /// The OSM nodes of a segment's inner points; only where they are kept.
  func innerIDs(_ segment: Int) -> ArraySlice<Int64> {
    innerIDs[Int(firstInner[segment])..<Int(firstInner[segment + 1])]
  }

  func out(_ junction: UInt32) -> ArraySlice<UInt32> { out[outPlaces(junction)] }

  /// Where in `out` the edges leaving a junction stand.
  func outPlaces(_ junction: UInt32) -> Range<Int> {
    Int(firstOut[Int(junction)])..<Int(firstOut[Int(junction) + 1])
  }

  /// The heading in which an edge leaves its beginning.
  ///
  /// Taken to a point some way along, since the first metres of a mapped road often bend into the
  /// middle of the junction.
  func departureBearing(_ edge: UInt32) -> Bearing {
    let segment = Int(edge >> 1)
    let start = positions[Int(tail(edge))]
    var previous = start
    var walked = 0.0
    func step(_ point: Coordinate) -> Bool {
      walked += Distance.metres(previous, point)
      previous = point
      return walked >= 10
    }
    let inner = inner(segment)
    let done = edge & 1 == 0 ? inner.contains(where: step) : inner.reversed().contains(where: step)
    if !done { _ = step(positions[Int(head(edge))]) }
    return Bearing(from: start, to: previous)
  }

  /// The box of a segment's whole shape.
  func box(_ segment: Int) -> Box {
    var box = Box.empty
    box.add(positions[Int(from[segment])])
    box.add(positions[Int(to[segment])])
    for point in inner(segment) { box.add(point) }
    return box
  }

  /// Fills `firstOut` and `out` from the segments.
  mutating func indexOutgoing() {
    var counts = [UInt32](repeating: 0, count: junctionCount + 1)
    for edge in 0..<UInt32(2 * segmentCount) { counts[Int(tail(edge)) + 1] += 1 }
    for junction in 0..<junctionCount { counts[junction + 1] += counts[junction] }
    firstOut = counts
    out = [UInt32](repeating: 0, count: 2 * segmentCount)
    for edge in 0..<UInt32(2 * segmentCount) {
      let junction = Int(tail(edge))
      out[Int(counts[junction])] = edge
      counts[junction] += 1
    }
  }
}
