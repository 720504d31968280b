/// The climb and descent of a segment in a direction.
package struct SegmentClimb: Sendable {
  /// Decimetres, at least 0.
  package var ascent: Int32
  /// Decimetres, at least 0.
  package var descent: Int32
  /// The maximum grade up or down, in percent.
  package var steepestPercent: UInt8

  /// The same segment from its other end.
  package var reversed: SegmentClimb {
    SegmentClimb(ascent: descent, descent: ascent, steepestPercent: steepestPercent)
  }
}

/// The elevation of the own segments of a tile, decoded.
package struct TileElevation: Sendable {
  /// Heights of the tile's junctions, then of the far ends of its crossings, in decimetres; nil if unknown.
  package internal(set) var junctions: [Int32?] = []
  /// The heights in decimetres of the inner points of segment s are `inner[first[s]..<first[s + 1]]`; none if unknown.
  var first = [0]
  var inner: [Int32] = []
  /// The grades of each segment, and its extra climb in half metres.
  var facts: [(uphill: UInt8, downhill: UInt8, extraClimb: UInt32)] = []

  /// The elevation of a directed edge on an own segment.
  ///
  /// - Parameters:
  ///   - segment: The segment.
  ///   - forward: Whether travel is along the shape.
  ///   - tile: The tile of this elevation.
  /// - Returns: The elevation; nil if unknown.
  /// - Complexity: O(points of the segment).
  package func edge(
    _ segment: SegmentIndex, forward: Bool, in tile: borrowing TileView
  ) -> EdgeElevation? {
    let s = segment.rawValue
    guard let from = junctions[tile.from(segment).rawValue],
      let to = junctions[tile.to(segment).rawValue]
    else { return nil }
    let heights = [from] + inner[first[s]..<first[s + 1]] + [to]
    let (uphill, downhill, extra) = facts[s]
    let beyond = Int64(extra) * Int64(ElevationView.unit)
    let climb = Int32(clamping: beyond + Int64(max(to - from, 0)))
    let descent = Int32(clamping: beyond + Int64(max(from - to, 0)))
    return EdgeElevation(
      heightsDecimetres: forward ? heights : heights.reversed(),
      ascentDecimetres: forward ? climb : descent, descentDecimetres: forward ? descent : climb,
      maximumUphillPercent: forward ? uphill : downhill,
      maximumDownhillPercent: forward ? downhill : uphill)
  }
}

/// The elevation along a directed edge, in the direction of travel.
public struct EdgeElevation: Sendable, Hashable {
  /// Heights above sea level at the points of the shape, both ends included, in decimetres.
  public var heightsDecimetres: [Int32]
  /// The total climb in decimetres; at least that of the heights.
  public var ascentDecimetres: Int32
  /// The total descent in decimetres, as a positive number.
  public var descentDecimetres: Int32
  /// The maximum grade where the road rises, in percent.
  public var maximumUphillPercent: UInt8
  /// The maximum grade where the road falls, in percent, as a positive number.
  public var maximumDownhillPercent: UInt8
}
