package import Geo
package import NavFormat
package import RoadModel
package import RouteModel

extension Course {
  /// The directions of a segment that fit the course at the point of the segment nearest to a place.
  package func directions(
    _ tile: borrowing TileView, _ segment: SegmentIndex, near place: Coordinate
  ) -> DirectionSet {
    let shape = tile.shape(segment)
    var least = Double.infinity
    var heading = 0.0
    for (a, b) in zip(shape, shape.dropFirst()) where a != b {
      let (east, north) = Distance.offset(from: a, to: b)
      let to = Distance.offset(from: a, to: place)
      let square = east * east + north * north
      guard square > 0 else { continue }
      let share = min(max((to.east * east + to.north * north) / square, 0), 1)
      let (x, y) = (to.east - share * east, to.north - share * north)
      guard x * x + y * y < least else { continue }
      least = x * x + y * y
      heading = Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
    }
    var found: DirectionSet = []
    if allows(heading) { found.insert(.forward) }
    if allows(heading + 180) { found.insert(.backward) }
    return found
  }
}
