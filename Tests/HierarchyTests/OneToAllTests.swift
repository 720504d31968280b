import Hierarchy
import TestSupport
import Testing

@Suite struct OneToAllTests {
  @Test("costs to all edges, and from all, are Dijkstra's", arguments: [nil, 5, 20])
  func all(limit: Int?) async {
    for (number, network) in Network.all.enumerated() where network.edgeCount > 0 {
      let indexed = await Indexed(network, cellLimit: limit)
      var forward = OneToAll(.forward, count: indexed.index.count)
      var backward = OneToAll(.backward, count: indexed.index.count)
      for edge in [0, network.edgeCount / 2] {
        let known = network.dijkstra(from: [edge: 2])
        #expect(Self.costs(indexed, .forward, &forward, edge) == known, "network \(number)")
        let found = Self.costs(indexed, .backward, &backward, edge)
        for other in stride(from: 0, to: network.edgeCount, by: 7) {
          #expect(found[other] == Cost.add(network.dijkstra(from: [other: 0])[edge], 2))
        }
      }
    }
  }

  /// The costs of all edges, those in cells by searching each cell.
  private static func costs(
    _ indexed: Indexed, _ direction: CellSearch.Direction, _ top: inout OneToAll, _ edge: Int
  ) -> [UInt32] {
    let network = indexed.network
    let view = indexed.index.view
    let begin = indexed.seeds(edge, offset: 2, direction, network.weights)
    top.run(view, indexed.top.view, begin.seeds)
    var costs = [UInt32](repeating: Cost.unreachable, count: network.edgeCount)
    for other in 0..<network.edgeCount where indexed.cell(other) == nil {
      costs[other] = top.costs[Int(indexed.node(other))]
    }
    var graph = CellGraph()
    var search = CellSearch()
    for (cell, ranks) in indexed.cells.enumerated() where !ranks.isEmpty {
      indexed.fill(&graph, cell: cell, network.weights)
      var seeds: [Seed] = []
      top.appendSeeds(indexed.cellNodes[cell], inside: ranks.count, view, to: &seeds)
      if indexed.cell(edge) == cell, let place = indexed.place(edge, cell: cell) {
        seeds.append(Seed(place, cost: 2))
      }
      search.run(&graph, direction, from: seeds)
      for place in 0..<ranks.count {
        costs[indexed.edge(cell: cell, place: place)] = search.costs[place]
      }
    }
    return costs
  }
}

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

@Suite struct TilingTests {
  @Test(
    "each junction has one tile, both directions of a road the same", arguments: [30, 200, 5_000])
  func tiles(limit: Int) async {
    let network = Network.grid(30, seed: 12)
    let road = network.road
    let dissection = await Dissection(road, lines: network.lines, cellLimit: 24)
    let tiling = Tiling(dissection, road, edgeLimit: limit, junctionLimit: 300)
    var junctions = [Int](repeating: 0, count: tiling.parts.count)
    for tile in tiling.junctions { junctions[Int(tile)] += 1 }
    #expect(junctions.allSatisfy { $0 > 0 && $0 <= 300 })
    var inside = junctions.map { _ in 0 }
    for edge in 0..<road.edgeCount {
      let ends = [road.tails[edge], road.heads[edge]].map { tiling.junctions[Int($0)] }
      #expect(ends.contains(tiling.edges[edge]))
      #expect(tiling.crosses[edge] == (ends[0] != ends[1]))
      if !tiling.crosses[edge] { inside[Int(ends[0])] += 1 }
      let back = road.tails.indices.first {
        road.tails[$0] == road.heads[edge] && road.heads[$0] == road.tails[edge]
      }
      if let back { #expect(tiling.edges[back] == tiling.edges[edge]) }
    }
    #expect(inside.allSatisfy { $0 <= limit })
    #expect(tiling.parts.count > network.edgeCount / limit / 2)
  }
}
