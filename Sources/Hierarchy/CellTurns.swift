/// The turns of one cell with what they cost in the query at hand, found one by one as a search asks.
///
/// An engine conforms a view of its tile to it, or fills a ``CellGraph``, which is quicker when a cell is
/// searched more than once. States have *places*: 0..<`insideCount` for those inside in an order of the
/// caller's own, then the edges that bound the cell, in the order of the cell's list in the ``TopIndex``.
/// From a state of either kind, the turns to other places: what a turn costs is the turn itself and the edge
/// turned into, as in the metric. Turns from one bounding edge into another may be given or left out; turns
/// to edges that are neither inside nor on the boundary are left out.
public protocol CellTurns: ~Copyable, ~Escapable {
  /// The number of states inside.
  var insideCount: Int { get }
  /// The number of edges that bound the cell.
  var boundaryCount: Int { get }
  /// Begins with the turns from a place; or with those into it, if the direction is backward.
  mutating func start(_ place: UInt32, _ direction: CellSearch.Direction)
  /// The next turn: the place at its other end and what it costs, at most ``Cost/unreachable``; nil at the
  /// end.
  mutating func next() -> (place: UInt32, cost: UInt32)?
  /// A cost that no way from a place to another one is below (or to it, when the search is backward); 0 if
  /// the caller has no quick one, such as the straight distance at the highest speed in the cell.
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
/// States may come in any order; one that is never ended has no turns. It keeps its memory from one cell to
/// the next.
public struct CellGraph: CellTurns, Sendable {
  /// The number of states inside.
  public private(set) var insideCount = 0
  /// The number of edges that bound the cell.
  public private(set) var boundaryCount = 0

  /// The turns from each place.
  @usableFromInline
  var ranges: [Range<UInt32>] = []
  /// Where those of the state at hand begin.
  @usableFromInline
  var begun: UInt32 = 0
  /// What each turn costs in the upper half, where it leads in the lower.
  @usableFromInline
  var turns: [UInt64] = []
  /// The same, by where the turns lead; filled when it is first needed.
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

  /// Begins another cell.
  public mutating func begin(inside: Int, boundary: Int) {
    insideCount = inside
    boundaryCount = boundary
    ranges.removeAll(keepingCapacity: true)
    ranges.append(contentsOf: repeatElement(0..<0, count: inside + boundary))
    begun = 0
    turns.removeAll(keepingCapacity: true)
    reversedFirst.removeAll(keepingCapacity: true)
  }

  /// Adds a turn from the state at hand.
  @inlinable
  public mutating func addTurn(to place: UInt32, cost: UInt32) {
    turns.append(UInt64(min(cost, Cost.unreachable)) &<< 32 | UInt64(place))
  }

  /// Says of which state the turns are that were added since another one was ended.
  @inlinable
  public mutating func endState(_ place: Int) {
    let end = UInt32(truncatingIfNeeded: turns.count)
    ranges[place] = begun..<end
    begun = end
  }

  /// Begins with the turns from a place, or with those into it.
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

  /// The next turn: the place at its other end and what it costs.
  @inlinable
  public mutating func next() -> (place: UInt32, cost: UInt32)? {
    if index == end { return nil }
    let turn = isForward ? turns[index] : reversedTurns[index]
    index &+= 1
    return (UInt32(truncatingIfNeeded: turn), UInt32(truncatingIfNeeded: turn &>> 32))
  }

  /// Makes the turns known by where they lead.
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

  /// Counting sort; while it goes on, the entry after a place's own says where its next turn goes.
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
