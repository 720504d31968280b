import Bytes
import Hierarchy
import MapReader
import NavFormat
import RoadCosts

/// Which segments of a cell are reached from the edges that bound it, and how soon the last of them.
///
/// A search that comes to one of these edges early enough reaches all of them within a limit, so it need not search the
/// cell. Only a map of a network needs the time of each edge, not a drawing of areas.
final class ReachCoverage: Sendable {
  private struct State {
    /// The segments that are reached from any bounding edge, one bit for each; empty if this is not known.
    var segments: [UInt8] = []
    /// The cost from the end of each bounding edge to the last end of a segment; nil if this is not known.
    ///
    /// It is ``Cost/unreachable`` if not all of the segments are reached from there.
    var lasts: [UInt32?] = []
  }

  private let state = Guarded(State())

  /// The maximum size in memory, in bytes.
  static func byteCount(segments: Int, bounds: Int) -> Int { segments / 8 + 2 + 8 * bounds }

  /// The segments that are reached from any bounding edge.
  ///
  /// Bit i of byte n is segment 8n + i of the tile, where byte 0 is that of the cell's first segment.
  ///
  /// A segment is reached with either of its edges.
  func segments(_ cell: ReachCell, _ work: inout CellReach) -> [UInt8] {
    let known = state.withLock { $0.segments }
    if !known.isEmpty { return known }
    let inside = cell.net.insideCount
    let seeds = cell.bounds.indices.filter { cell.bounds[$0].next == cell.places.node }
      .map { PlaceSeed(UInt32(inside + $0), cost: 0) }
    work.run(cell.net, from: seeds, within: Cost.unreachable - 1)
    let (segments, _) = Self.reached(cell, work)
    state.withLock { $0.segments = segments }
    return segments
  }

  /// The cost from the end of a bounding edge to the last end of a segment.
  ///
  /// - Parameters:
  ///   - place: The number of the edge in the cell's list.
  ///   - cell: The cell.
  ///   - work: Memory to reuse.
  /// - Returns: The cost; ``Cost/unreachable`` if not all segments are reached from there.
  func last(from place: Int, _ cell: ReachCell, _ work: inout CellReach) -> UInt32 {
    let known = state.withLock { $0.lasts.isEmpty ? nil : $0.lasts[place] }
    if let known { return known }
    let segments = segments(cell, &work)
    let seed = PlaceSeed(UInt32(cell.net.insideCount + place), cost: 0)
    work.run(cell.net, from: [seed], within: Cost.unreachable - 1)
    let (found, latest) = Self.reached(cell, work)
    let last = found == segments ? latest : Cost.unreachable
    state.withLock { state in
      if state.lasts.isEmpty { state.lasts = [UInt32?](repeating: nil, count: cell.bounds.count) }
      state.lasts[place] = last
    }
    return last
  }

  /// The segments that the last search of a cell reached, and the last cost of one.
  private static func reached(_ cell: ReachCell, _ work: CellReach) -> ([UInt8], UInt32) {
    let range = cell.places.segments
    let first = range.lowerBound.rawValue & ~7
    var ends = [UInt32](repeating: Cost.unreachable, count: range.upperBound.rawValue - first)
    for (place, segment) in cell.segments.enumerated() {
      let place = place < cell.net.insideCount ? place : place + cell.bounds.count
      let index = segment.rawValue - first
      ends[index] = min(ends[index], work.costs[place])
    }
    var segments = [UInt8](repeating: 0, count: (ends.count + 7) / 8)
    var last: UInt32 = 0
    for (index, end) in ends.enumerated() where end < Cost.unreachable {
      segments[index >> 3] |= 1 << UInt8(index & 7)
      last = max(last, end)
    }
    return (segments, last)
  }
}
