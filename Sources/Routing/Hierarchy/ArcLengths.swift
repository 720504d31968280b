import Hierarchy
import MapReader
import NavFormat

/// How long the ways are that the arcs of a metric stand for, centimetres; each is found when it is first
/// asked for, and remembered.
struct ArcLengths {
  private let metric: HierarchyMetric
  private var tiles: TouchedTiles
  private var unpacker = PathUnpacker()
  private var ways = CellWays()
  private var found: [(slot: Int, edge: Int)] = []
  /// By the first node, in the upper half, and the last.
  private var known: [UInt64: UInt64] = [:]
  private var knownHops: [UInt64: UInt64] = [:]

  /// Lengths by a metric.
  init(_ map: NavMap, _ metric: HierarchyMetric) {
    self.metric = metric
    tiles = TouchedTiles(map)
  }

  /// The length of the way from the end of one edge of the top to the end of another.
  ///
  /// - Parameters:
  ///   - first: The node of the edge from whose end it goes.
  ///   - last: That of the edge on which it ends.
  ///   - cost: The cost of the arc between them.
  /// - Returns: Centimetres.
  /// - Throws: ``RoutingError/map(_:)``.
  mutating func length(
    from first: UInt32, to last: UInt32, cost: UInt32
  ) throws(RoutingError) -> UInt64 {
    let key = UInt64(first) << 32 | UInt64(last)
    if let known = known[key] { return known }
    let map = tiles.map
    let columns = try map.columns()
    let top = TopView(columns)
    let metric = self.metric
    unpacker.unpack(
      [.init(node: first, cost: 0), .init(node: last, cost: cost)], top, try metric.view(map),
      number: metric.number)
    var sum: UInt64 = 0
    for hop in unpacker.hops { sum += try length(hop, columns, top) }
    known[key] = sum
    return sum
  }

  private mutating func length(
    _ hop: PathUnpacker.Hop, _ columns: borrowing HierarchyView, _ top: TopView
  ) throws(RoutingError) -> UInt64 {
    let key = UInt64(hop.from) << 32 | UInt64(hop.to)
    if let known = knownHops[key] { return known }
    let state = try tiles.state(ofNode: hop.from, columns)
    let next = try tiles.state(ofNode: hop.to, columns)
    found.removeAll(keepingCapacity: true)
    try ways.append(hop, from: state, to: next, top, metric, &tiles, to: &found)
    let sum = found.reduce(tiles.length(next.slot, next.edge)) {
      $0 + tiles.length($1.slot, $1.edge)
    }
    knownHops[key] = sum
    return sum
  }
}
