/// A search inside one cell, forward or backward.
///
/// It starts from any places and passes through states inside. Edges that bound the cell are reached, but left only
/// where the search starts.
///
/// States wait in a queue regardless of their cost, and again whenever their cost decreases (Moore, "The shortest path
/// through a maze", 1959): O(n · m) for n states and m turns in the worst case. In cells of roads this takes half the
/// instructions of a heap.
@frozen
public struct CellSearch: Sendable {
  /// The direction in which turns are followed.
  @frozen
  public enum Direction: Sendable {
    /// From sources along the turns.
    case forward
    /// From targets against the turns.
    case backward
  }

  /// The minimum cost of each place; ``Cost/unreachable`` if no path was found, or none was searched.
  @inlinable
  public var costs: [UInt32] { labels }

  @usableFromInline
  var labels: [UInt32] = []
  /// For each place, the one from which its cost came, or `TopIndex.none`.
  @usableFromInline
  var origins: [UInt32] = []
  /// The queue, with the places already left at its front; and for each place, whether it waits.
  @usableFromInline
  var line: [UInt32] = []
  @usableFromInline
  var waits: [Bool] = []
  /// The queue of a search for a single path.
  @usableFromInline
  var queue = CostQueue()

  /// Empty memory, reused from search to search.
  public init() {}

  /// Searches the cell.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - direction: The direction of the search.
  ///   - seeds: The places from which to start, with their costs. One on the boundary is not left if a path from
  ///     another seed reaches it at a lower cost.
  @inlinable
  public mutating func run<Cell: CellTurns & ~Copyable & ~Escapable>(
    _ cell: inout Cell, _ direction: Direction, from seeds: [PlaceSeed]
  ) {
    start(cell.insideCount + cell.boundaryCount)
    let inside = cell.insideCount
    for seed in seeds where seed.place < inside { enter(seed) }
    settle(&cell, direction)
    if !seeds.contains(where: { $0.place >= inside }) { return }
    // In the order of cost, so that whether a seed is reached at a lower cost does not depend on later ones.
    for seed in seeds.sorted(by: { $0.cost < $1.cost }) where seed.place >= inside {
      enter(seed)
      settle(&cell, direction)
    }
  }

  /// Searches for a path of known cost from one place to another, such as a hop of ``PathUnpacker``.
  ///
  /// Because the cost is known, places need not be settled in the order of cost. The search takes the place closest to
  /// the end by the cell's bound, skips what cannot be on the path, and stops when the path has its cost.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - from: The place where the path begins.
  ///   - to: The place where it ends.
  ///   - cost: The cost of the best path.
  /// - Returns: Whether there is such a path; if so, ``appendPath(_:_:to:)`` gives it.
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
  mutating func enter(_ seed: PlaceSeed) {
    if seed.cost > labels[Int(seed.place)] { return }
    labels[Int(seed.place)] = seed.cost
    origins[Int(seed.place)] = TopIndex.none
    wait(seed.place)
  }

  /// Puts a place into the queue unless it is there.
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

  /// Appends the places on the path that the last search found between a seed and a place, both included.
  ///
  /// They are in the direction of travel, for either direction of the search. Nothing is appended if there is no path.
  ///
  /// - Parameters:
  ///   - place: A place that the search reached.
  ///   - direction: The direction of the search.
  ///   - path: Receives the places.
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
