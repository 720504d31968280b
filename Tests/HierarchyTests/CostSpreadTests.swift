import Hierarchy
import TestSupport
import Testing

@Suite struct CostSpreadTests {
  @Test("the costs of chosen nodes are Dijkstra's, in both directions", arguments: [nil, 8, 40])
  func costs(limit: Int?) async {
    let networks = [Network.grid(12, seed: 6)] + (0..<30).map { Network.random(seed: $0) }
    var count = 0
    for network in networks where network.edgeCount > 0 {
      let indexed = await Indexed(network, cellLimit: limit)
      let tops = (0..<network.edgeCount).filter { !indexed.node($0).isNone }
      guard let end = tops.first else { continue }
      let (view, metric) = (indexed.index.view, indexed.top.view)
      var spread = CostSpread(count: indexed.index.count)
      let seed = Seed(indexed.node(end), cost: 7)
      // One value serves one search after the other.
      for step in [1, 5, 3] {
        let chosen = tops.enumerated().filter { $0.offset.isMultiple(of: step) }.map(\.element)
        spread.run(view, metric, .forward, from: [seed], at: chosen.map { indexed.node($0) })
        let there = network.dijkstra(from: [end: 7])
        for edge in chosen { #expect(spread.cost(indexed.node(edge)) == there[edge]) }
        spread.run(view, metric, .backward, from: [seed], at: chosen.map { indexed.node($0) })
        for edge in chosen {
          let onward = network.dijkstra(from: [edge: 0])[end]
          #expect(spread.cost(indexed.node(edge)) == Cost.add(onward, 7))
        }
        count += chosen.count
      }
    }
    #expect(count > 100)
  }
}
