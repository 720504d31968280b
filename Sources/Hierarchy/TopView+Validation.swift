/// A flaw in the columns of an index or a metric.
public enum TopFlaw: Error, Sendable, Equatable {
  /// A column is longer or shorter than the others require.
  case length
  /// The arcs of a node end before they begin.
  case first(node: TopNode)
  /// The list of a node lies outside the lists, does not ascend, has lower nodes, or has nodes that its parent's lacks.
  case list(node: TopNode)
  /// The subtree of a node does not consist of the nodes before it.
  case subtree(node: TopNode)
  /// The node of the cell where an edge ends is not that of a cell.
  case cell(node: TopNode)
  /// The edge or cell of a node does not exist.
  case contents(node: TopNode)
  /// The bits or the count of a word are wrong.
  case mask(word: Int)
  /// A cost of a metric is above ``Cost/unreachable``, or below the minimum of an edge.
  case cost(index: Int)
  /// The cost of an arc between two nodes needs a path of more steps than there are nodes.
  case endless(from: TopNode, to: TopNode)
}

extension TopView {
  /// Looks for anything that could lead a search out of the columns or in circles.
  ///
  /// An index without a flaw may still belong to another map; searches then end with some answer.
  ///
  /// - Parameters:
  ///   - edgeCount: The edges in ``TopIndex/contents`` must be below this.
  ///   - cellCount: The cells in it must be below this.
  /// - Returns: The first flaw; nil if there is none.
  /// - Complexity: Linear in the size of the columns.
  public func flaw(edgeCount: Int, cellCount: Int) -> TopFlaw? {
    let nodes = sizes.count
    guard first.count == nodes + 1, starts.count == nodes, cells.count == nodes,
      contents.count == nodes, first[0] == 0
    else { return .length }
    for node in 0..<nodes where first[node] > first[node + 1] { return .first(node: TopNode(node)) }
    for node in 0..<nodes where !isListSound(node) { return .list(node: TopNode(node)) }
    for node in 0..<nodes {
      let content = contents[node]
      let isCell = content & TopIndex.cellBit != 0
      if Int(content & ~TopIndex.cellBit) >= (isCell ? cellCount : edgeCount) {
        return .contents(node: TopNode(node))
      }
      let cell = cells[node]
      if cell == TopIndex.none { continue }
      if isCell || cell >= nodes || contents[Int(cell)] & TopIndex.cellBit == 0 {
        return .cell(node: TopNode(node))
      }
    }
    return subtreeFlaw() ?? maskFlaw(upMasks, upCounts) ?? maskFlaw(downMasks, downCounts)
  }

  private func isListSound(_ node: Int) -> Bool {
    let degree = Int(first[node + 1] - first[node])
    if degree == 0 { return true }
    let start = Int(starts[node])
    guard start + degree <= lists.count else { return false }
    var last = UInt32(node)
    for place in start..<start + degree {
      guard lists[place] > last, lists[place] < sizes.count else { return false }
      last = lists[place]
    }
    // All entries but the parent must be in the parent's list, which may have more.
    let parent = Int(lists[start])
    var place = Int(starts[parent])
    let end = place + Int(first[parent + 1] - first[parent])
    guard end <= lists.count || degree == 1 else { return false }
    for own in start + 1..<max(start + degree, start + 1) {
      while place < end && lists[place] < lists[own] { place += 1 }
      if place == end || lists[place] != lists[own] { return false }
    }
    return true
  }

  /// The flaw if the nodes are not in post-order, or a size is not that of the subtree.
  private func subtreeFlaw() -> TopFlaw? {
    var open: [TopNode] = []
    for node in 0..<sizes.count {
      var size = 1
      while let child = open.last, parent(child) == TopNode(node) {
        size += Int(sizes[child.index])
        open.removeLast()
      }
      if size != sizes[node] { return .subtree(node: TopNode(node)) }
      open.append(TopNode(node))
    }
    for node in open where !parent(node).isNone { return .subtree(node: node) }
    return nil
  }

  private func maskFlaw(_ masks: Span<UInt64>, _ counts: Span<UInt32>) -> TopFlaw? {
    let arcs = Int(first[sizes.count])
    guard masks.count == (arcs + 63) / 64, counts.count == masks.count else { return .length }
    var count = 0
    for word in 0..<masks.count {
      let isPast =
        word == masks.count - 1 && arcs & 63 != 0 && masks[word] >> UInt64(arcs & 63) != 0
      if isPast || counts[word] != count { return .mask(word: word) }
      count += masks[word].nonzeroBitCount
    }
    for node in 0..<sizes.count where contents[node] & TopIndex.cellBit != 0 {
      for arc in Int(first[node])..<Int(first[node + 1])
      where masks[arc >> 6] >> UInt64(arc & 63) & 1 != 0 {
        return .mask(word: arc >> 6)
      }
    }
    return nil
  }
}

extension MetricView {
  /// Looks for costs that do not fit an index.
  ///
  /// - Parameter view: The index, without a flaw.
  /// - Returns: The first flaw; nil if there is none.
  /// - Complexity: Linear in the number of costs.
  public func flaw(_ view: TopView) -> TopFlaw? {
    guard up.base.count == MetricView.count(view.upMasks, view.upCounts),
      down.base.count == MetricView.count(view.downMasks, view.downCounts)
    else { return .length }
    for index in 0..<up.base.count where !Cost.isOfArc(up.base[index]) {
      return .cost(index: index)
    }
    for index in 0..<down.base.count where !Cost.isOfArc(down.base[index]) {
      return .cost(index: index)
    }
    return nil
  }

  /// The number of bits set.
  private static func count(_ masks: Span<UInt64>, _ counts: Span<UInt32>) -> Int {
    let last = masks.count - 1
    return last < 0 ? 0 : Int(counts[last]) + masks[last].nonzeroBitCount
  }
}
