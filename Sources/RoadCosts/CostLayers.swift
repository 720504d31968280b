package import NavFormat
package import RoadModel
import RouteModel

/// The changes to the costs of single edges: traffic, live adjustments, and those of a request.
///
/// An edge is closed if any of them closes it. Speed, time and weight of the request's adjustments replace those of
/// the live ones, and an adjusted speed replaces that of the traffic; factors multiply either.
package struct CostLayers: Hashable, Sendable {
  /// The traffic; that of a request replaces that of the engine.
  package var traffic: TrafficLayer?
  /// The times of the traffic that the query uses.
  package var timing = TrafficTiming.made
  /// The usual speeds; nil for a query without a clock.
  package var usual: UsualLayer?
  /// The times of the usual speeds that the query uses.
  package var week = WeekTiming.trip
  /// The times for which the bounds of the query hold.
  package var bounds = TimeBounds.always
  /// The engine's layer: the same for all queries until it is replaced.
  package var live: Adjustments?
  /// The request's layer.
  package var request: Adjustments?

  /// No layers: the costs of the map.
  package static let none = CostLayers()

  /// Layers from their parts, with the times of a trip.
  package init(
    live: Adjustments? = nil, request: Adjustments? = nil, traffic: TrafficLayer? = nil,
    usual: UsualLayer? = nil
  ) {
    self.live = live
    self.request = request
    self.traffic = traffic
    self.usual = usual
  }

  /// Penalties of a search for alternatives: their weights multiply those of the other layers.
  private var penalties: Adjustments?

  /// The same layers with penalties.
  package func penalizing(_ penalties: Adjustments?) -> CostLayers {
    var layers = self
    layers.penalties = penalties
    return layers
  }

  private var all: [Adjustments] {
    hasAdjustments ? [live, request, penalties].compactMap { $0 } : []
  }

  /// Whether all costs are those of the map.
  package var isEmpty: Bool { !hasAdjustments && !hasTraffic }

  /// Whether there is traffic, measured or usual.
  package var hasTraffic: Bool { traffic != nil || usual != nil }

  /// Whether the traffic is at its best: for a lower bound.
  var isBound: Bool { timing == .best || week != .trip }

  /// Whether there are adjustments or penalties.
  package var hasAdjustments: Bool { live != nil || request != nil || penalties != nil }

  /// Whether some edge may be closed.
  var mayClose: Bool { hasAdjustments || traffic?.hasClosures ?? false }

  /// The edges with changes; an edge may occur several times.
  package var edges: [EdgeNumber] {
    all.flatMap { $0.list.map(\.edge.number) } + (traffic?.edges ?? [])
      + (usual.map { Array($0.edges) } ?? [])
  }

  /// The number of changes.
  package var count: Int {
    all.reduce((traffic?.count ?? 0) + (usual?.speeds.pieces.count ?? 0)) {
      $0 + $1.list.count
    }
  }

  /// A lower bound of the factor of an edge's cost; at most 1.
  package var leastFactor: Double { all.reduce(1) { $0 * $1.leastFactor } }

  /// Whether some edge may cost less than without the layers.
  package var lowersCosts: Bool { hasTrafficSpeeds || all.contains(where: \.lowersCosts) }

  /// Whether some edge may cost more than its time, or much more time than without the layers.
  package var raisesCosts: Bool {
    hasTrafficSpeeds || delaysTurns || all.contains(where: \.raisesCosts)
  }

  /// Whether the traffic delays turns at the times that the query uses.
  var delaysTurns: Bool {
    guard let traffic, traffic.delaysTurns else { return false }
    switch timing {
    case .made, .trip: return true
    case .best, .closures: return false
    }
  }

  /// Whether turns at an own junction of a tile may have a delay.
  package func mayDelayTurns(tile: TileNumber, junction: JunctionIndex) -> Bool {
    delaysTurns && traffic?.mayDelayTurns(tile: tile, junction: junction) ?? false
  }

  private var hasTrafficSpeeds: Bool {
    usual != nil || timing != .closures && traffic?.hasSpeeds ?? false
  }

  /// The highest speed of an edge in tenths of km/h; 0 without speeds.
  package var maximumSpeed: UInt16 {
    max(
      hasTrafficSpeeds ? max(traffic?.maximumSpeed ?? 0, usual?.maximumSpeed ?? 0) : 0,
      all.map(\.maximumSpeed).max() ?? 0)
  }

  /// Whether some edge has a weight other than 1.
  package var hasWeights: Bool { all.contains(where: \.hasWeights) }

  /// Only the closures; of the traffic, only lasting ones.
  package var closures: CostLayers {
    var layers = CostLayers(live: live?.closures, request: request?.closures, traffic: traffic)
    if traffic != nil { layers.timing = .closures }
    return layers
  }

  /// Whether no edge costs less with the other layers than with these.
  package func isBound(of other: CostLayers) -> Bool {
    if self == other { return true }
    guard request == nil else { return false }
    if live == nil && !hasTraffic { return !other.lowersCosts }
    // If both change an edge, the request's factor replaces the live one. It may be smaller even if
    // it is above 1.
    return live == other.live && traffic == other.traffic && usual == other.usual
      && isTimeBound(of: other) && other.request?.onlyCloses ?? true
  }

  /// Whether the traffic is the best of at least all the times of other layers.
  private func isTimeBound(of other: CostLayers) -> Bool {
    if timing == other.timing && week == other.week { return true }
    guard usual != nil, timing == other.timing || timing == .best && other.timing == .made else {
      return false
    }
    switch (week, other.week) {
    case (.best(nil), .best): return true
    case (.best(let own?), .best(let window?)): return own.contains(window)
    default: return false
    }
  }

  /// Whether a base edge of a tile, own or copied, may have changes; false positives are rare.
  @inline(__always)
  package func mayChange(tile: TileNumber, edge: EdgeIndex) -> Bool {
    traffic?.mayChange(tile: tile, edge: edge) ?? false
      || usual?.mayChange(tile: tile, edge: edge) ?? false
      || live?.mayChange(tile: tile, edge: edge) ?? false
      || request?.mayChange(tile: tile, edge: edge) ?? false
      || penalties?.mayChange(tile: tile, edge: edge) ?? false
  }

  /// The adjustment of an edge of a tile.
  package func change(tile: TileNumber, edge: EdgeIndex) -> Adjustments.Change? {
    var change = live?.change(tile: tile, edge: edge)
    if let above = request?.change(tile: tile, edge: edge) {
      change = change.map(above.over) ?? above
    }
    guard let penalty = penalties?.change(tile: tile, edge: edge) else { return change }
    return change?.times(penalty) ?? penalty
  }
}
