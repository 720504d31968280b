import Hierarchy
import TestSupport
import Testing

@Suite struct CostTableTests {
  @Test("rows are what single searches find", arguments: [nil, 8, 40])
  func rows(limit: Int?) async {
    let networks = [Network.grid(12, seed: 6)] + (0..<30).map { Network.random(seed: $0) }
    for network in networks where network.edgeCount > 0 {
      let indexed = await Indexed(network, cellLimit: limit)
      let view = indexed.index.view
      let metric = indexed.top.view
      var table = CostTable(count: indexed.index.count)
      for count in [1, 12, 5] {
        let targets = (0..<count).map { $0 * 31 % network.edgeCount }
        table.setTargets(
          targets.map { indexed.seeds($0, offset: 4, .backward, network.weights).seeds }, view,
          metric)
        #expect(table.targetCount == count)
        for source in (0..<6).map({ $0 * 17 % network.edgeCount }) {
          let known = network.dijkstra(from: [source: 9])
          let begin = indexed.seeds(source, offset: 9, .forward, network.weights)
          var row = targets.map { Cost.add(begin.inside[$0] ?? Cost.unreachable, 4) }
          table.row(begin.seeds, view, metric, to: &row)
          #expect(row == targets.map { Cost.add(known[$0], 4) })
        }
      }
    }
  }
}
