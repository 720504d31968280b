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
    var pairs: [Int] = []
    for row in states.indices {
      let edge = Int(states[row])
      for arc in Int(lines.first[edge])..<Int(lines.first[edge + 1]) {
        pairs += [row, enter(lines.heads[arc])]
      }
      for arc in Int(reversed.first[edge])..<Int(reversed.first[edge + 1]) {
        pairs += [row, enter(reversed.heads[arc])]
      }
    }
    neighbours.begin(count: states.count, columns: columns.count)
    for index in stride(from: 0, to: pairs.count, by: 2) {
      neighbours.join(pairs, index..<index + 2)
    }
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
/// Walker, 1967), of these the first.
///
/// Neighbours are rows of bits, with a column for each row, and more columns for what is eliminated later. Rows of the
/// same degree are a row of bits as well. So removing a row takes a few instructions for each of its neighbours.
package struct MinimumDegree: Sendable {
  private var count = 0
  /// The number of words in a row of columns, and in a row of rows.
  private var width = 0
  private var ownWidth = 0
  /// The neighbours of each row that are not eliminated.
  private var rows: [UInt64] = []
  /// The number of neighbours of each row.
  private var degrees: [UInt32] = []
  /// For each degree, the rows that have it and are not eliminated.
  private var sameDegree: [UInt64] = []

  /// Empty memory, reused for any number of orders.
  package init() {}

  /// Starts without neighbours.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - columns: The number of columns, at least that of rows.
  package mutating func begin(count: Int, columns: Int) {
    self.count = count
    width = (columns + 63) / 64
    ownWidth = (count + 63) / 64
    rows.removeAll(keepingCapacity: true)
    rows.append(contentsOf: repeatElement(0, count: count * width))
    sameDegree.removeAll(keepingCapacity: true)
    sameDegree.append(contentsOf: repeatElement(0, count: (columns + 1) * ownWidth))
  }

  /// Makes the columns in a part of a list neighbours of each other; those of rows are below `count`.
  package mutating func join(_ columns: [Int], _ part: Range<Int>) {
    MinimumDegree.join(columns.span.extracting(part), count, width, &rows)
  }

  private static func join(
    _ columns: borrowing Span<Int>, _ count: Int, _ width: Int, _ rows: inout [UInt64]
  ) {
    var rows = rows.mutableSpan
    for index in columns.indices where columns[index] < count {
      let row = columns[index]
      for other in columns.indices where columns[other] != row {
        let column = columns[other]
        rows[row &* width &+ column &>> 6] |= 1 &<< UInt64(column & 63)
      }
    }
  }

  private mutating func countNeighbours() {
    degrees.removeAll(keepingCapacity: true)
    for row in 0..<count {
      var degree = 0
      for word in rows[row * width..<(row + 1) * width] where word != 0 {
        degree += word.nonzeroBitCount
      }
      degrees.append(UInt32(degree))
      sameDegree[degree * ownWidth + row >> 6] |= 1 << UInt64(row & 63)
    }
  }

  /// The rows in their order; the neighbours are used up.
  package mutating func order() -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(count)
    countNeighbours()
    var least = 0
    while order.count < count {
      let row = MinimumDegree.removeFirst(&sameDegree, ownWidth, &least)
      order.append(row)
      let degree = MinimumDegree.eliminate(
        row, count, width, &rows, &degrees, &sameDegree, ownWidth)
      least = min(least, degree)
    }
    return order
  }

  /// Removes the first row of those with the lowest degree, which is at least `least`.
  private static func removeFirst(_ sameDegree: inout [UInt64], _ width: Int, _ least: inout Int)
    -> Int
  {
    var sameDegree = sameDegree.mutableSpan
    while true {
      for word in 0..<width {
        let bits = sameDegree[least &* width &+ word]
        if bits == 0 { continue }
        sameDegree[least &* width &+ word] = bits & (bits &- 1)
        return word &* 64 &+ bits.trailingZeroBitCount
      }
      least &+= 1
    }
  }

  /// Makes all neighbours of a row neighbours of each other, and removes the row from theirs.
  ///
  /// - Returns: The lowest degree that one of them has now.
  private static func eliminate(
    _ eliminated: Int, _ count: Int, _ width: Int, _ rows: inout [UInt64],
    _ degrees: inout [UInt32], _ sameDegree: inout [UInt64], _ ownWidth: Int
  ) -> Int {
    var rows = rows.mutableSpan
    var degrees = degrees.mutableSpan
    var sameDegree = sameDegree.mutableSpan
    let mine = eliminated &* width
    var least = Int.max
    for word in 0..<ownWidth {
      var bits = rows[mine &+ word]
      while bits != 0 {
        let other = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        if other >= count { break }
        let row = other &* width
        // All of the eliminated row's neighbours are new but those known; of them one is the row itself, which is no
        // neighbour of its own, and takes the place of the eliminated one.
        var degree = Int(degrees[other]) &- 2
        for index in 0..<width {
          let known = rows[row &+ index]
          let added = rows[mine &+ index] & ~known
          if added == 0 { continue }
          rows[row &+ index] = known | added
          degree &+= added.nonzeroBitCount
        }
        rows[row &+ other &>> 6] &= ~(1 &<< UInt64(other & 63))
        rows[row &+ eliminated &>> 6] &= ~(1 &<< UInt64(eliminated & 63))
        let mark = (place: other &>> 6, bit: 1 &<< UInt64(other & 63) as UInt64)
        sameDegree[Int(degrees[other]) &* ownWidth &+ mark.place] &= ~mark.bit
        sameDegree[degree &* ownWidth &+ mark.place] |= mark.bit
        degrees[other] = UInt32(truncatingIfNeeded: degree)
        least = min(least, degree)
      }
    }
    return least
  }
}
