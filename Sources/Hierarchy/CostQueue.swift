/// A priority queue of items by cost, cheapest first.
///
/// It is a heap with four children per node. An entry is one packed integer, with the cost in the upper 32 bits and the
/// item in the lower, so a comparison takes one instruction and ties are always broken by item. There is no
/// decrease-key: push again, and skip an entry that is popped with an outdated cost.
@frozen
public struct CostQueue: Sendable {
  @usableFromInline
  var entries: [UInt64] = []

  /// An empty queue.
  @inlinable
  public init() {}

  /// Whether the queue is empty.
  @inlinable
  public var isEmpty: Bool { entries.isEmpty }

  /// Adds an item.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public mutating func push(_ item: UInt32, cost: UInt32) {
    let entry = UInt64(cost) &<< 32 | UInt64(item)
    var place = entries.count
    entries.append(entry)
    var span = entries.mutableSpan
    while place > 0 {
      let parent = (place &- 1) &>> 2
      let above = span[parent]
      if above <= entry { break }
      span[place] = above
      place = parent
    }
    span[place] = entry
  }

  /// Removes the cheapest item; nil if the queue is empty.
  ///
  /// - Complexity: O(log n).
  @inlinable
  public mutating func pop() -> (item: UInt32, cost: UInt32)? {
    guard let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return Self.unpack(last) }
    var span = entries.mutableSpan
    let first = span[0]
    let count = span.count
    var place = 0
    while true {
      let low = place &* 4 &+ 1
      if low >= count { break }
      var best = low
      var value = span[low]
      var child = low &+ 1
      let high = min(low &+ 4, count)
      while child < high {
        let other = span[child]
        best = other < value ? child : best
        value = min(value, other)
        child &+= 1
      }
      if value >= last { break }
      span[place] = value
      place = best
    }
    span[place] = last
    return Self.unpack(first)
  }

  @inlinable
  static func unpack(_ entry: UInt64) -> (item: UInt32, cost: UInt32) {
    (UInt32(truncatingIfNeeded: entry), UInt32(truncatingIfNeeded: entry &>> 32))
  }

  /// Removes all items and keeps the memory.
  @inlinable
  public mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
