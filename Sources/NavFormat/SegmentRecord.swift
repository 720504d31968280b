public import Geo

/// The properties of a segment that a search needs, read together.
@frozen @usableFromInline
package struct SegmentRecord: Sendable {
  /// The row of its attribute set.
  package let attributeRow: Int
  /// Its length in centimetres.
  package let length: UInt32
  /// The bearing in which the shape leaves its beginning.
  @usableFromInline package let bearingFrom: Bearing
  /// The bearing in which the shape, walked backward, leaves its end.
  @usableFromInline package let bearingTo: Bearing
  /// Whether the segment has rule rows: see ``TileView/hasRulesOrLimits(_:)``.
  package let hasRulesOrLimits: Bool

  /// The bearing in which a base edge of the segment leaves its beginning.
  @inlinable
  package func departure(along edge: EdgeIndex) -> Bearing {
    edge.isForward ? bearingFrom : bearingTo
  }

  /// The bearing in which the reverse of a base edge of the segment leaves its beginning.
  @inlinable
  package func departure(against edge: EdgeIndex) -> Bearing { departure(along: edge.reversed) }
}

extension TileView {
  /// The properties of a segment that a search needs.
  package func record(_ segment: SegmentIndex) -> SegmentRecord {
    SegmentRecord(
      attributeRow: int(layout.way.attributes, int(layout.segment.way, segment)),
      length: u32(layout.segment.length, segment),
      bearingFrom: Bearing(turns256: u8(layout.segment.bearingFrom, segment)),
      bearingTo: Bearing(turns256: u8(layout.segment.bearingTo, segment)),
      hasRulesOrLimits: u8(layout.segment.flags, segment) & 3 != 0)
  }
}
