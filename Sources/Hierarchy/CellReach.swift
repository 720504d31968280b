/// The turns of one cell, immutable and compact, for many searches.
///
/// Places are those of ``CellTurns``, maybe followed by others into which the cell's turns do not lead.
public struct CellNet: Sendable {
  /// A turn that the graph of a cell does not have.
  public struct AddedTurn: Sendable {
    var tail: Int
    var head: Int
    var cost: UInt32

    /// A turn between two places, with the cost of the edge turned into.
    public init(tail: Int, head: Int, cost: UInt32) {
      self.tail = tail
      self.head = head
      self.cost = cost
    }
  }

  /// The number of states inside.
  public let insideCount: Int
  /// The number of edges that bound the cell.
  public let boundCount: Int
  /// The turns from each place are `first[place] ..< first[place + 1]`.
  let first: [UInt32]
  /// The cost, with that of the edge turned into, in the upper 32 bits, the head in the lower.
  let turns: [UInt64]

  /// Copies the turns of a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - added: Turns to further places, which come after those that bound the cell, and between these.
  ///   - addedPlaces: The number of further places.
  public init(_ graph: CellGraph, adding added: [AddedTurn] = [], to addedPlaces: Int = 0) {
    insideCount = graph.insideCount
    boundCount = graph.boundaryCount
    let added = added.sorted { $0.tail < $1.tail }
    let count = graph.ranges.count + addedPlaces
    var first: [UInt32] = []
    first.reserveCapacity(count + 1)
    var turns: [UInt64] = []
    turns.reserveCapacity(graph.turns.count + added.count)
    var next = 0
    for place in 0..<count {
      first.append(UInt32(truncatingIfNeeded: turns.count))
      if place < graph.ranges.count {
        let range = graph.ranges[place]
        turns += graph.turns[Int(range.lowerBound)..<Int(range.upperBound)]
      }
      while next < added.count, added[next].tail == place {
        turns.append(UInt64(added[next].cost) &<< 32 | UInt64(added[next].head))
        next += 1
      }
    }
    first.append(UInt32(truncatingIfNeeded: turns.count))
    (self.first, self.turns) = (first, turns)
  }

  /// The size in memory, in bytes.
  public var byteCount: Int { 4 * first.count + 8 * turns.count }
}

/// A search of everything inside a cell that lies within a limit.
///
/// The costs of the edges that bound the cell are those of the seeds; others are found but not left, as in
/// ``CellSearch``, whose method it shares.
public struct CellReach: Sendable {
  /// The minimum cost of each place; one beyond the limit is not always the minimum over all paths, only over those
  /// whose last turn begins within the limit.
  public private(set) var costs: [UInt32] = []
  /// The places that wait to be left, in a ring: none waits twice, so that one entry is always free.
  private var line: [UInt32] = []
  /// For each place 1 if it waits, otherwise 0.
  private var waits: [UInt8] = []

  /// Empty memory, reused from search to search.
  public init() {}

  /// Searches a cell.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - seeds: Where the search begins.
  ///   - limit: Places that cost more are not left.
  public mutating func run(_ cell: CellNet, from seeds: [PlaceSeed], within limit: UInt32) {
    let count = cell.first.count - 1
    costs.removeAll(keepingCapacity: true)
    costs.append(contentsOf: repeatElement(Cost.unreachable, count: count))
    if waits.count < count {
      waits.append(contentsOf: repeatElement(0, count: count - waits.count))
    }
    while line.count <= count {
      line.append(contentsOf: repeatElement(0, count: max(line.count, 64)))
    }
    var waiting = 0
    for seed in seeds where seed.cost < costs[Int(seed.place)] {
      costs[Int(seed.place)] = seed.cost
      if seed.cost > limit || waits[Int(seed.place)] != 0 { continue }
      waits[Int(seed.place)] = 1
      line[waiting] = seed.place
      waiting += 1
    }
    Self.settle(cell, limit, waiting, &costs, &line, &waits)
  }

  private static func settle(
    _ cell: CellNet, _ limit: UInt32, _ waiting: Int, _ costs: inout [UInt32],
    _ line: inout [UInt32], _ waits: inout [UInt8]
  ) {
    let first = cell.first.span
    let turns = cell.turns.span
    let inside = UInt32(truncatingIfNeeded: cell.insideCount)
    let bounds = UInt32(truncatingIfNeeded: cell.boundCount)
    var costs = costs.mutableSpan
    var waits = waits.mutableSpan
    var line = line.mutableSpan
    // The size of the ring is a power of two.
    let last = line.count &- 1
    var (next, end) = (0, waiting)
    while next != end {
      let place = Int(line[next & last])
      next &+= 1
      waits[place] = 0
      let cost = costs[place]
      for index in Int(first[place])..<Int(first[place &+ 1]) {
        let turn = turns[index]
        let head = UInt32(truncatingIfNeeded: turn)
        let offer = cost &+ UInt32(truncatingIfNeeded: turn &>> 32)
        // Whether an offer is better is hard to predict, so nothing branches on it.
        let known = costs[Int(head)]
        costs[Int(head)] = min(offer, known)
        var joins: UInt8 = offer < known ? 1 : 0
        joins &= offer <= limit ? 1 : 0
        joins &= head &- inside >= bounds ? 1 : 0
        joins &= ~waits[Int(head)]
        waits[Int(head)] |= joins
        line[end & last] = head
        end &+= Int(joins)
      }
    }
  }

  /// The minimum cost of entering a place of the cell that was searched last by a turn, with the edge turned into.
  ///
  /// It may be more than the cost of the place, if the search begins there.
  public func entry(to place: Int, _ cell: CellNet) -> UInt32 {
    var best = Cost.unreachable
    for tail in 0..<cell.first.count - 1 where costs[tail] < Cost.unreachable {
      for index in Int(cell.first[tail])..<Int(cell.first[tail + 1])
      where Int(cell.turns[index] & 0xFFFF_FFFF) == place {
        best = min(best, costs[tail] &+ UInt32(truncatingIfNeeded: cell.turns[index] &>> 32))
      }
    }
    return best
  }
}
