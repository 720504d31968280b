/// Cuts a piece in two by inertial flow.
///
/// Schild and Sommer, "On Balanced Separators in Road Networks" (SEA 2015, doi:10.1007/978-3-319-20086-6_22):
/// project the vertices on a direction, let the first quarter be sources and the last quarter sinks, and find
/// a minimum cut between them; of several directions take the cut that is least in proportion to the smaller
/// half. The flow is Dinic's (1970), each link with residual capacities between nothing and twice its own, and
/// is given up as soon as it cannot beat the best direction so far.
///
/// A flow of value f takes O(f) rounds of O(vertices + links), in practice a handful.
struct InertialFlow {
  /// How the vertices of a piece were divided.
  struct Cut: Sendable {
    /// For each vertex whether it is in the second half; neither half is empty.
    var side: [Bool]
    var flow: Int
    /// What the smaller half weighs.
    var balance: Int

    /// Whether this cut costs less for what it separates.
    func isBetter(than other: Cut) -> Bool { flow * other.balance < other.flow * balance }
  }

  /// The least share of a piece that is a source, and that is a sink, in percent.
  static let share = 25

  /// The best cut of a piece of at least two vertices.
  static func cut(_ piece: Piece) -> Cut {
    let weights = balanceWeights(piece)
    let total = weights.reduce(0) { $0 + Int($1) }
    var network = FlowNetwork(piece)
    var best: Cut?
    for direction in 0..<Piece.directions {
      var limit = Int.max
      if let best { limit = max(0, best.flow * (total / 2) / max(best.balance, 1)) }
      let order = direction == 0 ? nil : piece.orders[direction - 1]
      network.reset(piece)
      network.mark(piece, order, weights, total)
      guard let flow = network.maximize(piece, atMost: limit) else { continue }
      let cut = network.halves(piece, order, weights, total, flow)
      if let known = best, !cut.isBetter(than: known) { continue }
      best = cut
      if flow == 0 { break }
    }
    // The first direction has no limit, so there is a cut.
    return best ?? Cut(side: (0..<piece.count).map { $0 > 0 }, flow: 0, balance: 0)
  }

  /// For each vertex what it weighs with half of its links, and one for itself.
  private static func balanceWeights(_ piece: Piece) -> [UInt32] {
    let arcs = piece.arcs.span
    let first = piece.first.span
    return (0..<piece.count).map { vertex in
      var weight = piece.vertices[vertex].weight &* 2 &+ 1
      for index in Int(first[vertex])..<Int(first[vertex &+ 1]) { weight &+= arcs[index].whole }
      return weight
    }
  }
}
