import Hierarchy
import TestSupport
import Testing

@Suite struct TreeSearchTests {
  /// Every pair of edges of a network: the cost is Dijkstra's, and the path's turns add up to it.
  private static func check(_ network: Network, _ limit: Int?, pairs: Int, seed: UInt64) async {
    let indexed = await Indexed(network, cellLimit: limit)
    var generator = SeededGenerator(seed: seed)
    var trip = Trip(indexed)
    for _ in 0..<(network.edgeCount == 0 ? 0 : pairs) {
      let from = Int.random(in: 0..<network.edgeCount, using: &generator)
      let to = Int.random(in: 0..<network.edgeCount, using: &generator)
      let known = network.dijkstra(from: [from: 3])
      let expected = min(known[to] &+ 5, Cost.unreachable)
      let cost = trip.cost(from, offset: 3, to, offset: 5)
      #expect(cost == expected, "from \(from) to \(to)")
      if cost == expected, cost < Cost.unreachable {
        let path = trip.path()
        #expect(path.first == from && path.last == to)
        let sum = zip(path, path.dropFirst()).reduce(UInt32(8)) {
          Cost.add($0, network.turnCost($1.0, $1.1))
        }
        #expect(sum == cost, "path \(path)")
      }
    }
  }

  @Test("costs are Dijkstra's and paths have them", arguments: [nil, 4, 12, 40])
  func pairs(limit: Int?) async {
    for (number, network) in Network.all.enumerated() {
      await Self.check(network, limit, pairs: 25, seed: UInt64(number))
    }
  }

  @Test("a grid of streets", arguments: [nil, 64, 256])
  func grid(limit: Int?) async {
    await Self.check(.grid(40, seed: 11), limit, pairs: 60, seed: 1)
  }

  @Test("a town of streets")
  func town() async { await Self.check(.grid(130, seed: 17), 336, pairs: 25, seed: 2) }

  @Test("several sources and targets: the best of all pairs")
  func several() async {
    for seed in 0..<60 as Range<UInt64> {
      let network = Network.random(seed: seed)
      if network.edgeCount < 2 { continue }
      let indexed = await Indexed(network, cellLimit: seed % 2 == 0 ? nil : 8)
      var generator = SeededGenerator(seed: seed)
      func some() -> [Int: UInt32] {
        var edges: [Int: UInt32] = [:]
        for _ in 0..<5 {
          edges[Int.random(in: 0..<network.edgeCount, using: &generator)] =
            UInt32.random(in: 0...50, using: &generator)
        }
        return edges
      }
      let (sources, targets) = (some(), some())
      let known = network.dijkstra(from: sources)
      let expected = targets.map { Cost.add(known[$0.key], $0.value) }.min()
      var trip = Trip(indexed)
      #expect(trip.cost(sources, targets) == expected)
    }
  }

  @Test("a bound that the best path does not beat is no path")
  func bound() async {
    let indexed = await Indexed(.grid(8, seed: 3), cellLimit: nil)
    var search = TreeSearch(count: indexed.index.count)
    let (from, to) = ([Seed(indexed.node(0), cost: 0)], [Seed(indexed.node(60), cost: 0)])
    let cost = search.run(indexed.index.view, indexed.top.view, from: from, to: to)
    #expect(cost > 0 && cost < Cost.unreachable && search.visitedCount > 0)
    #expect(
      search.run(indexed.index.view, indexed.top.view, from: from, to: to, below: cost)
        == Cost.unreachable)
    #expect(search.path().isEmpty)
    #expect(
      search.run(indexed.index.view, indexed.top.view, from: from, to: to, below: cost + 1) == cost)
    #expect(search.run(indexed.index.view, indexed.top.view, from: [], to: to) == Cost.unreachable)
  }
}
