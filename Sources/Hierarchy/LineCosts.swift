/// The costs of the turns of a ``LineGraph``, for customizing an index.
public struct LineCosts: TopCosts, Sendable {
  private let lines: LineGraph
  private let dissection: Dissection
  private let index: TopIndex
  /// The ranks of each cell, by its number.
  private let cells: [Range<UInt32>]
  /// The node of each rank, if it is in the top.
  private let nodes: [TopNode]
  /// The cost of each turn; empty if all cost nothing.
  private let weights: [UInt32]
  private var turns: Range<Int> = 0..<0

  /// The costs of a metric.
  ///
  /// - Parameters:
  ///   - index: An index whose contents are still ranks and indices in `cells`.
  ///   - lines: The turns from which it was made.
  ///   - dissection: The dissection from which it was made.
  ///   - cells: The parts that became cells.
  ///   - weights: The cost of each turn, including the edge it leads into; empty if all cost nothing.
  public init(
    _ index: TopIndex, _ lines: LineGraph, _ dissection: Dissection, cells: [Int],
    weights: [UInt32]
  ) {
    precondition(weights.isEmpty || weights.count == lines.heads.count)
    self.index = index
    self.lines = lines
    self.dissection = dissection
    self.cells = cells.map { dissection.parts[$0].ranks }
    self.weights = weights
    nodes = index.nodes(ofEdges: dissection.order.count)
  }

  private func turns(_ rank: UInt32) -> Range<Int> {
    let edge = Int(dissection.order[Int(rank)])
    return Int(lines.first[edge])..<Int(lines.first[edge + 1])
  }

  private func cost(_ turn: Int) -> UInt32 { weights.isEmpty ? 0 : weights[turn] }

  /// Fills a graph with the turns of a cell.
  public mutating func fill(_ graph: inout CellGraph, cell node: TopNode) {
    let view = index.view
    let ranks = cells[Int(index.contents[node.index] & ~TopIndex.cellBit)]
    let boundary = view.degree(node)
    graph.begin(inside: ranks.count, boundary: boundary)
    for (place, rank) in ranks.enumerated() {
      for turn in turns(rank) {
        let head = dissection.ranks[Int(lines.heads[turn])]
        if ranks.contains(head) {
          graph.addTurn(to: head - ranks.lowerBound, cost: cost(turn))
        } else if let place = view.place(of: nodes[Int(head)], in: node) {
          graph.addTurn(to: UInt32(ranks.count + place), cost: cost(turn))
        }
      }
      graph.endState(place)
    }
    for place in 0..<boundary {
      for turn in turns(index.contents[view.neighbour(node, place).index]) {
        let head = dissection.ranks[Int(lines.heads[turn])]
        if ranks.contains(head) { graph.addTurn(to: head - ranks.lowerBound, cost: cost(turn)) }
      }
      graph.endState(ranks.count + place)
    }
  }

  /// Starts with the turns from an edge of the top.
  public mutating func startTurns(from node: TopNode) { turns = turns(index.contents[node.index]) }

  /// The next turn into an edge of the top; nil after the last.
  public mutating func nextTurn() -> Seed? {
    while let turn = turns.popFirst() {
      let node = nodes[Int(dissection.ranks[Int(lines.heads[turn])])]
      if !node.isNone { return Seed(node, cost: cost(turn)) }
    }
    return nil
  }
}
