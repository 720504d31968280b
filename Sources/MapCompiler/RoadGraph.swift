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
  var barriers: [UInt32: Barrier] = [:]
  var junctionRules: [UInt32: [RoadRule]] = [:]
  /// The words of the few junctions that have some, ascending by kind.
  var junctionWords: [UInt32: [TileContents.Word]] = [:]
  /// The junctions from which ways lead outside the input, and the attribute sets of these ways.
  var exits: [(junction: UInt32, attributes: UInt32)] = []

  // Segments in the order of the ways, and along each way.
  var from: [UInt32] = []
  var to: [UInt32] = []
  var segmentWay: [UInt32] = []
  /// The lengths in centimetres.
  var lengths: [UInt32] = []
  /// The inner points of segment s are innerPoints[firstInner[s]..<firstInner[s + 1]].
  var firstInner: [UInt32] = [0]
  var innerPoints: [Coordinate] = []
  /// The OSM nodes of the inner points; empty if they are not kept.
  var innerIDs: [Int64] = []

  /// The approaches of the segments with some, ascending by point and kind.
  var approaches: [UInt32: [Approach]] = [:]

  // Ways.
  var wayIDs: [Int64] = []
  var wayAttributes: [UInt32] = []
  var wayRules: [UInt32] = []
  var wayNames: [UInt32] = []
  var wayRefs: [UInt32] = []
  /// Indices in `wordSets`.
  var wayWords: [UInt32] = []
  /// The grades by `incline` in thousandths; 0 if unknown.
  var wayInclines: [UInt16] = []
  /// The segments of way w are firstSegment[w]..<firstSegment[w + 1].
  var firstSegment: [UInt32] = [0]

  var attributes: [RoadAttributes] = []
  var ruleSets: [[RoadRule]] = []
  /// The sets of words of ways, ascending by kind and directions; the first set is empty.
  var wordSets: [[TileContents.Word]] = []

  /// The edges that leave junction j are out[firstOut[j]..<firstOut[j + 1]], ascending.
  var firstOut: [UInt32] = []
  var out: [RoadEdge] = []

  var junctionCount: Int { positions.count }
  var segmentCount: Int { from.count }

  /// All edges.
  var edges: Range<RoadEdge> { edges(of: 0..<segmentCount) }

  /// The edges of consecutive segments.
  func edges(of segments: Range<Int>) -> Range<RoadEdge> {
    RoadEdge(segments.lowerBound, .forward)..<RoadEdge(segments.upperBound, .forward)
  }

  /// The first junction of an edge.
  func tail(_ edge: RoadEdge) -> UInt32 {
    edge.isForward ? from[edge.segment] : to[edge.segment]
  }

  /// The last junction of an edge.
  func head(_ edge: RoadEdge) -> UInt32 { tail(edge.reversed) }

  func road(_ segment: Int) -> RoadAttributes {
    attributes[Int(wayAttributes[Int(segmentWay[segment])])]
  }

  func rules(_ segment: Int) -> [RoadRule] {
    ruleSets[Int(wayRules[Int(segmentWay[segment])])]
  }

  /// The permitted use of an edge for one mode.
  func access(_ edge: RoadEdge, _ mode: Mode) -> Access {
    road(edge.segment).access(edge.direction)[mode]
  }

  func isUsable(_ edge: RoadEdge, by modes: ModeSet) -> Bool {
    Mode.allCases.contains { modes.contains($0) && access(edge, $0).isUsable }
  }

  func inner(_ segment: Int) -> ArraySlice<Coordinate> {
    innerPoints[Int(firstInner[segment])..<Int(firstInner[segment + 1])]
  }

  /// The OSM nodes of a segment's inner points; only if they are kept.
  func innerIDs(_ segment: Int) -> ArraySlice<Int64> {
    innerIDs[Int(firstInner[segment])..<Int(firstInner[segment + 1])]
  }

  func out(_ junction: UInt32) -> ArraySlice<RoadEdge> { out[outPlaces(junction)] }

  /// The range in `out` of the edges that leave a junction.
  func outPlaces(_ junction: UInt32) -> Range<Int> {
    Int(firstOut[Int(junction)])..<Int(firstOut[Int(junction) + 1])
  }

  /// The heading of an edge at its beginning.
  ///
  /// It is measured to a point some metres along, since the first metres of a mapped road often
  /// bend into the middle of the junction.
  func departureBearing(_ edge: RoadEdge) -> Bearing {
    let start = positions[Int(tail(edge))]
    var previous = start
    var walked = 0.0
    func step(_ point: Coordinate) -> Bool {
      walked += Distance.metres(previous, point)
      previous = point
      return walked >= 10
    }
    let inner = inner(edge.segment)
    let done = edge.isForward ? inner.contains(where: step) : inner.reversed().contains(where: step)
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
    for edge in edges { counts[Int(tail(edge)) + 1] += 1 }
    for junction in 0..<junctionCount { counts[junction + 1] += counts[junction] }
    firstOut = counts
    out = [RoadEdge](repeating: RoadEdge(0), count: edges.count)
    for edge in edges {
      let junction = Int(tail(edge))
      out[Int(counts[junction])] = edge
      counts[junction] += 1
    }
  }
}
