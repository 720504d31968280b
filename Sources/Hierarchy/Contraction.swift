/// Symbolic contraction: each state is added in the order of rank with its own higher neighbours, and gets all its
/// higher neighbours.
struct Contraction {
  /// The higher neighbours of state v are `heads[first[v] ..< first[v + 1]]`, ascending.
  private(set) var first: [UInt32] = [0]
  private(set) var heads: [UInt32] = []

  /// For each state, one of those whose lowest higher neighbour it is; and for each of these, the next one.
  private var children: [UInt32]
  private var siblings: [UInt32]
  private var list: [UInt32] = []
  private var merged: [UInt32] = []

  private static let none = UInt32.max

  init(count: Int) {
    children = [UInt32](repeating: Contraction.none, count: count)
    siblings = children
    first.reserveCapacity(count + 1)
  }

  /// Adds the next state.
  ///
  /// - Parameter own: Its own higher neighbours, strictly ascending.
  mutating func append(_ own: [UInt32]) {
    let state = first.count - 1
    list.removeAll(keepingCapacity: true)
    list.append(contentsOf: own)
    var child = children[state]
    while child != Contraction.none {
      let begin = Int(first[Int(child)]) + 1
      let end = Int(first[Int(child) + 1])
      if list.isEmpty {
        list.append(contentsOf: heads[begin..<end])
      } else {
        Contraction.merge(list, heads, begin, end, &merged)
        swap(&list, &merged)
      }
      child = siblings[Int(child)]
    }
    heads.append(contentsOf: list)
    first.append(UInt32(heads.count))
    if let parent = list.first {
      siblings[state] = children[Int(parent)]
      children[Int(parent)] = UInt32(state)
    }
  }

  /// The union of a list and of a part of another one, both ascending.
  private static func merge(
    _ first: [UInt32], _ second: [UInt32], _ begin: Int, _ end: Int, _ merged: inout [UInt32]
  ) {
    let one = first.span
    let other = second.span
    let most = one.count + end - begin
    if merged.count < most {
      merged.append(contentsOf: repeatElement(0, count: most - merged.count))
    }
    var result = merged.mutableSpan
    var left = 0
    var right = begin
    var count = 0
    while left < one.count && right < end {
      let (low, high) = (one[left], other[right])
      result[count] = min(low, high)
      count &+= 1
      left &+= low <= high ? 1 : 0
      right &+= high <= low ? 1 : 0
    }
    while left < one.count {
      result[count] = one[left]
      count &+= 1
      left &+= 1
    }
    while right < end {
      result[count] = other[right]
      count &+= 1
      right &+= 1
    }
    merged.removeLast(merged.count - count)
  }

  /// The states in post-order of the elimination tree, children in the order of their numbers.
  func postOrder() -> [UInt32] {
    let count = first.count - 1
    var children = [UInt32](repeating: Contraction.none, count: count)
    var siblings = children
    var roots: [UInt32] = []
    for unit in (0..<count).reversed() {
      if first[unit] == first[unit + 1] {
        roots.append(UInt32(unit))
      } else {
        let parent = Int(heads[Int(first[unit])])
        siblings[unit] = children[parent]
        children[parent] = UInt32(unit)
      }
    }
    var order: [UInt32] = []
    order.reserveCapacity(count)
    for root in roots.reversed() {
      var unit = root
      var path: [UInt32] = []
      while true {
        while children[Int(unit)] != Contraction.none {
          path.append(unit)
          unit = children[Int(unit)]
        }
        order.append(unit)
        while unit != root, siblings[Int(unit)] == Contraction.none, let parent = path.popLast() {
          unit = parent
          order.append(unit)
        }
        if unit == root { break }
        unit = siblings[Int(unit)]
      }
    }
    return order
  }
}
