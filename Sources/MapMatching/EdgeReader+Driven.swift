import Geo
import MapReader
import NavFormat
import RoadCosts
import RouteModel

extension EdgeReader {
  /// An edge, or the part of it that was driven, and the points of its line after the one before.
  ///
  /// - Parameters:
  ///   - place: The edge.
  ///   - from: Metres from its beginning to where it was entered.
  ///   - to: Metres from its beginning to where it was left; nil for its end.
  ///   - last: The last point of the line so far.
  /// - Returns: The edge without times, and the points.
  /// - Throws: ``RoutingError/map(_:)`` when the map is damaged there.
  mutating func driven(
    _ place: TileEdge, from: Double, to: Double?, after last: Coordinate
  ) throws(RoutingError) -> (edge: MatchedEdge, line: [Coordinate]) {
    let map = self.map
    do throws(NavError) {
      let tile = try map.tile(place.tile)
      let segment = place.edge.segment
      let isForward = place.edge.isForward
      let whole = Double(tile.length(segment)) / 100
      let low = min(from, whole)
      let high = max(min(to ?? whole, whole), low)
      var shape = tile.shape(segment)
      if !isForward { shape.reverse() }
      let line = Self.line(shape, between: low, high, of: whole, after: last)
      let way = tile.way(segment)
      var nodes = try self.nodes?.ids(ofEdge: map.edgeID(place.id)) ?? []
      if nodes.isEmpty {
        for end in [place.edge.reversed, place.edge] {
          nodes.append(try map.osmID(ofHead: end, in: tile.layout))
        }
      }
      let edge = MatchedEdge(
        id: map.edgeID(place.id), wayID: tile.wayOSMID(way), isForward: isForward, nodes: nodes,
        name: map.name(tile.nameOffset(way)), ref: map.name(tile.refOffset(way)),
        lengthMetres: high - low, startMetres: low, points: 0...0)
      return (edge, line)
    } catch { throw RoutingError(error) }
  }

  /// The points of a shape between two distances along it, in metres.
  private static func line(
    _ shape: [Coordinate], between low: Double, _ high: Double, of length: Double,
    after last: Coordinate
  ) -> [Coordinate] {
    guard let origin = shape.first else { return [] }
    let plane = LocalPlane(at: origin)
    var places = plane.project(origin)
    var steps: [Double] = []
    for (a, b) in zip(shape, shape.dropFirst()) {
      let next = plane.project(b, next: places, of: a)
      let (x, y) = (next.x - places.x, next.y - places.y)
      steps.append((x * x + y * y).squareRoot())
      places = next
    }
    let total = steps.reduce(0, +)
    let scale = length > 0 ? total / length : 0
    let from = low > 0 ? low * scale : -1
    let to = high < length ? high * scale : .infinity
    var walked = 0.0
    var line: [Coordinate] = []
    for (index, step) in steps.enumerated() {
      let (a, b) = (shape[index], shape[index + 1])
      if to > walked, to < walked + step, to > from {
        let cut = a.interpolated(to: b, share: (to - walked) / step)
        if line.last ?? last != cut { line.append(cut) }
        return line
      }
      walked += step
      if walked > from && walked < to && line.last ?? last != b { line.append(b) }
    }
    return line
  }
}
