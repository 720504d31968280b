extension TopIndex {
  /// The top of a contracted line graph.
  ///
  /// - Parameters:
  ///   - topology: The arcs between all states.
  ///   - dissection: The order from which the topology was made.
  ///   - road: The network that was dissected.
  ///   - cells: The parts of the dissection that are to be cells, ascending, none inside another; those of
  ///     ``Dissection/parts(ofAtMost:)``. Empty to keep everything.
  ///   - open: A metric of the topology that is finite wherever any metric can be; that of turns that cost
  ///     nothing. Ways it knows to be unreachable get no place in the index.
  /// - Complexity: Linear in the size of the topology.
  public init(
    _ topology: Topology, _ dissection: Dissection, _ road: RoadGraph, cells: [Int], open: Metric
  ) {
    let ranges = cells.map { dissection.parts[$0].ranks }
    var builder = TopBuilder(topology, ranges)
    builder.contract()
    let order = builder.postOrder()
    var number = [UInt32](repeating: 0, count: order.count)
    for (node, unit) in order.enumerated() { number[Int(unit)] = UInt32(node) }
    var longLists: [UInt32] = []
    for unit in order.map({ Int($0) }) {
      contents.append(builder.contents[unit])
      for arc in Int(builder.first[unit])..<Int(builder.first[unit + 1]) {
        longLists.append(number[Int(builder.heads[arc])])
      }
      first.append(UInt32(longLists.count))
    }
    measure(longLists)
    share(longLists)
    mark(longLists, topology, open)
    place(dissection, road, cells)
  }

  /// Finds the cells in which the edges end.
  private mutating func place(_ dissection: Dissection, _ road: RoadGraph, _ parts: [Int]) {
    let nodes = nodes(ofCells: parts.count)
    var after = [UInt32](repeating: TopIndex.none, count: road.junctionCount)
    for (cell, part) in parts.enumerated() {
      for place in dissection.parts[part].junctions {
        after[Int(dissection.junctionOrder[Int(place)])] = nodes[cell]
      }
    }
    self.cells = contents.map { content in
      if content & TopIndex.cellBit != 0 { return TopIndex.none }
      return after[Int(road.heads[Int(dissection.order[Int(content)])])]
    }
  }

  /// The costs of the arcs that are in the index.
  ///
  /// - Parameters:
  ///   - metric: The costs of all arcs.
  ///   - topology: The arcs; those of which the index was made, which must still know edges by rank.
  /// - Returns: The costs.
  public func metric(_ metric: Metric, _ topology: Topology) -> TopMetric {
    var result = TopMetric(up: [], down: [])
    forEachArc(topology) { arc, full in
      let pair = full.map { metric.pairs[$0] } ?? .none
      if upMasks[arc / 64] >> UInt64(arc % 64) & 1 != 0 { result.up.append(pair.up) }
      if downMasks[arc / 64] >> UInt64(arc % 64) & 1 != 0 { result.down.append(pair.down) }
    }
    return result
  }

  /// Visits all arcs of edges, each with the arc of the topology that it was, if it was one.
  private func forEachArc(_ topology: Topology, _ body: (Int, Int?) -> Void) {
    for node in 0..<count where contents[node] & TopIndex.cellBit == 0 {
      let rank = Int(contents[node])
      var full = Int(topology.first[rank])
      let end = Int(topology.first[rank + 1])
      for arc in Int(first[node])..<Int(first[node + 1]) {
        let head = contents[Int(lists[Int(starts[node]) + arc - Int(first[node])])]
        if full < end && topology.heads[full] == head {
          body(arc, full)
          full += 1
        } else {
          body(arc, nil)
        }
      }
    }
  }

  private mutating func measure(_ lists: [UInt32]) {
    sizes = [UInt32](repeating: 1, count: contents.count)
    for node in sizes.indices where first[node] < first[node + 1] {
      sizes[Int(lists[Int(first[node])])] += sizes[node]
    }
  }

  /// Stores the lists so that they overlap.
  ///
  /// Where L(v) is the parent p and all of L(p), it is enough that p stands before L(p). One such child of
  /// each node is its heir; the lists of a line of heirs are one sequence of numbers, and all further such
  /// children that are no one's parent in such a line point into it.
  private mutating func share(_ longLists: [UInt32]) {
    func length(_ node: Int) -> Int { Int(first[node + 1] - first[node]) }
    var heirs = [UInt32](repeating: TopIndex.none, count: count)
    var inherits = [Bool](repeating: false, count: count)
    for node in 0..<count where length(node) > 0 {
      let parent = Int(longLists[Int(first[node])])
      inherits[node] = length(node) == length(parent) + 1
      if inherits[node] { heirs[parent] = UInt32(node) }
    }
    starts = [UInt32](repeating: 0, count: count)
    for node in 0..<count where heirs[node] == TopIndex.none && !inherits[node] {
      starts[node] = UInt32(lists.count)
      lists += longLists[Int(first[node])..<Int(first[node + 1])]
    }
    for node in 0..<count where heirs[node] == TopIndex.none && inherits[node] {
      if heirs[Int(longLists[Int(first[node])])] != UInt32(node) { continue }
      var heir = node
      while inherits[heir] && heirs[Int(longLists[Int(first[heir])])] == UInt32(heir) {
        starts[heir] = UInt32(lists.count)
        heir = Int(longLists[Int(first[heir])])
        lists.append(UInt32(heir))
      }
      starts[heir] = UInt32(lists.count)
      lists += longLists[Int(first[heir])..<Int(first[heir + 1])]
    }
    for node in 0..<count where heirs[node] == TopIndex.none && inherits[node] {
      let parent = Int(longLists[Int(first[node])])
      if heirs[parent] != UInt32(node) { starts[node] = starts[parent] - 1 }
    }
  }

  private mutating func mark(_ longLists: [UInt32], _ topology: Topology, _ open: Metric) {
    let words = (longLists.count + 63) / 64
    var up = [UInt64](repeating: 0, count: words)
    var down = up
    forEachArc(topology) { arc, full in
      guard let full else { return }
      let bit = UInt64(1) << UInt64(arc % 64)
      if open.pairs[full].up < Cost.unreachable { up[arc / 64] |= bit }
      if open.pairs[full].down < Cost.unreachable { down[arc / 64] |= bit }
    }
    upMasks = up
    downMasks = down
    upCounts = TopIndex.counts(up)
    downCounts = TopIndex.counts(down)
  }

  private static func counts(_ masks: [UInt64]) -> [UInt32] {
    var count: UInt32 = 0
    return masks.map { mask in
      defer { count += UInt32(mask.nonzeroBitCount) }
      return count
    }
  }
}

