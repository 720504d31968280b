import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The properties of a path that a table needs besides its cost.
struct WayMeasure: PathMeasure {
  /// The length.
  var centimetres: UInt64 = 0
  /// The cost minus the time, in centiseconds: prices and weights; negative for preferred roads.
  var extra: Int64 = 0
  /// The time after the departure until which it costs what it does in the metric.
  var steadyTime = Centiseconds.max

  static func + (a: WayMeasure, b: WayMeasure) -> WayMeasure {
    WayMeasure(
      centimetres: a.centimetres + b.centimetres, extra: a.extra + b.extra,
      steadyTime: min(a.steadyTime, b.steadyTime))
  }
}

/// The measures of arcs that a table has used, and those of the hops of their paths.
struct KnownArcs<Measure: PathMeasure>: Sendable {
  fileprivate var arcs: [NodePair: Measure] = [:]
  fileprivate var hops: [NodePair: Measure] = [:]

  var count: Int { arcs.count + hops.count }
}

/// The measures of the paths of a metric's arcs, computed on first use and cached.
struct ArcMeasures<Meter: PathMeter> {
  private var meter: Meter
  let metric: HierarchyMetric
  private(set) var known: KnownArcs<Meter.Measure>
  private var tiles: TouchedTiles
  private var unpacker = PathUnpacker()
  private var ways = CellWays()
  private var found: [(slot: TileSlot, edge: EdgeIndex)] = []

  /// Measures for the paths of a metric; `known` has those of earlier tables.
  init(
    _ map: NavMap, _ metric: HierarchyMetric, _ meter: Meter,
    known: KnownArcs<Meter.Measure> = KnownArcs()
  ) {
    self.meter = meter
    self.metric = metric
    self.known = known
    tiles = TouchedTiles(map)
  }

  var map: NavMap { tiles.map }

  /// The measure of the path from the end of one edge of the top to the end of another.
  ///
  /// - Parameters:
  ///   - first: The node of the edge at whose end the path begins.
  ///   - last: The node of the edge on which it ends.
  ///   - cost: The cost of the arc between them.
  /// - Returns: The measure of all its edges except the first.
  /// - Throws: ``RoutingError/map(_:)``, ``RoutingError/cancelled``.
  mutating func measure(
    from first: TopNode, to last: TopNode, cost: UInt32
  ) throws(RoutingError) -> Meter.Measure {
    let key = NodePair(from: first, to: last)
    if let known = known.arcs[key] { return known }
    let map = tiles.map
    let columns = try map.columns()
    let top = TopView(columns)
    let metric = self.metric
    try unpacker.unpack(
      [.init(node: first, cost: 0), .init(node: last, cost: cost)], top, metric, map)
    var sum = Meter.Measure()
    for hop in unpacker.hops { sum = try sum + measure(hop, columns, top) }
    known.arcs[key] = sum
    return sum
  }

  private mutating func measure(
    _ hop: PathUnpacker.Hop, _ columns: borrowing HierarchyView, _ top: TopView
  ) throws(RoutingError) -> Meter.Measure {
    let key = NodePair(from: hop.from, to: hop.to)
    if let known = known.hops[key] { return known }
    let state = try tiles.state(ofNode: hop.from, columns)
    let next = try tiles.state(ofNode: hop.to, columns)
    found.removeAll(keepingCapacity: true)
    try ways.append(hop, from: state, to: next, top, metric, &tiles, to: &found)
    var sum = Meter.Measure()
    var last = state
    for edge in found {
      sum = try sum + meter.measure(from: last, onto: edge, &tiles)
      last = edge
    }
    sum = try sum + meter.measure(from: last, onto: next, &tiles)
    known.hops[key] = sum
    return sum
  }
}
