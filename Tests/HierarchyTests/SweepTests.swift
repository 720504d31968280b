import Hierarchy
import TestSupport
import Testing

@Suite struct SweepTests {
  /// The costs of the way up and down of an arc, by node and place.
  private struct Costs {
    let index: TopIndex
    let top: TopMetric

    func pair(_ node: TopNode, _ place: Int) -> [UInt32] {
      let arc = Int(index.first[node.index]) + place
      let bit = UInt64(1) << UInt64(arc % 64)
      func cost(_ masks: [UInt64], _ counts: [UInt32], _ costs: [UInt32]) -> UInt32 {
        if masks[arc / 64] & bit == 0 { return Cost.unreachable }
        return costs[Int(counts[arc / 64]) + (masks[arc / 64] & (bit - 1)).nonzeroBitCount]
      }
      return [
        cost(index.upMasks, index.upCounts, top.up),
        cost(index.downMasks, index.downCounts, top.down),
      ]
    }
  }

  @Test("arcs are the fill that contracting node by node makes")
  func fill() async {
    for (number, network) in Network.all.enumerated() where network.edgeCount < 120 {
      let indexed = await Indexed(network, cellLimit: nil)
      var neighbours = [Set<TopNode>](repeating: [], count: network.edgeCount)
      for edge in 0..<network.edgeCount {
        for turn in Int(network.lines.first[edge])..<Int(network.lines.first[edge + 1]) {
          let (one, other) = (indexed.node(edge), indexed.node(Int(network.lines.heads[turn])))
          if one != other { neighbours[min(one, other).index].insert(max(one, other)) }
        }
      }
      let view = indexed.index.view
      for node in indexed.nodes {
        for lower in neighbours[node.index] {
          for higher in neighbours[node.index] where lower < higher {
            neighbours[lower.index].insert(higher)
          }
        }
        let list = (0..<view.degree(node)).map { view.neighbour(node, $0) }
        #expect(list == neighbours[node.index].sorted(), "network \(number)")
      }
    }
  }

  @Test("every lower triangle holds, and every arc costs what a way through lower nodes does")
  func costs() async {
    for (number, network) in Network.all.enumerated() where network.edgeCount < 100 {
      let indexed = await Indexed(network, cellLimit: nil)
      let costs = Costs(index: indexed.index, top: indexed.top)
      let view = indexed.index.view
      for node in indexed.nodes {
        for place in 0..<view.degree(node) {
          let low = view.neighbour(node, place)
          let one = costs.pair(node, place)
          for further in place + 1..<max(view.degree(node), place + 1) {
            guard let arc = view.place(of: view.neighbour(node, further), in: low) else {
              Issue.record("no arc over \(node) in network \(number)")
              continue
            }
            let other = costs.pair(node, further)
            let over = costs.pair(low, arc)
            #expect(over[0] <= one[1] &+ other[0] && over[1] <= other[1] &+ one[0])
          }
          #expect(one == Self.below(indexed, node, low), "network \(number)")
        }
      }
    }
  }

  /// The costs that Dijkstra finds between two nodes among themselves and all that are lower than both.
  private static func below(_ indexed: Indexed, _ node: TopNode, _ head: TopNode) -> [UInt32] {
    let network = indexed.network
    var weights = network.weights
    for edge in 0..<network.edgeCount {
      for turn in Int(network.lines.first[edge])..<Int(network.lines.first[edge + 1]) {
        let ends = [indexed.node(edge), indexed.node(Int(network.lines.heads[turn]))]
        if !ends.allSatisfy({ $0 <= node || $0 == head }) { weights[turn] = Cost.unreachable }
      }
    }
    return [(node, head), (head, node)].map { from, to in
      network.dijkstra(from: [indexed.edge(from): 0], weights: weights)[indexed.edge(to)]
    }
  }

  @Test("the number of threads changes nothing, and several sweeps are like one")
  func threads() async {
    for seed in 1...3 as ClosedRange<UInt64> {
      let network = Network.grid(50, seed: seed, missing: 25)
      for limit in [nil, 8] {
        let one = await Indexed(network, cellLimit: limit)
        let three = await Indexed(network, cellLimit: limit, threads: 3)
        #expect(one.index.lists == three.index.lists && one.index.contents == three.index.contents)
        #expect(one.index.upMasks == three.index.upMasks)
        #expect(one.top == three.top)
      }
    }
  }
}
