/// Cuts a piece in two by inertial flow.
///
/// Schild and Sommer, "On Balanced Separators in Road Networks" (SEA 2015, doi:10.1007/978-3-319-20086-6_22). The
/// vertices are projected on a direction, the first quarter become sources and the last quarter sinks, and a minimum
/// cut between them is found. Of several directions, the cut that is smallest in proportion to the smaller half is
/// taken. The flow is that of ``FlowNetwork``, and is given up as soon as it cannot beat the best direction so far.
///
/// In a whole country, half of the vertices would lie between sources and sinks. A cut that is nearly as good lies in a
/// narrower belt, so in large pieces more than a quarter are sources and sinks.
struct InertialFlow {
  /// A division of the vertices of a piece.
  struct Cut: Sendable {
    /// Whether each vertex is in the second half; neither half is empty.
    var side: [Bool]
    var flow: Int
    /// The weight of the smaller half.
    var balance: Int

    /// Whether this cut is cheaper in proportion to the separated weight.
    func isBetter(than other: Cut) -> Bool { flow * other.balance < other.flow * balance }
  }

  /// The maximum number of vertices that are neither sources nor sinks, if they have the average weight.
  private static let belt = 1 << 19

  /// The minimum weight of the sources, and of the sinks, of a piece of weight `total`.
  static func minimumWeight(_ total: Int, count: Int) -> Int {
    max(total / 4, (total - Int(Double(total) * Double(belt) / Double(count))) / 2)
  }

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

  /// Twice the weight of each vertex with half of its links, plus one.
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
