/// The minimum costs through a cell between all edges that bound it.
///
/// The states inside are eliminated in the order of their places: every path over a state becomes one without it. Any
/// order is correct; one that adds few paths is fast. It works row by row, as Gaussian elimination does (the order of
/// loops that is called ikj): the costs from one state are in a dense row, and each eliminated state that the row
/// reaches offers its own row, and only the part behind it is kept. Bits tell which places a row reaches.
public struct CellClique: Sendable {
  /// The rows of eliminated states: the places behind them that they reach, as bits and as a list with the costs.
  private struct Rows {
    var bits: [UInt64] = []
    var first: [UInt32] = []
    /// The cost in the upper 32 bits, the place in the lower.
    var entries: [UInt64] = []

    /// Makes room for a row of a place.
    mutating func grow(by count: Int, at place: Int) {
      let most = Int(first[place]) + count
      guard entries.count < most else { return }
      // At least doubled, so that cells of usual size need no more.
      let more = max(most, 2 * entries.count) - entries.count
      entries.append(contentsOf: repeatElement(0, count: more))
    }
  }

  /// The maximum number of states of a cell, including its boundary; cells in files may have more.
  public static let maximumCount = 16_384

  private(set) var boundaryCount = 0
  private var insideCount = 0
  private var count = 0
  /// The number of words in a row of bits.
  private var width = 0
  /// The costs from the current state to each place.
  private var row: [UInt32] = []
  /// The places that it reaches.
  private var reached: [UInt64] = []
  private var eliminated = Rows()
  /// The costs between edges of the boundary, row by row.
  private var result: [UInt32] = []

  init() {}

  /// The cost of a path through the cell, from one edge of the boundary to another.
  subscript(from: Int, to: Int) -> UInt32 { result[from * boundaryCount + to] }

  /// All costs between edges of the boundary, row by row.
  func table() -> [UInt32] { result }

  /// Calculates the costs.
  mutating func run(_ graph: borrowing CellGraph) {
    insideCount = graph.insideCount
    boundaryCount = graph.boundaryCount
    count = insideCount + boundaryCount
    width = (count + 63) / 64
    CellClique.clear(&row, to: Cost.unreachable, count: count)
    CellClique.clear(&reached, to: 0, count: width)
    CellClique.clear(&eliminated.bits, to: 0, count: insideCount * width)
    CellClique.clear(&eliminated.first, to: 0, count: insideCount + 1)
    CellClique.clear(&result, to: Cost.unreachable, count: boundaryCount * boundaryCount)
    var place = 0
    while place < insideCount {
      eliminated.grow(by: count, at: place)
      place = CellClique.eliminate(
        from: place, to: insideCount, graph, &row, &reached, &eliminated.bits,
        &eliminated.first, &eliminated.entries, width)
    }
    for place in insideCount..<count {
      CellClique.cross(graph, place, insideCount, &row, &reached, eliminated, width)
      finish(place - insideCount)
    }
  }

