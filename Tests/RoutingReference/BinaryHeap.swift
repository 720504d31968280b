/// The plainest priority queue.
struct BinaryHeap {
  private var items: [(UInt32, Int)] = []

  mutating func push(_ item: (UInt32, Int)) {
    items.append(item)
    var child = items.count - 1
    while child > 0, items[child].0 < items[(child - 1) / 2].0 {
      items.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (UInt32, Int)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    items[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < items.count {
        if items[child].0 < items[least].0 { least = child }
      }
      if least == parent { return first }
      items.swapAt(parent, least)
      parent = least
    }
  }
}
