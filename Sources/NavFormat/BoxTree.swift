internal import Bytes
public import Geo

/// The shape of a packed tree of boxes over items that lie in Hilbert order (Formats/nav-1.md,
/// section 7): eight items to a box, eight boxes to a box above, stored level by level.
///
/// Packing a sorted list fills every node: after Kamel and Faloutsos, "On Packing R-trees" (1993).
@frozen
public struct BoxTree: Sendable, Hashable {
  /// Children of a box.
  public static let fanOut = 8
  /// Items at the bottom.
  public let itemCount: Int

  /// The tree over a number of items.
  @inlinable
  public init(itemCount: Int) { self.itemCount = itemCount }

  /// Boxes of all levels together.
  public var boxCount: Int {
    var total = 0
    var level = itemCount
    guard level > 0 else { return 0 }
    repeat {
      level = (level + Self.fanOut - 1) / Self.fanOut
      total += level
    } while level > 1
    return total
  }

  /// All boxes, from the boxes of the items.
  public func boxes(of items: [Box]) -> [Box] {
    var result: [Box] = []
    var level = items
    guard !level.isEmpty else { return [] }
    repeat {
      level = stride(from: 0, to: level.count, by: Self.fanOut).map { start in
        level[start..<min(start + Self.fanOut, level.count)].reduce(into: Box.empty) { $0.add($1) }
      }
      result += level
    } while level.count > 1
    return result
  }

  /// Calls `visit` for the items of every bottom box that may matter, nearest boxes first.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that hold the boxes, and where the first begins.
  ///   - at: Offset of the first box.
  ///   - bound: A lower bound of the distance to anything in a box; `.infinity` skips it.
  ///   - visit: Gets a range of items and gives the distance beyond which nothing matters any more.
  /// - Complexity: O(log n) boxes for a small answer.
  package func search(
    _ bytes: RawSpan, at: Int, bound: (Box) -> Double,
    visit: (Range<Int>) -> Double
  ) {
    var starts: [(first: Int, count: Int)] = []
    var level = itemCount
    var first = 0
    guard level > 0 else { return }
    repeat {
      level = (level + Self.fanOut - 1) / Self.fanOut
      starts.append((first, level))
      first += level
    } while level > 1
    var queue = BoundQueue()
    let top = starts.count - 1
    queue.push(bound(Box(bytes, at: at + starts[top].first * 16)), level: top, index: 0)
    var limit = Double.infinity
    while let next = queue.pop() {
      if next.bound > limit || next.bound == .infinity { return }
      let low = next.index * Self.fanOut
      if next.level == 0 {
        limit = visit(low..<min(low + Self.fanOut, itemCount))
        continue
      }
      let below = starts[next.level - 1]
      for child in low..<min(low + Self.fanOut, below.count) {
        let bound = bound(Box(bytes, at: at + (below.first + child) * 16))
        if bound <= limit { queue.push(bound, level: next.level - 1, index: child) }
      }
    }
  }
}

/// A small priority queue of boxes by distance.
struct BoundQueue {
  typealias Item = (bound: Double, level: Int, index: Int)
  private var items: [Item] = []

  mutating func push(_ bound: Double, level: Int, index: Int) {
    items.append((bound, level, index))
    var child = items.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if items[parent].bound <= items[child].bound { return }
      items.swapAt(parent, child)
      child = parent
    }
  }

  mutating func pop() -> Item? {
    guard let first = items.first else { return nil }
    let last = items.removeLast()
    if items.isEmpty { return first }
    items[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < items.count else { return first }
      if child + 1 < items.count, items[child + 1].bound < items[child].bound { child += 1 }
      if items[parent].bound <= items[child].bound { return first }
      items.swapAt(parent, child)
      parent = child
    }
  }
}
