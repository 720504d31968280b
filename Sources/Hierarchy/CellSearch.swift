/// A search inside one cell, forward or backward.
///
/// It starts from any places and goes through states inside; the edges that bound the cell are reached, and
/// left only where the search starts.
///
/// States wait in a line, whatever they cost, and again when they are found to cost less (Moore, "The shortest path
/// through a maze", 1959): O(n · m) for n states and m turns at worst. In cells of roads that takes half the
/// instructions of a heap.
@frozen
public struct CellSearch: Sendable {
  /// Which way the turns are followed.
  @frozen
  public enum Direction: Sendable {
    /// From sources along the turns.
    case forward
    /// From targets against the turns.
    case backward
  }

  /// For each place the least cost, ``Cost/unreachable`` where no way was found (or none was looked for).
  @inlinable
  public var costs: [UInt32] { labels }

  @usableFromInline
  var labels: [UInt32] = []
  /// For each place the one from which its cost came, or ``TopIndex/none``.
  @usableFromInline
  var origins: [UInt32] = []
  /// The places that wait, behind those that have been left, and for each place whether it waits.
  @usableFromInline
  var line: [UInt32] = []
  @usableFromInline
  var waits: [Bool] = []
  /// Those of a search for a single way.
  @usableFromInline
  var queue = CostQueue()

  /// Memory that is reused from search to search.
  public init() {}

  /// Searches.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - direction: Which way to go.
  ///   - seeds: Places to start from, and at what cost; their `node` is a place. On the boundary it is not left where
  ///     a way from another seed reaches it for less.
  @inlinable
  public mutating func run<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: inout Cell, _ direction: Direction, from seeds: [Seed]
  ) {
    start(cell.insideCount + cell.boundaryCount)
    let inside = cell.insideCount
    for seed in seeds where seed.node < inside { enter(seed) }
    settle(&cell, direction)
    if !seeds.contains(where: { $0.node >= inside }) { return }
    // By their cost, so that whether one is reached for less does not depend on those that follow.
    for seed in seeds.sorted(by: { $0.cost < $1.cost }) where seed.node >= inside {
      enter(seed)
      settle(&cell, direction)
    }
  }

  /// Searches for a way of known cost from one place to another, as ``PathUnpacker`` asks for it.
  ///
  /// The cost being known, it need not go through the places in the order of theirs: it takes the one that is
  /// nearest to the end by the cell's bound, leaves out what can't be on the way, and is done when the way has
  /// its cost.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - from: Where the way begins.
  ///   - to: Where it ends.
  ///   - cost: What the best way costs.
  /// - Returns: Whether there is one, so that it can be had from ``appendPath(_:_:to:)``.
  @inlinable
  public mutating func findWay<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: inout Cell, from: UInt32, to: UInt32, cost: UInt32
  ) -> Bool {
    start(cell.insideCount + cell.boundaryCount)
    queue.removeAll()
    labels[Int(from)] = 0
    queue.push(from, cost: 0)
    if from == to { return cost == 0 }
    let inside = cell.insideCount
    while let (place, _) = queue.pop() {
      let label = labels[Int(place)]
      cell.start(place, .forward)
      while let (head, weight) = cell.next() {
        let offer = label &+ weight
        if offer > cost || offer >= labels[Int(head)] { continue }
        let rest = head == to ? 0 : cell.bound(head, to)
        if offer &+ rest > cost { continue }
        labels[Int(head)] = offer
        origins[Int(head)] = place
        if head == to {
          if offer == cost { return true }
        } else if head < inside {
          queue.push(head, cost: rest)
        }
      }
    }
    return false
  }

  @inlinable
  mutating func settle<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: inout Cell, _ direction: Direction
  ) {
    let inside = cell.insideCount
    var next = 0
    while next < line.count {
      let place = line[next]
      next &+= 1
      waits[Int(place)] = false
      let cost = labels[Int(place)]
      cell.start(place, direction)
      while let (head, weight) = cell.next() {
        let offer = cost &+ weight
        if offer >= labels[Int(head)] { continue }
        labels[Int(head)] = offer
        origins[Int(head)] = place
        if head < inside { wait(head) }
      }
    }
    line.removeAll(keepingCapacity: true)
  }

  @inlinable
  mutating func enter(_ seed: Seed) {
    if seed.cost > labels[Int(seed.node)] { return }
    labels[Int(seed.node)] = seed.cost
    origins[Int(seed.node)] = TopIndex.none
    wait(seed.node)
  }

  /// Lets a place wait until it is left.
  @inlinable
  @inline(__always)
  mutating func wait(_ place: UInt32) {
    if waits[Int(place)] { return }
    waits[Int(place)] = true
    line.append(place)
  }

  @usableFromInline
  mutating func start(_ count: Int) {
    labels.removeAll(keepingCapacity: true)
    labels.append(contentsOf: repeatElement(Cost.unreachable, count: count))
    origins.removeAll(keepingCapacity: true)
    origins.append(contentsOf: repeatElement(TopIndex.none, count: count))
    waits.removeAll(keepingCapacity: true)
    waits.append(contentsOf: repeatElement(false, count: count))
    line.removeAll(keepingCapacity: true)
  }

  /// Appends the places on the way that the last search found between a seed and a place, both included, in
  /// the direction of travel, whichever way the search went; nothing if there is no way.
  ///
  /// - Parameters:
  ///   - place: Where the search found a way.
  ///   - direction: Which way the search went.
  ///   - path: Gets the places.
  public func appendPath(_ place: UInt32, _ direction: Direction, to path: inout [UInt32]) {
    if labels[Int(place)] >= Cost.unreachable { return }
    let begin = path.count
    var place = place
    while place != TopIndex.none {
      path.append(place)
      place = origins[Int(place)]
    }
    if direction == .forward { path[begin...].reverse() }
  }
}
