/// What the arcs of a ``Topology`` cost: the least cost of a way between their ends through lower states only.
public struct Metric: Sendable, Equatable {
  /// The costs of an arc in both directions, each at most ``Cost/unreachable``.
  public struct Pair: Sendable, Equatable {
    /// From the lower end to the higher.
    public var up: UInt32
    /// From the higher end to the lower.
    public var down: UInt32

    /// The costs of an arc.
    public init(up: UInt32, down: UInt32) {
      self.up = up
      self.down = down
    }

    /// No way in either direction.
    static let none = Pair(up: Cost.unreachable, down: Cost.unreachable)
  }

  /// For each arc its costs.
  public internal(set) var pairs: [Pair]
}

extension Topology {
  /// Finds the costs of all arcs from those of the turns.
  ///
  /// This is the basic customization of Dibbelt, Strasser and Wagner, in its left-looking form: state by
  /// state in the order of the ranks, and for each, all triangles with a lower state v on the one side:
  ///
  ///     for arcs (v, x) and (v, y), v < x < y:  (x, y) costs at most what (x, v) and (v, y) do together
  ///
  /// When x is reached all arcs of its lower neighbours are final, so one pass is exact. Parts of the
  /// dissection that do not touch each other run in parallel, then the cuts above them.
  ///
  /// - Parameters:
  ///   - weights: The cost of each turn of the line graph, with that of the edge it leads into; greater ones
  ///     than ``Cost/unreachable`` count as that.
  ///   - threads: How many threads may work at a time. The result does not depend on it.
  /// - Returns: The costs.
  /// - Complexity: A few nanoseconds for each triangle, of which there are some eighty for each directed edge.
  public func customized(_ weights: [UInt32], threads: Int = 1) async -> Metric {
    precondition(weights.count == slots.count)
    var pairs = assigned(weights)
    await lower(&pairs, threads)
    for cuts in plan.cuts {
      let states = cuts.joined().filter { first[$0] < first[$0 + 1] }
      let costs = await upper(pairs, states, threads)
      var next = 0
      for state in states {
        for arc in Int(first[state])..<Int(first[state + 1]) {
          pairs[arc] = costs[next]
          next += 1
        }
      }
      within(cuts, &pairs)
    }
    return Metric(pairs: pairs)
  }

  /// The costs of the arcs without any way through a lower state.
  func assigned(_ weights: [UInt32]) -> [Metric.Pair] {
    var pairs = [Metric.Pair](repeating: .none, count: heads.count)
    var costs = pairs.mutableSpan
    let slots = slots.span
    let weights = weights.span
    for turn in 0..<slots.count {
      let slot = slots[turn]
      if slot == Topology.none { continue }
      let arc = Int(slot &>> 1)
      if slot & 1 == 0 {
        costs[arc].up = min(costs[arc].up, weights[turn])
      } else {
        costs[arc].down = min(costs[arc].down, weights[turn])
      }
    }
    return pairs
  }

  /// Customizes the states below the cuts of the plan, each part on its own.
  private func lower(_ pairs: inout [Metric.Pair], _ threads: Int) async {
    let jobs = max(1, min(threads == 1 ? 1 : threads * 4, plan.subtrees.count))
    let results = await lower(pairs, jobs, threads)
    var job = 0
    var next = 0
    for (number, states) in plan.subtrees.enumerated() {
      if number == plan.subtrees.count * (job + 1) / jobs {
        job += 1
        next = 0
      }
      let arcs = Int(first[states.lowerBound])..<Int(first[states.upperBound])
      var target = pairs.mutableSpan
      let result = results[job]
      let source = result.span
      for arc in arcs {
        target[arc] = source[next]
        next &+= 1
      }
    }
  }

  private func lower(_ pairs: [Metric.Pair], _ jobs: Int, _ threads: Int) async -> [[Metric.Pair]] {
    let subtrees = plan.subtrees
    return await concurrently(jobs, threads: threads) { job in
      var result: [Metric.Pair] = []
      var work = Workspace(count)
      for number in subtrees.count * job / jobs..<subtrees.count * (job + 1) / jobs {
        let states = subtrees[number]
        let begin = result.count
        result += pairs[Int(first[states.lowerBound])..<Int(first[states.upperBound])]
        sweep(states, &result, begin, &work)
      }
      return result
    }
  }

