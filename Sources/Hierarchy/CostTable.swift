/// The costs between many sources and many targets.
///
/// Knopp, Sanders, Schultes, Schulz and Wagner, "Computing Many-to-Many Shortest Paths Using Highway
/// Hierarchies" (ALENEX 2007, doi:10.1137/1.9781611972870.4), on the elimination tree: a climb from each
/// target leaves an entry (target, cost) in the bucket of each node it visits; a climb from a source looks
/// into the buckets of the nodes it visits. A cell of the table takes as many steps as the two have common
/// ancestors. Memory: eight bytes for each target and ancestor.
public struct CostTable: Sendable {
  private var climb: TreeClimb
  /// The bucket of node v is `entries[first[v] ..< first[v + 1]]`: target in the lower half, cost above.
  private var first: [UInt32]
  private var entries: [UInt64] = []
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
  public mutating func setTargets(_ targets: [[Seed]], _ view: TopView, _ metric: MetricView) {
    let down = view.down(metric)
    targetCount = targets.count
    for node in first.indices { first[node] = 0 }
    var found: [(node: UInt32, entry: UInt64)] = []
    for (target, seeds) in targets.enumerated() {
      climb.start(seeds)
      climb.run(view, down)
      for node in climb.visited where climb.cost(node) < Cost.unreachable {
        found.append((node, UInt64(climb.cost(node)) << 32 | UInt64(target)))
        first[Int(node) + 1] += 1
      }
    }
    for node in 1..<max(first.count, 1) { first[node] += first[node - 1] }
    var next = first
    entries = [UInt64](repeating: 0, count: found.count)
    for (node, entry) in found {
      entries[Int(next[Int(node)])] = entry
      next[Int(node)] += 1
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
