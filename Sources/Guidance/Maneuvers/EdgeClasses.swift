import RoadModel
import RouteModel

/// The classes of the road of an edge in OSRM's sense, for a mode.
struct EdgeClasses: Equatable {
  /// The kinds of road that have one.
  private let kinds: Avoidance
  /// Whether it may be driven only to places on it.
  private let isRestricted: Bool

  private init(_ road: RoadAttributes, _ direction: Direction, _ mode: Mode) {
    kinds = Avoidance(on: road, truck: mode == .truck).subtracting(.unpaved)
    isRestricted = road.access(direction)[mode].isEndOnly
  }

  /// The classes of each edge of a path.
  static func along(_ edges: [RouteEdge], _ mode: Mode) -> [EdgeClasses] {
    var all: [EdgeClasses] = []
    all.reserveCapacity(edges.count)
    for index in edges.indices {
      // Most edges are on the way of the one before.
      if let last = all.last, edges[index - 1].way === edges[index].way,
        edges[index - 1].isForward == edges[index].isForward
      {
        all.append(last)
      } else {
        let direction: Direction = edges[index].isForward ? .forward : .backward
        all.append(EdgeClasses(edges[index].way.road, direction, mode))
      }
    }
    return all
  }

  /// OSRM's words for them.
  var words: [String] {
    // Most roads have none, and need no list.
    if kinds.isEmpty && !isRestricted { return [] }
    var words: [String] = []
    if kinds.contains(.tolls) { words.append("toll") }
    if kinds.contains(.motorways) { words.append("motorway") }
    if kinds.contains(.ferries) { words.append("ferry") }
    if isRestricted { words.append("restricted") }
    if kinds.contains(.tunnels) { words.append("tunnel") }
    return words
  }
}
