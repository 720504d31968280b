import Geo
import NavFormat
import RouteModel

/// Ferries: their lines are only drawn, and ships pass hundreds of metres beside them.
extension Lattice {
  /// The maximum distance of a ship from the line of its ferry in metres.
  private static let ferryReach = 1_000.0
  /// The maximum cost of a fix just beside the line in nats, and the metres for each further nat.
  ///
  /// Together they are less than ``MatchOptions/offRoadFixCost`` within the reach, and more than a fix on a road costs.
  private static let ferryNats = 1.5
  private static let ferryMetresPerNat = 800.0

  /// Whether a hypothesis is on a ferry.
  func isOnFerry(_ roads: Roads) -> Bool {
    front.contains { !$0.isOffRoad && roads.graph.edges[$0.edge].isFerry }
  }

  /// Finds the ferries around a place that has no road near.
  static func findFerries(
    near place: Coordinate, _ roads: inout Roads
  ) throws(RoutingError) {
    try roads.grid.find(near: place, radius: ferryReach, &roads.graph, into: &roads.found)
    let segments = roads.grid.segments
    roads.found.removeAll { !segments[$0.segment].isFerry }
  }

  /// The cost in nats of a fix at a distance from a road or ferry, before its weight.
  func loss(metres: Double, isFerry: Bool, _ noise: Double) -> Double {
    let loss = huber(metres / noise)
    guard isFerry else { return loss }
    return min(loss, Self.ferryNats + metres / Self.ferryMetresPerNat)
  }
}
