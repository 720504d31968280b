import Geo
import NavFormat
import RoadModel

/// The road network in memory, in plain arrays with dense ids.
///
/// It has junctions, undirected segments, and two directed edges on each segment: see ``RoadEdge``.
struct RoadGraph: Sendable {
  /// The modes that may pass at a junction.
  struct Barrier: Sendable, Hashable {
    /// The modes that may pass, at least at the ends of a trip.
    var passing: ModeSet
    /// The modes of these that may pass only at the ends of a trip.
    var endOnly: ModeSet
  }

  // Junctions.
  var positions: [Coordinate] = []
  var junctionIDs: [Int64] = []
  var junctionFlags: [NodeFlags] = []
  /// The barriers and rules of the few junctions that have some.
  var barriers: [RoadJunction: Barrier] = [:]
  var junctionRules: [RoadJunction: [RoadRule]] = [:]
  /// The words of the few junctions that have some, ascending by kind.
  var junctionWords: [RoadJunction: [TileContents.Word]] = [:]
  /// The junctions from which ways lead outside the input, and the attribute sets of these ways.
  var exits: [(junction: RoadJunction, attributes: UInt32)] = []

  // Segments in the order of the ways, and along each way.
  var from: [RoadJunction] = []
  var to: [RoadJunction] = []
  var segmentWay: [RoadWay] = []
  /// The lengths in centimetres.
  var lengths: [UInt32] = []
  /// The inner points of segment s are innerPoints[firstInner[s]..<firstInner[s + 1]].
  var firstInner: [UInt32] = [0]
  var innerPoints: [Coordinate] = []
  /// The OSM nodes of the inner points; empty if they are not kept.
  var innerIDs: [Int64] = []

  /// The approaches of the segments with some, ascending by point and kind.
  var approaches: [RoadSegment: [Approach]] = [:]

  // Ways.
  var wayIDs: [Int64] = []
  var wayAttributes: [UInt32] = []
  var wayRules: [UInt32] = []
  var wayNames: [UInt32] = []
  var wayRefs: [UInt32] = []
  /// Indices in `wordSets`.
  var wayWords: [UInt32] = []
  /// The grades by `incline` in thousandths, below 0 where a way falls; 0 if unknown.
  var wayInclines: [Int16] = []
  /// The segments of way w are firstSegment[w]..<firstSegment[w + 1].
  var firstSegment = [RoadSegment(0)]

  var attributes: [RoadAttributes] = []
  var ruleSets: [[RoadRule]] = []
  /// The sets of words of ways, ascending by kind and directions; the first set is empty.
  var wordSets: [[TileContents.Word]] = []

  /// The edges that leave junction j are out[firstOut[j]..<firstOut[j + 1]], ascending.
  var firstOut: [UInt32] = []
  var out: [RoadEdge] = []

  var junctionCount: Int { positions.count }
  var segmentCount: Int { from.count }

  var junctions: Range<RoadJunction> { RoadJunction(0)..<RoadJunction(junctionCount) }
  var segments: Range<RoadSegment> { RoadSegment(0)..<RoadSegment(segmentCount) }
  var edges: Range<RoadEdge> { edges(of: segments) }

  /// The edges of consecutive segments.
  func edges(of segments: Range<RoadSegment>) -> Range<RoadEdge> {
    RoadEdge(segments.lowerBound, .forward)..<RoadEdge(segments.upperBound, .forward)
  }

  func segments(of way: RoadWay) -> Range<RoadSegment> {
    firstSegment[way]..<firstSegment[way.advanced(by: 1)]
  }

  /// The first junction of an edge.
  func tail(_ edge: RoadEdge) -> RoadJunction {
    edge.isForward ? from[edge.segment] : to[edge.segment]
  }

  /// The last junction of an edge.
  func head(_ edge: RoadEdge) -> RoadJunction { tail(edge.reversed) }

  func road(_ segment: RoadSegment) -> RoadAttributes {
    attributes[Int(wayAttributes[segmentWay[segment]])]
  }

  func rules(_ segment: RoadSegment) -> [RoadRule] {
    ruleSets[Int(wayRules[segmentWay[segment]])]
  }

  /// The permitted use of an edge for one mode.
  func access(_ edge: RoadEdge, _ mode: Mode) -> Access {
    road(edge.segment).access(edge.direction)[mode]
  }

  func isUsable(_ edge: RoadEdge, by modes: ModeSet) -> Bool {
    Mode.allCases.contains { modes.contains($0) && access(edge, $0).isUsable }
  }

  func inner(_ segment: RoadSegment) -> ArraySlice<Coordinate> {
    innerPoints[innerPlaces(segment)]
  }

  /// The OSM nodes of a segment's inner points; only if they are kept.
  func innerIDs(_ segment: RoadSegment) -> ArraySlice<Int64> { innerIDs[innerPlaces(segment)] }

  /// The range in `innerPoints` of a segment's inner points.
  private func innerPlaces(_ segment: RoadSegment) -> Range<Int> {
    Int(firstInner[segment])..<Int(firstInner[segment.advanced(by: 1)])
  }

  func out(_ junction: RoadJunction) -> ArraySlice<RoadEdge> { out[outPlaces(junction)] }

  /// The range in `out` of the edges that leave a junction.
  func outPlaces(_ junction: RoadJunction) -> Range<Int> {
    Int(firstOut[junction])..<Int(firstOut[junction.advanced(by: 1)])
  }

  /// The heading of an edge at its beginning.
  ///
  /// It is measured to a point some metres along, since the first metres of a mapped road often
  /// bend into the middle of the junction.
  func departureBearing(_ edge: RoadEdge) -> Bearing {
    let start = positions[tail(edge)]
    var previous = start
    var walked = 0.0
    func step(_ point: Coordinate) -> Bool {
      walked += Distance.metres(previous, point)
      previous = point
      return walked >= 10
    }
    let inner = inner(edge.segment)
    let done = edge.isForward ? inner.contains(where: step) : inner.reversed().contains(where: step)
    if !done { _ = step(positions[head(edge)]) }
    return Bearing(from: start, to: previous)
  }

  /// The box of a segment's whole shape.
  func box(_ segment: RoadSegment) -> Box {
    var box = Box.empty
    box.add(positions[from[segment]])
    box.add(positions[to[segment]])
    for point in inner(segment) { box.add(point) }
    return box
  }

  /// Fills `firstOut` and `out` from the segments.
  mutating func indexOutgoing() {
    firstOut = [UInt32](repeating: 0, count: junctionCount + 1)
    for edge in edges { firstOut[tail(edge).advanced(by: 1)] += 1 }
    for junction in 0..<junctionCount { firstOut[junction + 1] += firstOut[junction] }
    out = [RoadEdge](repeating: RoadEdge(0), count: edges.count)
    var next = firstOut
    for edge in edges {
      let junction = tail(edge)
      out[Int(next[junction])] = edge
      next[junction] += 1
    }
  }
}
