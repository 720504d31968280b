import RoadModel
import RouteModel

/// Where a path comes to stairs.
extension Drafting {
  /// The minimum length of stairs that are told straight on, in metres: nobody needs a word for a few steps.
  private static let leastStairs = 3.0
  /// The length from which a landing parts stairs, in metres.
  private static let landing = 15.0

  /// Whether stairs begin with an edge, and not only go on behind a landing.
  ///
  /// The departure tells of stairs with which the path begins.
  func beginsStairs(at index: Int, _ told: Range<Int>) -> Bool {
    guard mode == .foot || mode == .bicycle, isOnStairs(index), !isOnStairs(index - 1)
    else { return false }
    var before = index - 1
    var metres = 0.0
    while before >= told.lowerBound, metres < Self.landing {
      if isOnStairs(before) { return false }
      metres += view.edges[before].lengthMetres
      before -= 1
    }
    return metresOfStairs(from: index, told) >= Self.leastStairs
  }

  /// The length of the stairs that begin with an edge, without their landings.
  private func metresOfStairs(from first: Int, _ told: Range<Int>) -> Double {
    var (stairs, flat) = (0.0, 0.0)
    for index in first..<told.upperBound {
      let metres = view.edges[index].lengthMetres
      if isOnStairs(index) {
        stairs += metres
        flat = 0
      } else {
        flat += metres
      }
      if stairs >= Self.leastStairs || flat >= Self.landing { break }
    }
    return stairs
  }

  private func isOnStairs(_ index: Int) -> Bool {
    view.edges[index].way.road.roadClass == .steps
  }
}
