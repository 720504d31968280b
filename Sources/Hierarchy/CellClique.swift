/// The least costs through a cell between all edges that bound it.
///
/// The states inside are eliminated in the order of their places: each way over the state becomes a way
/// without it. It is right in any order, and quick in that of the ranks, which makes few new ways. Costs are
/// a matrix; rows and columns of bits say which of its entries mean anything, so it need not be cleared.
///
/// The matrix takes four bytes for each pair of states: a gigabyte for as many as ``maximumCount``, some hundreds of
/// times what a cell of roads has.
public struct CellClique: Sendable {
  /// States that a cell may have for this, its boundary counted: cells of files may have more.
  public static let maximumCount = 16_384

  private(set) var boundaryCount = 0
  private var insideCount = 0
  private var count = 0
  /// The words of a row of bits.
  private var width = 0
  private var costs: [UInt32] = []
  /// For each place the places to which there is a way, and those from which there is one.
  private var outward: [UInt64] = []
  private var inward: [UInt64] = []

  init() {}

  /// The cost of a way through the cell, from one edge of the boundary to another.
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

  /// Finds the costs.
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
    // Only what is after the place in order is still there.
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
