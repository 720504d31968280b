import NavFormat
import TestSupport
import Testing

@testable import Routing

/// The first part of each edge is found by the block of its segment.
@Suite struct FirstPartsTests {
  @Test("an edge has the part that was set, and all others have none")
  func set() {
    var first = FirstParts(segmentCount: 20)
    #expect(first.edgeCount == 48, "three blocks of eight segments")
    first[EdgeIndex(5)] = 7
    first[EdgeIndex(39)] = 0
    first[EdgeIndex(32)] = 3
    first[EdgeIndex(5)] = 8
    let parts = [5: Int32(8), 39: 0, 32: 3]
    for edge in 0..<first.edgeCount { #expect(first[EdgeIndex(edge)] == parts[edge] ?? -1) }
    #expect((0..<3).map { first.hasPart(inBlock: $0) } == [true, false, true])
    // Edges 2i and 2i + 1 are those of segment i.
    #expect((0..<24).filter { first.hasPart(SegmentIndex($0)) } == [2, 16, 19])
  }
}
