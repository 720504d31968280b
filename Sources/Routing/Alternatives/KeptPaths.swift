import Hierarchy
import MapReader
import RoadCosts
import RouteModel

/// The best path of a leg and the alternatives kept so far.
struct KeptPaths {
  let best: Path
  let wish: AlternativeWish
  /// The alternatives.
  private(set) var found: [Path] = []
  private var pieces: [DrivenPieces]
  private let repetitions: Int

  init(
    _ best: Path, _ wish: AlternativeWish, _ tiles: inout TouchedTiles
  ) throws(RoutingError) {
    self.best = best
    self.wish = wish
    repetitions = best.repetitions
    pieces = [try DrivenPieces([best], &tiles)]
  }

  var cheapestFirst: [Path] { found.sorted { $0.cost < $1.cost } }

  /// Whether all requested alternatives have been found.
  var isFull: Bool { found.count >= wish.count }

  /// The cost from which a path is too long.
  var bound: UInt32 {
    // With prices, the best path may cost more than a metric can represent.
    UInt32(min(UInt64(best.cost) + UInt64(wish.moreCost) + 1, UInt64(Cost.unreachable)))
  }

  /// The edges of a path, if it differs enough from all kept paths and uses no edge twice; otherwise nil.
  func difference(
    of path: Path, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> DrivenPieces? {
    guard path.repetitions <= repetitions else { return nil }
    let own = try DrivenPieces([path], &tiles)
    return pieces.allSatisfy { $0.shared(with: own) <= wish.limits.sharing } ? own : nil
  }

  /// Keeps a path with its edges.
  mutating func keep(_ path: Path, _ driven: DrivenPieces) {
    pieces.append(driven)
    found.append(path)
  }
}
