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
    let reader = WordReader(map: map, mode: mode, language: language)
    if reader.names == nil { return }
    rename(&edges, by: try reader.words(along: edges))
  }

  /// Gives edges their names in the preferred language; the edges of a way share them.
  private func rename(_ edges: inout [RouteEdge], by found: [(edge: Int, words: WayWords)]) {
    let ways = found.map { $0.words.renamed(edges[$0.edge].way) }
    // A loop that may change an edge begins with a copy of all of them.
    if ways.allSatisfy({ $0 == nil }) { return }
    for (index, way) in ways.enumerated() {
      guard let way else { continue }
      let end = index + 1 < found.count ? found[index + 1].edge : edges.count
      for edge in found[index].edge..<end { edges[edge].way = way }
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
    let reader = WordReader(map: map, mode: mode, language: language)
    return try reader.words(along: [edge]).first?.words.words?.sign
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
    var view = PathView(
      edges: edges, line: line, junctions: [], rings: [:], start: start, end: end)
    if tellsPassed { view.passed = passed.sorted() }
    let junctions = JunctionReader(map: map, mode: mode)
    let names = try addWords(to: &view)
    view.junctions = try junctions.junctions(of: view, passed: passed)
    view.encounters = try junctions.encounters(along: view)
    try addRings(to: &view)
    let maker = StepMaker(view, drivingSide: map.header.drivingSide, mode: mode)
    var exits: [Int: RoadSign] = [:]
    // Most exits are passed, so only those are read that the path may take.
    for index in maker.exitEdges where edges[index - 1].way.road.roadClass.hasExits {
      guard let place = try map.place(ofEdge: edges[index - 1].id) else { continue }
      if let exit = try junctions.exit(after: place, in: names) { exits[index] = exit }
    }
    return maker.steps(exits: exits)
  }

  /// Adds the words along a path, and its names in the preferred language.
  ///
  /// - Returns: The kind of these names; nil if the map does not have them.
  private func addWords(to view: inout PathView) throws(NavError) -> RoadWordKind? {
    let reader = WordReader(map: map, mode: mode, language: language)
    let found = try reader.words(along: view.edges)
    for (index, (start, words)) in found.enumerated() {
      guard let said = words.words else { continue }
      let end = index + 1 < found.count ? found[index + 1].edge : view.edges.count
      for edge in start..<end { view.words[edge] = said }
    }
    if reader.names != nil { rename(&view.edges, by: found) }
    return reader.names
  }

  /// Adds the rings that a path enters; people on foot walk round them either way.
  private func addRings(to view: inout PathView) throws(NavError) {
    if mode == .foot { return }
    let rings = RingReader(map: map, mode: mode)
    var wasRing = false
    for index in view.edges.indices {
      let way = view.edges[index].way
      let isRing = way.road.flags.contains(.roundabout)
      if isRing, !wasRing {
        var ring = try rings.ring(of: view.edges[index])
        if ring?.text == way.localName { ring?.text = way.name }
        view.rings[index] = ring
      }
      wasRing = isRing
    }
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
