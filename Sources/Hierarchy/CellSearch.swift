/// A search inside one cell, forward or backward.
///
/// It starts from any places and goes through states inside; the edges that bound the cell are reached, and
/// left only where the search starts.
///
/// A cell has few states, so a queue in which they wait for their turn, whatever they cost, is quicker than one
/// in the order of cost, though some states have several turns (Moore, "The shortest path through a maze",
/// 1959): O(n · m) for n states and m turns at worst, and about as many turns as are there on roads.
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
  /// The states that wait for their turn, behind those that had it, and for each place whether it waits.
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
  ///   - seeds: Places to start from, and at what cost; their `node` is a place.
  @inlinable
  public mutating func run<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: inout Cell, _ direction: Direction, from seeds: [Seed]
  ) {
    start(cell.insideCount + cell.boundaryCount)
    for seed in seeds where seed.cost < labels[Int(seed.node)] {
      labels[Int(seed.node)] = seed.cost
      wait(seed.node)
    }
    settle(&cell, direction)
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
      // An edge of the boundary that is reached is not left, though the search was to start there too.
      if place >= inside && origins[Int(place)] != TopIndex.none { continue }
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
  }

  /// Lets a place wait for its turn.
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
