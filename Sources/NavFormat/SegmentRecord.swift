public import Geo

/// What a search between roads asks of a segment, read at once.
@frozen
public struct SegmentRecord: Sendable {
  /// The row of its attribute set.
  public let attributeRow: Int
  /// Its length in centimetres.
  public let length: UInt32
  /// Where it heads at its beginning, along its shape.
  public let bearingFrom: Bearing
  /// Where it heads at its end, against its shape.
  public let bearingTo: Bearing
  /// Whether rule rows say anything of it: see ``TileView/hasRulesOrLimits(_:)``.
  public let hasRulesOrLimits: Bool

  /// Where a base edge of the segment heads at its beginning.
  @inlinable
  public func departure(along edge: EdgeIndex) -> Bearing {
    edge.isForward ? bearingFrom : bearingTo
  }

  /// Where the other direction of a base edge of the segment heads at its beginning.
  @inlinable
  public func departure(against edge: EdgeIndex) -> Bearing { departure(along: edge.reversed) }
}

extension TileView {
  /// What a search asks of a segment.
  public func record(_ segment: SegmentIndex) -> SegmentRecord {
    SegmentRecord(
      attributeRow: int(layout.wayAttributes, int(layout.segmentWay, segment)),
      length: u32(layout.segmentLength, segment),
      bearingFrom: Bearing(turns256: u8(layout.bearingFrom, segment)),
      bearingTo: Bearing(turns256: u8(layout.bearingTo, segment)),
      hasRulesOrLimits: u8(layout.segmentFlags, segment) & 3 != 0)
  }
}
