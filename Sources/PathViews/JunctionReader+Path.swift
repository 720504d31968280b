import Guidance
import MapReader
import RoadModel
import RouteModel

extension JunctionReader {
  /// The junctions of a path, one before each edge; nil before the first, where the path passes a waypoint, and where
  /// an edge does not begin at the end of the one before.
  ///
  /// Most paths take passages that others took before, whose junctions the map remembers.
  ///
  /// - Parameters:
  ///   - view: The path with its words.
  ///   - passed: The indices of the edges before which it passes a waypoint.
  /// - Returns: The junctions.
  /// - Throws: `NavError` if the map is damaged there.
  func junctions(of view: PathView, passed: Set<Int>) throws(NavError) -> [Junction?] {
    let haveArrows = view.haveArrows
    let keys = keys(of: view, haveArrows, passed)
    var junctions: [Junction?] = []
    junctions.reserveCapacity(keys.count)
    map.passages.find(keys) { junctions.append($0 as? Junction) }
    var found: [(key: PassageKey, finding: PassageMemory.Finding)] = []
    for index in keys.indices where junctions[index] == nil {
      guard let key = keys[index],
        let junction = try self.junction(before: index, of: view, haveArrows)
      else { continue }
      junctions[index] = junction
      found.append((key, junction))
    }
    map.passages.keep(found)
    return junctions
  }

  /// The keys of the passages before the edges of a path; nil where it has no junction.
  private func keys(
    of view: PathView, _ haveArrows: [Bool], _ passed: Set<Int>
  ) -> [PassageKey?] {
    if view.edges.isEmpty { return [] }
    let map = map.id
    var keys: [PassageKey?] = [nil]
    keys.reserveCapacity(view.edges.count)
    var before = view.edges[0].way
    for index in view.edges.indices.dropFirst() {
      let (edge, next) = (view.edges[index - 1].id, view.edges[index].id)
      let after = view.edges[index].way
      defer { before = after }
      guard edge.map == map, next.map == map, !passed.contains(index) else {
        keys.append(nil)
        continue
      }
      let details = Passage.details(before, after, hasLanes: haveArrows[index - 1])
      keys.append(PassageKey(edge.number, next.number, mode, details: details))
    }
    return keys
  }

  /// The junction before an edge of a path, from the map, with what it asks of the path.
  private func junction(
    before index: Int, of view: PathView, _ haveArrows: [Bool]
  ) throws(NavError) -> Junction? {
    guard let edge = try map.place(ofEdge: view.edges[index - 1].id),
      let next = try map.place(ofEdge: view.edges[index].id, near: edge.tile)
    else { return nil }
    let passage = Passage.of(view, haveArrows, before: index)
    return try junction(after: edge, before: next, passage)?
      .judged(from: passage.before, onto: passage.after)
  }
}

extension JunctionReader.Passage {
  /// The passage of a path onto an edge.
  ///
  /// A static function, because an initializer would copy the whole path.
  fileprivate static func of(
    _ view: PathView, _ haveArrows: [Bool], before index: Int
  ) -> JunctionReader.Passage {
    JunctionReader.Passage(
      before: view.edges[index - 1].way, after: view.edges[index].way,
      hasLanes: haveArrows[index - 1])
  }

  /// Whatever of a passage the junction depends on, besides the edges and the mode.
  fileprivate static func details(_ before: RouteWay, _ after: RouteWay, hasLanes: Bool) -> UInt8 {
    let lanes: UInt8 = hasLanes ? 4 : 0
    if before === after { return 3 | lanes }
    return keepsRoad(before, after) ? 2 | lanes : lanes
  }
}
