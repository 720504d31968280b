import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// A step of a path with the part of its edge that is driven.
private struct DrivenStep {
  var step: PathStep
  /// The length of the whole edge, and the driven part along it, in centimetres.
  var length: UInt32
  var driven: Range<UInt32>

  /// The steps of paths, without those that drive nothing.
  ///
  /// - Throws: ``RoutingError/map(_:)``.
  static func steps(
    of paths: [Path], _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> [DrivenStep] {
    var result: [DrivenStep] = []
    result.reserveCapacity(paths.reduce(0) { $0 + $1.steps.count })
    for path in paths {
      for (index, step) in path.steps.enumerated() {
        let slot = try tiles.slot(ofTile: step.tile)
        let map = tiles.map
        let tile = map.view(tiles.slots[slot.rawValue].layout)
        let length = tile.length(step.segment)
        let isLast = index == path.steps.count - 1
        let begin = index == 0 ? path.start.along(length) : 0
        let end = isLast ? min(path.end.along(length), length) : length
        if begin < end {
          result.append(DrivenStep(step: step, length: length, driven: begin..<end))
        }
      }
    }
    return result
  }
}

/// The edges of a route with its length and time on each, for comparison with another route.
struct DrivenPieces {
  private struct Piece {
    var centimetres: UInt64 = 0
    var time: UInt64 = 0

    mutating func add(_ other: Piece) {
      centimetres += other.centimetres
      time += other.time
    }
  }

  private var pieces: [LocalKey<TileNumber, EdgeIndex>: Piece] = [:]
  private var whole = Piece()

  /// The pieces of the paths of a route's legs.
  ///
  /// - Throws: ``RoutingError/map(_:)``.
  init(_ paths: [Path], _ tiles: inout TouchedTiles) throws(RoutingError) {
    let steps = try DrivenStep.steps(of: paths, &tiles)
    pieces.reserveCapacity(steps.count)
    for step in steps { add(step) }
  }

  private mutating func add(_ driven: DrivenStep) {
    let step = driven.step
    let (begin, end) = (driven.driven.lowerBound, driven.driven.upperBound)
    let measure = EdgeMeasure(length: driven.length, time: step.edgeTime)
    let piece = Piece(
      centimetres: UInt64(end - begin),
      time: UInt64(measure.time(upTo: end) - measure.time(upTo: begin)))
    pieces[LocalKey(step.tile, step.edge), default: Piece()].add(piece)
    whole.add(piece)
  }

  /// The common share of the shorter of two routes: the greater one of those of its length and of its time.
  func shared(with other: DrivenPieces) -> Double {
    var common = Piece()
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
  /// In centimetres along the shapes of segments.
  private var stretches: [LocalKey<TileNumber, SegmentIndex>: [Range<UInt32>]] = [:]

  /// The stretches of the paths of a route's legs.
  ///
  /// - Throws: ``RoutingError/map(_:)``.
  init(_ paths: [Path], _ tiles: inout TouchedTiles) throws(RoutingError) {
    for driven in try DrivenStep.steps(of: paths, &tiles) {
      let (step, length, along) = (driven.step, driven.length, driven.driven)
      let isForward = step.direction == .forward
      stretches[LocalKey(step.tile, step.segment), default: []].append(
        isForward ? along : length - along.upperBound..<length - along.lowerBound)
    }
  }

  /// The length that is driven again, in either direction.
  var repeatedCentimetres: UInt64 {
    var sum: UInt64 = 0
    for parts in stretches.values where parts.count > 1 {
      var reached: UInt32 = 0
      for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if reached > part.lowerBound {
          sum += UInt64(min(reached, part.upperBound) - part.lowerBound)
        }
        reached = max(reached, part.upperBound)
      }
    }
    return sum
  }
}

extension Path {
  /// The number of repeated uses of segments, in either direction.
  var repetitions: Int {
    var segments = Set<LocalKey<TileNumber, SegmentIndex>>(minimumCapacity: steps.count)
    for step in steps { segments.insert(LocalKey(step.tile, step.segment)) }
    return steps.count - segments.count
  }
}
