import Hierarchy

/// The bounds between which heights of junctions lie so that no road is steeper than it can be.
///
/// Let h be the heights of the grid at places u, and c(u, v) the most that roads can climb between two places. The
/// lowest of h(u) + c(u, v) over all u is the highest that v can be if every u has its height or less; the highest of
/// h(u) − c(u, v) is the lowest. Each differs by at most c between any two places, and so does their mean (the
/// extensions of McShane, doi:10.1090/S0002-9904-1934-05978-0, and Whitney). Where the grid is not too steep anywhere
/// near, the mean is its height. All arithmetic is on whole centimetres, so that the result is unique.
struct HeightBounds {
  /// The bounds of a place: `low` at least `high`, equal where the grid may be right.
  struct Pair: Sendable, Hashable {
    /// The lowest of all h(u) + c(u, v); ``unknown`` if there is no height.
    var high = HeightBounds.unknown
    /// The highest of all h(u) − c(u, v); minus ``unknown`` if there is no height.
    var low = -HeightBounds.unknown

    /// The mean, in centimetres; nil if there is no height.
    var mean: Int? { high < HeightBounds.unknown ? (high + low) >> 1 : nil }

    /// Narrows the bounds to those of a place that is so far above or below at most.
    mutating func add(_ other: Pair, climb: Int) {
      if other.high < HeightBounds.unknown { high = min(high, other.high + climb) }
      if other.low > -HeightBounds.unknown { low = max(low, other.low - climb) }
    }
  }

  /// More than any height and climb together, in centimetres.
  static let unknown = 1 << 29
  /// Added to heights so that they are above zero.
  private static let shift = 1 << 28
  /// The most that a segment can climb, so that sums stay below ``unknown``; 1,000 km.
  static let maximumClimb = 100_000_000

  /// Carries bounds along all segments.
  ///
  /// - Parameters:
  ///   - graph: The network.
  ///   - climbs: The most that each segment can climb, in centimetres.
  ///   - bounds: The bounds that come from the segments at each junction; receives those from everywhere.
  /// - Complexity: O(n log n) for n junctions and segments.
  static func spread(_ graph: RoadGraph, _ climbs: [Int], _ bounds: inout [Pair]) {
    let high = settle(graph, climbs, bounds.map(\.high))
    let low = settle(graph, climbs, bounds.map { -$0.low })
    for junction in bounds.indices {
      bounds[junction] = Pair(high: high[junction], low: -low[junction])
    }
  }

  /// The least, for each junction, of a cost of any junction and the climb from there (Dijkstra, many sources).
  private static func settle(_ graph: RoadGraph, _ climbs: [Int], _ start: [Int]) -> [Int] {
    var costs = start
    var queue = CostQueue()
    for (junction, cost) in costs.enumerated() where cost < unknown {
      queue.push(UInt32(junction), cost: UInt32(cost + shift))
    }
    while let (junction, key) = queue.pop() {
      let cost = Int(key) - shift
      if cost > costs[Int(junction)] { continue }
      for edge in graph.out(junction) {
        let head = Int(graph.head(edge))
        let reached = cost + climbs[edge.segment]
        guard reached < costs[head], reached < unknown else { continue }
        costs[head] = reached
        queue.push(UInt32(head), cost: UInt32(reached + shift))
      }
    }
    return costs
  }
}
