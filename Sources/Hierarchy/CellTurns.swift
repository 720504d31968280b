/// The turns of a cell with their costs, produced when a search needs them.
///
/// An engine conforms a view of its tile to it, or fills a ``CellGraph``, which is faster if a cell is searched more
/// than once. States have *places*: 0..<`insideCount` for those inside, in any order; then the edges that bound the
/// cell, in the order of the cell's list in the ``TopIndex``. The cost of a turn includes the edge turned into, as in
/// the metric. Turns from one bounding edge into another are optional. Turns to edges that are neither inside nor on
/// the boundary are left out.
public protocol CellTurns: ~Copyable, ~Escapable {
  /// The number of states inside.
  var insideCount: Int { get }
  /// The number of edges that bound the cell.
  var boundaryCount: Int { get }
  /// Starts with the turns from a place; if the direction is backward, with those into it.
  mutating func start(_ place: UInt32, _ direction: CellSearch.Direction)
  /// The next turn: the place at its other end, and its cost, at most ``Cost/unreachable``; nil after the last.
  mutating func next() -> (place: UInt32, cost: UInt32)?
  /// A lower bound of the cost from a place to a target (backward: from the target to the place), 0 if the caller has
  /// none that is fast to compute.
  ///
  /// An example is the straight-line distance at the maximum speed in the cell.
  func bound(_ place: UInt32, _ target: UInt32) -> UInt32
}

extension CellTurns where Self: ~Copyable, Self: ~Escapable {
  /// No bound.
  @inlinable
  public func bound(_ place: UInt32, _ target: UInt32) -> UInt32 { 0 }
}

/// The turns of one cell in memory, filled by the caller.
///
///     graph.begin(inside: 2, boundary: 1)
///     graph.addTurn(to: 1, cost: 250)
///     graph.endState(0)
///     graph.addTurn(to: 2, cost: 300)
///     graph.endState(1)
///
/// States may come in any order. A state that is never ended has no turns. The memory is reused from cell to cell.
public struct CellGraph: CellTurns, Sendable {
  /// The number of states inside.
  public private(set) var insideCount = 0
  /// The number of edges that bound the cell.
  public private(set) var boundaryCount = 0

  /// The turns from each place.
  @usableFromInline
  var ranges: [Range<UInt32>] = []
  /// The first turn of the current state.
  @usableFromInline
  var begun: UInt32 = 0
  /// The turns: cost in the upper 32 bits, head in the lower.
  @usableFromInline
  var turns: [UInt64] = []
  /// The same turns by their heads; made on first use.
  @usableFromInline
  var reversedFirst: [UInt32] = []
  @usableFromInline
  var reversedTurns: [UInt64] = []
  @usableFromInline
  var isForward = true
  @usableFromInline
  var index = 0
  @usableFromInline
  var end = 0

  /// An empty cell.
  public init() {}

  /// Starts a new cell.
  public mutating func begin(inside: Int, boundary: Int) {
    insideCount = inside
    boundaryCount = boundary
    ranges.removeAll(keepingCapacity: true)
    ranges.append(contentsOf: repeatElement(0..<0, count: inside + boundary))
    begun = 0
    turns.removeAll(keepingCapacity: true)
    reversedFirst.removeAll(keepingCapacity: true)
  }

  /// Adds a turn from the current state.
  @inlinable
  public mutating func addTurn(to place: UInt32, cost: UInt32) {
    turns.append(UInt64(min(cost, Cost.unreachable)) &<< 32 | UInt64(place))
  }

  /// Ends a state: the turns added since the previous call belong to it.
  @inlinable
  public mutating func endState(_ place: Int) {
    let end = UInt32(truncatingIfNeeded: turns.count)
    ranges[place] = begun..<end
    begun = end
  }

  /// Starts with the turns from a place, or with those into it.
  @inlinable
  public mutating func start(_ place: UInt32, _ direction: CellSearch.Direction) {
    isForward = direction == .forward
    if !isForward && reversedFirst.isEmpty { reverse() }
    if isForward {
      index = Int(ranges[Int(place)].lowerBound)
      end = Int(ranges[Int(place)].upperBound)
    } else {
      index = Int(reversedFirst[Int(place)])
      end = Int(reversedFirst[Int(place) &+ 1])
    }
  }

  /// The next turn: the place at its other end, and its cost; nil after the last.
  @inlinable
  public mutating func next() -> (place: UInt32, cost: UInt32)? {
    if index == end { return nil }
    let turn = isForward ? turns[index] : reversedTurns[index]
    index &+= 1
    return (UInt32(truncatingIfNeeded: turn), UInt32(truncatingIfNeeded: turn &>> 32))
  }

  /// Sorts the turns by their heads.
  @usableFromInline
  mutating func reverse() {
    let count = insideCount + boundaryCount
    reversedFirst.append(contentsOf: repeatElement(0, count: count + 2))
    if reversedTurns.count < turns.count {
      reversedTurns.append(contentsOf: repeatElement(0, count: turns.count - reversedTurns.count))
    }
    CellGraph.reverse(ranges, turns, &reversedFirst, &reversedTurns)
    reversedFirst.removeLast()
  }

  /// Counting sort; during it, the entry after a place's own is the position of its next turn.
  private static func reverse(
    _ ranges: [Range<UInt32>], _ turns: [UInt64], _ reversedFirst: inout [UInt32],
    _ reversedTurns: inout [UInt64]
  ) {
    let ranges = ranges.span
    let turns = turns.span
    var next = reversedFirst.mutableSpan
    var result = reversedTurns.mutableSpan
    for index in 0..<turns.count { next[Int(turns[index] & 0xFFFF_FFFF) &+ 2] &+= 1 }
    for place in 2..<max(next.count, 2) { next[place] &+= next[place &- 1] }
    for tail in 0..<ranges.count {
      for index in Int(ranges[tail].lowerBound)..<Int(ranges[tail].upperBound) {
        let turn = turns[index]
        let head = Int(turn & 0xFFFF_FFFF) &+ 1
        result[Int(next[head])] = turn & ~0xFFFF_FFFF | UInt64(tail)
        next[head] &+= 1
      }
    }
  }
}
