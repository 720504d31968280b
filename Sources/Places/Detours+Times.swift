internal import Geo
internal import RouteModel

/// When a trip along a section is where.
extension Detours {
  /// Metres from the beginning of a section to each point of its line.
  static func distances(of section: RouteSection) -> [Double] {
    var result = [0.0]
    for (a, b) in zip(section.polyline, section.polyline.dropFirst()) {
      result.append((result.last ?? 0) + Distance.metres(a, b))
    }
    let drawn = result.last ?? 0
    return drawn > 0 ? result.map { $0 * section.lengthMetres / drawn } : result
  }

  /// Seconds from the beginning of a section to each point, by edges or in proportion to distance; behind the turn
  /// there.
  static func times(of section: RouteSection) -> [Double] { bothTimes(of: section).behind }

  /// Seconds from the beginning of a section to the middle of each piece of its line.
  static func middles(of section: RouteSection) -> [Double] {
    let (before, behind) = bothTimes(of: section)
    return zip(behind, before.dropFirst()).map { ($0 + $1) / 2 }
  }

  /// Seconds from the beginning of a section to each point, before and behind the turn there.
  private static func bothTimes(
    of section: RouteSection
  ) -> (before: [Double], behind: [Double]) {
    let distances = distances(of: section)
    let total = max(distances.last ?? 0, 1)
    var behind = distances.map { $0 / total * section.durationSeconds }
    var before = behind
    var clock = 0.0
    for edge in section.edges {
      clock += edge.turnDurationSeconds
      let (first, last) = (edge.points.lowerBound, edge.points.upperBound)
      let length = max(distances[last] - distances[first], 0.01)
      for point in first...last {
        let share = (distances[point] - distances[first]) / length
        behind[point] = clock + share * edge.durationSeconds
        if point > first { before[point] = behind[point] }
      }
      clock += edge.durationSeconds
    }
    return (before, behind)
  }
}
