import NavFormat
import RoadModel
import RoadRules

/// Finds the signs and crossings that drivers approach, while ways are cut into segments.
///
/// A junction has flags for lights and signs, without directions. So an object at a junction counts
/// here only if the direction of its approach is known. A sign without a tagged direction counts
/// only between two junctions.
struct ApproachFinder {
  /// An object at a node of a segment.
  private struct Candidate {
    let segment: RoadSegment
    let approach: NodeApproach
    let point: UInt16
    /// The distance in metres from the beginning of the segment.
    let metres: Double
    /// The direction of arrival at its junction; nil between junctions.
    let arrival: DirectionSet?
  }

  /// The tagged objects at nodes, by their index.
  private var nodes: [Int: [NodeApproach]] = [:]
  private var isMarked: [Bool] = []
  private var candidates: [Candidate] = []
  /// The current segment, and its first node.
  private var segment = RoadSegment(0)
  private var first = 0
  /// The lengths in metres of segments with objects between their junctions.
  private var lengths: [RoadSegment: Double] = [:]

  /// Stores the nodes with objects.
  mutating func mark(_ readings: [Int64: NodeReading], _ roadNodes: RoadNodes) {
    for (id, reading) in readings where !reading.approaches.isEmpty {
      guard let node = roadNodes.index(of: id) else { continue }
      nodes[node] = reading.approaches
    }
    guard !nodes.isEmpty else { return }
    isMarked = [Bool](repeating: false, count: roadNodes.count)
    for node in nodes.keys { isMarked[node] = true }
  }

  /// Begins a segment at a junction; it counts only if it also ends.
  mutating func begin(at node: Int, segment: RoadSegment) {
    self.segment = segment
    first = node
  }

  /// Adds a node between the segment's junctions, at a distance in metres from its beginning.
  mutating func pass(_ node: Int, point: Int, metres: Double) {
    add(node, point: point, metres: metres, arrival: nil)
  }

  /// Ends the segment at a junction.
  mutating func end(at node: Int, point: Int, metres: Double) {
    add(first, point: 0, metres: 0, arrival: .backward)
    add(node, point: point, metres: metres, arrival: .forward)
    if candidates.last?.segment == segment { lengths[segment] = metres }
  }

  private mutating func add(_ node: Int, point: Int, metres: Double, arrival: DirectionSet?) {
    guard !nodes.isEmpty, isMarked[node], let point = UInt16(exactly: point) else { return }
    for approach in nodes[node] ?? [] {
      candidates.append(
        Candidate(
          segment: segment, approach: approach, point: point, metres: metres, arrival: arrival))
    }
  }

  /// The approaches on each segment of a network with indexed edges.
  func found(_ graph: RoadGraph) -> [RoadSegment: [Approach]] {
    var found: [RoadSegment: [Approach]] = [:]
    for candidate in candidates {
      let directions = directions(of: candidate, graph)
      if directions.isEmpty { continue }
      found[candidate.segment, default: []].append(
        Approach(
          point: candidate.point, kind: candidate.approach.kind, directions: directions))
    }
    return found.mapValues {
      $0.sorted { ($0.point, $0.kind.rawValue) < ($1.point, $1.kind.rawValue) }
    }
  }

  /// The directions in which drivers approach an object; none if it does not count for the segment.
  private func directions(of candidate: Candidate, _ graph: RoadGraph) -> DirectionSet {
    let segment = candidate.segment
    let flags = graph.road(segment).flags
    let open: DirectionSet =
      flags.contains(.onewayForward)
      ? .forward : flags.contains(.onewayBackward) ? .backward : .both
    guard let arrival = candidate.arrival else {
      if let tagged = candidate.approach.directions { return tagged.intersection(open) }
      // A sign is before the junction that it applies to.
      let isNearEnd = candidate.metres * 2 > lengths[candidate.segment] ?? 0
      return open == .both ? (isNearEnd ? .forward : .backward) : open
    }
    guard let tagged = candidate.approach.directions else { return [] }
    let junction = arrival == .forward ? graph.to[segment] : graph.from[segment]
    // At a crossing of roads, it is unknown which road a single direction refers to.
    guard tagged == .both || graph.out(junction).count <= 2 else { return [] }
    return tagged.intersection(arrival).intersection(open)
  }
}
