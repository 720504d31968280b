import Hierarchy

/// A network with its hierarchy, and the edges of its cells at hand as a caller has them.
struct Indexed: Sendable {
  let network: Network
  let dissection: Dissection
  let index: TopIndex
  let top: TopMetric
  let cells: [Range<UInt32>]
  /// For each rank its node if it is of the top; for each cell its node.
  let edgeNodes: [TopNode]
  let cellNodes: [TopNode]
  /// For each rank its cell, or none.
  var cellOfRank: [Int?]

  init(_ network: Network, cellLimit: Int?, threads: Int = 1) async {
    self.network = network
    dissection = await Dissection(
      network.road, lines: network.lines, cellLimit: cellLimit ?? 10, threads: threads)
    let parts = dissection.parts
    let cut = dissection
    let small = cellLimit.map { cut.parts(ofAtMost: $0) } ?? []
    cells = small.map { parts[$0].ranks }
    index = await TopIndex(
      network.lines, dissection, network.road, cells: small, threads: threads)
    let costs = LineCosts(
      index, network.lines, dissection, cells: small, weights: network.weights)
    top = await index.metric(costs, threads: threads)
    edgeNodes = index.nodes(ofEdges: network.edgeCount)
    cellNodes = index.nodes(ofCells: cells.count)
    cellOfRank = [Int?](repeating: nil, count: network.edgeCount)
    for (cell, ranks) in cells.enumerated() {
      for rank in ranks { cellOfRank[Int(rank)] = cell }
    }
  }

  /// All nodes.
  var nodes: [TopNode] { (0..<index.count).map { TopNode($0) } }

  /// The cell an edge is in; nil for one of the top.
  func cell(_ edge: Int) -> Int? { cellOfRank[Int(dissection.ranks[edge])] }

  /// The node of an edge of the top.
  func node(_ edge: Int) -> TopNode { edgeNodes[Int(dissection.ranks[edge])] }

  /// The edge of a node of the top.
  func edge(_ node: TopNode) -> Int { Int(dissection.order[Int(index.contents[node.index])]) }

  /// The edge that is at a place of a cell.
  func edge(cell: Int, place: Int) -> Int {
    let ranks = cells[cell]
    if place < ranks.count { return Int(dissection.order[Int(ranks.lowerBound) + place]) }
    return edge(index.view.neighbour(cellNodes[cell], place - ranks.count))
  }

  /// The place of an edge in a cell; nil if it is elsewhere.
  func place(_ edge: Int, cell: Int) -> UInt32? {
    let rank = dissection.ranks[edge]
    if cells[cell].contains(rank) { return rank - cells[cell].lowerBound }
    let node = edgeNodes[Int(rank)]
    guard !node.isNone, let place = index.view.place(of: node, in: cellNodes[cell]) else {
      return nil
    }
    return UInt32(cells[cell].count + place)
  }

  /// A cell with the costs of some turns.
  func fill(_ graph: inout CellGraph, cell: Int, _ weights: [UInt32]) {
    let inside = cells[cell].count
    let boundary = index.view.degree(cellNodes[cell])
    graph.begin(inside: inside, boundary: boundary)
    for place in 0..<inside + boundary {
      let edge = edge(cell: cell, place: place)
      for turn in Int(network.lines.first[edge])..<Int(network.lines.first[edge + 1]) {
        if let head = self.place(Int(network.lines.heads[turn]), cell: cell) {
          graph.addTurn(to: head, cost: weights[turn])
        }
      }
      graph.endState(place)
    }
  }

  /// What a search at one end of a trip finds in the cell of its edge.
  func seeds(
    _ edge: Int, offset: UInt32, _ direction: CellSearch.Direction, _ weights: [UInt32]
  ) -> (seeds: [Seed], inside: [Int: UInt32]) {
    guard let cell = cell(edge) else {
      return ([Seed(node(edge), cost: offset)], [edge: offset])
    }
    var graph = CellGraph()
    fill(&graph, cell: cell, weights)
    var search = CellSearch()
    search.run(&graph, direction, from: [PlaceSeed(place(edge, cell: cell) ?? 0, cost: offset)])
    var inside: [Int: UInt32] = [:]
    for place in 0..<graph.insideCount {
      inside[self.edge(cell: cell, place: place)] = search.costs[place]
    }
    let seeds = (0..<graph.boundaryCount).compactMap { place -> Seed? in
      let cost = search.costs[graph.insideCount + place]
      return cost < Cost.unreachable
        ? Seed(index.view.neighbour(cellNodes[cell], place), cost: cost) : nil
    }
    return (seeds, inside)
  }
}
