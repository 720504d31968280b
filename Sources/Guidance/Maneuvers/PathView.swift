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
  /// The lanes and signs along edges, by their indices; edges without data are missing.
  package var words: [Int: EdgeWords]
  /// The number and the name of the exit at the junction before an edge, by the index of the edge.
  package var exits: [Int: RoadSign]
  /// The indices of the edges before which the path passes a waypoint that is announced, ascending.
  package var passed: [Int] = []
  /// The place where the trip begins, on or beside the road; nil leaves out the side.
  package var start: Coordinate?
  /// The place where it ends, likewise.
  package var end: Coordinate?

  /// A path from its parts.
  package init(
    edges: [RouteEdge], line: [Coordinate], junctions: [Junction?], rings: [Int: Ring],
    words: [Int: EdgeWords] = [:], exits: [Int: RoadSign] = [:], start: Coordinate? = nil,
    end: Coordinate? = nil
  ) {
    self.edges = edges
    self.line = line
    self.junctions = junctions
    self.rings = rings
    self.words = words
    self.exits = exits
    self.start = start
    self.end = end
  }

  /// Whether each edge has lanes with arrows: few have, and all are asked.
  package var haveArrows: [Bool] {
    var found = Array(repeating: false, count: edges.count)
    for (edge, said) in words where !said.lanes.isEmpty { found[edge] = true }
    return found
  }
}
