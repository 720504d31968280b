import Hierarchy
import Testing

/// A query as an engine makes it: searches in the cells of both ends, a climb in the top, unpacking.
struct Trip {
  let indexed: Indexed
  /// The metric, if it is another than that of the network.
  var weights: [UInt32]
  var top: TopMetric
  var search: TreeSearch
  var unpacker = PathUnpacker()
  private var sources: [Int: UInt32] = [:]
  private var targets: [Int: UInt32] = [:]
  private var best = Cost.unreachable

  init(_ indexed: Indexed) {
    self.indexed = indexed
    weights = indexed.network.weights
    top = indexed.top
    search = TreeSearch(count: indexed.index.count)
  }

  mutating func cost(_ from: Int, offset: UInt32, _ to: Int, offset last: UInt32) -> UInt32 {
    cost([from: offset], [to: last])
  }

  /// The cost of the best trip from one of some edges to one of others.
  mutating func cost(_ sources: [Int: UInt32], _ targets: [Int: UInt32]) -> UInt32 {
    self.sources = sources
    self.targets = targets
    var direct = Cost.unreachable
    var begins: [Seed] = []
    var ends: [Seed] = []
    for (edge, offset) in sources {
      let found = indexed.seeds(edge, offset: offset, .forward, weights)
      begins += found.seeds
      for (target, last) in targets {
        direct = min(direct, Cost.add(found.inside[target] ?? Cost.unreachable, last))
      }
    }
    for (edge, offset) in targets {
      ends += indexed.seeds(edge, offset: offset, .backward, weights).seeds
    }
    let (index, metric) = (indexed.index, top)
    let isCheaper = search.finds(index.view, metric.view, from: begins, to: ends, below: direct)
    best = search.run(index.view, metric.view, from: begins, to: ends, below: direct)
    #expect(isCheaper == (best < direct))
    best = min(best, direct)
    return best
  }

  /// The edges of the path found last, of one source and one target.
  mutating func path() -> [Int] {
    guard let (from, offset) = sources.first, let (to, last) = targets.first else { return [] }
    let stops = search.path()
    guard let first = stops.first, let final = stops.last else {
      return inside(from, to, best - offset - last, indexed.cell(from)) ?? []
    }
    let (index, metric) = (indexed.index, top)
    guard (try? unpacker.unpack(stops, index.view, metric.view, number: 0)) == true else {
      return []
    }
    var path = inside(from, indexed.edge(first.node), first.cost - offset, indexed.cell(from)) ?? []
    for hop in unpacker.hops {
      let (begin, end) = (indexed.edge(hop.from), indexed.edge(hop.to))
      if indexed.network.turnCost(begin, end, weights) == hop.cost {
        path.append(end)
        continue
      }
      let cell = hop.cell.flatMap { index.view.cell($0) }
      let way = inside(begin, end, hop.cost, cell.map { Int($0.number) })
      path += way.map { $0.dropFirst() } ?? [-1]
    }
    path +=
      inside(
        indexed.edge(final.node), to, best - final.cost - last, indexed.cell(to))?.dropFirst()
      ?? [-2]
    return path
  }

  /// The way of this cost between two edges through a cell.
  private func inside(_ from: Int, _ to: Int, _ cost: UInt32, _ cell: Int?) -> [Int]? {
    if from == to { return [from] }
    guard let cell, let begin = indexed.place(from, cell: cell),
      let end = indexed.place(to, cell: cell)
    else { return nil }
    var graph = CellGraph()
    indexed.fill(&graph, cell: cell, weights)
    var search = CellSearch()
    if !search.findWay(&graph, from: begin, to: end, cost: cost) { return nil }
    var path: [UInt32] = []
    search.appendPath(end, .forward, to: &path)
    return path.map { indexed.edge(cell: cell, place: Int($0)) }
  }
}

extension Cost {
  /// The sum of two costs, at most unreachable.
  static func add(_ left: UInt32, _ right: UInt32) -> UInt32 { min(left &+ right, unreachable) }
}
