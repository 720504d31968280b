/// The minimum costs through a cell between all edges that bound it.
///
/// The states inside are eliminated in the order of their places: every path over a state becomes one without it. Any
/// order is correct; that of the ranks is fast, because it adds few paths. Costs are in a matrix. Rows and columns of
/// bits tell which entries are valid, so the matrix need not be cleared.
///
/// The matrix takes four bytes for each pair of states: a gigabyte for ``maximumCount`` states, hundreds of times what
/// a cell of roads takes.
public struct CellClique: Sendable {
  /// The maximum number of states of a cell, including its boundary; cells in files may have more.
  public static let maximumCount = 16_384

  private(set) var boundaryCount = 0
  private var insideCount = 0
  private var count = 0
  /// The number of words in a row of bits.
  private var width = 0
  private var costs: [UInt32] = []
  /// For each place, the places to which a path leads, and those from which a path leads to it.
  private var outward: [UInt64] = []
  private var inward: [UInt64] = []

  init() {}

  /// The cost of a path through the cell, from one edge of the boundary to another.
  subscript(from: Int, to: Int) -> UInt32 {
    let row = insideCount + from
    let column = insideCount + to
    if outward[row * width + column >> 6] >> UInt64(column & 63) & 1 == 0 {
      return Cost.unreachable
    }
    return costs[row * count + column]
  }

  /// All costs between edges of the boundary, row by row.
  func table() -> [UInt32] {
    var table: [UInt32] = []
    table.reserveCapacity(boundaryCount * boundaryCount)
    for from in 0..<boundaryCount {
      for to in 0..<boundaryCount { table.append(self[from, to]) }
    }
    return table
  }

  /// Calculates the costs.
  mutating func run(_ graph: borrowing CellGraph) {
    insideCount = graph.insideCount
    boundaryCount = graph.boundaryCount
    count = insideCount + boundaryCount
    width = (count + 63) / 64
    if costs.count < count * count {
      costs.append(contentsOf: repeatElement(0, count: count * count - costs.count))
    }
    outward.removeAll(keepingCapacity: true)
    outward.append(contentsOf: repeatElement(0, count: count * width))
    inward.removeAll(keepingCapacity: true)
    inward.append(contentsOf: repeatElement(0, count: count * width))
    enter(graph)
    for place in 0..<insideCount {
      CellClique.eliminate(place, count, width, &costs, &outward, &inward)
    }
  }

  private mutating func enter(_ graph: borrowing CellGraph) {
    for tail in 0..<count {
      for index in graph.ranges[tail] {
        let turn = graph.turns[Int(index)]
        let head = Int(turn & 0xFFFF_FFFF)
        let cost = UInt32(truncatingIfNeeded: turn >> 32)
        if head == tail || cost >= Cost.unreachable { continue }
        let bit = UInt64(1) << UInt64(head & 63)
        let entry = tail * count + head
        let isNew = outward[tail * width + head >> 6] & bit == 0
        costs[entry] = isNew ? cost : min(costs[entry], cost)
        outward[tail * width + head >> 6] |= bit
        inward[head * width + tail >> 6] |= 1 << UInt64(tail & 63)
      }
    }
  }

  private static func eliminate(
    _ place: Int, _ count: Int, _ width: Int, _ costs: inout [UInt32], _ outward: inout [UInt64],
    _ inward: inout [UInt64]
  ) {
    var costs = costs.mutableSpan
    var outward = outward.mutableSpan
    var inward = inward.mutableSpan
    let mine = place &* width
    // Only places after this one in the order remain.
    let start = (place &+ 1) &>> 6
    let mask = ~UInt64(0) &<< UInt64((place &+ 1) & 63)
    for tailWord in start..<width {
      var tails = inward[mine &+ tailWord] & (tailWord == start ? mask : ~0)
      while tails != 0 {
        let tail = tailWord &* 64 &+ tails.trailingZeroBitCount
        tails &= tails &- 1
        let there = costs[tail &* count &+ place]
        let row = tail &* count
        for headWord in start..<width {
          let heads = outward[mine &+ headWord] & (headWord == start ? mask : ~0)
          let known = outward[tail &* width &+ headWord]
          var bits = heads
          while bits != 0 {
            let bit = bits & (0 &- bits)
            let head = headWord &* 64 &+ bits.trailingZeroBitCount
            bits ^= bit
            let offer = min(there &+ costs[place &* count &+ head], Cost.unreachable)
            costs[row &+ head] = known & bit == 0 ? offer : min(costs[row &+ head], offer)
          }
          outward[tail &* width &+ headWord] = known | heads
        }
      }
    }
    for headWord in start..<width {
      var heads = outward[mine &+ headWord] & (headWord == start ? mask : ~0)
      while heads != 0 {
        let head = headWord &* 64 &+ heads.trailingZeroBitCount
        heads &= heads &- 1
        for word in start..<width {
          let tails = inward[mine &+ word] & (word == start ? mask : ~0)
          inward[head &* width &+ word] |= tails
        }
      }
    }
  }
}
