package import Geo
package import NavFormat
package import RoadModel
package import RouteModel

extension Course {
  /// Pieces of a shape that are this much farther from a place than the nearest one are as near: a bend lies on both.
  private static let sameMetres = 0.01

  /// The directions of a segment that fit the course at the point of the segment nearest to a place; at a bend, on
  /// either side of it.
  package func directions(
    _ tile: borrowing TileView, _ segment: SegmentIndex, near place: Coordinate
  ) -> DirectionSet {
    let shape = tile.shape(segment)
    var least = Double.infinity
    var found: DirectionSet = []
    for (a, b) in zip(shape, shape.dropFirst()) where a != b {
      let (east, north) = Distance.offset(from: a, to: b)
      let to = Distance.offset(from: a, to: place)
      let square = east * east + north * north
      guard square > 0 else { continue }
      let share = min(max((to.east * east + to.north * north) / square, 0), 1)
      let (x, y) = (to.east - share * east, to.north - share * north)
      let metres = (x * x + y * y).squareRoot()
      guard metres <= least + Self.sameMetres else { continue }
      if metres < least - Self.sameMetres { found = [] }
      least = min(least, metres)
      let heading = Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
      if allows(heading) { found.insert(.forward) }
      if allows(heading + 180) { found.insert(.backward) }
    }
    return found
  }
}
