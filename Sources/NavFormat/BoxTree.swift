package import Geo

/// A packed tree of boxes over items (Formats/nav-2.md, section 7).
///
/// A box of level 0 covers eight consecutive items, a box of each further level eight boxes of the level below. Boxes
/// are stored level by level. The items should be in an order that keeps neighbours together, such as a Hilbert curve.
/// Packing a sorted list fills every node (Kamel and Faloutsos, "On Packing R-trees", 1993).
@frozen @usableFromInline
package struct BoxTree: Sendable, Hashable {
  /// The maximum number of children of a box.
  package static let fanOut = 8
  /// The number of items.
  @usableFromInline package let itemCount: Int

  /// A tree over a number of items.
  @inlinable
  package init(itemCount: Int) { self.itemCount = itemCount }

  /// The number of boxes of all levels.
  package var boxCount: Int {
    var total = 0
    var level = itemCount
    guard level > 0 else { return 0 }
    repeat {
      level = (level + Self.fanOut - 1) / Self.fanOut
      total += level
    } while level > 1
    return total
  }

  /// The boxes of all levels, level 0 first, from the boxes of the items.
  package func boxes(of items: [Box]) -> [Box] {
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

  /// A box of the tree; the lowest boxes are at level 0.
  package struct Node: Sendable {
    /// The level; the lowest is 0.
    package let level: Int
    /// The index in its level.
    package let index: Int

    /// A box by its place.
    package init(level: Int, index: Int) {
      self.level = level
      self.index = index
    }
  }

  /// The box that contains all items; nil if there are none.
  package var top: Node? {
    if itemCount == 0 { return nil }
    var level = 0
    var count = (itemCount &+ Self.fanOut &- 1) / Self.fanOut
    while count > 1 {
      count = (count &+ Self.fanOut &- 1) / Self.fanOut
      level &+= 1
    }
    return Node(level: level, index: 0)
  }

  /// The children of a box: items at level 0, else boxes of the level below.
  package func children(of node: Node) -> Range<Int> {
    let low = node.index &* Self.fanOut
    return low..<min(low &+ Self.fanOut, node.level == 0 ? itemCount : count(node.level &- 1))
  }

  /// The number of boxes of a level.
  func count(_ level: Int) -> Int {
    var count = itemCount
    for _ in 0...level { count = (count &+ Self.fanOut &- 1) / Self.fanOut }
    return count
  }

  /// The index of the first box of a level among all boxes.
  package func first(_ level: Int) -> Int {
    var count = itemCount
    var first = 0
    for _ in 0..<level {
      count = (count &+ Self.fanOut &- 1) / Self.fanOut
      first &+= count
    }
    return first
  }

  /// Calls `visit` for the items of every box of level 0 that may matter, nearest boxes first.
  ///
  /// - Parameters:
  ///   - box: Returns a box by its index among all boxes.
  ///   - bound: A lower bound of the distance to anything in a box; `.infinity` skips the box.
  ///   - visit: Receives a range of items; returns the maximum distance that still matters.
  /// - Complexity: O(log n) boxes for a small answer.
  package func search(
    box: (Int) -> Box, bound: (Box) -> Double, visit: (Range<Int>) -> Double
  ) {
    guard let top else { return }
    var queue = BoxQueue()
    queue.push(bound(box(first(top.level))), owner: 0, top)
    var limit = Double.infinity
    while let next = queue.pop() {
      if next.bound > limit || next.bound == .infinity { return }
      let children = children(of: next.node)
      if next.node.level == 0 {
        limit = visit(children)
        continue
      }
      let below = next.node.level - 1
      let first = first(below)
      for child in children {
        let bound = bound(box(first + child))
        if bound <= limit { queue.push(bound, owner: 0, Node(level: below, index: child)) }
      }
    }
  }
}

/// A binary heap of boxes, smallest bound first.
///
/// The boxes may belong to several trees, which the caller numbers.
package struct BoxQueue {
  /// A box in the queue.
  package struct Entry {
    /// The bound of its distance.
    package let bound: Double
    /// Owner in the upper bits, level in the lower eight.
    private let tree: UInt32
    private let index: UInt32

    /// The number of the tree.
    package var owner: Int { Int(tree &>> 8) }
    /// The box.
    package var node: BoxTree.Node { BoxTree.Node(level: Int(tree & 0xFF), index: Int(index)) }

    fileprivate init(_ bound: Double, _ owner: Int, _ node: BoxTree.Node) {
      self.bound = bound
      tree = UInt32(truncatingIfNeeded: owner &<< 8 | node.level)
      index = UInt32(truncatingIfNeeded: node.index)
    }
  }

  private var entries: [Entry] = []

  /// An empty queue.
  package init() { entries.reserveCapacity(64) }

  /// Adds a box of tree `owner`, a number below 2^24.
  package mutating func push(_ bound: Double, owner: Int, _ node: BoxTree.Node) {
    let entry = Entry(bound, owner, node)
    var hole = entries.count
    entries.append(entry)
    while hole > 0 {
      let parent = (hole &- 1) / 2
      if entries[parent].bound <= bound { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = entry
  }

  /// Removes the entry with the smallest bound; nil if the queue is empty.
  package mutating func pop() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last }
    var hole = 0
    while true {
      var child = 2 &* hole &+ 1
      guard child < entries.count else { break }
      if child &+ 1 < entries.count, entries[child &+ 1].bound < entries[child].bound {
        child &+= 1
      }
      if last.bound <= entries[child].bound { break }
      entries[hole] = entries[child]
      hole = child
    }
    entries[hole] = last
    return first
  }
}
