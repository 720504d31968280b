extension TopIndex {
  /// Contracts a line graph down to its cells.
  ///
  /// - Parameters:
  ///   - lines: The turns. A path that is impossible even if all turns cost nothing gets no place in the index.
  ///   - dissection: The order.
  ///   - road: The network that was dissected.
  ///   - cells: The parts that become cells, ascending, none inside another, such as those of
  ///     ``Dissection/parts(ofAtMost:junctions:)``. Empty to contract all states.
  ///   - threads: The maximum number of threads. The result does not depend on it.
  /// - Complexity: Linear in the number of arcs, and a customization.
  public init(
    _ lines: LineGraph, _ dissection: Dissection, _ road: GeometricGraph, cells: [Int],
    threads: Int = 1
  ) async {
    let longLists = build(lines, dissection, cells.map { dissection.parts[$0].ranks })
    measure(longLists)
    share(longLists)
    place(dissection, road, cells)
    let free = LineCosts(self, lines, dissection, cells: cells, weights: [])
    mark(await pairs(free, threads: threads))
  }

  /// Contracts the units, and numbers the nodes.
  private mutating func build(
    _ lines: LineGraph, _ dissection: Dissection, _ cells: [Range<UInt32>]
  ) -> [UInt32] {
    let units = TopUnits(dissection.order.count, cells)
    let contraction = units.contracted(lines, dissection, cells)
    let order = contraction.postOrder()
    var number = [UInt32](repeating: 0, count: order.count)
    for (node, unit) in order.enumerated() { number[Int(unit)] = UInt32(node) }
    var longLists: [UInt32] = []
    longLists.reserveCapacity(contraction.heads.count)
    for unit in order.map({ Int($0) }) {
      contents.append(units.contents[unit])
      for arc in Int(contraction.first[unit])..<Int(contraction.first[unit + 1]) {
        longLists.append(number[Int(contraction.heads[arc])])
      }
      first.append(UInt32(longLists.count))
    }
    return longLists
  }

  /// Sets the cells in which the edges end.
  private mutating func place(_ dissection: Dissection, _ road: GeometricGraph, _ parts: [Int]) {
    let nodes = nodes(ofCells: parts.count)
    var after = [UInt32](repeating: TopIndex.none, count: road.junctionCount)
    for (cell, part) in parts.enumerated() {
      for place in dissection.parts[part].junctions {
        after[Int(dissection.junctionOrder[Int(place)])] = nodes[cell].number
      }
    }
    self.cells = contents.map { content in
      if content & TopIndex.cellBit != 0 { return TopIndex.none }
      return after[Int(road.heads[Int(dissection.order[Int(content)])])]
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
  /// If L(v) is the parent p and all of L(p), it is enough to store p before L(p). One such child of each node is its
  /// heir. The lists of a chain of heirs form one sequence of numbers; all other such children point into it.
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

  /// Records which paths exist.
  private mutating func mark(_ open: [CostPair]) {
    upMasks = [UInt64](repeating: 0, count: (open.count + 63) / 64)
    downMasks = upMasks
    for (arc, pair) in open.enumerated() {
      let bit = UInt64(1) << UInt64(arc % 64)
      if pair.up < Cost.unreachable { upMasks[arc / 64] |= bit }
      if pair.down < Cost.unreachable { downMasks[arc / 64] |= bit }
    }
    upCounts = TopIndex.counts(upMasks)
    downCounts = TopIndex.counts(downMasks)
  }

  private static func counts(_ masks: [UInt64]) -> [UInt32] {
    var count: UInt32 = 0
    return masks.map { mask in
      defer { count += UInt32(mask.nonzeroBitCount) }
      return count
    }
  }
}

/// The units of contraction by rank: the cells, each as one, and the edges outside them.
private struct TopUnits {
  /// The content of each unit, as in ``TopIndex/contents``.
  private(set) var contents: [UInt32] = []
  /// The unit of each rank.
  private var units: [UInt32]

  init(_ count: Int, _ cells: [Range<UInt32>]) {
    units = [UInt32](repeating: 0, count: count)
    var rank = 0
    for (cell, ranks) in cells.enumerated() where !ranks.isEmpty {
      addEdges(rank..<Int(ranks.lowerBound))
      for inside in ranks { units[Int(inside)] = UInt32(contents.count) }
      contents.append(TopIndex.cellBit | UInt32(cell))
      rank = Int(ranks.upperBound)
    }
    addEdges(rank..<count)
  }

  private mutating func addEdges(_ ranks: Range<Int>) {
    for rank in ranks {
      units[rank] = UInt32(contents.count)
      contents.append(UInt32(rank))
    }
  }

  /// Contracts the units in their order.
  func contracted(_ lines: LineGraph, _ dissection: Dissection, _ cells: [Range<UInt32>])
    -> Contraction
  {
    let reversed = lines.reversed()
    var seen = [UInt32](repeating: TopIndex.none, count: contents.count)
    var own: [UInt32] = []
    var contraction = Contraction(count: contents.count)
    for unit in UInt32(0)..<UInt32(contents.count) {
      let content = contents[Int(unit)]
      let isCell = content & TopIndex.cellBit != 0
      let ranks = isCell ? cells[Int(content & ~TopIndex.cellBit)] : content..<content + 1
      own.removeAll(keepingCapacity: true)
      for rank in ranks {
        let edge = Int(dissection.order[Int(rank)])
        add(lines, edge, above: unit, dissection.ranks, &seen, &own)
        add(reversed, edge, above: unit, dissection.ranks, &seen, &own)
      }
      own.sort()
      contraction.append(own)
    }
    return contraction
  }

  /// Adds the higher units to which the turns of an edge lead.
  private func add(
    _ lines: LineGraph, _ edge: Int, above unit: UInt32, _ ranks: [UInt32], _ seen: inout [UInt32],
    _ own: inout [UInt32]
  ) {
    for turn in Int(lines.first[edge])..<Int(lines.first[edge + 1]) {
      let other = units[Int(ranks[Int(lines.heads[turn])])]
      if other <= unit || seen[Int(other)] == unit { continue }
      seen[Int(other)] = unit
      own.append(other)
    }
  }
}
