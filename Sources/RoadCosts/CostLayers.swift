package import NavFormat
package import RoadModel
import RouteModel

/// The adjustments of single edges in two layers: those live in the engine for all queries, and those of a request.
///
/// An edge is closed if either layer closes it. Speed, time and weight of the request's layer replace those of
/// the live one.
package struct CostLayers: Hashable, Sendable {
  /// The engine's layer: the same for all queries until it is replaced.
  package var live: Adjustments?
  /// The request's layer.
  package var request: Adjustments?

  package static let none = CostLayers()

  package init(live: Adjustments? = nil, request: Adjustments? = nil) {
    self.live = live
    self.request = request
  }

  /// Penalties of a search for alternatives: their weights multiply those of the other layers.
  private var penalties: Adjustments?

  /// The same layers with penalties.
  package func penalizing(_ penalties: Adjustments?) -> CostLayers {
    var layers = self
    layers.penalties = penalties
    return layers
  }

  private var all: [Adjustments] { [live, request, penalties].compactMap { $0 } }

  package var isEmpty: Bool { live == nil && request == nil && penalties == nil }

  /// The edges with changes in either layer.
  package var edges: [EdgeID] { all.flatMap { $0.list.map(\.edge) } }

  /// The number of changes in both layers.
  package var count: Int { all.reduce(0) { $0 + $1.list.count } }

  /// A lower bound of the factor of an edge's cost; at most 1.
  package var leastFactor: Double { all.reduce(1) { $0 * $1.leastFactor } }

  /// Whether some edge may cost less than without the layers.
  package var lowersCosts: Bool { all.contains(where: \.lowersCosts) }

  /// Whether some edge may cost more than without the layers.
  package var raisesCosts: Bool { all.contains(where: \.raisesCosts) }

  /// Whether some edge has a weight other than 1.
  package var hasWeights: Bool { all.contains(where: \.hasWeights) }

  /// The closures of both layers alone.
  package var closures: CostLayers { CostLayers(live: live?.closures, request: request?.closures) }

  /// Whether no edge costs less with the other layers than with these.
  package func isBound(of other: CostLayers) -> Bool {
    if self == other { return true }
    guard request == nil else { return false }
    if live == nil { return !other.lowersCosts }
    // If both change an edge, the request's factor replaces the live one, and may be smaller even if it is above 1.
    return live == other.live && other.request?.onlyCloses ?? true
  }

  /// Whether a segment of a tile, own or copied, may have changes; false positives are rare.
  @inline(__always)
  package func mayChange(tile: TileNumber, segment: SegmentIndex) -> Bool {
    live?.mayChange(tile: tile, segment: segment) ?? false
      || request?.mayChange(tile: tile, segment: segment) ?? false
      || penalties?.mayChange(tile: tile, segment: segment) ?? false
  }

  /// The change of an edge of a tile, of both layers.
  package func change(tile: TileNumber, edge: EdgeIndex) -> Adjustments.Change? {
    var change = live?.change(tile: tile, edge: edge)
    if let above = request?.change(tile: tile, edge: edge) {
      change = change.map(above.over) ?? above
    }
    guard let penalty = penalties?.change(tile: tile, edge: edge) else { return change }
    return change?.times(penalty) ?? penalty
  }
}
