import Hierarchy
import TestSupport
import Testing

/// Unpacking on costs that a file may say and no way has.
@Suite struct PathUnpackerTests {
  /// A metric whose ways all cost the same.
  private static func even(_ top: TopMetric, _ cost: UInt32) -> TopMetric {
    TopMetric(up: top.up.map { _ in cost }, down: top.down.map { _ in cost })
  }

  @Test("a metric has a flaw where a cost is below that of any edge, or beyond the maximum")
  func costs() async {
    let indexed = await Indexed(.grid(9, seed: 5), cellLimit: 16)
    let view = indexed.index.view
    #expect(indexed.top.view.flaw(view) == nil)
    for (cost, isFlaw) in [
      (0, true), (1, false), (Cost.unreachable, false), (Cost.unreachable + 1, true), (.max, true),
    ] as [(UInt32, Bool)] {
      var top = indexed.top
      top.up[7] = cost
      #expect(top.view.flaw(view) == (isFlaw ? .cost(index: 7) : nil), "\(cost)")
      top = indexed.top
      top.down[5] = cost
      #expect(top.view.flaw(view) == (isFlaw ? .cost(index: 5) : nil), "\(cost)")
    }
  }

  @Test(
    "costs of nothing are refused before the steps are more than there are edges",
    arguments: [nil, 16])
  func nothing(limit: Int?) async throws {
    let indexed = await Indexed(.grid(24, seed: 5), cellLimit: limit)
    let view = indexed.index.view
    let top = Self.even(indexed.top, 0)
    var unpacker = PathUnpacker()
    var refused = 0
    for node in indexed.nodes where view.cell(node) == nil {
      for place in stride(from: 0, to: view.degree(node), by: 5) {
        let head = view.neighbour(node, place)
        do throws(TopFlaw) {
          _ = try unpacker.unpack(
            [.init(node: node, cost: 0), .init(node: head, cost: 0)], view, top.view, number: 1)
          #expect(unpacker.hops.count < view.count)
        } catch {
          #expect(error == .endless(from: node, to: head))
          refused += 1
        }
      }
    }
    #expect(refused > 0, "no arc is made of more arcs than there are nodes")
    // What was refused leaves nothing behind.
    let good = try #require(Self.path(indexed))
    #expect(try unpacker.unpack(good, view, indexed.top.view, number: 2))
    var fresh = PathUnpacker()
    #expect(try fresh.unpack(good, view, indexed.top.view, number: 2))
    #expect(unpacker.hops == fresh.hops && !fresh.hops.isEmpty)
  }

  /// A path between two edges of the top far from each other.
  private static func path(_ indexed: Indexed) -> [TreeSearch.Stop]? {
    let view = indexed.index.view
    var search = TreeSearch(count: view.count)
    let edges = indexed.nodes.filter { view.cell($0) == nil }
    for target in edges.reversed() {
      search.run(
        view, indexed.top.view, from: [Seed(edges[0], cost: 0)], to: [Seed(target, cost: 0)])
      if search.path().count > 2 { return search.path() }
    }
    return nil
  }

  @Test("a cancelled task does not unpack to the end")
  func cancelled() async throws {
    let indexed = await Indexed(.grid(24, seed: 5), cellLimit: nil)
    let stops = try #require(Self.path(indexed))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      var unpacker = PathUnpacker()
      let view = indexed.index.view
      // It is asked from time to time: within so many paths surely.
      for _ in 0..<1_000 {
        guard try unpacker.unpack(stops, view, indexed.top.view, number: 0) else { return true }
      }
      return false
    }
    task.cancel()
    #expect(try await task.value)
  }

  @Test("a search says where a path may be left out since it costs too much")
  func truncated() async {
    // A road from node to node, each stretch of which costs a twentieth of what can be said, or a bit more.
    let cost = Cost.unreachable / 20
    let edges = (0..<40).flatMap { [($0, $0 + 1), ($0 + 1, $0)] }
    let network = Network(
      places: (0..<41).map { (Int32($0), 0) }, edges: edges, seed: 1, costs: cost...cost)
    let indexed = await Indexed(network, cellLimit: nil)
    let (view, metric) = (indexed.index.view, indexed.top)
    var search = TreeSearch(count: view.count)
    func run(_ from: Int, _ to: Int) -> UInt32 {
      search.run(
        view, metric.view, from: [Seed(indexed.node(2 * from), cost: 0)],
        to: [Seed(indexed.node(2 * to), cost: 0)])
    }
    #expect(run(0, 2) < Cost.unreachable)
    #expect(run(0, 36) == Cost.unreachable)
    let isTruncated = search.isTruncated(view, metric.view)
    #expect(isTruncated)
    // Two roads that nothing joins.
    let apart = Network(
      places: (0..<4).map { (Int32($0), 0) }, edges: [(0, 1), (2, 3)], seed: 1)
    let other = await Indexed(apart, cellLimit: nil)
    var second = TreeSearch(count: other.index.count)
    let found = second.run(
      other.index.view, other.top.view, from: [Seed(other.node(0), cost: 0)],
      to: [Seed(other.node(1), cost: 0)])
    #expect(found == Cost.unreachable && !second.isTruncated(other.index.view, other.top.view))
  }
}
