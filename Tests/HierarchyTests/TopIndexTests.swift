import Hierarchy
import TestSupport
import Testing

@Suite struct TopIndexTests {
  private static let limits: [Int?] = [nil, 4, 12, 40]

  @Test("subtrees are contiguous, lists ascend among ancestors", arguments: limits)
  func shape(limit: Int?) async {
    for network in Network.all {
      let indexed = await Indexed(network, cellLimit: limit)
      let view = indexed.index.view
      for node in indexed.nodes {
        let list = (0..<view.degree(node)).map { view.neighbour(node, $0) }
        #expect(list == list.sorted() && Set(list).count == list.count)
        guard let parent = list.first else { continue }
        let begin = node.number + 1 - indexed.index.sizes[node.index]
        #expect(parent > node && parent.number + 1 - indexed.index.sizes[parent.index] <= begin)
        let above = (0..<view.degree(parent)).map { view.neighbour(parent, $0) }
        #expect(Set(list.dropFirst()).isSubset(of: above))
      }
    }
  }

  @Test("what is stored is told apart: a cell has no ways, an edge its rank", arguments: limits)
  func contents(limit: Int?) async {
    let network = Network.grid(12, seed: 4)
    let indexed = await Indexed(network, cellLimit: limit)
    let view = indexed.index.view
    var edges = 0
    for node in indexed.nodes {
      #expect((view.cell(node) == nil) != (view.edge(node) == nil))
      if let edge = view.edge(node) {
        edges += 1
        #expect(indexed.edgeNodes[Int(edge)] == node)
      }
    }
    #expect(edges + indexed.cells.reduce(0) { $0 + $1.count } == network.edgeCount)
    #expect(indexed.top.up.count == indexed.index.upMasks.reduce(0) { $0 + $1.nonzeroBitCount })
    #expect(indexed.index.lists.count <= Int(indexed.index.first[indexed.index.count]))
  }
}
