import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel

/// What a search for areas reached of the open roads inside a cell of the hierarchy.
///
/// It takes the place of labels and parts, which are ten times as large.
struct ReachedCell {
  let slot: TileSlot
  let cell: ReachCell
  /// The reached segments, as those of ``ReachCoverage/segments(_:_:)``.
  let segments: [UInt8]
  /// The index of the value within which all of these lie as a whole; nil if not all do so within the same.
  let level: UInt8?
  /// The cost at the end of each edge, in the order of places; empty if there is a level.
  let costs: [UInt32]

  /// A cell that lies within a value.
  init(_ cell: ReachCell, _ slot: TileSlot, within level: UInt8, segments: [UInt8]) {
    (self.cell, self.slot, self.level, self.segments) = (cell, slot, level, segments)
    costs = []
  }

  /// A cell that was searched.
  init(_ cell: ReachCell, _ slot: TileSlot, _ found: CellReach, within limit: UInt32) {
    let range = cell.places.segments
    let first = range.lowerBound.rawValue
    var segments = [UInt8](repeating: 0, count: (range.upperBound.rawValue + 7) >> 3 - first >> 3)
    costs = Array(found.costs[..<(2 * range.count)])
    for (place, cost) in costs.enumerated() where cost < Cost.unreachable {
      guard cost <= limit &+ cell.wholes[place] else { continue }
      let segment = first & 7 + place >> 1
      segments[segment >> 3] |= 1 << UInt8(segment & 7)
    }
    (self.cell, self.slot, self.segments) = (cell, slot, segments)
    level = nil
  }

  /// The part of an edge that is reached.
  ///
  /// - Parameters:
  ///   - place: The place of the edge in the cell.
  ///   - length: The length of the edge.
  ///   - limit: The limit of the search.
  /// - Returns: The part, beyond the limit too; nil if the edge is not reached.
  @inline(__always)
  func part(at place: Int, length: UInt32, within limit: UInt32) -> ReachedEdge? {
    let (cost, whole) = (costs[place], cell.wholes[place])
    if cost >= Cost.unreachable || cost > limit &+ whole { return nil }
    return ReachedEdge(
      slot: slot, edge: cell.places.edge(place), begin: 0, end: length, near: cost &- whole,
      nearCost: cost &- whole, whole: whole, wholeCost: whole)
  }
}
