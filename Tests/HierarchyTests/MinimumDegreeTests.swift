import Hierarchy
import TestSupport
import Testing

/// The order of elimination, compared with one that keeps sets of neighbours.
@Suite struct MinimumDegreeTests {
  @Test("always the first of the rows with the fewest neighbours is eliminated")
  func equalsSets() {
    var random = SeededGenerator(seed: 20_261_126)
    var order = MinimumDegree()
    // Rows and columns of one word and of several, with and without columns that stay.
    for (count, columns) in [(1, 1), (5, 5), (40, 64), (64, 64), (65, 70), (130, 200), (200, 200)] {
      var neighbours = [Set<Int>](repeating: [], count: columns)
      order.begin(count: count, columns: columns)
      for _ in 0..<columns {
        let group = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          Int.random(in: 0..<columns, using: &random)
        }
        order.join(group, 0..<group.count)
        for one in group { neighbours[one].formUnion(group.filter { $0 != one }) }
      }
      #expect(order.order() == Self.order(count, neighbours), "\(count) of \(columns)")
    }
  }

  private static func order(_ count: Int, _ neighbours: [Set<Int>]) -> [Int] {
    var neighbours = neighbours
    var left = Array(0..<count)
    var order: [Int] = []
    while let least = left.map({ neighbours[$0].count }).min(),
      let row = left.first(where: { neighbours[$0].count == least })
    {
      for other in neighbours[row] {
        neighbours[other].formUnion(neighbours[row])
        neighbours[other].subtract([other, row])
      }
      left.removeAll { $0 == row }
      order.append(row)
    }
    return order
  }
}
