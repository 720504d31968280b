import Hierarchy
import TestSupport
import Testing

/// A cell with exact bounds from every place to every other.
private struct Bounded: CellTurns {
  var graph: CellGraph
  var bounds: [[UInt32]]
  var started = 0

  var insideCount: Int { graph.insideCount }
  var boundaryCount: Int { graph.boundaryCount }
  mutating func start(_ place: UInt32, _ direction: CellSearch.Direction) {
    started += 1
    graph.start(place, direction)
  }
  mutating func next() -> (place: UInt32, cost: UInt32)? { graph.next() }
  func bound(_ place: UInt32, _ target: UInt32) -> UInt32 { bounds[Int(place)][Int(target)] }
}

@Suite struct CellSearchTests {
  private static let inside = 14
  private static let boundary = 5
  private static let count = inside + boundary

  /// A cell of random turns, and what they cost, by ends.
  private static func random(seed: UInt64) -> (graph: CellGraph, costs: [[UInt32]]) {
    var generator = SeededGenerator(seed: seed)
    var graph = CellGraph()
    var costs = [[UInt32]](
      repeating: .init(repeating: Cost.unreachable, count: count), count: count)
    graph.begin(inside: inside, boundary: boundary)
    for place in 0..<count {
      for _ in 0..<3 {
        let head = UInt32.random(in: 0..<UInt32(count), using: &generator)
        let cost = UInt32.random(in: 0...30, using: &generator)
        graph.addTurn(to: head, cost: cost)
        costs[place][Int(head)] = min(costs[place][Int(head)], cost)
      }
      graph.endState(place)
    }
    return (graph, costs)
  }

  /// The least costs of ways through states inside, by Floyd and Warshall.
  private static func closure(_ costs: [[UInt32]]) -> [[UInt32]] {
    var result = costs
    for place in 0..<count { result[place][place] = 0 }
    for middle in 0..<inside {
      for from in 0..<count {
        for to in 0..<count {
          let offer = Cost.sum(result[from][middle], result[middle][to])
          result[from][to] = min(result[from][to], offer)
        }
      }
    }
    return result
  }

  @Test("costs are those of ways that go through states inside only", arguments: 0..<30)
  func costs(seed: UInt64) {
    var (graph, turns) = Self.random(seed: seed)
    let known = Self.closure(turns)
    var search = CellSearch()
    for place in 0..<Self.count {
      search.run(&graph, .forward, from: [PlaceSeed(UInt32(place), cost: 0)])
      #expect(search.costs == known[place])
      search.run(&graph, .backward, from: [PlaceSeed(UInt32(place), cost: 0)])
      #expect(search.costs == known.map { $0[place] })
    }
  }

  @Test("paths in both directions are in the direction of travel", arguments: 0..<20)
  func paths(seed: UInt64) {
    var (graph, turns) = Self.random(seed: seed)
    let known = Self.closure(turns)
    var search = CellSearch()
    for (from, to) in [(0, 5), (3, 15), (16, 17), (18, 2)] {
      for direction in [CellSearch.Direction.forward, .backward] {
        let ends = direction == .forward ? (from, to) : (to, from)
        search.run(&graph, direction, from: [PlaceSeed(UInt32(ends.0), cost: 0)])
        var path: [UInt32] = []
        search.appendPath(UInt32(ends.1), direction, to: &path)
        if known[from][to] >= Cost.unreachable {
          #expect(path.isEmpty)
          continue
        }
        #expect(path.first == UInt32(from) && path.last == UInt32(to))
        let sum = zip(path, path.dropFirst()).reduce(0) { $0 + turns[Int($1.0)][Int($1.1)] }
        #expect(sum == known[from][to])
      }
    }
  }

  @Test("a bound finds the same ways and looks at less", arguments: 0..<20)
  func bounds(seed: UInt64) {
    let (graph, turns) = Self.random(seed: seed)
    let known = Self.closure(turns)
    let none = [[UInt32]](repeating: .init(repeating: 0, count: Self.count), count: Self.count)
    var plain = Bounded(graph: graph, bounds: none)
    var bounded = Bounded(graph: graph, bounds: known)
    var search = CellSearch()
    for from in 0..<Self.count {
      for to in 0..<Self.count where known[from][to] < Cost.unreachable {
        let cost = known[from][to]
        let (one, other) = (UInt32(from), UInt32(to))
        #expect(search.findWay(&plain, from: one, to: other, cost: cost))
        #expect(search.findWay(&bounded, from: one, to: other, cost: cost))
        var path: [UInt32] = []
        search.appendPath(other, .forward, to: &path)
        #expect(path.first == one && path.last == other)
        #expect(zip(path, path.dropFirst()).reduce(0) { $0 + turns[Int($1.0)][Int($1.1)] } == cost)
        if cost > 0 {
          #expect(!search.findWay(&plain, from: one, to: other, cost: cost - 1))
        }
      }
    }
    #expect(bounded.started < plain.started)
  }

  @Test(
    "a seed on the boundary is left only where no other reaches it for less, whatever their order")
  func boundarySeeds() {
    var graph = CellGraph()
    graph.begin(inside: 2, boundary: 2)
    graph.addTurn(to: 2, cost: 3)
    graph.endState(0)
    graph.addTurn(to: 1, cost: 1)
    graph.endState(2)
    graph.addTurn(to: 1, cost: 20)
    graph.addTurn(to: 2, cost: 30)
    graph.endState(3)
    var search = CellSearch()
    let dear = [PlaceSeed(0, cost: 0), PlaceSeed(2, cost: 10), PlaceSeed(3, cost: 5)]
    let same = [PlaceSeed(0, cost: 0), PlaceSeed(2, cost: 3), PlaceSeed(3, cost: 5)]
    let cheap = [PlaceSeed(0, cost: 0), PlaceSeed(2, cost: 2), PlaceSeed(3, cost: 5)]
    for _ in 0..<2 {
      for order in [dear, dear.reversed()] {
        search.run(&graph, .forward, from: order)
        #expect(search.costs == [0, 25, 3, 5])
        var path: [UInt32] = []
        search.appendPath(1, .forward, to: &path)
        #expect(path == [3, 1])
      }
      for order in [same, same.reversed()] {
        search.run(&graph, .forward, from: order)
        #expect(search.costs == [0, 4, 3, 5])
      }
      for order in [cheap, cheap.reversed()] {
        search.run(&graph, .forward, from: order)
        #expect(search.costs == [0, 3, 2, 5])
        var path: [UInt32] = []
        search.appendPath(1, .forward, to: &path)
        #expect(path == [2, 1])
      }
    }
  }

  @Test("a cell that is begun again has forgotten the one before")
  func reuse() {
    var (graph, _) = Self.random(seed: 1)
    var search = CellSearch()
    search.run(&graph, .backward, from: [PlaceSeed(0, cost: 0)])
    graph.begin(inside: 1, boundary: 1)
    graph.addTurn(to: 1, cost: .max)
    graph.endState(0)
    graph.addTurn(to: 0, cost: 4)
    graph.endState(1)
    search.run(&graph, .backward, from: [PlaceSeed(0, cost: 1)])
    #expect(search.costs == [1, 5])
    search.run(&graph, .forward, from: [PlaceSeed(0, cost: 1)])
    #expect(search.costs == [1, Cost.unreachable])
  }
}
