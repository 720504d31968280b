import RouteModel

/// A test of whether every short piece of a path is itself a best path.
///
/// A piece that is not a best path is a detour. Abraham, Delling, Goldberg and Werneck
/// ("Alternative routes in road networks", 2013, doi:10.1145/2444016.2444019) call a path locally
/// optimal if no piece up to a certain cost is a detour. They test the surroundings of one place,
/// and reject some locally optimal paths. This test halves a piece that it can't accept at once, so
/// it rejects only paths with a detour, or nearly so.
struct LocalOptimality {
  /// The cost up to the end of each edge at which a piece may begin or end, ascending.
  let costs: [UInt32]
  /// The cost up to the last possible beginning of each step.
  ///
  /// The steps lead from the start to the first of these edges, and from each edge to the next.
  ///
  /// A step may begin on the edge before it; it may begin up to its own end if there may be other
  /// edges in between.
  let beginnings: [UInt32]
  /// The cost of the whole path.
  let total: UInt32
  /// The cost up to which every piece must be a best path.
  let pieceCost: Int

  /// A test of the pieces up to a cost of at least one.
  init(costs: [UInt32], beginnings: [UInt32], total: UInt32, pieceCost: UInt32) {
    self.costs = costs
    self.beginnings = beginnings
    self.total = total
    self.pieceCost = max(Int(pieceCost), 1)
  }

  /// Returns whether no other path is cheaper between two indices of ``costs``.
  ///
  /// The index before the first denotes the start, the one after the last the end.
  typealias Test = (_ first: Int, _ last: Int) throws(RoutingError) -> Bool

  /// Whether the pieces around an index are best paths.
  func holds(around index: Int, _ isBest: Test) throws(RoutingError) -> Bool {
    let cost = Int(costs[index])
    // Most detours are rejected by the piece in the middle, which is quicker to test than all of them at once.
    guard try middleHolds(around: cost, isBest) else { return false }
    return try holds(from: cost - pieceCost, to: cost + pieceCost, isBest, middleHolds: true)
  }

  /// Whether all pieces are best paths.
  func holds(_ isBest: Test) throws(RoutingError) -> Bool {
    var begin = 0
    while begin < Int(total) {
      guard try holds(from: begin, to: begin + 2 * pieceCost, isBest) else { return false }
      begin += pieceCost
    }
    return true
  }

  /// Whether the longest piece is a best path that may have a cost in its middle.
  private func middleHolds(around middle: Int, _ isBest: Test) throws(RoutingError) -> Bool {
    let half = (pieceCost + 1) / 2
    return try holdsInside(from: middle - half + 1, to: middle + half - 1, isBest)
  }

  /// Whether the longest piece between two costs is a best path.
  private func holdsInside(
    from begin: Int, to end: Int, _ isBest: Test
  ) throws(RoutingError) -> Bool {
    let first = begin <= 0 ? -1 : costs.firstIndex { Int($0) >= begin } ?? costs.count
    let last = end >= Int(total) ? costs.count : costs.lastIndex { Int($0) <= end } ?? -1
    if last - first < 2 { return true }
    return try isBest(first, last)
  }

  /// Whether the pieces between two costs are best paths, tested at once or in overlapping halves.
  private func holds(
    from begin: Int, to end: Int, _ isBest: Test, middleHolds: Bool = false
  ) throws(RoutingError) -> Bool {
    let first = costs.lastIndex { Int($0) <= begin } ?? -1
    let last = costs.firstIndex { Int($0) >= end } ?? costs.count
    if last - first < 2 { return true }
    if try isBest(first, last) { return true }
    if gap(first, last) <= longest { return false }
    if end - begin <= longest { return try holdsShorter(first, last, isBest) }
    let middle = (begin + end) / 2
    if !middleHolds, try !self.middleHolds(around: middle, isBest) { return false }
    let half = (pieceCost + 1) / 2
    guard try holds(from: begin, to: middle + half, isBest) else { return false }
    return try holds(from: middle - half, to: end, isBest)
  }

  /// The maximum cost of a piece; a smaller one takes more searches and finds hardly more.
  private var longest: Int { pieceCost + pieceCost / 8 }

  /// The minimum cost of a piece between the inner steps behind an index and before another.
  private func gap(_ first: Int, _ last: Int) -> Int {
    Int(costs[last - 1]) - Int(beginnings[first + 1])
  }

  /// Whether a path is rejected if its piece between two indices is no best path.
  func mustBeBest(_ first: Int, _ last: Int) -> Bool {
    last - first > 1 && gap(first, last) <= longest
  }

  /// Whether the pieces of a longer one are best paths.
  private func holdsShorter(
    _ first: Int, _ last: Int, _ isBest: Test
  ) throws(RoutingError) -> Bool {
    // No path is better than the step from one edge onto the next.
    for (first, last) in [(first + 1, last), (first, last - 1)] where last - first > 1 {
      if try isBest(first, last) { continue }
      if gap(first, last) <= longest { return false }
      guard try holdsShorter(first, last, isBest) else { return false }
    }
    return true
  }
}