/// The symbolic contraction of a line graph whose cells are single states.
///
/// Units are the cells and the edges outside of them, by rank. The lists of edges are those of the topology,
/// but a cell that does not hang together joins all of its boundary, so they are merged once more.
private struct TopBuilder {
  var contents: [UInt32] = []
  /// The own neighbours of each unit, then those after contraction.
  var first: [UInt32] = [0]
  var heads: [UInt32] = []

  init(_ topology: Topology, _ cells: [Range<UInt32>]) {
    var units = [UInt32](repeating: 0, count: topology.count)
    var rank = 0
    for (cell, ranks) in cells.enumerated() where !ranks.isEmpty {
      addEdges(rank..<Int(ranks.lowerBound), &units)
      for inside in ranks { units[Int(inside)] = UInt32(contents.count) }
      contents.append(TopIndex.cellBit | UInt32(cell))
      rank = Int(ranks.upperBound)
    }
    addEdges(rank..<topology.count, &units)
    var seen = [UInt32](repeating: TopIndex.none, count: contents.count)
    for unit in UInt32(0)..<UInt32(contents.count) {
      let content = contents[Int(unit)]
      var own: [UInt32] = []
      let ranks =
        content & TopIndex.cellBit == 0
        ? content..<content + 1 : cells[Int(content & ~TopIndex.cellBit)]
      for arc in Int(
        topology.first[Int(ranks.lowerBound)])..<Int(
          topology.first[Int(ranks.upperBound)])
      where topology.heads[arc] >= ranks.upperBound {
        let head = units[Int(topology.heads[arc])]
        if seen[Int(head)] == unit { continue }
        seen[Int(head)] = unit
        own.append(head)
      }
      if content & TopIndex.cellBit != 0 { own.sort() }
      heads += own
      first.append(UInt32(heads.count))
    }
  }

  private mutating func addEdges(_ ranks: Range<Int>, _ units: inout [UInt32]) {
    for rank in ranks {
      units[rank] = UInt32(contents.count)
      contents.append(UInt32(rank))
    }
  }

  mutating func contract() {
    var contraction = Contraction(count: contents.count)
    for unit in contents.indices {
      contraction.append(heads[Int(first[unit])..<Int(first[unit + 1])])
    }
    first = contraction.first
    heads = contraction.heads
  }

  /// The units in post-order of the elimination tree, children in the order of their numbers.
  func postOrder() -> [UInt32] {
    var children = [UInt32](repeating: TopIndex.none, count: contents.count)
    var siblings = children
    var roots: [UInt32] = []
    for unit in contents.indices.reversed() {
      if first[unit] == first[unit + 1] {
        roots.append(UInt32(unit))
      } else {
        let parent = Int(heads[Int(first[unit])])
        siblings[unit] = children[parent]
        children[parent] = UInt32(unit)
      }
    }
    var order: [UInt32] = []
    order.reserveCapacity(contents.count)
    for root in roots.reversed() {
      var unit = root
      var path: [UInt32] = []
      while true {
        while children[Int(unit)] != TopIndex.none {
          path.append(unit)
          unit = children[Int(unit)]
        }
        order.append(unit)
        while unit != root, siblings[Int(unit)] == TopIndex.none, let parent = path.popLast() {
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
