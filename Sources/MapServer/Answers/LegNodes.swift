import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Finds the OSM nodes along the legs of a route, one for each point of a leg's line.
///
/// A leg usually begins and ends between two nodes. Its first node is then the one before its
/// beginning, its last the one behind its end. Like the line, the nodes leave out a node at the
/// same place as the one before.
struct LegNodes {
  private let map: NavMap
  private var reader: NodeIDReader
  /// The last edge of the previous leg; a leg without edges, because of rounding, lies on it.
  private var last: RouteEdge?

  init(_ map: NavMap) {
    self.map = map
    reader = NodeIDReader(map)
  }

  /// The nodes of the next leg.
  mutating func ids(along leg: LegPath) throws(NavError) -> [Int64] {
    var ids = [Int64?](repeating: nil, count: leg.line.count)
    var edges = leg.edges.filter { $0.points.count > 1 }
    if edges.isEmpty, var edge = leg.edges.first ?? last {
      edge.points = 0...leg.line.count - 1
      edges = [edge]
    }
    for edge in edges {
      guard let place = try map.place(ofEdge: edge.id) else { continue }
      let nodes = try reader.ids(along: place)
      let run = NodeRun(try shape(place))
      for (point, node) in zip(edge.points, run.nodes(of: leg.line[edge.points]))
      where ids[point] == nil {
        ids[point] = nodes[node]
      }
    }
    last = leg.edges.last ?? last
    return ids.compactMap { $0 }
  }

  /// The points of all nodes along an edge.
  private func shape(_ place: EdgePlace) throws(NavError) -> [Coordinate] {
    let map = self.map
    let shape = try map.tile(place.tile).shape(place.segment)
    return place.direction == .forward ? shape : shape.reversed()
  }
}

/// The nodes along an edge by their coordinates, to be matched with the points of a line.
struct NodeRun {
  private let places: [Coordinate]

  /// Nodes at these coordinates; at least two.
  init(_ places: [Coordinate]) { self.places = places }

  /// The number of a node for each point of a line along a part of the edge.
  ///
  /// All points except the first and the last are nodes. The first point has the node there or
  /// before it, the last the node there or behind it.
  func nodes(of line: ArraySlice<Coordinate>) -> [Int] {
    guard let start = line.first, let end = line.last else { return [] }
    let inner = line.dropFirst().dropLast()
    var found =
      inner.isEmpty ? nil : places.indices.lazy.compactMap { match(inner, from: $0) }.first
    if found == nil { found = inner.map(nearest) }
    var (first, last) = piece(start, end)
    if let found, let low = found.first, let high = found.last {
      first = max(low - 1, 0)
      last = high + 1
      // Nodes at one place are one point of the line.
      while last < places.count - 1, places[last] == places[high] { last += 1 }
      last = min(last, places.count - 1)
    }
    while first > 0, places[first] == start, places[first - 1] == start { first -= 1 }
    while last < places.count - 1, places[last] == end, places[last + 1] == end { last += 1 }
    return [first] + (found ?? []) + [last]
  }

  /// The numbers of the nodes at some points, from a node on; nil if they are not consecutive.
  private func match(_ points: ArraySlice<Coordinate>, from first: Int) -> [Int]? {
    var found: [Int] = []
    var next = first
    for point in points {
      if let before = found.last {
        while next < places.count, places[next] == places[before] { next += 1 }
      }
      guard next < places.count, places[next] == point else { return nil }
      found.append(next)
      next += 1
    }
    return found
  }

  /// The ends of the piece between two nodes on which two points lie.
  private func piece(_ a: Coordinate, _ b: Coordinate) -> (first: Int, last: Int) {
    func distance(_ point: Coordinate, _ piece: Int) -> Double {
      let plane = LocalPlane(at: point)
      return plane.squaredMetres(
        from: plane.project(places[piece]), to: plane.project(places[piece + 1])
      ).squareRoot()
    }
    let pieces = 0..<places.count - 1
    let best = pieces.min { distance(a, $0) + distance(b, $0) < distance(a, $1) + distance(b, $1) }
    return (best ?? 0, (best ?? 0) + 1)
  }

  private func nearest(_ point: Coordinate) -> Int {
    places.indices.min { Distance.metres(places[$0], point) < Distance.metres(places[$1], point) }
      ?? 0
  }
}
