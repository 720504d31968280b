package import Geo
package import RoadModel

/// The far end of a segment that leads into another tile.
package struct Crossing: Sendable, Hashable {
  /// The segment in this tile.
  package var segment: SegmentIndex
  /// The other tile.
  package var tile: TileNumber
  /// The far junction's number there.
  package var junction: JunctionIndex
  /// The segment's number there.
  package var there: SegmentIndex
  /// The far junction's coordinate.
  package var position: Coordinate

  /// A crossing.
  package init(
    segment: SegmentIndex, tile: TileNumber, junction: JunctionIndex, there: SegmentIndex,
    position: Coordinate
  ) {
    self.segment = segment
    self.tile = tile
    self.junction = junction
    self.there = there
    self.position = position
  }
}

/// A turn that is forbidden, always or by rules, or that leads onto a via edge.
package struct TurnRow: Sendable, Hashable {
  /// The local edge on which the turn arrives.
  package var from: EdgeIndex
  /// The local base edge on which it leaves.
  package var to: EdgeIndex
  /// The row of the via edge that the vehicle is on after the turn; ``none`` if it is on the base edge.
  ///
  /// See ``TileLayout/edge(behind:)``.
  package var enter: UInt16
  /// The modes that may never make this turn.
  package var banned: ModeSet
  /// Whether the turn has rule rows; the writer sets it itself.
  package var hasRules: Bool

  /// No via edge.
  package static let none: UInt16 = 65_535
  /// The bit below those of the banned modes, set if there are rule rows.
  static let rulesBit: UInt16 = 1

  /// A row.
  package init(
    from: EdgeIndex, to: EdgeIndex, enter: UInt16, banned: ModeSet, hasRules: Bool = false
  ) {
    self.from = from
    self.to = to
    self.enter = enter
    self.banned = banned
    self.hasRules = hasRules
  }
}