  /// Memory of one thread: for each state the arc that leads to it, the first of the lower states whose
  /// turn it is, and the next of those; for each lower state the arc that leads to where it is waiting.
  private struct Workspace {
    var slots: [UInt32]
    var waiting: [UInt32]
    var next: [UInt32]
    var cursors: [UInt32]

    init(_ count: Int) {
      slots = [UInt32](repeating: 0, count: count)
      waiting = [UInt32](repeating: Topology.none, count: count)
      next = slots
      cursors = slots
    }
  }

  /// Customizes all states of a graph that was contracted in the order of their numbers.
  static func sweep(first: Span<UInt32>, heads: [UInt32], _ pairs: inout [Metric.Pair]) {
    var work = Workspace(first.count - 1)
    sweep(
      0..<first.count - 1, 0, first, heads.span, &pairs, &work.slots, &work.waiting, &work.next,
      &work.cursors)
  }

  /// Customizes consecutive states that have no lower neighbours but each other.
  ///
  /// The costs of their arcs are those of `pairs` from `begin` on.
  private func sweep(
    _ states: Range<Int>, _ pairs: inout [Metric.Pair], _ begin: Int, _ work: inout Workspace
  ) {
    let first = first.span
    let heads = heads.span
    let base = Int(first[states.lowerBound]) - begin
    Topology.sweep(
      states, base, first, heads, &pairs, &work.slots, &work.waiting, &work.next, &work.cursors)
  }

  private static func sweep(
    _ states: Range<Int>, _ base: Int, _ first: Span<UInt32>, _ heads: Span<UInt32>,
    _ pairs: inout [Metric.Pair], _ slots: inout [UInt32], _ waiting: inout [UInt32],
    _ next: inout [UInt32], _ cursors: inout [UInt32]
  ) {
    var pairs = pairs.mutableSpan
    var slots = slots.mutableSpan
    var waiting = waiting.mutableSpan
    var next = next.mutableSpan
    var cursors = cursors.mutableSpan
    for state in states {
      let begin = Int(first[state])
      let end = Int(first[state &+ 1])
      for arc in begin..<end { slots[Int(heads[arc])] = UInt32(truncatingIfNeeded: arc &- base) }
      var lower = waiting[state]
      while lower != Topology.none {
        let below = Int(lower)
        let arc = Int(cursors[below])
        let last = Int(first[below &+ 1])
        let costs = pairs[arc &- base]
        relax(costs, arc &+ 1, last, base, heads, slots, &pairs)
        lower = next[below]
        wait(below, arc &+ 1, last, states.upperBound, heads, &waiting, &next, &cursors)
      }
      wait(state, begin, end, states.upperBound, heads, &waiting, &next, &cursors)
    }
  }

  /// Lets a state wait for the higher neighbour that an arc leads to, if that is one of the states at hand.
  @inline(__always)
  private static func wait(
    _ state: Int, _ arc: Int, _ last: Int, _ bound: Int, _ heads: Span<UInt32>,
    _ waiting: inout MutableSpan<UInt32>, _ next: inout MutableSpan<UInt32>,
    _ cursors: inout MutableSpan<UInt32>
  ) {
    if arc == last { return }
    let head = Int(heads[arc])
    if head >= bound { return }
    cursors[state] = UInt32(truncatingIfNeeded: arc)
    next[state] = waiting[head]
    waiting[head] = UInt32(truncatingIfNeeded: state)
  }

