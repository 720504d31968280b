import Geo
import Hierarchy
import NavFormat
import RoadModel

/// The tile of each junction and segment, and its number there.
///
/// Tiles are parts of the hierarchy's dissection. In a file without a hierarchy, the set of
/// junctions is halved by position until the parts are small enough; the format does not depend on
/// the method.
struct Partition: Sendable {
  /// The maximum number of junctions of a tile.
  static let maxJunctions = 2_048
  /// The maximum number of segment ends in a tile, so that local edge numbers fit into 16 bits.
  static let maxSegmentEnds = 24_000

  /// The junctions of each tile, in the order of their local numbers.
  private(set) var tileJunctions: [[RoadJunction]] = []
  /// The tile and the local number of each junction.
  private var junctionTile: [UInt32]
  private var junctionLocal: [UInt16]
  /// The own segments of each tile, in the order of their local numbers.
  private(set) var tileSegments: [[RoadSegment]] = []
  /// The local numbers of the segments in each tile's cells, in the order of elimination.
  ///
  /// It is the fastest order for metrics, cell by cell.
  private(set) var cellOrders: [[UInt16]] = []
  /// The tile of each segment, and its local number there.
  private var segmentTile: [UInt32]
  private var segmentLocal: [UInt16]
  /// The cell of each junction, counted over all tiles; empty without a hierarchy.
  private(set) var junctionCell: [UInt32] = []
  /// The first cell of each tile, then the number of cells; empty without a hierarchy.
  private(set) var firstCells: [UInt32] = []

  /// The mark of segments that are in no cell.
  static let cut = UInt32.max

  private init(sizeOf graph: RoadGraph) {
    junctionTile = Array(repeating: 0, count: graph.junctionCount)
    junctionLocal = Array(repeating: 0, count: graph.junctionCount)
    segmentTile = Array(repeating: 0, count: graph.segmentCount)
    segmentLocal = Array(repeating: 0, count: graph.segmentCount)
  }

  /// The tiles of a file without a hierarchy.
  init(_ graph: RoadGraph) throws(CompileError) {
    self.init(sizeOf: graph)
    var all = Array(graph.junctions)
    if !all.isEmpty { try split(&all, 0..<all.count, graph) }
    numberJunctions(graph)
    numberSegments(graph)
  }

  /// The largest parts of a dissection of the network that are small enough as tiles.
  ///
  /// Their cells keep the numbers of the dissection, since those of a part are consecutive.
  init(_ graph: RoadGraph, _ dissection: Dissection) throws(CompileError) {
    self.init(sizeOf: graph)
    junctionCell = Array(repeating: 0, count: graph.junctionCount)
    var ends: [Int] = [0]
    let order = dissection.junctionOrder.lazy.map { RoadJunction($0) }
    for (place, junction) in order.enumerated() {
      ends.append(ends[place] + graph.out(junction).count)
    }
    // A junction has at least one segment end, so the ends also limit the junctions of a cell.
    let fits = dissection.parts.map { part in
      ends[Int(part.junctions.upperBound)] - ends[Int(part.junctions.lowerBound)]
        <= Self.maxSegmentEnds && (part.isCell || part.junctions.count <= Self.maxJunctions)
    }
    var cells: UInt32 = 0
    firstCells = [0]
    for (number, part) in dissection.parts.enumerated() {
      let junctions = Array(order[Int(part.junctions.lowerBound)..<Int(part.junctions.upperBound)])
      if part.isCell {
        guard fits[number] else { throw Self.tooLarge(junctions, graph) }
        for junction in junctions { junctionCell[junction] = cells }
        cells += 1
      }
      guard fits[number], part.parent == Dissection.none || !fits[Int(part.parent)] else {
        continue
      }
      tileJunctions.append(junctions)
      firstCells.append(cells)
    }
    numberJunctions(graph)
    numberSegments(graph)
    orderCells(graph, dissection.ranks)
  }

  /// The reason why a cell is too large for a tile.
  private static func tooLarge(_ junctions: [RoadJunction], _ graph: RoadGraph) -> CompileError {
    let worst =
      junctions.max { graph.out($0).count < graph.out($1).count } ?? RoadJunction(0)
    let roads = graph.out(worst).count
    return roads > maxSegmentEnds
      ? .tooManyRoadsMeet(node: graph.junctionIDs[worst], roads: roads)
      : .tooLarge("the number of roads of one cell of the hierarchy")
  }

  var tiles: Range<TileNumber> { TileNumber(0)..<TileNumber(tileJunctions.count) }

  func tile(of junction: RoadJunction) -> TileNumber { TileNumber(junctionTile[junction]) }

  /// The tile to which a segment belongs, the lower one of its ends'.
  func tile(of segment: RoadSegment) -> TileNumber { TileNumber(segmentTile[segment]) }

