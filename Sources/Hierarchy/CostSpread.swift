/// The minimum costs from some nodes to chosen ones, or from the chosen ones to them.
///
/// The costs of a climb come down the elimination tree again, but only over the ancestors of the chosen nodes: Delling,
/// Goldberg and Werneck, "Faster Batched Shortest Paths in Road Networks" (ATMOS 2011,
/// doi:10.4230/OASIcs.ATMOS.2011.52). Chosen nodes share most of their ancestors, each of which is visited once.
/// Memory: nine bytes for each node of the index.
///
/// A value serves one search at a time.
public struct CostSpread: Sendable {
  private var climb: TreeClimb
  private var isChosen: [Bool]
  /// The chosen nodes and all their ancestors.
  private var nodes: [TopNode] = []

  /// Memory for searches in an index of `count` nodes.
  public init(count: Int) {
    climb = TreeClimb(count: count)
    isChosen = [Bool](repeating: false, count: count)
  }

  /// Calculates the costs of the chosen nodes.
  ///
  /// - Parameters:
  ///   - view: The index.
  ///   - metric: The costs of its arcs.
  ///   - direction: Whether paths lead from the seeds or to them.
  ///   - seeds: The nodes where paths begin or end, with their costs.
  ///   - chosen: The nodes whose costs are wanted.
  /// - Complexity: O(arcs of the ancestors of the seeds and of the chosen nodes).
  public mutating func run(
    _ view: TopView, _ metric: MetricView, _ direction: CellSearch.Direction, from seeds: [Seed],
    at chosen: some Sequence<TopNode>
  ) {
    let (up, down) = (view.up(metric), view.down(metric))
    climb.start(seeds)
    switch direction {
    case .forward: climb.run(view, up)
    case .backward: climb.run(view, down)
    }
    choose(chosen, view)
    // All higher neighbours of a node are its ancestors, whose costs are final.
    for node in nodes {
      switch direction {
      case .forward: climb.descend(to: node, down)
      case .backward: climb.descend(to: node, up)
      }
    }
  }

  /// Collects the chosen nodes and their ancestors, highest first.
  private mutating func choose(_ chosen: some Sequence<TopNode>, _ view: TopView) {
    for node in nodes { isChosen[node.index] = false }
    nodes.removeAll(keepingCapacity: true)
    for node in chosen {
      var next = node
      while !next.isNone, !isChosen[next.index] {
        isChosen[next.index] = true
        nodes.append(next)
        next = view.parent(next)
      }
    }
    nodes.sort(by: >)
  }

  /// The cost of a chosen node in the last search; ``Cost/unreachable`` if there is no path.
  public func cost(_ node: TopNode) -> UInt32 { climb.cost(node) }
}
