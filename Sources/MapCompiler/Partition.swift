import Geo

/// Which tile every junction and segment belongs to, and its number there.
///
/// Cells are found by halving the set of junctions by place until each is small: the format does not
/// care how they were found.
struct Partition: Sendable {
  /// Junctions of a tile at most.
  static let maxJunctions = 2_048
  /// Segment ends at the junctions of a tile at most, so that local edge numbers fit 16 bits.
  static let maxSegmentEnds = 24_000

  /// The junctions of every tile, in the order of their local numbers.
  private(set) var tileJunctions: [[UInt32]] = []
  /// The tile and the local number of every junction.
  private(set) var junctionTile: [UInt32]
  private(set) var junctionLocal: [UInt16]
  /// The own segments of every tile, in the order of their local numbers.
  private(set) var tileSegments: [[UInt32]] = []
  /// The tile that a segment belongs to, and its local number there.
  private(set) var segmentTile: [UInt32]
  private(set) var segmentLocal: [UInt16]

  init(_ graph: RoadGraph) throws(CompileError) {
    junctionTile = Array(repeating: 0, count: graph.junctionCount)
    junctionLocal = Array(repeating: 0, count: graph.junctionCount)
    segmentTile = Array(repeating: 0, count: graph.segmentCount)
    segmentLocal = Array(repeating: 0, count: graph.segmentCount)
    var all = (0..<UInt32(graph.junctionCount)).map { $0 }
    if !all.isEmpty { try split(&all, 0..<all.count, graph) }
    numberJunctions(graph)
    numberSegments(graph)
  }

  private mutating func split(
    _ junctions: inout [UInt32], _ range: Range<Int>, _ graph: RoadGraph
  ) throws(CompileError) {
    var ends = 0
    var box = Box.empty
    for junction in junctions[range] {
      ends += graph.out(junction).count
      box.add(graph.positions[Int(junction)])
    }
    if range.count <= Self.maxJunctions && ends <= Self.maxSegmentEnds {
      tileJunctions.append(Array(junctions[range]))
      return
    }
    guard range.count > 1 else {
      throw .tooManyRoadsMeet(
        node: graph.junctionIDs[Int(junctions[range.lowerBound])], roads: ends)
    }
    let centre = box.centre
    let north = Double(Int64(box.maxLatitude) - Int64(box.minLatitude))
    let east =
      Double(Int64(box.maxLongitude) - Int64(box.minLongitude))
      * Trigonometry.cosine(units: Double(centre.latitudeUnits))
    let alongNorth = north >= east
    func key(_ junction: UInt32) -> (Int32, Int32, UInt32) {
      let place = graph.positions[Int(junction)]
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
    for tile in tileJunctions.indices {
      let keyed = tileJunctions[tile].map {
        (HilbertCurve.index(of: graph.positions[Int($0)]), $0)
      }
      tileJunctions[tile] = keyed.sorted { $0 < $1 }.map(\.1)
      for (local, junction) in tileJunctions[tile].enumerated() {
        junctionTile[Int(junction)] = UInt32(tile)
        junctionLocal[Int(junction)] = UInt16(local)
      }
    }
  }

  /// A segment belongs to the lower tile of its ends; in a tile, own segments lie along the curve.
  private mutating func numberSegments(_ graph: RoadGraph) {
    var keyed: [[(UInt64, UInt32)]] = Array(repeating: [], count: tileJunctions.count)
    for segment in 0..<graph.segmentCount {
      let tile = min(
        junctionTile[Int(graph.from[segment])], junctionTile[Int(graph.to[segment])])
      segmentTile[segment] = tile
      keyed[Int(tile)].append((HilbertCurve.index(of: graph.box(segment).centre), UInt32(segment)))
    }
    for tile in keyed.indices {
      let segments = keyed[tile].sorted { $0 < $1 }.map(\.1)
      for (local, segment) in segments.enumerated() { segmentLocal[Int(segment)] = UInt16(local) }
      tileSegments.append(segments)
    }
  }
}
