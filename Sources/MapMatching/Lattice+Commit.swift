import Geo
import NavFormat
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
  /// Whether the fix was on a ferry: its distance from the line is not noise.
  var isFerry = false

  /// The distance from its road up to which a fix fits it, in metres.
  var nearMetres: Double { 3 * noise }
  /// Whether the fix is as near to its road as those of vehicles on it.
  var fitsRoad: Bool { isFerry || distance <= nearMetres }
}

extension Lattice {
  /// The decision about a fix, in order.
  enum Verdict {
    case on(Decision)
    case offRoad(Observation)
    case leftOut(Observation)
  }

  /// The best hypothesis' node.
  var leader: NodeIndex? { front.min { ($0.rankSoFar, $0.node) < ($1.rankSoFar, $1.node) }?.node }

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
    while nodes[node].step > last {
      guard !nodes[node].parent.isNone else { return }
      node = nodes[node].parent
    }
    var agrees = [Bool](repeating: false, count: nodes.count)
    for index in node..<NodeIndex(nodes.count) {
      let parent = nodes[index].parent
      agrees[index] = index == node || !parent.isNone && agrees[parent]
    }
    front.removeAll { !agrees[$0.node] }
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
  private func commonAncestor() -> NodeIndex? {
    var marked = [Bool](repeating: false, count: nodes.count)
    var count = 0
    for state in front where !marked[state.node] {
      marked[state.node] = true
      count += 1
    }
    for index in (NodeIndex(0)..<NodeIndex(nodes.count)).reversed() where marked[index] {
      if count == 1 { return index }
      let parent = nodes[index].parent
      if parent.isNone { return nil }
      if marked[parent] { count -= 1 } else { marked[parent] = true }
    }
    return nil
  }

  private mutating func commit(through last: NodeIndex, into verdicts: inout [Verdict]) {
    var chain: [NodeIndex] = []
    var node = last
    while !node.isNone {
      chain.append(node)
      node = nodes[node].parent
    }
    doubt(chain)
    if rootIsCommitted { chain.removeLast() }
    if chain.isEmpty { return }
    var next = firstStep
    for index in chain.reversed() {
      let node = nodes[index]
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
      begins: node.parent.isNone || node.breakReason != nil, breakReason: node.breakReason,
      turn: node.turn, isFerry: node.isFerry)
  }

  private func confidence(_ node: Node) -> Double {
    guard node.margin < RoadSearch.unreached else { return 1 }
    return 1 / (1 + Double(Exponential.ofMinus(Float(node.margin) / 1_000)))
  }

  /// Drops everything except the descendants of a node, which becomes the first.
  private mutating func compact(root: NodeIndex, from step: Int) {
    let end = NodeIndex(nodes.count)
    var renamed = [NodeIndex](repeating: .none, count: nodes.count)
    var isNeeded = [Bool](repeating: false, count: nodes.count)
    for state in front { isNeeded[state.node] = true }
    isNeeded[root] = true
    for index in (root.advanced(by: 1)..<end).reversed() where isNeeded[index] {
      let node = nodes[index]
      if !node.parent.isNone { isNeeded[node.parent] = true }
      if !node.otherParent.isNone { isNeeded[node.otherParent] = true }
    }
    var kept: [Node] = []
    var keptPath: [TileEdge] = []
    for index in root..<end where isNeeded[index] {
      var node = nodes[index]
      renamed[index] = NodeIndex(kept.count)
      let isRoot = index == root
      node.parent = isRoot || node.parent.isNone ? .none : renamed[node.parent]
      node.otherParent = isRoot || node.otherParent.isNone ? .none : renamed[node.otherParent]
      let range = node.pathStart..<node.pathStart + node.pathCount
      node.pathStart = keptPath.count
      keptPath += path[range]
      kept.append(node)
    }
    nodes = kept
    path = keptPath
    for index in front.indices { front[index].node = renamed[front[index].node] }
    if step > firstStep { decided = steps[step - firstStep - 1] }
    steps.removeFirst(step - firstStep)
    firstStep = step
    rootIsCommitted = true
  }
}
