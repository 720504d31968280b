import Hierarchy
import TestSupport
import Testing

@Suite struct TopologyTests {
  @Test("arcs are the fill that contracting state by state makes")
  func fill() async {
    for (number, network) in Network.all.enumerated() where network.edgeCount < 120 {
      let dissection = await Dissection(network.road, lines: network.lines, cellLimit: 10)
      let topology = Topology(network.lines, dissection)
      var neighbours = [Set<UInt32>](repeating: [], count: network.edgeCount)
      for edge in 0..<network.edgeCount {
        for turn in Int(network.lines.first[edge])..<Int(network.lines.first[edge + 1]) {
          let ends = [dissection.ranks[edge], dissection.ranks[Int(network.lines.heads[turn])]]
          if ends[0] != ends[1] {
            neighbours[Int(min(ends[0], ends[1]))].insert(max(ends[0], ends[1]))
          }
        }
      }
      for state in neighbours.indices {
        for lower in neighbours[state] {
          for higher in neighbours[state] where lower < higher {
            neighbours[Int(lower)].insert(higher)
          }
        }
        let arcs = Int(topology.first[state])..<Int(topology.first[state + 1])
        #expect(Array(topology.heads[arcs]) == neighbours[state].sorted(), "network \(number)")
      }
    }
  }

  @Test("after customization every lower triangle holds, and every arc is a cheapest way below")
  func customization() async {
    for (number, network) in Network.all.enumerated() where network.edgeCount < 100 {
      let indexed = await Indexed(network, cellLimit: nil)
      let pairs = indexed.metric.pairs
      let topology = indexed.topology
      for state in 0..<topology.count {
        let arcs = Int(topology.first[state])..<Int(topology.first[state + 1])
        for one in arcs {
          for other in arcs where one < other {
            let arc = topology.arc(from: Int(topology.heads[one]), to: topology.heads[other])
            guard let arc else {
              Issue.record("no arc over \(state) in network \(number)")
              continue
            }
            #expect(pairs[arc].up <= pairs[one].down &+ pairs[other].up)
            #expect(pairs[arc].down <= pairs[other].down &+ pairs[one].up)
          }
          Self.check(indexed, state, one, number)
        }
      }
    }
  }

  /// An arc costs what Dijkstra finds among its ends and all lower states.
  private static func check(_ indexed: Indexed, _ state: Int, _ arc: Int, _ number: Int) {
    let network = indexed.network
    let head = indexed.topology.heads[arc]
    let ranks = indexed.dissection.ranks
    var weights = network.weights
    for edge in 0..<network.edgeCount {
      for turn in Int(network.lines.first[edge])..<Int(network.lines.first[edge + 1]) {
        let ends = [ranks[edge], ranks[Int(network.lines.heads[turn])]]
        if !ends.allSatisfy({ $0 < state || $0 == state || $0 == head }) {
          weights[turn] = Cost.unreachable
        }
      }
    }
    let low = Int(indexed.dissection.order[state])
    let high = Int(indexed.dissection.order[Int(head)])
    let up = network.dijkstra(from: [low: 0], weights: weights)[high]
    let down = network.dijkstra(from: [high: 0], weights: weights)[low]
    #expect(indexed.metric.pairs[arc] == Metric.Pair(up: up, down: down), "network \(number)")
  }

  @Test("parts and the cuts above them together give what one plain pass gives")
  func plan() async {
    for seed in 1...3 as ClosedRange<UInt64> {
      let indexed = await Indexed(.grid(60, seed: seed, missing: 25), cellLimit: nil)
      let topology = indexed.topology
      var pairs = Self.assigned(indexed)
      for state in 0..<topology.count {
        let arcs = Int(topology.first[state])..<Int(topology.first[state + 1])
        for one in arcs {
          for other in one + 1..<arcs.upperBound {
            let low = Int(topology.heads[one])
            guard let arc = topology.arc(from: low, to: topology.heads[other]) else { continue }
            pairs[arc].up = min(pairs[arc].up, pairs[one].down &+ pairs[other].up)
            pairs[arc].down = min(pairs[arc].down, pairs[other].down &+ pairs[one].up)
          }
        }
      }
      #expect(pairs == indexed.metric.pairs)
    }
  }

  /// The costs of arcs that are turns.
  private static func assigned(_ indexed: Indexed) -> [Metric.Pair] {
    let none = Metric.Pair(up: Cost.unreachable, down: Cost.unreachable)
    var pairs = [Metric.Pair](repeating: none, count: indexed.topology.heads.count)
    for (turn, slot) in indexed.topology.slots.enumerated() where slot != Topology.none {
      let cost = indexed.network.weights[turn]
      if slot & 1 == 0 {
        pairs[Int(slot >> 1)].up = min(pairs[Int(slot >> 1)].up, cost)
      } else {
        pairs[Int(slot >> 1)].down = min(pairs[Int(slot >> 1)].down, cost)
      }
    }
    return pairs
  }

  @Test("the number of threads changes nothing")
  func threads() async {
    let network = Network.grid(60, seed: 2)
    let one = await Indexed(network, cellLimit: 40)
    let three = await Indexed(network, cellLimit: 40, threads: 3)
    #expect(one.topology.heads == three.topology.heads && one.metric == three.metric)
    #expect(one.top == three.top)
  }
}
