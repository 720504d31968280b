/// The costs of an arc in both directions.
struct CostPair: Sendable, Equatable {
  /// From the lower end to the higher.
  var up: UInt32
  /// From the higher end to the lower.
  var down: UInt32

  /// No path in either direction.
  static let none = CostPair(up: Cost.unreachable, down: Cost.unreachable)
}

/// The customization of the arcs of an index: from the costs that turns and cells give to the final costs.
///
/// It is the basic customization of Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies" (2014,
/// arXiv:1402.0402), in left-looking form: node by node in order, and for each, all triangles with it as the middle
/// node:
///
///     for arcs (v, x) and (v, y), v < x < y:  (x, y) costs at most what (x, v) and (v, y) do together
///
/// When x is reached, all arcs of lower nodes are final, so one pass is exact. A lower node waits at the first of its
/// higher neighbours and, after that has used it, at the next, so no list of lower neighbours is needed. A triangle
/// takes a few nanoseconds.
struct Sweep {
  /// For each node, the arc to it from the current node.
  private var slots: [UInt32]
  /// For each node, the first lower node that waits for it; for each lower node, the next one.
  private var waiting: [UInt32]
  private var next: [UInt32]
  /// For each lower node, the arc to the node for which it waits.
  private var cursors: [UInt32]

  init(count: Int) {
    slots = [UInt32](repeating: 0, count: count)
    waiting = [UInt32](repeating: TopIndex.none, count: count)
    next = [UInt32](repeating: 0, count: count)
    cursors = [UInt32](repeating: 0, count: count)
  }

  /// Customizes nodes in ascending order; their lower neighbours must be among them or waiting.
  ///
  /// The costs of arc a are at a - `base` in `pairs`. Nodes from `end` on are not customized.
  mutating func run(
    _ nodes: some Sequence<Int>, end: Int, _ view: TopView, _ pairs: inout [CostPair], base: Int
  ) {
    Sweep.run(nodes, end, view, &pairs, base, &slots, &waiting, &next, &cursors)
  }

  private static func run(
    _ nodes: some Sequence<Int>, _ end: Int, _ view: TopView, _ pairs: inout [CostPair],
    _ base: Int, _ slots: inout [UInt32], _ waiting: inout [UInt32], _ next: inout [UInt32],
    _ cursors: inout [UInt32]
  ) {
    let first = view.first
    let lists = view.lists
    let starts = view.starts
    var pairs = pairs.mutableSpan
    var slots = slots.mutableSpan
    var waiting = waiting.mutableSpan
    var next = next.mutableSpan
    var cursors = cursors.mutableSpan
    for node in nodes {
      let begin = Int(first[node])
      let last = Int(first[node &+ 1])
      let offset = Int(starts[node]) &- begin
      for arc in begin..<last {
        slots[Int(lists[arc &+ offset])] = UInt32(truncatingIfNeeded: arc &- base)
      }
      var lower = waiting[node]
      waiting[node] = TopIndex.none
      while lower != TopIndex.none {
        let below = Int(lower)
        lower = next[below]
        let arc = Int(cursors[below])
        let last = Int(first[below &+ 1])
        let offset = Int(starts[below]) &- Int(first[below])
        relax(pairs[arc &- base], arc &+ 1..<last, base, lists, offset, slots, &pairs)
        if arc &+ 1 < last {
          wait(below, arc &+ 1, lists[arc &+ 1 &+ offset], end, &waiting, &next, &cursors)
        }
      }
      if begin < last {
        wait(node, begin, lists[begin &+ offset], end, &waiting, &next, &cursors)
      }
    }
  }

  /// Lets a node wait for a higher neighbour, unless that is not customized.
  @inline(__always)
  private static func wait(
    _ node: Int, _ arc: Int, _ head: UInt32, _ end: Int, _ waiting: inout MutableSpan<UInt32>,
    _ next: inout MutableSpan<UInt32>, _ cursors: inout MutableSpan<UInt32>
  ) {
    if head >= end { return }
    cursors[node] = UInt32(truncatingIfNeeded: arc)
    next[node] = waiting[Int(head)]
    waiting[Int(head)] = UInt32(truncatingIfNeeded: node)
  }

