import Geo

/// Removes points of a line that make no visible difference.
///
/// Douglas and Peucker, "Algorithms for the reduction of the number of points required to represent
/// a digitized line", 1973, doi:10.3138/FM57-6770-U75U-7727.
enum Simplification {
  /// The size of the line on a screen in pixels; smaller deviations than one are invisible.
  private static let pixels = 800.0

  /// A line reduced for a screen that shows all of it.
  static func overview(of line: [Coordinate]) -> [Coordinate] {
    var box = Box.empty
    for point in line { box.add(point) }
    guard line.count > 2, !box.isEmpty else { return line }
    let plane = line.map { Distance.offset(from: line[0], to: $0) }
    let east = plane.map(\.east)
    let north = plane.map(\.north)
    let extent = max(
      (east.max() ?? 0) - (east.min() ?? 0), (north.max() ?? 0) - (north.min() ?? 0))
    return reduced(line, plane, tolerance: extent / pixels)
  }

  /// Removes the points of a line in a tile that deviate from it by at most a number of steps.
  static func reduced(_ line: [TilePoint], steps: Double) -> [TilePoint] {
    guard line.count > 2 else { return line }
    return reduced(
      line, line.map { (east: Double($0.x), north: Double($0.y)) }, tolerance: steps)
  }

  private static func reduced<Point>(
    _ line: [Point], _ plane: [(east: Double, north: Double)], tolerance: Double
  ) -> [Point] {
    var isKept = [Bool](repeating: false, count: line.count)
    isKept[0] = true
    isKept[line.count - 1] = true
    var open = [(0, line.count - 1)]
    while let (first, last) = open.popLast() {
      var farthest = (index: 0, distance: tolerance)
      for index in stride(from: first + 1, to: last, by: 1) {
        let distance = distance(plane[index], plane[first], plane[last])
        if distance > farthest.distance { farthest = (index, distance) }
      }
      guard farthest.index > 0 else { continue }
      isKept[farthest.index] = true
      open += [(first, farthest.index), (farthest.index, last)]
    }
    return zip(line, isKept).filter(\.1).map(\.0)
  }

  /// Metres from a point to the straight line between two others.
  private static func distance(
    _ place: (east: Double, north: Double), _ a: (east: Double, north: Double),
    _ b: (east: Double, north: Double)
  ) -> Double {
    let (east, north) = (b.east - a.east, b.north - a.north)
    let square = east * east + north * north
    var share = 0.0
    if square > 0 {
      let along = (place.east - a.east) * east + (place.north - a.north) * north
      share = min(max(along / square, 0), 1)
    }
    let (x, y) = (place.east - a.east - share * east, place.north - a.north - share * north)
    return (x * x + y * y).squareRoot()
  }
}
