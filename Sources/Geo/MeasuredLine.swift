/// A line with the distance of each point from its beginning.
package struct MeasuredLine: Sendable {
  /// The points; at least one.
  package let points: [Coordinate]
  /// Metres from the beginning to each point along the straight lines between them; ascending.
  package let metres: [Double]
  /// Metres along the points for each metre of a place on the line.
  private let scale: Double

  /// A line with places in metres along it.
  ///
  /// - Parameters:
  ///   - points: The points; at least one.
  ///   - length: The length on which places are measured, in metres, such as that of an edge, whose stored shape is
  ///     shorter than that of the source; nil for the length of the points.
  /// - Complexity: O(points).
  package init(_ points: [Coordinate], length: Double? = nil) {
    precondition(!points.isEmpty, "a line has a point")
    self.points = points
    var metres = [0.0]
    metres.reserveCapacity(points.count)
    for (a, b) in zip(points, points.dropFirst()) {
      metres.append(metres[metres.count - 1] + Distance.metres(a, b))
    }
    self.metres = metres
    let drawn = metres[metres.count - 1]
    scale = length.map { $0 > 0 ? drawn / $0 : 0 } ?? 1
  }

  /// The length of the points in metres.
  package var drawnLength: Double { metres[metres.count - 1] }

  /// The point halfway along.
  package var middle: Coordinate { drawn(at: drawnLength / 2) }

  /// The point at a place in metres, clamped to the line.
  package func position(at metres: Double) -> Coordinate { drawn(at: metres * scale) }

  /// The point at a share of the line, clamped to it.
  package func position(atShare share: Double) -> Coordinate { drawn(at: drawnLength * share) }

  /// The part between two places in metres, the first at most the second: their points, and those between.
  package func part(_ first: Double, _ last: Double) -> [Coordinate] {
    let (first, last) = (first * scale, last * scale)
    let between = points.indices.filter { metres[$0] > first && metres[$0] < last }
    return [drawn(at: first)] + between.map { points[$0] } + [drawn(at: last)]
  }

  /// The point at a distance along the points, clamped to the line.
  private func drawn(at along: Double) -> Coordinate {
    guard let next = metres.indices.dropFirst().first(where: { metres[$0] >= along }) else {
      return points[points.count - 1]
    }
    let step = metres[next] - metres[next - 1]
    let share = step > 0 ? (along - metres[next - 1]) / step : 0
    return points[next - 1].interpolated(to: points[next], share: min(max(share, 0), 1))
  }
}
