/// The costs between many sources and many targets.
///
/// Knopp, Sanders, Schultes, Schulz and Wagner, "Computing Many-to-Many Shortest Paths Using Highway
/// Hierarchies" (ALENEX 2007, doi:10.1137/1.9781611972870.4), on the elimination tree: a climb from each
/// target leaves an entry (target, cost) in the bucket of each node it visits; a climb from a source looks
/// into the buckets of the nodes it visits. A cell of the table takes as many steps as the two have common
/// ancestors. Memory: eight bytes for each target and ancestor, twice that where ways are wanted too.
public struct CostTable: Sendable {
  private var climb: TreeClimb
  /// The bucket of node v is `entries[first[v] ..< first[v + 1]]`: target in the lower half, cost above.
  private var first: [UInt32]
  private var entries: [UInt64] = []
  /// For each entry its node, and the entry of the next node on the way down to its target, or
  /// ``TopIndex/none`` where that is a seed; empty unless ways are wanted.
  private var nodes: [UInt32] = []
  private var nexts: [UInt32] = []
  /// The number of targets.
  public private(set) var targetCount = 0

  /// Memory for an index of so many nodes.
  public init(count: Int) {
    climb = TreeClimb(count: count)
    first = [UInt32](repeating: 0, count: count + 1)
  }

  /// Sets the targets of the rows to come.
  ///
  /// - Parameters:
  ///   - targets: For each target the edges of the top at which it is reached, and what is to be added there.
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - withWays: Whether ``down(_:)`` will be asked.
  public mutating func setTargets(
    _ targets: [[Seed]], _ view: TopView, _ metric: MetricView, withWays: Bool = false
  ) {
    let down = view.down(metric)
    targetCount = targets.count
    for node in first.indices { first[node] = 0 }
    var found: [(node: UInt32, entry: UInt64)] = []
    // The number, among all that is found, of what was found at the node from which a cost came.
    var origins: [UInt32] = []
    var numbers = withWays ? [UInt32](repeating: TopIndex.none, count: first.count) : []
    for (target, seeds) in targets.enumerated() {
      climb.start(seeds)
      climb.run(view, down)
      for node in climb.visited where climb.cost(node) < Cost.unreachable {
        if withWays {
          let origin = climb.origin(node)
          origins.append(origin == TopIndex.none ? origin : numbers[Int(origin)])
          numbers[Int(node)] = UInt32(found.count)
        }
        found.append((node, UInt64(climb.cost(node)) << 32 | UInt64(target)))
        first[Int(node) + 1] += 1
      }
    }
    for node in 1..<max(first.count, 1) { first[node] += first[node - 1] }
    fill(found, origins)
  }

  /// Puts what was found into the buckets.
  private mutating func fill(_ found: [(node: UInt32, entry: UInt64)], _ origins: [UInt32]) {
    var next = first
    entries = [UInt64](repeating: 0, count: found.count)
    nodes = origins.isEmpty ? [] : [UInt32](repeating: 0, count: found.count)
    nexts = nodes
    var places: [UInt32] = []
    for (number, (node, entry)) in found.enumerated() {
      let place = next[Int(node)]
      next[Int(node)] += 1
      entries[Int(place)] = entry
      if origins.isEmpty { continue }
      nodes[Int(place)] = node
      // A node comes after that from which its cost came.
      let origin = origins[number]
      nexts[Int(place)] = origin == TopIndex.none ? origin : places[Int(origin)]
      places.append(place)
    }
  }

  /// Finds the costs from one source to all targets.
  ///
  /// - Parameters:
  ///   - source: The edges of the top by which the source is left, and at what cost.
  ///   - view: The index with which the targets were set.
  ///   - metric: The metric with which they were set.
  ///   - costs: For each target the cost is put here, where it is less than what is here already: that of
  ///     ways within one cell, or ``Cost/unreachable``.
  public mutating func row(
    _ source: [Seed], _ view: TopView, _ metric: MetricView, to costs: inout [UInt32]
  ) {
    precondition(costs.count == targetCount)
    climb.start(source)
    climb.run(view, view.up(metric))
    for node in climb.visited where climb.cost(node) < Cost.unreachable {
      CostTable.relax(
        climb.cost(node), entries, Int(first[Int(node)])..<Int(first[Int(node) + 1]), &costs)
    }
  }

  /// Finds the costs from one source to all targets, and the ways.
  ///
  /// - Parameters:
  ///   - source: The edges of the top by which the source is left, and at what cost.
  ///   - view: The index with which the targets were set.
  ///   - metric: The metric with which they were set.
  ///   - costs: As for ``row(_:_:_:to:)``.
  ///   - ways: For each target for which a cost is put there, the number of the entry at which the way up
  ///     meets that down to the target: to be asked for by ``down(_:)``, and its node by ``up(_:)``.
  public mutating func row(
    _ source: [Seed], _ view: TopView, _ metric: MetricView, to costs: inout [UInt32],
    ways: inout [UInt32]
  ) {
    precondition(costs.count == targetCount && ways.count == targetCount)
    climb.start(source)
    climb.run(view, view.up(metric))
    for node in climb.visited where climb.cost(node) < Cost.unreachable {
      for index in Int(first[Int(node)])..<Int(first[Int(node) + 1]) {
        let entry = entries[index]
        let target = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
        let cost = climb.cost(node) &+ UInt32(truncatingIfNeeded: entry &>> 32)
        if cost >= costs[target] { continue }
        costs[target] = cost
        ways[target] = UInt32(truncatingIfNeeded: index)
      }
    }
  }

  /// The last step on the way up to a node that the last row visited: the node before, nil for a seed, and
  /// the cost of the node.
  public func up(_ node: UInt32) -> (origin: UInt32?, cost: UInt32) {
    let origin = climb.origin(node)
    return (origin == TopIndex.none ? nil : origin, climb.cost(node))
  }

  /// The first step on the way down to a target: the node of an entry, what is ahead of it, and the entry of
  /// the node that follows, nil where it is a seed of the target.
  public func down(_ entry: UInt32) -> (node: UInt32, cost: UInt32, next: UInt32?) {
    let next = nexts[Int(entry)]
    return (
      nodes[Int(entry)], UInt32(truncatingIfNeeded: entries[Int(entry)] &>> 32),
      next == TopIndex.none ? nil : next
    )
  }

  /// The number of entries that ``down(_:)`` knows.
  public var entryCount: Int { nexts.count }

  private static func relax(
    _ cost: UInt32, _ entries: [UInt64], _ bucket: Range<Int>, _ costs: inout [UInt32]
  ) {
    let entries = entries.span
    var costs = costs.mutableSpan
    for index in bucket {
      let entry = entries[index]
      let target = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
      costs[target] = min(costs[target], cost &+ UInt32(truncatingIfNeeded: entry &>> 32))
    }
  }
}