  /// The index of a junction in its tile.
  func index(of junction: RoadJunction) -> JunctionIndex { JunctionIndex(junctionLocal[junction]) }

  /// The index of a segment in the tile to which it belongs.
  func index(of segment: RoadSegment) -> SegmentIndex { SegmentIndex(segmentLocal[segment]) }

  /// The cells of a tile; only with a hierarchy.
  func cells(of tile: TileNumber) -> Range<UInt32> {
    firstCells[tile]..<firstCells[tile.advanced(by: 1)]
  }

  /// The cell of a segment; ``cut`` if its ends are in two, and 0 without a hierarchy.
  func cell(_ segment: RoadSegment, _ graph: RoadGraph) -> UInt32 {
    if junctionCell.isEmpty { return 0 }
    let from = junctionCell[graph.from[segment]]
    return from == junctionCell[graph.to[segment]] ? from : Self.cut
  }

  private mutating func split(
    _ junctions: inout [RoadJunction], _ range: Range<Int>, _ graph: RoadGraph
  ) throws(CompileError) {
    var ends = 0
    var box = Box.empty
    for junction in junctions[range] {
      ends += graph.out(junction).count
      box.add(graph.positions[junction])
    }
    if range.count <= Self.maxJunctions && ends <= Self.maxSegmentEnds {
      tileJunctions.append(Array(junctions[range]))
      return
    }
    guard range.count > 1 else {
      throw .tooManyRoadsMeet(
        node: graph.junctionIDs[junctions[range.lowerBound]], roads: ends)
    }
    let centre = box.centre
    let north = Double(Int64(box.maxLatitude) - Int64(box.minLatitude))
    let east =
      Double(Int64(box.maxLongitude) - Int64(box.minLongitude))
      * Trigonometry.cosine(units: Double(centre.latitudeUnits))
    let alongNorth = north >= east
    func key(_ junction: RoadJunction) -> (Int32, Int32, RoadJunction) {
      let place = graph.positions[junction]
      return alongNorth
        ? (place.latitudeUnits, place.longitudeUnits, junction)
        : (place.longitudeUnits, place.latitudeUnits, junction)
    }
    junctions[range].sort { key($0) < key($1) }
    let middle = range.lowerBound + range.count / 2
    try split(&junctions, range.lowerBound..<middle, graph)
    try split(&junctions, middle..<range.upperBound, graph)
  }

  private mutating func numberJunctions(_ graph: RoadGraph) {
    for tile in tiles {
      let keyed = tileJunctions[tile].map {
        (
          junctionCell.isEmpty ? 0 : junctionCell[$0],
          HilbertCurve.index(of: graph.positions[$0]), $0
        )
      }
      tileJunctions[tile] = keyed.sorted { $0 < $1 }.map(\.2)
      for (local, junction) in tileJunctions[tile].enumerated() {
        junctionTile[junction] = UInt32(tile)
        junctionLocal[junction] = UInt16(local)
      }
    }
  }

  /// Finds the order of elimination of each cell's segments for metrics.
  private mutating func orderCells(_ graph: RoadGraph, _ ranks: [UInt32]) {
    cellOrders = tileSegments.map { segments in
      let inCells = segments.prefix { cell($0, graph) != Self.cut }
      let sorted = inCells.indices.sorted {
        func key(_ index: Int) -> (UInt32, UInt32) {
          let edge = RoadEdge(segments[index], .forward)
          return (cell(edge.segment, graph), max(ranks[edge], ranks[edge.reversed]))
        }
        return key($0) < key($1)
      }
      var order = [UInt16](repeating: 0, count: sorted.count)
      for (place, index) in sorted.enumerated() { order[index] = UInt16(place) }
      return order
    }
  }

  /// Numbers the segments, which belong to the lower tile of their ends.
  ///
  /// In a tile, own segments are in the order of cells along the curve; those in no cell follow.
  private mutating func numberSegments(_ graph: RoadGraph) {
    var keyed: [[(UInt32, UInt64, RoadSegment)]] = Array(repeating: [], count: tileJunctions.count)
    for segment in graph.segments {
      let tile = min(tile(of: graph.from[segment]), tile(of: graph.to[segment]))
      segmentTile[segment] = UInt32(tile)
      let cell = cell(segment, graph)
      let place = HilbertCurve.index(of: graph.box(segment).centre)
      keyed[tile].append((cell, place, segment))
    }
    for tile in tiles {
      let segments = keyed[tile].sorted { $0 < $1 }.map(\.2)
      for (local, segment) in segments.enumerated() { segmentLocal[segment] = UInt16(local) }
      tileSegments.append(segments)
    }
  }
}
