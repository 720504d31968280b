package import Geo
package import MapReader
import NavFormat
import RoadModel
package import RouteModel

/// Reads the elevation along the edges of routes.
package struct ElevationAlong {
  private let map: NavMap
  private var reader: ElevationReader

  /// A reader on a map.
  package init(_ map: NavMap) {
    self.map = map
    reader = ElevationReader(map)
  }

  /// The elevation of consecutive edges.
  ///
  /// - Parameters:
  ///   - edges: The edges, the first and the last in part; their points are those of the line.
  ///   - line: The points along them.
  /// - Returns: The elevation; nil if the map has none.
  /// - Throws: `NavError` if the map is damaged there.
  /// - Complexity: O(points), and O(points of a tile) for each tile on the way.
  package mutating func elevation(
    of edges: [RouteEdge], along line: [Coordinate]
  ) throws(NavError) -> SectionElevation? {
    guard map.hasElevation else { return nil }
    var heights = [Double?](repeating: nil, count: line.count)
    var (ascent, descent) = (0.0, 0.0)
    let map = self.map
    for edge in edges {
      guard let place = try map.place(ofEdge: edge.id),
        let known = try reader.elevation(along: place)
      else { continue }
      var shape = try map.tile(place.tile).shape(place.segment)
      if place.direction == .backward { shape.reverse() }
      let profile = EdgeProfile(shape: shape, heights: known.heightsDecimetres)
      let driven = profile.heights(at: line[edge.points])
      for (point, height) in zip(edge.points, driven) { heights[point] = height }
      if line[edge.points.lowerBound] == shape.first, line[edge.points.upperBound] == shape.last {
        ascent += Double(known.ascentDecimetres) / 10
        descent += Double(known.descentDecimetres) / 10
      } else {
        for (a, b) in zip(driven, driven.dropFirst()) {
          ascent += max(b - a, 0)
          descent += max(a - b, 0)
        }
      }
    }
    return SectionElevation(
      ascentMetres: ascent, descentMetres: descent, heightsMetres: heights)
  }
}

/// The heights at the points of an edge's shape.
private struct EdgeProfile {
  let shape: [Coordinate]
  /// Decimetres, one for each point.
  let heights: [Int32]

  /// The heights in metres at points on the shape, in their order.
  ///
  /// All are points of the shape, except that the first and the last may lie between two.
  func heights(at points: ArraySlice<Coordinate>) -> [Double] {
    var next = 0
    return points.map { point in
      if let found = shape[next...].firstIndex(of: point) {
        next = found
        return Double(heights[found]) / 10
      }
      return interpolated(point)
    }
  }

  /// The height on the piece on which a point lies, linear by distance.
  private func interpolated(_ point: Coordinate) -> Double {
    var best = (detour: Double.infinity, height: Double(heights[0]))
    for piece in shape.indices.dropLast() {
      let (before, after) = (
        Distance.metres(shape[piece], point), Distance.metres(point, shape[piece + 1])
      )
      let detour = before + after - Distance.metres(shape[piece], shape[piece + 1])
      guard detour < best.detour else { continue }
      let share = before + after > 0 ? before / (before + after) : 0
      let (a, b) = (Double(heights[piece]), Double(heights[piece + 1]))
      best = (detour, a + (b - a) * share)
    }
    return best.height / 10
  }
}
