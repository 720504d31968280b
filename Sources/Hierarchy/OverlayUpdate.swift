extension TopCustomizer {
  /// A turn between two edges of the top, by their nodes.
  public struct Turn: Sendable, Hashable {
    /// The node of the edge turned from.
    public var from: TopNode
    /// The node of the edge turned into.
    public var to: TopNode

    /// A turn.
    public init(from: TopNode, to: TopNode) {
      self.from = from
      self.to = to
    }
  }

  /// Changes an overlay into the metric of other costs.
  ///
  /// This is Dibbelt, Strasser and Wagner's partial customization, for rising and for falling costs, with cells. The
  /// arcs made by a changed cell or turn are recomputed, node by node in order. After an arc (u, v) has changed, an arc
  /// (v, y) with a path over u is recomputed too, if the path had the arc's cost or now costs less. The result is that
  /// of a full customization.
  ///
  /// - Parameters:
  ///   - overlay: The overlay, which must have the metric of `old`.
  ///   - base: The metric below it.
  ///   - view: The index.
  ///   - cells: The nodes of all cells with a turn of changed cost, each once: turns between states inside, from the
  ///     boundary into the cell, and from the cell onto the boundary.
  ///   - turns: All turns of changed cost between edges of the top.
  ///   - old: The previous costs of turns.
  ///   - new: The new costs of turns.
  /// - Returns: The number of changed costs. If the costs were cancelled, the overlay is invalid.
  /// - Throws: Rethrows the errors of the costs; the overlay is then invalid.
  @discardableResult
  public mutating func update<
    Old: TopCosts & ~Copyable & ~Escapable, New: TopCosts & ~Copyable & ~Escapable
  >(
    _ overlay: inout MetricOverlay, over base: MetricView, _ view: TopView, cells: [TopNode],
    turns: [Turn], from old: inout Old, to new: inout New
  ) throws(New.Failure) -> Int where Old.Failure == New.Failure {
    var update = OverlayUpdate(arcCount: Int(view.first[view.count]))
    for cell in cells {
      if new.isCancelled { return 0 }
      try load(cell, &old)
      let before = clique.table()
      try load(cell, &new)
      update.add(cell, before, clique.table(), view)
    }
    for turn in turns { update.add(from: turn.from, to: turn.to, view) }
    while !new.isCancelled, let node = update.begin() {
      update.load(node, overlay, base, view)
      for (place, isUp, isDown) in update.due {
        let sum = update.triangles(node, place, overlay, base, view)
        let head = view.neighbour(node, place)
        var pair = update.before[place]
        if isUp { pair.up = try input(node, head, sum.up, pair.up, &update, view, &new) }
        if isDown { pair.down = try input(head, node, sum.down, pair.down, &update, view, &new) }
        update.set(place, pair)
      }
      update.finish(node, &overlay, base, view)
    }
    return update.changedCount
  }

  /// The minimum of a known cost and the costs by a turn and through a cell between two edges.
  private mutating func input<New: TopCosts & ~Copyable & ~Escapable>(
    _ from: TopNode, _ to: TopNode, _ known: UInt32, _ before: UInt32,
    _ update: inout OverlayUpdate, _ view: TopView, _ new: inout New
  ) throws(New.Failure) -> UInt32 {
    var best = min(known, Cost.unreachable)
    try new.startTurns(from: from)
    while let turn = new.nextTurn() {
      if turn.node == to { best = min(best, turn.cost) }
    }
    guard let cell = view.cellAfter(from), let row = view.place(of: from, in: cell),
      let column = view.place(of: to, in: cell)
    else { return best }
    if let cost = update.clique(cell, row, column, of: view.degree(cell)) { return min(best, cost) }
    // Costs that have not changed are not below the previous cost of the arc.
    if best <= before { return best }
    try load(cell, &new)
    update.keep(cell, clique.table())
    return min(best, clique[row, column])
  }
}

/// The state of a partial customization.
struct OverlayUpdate {
  /// The arcs to recompute, in each direction, and the queue of their nodes.
  private var upMarks: [UInt64]
  private var downMarks: [UInt64]
  private var queue = CostQueue()
  private var lastQueued = TopNode.none
  /// The new costs through cells, row by row.
  private var cliques: [TopNode: [UInt32]] = [:]

  /// The arcs of the current node: their costs before and now, and which to recompute.
  private(set) var before: [CostPair] = []
  private var now: [CostPair] = []
  private(set) var due: [(place: Int, isUp: Bool, isDown: Bool)] = []
  private var walk: [(node: TopNode, low: Int, high: Int)] = []
  private(set) var changedCount = 0

  init(arcCount: Int) {
    upMarks = [UInt64](repeating: 0, count: (arcCount + 63) / 64)
    downMarks = upMarks
  }

  /// Marks the arc in the direction from one node to another.
  mutating func add(from: TopNode, to: TopNode, _ view: TopView) {
    let low = min(from, to)
    guard from != to, let place = view.place(of: max(from, to), in: low) else { return }
    mark(low, place, up: from < to, down: to < from, view)
  }

  private mutating func mark(
    _ node: TopNode, _ place: Int, up: Bool, down: Bool, _ view: TopView
  ) {
    let arc = Int(view.first[node.index]) + place
    let bit = UInt64(1) << UInt64(arc & 63)
    if (upMarks[arc >> 6] | downMarks[arc >> 6]) & bit == 0 { queue.push(0, cost: node.number) }
    if up { upMarks[arc >> 6] |= bit }
    if down { downMarks[arc >> 6] |= bit }
  }

