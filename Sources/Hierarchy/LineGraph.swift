/// The turns of a road network: a graph with directed edges as states, and allowed movements between them as arcs.
///
/// It has only possible turns. The costs of a metric are a separate array, parallel to ``heads``:
/// the cost of the turn plus that of the edge turned into, in any unit (here centiseconds), at most
/// ``Cost/unreachable``. That value means that the metric forbids the turn. Turns that no metric
/// ever allows are best left out.
public struct LineGraph: Sendable {
  /// The turns from edge e are `first[e] ..< first[e + 1]`.
  public var first: [UInt32]
  /// The edge that each turn leads into.
  public var heads: [UInt32]

  /// A graph of the given columns.
  ///
  /// - Parameters:
  ///   - first: Ascending, one more than there are edges, the first 0 and the last the number of turns.
  ///   - heads: The edge that each turn leads into.
  public init(first: [UInt32], heads: [UInt32]) {
    precondition(!first.isEmpty && Int(first[first.count - 1]) == heads.count)
    self.first = first
    self.heads = heads
  }

  /// The number of states, which is the number of directed edges.
  public var edgeCount: Int { first.count - 1 }

  /// The reverse graph: for each edge, the edges with a turn into it, ascending.
  func reversed() -> LineGraph {
    let count = edgeCount
    var first = [UInt32](repeating: 0, count: count + 1)
    for head in heads { first[Int(head) + 1] += 1 }
    for edge in 0..<count { first[edge + 1] += first[edge] }
    var next = first
    var tails = [UInt32](repeating: 0, count: heads.count)
    for edge in 0..<count {
      for arc in Int(self.first[edge])..<Int(self.first[edge + 1]) {
        let head = Int(heads[arc])
        tails[Int(next[head])] = UInt32(edge)
        next[head] += 1
      }
    }
    return LineGraph(first: first, heads: tails)
  }
}

/// The range of the costs of a metric.
public enum Cost {
  /// No path: 2^30 − 1, so that the sum of two costs cannot overflow.
  public static let unreachable: UInt32 = 1 << 30 - 1

  /// The minimum cost of an edge, and so of every path from one edge to another.
  ///
  /// So a cheapest path visits no node twice, and the steps of a cost can be found in bounded time.
  public static let least: UInt32 = 1

  /// Whether an arc may have this cost.
  static func isOfArc(_ cost: UInt32) -> Bool { cost >= least && cost <= unreachable }

  /// The sum of two costs, at most ``unreachable``.
  @inlinable
  public static func sum(_ left: UInt32, _ right: UInt32) -> UInt32 {
    min(left &+ right, unreachable)
  }
}
