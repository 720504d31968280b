/// Gives the lines of values the same points where they meet.
///
/// A point of a line may lie on a side of the next value's line, exactly so on the grid. As coordinates in degrees,
/// both are rounded, and the point may lie slightly outside that value's area. So it becomes a point of both lines.
enum OutlineJoining {
  /// The outlines with the points of smaller values that lie on their sides.
  ///
  /// A point that lies on the lines of several larger values goes from each to the next.
  ///
  /// - Parameter values: The outlines by ascending value, each area inside that of the next.
  /// - Returns: The same areas, maybe with more points.
  /// - Complexity: O(points of a value × points of the next).
  static func joined(_ values: [[Outline]]) -> [[Outline]] {
    var result = values
    for level in result.indices.dropFirst() {
      let inner = result[level - 1].flatMap(\.points)
      result[level] = result[level].map { outline in
        Outline(
          outer: line(outline.outer, with: inner),
          holes: outline.holes.map { line($0, with: inner) })
      }
    }
    return result
  }

  /// A closed line with those of some points that lie on its sides.
  private static func line(
    _ line: [Contour.Point], with points: [Contour.Point]
  ) -> [Contour.Point] {
    var result: [Contour.Point] = []
    for (index, a) in line.enumerated() {
      let b = line[index + 1 < line.count ? index + 1 : 0]
      result.append(a)
      result += points.filter { isBetween($0, a, b) }.sorted { distance($0, a) < distance($1, a) }
    }
    return result
  }

  /// Whether a point lies on a side, and is not one of its ends.
  private static func isBetween(
    _ point: Contour.Point, _ a: Contour.Point, _ b: Contour.Point
  ) -> Bool {
    guard min(a.x, b.x) <= point.x, point.x <= max(a.x, b.x), min(a.y, b.y) <= point.y,
      point.y <= max(a.y, b.y), point != a, point != b
    else { return false }
    return Int(b.x - a.x) * Int(point.y - a.y) == Int(b.y - a.y) * Int(point.x - a.x)
  }

  /// The sum of the distances along both axes, for the order along a side.
  private static func distance(_ point: Contour.Point, _ a: Contour.Point) -> UInt32 {
    (point.x - a.x).magnitude + (point.y - a.y).magnitude
  }
}
