package import Geo
import Guidance
package import MapReader
import NavFormat
package import RoadModel
package import RouteModel

/// Reads the facts about a path from its map that the steps need.
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

  /// Gives edges their names in the preferred language, where the map has them.
  ///
  /// - Parameter edges: The edges of a path, in order.
  /// - Throws: `NavError` if the map is damaged there.
  package func translate(_ edges: inout [RouteEdge]) throws(NavError) {
    var words = WordReader(map: map, mode: mode, language: language)
    guard words.names != nil else { return }
    var before: EdgePlace?
    for index in edges.indices {
      let place = try map.place(ofEdge: edges[index].id, near: before?.tile)
      try words.read(edges[index].way, isForward: edges[index].isForward, at: place)
      if let way = words.renamed { edges[index].way = way }
      before = place
    }
  }

  /// The signs along the first and the last edge of a path, which are at no maneuver.
  ///
  /// - Parameter edges: The edges of the path, in order.
  /// - Returns: The content of both; nil where the map has none.
  /// - Throws: `NavError` if the map is damaged there.
  package func signsAlongEnds(
    of edges: [RouteEdge]
  ) throws(NavError) -> (first: RoadSign?, last: RoadSign?) {
    let told = edges[edges.told]
    guard let first = told.first, let last = told.last else { return (nil, nil) }
    return (try sign(along: first), try sign(along: last))
  }

  private func sign(along edge: RouteEdge) throws(NavError) -> RoadSign? {
    var words = WordReader(map: map, mode: mode, language: language)
    try words.read(
      edge.way, isForward: edge.isForward, at: map.place(ofEdge: edge.id))
    return words.words?.sign
  }

  /// The steps of a path.
  ///
  /// - Parameters:
  ///   - edges: The edges; their points are indices in the line.
  ///   - line: At least one point.
  ///   - passed: The indices of the edges before which the path passes a waypoint.
  ///   - tellsPassed: Whether these waypoints get steps; otherwise the steps are those of a path that passes none.
  ///   - start: The place where the trip begins, on the road or beside it; nil leaves out its side.
  ///   - end: The place where the trip ends, on the road or beside it; nil leaves out its side.
  /// - Returns: At least two steps.
  /// - Throws: `NavError` if the map is damaged there.
  /// - Complexity: O(edges · roads at each junction).
  package func steps(
    of edges: [RouteEdge], along line: [Coordinate], passed: Set<Int>,
    tellsPassed: Bool = true, from start: Coordinate?, to end: Coordinate?
  ) throws(NavError) -> [RouteStep] {
    let (edges, passed) = tellsPassed ? (edges, passed) : Self.joined(edges, at: passed)
    let junctions = JunctionReader(map: map, mode: mode)
    let rings = RingReader(map: map, mode: mode)
    var words = WordReader(map: map, mode: mode, language: language)
    var view = PathView(
      edges: edges, line: line, junctions: [], rings: [:], start: start, end: end)
    if tellsPassed { view.passed = passed.sorted() }
    view.junctions.reserveCapacity(edges.count)
    var (before, hadLanes) = (EdgePlace?.none, false)
    for index in edges.indices {
      let place = try map.place(ofEdge: edges[index].id, near: before?.tile)
      try words.read(edges[index].way, isForward: edges[index].isForward, at: place)
      if let said = words.words { view.words[index] = said }
      if let way = words.renamed { view.edges[index].way = way }
      if let before, let place, !passed.contains(index) {
        view.junctions.append(
          try junctions.junction(
            after: before, before: place,
            .init(
              before: view.edges[index - 1].way, after: view.edges[index].way, hasLanes: hadLanes)))
      } else {
        view.junctions.append(nil)
      }
      if let before, edges[index - 1].road.roadClass.hasExits,
        let exit = try junctions.exit(after: before, in: words.names)
      {
        view.exits[index] = exit
      }
      (before, hadLanes) = (place, words.words?.lanes.isEmpty == false)
      let isRing = mode != .foot && edges[index].road.flags.contains(.roundabout)
      if isRing, index == 0 || !edges[index - 1].road.flags.contains(.roundabout) {
        var ring = try rings.ring(of: edges[index])
        let way = view.edges[index].way
        if ring?.text == way.localName { ring?.text = way.name }
        view.rings[index] = ring
      }
    }
    return StepMaker(view, drivingSide: map.header.drivingSide, mode: mode).steps()
  }

  /// Joins the parts of edges that are split where the path passes a waypoint.
  ///
  /// - Returns: The edges, and the indices of those before which the path turns back at a waypoint.
  private static func joined(
    _ edges: [RouteEdge], at passed: Set<Int>
  ) -> (edges: [RouteEdge], passed: Set<Int>) {
    if passed.isEmpty { return (edges, passed) }
    var (whole, back) = ([RouteEdge](), Set<Int>())
    whole.reserveCapacity(edges.count)
    for (index, edge) in edges.enumerated() {
      if passed.contains(index), let last = whole.last {
        if last.id == edge.id, last.points.upperBound == edge.points.lowerBound {
          whole[whole.count - 1].append(edge)
          continue
        }
        back.insert(whole.count)
      }
      whole.append(edge)
    }
    return (whole, back)
  }
}

extension RouteEdge {
  /// Adds the rest of the edge, which begins where this part ends.
  fileprivate mutating func append(_ rest: RouteEdge) {
    points = points.lowerBound...rest.points.upperBound
    lengthMetres += rest.lengthMetres
    durationSeconds += rest.durationSeconds + rest.turnDurationSeconds
  }
}

extension RoadClass {
  /// Whether its junctions may be exits with a number or a name.
  fileprivate var hasExits: Bool { self == .motorway || self == .trunk }
}
