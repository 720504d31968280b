import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The edges of a route with its length and time on each, for comparison with another route.
struct DrivenPieces {
  private struct Piece { var centimetres: UInt64, time: UInt64 }

  private var pieces: [LocalKey<TileNumber, EdgeIndex>: Piece] = [:]
  private var whole = Piece(centimetres: 0, time: 0)

  /// The pieces of the paths of a route's legs.
  ///
  /// - Throws: ``RoutingError/map(_:)``.
  init(_ paths: [Path], _ tiles: inout TouchedTiles) throws(RoutingError) {
    for path in paths {
      for (index, step) in path.steps.enumerated() {
        let slot = try tiles.slot(ofTile: step.tile)
        let map = tiles.map
        let tile = map.view(tiles.slots[slot.rawValue].layout)
        let length = tile.length(step.segment)
        let begin = index == 0 ? path.start.along(length) : 0
        let end = index == path.steps.count - 1 ? path.end.along(length) : length
        add(step, from: begin, to: end, of: length)
      }
    }
  }

  private mutating func add(_ step: PathStep, from begin: UInt32, to end: UInt32, of length: UInt32)
  {
    guard end > begin else { return }
    let measure = EdgeMeasure(length: length, time: step.edgeTime)
    let part = UInt64(end - begin)
    let time = UInt64(measure.time(upTo: end) - measure.time(upTo: begin))
    let key = LocalKey(step.tile, step.edge)
    pieces[key, default: Piece(centimetres: 0, time: 0)].centimetres += part
    pieces[key, default: Piece(centimetres: 0, time: 0)].time += time
    whole.centimetres += part
    whole.time += time
  }

  /// The common share of the shorter of two routes, of its length or its time, whichever is more.
  func shared(with other: DrivenPieces) -> Double {
    var common = Piece(centimetres: 0, time: 0)
    for (key, piece) in pieces {
      guard let theirs = other.pieces[key] else { continue }
      common.centimetres += min(piece.centimetres, theirs.centimetres)
      common.time += min(piece.time, theirs.time)
    }
    func share(_ common: UInt64, _ one: UInt64, _ two: UInt64) -> Double {
      Double(common) / Double(max(min(one, two), 1))
    }
    return max(
      share(common.centimetres, whole.centimetres, other.whole.centimetres),
      share(common.time, whole.time, other.whole.time))
  }
}

/// The stretches of road that a route drives, to find those that it drives again.
struct DrivenStretches {
  /// By tile and segment, in centimetres along the shape.
  private var stretches: [UInt64: [(low: UInt32, high: UInt32)]] = [:]

  /// The stretches of the paths of a route's legs.
  ///
  /// - Throws: ``RoutingError/map(_:)``.
  init(_ paths: [Path], _ tiles: inout TouchedTiles) throws(RoutingError) {
    for path in paths {
      for (index, step) in path.steps.enumerated() {
        let slot = try tiles.slot(ofTile: step.tile)
        let map = tiles.map
        let tile = map.view(tiles.slots[slot.rawValue].layout)
        let length = tile.length(step.segment)
        let begin = index == 0 ? path.start.along(length) : 0
        let end = index == path.steps.count - 1 ? path.end.along(length) : length
        guard begin < end, end <= length else { continue }
        let key = UInt64(UInt32(step.tile)) << 32 | UInt64(UInt32(step.segment))
        stretches[key, default: []].append(
          step.direction == .forward
            ? (low: begin, high: end) : (low: length - end, high: length - begin))
      }
    }
  }

  /// The length that is driven again, in either direction.
  var repeatedCentimetres: UInt64 {
    var sum: UInt64 = 0
    for parts in stretches.values where parts.count > 1 {
      var reached: UInt32 = 0
      for part in parts.sorted(by: { $0.low < $1.low }) {
        if reached > part.low { sum += UInt64(min(reached, part.high) - part.low) }
        reached = max(reached, part.high)
      }
    }
    return sum
  }
}

extension Path {
  /// The number of repeated uses of segments, in either direction.
  var repetitions: Int {
    var segments: Set<LocalKey<TileNumber, SegmentIndex>> = []
    for step in steps { segments.insert(LocalKey(step.tile, step.segment)) }
    return steps.count - segments.count
  }
}
