/// The order in which the directed edges of a cell are contracted: always one with the fewest remaining neighbours
/// (minimum degree; Tinney and Walker, 1967).
///
/// Neighbours are rows of bits, a row for each edge of the cell, and a column for each edge in the cell or next to it.
/// So removing an edge takes a few instructions for each of its neighbours. For the cells used here, of some hundred
/// edges, this makes less fill than cutting further, and it is faster. Edges next to the cell count as neighbours; they
/// are contracted later.
///
/// O(n²) for n edges, with a factor of a few instructions.
struct CellOrder {
  private let lines: LineGraph
  private let reversed: LineGraph
  /// The column of each directed edge in the current cell, valid if ``columns`` has the edge there.
  private var column: [UInt32]
  private var columns: [UInt32] = []
  private var rows: [UInt64] = []
  private var degrees: [UInt32] = []
  /// The number of words in a row.
  private var width = 0

  /// An order for any number of cells of one network.
  init(_ lines: LineGraph, _ reversed: LineGraph) {
    self.lines = lines
    self.reversed = reversed
    column = [UInt32](repeating: 0, count: lines.edgeCount)
  }

  /// The edges of a cell in the order of contraction; edges without turns come first.
  mutating func ordered(_ edges: [UInt32]) -> [UInt32] {
    var result = edges.filter { !isState($0) }
    let states = edges.filter { isState($0) }
    fill(states)
    while result.count < edges.count {
      var best = 0
      for row in 1..<max(states.count, 1) where degrees[row] < degrees[best] { best = row }
      result.append(states[best])
      CellOrder.eliminate(best, count: states.count, width, &rows, &degrees)
    }
    return result
  }

  private func isState(_ edge: UInt32) -> Bool {
    let edge = Int(edge)
    return lines.first[edge] < lines.first[edge + 1]
      || reversed.first[edge] < reversed.first[edge + 1]
  }

  /// Sets up the rows of a cell.
  private mutating func fill(_ states: [UInt32]) {
    columns = states
    for (place, edge) in states.enumerated() { column[Int(edge)] = UInt32(place) }
    var pairs: [(UInt32, UInt32)] = []
    for row in states.indices {
      let edge = Int(states[row])
      for arc in Int(lines.first[edge])..<Int(lines.first[edge + 1]) {
        pairs.append((UInt32(row), enter(lines.heads[arc])))
      }
      for arc in Int(reversed.first[edge])..<Int(reversed.first[edge + 1]) {
        pairs.append((UInt32(row), enter(reversed.heads[arc])))
      }
    }
    width = (columns.count + 63) / 64
    rows.removeAll(keepingCapacity: true)
    rows.append(contentsOf: repeatElement(0, count: states.count * width))
    for (row, other) in pairs where row != other {
      rows[Int(row) * width + Int(other >> 6)] |= 1 << UInt64(other & 63)
    }
    degrees.removeAll(keepingCapacity: true)
    for row in states.indices {
      var degree = 0
      for word in rows[row * width..<(row + 1) * width] { degree += word.nonzeroBitCount }
      degrees.append(UInt32(degree))
    }
  }

  private mutating func enter(_ edge: UInt32) -> UInt32 {
    let known = column[Int(edge)]
    if known < columns.count && columns[Int(known)] == edge { return known }
    column[Int(edge)] = UInt32(columns.count)
    columns.append(edge)
    return column[Int(edge)]
  }

  /// Makes all neighbours of a state neighbours of each other, and removes the state.
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
