/// Checks of the hierarchy's columns.
extension HierarchyView {
  /// The maximum cost that is stored, in centiseconds; it means that there is no path.
  package static let maximumCost: UInt32 = 1 << 30 - 1
  /// The minimum cost that is stored: every path enters an edge, and every edge takes at least a centisecond.
  package static let minimumCost: UInt32 = 1

  /// Checks that a search along the columns terminates and stays inside them (Formats/nav-2.md, section 9.2).
  ///
  /// - Parameters:
  ///   - layout: The section's layout.
  ///   - offset: The offset of the section in the file, for messages.
  ///   - edgeCount: The end of the edge ids of the file.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)``.
  /// - Complexity: Linear in the columns.
  package func validate(
    _ layout: HierarchyLayout, at offset: UInt64, edgeCount: Int
  ) throws(FormatError) {
    guard
      let rule = tileFlaw(layout) ?? nodeFlaw(layout, edgeCount) ?? subtreeFlaw()
        ?? maskFlaw("up", upMasks, upCounts, layout.arcCount, layout.upCount)
        ?? maskFlaw("down", downMasks, downCounts, layout.arcCount, layout.downCount)
    else { return }
    throw .invalid(part: "section 'hierarchy'", offset: offset, rule: rule)
  }

  private func tileFlaw(_ layout: HierarchyLayout) -> String? {
    var previous: UInt32 = 0
    for tile in tileCells.indices {
      if tileCells[tile] < previous || tile == 0 && tileCells[0] != 0 {
        return "cells of tile \(tile) do not follow those before"
      }
      previous = tileCells[tile]
    }
    return previous == layout.cellCount ? nil : "the tiles have another number of cells"
  }

  private func nodeFlaw(_ layout: HierarchyLayout, _ edgeCount: Int) -> String? {
    guard first[0] == 0, first[nodeCount] == layout.arcCount else { return "arcs are lost" }
    for node in 0..<nodeCount where first[node] > first[node &+ 1] {
      return "arcs of node \(node) end before they begin"
    }
    for place in lists.indices where lists[place] >= nodeCount {
      return "entry \(place) of the lists is no node"
    }
    for node in 0..<nodeCount {
      if !isListSound(node) { return "list of node \(node) does not ascend among its ancestors" }
      let content = contents[node]
      let isCell = content & Self.cellBit != 0
      if Int(content & ~Self.cellBit) >= (isCell ? layout.cellCount : edgeCount) {
        return "node \(node) is something that is not there"
      }
      let cell = cells[node]
      if cell == Self.none { continue }
      if isCell || cell >= nodeCount || contents[Int(cell)] & Self.cellBit == 0 {
        return "cell behind node \(node) is none"
      }
    }
    return nil
  }

  /// Whether the list of a node ascends from above the node, and all but its first entry is in the list of the first.
  private func isListSound(_ node: Int) -> Bool {
    let degree = Int(first[node &+ 1] &- first[node])
    if degree == 0 { return true }
    let start = Int(starts[node])
    guard start &+ degree <= lists.count, lists[start] > node else { return false }
    let parent = Int(lists[start])
    let upper = Int(starts[parent])
    let upperDegree = Int(first[parent &+ 1] &- first[parent])
    // Most lists share all entries but the first with their parent's list, which is checked for the parent.
    if upper == start &+ 1 && upperDegree >= degree &- 1 { return true }
    guard upper &+ upperDegree <= lists.count else { return degree == 1 }
    var place = upper
    var last = lists[start]
    for own in start &+ 1..<start &+ degree {
      if lists[own] <= last { return false }
      last = lists[own]
      while place < upper &+ upperDegree && lists[place] < last { place &+= 1 }
      if place == upper &+ upperDegree || lists[place] != last { return false }
    }
    return true
  }

  /// The violated rule if the nodes are not in post-order, or a size is not that of the subtree; nil if they are
  /// correct.
  private func subtreeFlaw() -> String? {
    var open: [Int] = []
    for node in 0..<nodeCount {
      var size = 1
      while let child = open.last, parent(child) == node {
        size &+= Int(sizes[child])
        open.removeLast()
      }
      if size != sizes[node] { return "subtree of node \(node) is not what comes before it" }
      open.append(node)
    }
    for node in open where parent(node) != nil { return "parent of node \(node) comes too late" }
    return nil
  }

  private func parent(_ node: Int) -> Int? {
    first[node] == first[node &+ 1] ? nil : Int(lists[Int(starts[node])])
  }

  private func maskFlaw(
    _ name: String, _ masks: Span<UInt64>, _ counts: Span<UInt32>, _ arcs: Int, _ total: Int
  ) -> String? {
    var count = 0
    for word in masks.indices {
      if counts[word] != count { return "count of word \(word) of the ways \(name) is wrong" }
      count &+= masks[word].nonzeroBitCount
    }
    guard count == total else { return "there are not as many ways \(name) as the header says" }
    if arcs & 63 != 0, masks[masks.count - 1] &>> UInt64(arcs & 63) != 0 {
      return "bits behind the last arc are not zero"
    }
    for node in 0..<nodeCount where contents[node] & Self.cellBit != 0 {
      for arc in Int(first[node])..<Int(first[node &+ 1])
      where masks[arc &>> 6] &>> UInt64(arc & 63) & 1 != 0 {
        return "an arc of the cell at node \(node) has a way"
      }
    }
    return nil
  }
}

extension MetricColumns {
  /// Checks that every cost is from the minimum to the maximum: with costs of 0 a search may run in circles.
  ///
  /// - Parameter entry: The metric's section.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)``.
  /// - Complexity: Linear in the costs.
  package func validate(_ entry: SectionEntry) throws(FormatError) {
    func invalid(_ place: Int, _ name: String, _ cost: UInt32) -> FormatError {
      .invalid(
        part: "section '\(entry.name)'", offset: entry.offset,
        rule: "cost \(place) of the ways \(name) is too \(cost == 0 ? "small" : "great")")
    }
    if let place = Self.flaw(up) ?? Self.flaw(upLows, upHighs) {
      throw invalid(place, "up", upCost(place))
    }
    if let place = Self.flaw(down) ?? Self.flaw(downLows, downHighs) {
      throw invalid(place, "down", downCost(place))
    }
  }

  /// The index of the first four-byte cost out of range; nil if there is none.
  private static func flaw(_ costs: Span<UInt32>) -> Int? {
    let most = HierarchyView.maximumCost - HierarchyView.minimumCost
    for place in costs.indices where costs[place] &- HierarchyView.minimumCost > most {
      return place
    }
    return nil
  }

  /// The index of the first three-byte cost out of range; nil if there is none.
  private static func flaw(_ lows: Span<UInt16>, _ highs: Span<UInt8>) -> Int? {
    // Nearly all costs have a bit set in the lower 16, and the minimum of a block takes few instructions.
    var first = 0
    while first < lows.count {
      let end = min(first + 256, lows.count)
      let block = lows.extracting(first..<end)
      var least = UInt16.max
      for place in block.indices { least = min(least, block[place]) }
      if least == 0 {
        for place in first..<end where lows[place] == 0 && highs[place] == 0 { return place }
      }
      first = end
    }
    return nil
  }
}
