/// Leaves out points of contours so that lines stay valid, apart from each other, and the same where values share them.
///
/// Points that are not needed are found by the algorithm of Ramer, Douglas and Peucker (1972/73,
/// doi:10.1016/S0146-664X(72)80017-0). Lines that share no point are at least half a cell apart, and none moves as far
/// as a quarter, so no two can cross. Where the lines of several values part, that point and its neighbours stay. From
/// one such point to the next, values have the same points and so the same result.
enum ContourSimplification {
  /// The square of the maximum distance from the original line in halves of a cell: 0.24 cells.
  private static let squaredTolerance = 0.48 * 0.48

  /// The points that remain.
  static func points(_ contour: Contour) -> [Contour.Point] {
    let contour = withoutStraightPoints(contour)
    let count = contour.points.count
    var keeps = [Bool](repeating: false, count: count)
    for index in 0..<count where contour.isNode[index] {
      keeps[index] = true
      keeps[(index + 1) % count] = true
      keeps[(index + count - 1) % count] = true
    }
    if !keeps.contains(true) {
      let first = lowest(contour.points)
      keeps[first] = true
      keeps[farthest(contour.points, from: first)] = true
    }
    let anchors = keeps.indices.filter { keeps[$0] }
    for (index, anchor) in anchors.enumerated() {
      let next = index + 1 < anchors.count ? anchors[index + 1] : anchors[0] + count
      thin(contour.points, from: anchor, to: next, &keeps)
    }
    return keeps.indices.filter { keeps[$0] }.map { contour.points[$0] }
  }

  /// A contour without the points between equal steps, which are never farthest from a line.
  private static func withoutStraightPoints(_ contour: Contour) -> Contour {
    var (points, isNode): ([Contour.Point], [Bool]) = ([], [])
    points.reserveCapacity(contour.points.count)
    isNode.reserveCapacity(contour.points.count)
    guard var last = contour.points.last, var isAfterNode = contour.isNode.last else {
      return contour
    }
    for (index, point) in contour.points.enumerated() {
      let after = index + 1 < contour.points.count ? index + 1 : 0
      let next = contour.points[after]
      let isKept = isAfterNode || contour.isNode[index] || contour.isNode[after]
      if isKept || point.x - last.x != next.x - point.x || point.y - last.y != next.y - point.y {
        points.append(point)
        isNode.append(contour.isNode[index])
      }
      (last, isAfterNode) = (point, contour.isNode[index])
    }
    return Contour(points: points, isNode: isNode)
  }

  /// The southernmost point, or the westernmost of several; the same wherever the line begins.
  private static func lowest(_ points: [Contour.Point]) -> Int {
    var best = 0
    for index in points.indices
    where (points[index].y, points[index].x) < (points[best].y, points[best].x) {
      best = index
    }
    return best
  }

  private static func farthest(_ points: [Contour.Point], from first: Int) -> Int {
    let count = points.count
    var (best, farthest) = (first, -1)
    for step in 1..<count {
      let index = (first + step) % count
      let (x, y) = (
        Int(points[index].x - points[first].x), Int(points[index].y - points[first].y)
      )
      if x * x + y * y > farthest { (best, farthest) = (index, x * x + y * y) }
    }
    return best
  }

  /// Keeps the necessary points between two; the second index may be beyond the ring's end.
  private static func thin(
    _ points: [Contour.Point], from first: Int, to last: Int, _ keeps: inout [Bool]
  ) {
    let count = points.count
    let span = points.span
    var open = [(first, last)]
    while let (from, to) = open.popLast() {
      if to - from < 2 { continue }
      let (a, b) = (span[from % count], span[to % count])
      let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
      let square = dx * dx + dy * dy
      // Squared distances times the square of the line's length: all numbers are whole, and none is divided.
      let scale = max(square, 1)
      var (worst, distance) = (0, squaredTolerance * scale)
      for index in from + 1..<to {
        let point = span[index < count ? index : index - count]
        let (px, py) = (Double(point.x - a.x), Double(point.y - a.y))
        let along = px * dx + py * dy
        let across = px * dy - py * dx
        var error = across * across
        if along <= 0 {
          error = (px * px + py * py) * scale
        } else if along >= square {
          let (ex, ey) = (px - dx, py - dy)
          error = (ex * ex + ey * ey) * scale
        }
        if error > distance { (worst, distance) = (index, error) }
      }
      if worst == 0 { continue }
      keeps[worst % count] = true
      open.append((from, worst))
      open.append((worst, to))
    }
  }
}
