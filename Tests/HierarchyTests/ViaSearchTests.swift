import Hierarchy
import TestSupport
import Testing

@Suite struct ViaSearchTests {
  /// The edges of the top among the ends, with the costs to all edges and from all edges to the ends.
  private struct Case {
    let indexed: Indexed
    let from: Int
    let to: Int
    let there: [UInt32]
    let best: UInt32

    init?(_ network: Network, _ limit: Int?, _ random: inout SeededGenerator) async {
      indexed = await Indexed(network, cellLimit: limit)
      let (cut, nodes) = (indexed, 0..<network.edgeCount)
      let tops = nodes.filter { !cut.node($0).isNone }
      guard let from = tops.randomElement(using: &random),
        let to = tops.randomElement(using: &random)
      else { return nil }
      (self.from, self.to) = (from, to)
      there = network.dijkstra(from: [from: 3])
      best = Cost.add(there[to], 5)
    }

    func vias(below bound: UInt32, most count: Int) -> (found: [ViaSearch.Via], search: ViaSearch) {
      var search = ViaSearch(count: indexed.index.count)
      let found = search.run(
        indexed.index.view, indexed.top.view, from: [Seed(indexed.node(from), cost: 3)],
        to: [Seed(indexed.node(to), cost: 5)], below: bound, most: count)
      return (found, search)
    }
  }

  @Test(
    "every edge of the top within the bound is found, with Dijkstra's costs", arguments: [nil, 12])
  func all(limit: Int?) async {
    var random = SeededGenerator(seed: 23)
    var count = 0
    for network in Network.all + [.grid(24, seed: 5)] {
      guard let test = await Case(network, limit, &random), test.best < Cost.unreachable else {
        continue
      }
      let bound = test.best + test.best / 4 + 1
      let found = test.vias(below: bound, most: .max).found
      let known = Dictionary(uniqueKeysWithValues: found.map { (test.indexed.edge($0.node), $0) })
      for edge in 0..<network.edgeCount where !test.indexed.node(edge).isNone {
        let onward = network.dijkstra(from: [edge: 0])[test.to]
        let whole = Cost.add(Cost.add(test.there[edge], onward), 5)
        if whole < bound {
          #expect(known[edge]?.there == test.there[edge] && known[edge]?.cost == whole)
          count += 1
        } else {
          #expect(known[edge] == nil)
        }
      }
    }
    #expect(count > 200)
  }

  @Test("the path over an edge leads over it, and its arcs add up to its cost")
  func paths() async throws {
    var random = SeededGenerator(seed: 4)
    let network = Network.grid(30, seed: 8)
    var found: Case?
    while found.map({ $0.best >= Cost.unreachable }) ?? true {
      found = await Case(network, 24, &random)
    }
    let test = try #require(found)
    let (vias, search) = test.vias(below: test.best * 2, most: 200)
    #expect(!vias.isEmpty && vias.count <= 200)
    var unpacker = PathUnpacker()
    let (index, metric) = (test.indexed.index, test.indexed.top)
    for via in vias {
      let stops = search.path(over: via.node)
      #expect(stops.contains { $0.node == via.node && $0.cost == via.there })
      #expect(stops.first?.cost == 3 && stops.last.map { $0.cost + 5 } == via.cost)
      #expect(try unpacker.unpack(stops, index.view, metric.view, number: 0))
      #expect(unpacker.hops.reduce(8) { $0 + $1.cost } == via.cost)
    }
  }

  @Test("no ends, no bound and no room: nothing is found")
  func nothing() async throws {
    var random = SeededGenerator(seed: 9)
    let test = try #require(await Case(.grid(8, seed: 3), nil, &random))
    #expect(test.vias(below: test.best, most: .max).found.isEmpty)
    #expect(test.vias(below: Cost.unreachable, most: 0).found.isEmpty)
    var search = ViaSearch(count: test.indexed.index.count)
    let none = search.run(
      test.indexed.index.view, test.indexed.top.view, from: [], to: [], below: .max, most: .max)
    #expect(none.isEmpty)
  }
}
