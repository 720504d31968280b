package import NavFormat
package import RoadModel
import RouteModel

/// What is known of single edges beyond the map, in two layers: what the engine knows for all queries, and what a
/// request adds.
///
/// An edge is closed if either closes it. What a request says of its time or weight takes the place of what the engine
/// knows.
package struct CostLayers: Hashable, Sendable {
  /// The engine's: the same for all queries until it is replaced.
  package var live: Adjustments?
  /// The request's.
  package var request: Adjustments?

  package static let none = CostLayers()

  package init(live: Adjustments? = nil, request: Adjustments? = nil) {
    self.live = live
    self.request = request
  }

  private var all: [Adjustments] { [live, request].compactMap { $0 } }

  package var isEmpty: Bool { live == nil && request == nil }

  /// The edges that either layer changes.
  package var edges: [EdgeID] { all.flatMap { $0.list.map(\.edge) } }

  /// How many changes there are.
  package var count: Int { all.reduce(0) { $0 + $1.list.count } }

  /// No edge costs less than this share of what it costs otherwise; at most 1.
  package var leastFactor: Double { all.reduce(1) { $0 * $1.leastFactor } }

  /// Whether some edge may cost less than it does otherwise.
  package var lowersCosts: Bool { leastFactor < 1 }

  /// Whether some edge may cost more than it does otherwise.
  package var raisesCosts: Bool { all.contains(where: \.raisesCosts) }

  /// Whether some edge counts as more or less than its time.
  package var hasWeights: Bool { all.contains(where: \.hasWeights) }

  /// What they close, alone.
  package var closures: CostLayers { CostLayers(live: live?.closures, request: request?.closures) }

  /// Whether no edge costs less by other layers than by these.
  package func isBound(of other: CostLayers) -> Bool {
    if self == other { return true }
    guard request == nil else { return false }
    if live == nil { return !other.lowersCosts }
    // Where both speak of an edge, the request may say less than what is live, also if it says more than usual.
    return live == other.live && other.request?.onlyCloses ?? true
  }

  /// Whether something may be changed of a segment of a tile, own or a copy; of few where nothing is.
  @inline(__always)
  package func mayChange(tile: TileNumber, segment: SegmentIndex) -> Bool {
    live?.mayChange(tile: tile, segment: segment) ?? false
      || request?.mayChange(tile: tile, segment: segment) ?? false
  }

  /// What is changed of an edge of a tile.
  package func change(tile: TileNumber, edge: EdgeIndex) -> Adjustments.Change? {
    let below = live?.change(tile: tile, edge: edge)
    guard let above = request?.change(tile: tile, edge: edge) else { return below }
    return below.map(above.over) ?? above
  }
}
