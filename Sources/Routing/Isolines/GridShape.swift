import Geo
import MapReader
import NavFormat

/// The shape of a segment on a grid; one value serves many segments.
struct GridShape {
  private var points: [ReachGrid.Point] = []
  /// The latitude of the first point in units.
  private var latitude: Int32 = 0

  mutating func read(_ tile: borrowing TileView, _ segment: SegmentIndex, _ grid: ReachGrid) {
    points.removeAll(keepingCapacity: true)
    let first = tile.position(tile.from(segment))
    latitude = first.latitudeUnits
    let x = Distance.longitudeDifference(grid.origin, first)
    let (south, longitude) = (Int64(grid.origin.latitudeUnits), Int64(first.longitudeUnits))
    points.append(grid.point(x, Int64(first.latitudeUnits) &- south))
    // No road reaches half round the earth, so it lies on the side of its first point.
    @inline(__always)
    func point(_ place: Coordinate) -> ReachGrid.Point {
      var east = Int64(place.longitudeUnits) &- longitude
      if east > 1_800_000_000 { east &-= 3_600_000_000 }
      if east < -1_800_000_000 { east &+= 3_600_000_000 }
      return grid.point(x &+ east, Int64(place.latitudeUnits) &- south)
    }
    var inner = tile.innerPoints(segment)
    while let place = inner.next() { points.append(point(place)) }
    points.append(point(tile.position(tile.to(segment))))
  }

  /// Calls for the column and row of each cell that the shape touches, counted as those of a ``ReachGrid/Point``.
  ///
  /// A cell comes more than once where a line ends in it.
  func forEachCell(_ visit: (Int, Int) -> Void) {
    for index in 1..<points.count {
      ReachGrid.forEachCell(points[index &- 1], points[index]) { column, row, _ in
        visit(column, row)
      }
    }
  }

  /// Draws the whole shape with one content.
  func paint(_ grid: inout ReachGrid, _ content: UInt8) {
    for index in 1..<points.count {
      grid.paint(points[index &- 1], points[index]) { _ in content }
    }
  }

  /// Draws a part with contents that depend on the distance from the beginning of the shape in centimetres.
  ///
  /// - Parameters:
  ///   - grid: The grid.
  ///   - begin: Where the part begins.
  ///   - end: Where it ends.
  ///   - length: The length of the whole shape.
  ///   - isRising: Whether contents rise along the shape; otherwise they fall.
  ///   - content: The content at a distance.
  func paint(
    _ grid: inout ReachGrid, from begin: UInt32, to end: UInt32, of length: UInt32,
    isRising: Bool, _ content: (UInt32) -> UInt8
  ) {
    // Metres to the east in a cell, relative to those to the north, at the latitude of the road.
    let scale =
      Double(grid.cellWidth) / Double(grid.cellHeight)
      * Trigonometry.cosine(units: Double(latitude))
    func distance(to index: Int) -> Double {
      let east = (points[index].x - points[index - 1].x) * scale
      let north = points[index].y - points[index - 1].y
      return (east * east + north * north).squareRoot()
    }
    var passed = 0.0
    for index in 1..<points.count { passed += distance(to: index) }
    let unit = passed > 0 ? Double(length) / passed : 0
    passed = 0
    for index in 1..<points.count {
      let low = passed * unit
      passed += distance(to: index)
      let high = passed * unit
      let whole = high - low
      let (first, last) = (max(low, Double(begin)), min(high, Double(end)))
      guard first <= last else { continue }
      func point(_ at: Double) -> ReachGrid.Point {
        let share = whole > 0 ? min(max((at - low) / whole, 0), 1) : 0
        let (a, b) = (points[index - 1], points[index])
        return (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
      }
      let (from, to) = isRising ? (first, last) : (last, first)
      func contentAt(_ share: Double) -> UInt8 {
        // Rounded toward the earlier reached end.
        let along = from + (to - from) * share
        return content(UInt32(max(isRising ? along.rounded(.down) : along.rounded(.up), 0)))
      }
      // Contents do not fall along the line, so most lines have one.
      let nearest = contentAt(0)
      if nearest == contentAt(1) {
        grid.paint(point(from), point(to)) { _ in nearest }
      } else {
        grid.paint(point(from), point(to), contentAt)
      }
    }
  }
}
