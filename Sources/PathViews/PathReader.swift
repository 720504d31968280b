package import Geo
import Guidance
package import MapReader
import NavFormat
package import RoadModel
package import RouteModel

/// Reads what the maker of steps must know about a path from its map.
package struct PathReader {
  private let map: NavMap
  private let mode: Mode
  private let language: String?

  /// A reader of a map's junctions.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - mode: The mode of the traveller.
  ///   - language: The preferred language of names and signs, as a tag; nil for the local names.
  package init(map: NavMap, mode: Mode, language: String? = nil) {
    self.map = map
    self.mode = mode
    self.language = language
  }

  /// The steps of a path.
  ///
  /// - Parameters:
  ///   - edges: The edges; their points are indices in the line.
  ///   - line: At least one point.
  ///   - passed: The indices of the edges before which the path passes a waypoint.
  ///   - tellsPassed: Whether there are steps at these waypoints.
  ///   - start: The place where the trip begins, on the road or beside it; nil leaves out its side.
  ///   - end: The place where the trip ends, on the road or beside it; nil leaves out its side.
  /// - Returns: At least two steps.
  /// - Throws: `NavError` if the map is damaged there.
  /// - Complexity: O(edges · roads at each junction).
  package func steps(
    of edges: [RouteEdge], along line: [Coordinate], passed: Set<Int>,
    tellsPassed: Bool = true, from start: Coordinate?, to end: Coordinate?
  ) throws(NavError) -> [RouteStep] {
    let junctions = JunctionReader(map: map, mode: mode)
    let rings = RingReader(map: map, mode: mode)
    var words = WordReader(map: map, mode: mode, language: language)
    var view = PathView(
      edges: edges, line: line, junctions: [], rings: [:], start: start, end: end)
    if tellsPassed { view.passed = passed.sorted() }
    view.junctions.reserveCapacity(edges.count)
    var before: EdgePlace?
    for index in edges.indices {
      let place = try map.place(ofEdge: edges[index].id)
      let found = try words.words(of: edges[index], at: place)
      if let said = found.words { view.words[index] = said }
      if let way = found.way { view.edges[index].way = way }
      if let before, let place, !passed.contains(index) {
        let hasLanes = view.words[index - 1]?.lanes.isEmpty == false
        view.junctions.append(
          try junctions.junction(after: before, before: place, hasLanes: hasLanes))
      } else {
        view.junctions.append(nil)
      }
      if let before, [.motorway, .trunk].contains(edges[index - 1].road.roadClass) {
        view.exits[index] = try junctions.exit(after: before)
      }
      before = place
      let isRing = edges[index].road.flags.contains(.roundabout)
      if isRing, index > 0, !edges[index - 1].road.flags.contains(.roundabout) {
        view.rings[index] = try rings.ring(of: edges[index])
      }
    }
    return StepMaker(view, drivingSide: map.header.drivingSide).steps()
  }
}
