import NavFormat

/// The certainty of a fix's road: the extra cost of the best reading with another road.
///
/// Readings part, and meet again where the search decides for one of them; what the other would have cost more there is
/// the margin of all fixes in between (the max-marginal of a hidden Markov model).
extension Lattice {
  /// The margin above which a road is certain, in thousandths of a nat.
  static let certain: UInt32 = 6_000

  /// Compares the best reading, a chain of nodes, with the readings that joined it.
  mutating func doubt(_ chain: [NodeIndex]) {
    for index in chain where !nodes[index].otherParent.isNone {
      let node = nodes[index]
      doubt(node.parent, node.otherParent, node.otherMargin)
    }
  }

  /// Records that a node of the best reading won against another by a margin.
  private mutating func doubt(_ winner: NodeIndex, _ loser: NodeIndex, _ margin: UInt32) {
    guard margin < Self.certain else { return }
    var (a, b) = (winner, loser)
    while !a.isNone, !b.isNone, a != b {
      let (own, other) = (nodes[a], nodes[b])
      if own.step == other.step, own.edge != other.edge, margin < own.margin {
        nodes[a].margin = margin
        nodes[a].rival = other.edge
      }
      if own.step >= other.step { a = own.parent }
      if other.step >= own.step { b = other.parent }
    }
  }

  /// Records the margins of the best hypothesis over the others at the end.
  mutating func doubtLeader() {
    guard
      let best = front.min(by: { ($0.rankSoFar, $0.node) < ($1.rankSoFar, $1.node) })
    else { return }
    for state in front where state.node != best.node {
      doubt(best.node, state.node, state.rankSoFar &- best.rankSoFar)
    }
  }
}
