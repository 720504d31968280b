import RouteModel

/// Whether every short piece of a path is itself a best way.
///
/// A piece that is no best way is a detour, off the good way and on again. Abraham, Delling, Goldberg and Werneck
/// ("Alternative routes in road networks", 2013, doi:10.1145/2444016.2444019) call a path locally optimal if no piece up
/// to a certain cost is one. They test the surroundings of one place, and reject more than they must. This test halves
/// what it can't accept at once, so it rejects only what is wrong or nearly so.
struct LocalOptimality {
  /// The cost up to the end of each edge at which a piece may begin or end, ascending.
  let costs: [UInt32]
  /// For each step from one of these edges to the next, and that from the start, the cost up to its last beginning: up to
  /// the edge before it, or to its own end if there may be other edges in between.
  let beginnings: [UInt32]
  /// The cost of the whole path.
  let total: UInt32
  /// The cost up to which every piece must be a best way.
  let pieceCost: Int

  /// A test of the pieces up to a cost of at least one.
  init(costs: [UInt32], beginnings: [UInt32], total: UInt32, pieceCost: UInt32) {
    self.costs = costs
    self.beginnings = beginnings
    self.total = total
    self.pieceCost = max(Int(pieceCost), 1)
  }

  /// Tells whether nothing is cheaper than the path between two indices of ``costs``; before the first is the start,
  /// after the last the end.
  typealias Test = (_ first: Int, _ last: Int) throws(RoutingError) -> Bool

  /// Whether the pieces around an index are best ways.
  func holds(around index: Int, _ isBest: Test) throws(RoutingError) -> Bool {
    let cost = Int(costs[index])
    return try holds(from: cost - pieceCost, to: cost + pieceCost, isBest)
  }

  /// Whether all pieces are best ways.
  func holds(_ isBest: Test) throws(RoutingError) -> Bool {
    var begin = 0
    while begin < Int(total) {
      guard try holds(from: begin, to: begin + 2 * pieceCost, isBest) else { return false }
      begin += pieceCost
    }
    return true
  }

  /// Whether the longest piece between two costs is a best way.
  private func holdsInside(
    from begin: Int, to end: Int, _ isBest: Test
  ) throws(RoutingError) -> Bool {
    let first = begin <= 0 ? -1 : costs.firstIndex { Int($0) >= begin } ?? costs.count
    let last = end >= Int(total) ? costs.count : costs.lastIndex { Int($0) <= end } ?? -1
    if last - first < 2 { return true }
    return try isBest(first, last)
  }

  /// Whether the pieces between two costs are best ways: all at once, or else in halves that overlap by a piece.
  private func holds(from begin: Int, to end: Int, _ isBest: Test) throws(RoutingError) -> Bool {
    let first = costs.lastIndex { Int($0) <= begin } ?? -1
    let last = costs.firstIndex { Int($0) >= end } ?? costs.count
    if last - first < 2 { return true }
    if try isBest(first, last) { return true }
    if gap(first, last) <= longest { return false }
    if end - begin <= longest { return try holdsShorter(first, last, isBest) }
    let middle = (begin + end) / 2
    let half = (pieceCost + 1) / 2
    // Most detours are rejected by the piece in the middle.
    guard try holdsInside(from: middle - half + 1, to: middle + half - 1, isBest) else {
      return false
    }
    guard try holds(from: begin, to: middle + half, isBest) else { return false }
    return try holds(from: middle - half, to: end, isBest)
  }

  /// The maximum cost of what counts as a piece: a smaller one takes more searches and finds hardly more.
  private var longest: Int { pieceCost + pieceCost / 8 }

  /// The least cost of a piece from within the step behind an index to within the step before another.
  private func gap(_ first: Int, _ last: Int) -> Int {
    Int(costs[last - 1]) - Int(beginnings[first + 1])
  }

  /// Whether the pieces within one that is too long are best ways.
  private func holdsShorter(
    _ first: Int, _ last: Int, _ isBest: Test
  ) throws(RoutingError) -> Bool {
    // From one edge onto the next nothing is better.
    for (first, last) in [(first + 1, last), (first, last - 1)] where last - first > 1 {
      if try isBest(first, last) { continue }
      if gap(first, last) <= longest { return false }
      guard try holdsShorter(first, last, isBest) else { return false }
    }
    return true
  }
}
