package import Geo
package import RouteModel

/// A path with its surroundings, for making steps.
package struct PathView: Sendable {
  /// The edges; their points are indices in the line.
  package var edges: [RouteEdge]
  /// The line.
  package var line: [Coordinate]
  /// The junction before each edge; nil before the first, and at passed waypoints.
  package var junctions: [Junction?]
  /// The rings that the path enters, by the index of their first edge on the path.
  package var rings: [Int: Ring]
  /// The lanes and signs along each edge; nil for edges without data.
  package var words: [EdgeWords?]
  /// The indices of the edges before which the path passes a waypoint that is announced, ascending.
  package var passed: [Int] = []
  /// What drivers meet, and the indices of the points in the line where they do, ascending; nothing at its end.
  package var encounters: [(point: Int, kind: RoadEncounter.Kind)] = []
  /// The place where the trip begins, on or beside the road; nil leaves out the side.
  package var start: Coordinate?
  /// The place where it ends, likewise.
  package var end: Coordinate?

  /// A path from its parts, without lanes and signs.
  package init(
    edges: [RouteEdge], line: [Coordinate], junctions: [Junction?], rings: [Int: Ring],
    start: Coordinate? = nil, end: Coordinate? = nil
  ) {
    self.edges = edges
    self.line = line
    self.junctions = junctions
    self.rings = rings
    words = Array(repeating: nil, count: edges.count)
    self.start = start
    self.end = end
  }

  /// Whether each edge has lanes with arrows: few have, and all are asked.
  package var haveArrows: [Bool] {
    words.map { $0?.lanes.isEmpty == false }
  }
}
