package import Geo
package import RoadModel

/// The contents of a tile in memory, column by column, to be written; ``TileView`` reads them.
package struct TileContents: Sendable {
  /// A text of a way or a junction.
  package struct Word: Sendable, Hashable {
    /// The kind of text.
    package var kind: RoadWordKind
    /// The directions of the way that it applies to; meaningless for a junction.
    package var directions: DirectionSet
    /// The offset of the text in the names section, not 0.
    package var text: UInt32

    /// A word.
    package init(kind: RoadWordKind, directions: DirectionSet = .both, text: UInt32) {
      self.kind = kind
      self.directions = directions
      self.text = text
    }
  }

  /// A junction of the tile.
  package struct Junction: Sendable {
    /// The coordinate.
    package var position: Coordinate
    /// The id of its OSM node.
    package var osmID: Int64
    /// Signals, crossings, gates and similar; the writer sets ``NodeFlags/barrier`` itself.
    package var flags: NodeFlags
    /// Local base edges leaving, ascending.
    package var out: [UInt16]
    /// Words, strictly ascending by kind.
    package var words: [Word] = []

    /// A junction.
    package init(position: Coordinate, osmID: Int64, flags: NodeFlags, out: [UInt16]) {
      self.position = position
      self.osmID = osmID
      self.flags = flags
      self.out = out
    }
  }

  /// A segment, own or copied.
  package struct Segment: Sendable {
    /// The local junctions where the shape begins and ends.
    package var from: UInt16, to: UInt16
    /// The row of its way.
    package var way: UInt16
    /// Length in centimetres.
    package var length: UInt32
    /// Bearings in which the shape leaves its beginning and, walked backward, its end.
    package var bearingFrom: Bearing, bearingTo: Bearing
    /// ``Reach`` of all modes.
    package var reach: UInt32
    /// The coordinate of junction `from`, with which the differences of the shape begin.
    package var start: Coordinate
    /// The points between the junctions.
    package var inner: [Coordinate]
    /// The approaches on it, strictly ascending by point and kind.
    package var approaches: [Approach] = []

    /// A segment.
    package init(
      from: UInt16, to: UInt16, way: UInt16, length: UInt32, bearingFrom: Bearing,
      bearingTo: Bearing, reach: UInt32, start: Coordinate, inner: [Coordinate]
    ) {
      self.from = from
      self.to = to
      self.way = way
      self.length = length
      self.bearingFrom = bearingFrom
      self.bearingTo = bearingTo
      self.reach = reach
      self.start = start
      self.inner = inner
    }
  }

  /// A way of the tile.
  package struct Way: Sendable {
    /// Its OSM id.
    package var osmID: Int64
    /// The row of its attribute set.
    package var attributes: UInt16
    /// The offsets of its name and road number in the names section, 0 for none.
    package var name: UInt32, ref: UInt32
    /// Words, strictly ascending by kind and directions; those of one kind share no direction.
    package var words: [Word] = []

    /// A way.
    package init(osmID: Int64, attributes: UInt16, name: UInt32, ref: UInt32) {
      self.osmID = osmID
      self.attributes = attributes
      self.name = name
      self.ref = ref
    }
  }

  /// A cell of the hierarchy: consecutive junctions, segments and via edges, up to those of the next cell.
  package struct Cell: Sendable {
    /// The first own junction.
    package var firstJunction: UInt16
    /// The first segment.
    package var firstSegment: UInt16
    /// The first via edge, counted from the first via edge of the tile.
    package var firstVia: UInt16

    /// A cell.
    package init(firstJunction: UInt16, firstSegment: UInt16, firstVia: UInt16) {
      self.firstJunction = firstJunction
      self.firstSegment = firstSegment
      self.firstVia = firstVia
    }
  }

  /// The tile's number.
  package var number: TileNumber
  /// The ISO 3166-1 alpha-2 code of the tile's country; empty if it is the header's.
  package var country = ""
  /// The tile's time zone among the file's further zones, counted from one; 0 for the file's own.
  package var timeZone: UInt16 = 0
  /// Own junctions.
  package var junctions: [Junction] = []
  /// Segments, own ones first.
  package var segments: [Segment] = []
  /// The number of own segments.
  package var ownSegmentCount = 0
  /// Ways.
  package var ways: [Way] = []
  /// Attribute sets.
  package var attributes: [RoadAttributes] = []
  /// Crossings, ascending by segment.
  package var crossings: [Crossing] = []
  /// Via edges: base edge, and number in the other tile (65535 for none); those on own segments first.
  package var vias: [(base: UInt16, there: UInt16)] = []
  /// The number of via edges on own segments.
  package var ownViaCount = 0
  /// Turn rows, ascending by (from, to).
  package var turns: [TurnRow] = []
  /// Rules of segments, own junctions and turn rows, by their numbers.
  ///
  /// Rules of one subject and kind are in the order in which they override; the rest of the order does not matter. A
  /// turn may only have bans, a ban only a turn, a speed only a segment, a turning place only a junction. Other
  /// combinations trap.
  package var rules: [(subject: UInt16, of: RuleSubject, rule: RoadRule)] = []
  /// Barriers, ascending by junction: modes that may pass, and those that may only at trip ends.
  package var barriers: [(junction: UInt16, passing: ModeSet, endOnly: ModeSet)] = []
  /// Cells of the hierarchy in order; empty in a file without one.
  package var cells: [Cell] = []
  /// The number of segments in cells; they are the first ones.
  package var cellSegmentCount = 0
  /// The number of via edges in cells; they are the first ones.
  package var cellViaCount = 0
  /// The boxes of the own segments' shapes.
  package var segmentBoxes: [Box] = []

  /// An empty tile.
  package init(number: TileNumber) { self.number = number }

  /// The box of the junctions and own segments.
  package var box: Box {
    var box = segmentBoxes.reduce(into: Box.empty) { $0.add($1) }
    for junction in junctions { box.add(junction.position) }
    return box
  }
}
