import Testing

@testable import Hierarchy
@testable import Routing

/// Ways are rejected by detours that are known from others, and by nothing else.
@Suite struct KnownDetoursTests {
  /// A way that reaches its first edge at a cost of 10, and ends 10 behind its last.
  private static func way(_ nodes: [Int], _ costs: [UInt32]) -> TopWay {
    let hops = zip(zip(nodes, nodes.dropFirst()), costs).map { ends, cost in
      PathUnpacker.Hop(from: TopNode(ends.0), to: TopNode(ends.1), cost: cost)
    }
    return TopWay(
      from: .init(node: TopNode(nodes[0]), cost: 10), over: hops, total: 20 + costs.reduce(0, +))
  }

  /// Its pieces, without edges between those of the top.
  private static func pieces(_ way: TopWay, _ pieceCost: UInt32) -> LocalOptimality {
    LocalOptimality(
      costs: way.costs, beginnings: [way.costs[0]] + way.costs.dropLast(), total: way.total,
      pieceCost: pieceCost)
  }

  private static func rejects(_ known: KnownDetours, _ way: TopWay, _ pieceCost: UInt32 = 40)
    -> Bool
  {
    known.contains(way, pieces(way, pieceCost))
  }

  private static let rejected = way([1, 2, 3, 4, 5], [10, 10, 10, 10])

  @Test("a way between the same edges that costs as much is a detour there, too")
  func inside() {
    var known = KnownDetours()
    #expect(!Self.rejects(known, Self.rejected))
    // From the end of 2 to that of 4, for 20.
    known.add(Self.rejected, 1, 3)
    #expect(Self.rejects(known, Self.rejected))
    #expect(Self.rejects(known, Self.way([9, 2, 7, 4, 8], [10, 12, 8, 10])))
    #expect(Self.rejects(known, Self.way([9, 2, 7, 4, 8], [10, 12, 9, 10])))
    // This may be the better path.
    #expect(!Self.rejects(known, Self.way([9, 2, 7, 4, 8], [10, 11, 8, 10])))
    #expect(!Self.rejects(known, Self.way([9, 2, 7, 6, 8], [10, 12, 9, 10])))
    #expect(!Self.rejects(known, Self.way([9, 4, 7, 2, 8], [10, 12, 9, 10])))
  }

  @Test("a piece that is long enough to be wanted is no reason to reject a way")
  func long() {
    var known = KnownDetours()
    known.add(Self.rejected, 1, 3)
    // Between the inner steps behind 2 and before 4 lies a cost of 12; an eighth more than asked is tested.
    let way = Self.way([9, 2, 7, 4, 8], [10, 12, 9, 10])
    #expect(Self.rejects(known, way, 11))
    #expect(!Self.rejects(known, way, 10))
  }

  @Test("pieces from the start and to the end are known as well")
  func ends() {
    var known = KnownDetours()
    // Up to the end of 3, for 30.
    known.add(Self.rejected, -1, 2)
    #expect(Self.rejects(known, Self.way([6, 3, 8], [20, 10])))
    #expect(!Self.rejects(known, Self.way([6, 3, 8], [19, 10])))
    known = KnownDetours()
    // From the end of 3, for 30.
    known.add(Self.rejected, 2, 5)
    #expect(Self.rejects(known, Self.way([6, 3, 8], [10, 20])))
    #expect(!Self.rejects(known, Self.way([6, 3, 8], [10, 19])))
  }
}
