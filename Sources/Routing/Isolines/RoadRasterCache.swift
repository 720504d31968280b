import Bytes
import Hierarchy

/// The rasters of cells of the hierarchy for the grids of one size; never of ferries.
struct CellRasters: Sendable {
  /// The roads that a search for a ``ReachCoverage`` reaches.
  var covered: [TopNode: RoadRaster] = [:]
  /// All roads that the vehicle may use.
  var usable: [TopNode: RoadRaster] = [:]
  /// Each road by itself.
  var segments: [TopNode: SegmentRasters] = [:]

  /// The size in memory, in bytes.
  var byteCount: Int {
    covered.values.reduce(0) { $0 + $1.byteCount } + usable.values.reduce(0) { $0 + $1.byteCount }
      + segments.values.reduce(0) { $0 + $1.byteCount }
  }

  /// Whether there are none.
  var isEmpty: Bool { covered.isEmpty && usable.isEmpty && segments.isEmpty }

  /// Adds others.
  mutating func add(_ others: CellRasters) {
    covered.merge(others.covered) { $1 }
    usable.merge(others.usable) { $1 }
    segments.merge(others.segments) { $1 }
  }
}

/// The rasters of recent drawings, shared by all queries of an engine.
final class RoadRasterCache: Sendable {
  /// A size of grids, and whose roads are drawn into them.
  struct Size: Hashable {
    /// The number of the metric, which knows what a vehicle may use.
    var metric: UInt32
    var width: GridStep
    var height: GridStep
  }

  private struct State {
    var rasters: [Size: CellRasters] = [:]
    var bytes = 0
  }

  /// The size in bytes from which the next drawing begins anew: in towns some 10 million touched cells.
  private static let byteLimit = 32 << 20
  private let state = Guarded(State())

  /// The rasters of a size that are cached; a drawing takes them once, so that it waits for no other.
  func rasters(_ size: Size) -> CellRasters {
    state.withLock { $0.rasters[size] ?? CellRasters() }
  }

  /// Keeps the rasters that a drawing had to make.
  func keep(_ made: CellRasters, _ size: Size) {
    if made.isEmpty { return }
    let bytes = made.byteCount
    state.withLock { state in
      // What is needed again comes back soon.
      if state.bytes > Self.byteLimit { state = State() }
      state.rasters[size, default: CellRasters()].add(made)
      state.bytes += bytes
    }
  }
}