  /// Offers the paths over a lower node to the arcs of the current node.
  ///
  /// `costs` are those of the arc from the lower node to the current one; `arcs` are the lower node's further arcs.
  @inline(__always)
  private static func relax(
    _ costs: CostPair, _ arcs: Range<Int>, _ base: Int, _ lists: Span<UInt32>, _ offset: Int,
    _ slots: borrowing MutableSpan<UInt32>, _ pairs: inout MutableSpan<CostPair>
  ) {
    if costs.up >= Cost.unreachable && costs.down >= Cost.unreachable { return }
    var arc = arcs.lowerBound
    while arc < arcs.upperBound {
      let over = pairs[arc &- base]
      let target = Int(slots[Int(lists[arc &+ offset])])
      var best = pairs[target]
      best.up = min(best.up, costs.down &+ over.up)
      best.down = min(best.down, over.down &+ costs.up)
      pairs[target] = best
      arc &+= 1
    }
  }

  /// Lets a customized node wait for its first higher neighbour from `begin` on.
  mutating func resume(_ node: Int, from begin: Int, _ view: TopView) {
    var low = 0
    var high = view.degree(TopNode(node))
    let start = Int(view.starts[node])
    while low < high {
      let middle = (low + high) / 2
      if view.lists[start + middle] < begin { low = middle + 1 } else { high = middle }
    }
    if low == view.degree(TopNode(node)) { return }
    let head = Int(view.lists[start + low])
    cursors[node] = view.first[node] + UInt32(low)
    next[node] = waiting[head]
    waiting[head] = UInt32(node)
  }
}

extension TopIndex {
  /// Calculates the costs of all arcs from those that turns and cells give.
  ///
  /// Small subtrees are disjoint and run in parallel, then the nodes above them.
  func swept(_ assigned: consuming [CostPair], threads: Int) async -> [CostPair] {
    var pairs = assigned
    var sweep = Sweep(count: count)
    if threads <= 1 {
      sweep.run(0..<count, end: count, view, &pairs, base: 0)
      return pairs
    }
    let subtrees = subtrees(ofAtMost: max(count / 64, 1_000))
    // In waves, so that only a few parts are copied at a time; each job takes memory for all nodes.
    for wave in Self.split(subtrees, each: count / 16) {
      let results = await swept(wave, pairs, threads)
      for (nodes, result) in zip(wave, results) {
        TopIndex.copy(result, to: &pairs, at: Int(first[nodes.lowerBound]))
      }
    }
    var above: [Int] = []
    var next = 0
    for nodes in subtrees {
      above += next..<nodes.lowerBound
      next = nodes.upperBound
      for node in nodes { sweep.resume(node, from: nodes.upperBound, view) }
    }
    above += next..<count
    sweep.run(above, end: count, view, &pairs, base: 0)
    return pairs
  }

  /// The largest subtrees of at most `most` nodes, ascending.
  private func subtrees(ofAtMost most: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for node in 0..<count where sizes[node] <= most {
      let nodes = node + 1 - Int(sizes[node])..<node + 1
      while let last = result.last, last.lowerBound >= nodes.lowerBound { result.removeLast() }
      result.append(nodes)
    }
    return result
  }

  /// Groups of subtrees with at least `each` nodes together, except the last.
  private static func split(_ subtrees: [Range<Int>], each: Int) -> [[Range<Int>]] {
    var runs: [[Range<Int>]] = []
    var nodes = each
    for subtree in subtrees {
      if nodes >= each {
        runs.append([])
        nodes = 0
      }
      runs[runs.count - 1].append(subtree)
      nodes += subtree.count
    }
    return runs
  }

  private func swept(_ subtrees: [Range<Int>], _ pairs: [CostPair], _ threads: Int) async
    -> [[CostPair]]
  {
    let nodes = subtrees.reduce(0) { $0 + $1.count }
    let jobs = Self.split(subtrees, each: (nodes + threads - 1) / threads)
    let results = await concurrently(jobs.count, threads: threads) { job in
      var sweep = Sweep(count: count)
      return jobs[job].map { nodes in
        let arcs = Int(first[nodes.lowerBound])..<Int(first[nodes.upperBound])
        var result = Array(pairs[arcs])
        sweep.run(nodes, end: nodes.upperBound, view, &result, base: arcs.lowerBound)
        return result
      }
    }
    return results.flatMap { $0 }
  }

  private static func copy(_ source: [CostPair], to target: inout [CostPair], at begin: Int) {
    let source = source.span
    var target = target.mutableSpan
    for place in 0..<source.count { target[begin &+ place] = source[place] }
  }
}
