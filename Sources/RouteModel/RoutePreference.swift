import RoadModel

extension RouteRequest.Options {
  /// Prefers the edges of a route that was chosen, so that rerouting keeps to it unless another is clearly better.
  ///
  /// The preference is a part of the costs, and the route that is found is the best with it; durations stay as they are.
  /// It is added to ``adjustments``. An edge that has a penalty or preference of its own keeps it.
  ///
  /// - Parameters:
  ///   - route: The route, with edges of the map of the engine that is asked.
  ///   - share: By how much less each of its edges counts, 0 to 0.5.
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
