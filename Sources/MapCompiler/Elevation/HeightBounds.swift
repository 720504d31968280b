import Hierarchy
import NavFormat

/// The bounds for heights of junctions with which no road is too steep.
///
/// Let h be the heights of the grid at places u, and c(u, v) the maximum climb of roads between two
/// places. The minimum of h(u) + c(u, v) over all u is the maximum height of v if every u has its
/// height or less; the maximum of h(u) − c(u, v) is the minimum height. Both differ by at most c
/// between any two places, and so does their mean (the extensions of McShane,
/// doi:10.1090/S0002-9904-1934-05978-0, and Whitney). If no part of the grid nearby is too steep,
/// the mean is its height. All arithmetic is on whole centimetres, so that the result is unique.
struct HeightBounds {
  /// The bounds of a place; `low` is at least `high`, and equal if the grid may be right.
  struct Pair: Sendable, Hashable {
    /// The minimum of all h(u) + c(u, v); ``unknown`` if there is no height.
    var high = HeightBounds.unknown
    /// The maximum of all h(u) − c(u, v); minus ``unknown`` if there is no height.
    var low = -HeightBounds.unknown

    /// The mean, in centimetres; nil if there is no height.
    var mean: Int? { high < HeightBounds.unknown ? (high + low) >> 1 : nil }

    /// Narrows the bounds by those of a place with a maximum difference in height.
    mutating func add(_ other: Pair, climb: Int) {
      if other.high < HeightBounds.unknown { high = min(high, other.high + climb) }
      if other.low > -HeightBounds.unknown { low = max(low, other.low - climb) }
    }
  }

  /// More than the sum of any height and climb, in centimetres.
  static let unknown = 1 << 29
  /// The number that is added to heights so that they are positive.
  private static let shift = 1 << 28
  /// The maximum climb of a segment, so that sums remain below ``unknown``; 1,000 km.
  static let maximumClimb = 100_000_000

  /// Spreads bounds along all segments.
  ///
  /// - Parameters:
  ///   - graph: The network.
  ///   - climbs: The maximum climb of each segment, in centimetres.
  ///   - bounds: The bounds from the segments at each junction; receives those from all segments.
  /// - Complexity: O(n log n) for n junctions and segments.
  static func spread(_ graph: RoadGraph, _ climbs: [Int], _ bounds: inout [Pair]) {
    let high = settle(graph, climbs, bounds.map(\.high))
    let low = settle(graph, climbs, bounds.map { -$0.low })
    for junction in graph.junctions {
      bounds[junction] = Pair(high: high[junction], low: -low[junction])
    }
  }

  /// The minimum, for each junction, of the sum of another's value and the climb from there.
  ///
  /// It is Dijkstra's algorithm with many sources.
  private static func settle(_ graph: RoadGraph, _ climbs: [Int], _ start: [Int]) -> [Int] {
    var costs = start
    var queue = CostQueue()
    for junction in graph.junctions where costs[junction] < unknown {
      queue.push(junction.number, cost: UInt32(costs[junction] + shift))
    }
    while let (number, key) = queue.pop() {
      let junction = RoadJunction(number: number)
      let cost = Int(key) - shift
      if cost > costs[junction] { continue }
      for edge in graph.out(junction) {
        let head = graph.head(edge)
        let reached = cost + climbs[edge.segment]
        guard reached < costs[head], reached < unknown else { continue }
        costs[head] = reached
        queue.push(head.number, cost: UInt32(reached + shift))
      }
    }
    return costs
  }
}