  /// Offers the ways over a lower state to the arcs of the state at hand.
  ///
  /// `costs` are those of the arc from the lower state to the one at hand, `begin ..< end` its further arcs.
  @inline(__always)
  private static func relax(
    _ costs: Metric.Pair, _ begin: Int, _ end: Int, _ base: Int, _ heads: Span<UInt32>,
    _ slots: borrowing MutableSpan<UInt32>, _ pairs: inout MutableSpan<Metric.Pair>
  ) {
    if costs.up >= Cost.unreachable && costs.down >= Cost.unreachable { return }
    var arc = begin
    while arc < end {
      let over = pairs[arc &- base]
      let target = Int(slots[Int(heads[arc])])
      var best = pairs[target]
      best.up = min(best.up, costs.down &+ over.up)
      best.down = min(best.down, over.down &+ costs.up)
      pairs[target] = best
      arc &+= 1
    }
  }
}

extension Topology {
  /// The costs of the arcs of some states of cuts at one height, as far as lower states outside of the cut
  /// make them.
  private func upper(_ pairs: [Metric.Pair], _ states: [Int], _ threads: Int) async -> [Metric.Pair]
  {
    let jobs = max(1, min(threads == 1 ? 1 : threads * 4, states.count))
    let results = await concurrently(jobs, threads: threads) { job in
      var result: [Metric.Pair] = []
      var slots = [UInt32](repeating: 0, count: count)
      for number in states.count * job / jobs..<states.count * (job + 1) / jobs {
        offer(to: states[number], pairs, &slots, &result)
      }
      return result
    }
    return results.flatMap { $0 }
  }

  /// Appends the costs of the arcs of a state of a cut.
  private func offer(
    to state: Int, _ pairs: [Metric.Pair], _ slots: inout [UInt32], _ result: inout [Metric.Pair]
  ) {
    let begin = Int(first[state])
    let base = result.count
    result += pairs[begin..<Int(first[state + 1])]
    let first = first.span
    let heads = heads.span
    let known = pairs.span
    for arc in begin..<Int(first[state + 1]) { slots[Int(heads[arc])] = UInt32(base + arc - begin) }
    var costs = result.mutableSpan
    let places = slots.span
    let cut = cutBegin(state)
    let number = plan.tops.partitioningIndex { Int($0) >= state }
    for entry in plan.downFirst[number]..<plan.downFirst[number + 1] {
      let (lower, arc) = plan.down[entry]
      if lower >= cut { break }
      let pair = known[Int(arc)]
      if pair.up >= Cost.unreachable && pair.down >= Cost.unreachable { continue }
      for further in Int(arc) + 1..<Int(first[Int(lower) + 1]) {
        let over = known[further]
        let target = Int(places[Int(heads[further])])
        costs[target].up = min(costs[target].up, pair.down &+ over.up)
        costs[target].down = min(costs[target].down, over.down &+ pair.up)
      }
    }
  }

  /// Where the cut begins in which a state of the top is.
  private func cutBegin(_ state: Int) -> Int {
    for cuts in plan.cuts {
      for cut in cuts where cut.contains(state) { return cut.lowerBound }
    }
    return state
  }

  /// Finishes the arcs within cuts at one height, whose states depend on each other.
  private func within(_ cuts: [Range<Int>], _ pairs: inout [Metric.Pair]) {
    var slots = [UInt32](repeating: 0, count: count)
    let first = first.span
    let heads = heads.span
    for cut in cuts {
      for state in cut {
        var costs = pairs.mutableSpan
        let begin = Int(first[state])
        for arc in begin..<Int(first[state + 1]) { slots[Int(heads[arc])] = UInt32(arc) }
        let number = plan.tops.partitioningIndex { Int($0) >= state }
        var entry = plan.downFirst[number + 1]
        while entry > plan.downFirst[number], Int(plan.down[entry - 1].tail) >= cut.lowerBound {
          entry -= 1
          let (lower, arc) = plan.down[entry]
          let pair = costs[Int(arc)]
          if pair.up >= Cost.unreachable && pair.down >= Cost.unreachable { continue }
          for further in Int(arc) + 1..<Int(first[Int(lower) + 1]) {
            let over = costs[further]
            let target = Int(slots[Int(heads[further])])
            costs[target].up = min(costs[target].up, pair.down &+ over.up)
            costs[target].down = min(costs[target].down, over.down &+ pair.up)
          }
        }
      }
    }
  }
}
