import Geo
import Testing

@Suite struct PartitioningTests {
  @Test(
    "the first element that passes is found in lists of all lengths, with equal ones, and in slices"
  )
  func first() {
    for count in 0..<20 {
      // Each value twice.
      let values = (0..<count).map { $0 / 2 }
      for limit in -1...12 {
        let expected = values.firstIndex { $0 >= limit } ?? values.count
        #expect(values.partitioningIndex { $0 >= limit } == expected, "\(count), \(limit)")
        #expect((0..<count).partitioningIndex { values[$0] >= limit } == expected)
        let slice = values.dropFirst(3).dropLast(2)
        #expect(
          slice.partitioningIndex { $0 >= limit }
            == slice.firstIndex { $0 >= limit } ?? slice.endIndex)
      }
    }
  }
}
