import TestSupport
import Testing

@testable import Hierarchy

@Suite struct FlowNetworkTests {
  private static let (columns, rows) = (12, 9)
  private static let count = columns * rows

  /// A grid with some links missing and some long ones, and its capacities as a matrix.
  private static func piece(seed: UInt64) -> (piece: Piece, capacities: [[Int]]) {
    var generator = SeededGenerator(seed: seed)
    var links: [Piece.Link] = []
    func link(_ a: Int, _ b: Int) {
      guard Int.random(in: 0..<5, using: &generator) > 0 else { return }
      let capacity = UInt16.random(in: 1...4, using: &generator)
      links.append(
        Piece.Link(tail: UInt32(a), head: UInt32(b), capacity: capacity, before: 0, after: 0))
    }
    for column in 0..<columns {
      for row in 0..<rows {
        let vertex = column * rows + row
        if row + 1 < rows { link(vertex, vertex + 1) }
        if column + 1 < columns { link(vertex, vertex + rows) }
        if column + 3 < columns && row % 4 == 1 { link(vertex, vertex + 3 * rows) }
      }
    }
    let places = (0..<count).map { (east: Int32($0 / rows * 400), north: Int32($0 % rows * 400)) }
    let vertices = (0..<count).map { Piece.Vertex(weight: 1, id: UInt32($0)) }
    let piece = Piece(vertices, places: places, links: links)
    var capacities = [[Int]](repeating: [Int](repeating: 0, count: count), count: count)
    for vertex in 0..<count {
      for index in Int(piece.first[vertex])..<Int(piece.first[vertex + 1]) {
        capacities[vertex][Int(piece.arcs[index].head)] += Int(piece.arcs[index].capacity)
      }
    }
    return (piece, capacities)
  }

  /// The maximum flow from the first quarter of the vertices to the last, one unit at a time.
  private static func plainFlow(_ capacities: [[Int]]) -> Int {
    var rest = capacities
    let quarter = count / 4
    var flow = 0
    while true {
      var before = [Int](repeating: -1, count: count)
      var queue = Array(0..<quarter)
      for vertex in queue { before[vertex] = vertex }
      var next = 0
      while next < queue.count, before[count - quarter..<count].allSatisfy({ $0 < 0 }) {
        let vertex = queue[next]
        next += 1
        for head in 0..<count where rest[vertex][head] > 0 && before[head] < 0 {
          before[head] = vertex
          queue.append(head)
        }
      }
      guard var vertex = (count - quarter..<count).first(where: { before[$0] >= 0 }) else {
        return flow
      }
      while before[vertex] != vertex {
        rest[before[vertex]][vertex] -= 1
        rest[vertex][before[vertex]] += 1
        vertex = before[vertex]
      }
      flow += 1
    }
  }

  @Test("the flow is the maximum and the cut the same, by rounds or way by way", arguments: 0..<40)
  func flow(seed: UInt64) throws {
    let (piece, capacities) = Self.piece(seed: seed)
    let weights = [UInt32](repeating: 1, count: Self.count)
    let maximum = Self.plainFlow(capacities)
    var sides: Set<[Bool]> = []
    for rounds in [0, 1, 3, 100] {
      var network = FlowNetwork(piece)
      func maximize(atMost limit: Int) -> Int? {
        network.reset(piece)
        network.mark(piece, nil, weights, Self.count)
        return network.maximize(piece, atMost: limit, rounds: rounds)
      }
      if maximum > 0 { #expect(maximize(atMost: maximum - 1) == nil) }
      #expect(maximize(atMost: maximum) == maximum)
      let side = network.halves(piece, nil, weights, Self.count, maximum).side
      var cut = 0
      for a in 0..<Self.count where !side[a] {
        for b in 0..<Self.count where side[b] { cut += capacities[a][b] }
      }
      #expect(cut == maximum)
      sides.insert(side)
    }
    #expect(sides.count == 1)
  }

  @Test("of a large piece all but a belt are sources and sinks")
  func belt() {
    #expect(InertialFlow.minimumWeight(1_000, count: 1_000) == 250)
    #expect(InertialFlow.minimumWeight(1 << 22, count: 1 << 21) == (1 << 20) * 3 / 2)
  }
}
