import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// A quantity that is summed along paths, in their order.
protocol PathMeasure: Sendable {
  /// The measure of a path without edges.
  init()
  /// The measure of a path followed by another.
  static func + (a: Self, b: Self) -> Self
}

/// Measures the edges of paths.
protocol PathMeter {
  associatedtype Measure: PathMeasure

  /// The measure of a whole edge, and of the turn onto it.
  ///
  /// - Parameters:
  ///   - last: The edge before, base or via.
  ///   - next: The edge.
  ///   - tiles: The tiles of the slots.
  /// - Returns: The measure.
  /// - Throws: ``RoutingError/map(_:)``.
  mutating func measure(
    from last: PathEdge, onto next: PathEdge, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Measure

  /// The measure of the first edge of a trip from its start on.
  func measure(restOf start: SearchEnd, _ tiles: inout TouchedTiles) throws(RoutingError) -> Measure

  /// The measure of the last edge of a trip up to its end, and of the turn onto it.
  mutating func measure(
    from last: PathEdge, upTo end: SearchEnd, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Measure
}

/// An edge, base or via, of a path.
typealias PathEdge = (slot: TileSlot, edge: EdgeIndex)

extension EnergyBalance: PathMeasure {
  /// The balance of a path without edges.
  init() { self = .zero }
}

/// Measures lengths, costs minus times, and how long costs are those of the metric.
struct WayMeter: PathMeter {
  let rules: QueryRules
  /// Tells how long roads cost what they do in the metric; nil if always.
  var steady: SteadyRoads?

  func measure(
    from last: PathEdge, onto next: PathEdge, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> WayMeasure {
    var measure = tiles.measure(next.slot, next.edge, rules)
    measure.steadyTime = try steadyTime(from: last, onto: next, &tiles)
    return measure
  }

  func measure(restOf start: SearchEnd, _ tiles: inout TouchedTiles)
    throws(RoutingError) -> WayMeasure
  {
    let edge: PathEdge = (try tiles.slot(ofTile: start.point.tile), start.edge)
    var measure = tiles.measure(edge.slot, restOf: start, rules)
    measure.steadyTime = steadyTime(edge, tiles)
    return measure
  }

  func measure(
    from last: PathEdge, upTo end: SearchEnd, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> WayMeasure {
    let edge: PathEdge = (try tiles.slot(ofTile: end.point.tile), end.edge)
    var measure = tiles.measure(edge.slot, partOf: end, rules)
    measure.steadyTime = try steadyTime(from: last, onto: edge, &tiles)
    return measure
  }

  private func steadyTime(
    from last: PathEdge, onto next: PathEdge, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Centiseconds {
    guard let steady else { return .max }
    let time = steadyTime(next, tiles)
    if time == 0 { return 0 }
    let (slot, junction, edge) = try tiles.arrival(last.slot, last.edge)
    let departure = try tiles.departure(next.slot, next.edge)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot.rawValue].layout)
    return min(time, steady.time(tile, junction, from: edge, onto: departure.edge))
  }

  private func steadyTime(_ edge: PathEdge, _ tiles: TouchedTiles) -> Centiseconds {
    guard let steady else { return .max }
    let map = tiles.map
    let tile = map.view(tiles.slots[edge.slot.rawValue].layout)
    return steady.time(tile, tile.base(edge.edge))
  }
}

/// Measures energy.
struct EnergyMeter: PathMeter {
  private let rules: QueryRules
  private let edges: EdgeEnergy
  private var turns: TurnTimer

  init(_ model: ConsumptionModel, _ rules: QueryRules, _ map: NavMap) {
    self.rules = rules
    edges = EdgeEnergy(model, rules, map)
    turns = TurnTimer(rules)
  }

  mutating func measure(
    from last: PathEdge, onto next: PathEdge, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> EnergyBalance {
    let turn = try turns.time(from: last, onto: next, at: 0, &tiles) ?? 0
    return try energy(onto: next, turn: turn, tiles) { $0 }
  }

  mutating func measure(
    from last: PathEdge, upTo end: SearchEnd, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> EnergyBalance {
    let next: PathEdge = (try tiles.slot(ofTile: end.point.tile), end.edge)
    let turn = try turns.time(from: last, onto: next, at: 0, &tiles) ?? 0
    return try energy(onto: next, turn: turn, tiles) { end.along($0) }
  }

  func measure(restOf start: SearchEnd, _ tiles: inout TouchedTiles)
    throws(RoutingError) -> EnergyBalance
  {
    let edge: PathEdge = (try tiles.slot(ofTile: start.point.tile), start.edge)
    return try energy(onto: edge, turn: 0, tiles) { $0 - start.along($0) }
  }

  /// The energy of an edge, as in ``PathEnergy``.
  private func energy(
    onto next: PathEdge, turn: Centiseconds, _ tiles: TouchedTiles,
    driven: (UInt32) -> UInt32
  ) throws(RoutingError) -> EnergyBalance {
    let map = tiles.map
    let tile = map.view(tiles.slots[next.slot.rawValue].layout)
    let base = tile.base(next.edge)
    let length = tile.length(base.segment)
    do throws(NavError) {
      return EnergyBalance(
        edge: try edges.energy(
          tile, base, at: 0, time: rules.edgeTime(tile, base, at: 0), turn: turn,
          .init(driven: driven(length), length: length)))
    } catch { throw RoutingError(error) }
  }
}