  private static func clear<Value>(_ values: inout [Value], to value: Value, count: Int) {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(value, count: count))
  }

  /// Eliminates states as long as there is room for their rows.
  ///
  /// - Returns: The first state that is not eliminated.
  private static func eliminate(
    from begin: Int, to end: Int, _ graph: borrowing CellGraph, _ row: inout [UInt32],
    _ reached: inout [UInt64], _ bits: inout [UInt64], _ first: inout [UInt32],
    _ entries: inout [UInt64], _ width: Int
  ) -> Int {
    var row = row.mutableSpan
    var reached = reached.mutableSpan
    var bits = bits.mutableSpan
    var first = first.mutableSpan
    var entries = entries.mutableSpan
    var place = begin
    while place < end && Int(first[place]) &+ row.count <= entries.count {
      enter(graph, place, &row, &reached)
      reduce(&row, &reached, before: place, bits.span, first.span, entries.span, width)
      keep(place, &row, &reached, &bits, &first, &entries, width)
      place &+= 1
    }
    return place
  }

  /// Leads the paths from an edge of the boundary through the cell into the row.
  private static func cross(
    _ graph: borrowing CellGraph, _ place: Int, _ end: Int, _ row: inout [UInt32],
    _ reached: inout [UInt64], _ eliminated: borrowing Rows, _ width: Int
  ) {
    var row = row.mutableSpan
    var reached = reached.mutableSpan
    enter(graph, place, &row, &reached)
    reduce(
      &row, &reached, before: end, eliminated.bits.span, eliminated.first.span,
      eliminated.entries.span, width)
  }

  /// Enters the turns from a state into the row.
  @inline(__always)
  private static func enter(
    _ graph: borrowing CellGraph, _ tail: Int, _ row: inout MutableSpan<UInt32>,
    _ reached: inout MutableSpan<UInt64>
  ) {
    let turns = graph.turns.span
    let range = graph.ranges[tail]
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      let turn = turns[index]
      let head = Int(turn & 0xFFFF_FFFF)
      let cost = UInt32(truncatingIfNeeded: turn &>> 32)
      if head == tail || cost >= Cost.unreachable { continue }
      row[head] = min(row[head], cost)
      reached[head &>> 6] |= 1 &<< UInt64(head & 63)
    }
  }

  /// Leads the paths of the row over eliminated states, of places before `end`, to the places behind those.
  @inline(__always)
  private static func reduce(
    _ row: inout MutableSpan<UInt32>, _ reached: inout MutableSpan<UInt64>, before end: Int,
    _ bits: Span<UInt64>, _ first: Span<UInt32>, _ entries: Span<UInt64>, _ width: Int
  ) {
    let words = (end &+ 63) &>> 6
    for word in 0..<words {
      let mask = word == words &- 1 && end & 63 != 0 ? (1 &<< UInt64(end & 63)) &- 1 : ~0
      // A state adds only places behind itself, some in the same word.
      var passed: UInt64 = 0
      while case let left = reached[word] & mask & ~passed, left != 0 {
        let bit = left & (0 &- left)
        passed = bit | (bit &- 1)
        let place = word &* 64 &+ left.trailingZeroBitCount
        let cost = row[place]
        for index in word..<width { reached[index] |= bits[place &* width &+ index] }
        for index in Int(first[place])..<Int(first[place &+ 1]) {
          let entry = entries[index]
          let head = Int(entry & 0xFFFF_FFFF)
          row[head] = min(row[head], cost &+ UInt32(truncatingIfNeeded: entry &>> 32))
        }
      }
    }
  }

  /// Keeps the part of the row behind its state, and clears the row.
  @inline(__always)
  private static func keep(
    _ place: Int, _ row: inout MutableSpan<UInt32>, _ reached: inout MutableSpan<UInt64>,
    _ bits: inout MutableSpan<UInt64>, _ first: inout MutableSpan<UInt32>,
    _ entries: inout MutableSpan<UInt64>, _ width: Int
  ) {
    var end = Int(first[place])
    for word in 0..<width {
      var left = reached[word]
      if left == 0 { continue }
      reached[word] = 0
      var kept: UInt64 = 0
      while left != 0 {
        let bit = left & (0 &- left)
        let head = word &* 64 &+ left.trailingZeroBitCount
        left ^= bit
        let cost = row[head]
        row[head] = Cost.unreachable
        if head <= place || cost >= Cost.unreachable { continue }
        kept |= bit
        entries[end] = UInt64(cost) &<< 32 | UInt64(head)
        end &+= 1
      }
      bits[place &* width &+ word] = kept
    }
    first[place &+ 1] = UInt32(truncatingIfNeeded: end)
  }

  /// Keeps the costs from an edge of the boundary, and clears the row.
  private mutating func finish(_ from: Int) {
    for to in 0..<boundaryCount {
      result[from * boundaryCount + to] = min(row[insideCount + to], Cost.unreachable)
    }
    for place in 0..<count { row[place] = Cost.unreachable }
    for word in 0..<width { reached[word] = 0 }
  }
}
