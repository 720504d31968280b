import RoadModel

extension RouteRequest.Options {
  /// Prefers the edges of a chosen route, so that rerouting keeps to it unless another route is clearly better.
  ///
  /// The preference changes the costs of these edges, not their durations; the result is the best route by these costs.
  /// It is added to ``adjustments``. An edge with a penalty or preference of its own keeps it.
  ///
  /// - Parameters:
  ///   - route: The route, with edges of the engine's map.
  ///   - share: The share by which the cost of each of its edges is reduced, 0 to 0.5.
  public mutating func prefer(_ route: Route, by share: Double = 0.05) {
    guard share > 0 else { return }
    let permille = UInt32((1_000 * (1 - min(share, 0.5))).rounded())
    var known: Set<EdgeID> = []
    for adjustment in adjustments {
      if case .weight = adjustment.effect { known.insert(adjustment.edge) }
    }
    for edge in route.sections.flatMap(\.edges) where known.insert(edge.id).inserted {
      adjustments.append(RoadAdjustment(edge: edge.id, .weight(permille: permille)))
    }
  }
}