  /// Marks the arcs between the edges that bound a cell if the cost through the cell has changed.
  mutating func add(_ cell: TopNode, _ old: [UInt32], _ new: [UInt32], _ view: TopView) {
    keep(cell, new)
    let count = view.degree(cell)
    for entry in 0..<count * count where old[entry] != new[entry] {
      add(
        from: view.neighbour(cell, entry / count), to: view.neighbour(cell, entry % count), view)
    }
  }

  /// Keeps the costs through a cell.
  mutating func keep(_ cell: TopNode, _ costs: [UInt32]) { cliques[cell] = costs }

  /// The cost of a path through a cell, if it is known.
  func clique(_ cell: TopNode, _ row: Int, _ column: Int, of count: Int) -> UInt32? {
    cliques[cell]?[row * count + column]
  }

  /// The next node with arcs to recompute; nil after the last.
  mutating func begin() -> TopNode? {
    while let (_, number) = queue.pop() {
      let node = TopNode(number)
      if node == lastQueued { continue }
      lastQueued = node
      return node
    }
    return nil
  }

  /// Loads the costs of the arcs of a node.
  mutating func load(
    _ node: TopNode, _ overlay: borrowing MetricOverlay, _ base: MetricView, _ view: TopView
  ) {
    before.removeAll(keepingCapacity: true)
    due.removeAll(keepingCapacity: true)
    let metric = MetricView(base, overlay)
    let up = view.up(metric)
    let down = view.down(metric)
    let begin = Int(view.first[node.index])
    for place in 0..<view.degree(node) {
      let arc = begin + place
      before.append(CostPair(up: up.cost(arc), down: down.cost(arc)))
      let isUp = upMarks[arc >> 6] >> UInt64(arc & 63) & 1 != 0
      let isDown = downMarks[arc >> 6] >> UInt64(arc & 63) & 1 != 0
      if isUp || isDown { due.append((place, isUp, isDown)) }
    }
    now = before
  }

  /// The minimum costs of an arc over lower nodes.
  mutating func triangles(
    _ low: TopNode, _ place: Int, _ overlay: borrowing MetricOverlay, _ base: MetricView,
    _ view: TopView
  ) -> CostPair {
    let metric = MetricView(base, overlay)
    let up = view.up(metric)
    let down = view.down(metric)
    let high = view.neighbour(low, place)
    var best = CostPair.none
    walk.removeAll(keepingCapacity: true)
    var step = (node: low, low: -1, high: place)
    while true {
      let degree = view.degree(step.node)
      let end = view.before(step.node)
      var child = view.lastChild(step.node)
      while child != end {
        if view.degree(child) == degree &+ 1 {
          walk.append((child, step.low &+ 1, step.high &+ 1))
        } else if let lowPlace = view.place(of: low, in: child),
          let highPlace = view.place(of: high, in: child)
        {
          walk.append((child, lowPlace, highPlace))
        }
        child = view.before(child)
      }
      guard let next = walk.popLast() else { return best }
      step = next
      let first = Int(view.first[step.node.index])
      best.up = min(best.up, down.cost(first &+ step.low) &+ up.cost(first &+ step.high))
      best.down = min(best.down, down.cost(first &+ step.high) &+ up.cost(first &+ step.low))
    }
  }

  /// Sets the new costs of an arc of the current node.
  mutating func set(_ place: Int, _ pair: CostPair) { now[place] = pair }

  /// Writes the changes at a node, and marks the arcs that depend on them.
  mutating func finish(
    _ node: TopNode, _ overlay: inout MetricOverlay, _ base: MetricView, _ view: TopView
  ) {
    let begin = Int(view.first[node.index])
    for (place, _, _) in due {
      let arc = begin + place
      upMarks[arc >> 6] &= ~(1 << UInt64(arc & 63))
      downMarks[arc >> 6] &= ~(1 << UInt64(arc & 63))
      guard now[place] != before[place] else { continue }
      if now[place].up != before[place].up, let index = view.up(base).index(arc) {
        overlay.up.set(index, now[place].up, base.up.base)
        changedCount += 1
      }
      if now[place].down != before[place].down, let index = view.down(base).index(arc) {
        overlay.down.set(index, now[place].down, base.down.base)
        changedCount += 1
      }
    }
    let metric = MetricView(base, overlay)
    for (place, _, _) in due where now[place] != before[place] {
      for other in now.indices where other != place {
        bear(node, min(place, other), max(place, other), metric, view)
      }
    }
  }

  /// Marks the arc between two higher neighbours of a node whose old or new cost is over the node.
  private mutating func bear(
    _ node: TopNode, _ low: Int, _ high: Int, _ metric: MetricView, _ view: TopView
  ) {
    let oldUp = before[low].down &+ before[high].up
    let oldDown = before[high].down &+ before[low].up
    let newUp = now[low].down &+ now[high].up
    let newDown = now[high].down &+ now[low].up
    let reach = Cost.unreachable
    if min(oldUp, newUp) >= reach && min(oldDown, newDown) >= reach { return }
    let tail = view.neighbour(node, low)
    guard let place = view.place(of: view.neighbour(node, high), in: tail) else { return }
    let arc = Int(view.first[tail.index]) + place
    let up = view.up(metric).cost(arc)
    let down = view.down(metric).cost(arc)
    let isUp = newUp < up || (oldUp == up && newUp > oldUp && up < reach)
    let isDown = newDown < down || (oldDown == down && newDown > oldDown && down < reach)
    if isUp || isDown { mark(tail, place, up: isUp, down: isDown, view) }
  }
}
