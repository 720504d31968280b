/// The costs between many sources and many targets.
///
/// Knopp, Sanders, Schultes, Schulz and Wagner, "Computing Many-to-Many Shortest Paths Using Highway Hierarchies"
/// (ALENEX 2007, doi:10.1137/1.9781611972870.4), on the elimination tree. A climb from each target puts an entry
/// (target, cost) into the bucket of each node that it visits. A climb from a source reads the buckets of the nodes
/// that it visits. A cell of the table takes as many steps as the two have common ancestors. Memory: eight bytes for
/// each target and ancestor, twice that with paths.
public struct CostTable: Sendable {
  private var climb: TreeClimb
  /// The bucket of node v is `entries[first[v] ..< first[v + 1]]`: cost in the upper 32 bits, target in the lower.
  private var first: [UInt32]
  private var entries: [UInt64] = []
  /// For each entry, its node and the entry of the next node on the path down; empty without paths.
  ///
  /// The next entry is ``TopIndex/none`` if the node is a seed of the target.
  private var nodes: [TopNode] = []
  private var nexts: [UInt32] = []
  /// The number of targets.
  public private(set) var targetCount = 0

  /// Memory for an index of `count` nodes.
  public init(count: Int) {
    climb = TreeClimb(count: count)
    first = [UInt32](repeating: 0, count: count + 1)
  }

  /// Sets the targets of the following rows.
  ///
  /// - Parameters:
  ///   - targets: For each target, the edges of the top at which it is reached, with the costs from there.
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - withWays: Whether ``down(_:)`` will be called.
  public mutating func setTargets(
    _ targets: [[Seed]], _ view: TopView, _ metric: MetricView, withWays: Bool = false
  ) {
    let down = view.down(metric)
    targetCount = targets.count
    for node in first.indices { first[node] = 0 }
    var found: [(node: TopNode, entry: UInt64)] = []
    // For each cost found, the number of the one at the node from which it came.
    var origins: [UInt32] = []
    var numbers = withWays ? [UInt32](repeating: TopIndex.none, count: first.count) : []
    for (target, seeds) in targets.enumerated() {
      climb.start(seeds)
      climb.run(view, down)
      for node in climb.visited where climb.cost(node) < Cost.unreachable {
        if withWays {
          let origin = climb.origin(node)
          origins.append(origin.isNone ? TopIndex.none : numbers[origin.index])
          numbers[node.index] = UInt32(found.count)
        }
        found.append((node, UInt64(climb.cost(node)) << 32 | UInt64(target)))
        first[node.index + 1] += 1
      }
    }
    for node in 1..<max(first.count, 1) { first[node] += first[node - 1] }
    fill(found, origins)
  }

  /// Sorts the costs into the buckets.
  private mutating func fill(_ found: [(node: TopNode, entry: UInt64)], _ origins: [UInt32]) {
    var next = first
    entries = [UInt64](repeating: 0, count: found.count)
    nodes = origins.isEmpty ? [] : [TopNode](repeating: .none, count: found.count)
    nexts = [UInt32](repeating: TopIndex.none, count: nodes.count)
    var places: [UInt32] = []
    for (number, (node, entry)) in found.enumerated() {
      let place = next[node.index]
      next[node.index] += 1
      entries[Int(place)] = entry
      if origins.isEmpty { continue }
      nodes[Int(place)] = node
      // A node follows the node from which its cost came.
      let origin = origins[number]
      nexts[Int(place)] = origin == TopIndex.none ? origin : places[Int(origin)]
      places.append(place)
    }
  }

  /// Calculates the costs from one source to all targets.
  ///
  /// - Parameters:
  ///   - source: The edges of the top at which the source is left, with their costs.
  ///   - view: The index with which the targets were set.
  ///   - metric: The metric with which they were set.
  ///   - costs: Receives the cost for each target if it is below the present value: that of a path within one cell, or
  ///     ``Cost/unreachable``.
  public mutating func row(
    _ source: [Seed], _ view: TopView, _ metric: MetricView, to costs: inout [UInt32]
  ) {
    precondition(costs.count == targetCount)
    climb.start(source)
    climb.run(view, view.up(metric))
    for node in climb.visited where climb.cost(node) < Cost.unreachable {
      CostTable.relax(
        climb.cost(node), entries, Int(first[node.index])..<Int(first[node.index + 1]), &costs)
    }
  }

  /// Calculates the costs and paths from one source to all targets.
  ///
  /// - Parameters:
  ///   - source: The edges of the top at which the source is left, with their costs.
  ///   - view: The index with which the targets were set.
  ///   - metric: The metric with which they were set.
  ///   - costs: As for ``row(_:_:_:to:)``.
  ///   - ways: Receives, for each target whose cost is set, the entry where the path up meets the path down: for
  ///     ``down(_:)``, which gives the node for ``up(_:)``.
  public mutating func row(
    _ source: [Seed], _ view: TopView, _ metric: MetricView, to costs: inout [UInt32],
    ways: inout [UInt32]
  ) {
    precondition(costs.count == targetCount && ways.count == targetCount)
    climb.start(source)
    climb.run(view, view.up(metric))
    for node in climb.visited where climb.cost(node) < Cost.unreachable {
      for index in Int(first[node.index])..<Int(first[node.index + 1]) {
        let entry = entries[index]
        let target = Int(truncatingIfNeeded: entry & 0xFFFF_FFFF)
        let cost = climb.cost(node) &+ UInt32(truncatingIfNeeded: entry &>> 32)
        if cost >= costs[target] { continue }
        costs[target] = cost
        ways[target] = UInt32(truncatingIfNeeded: index)
      }
    }
  }

  /// The last step of the path up to a node that the last row visited.
  ///
  /// - Returns: The previous node, nil for a seed, and the cost of the node.
  public func up(_ node: TopNode) -> (origin: TopNode?, cost: UInt32) {
    let origin = climb.origin(node)
    return (origin.isNone ? nil : origin, climb.cost(node))
  }

  /// The first step of the path down from an entry.
  ///
  /// - Returns: Its node, the remaining cost, and the entry of the next node, nil if the node is a
  ///   seed of the target.
  public func down(_ entry: UInt32) -> (node: TopNode, cost: UInt32, next: UInt32?) {
    let next = nexts[Int(entry)]
    return (
      nodes[Int(entry)], UInt32(truncatingIfNeeded: entries[Int(entry)] &>> 32),
      next == TopIndex.none ? nil : next
    )
  }

  /// The number of entries for ``down(_:)``.
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
