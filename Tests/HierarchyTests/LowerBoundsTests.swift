import Hierarchy
import TestSupport
import Testing

@Suite struct LowerBoundsTests {
  @Test("bounds are exact, for edges of the top and inside cells", arguments: [nil, 6, 20])
  func exact(limit: Int?) async {
    for (number, network) in Network.all.enumerated() where network.edgeCount > 0 {
      let indexed = await Indexed(network, cellLimit: limit)
      var generator = SeededGenerator(seed: UInt64(number))
      var backward = LowerBounds(.backward, count: indexed.index.count)
      var forward = LowerBounds(.forward, count: indexed.index.count)
      for _ in 0..<2 {
        let edge = Int.random(in: 0..<network.edgeCount, using: &generator)
        Self.check(indexed, .backward, &backward, edge)
        Self.check(indexed, .forward, &forward, edge)
      }
    }
  }

  /// Compares the bounds of all edges with what Dijkstra finds.
  private static func check(
    _ indexed: Indexed, _ direction: CellSearch.Direction, _ top: inout LowerBounds, _ edge: Int
  ) {
    let network = indexed.network
    let view = indexed.index.view
    let metric = indexed.top.view
    top.start(view, metric, indexed.seeds(edge, offset: 7, direction, network.weights).seeds)
    var cells = CellBounds()
    var graph = CellGraph()
    let after = network.dijkstra(from: [edge: 7])
    for other in 0..<network.edgeCount {
      let expected =
        direction == .forward ? after[other] : Cost.add(network.dijkstra(from: [other: 0])[edge], 7)
      guard let cell = indexed.cell(other), let place = indexed.place(other, cell: cell) else {
        #expect(top.bound(indexed.node(other), view, metric) == expected)
        continue
      }
      let node = indexed.cellNodes[cell]
      if cells.begin(node) == nil {
        indexed.fill(&graph, cell: cell, network.weights)
        let own = indexed.cell(edge) == cell ? indexed.place(edge, cell: cell) : nil
        let begin = cells.add(
          node, &graph, direction, &top, targets: own.map { [PlaceSeed($0, cost: 7)] } ?? [],
          view, metric)
        #expect(cells.begin(node) == begin)
      }
      #expect(cells[(cells.begin(node) ?? 0) + Int(place)] == expected)
    }
  }

  @Test("bounds of a cheaper metric are admissible and consistent for a dearer one")
  func consistent() async {
    for seed in 0..<40 as Range<UInt64> {
      let network = Network.random(seed: seed)
      if network.edgeCount == 0 { continue }
      let indexed = await Indexed(network, cellLimit: nil)
      var generator = SeededGenerator(seed: seed)
      let dearer = network.weights.map { weight in
        Cost.add(weight, UInt32.random(in: 0...20, using: &generator))
      }
      let view = indexed.index.view
      var bounds = LowerBounds(.backward, count: indexed.index.count)
      bounds.start(view, indexed.top.view, [Seed(indexed.node(0), cost: 0)])
      for edge in 0..<network.edgeCount {
        let bound = bounds.bound(indexed.node(edge), view, indexed.top.view)
        #expect(bound <= network.dijkstra(from: [edge: 0], weights: dearer)[0])
        for turn in Int(network.lines.first[edge])..<Int(network.lines.first[edge + 1]) {
          let next = bounds.bound(
            indexed.node(Int(network.lines.heads[turn])), view, indexed.top.view)
          #expect(bound <= Cost.add(dearer[turn], next))
        }
      }
    }
  }
}
