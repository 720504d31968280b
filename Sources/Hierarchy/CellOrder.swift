/// The order in which the directed edges of a cell are contracted: always one with the fewest remaining neighbours.
///
/// For the cells used here, of some hundred edges, this makes less fill than cutting further, and it is faster. Edges
/// next to the cell count as neighbours; they are contracted later.
struct CellOrder {
  private let lines: LineGraph
  private let reversed: LineGraph
  /// The column of each directed edge in the current cell, valid if ``columns`` has the edge there.
  private var column: [UInt32]
  private var columns: [UInt32] = []
  private var neighbours = MinimumDegree()

  /// An order for any number of cells of one network.
  init(_ lines: LineGraph, _ reversed: LineGraph) {
    self.lines = lines
    self.reversed = reversed
    column = [UInt32](repeating: 0, count: lines.edgeCount)
  }

  /// The edges of a cell in the order of contraction; edges without turns come first.
  mutating func ordered(_ edges: [UInt32]) -> [UInt32] {
    let states = edges.filter { isState($0) }
    fill(states)
    return edges.filter { !isState($0) } + neighbours.order().map { states[$0] }
  }

  private func isState(_ edge: UInt32) -> Bool {
    let edge = Int(edge)
    return lines.first[edge] < lines.first[edge + 1]
      || reversed.first[edge] < reversed.first[edge + 1]
  }

  /// Sets up the neighbours in a cell.
  private mutating func fill(_ states: [UInt32]) {
    columns = states
    for (place, edge) in states.enumerated() { column[Int(edge)] = UInt32(place) }
    var pairs: [(row: Int, column: Int)] = []
    for row in states.indices {
      let edge = Int(states[row])
      for arc in Int(lines.first[edge])..<Int(lines.first[edge + 1]) {
        pairs.append((row, enter(lines.heads[arc])))
      }
      for arc in Int(reversed.first[edge])..<Int(reversed.first[edge + 1]) {
        pairs.append((row, enter(reversed.heads[arc])))
      }
    }
    neighbours.fill(count: states.count, columns: columns.count, pairs)
  }

  private mutating func enter(_ edge: UInt32) -> Int {
    let known = column[Int(edge)]
    if known < columns.count && columns[Int(known)] == edge { return Int(known) }
    column[Int(edge)] = UInt32(columns.count)
    columns.append(edge)
    return columns.count - 1
  }
}

/// An order of elimination: always one of the remaining rows with the fewest neighbours (minimum degree; Tinney and
/// Walker, 1967).
///
/// Neighbours are rows of bits, with a column for each row, and more columns for what is eliminated later. So removing
/// a row takes a few instructions for each of its neighbours.
///
/// O(n²) for n rows, with a factor of a few instructions.
package struct MinimumDegree: Sendable {
  private var count = 0
  private var rows: [UInt64] = []
  private var degrees: [UInt32] = []
  /// The number of words in a row.
  private var width = 0

  /// Empty memory, reused for any number of orders.
  package init() {}

  /// Sets up the neighbours.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - columns: The number of columns, at least that of rows.
  ///   - pairs: Rows and the columns of their neighbours, for two rows both ways round.
  package mutating func fill(count: Int, columns: Int, _ pairs: [(row: Int, column: Int)]) {
    self.count = count
    width = (columns + 63) / 64
    rows.removeAll(keepingCapacity: true)
    rows.append(contentsOf: repeatElement(0, count: count * width))
    for (row, other) in pairs where row != other {
      rows[row * width + (other >> 6)] |= 1 << UInt64(other & 63)
    }
    degrees.removeAll(keepingCapacity: true)
    for row in 0..<count {
      var degree = 0
      for word in rows[row * width..<(row + 1) * width] { degree += word.nonzeroBitCount }
      degrees.append(UInt32(degree))
    }
  }

  /// The rows in their order; the neighbours are used up.
  package mutating func order() -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(count)
    var (rows, degrees): ([UInt64], [UInt32]) = ([], [])
    swap(&rows, &self.rows)
    swap(&degrees, &self.degrees)
    while order.count < count {
      var best = 0
      for row in 1..<max(count, 1) where degrees[row] < degrees[best] { best = row }
      order.append(best)
      MinimumDegree.eliminate(best, count: count, width, &rows, &degrees)
    }
    // The memory is used again.
    swap(&rows, &self.rows)
    swap(&degrees, &self.degrees)
    return order
  }

  /// Makes all neighbours of a row neighbours of each other, and removes the row.
  private static func eliminate(
    _ state: Int, count: Int, _ width: Int, _ rows: inout [UInt64], _ degrees: inout [UInt32]
  ) {
    var rows = rows.mutableSpan
    var degrees = degrees.mutableSpan
    let mine = state &* width
    for word in 0..<(count &+ 63) / 64 {
      var bits = rows[mine &+ word]
      while bits != 0 {
        let other = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        if other >= count { break }
        let row = other &* width
        var degree = 0
        for index in 0..<width {
          var joined = rows[row &+ index] | rows[mine &+ index]
          if index == other >> 6 { joined &= ~(1 &<< UInt64(other & 63)) }
          if index == state >> 6 { joined &= ~(1 &<< UInt64(state & 63)) }
          rows[row &+ index] = joined
          degree &+= joined.nonzeroBitCount
        }
        degrees[other] = UInt32(truncatingIfNeeded: degree)
      }
    }
    degrees[state] = UInt32.max
  }
}
