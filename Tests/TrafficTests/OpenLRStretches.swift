import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport

@testable import Traffic

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A stretch of road: a path of edges with offsets at its ends, in metres.
struct Stretch {
  var edges: [EdgeID]
  var lengths: [Double]
  var startOffset: Double
  var endOffset: Double

  var length: Double { lengths.reduce(0, +) - startOffset - endOffset }
}

/// Random stretches of the routes of cars, so the paths are legal, and independent of the searches of OpenLR.
struct Stretches {
  let map: NavMap
  private let engine: OfflineRoutingEngine
  private var random: SeededGenerator

  /// The number of stretches a test takes: `MAPC_STRETCHES`, else the given one.
  static func count(_ usual: Int) -> Int {
    unsafe getenv("MAPC_STRETCHES").flatMap { unsafe Int(String(cString: $0)) } ?? usual
  }

  init(_ map: NavMap, seed: UInt64) {
    self.map = map
    engine = OfflineRoutingEngine(map: map)
    random = SeededGenerator(seed: seed)
  }

  /// A stretch of 30 m to 15 km, short ones as often as long ones.
  mutating func next() throws -> Stretch {
    while true {
      let ends = try [place(), place()]
      let request = RouteRequest(waypoints: ends.map { Waypoint($0) }, vehicle: .car)
      guard let route = try? engine.routes(for: request).routes.first else { continue }
      let edges = route.sections[0].edges.dropFirst().dropLast()
      if edges.isEmpty { continue }
      var stretch = Stretch(
        edges: [], lengths: [], startOffset: 0, endOffset: 0)
      for edge in edges {
        guard let place = try map.place(ofEdge: edge.id) else { continue }
        let tile = try map.tile(place.tile)
        stretch.edges.append(map.edgeID(map.number(of: place.edge, in: tile.layout)))
        stretch.lengths.append(Double(tile.length(place.segment)) / 100)
      }
      let whole = stretch.length
      if whole < 30 { continue }
      let most = min(whole, 15_000)
      var wanted = 30.0
      let steps = Double.random(in: 0...1, using: &random)
      // Halves the range of lengths, again and again: even on a scale of ratios.
      for step in 1...9 where steps >= Double(step) / 9 { wanted *= 2 }
      wanted = min(wanted * Double.random(in: 1...2, using: &random), most)
      let begin = Double.random(in: 0...(whole - wanted), using: &random)
      stretch.startOffset = begin
      stretch.endOffset = whole - wanted - begin
      stretch.trim()
      // Every fourth is whole edges.
      if UInt8.random(in: 0..<4, using: &random) == 0 {
        stretch.startOffset = 0
        stretch.endOffset = 0
      }
      return stretch
    }
  }

  private mutating func place() throws -> Coordinate {
    let map = self.map
    let tile = try map.tile(TileNumber(Int.random(in: 0..<map.tileCount, using: &random)))
    let junction = JunctionIndex(Int.random(in: 0..<tile.layout.junctionCount, using: &random))
    return tile.position(junction)
  }
}

extension Stretch {
  /// Leaves out the edges that lie in the offsets.
  fileprivate mutating func trim() {
    while edges.count > 1, startOffset >= lengths[0] {
      startOffset -= lengths.removeFirst()
      edges.removeFirst()
    }
    while edges.count > 1, endOffset >= lengths[lengths.count - 1] {
      endOffset -= lengths.removeLast()
      edges.removeLast()
    }
  }

  /// Points every 20 m along the stretch, with the direction of travel in degrees.
  func samples(_ map: NavMap) throws -> [(place: Coordinate, degrees: Double)] {
    var samples: [(Coordinate, Double)] = []
    var begin = 0.0
    let whole = lengths.reduce(0, +)
    for (edge, length) in zip(edges, lengths) {
      defer { begin += length }
      guard length > 0, let place = try map.place(ofEdge: edge) else { continue }
      var shape = try map.tile(place.tile).shape(place.segment)
      if place.direction == .backward { shape.reverse() }
      let line = MeasuredLine(shape, length: UInt32(length * 100))
      var along = 0.0
      while along < length {
        if begin + along >= startOffset, begin + along <= whole - endOffset {
          samples.append(
            (
              line.position(at: along),
              line.bearing(from: max(along - 1, 0), to: min(along + 1, length))
            ))
        }
        along += 20
      }
    }
    return samples
  }
}
