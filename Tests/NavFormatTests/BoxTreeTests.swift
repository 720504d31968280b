import Geo
import NavFormat
import TestSupport
import Testing

@Suite struct BoxTreeTests {
  private static func boxes(_ count: Int, _ generator: inout SeededGenerator) -> [Box] {
    (0..<count).map { _ in
      let south = Int32.random(in: -10_000...10_000, using: &generator)
      let west = Int32.random(in: -10_000...10_000, using: &generator)
      return Box(
        minLatitude: south, minLongitude: west,
        maxLatitude: south + .random(in: 0...2_000, using: &generator),
        maxLongitude: west + .random(in: 0...2_000, using: &generator))
    }
  }

  /// Squared distance from a place to a box in plain units.
  private static func distance(_ box: Box, _ x: Int32, _ y: Int32) -> Double {
    let east = max(0, Int64(box.minLongitude) - Int64(x), Int64(x) - Int64(box.maxLongitude))
    let north = max(0, Int64(box.minLatitude) - Int64(y), Int64(y) - Int64(box.maxLatitude))
    return Double(east * east + north * north)
  }

  @Test("for 0 to 70 items there are as many boxes as the levels add up to")
  func counts() {
    #expect(BoxTree(itemCount: 0).boxCount == 0)
    for count in 1...70 {
      // An eighth each, rounded up; 8 · 8 items need two levels, up to 70 three.
      let first = (count + 7) / 8
      let second = first > 1 ? (first + 7) / 8 : 0
      let third = second > 1 ? 1 : 0
      #expect(BoxTree(itemCount: count).boxCount == first + second + third, "\(count)")
      #expect(SpecTile.boxCount(count) == first + second + third)
    }
    // The format's example, and a large one: 12,500 + 1,563 + 196 + 25 + 4 + 1.
    #expect(BoxTree(itemCount: 20).boxCount == 4)
    #expect(BoxTree(itemCount: 100_000).boxCount == 14_289)
  }

  @Test(
    "every box is the extent of its eight, level by level",
    arguments: [1, 7, 8, 9, 64, 65, 70, 513])
  func levels(_ count: Int) {
    var generator = SeededGenerator(seed: 30)
    let items = Self.boxes(count, &generator)
    let tree = BoxTree(itemCount: count).boxes(of: items)
    #expect(tree.count == BoxTree(itemCount: count).boxCount)
    var below = items
    var first = 0
    repeat {
      let level = tree[first..<first + (below.count + 7) / 8]
      for (index, box) in level.enumerated() {
        let children = below[8 * index..<min(8 * index + 8, below.count)]
        #expect(box.minLatitude == children.map(\.minLatitude).min())
        #expect(box.minLongitude == children.map(\.minLongitude).min())
        #expect(box.maxLatitude == children.map(\.maxLatitude).max())
        #expect(box.maxLongitude == children.map(\.maxLongitude).max())
      }
      first += level.count
      below = Array(level)
    } while below.count > 1
    #expect(first == tree.count)
    #expect(BoxTree(itemCount: 0).boxes(of: []).isEmpty)
  }

  @Test("a search for the nearest finds what looking at all finds", arguments: 0..<71)
  func nearest(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let items = Self.boxes(count, &generator)
    let tree = BoxTree(itemCount: count)
    let boxes = tree.boxes(of: items)
    for _ in 0..<40 {
      let x = Int32.random(in: -15_000...15_000, using: &generator)
      let y = Int32.random(in: -15_000...15_000, using: &generator)
      var best = Double.infinity
      tree.search(box: { boxes[$0] }, bound: { Self.distance($0, x, y) }) { range in
        for item in range { best = min(best, Self.distance(items[item], x, y)) }
        return best
      }
      #expect(best == (items.map { Self.distance($0, x, y) }.min() ?? .infinity))
    }
  }

  @Test(
    "an area is met by all the items that it touches, each once", arguments: [0, 1, 8, 65, 600])
  func area(_ count: Int) {
    var generator = SeededGenerator(seed: UInt64(count) + 1_000)
    let items = Self.boxes(count, &generator)
    let tree = BoxTree(itemCount: count)
    let boxes = tree.boxes(of: items)
    for area in Self.boxes(50, &generator) {
      var met: [Int] = []
      tree.search(box: { boxes[$0] }, bound: { $0.intersects(area) ? 0 : .infinity }) { range in
        met += range
        return 0
      }
      #expect(Set(met).count == met.count)
      #expect(Set(met).isSuperset(of: items.indices.filter { items[$0].intersects(area) }))
    }
  }

  @Test("what the visitor says is enough ends the search")
  func stops() {
    var generator = SeededGenerator(seed: 31)
    let items = Self.boxes(600, &generator)
    let tree = BoxTree(itemCount: 600)
    let boxes = tree.boxes(of: items)
    var visits = 0
    tree.search(box: { boxes[$0] }, bound: { Self.distance($0, 0, 0) }) { _ in
      visits += 1
      return -1
    }
    #expect(visits == 1)
    visits = 0
    tree.search(box: { boxes[$0] }, bound: { _ in .infinity }) { _ in
      visits += 1
      return .infinity
    }
    #expect(visits == 0, "a bound without end skips everything")
  }

  @Test("groups come in the order of their bounds")
  func order() {
    var generator = SeededGenerator(seed: 32)
    let items = Self.boxes(600, &generator)
    let tree = BoxTree(itemCount: 600)
    let boxes = tree.boxes(of: items)
    var bounds: [Double] = []
    tree.search(box: { boxes[$0] }, bound: { Self.distance($0, 0, 0) }) { range in
      bounds.append(Self.distance(boxes[range.lowerBound / 8], 0, 0))
      return .infinity
    }
    #expect(bounds.count == 75 && bounds == bounds.sorted())
  }
}
