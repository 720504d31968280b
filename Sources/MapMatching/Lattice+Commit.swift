import Geo
import RouteModel

/// A fix whose road is decided.
struct Decision {
  var fix: Observation
  /// The edges since the previous decision, ending with the fix's own; empty on the same edge.
  var path: [TileEdge]
  var along: Double
  var distance: Double
  var position: Coordinate
  /// Probability that the fix was on this road, 0 to 1, given the whole trace.
  var confidence: Double
  /// The next most probable road; nil if all others are too unlikely to report.
  var rival: TileEdge?
  var noise: Double
  /// Whether a piece begins: at the very first fix, or after a break.
  var begins: Bool
  var breakReason: BreakReason?
  /// The U-turn between junctions on the previous edge; nil if there was none.
  var turn: Lattice.TurnRound?
}

extension Lattice {
  /// The decision about a fix, in order.
  enum Verdict {
    case on(Decision)
    case offRoad(Observation)
    case leftOut(Observation)
  }

  /// The best hypothesis' node.
  var leader: Int32? { front.min { ($0.rank, $0.node) < ($1.rank, $1.node) }?.node }

  /// Decides all fixes on which every hypothesis agrees.
  mutating func commitAgreed(into verdicts: inout [Verdict]) {
    guard let common = commonAncestor() else { return }
    commit(through: common, into: &verdicts)
  }

  /// Decides all fixes except the last `delay` by the best hypothesis, and drops disagreeing ones.
  mutating func commitForced(delay: Int, into verdicts: inout [Verdict]) {
    guard var node = leader else { return }
    doubtLeader()
    let last = firstStep + steps.count - 1 - delay
    while nodes[Int(node)].step > last {
      guard nodes[Int(node)].parent >= 0 else { return }
      node = nodes[Int(node)].parent
    }
    var agrees = [Bool](repeating: false, count: nodes.count)
    for index in Int(node)..<nodes.count {
      let parent = nodes[index].parent
      agrees[index] = index == Int(node) || parent >= node && agrees[Int(parent)]
    }
    front.removeAll { !agrees[Int($0.node)] }
    commit(through: node, into: &verdicts)
  }

  /// Decides all fixes by the best hypothesis, and begins again.
  mutating func finish(into verdicts: inout [Verdict]) {
    doubtLeader()
    if let node = leader {
      front = []
      commit(through: node, into: &verdicts)
    }
    for fix in steps { verdicts.append(.leftOut(fix)) }
    firstStep += steps.count
    (steps, decided) = ([], nil)
    nodes = []
    path = []
    front = []
    rootIsCommitted = false
  }

  /// The last common node of all hypotheses.
  private func commonAncestor() -> Int32? {
    var marked = [Bool](repeating: false, count: nodes.count)
    var count = 0
    for state in front where !marked[Int(state.node)] {
      marked[Int(state.node)] = true
      count += 1
    }
    var index = nodes.count - 1
    while index >= 0 {
      if marked[index] {
        if count == 1 { return Int32(index) }
        let parent = Int(nodes[index].parent)
        guard parent >= 0 else { return nil }
        if marked[parent] { count -= 1 } else { marked[parent] = true }
      }
      index -= 1
    }
    return nil
  }

  private mutating func commit(through last: Int32, into verdicts: inout [Verdict]) {
    var chain: [Int32] = []
    var node = last
    while node >= 0 {
      chain.append(node)
      node = nodes[Int(node)].parent
    }
    doubt(chain)
    if rootIsCommitted { chain.removeLast() }
    if chain.isEmpty { return }
    var next = firstStep
    for index in chain.reversed() {
      let node = nodes[Int(index)]
      while next < node.step {
        verdicts.append(.leftOut(steps[next - firstStep]))
        next += 1
      }
      let fix = steps[node.step - firstStep]
      verdicts.append(node.isOffRoad ? .offRoad(fix) : .on(decision(node)))
      next += 1
    }
    compact(root: last, from: next)
  }

  private func decision(_ node: Node) -> Decision {
    Decision(
      fix: steps[node.step - firstStep],
      path: Array(path[node.pathStart..<node.pathStart + node.pathCount]),
      along: Double(node.along), distance: Double(node.distance), position: node.position,
      confidence: confidence(node), rival: node.rival, noise: Double(node.noise),
      begins: node.parent < 0 || node.breakReason != nil, breakReason: node.breakReason,
      turn: node.turn)
  }

  private func confidence(_ node: Node) -> Double {
    guard node.margin < RoadSearch.unreached else { return 1 }
    return 1 / (1 + Double(Exponential.ofMinus(Float(node.margin) / 1_000)))
  }

  /// Drops everything except the descendants of a node, which becomes the first.
  private mutating func compact(root: Int32, from step: Int) {
    var renamed = [Int32](repeating: -1, count: nodes.count)
    var isNeeded = [Bool](repeating: false, count: nodes.count)
    for state in front { isNeeded[Int(state.node)] = true }
    isNeeded[Int(root)] = true
    for index in stride(from: nodes.count - 1, to: Int(root), by: -1) where isNeeded[index] {
      let node = nodes[index]
      if node.parent >= 0 { isNeeded[Int(node.parent)] = true }
      if node.otherParent >= 0 { isNeeded[Int(node.otherParent)] = true }
    }
    var kept: [Node] = []
    var keptPath: [TileEdge] = []
    for index in Int(root)..<nodes.count where isNeeded[index] {
      var node = nodes[index]
      renamed[index] = Int32(kept.count)
      let isRoot = index == Int(root)
      node.parent = isRoot || node.parent < 0 ? -1 : renamed[Int(node.parent)]
      node.otherParent = isRoot || node.otherParent < 0 ? -1 : renamed[Int(node.otherParent)]
      let range = node.pathStart..<node.pathStart + node.pathCount
      node.pathStart = keptPath.count
      keptPath += path[range]
      kept.append(node)
    }
    nodes = kept
    path = keptPath
    for index in front.indices { front[index].node = renamed[Int(front[index].node)] }
    if step > firstStep { decided = steps[step - firstStep - 1] }
    steps.removeFirst(step - firstStep)
    firstStep = step
    rootIsCommitted = true
  }
}
