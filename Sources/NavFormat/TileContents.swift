public import Geo
public import RoadModel

/// The contents of a tile in memory, column by column, to be written; ``TileView`` reads them.
public struct TileContents: Sendable {
  /// A text of a way or a junction.
  public struct Word: Sendable, Hashable {
    /// What it is.
    public var kind: RoadWordKind
    /// The directions of the way that it applies to; of no meaning for a junction.
    public var directions: DirectionSet
    /// The offset of the text in the names section, not 0.
    public var text: UInt32

    /// A word.
    public init(kind: RoadWordKind, directions: DirectionSet = .both, text: UInt32) {
      self.kind = kind
      self.directions = directions
      self.text = text
    }
  }

  /// A junction of the tile.
  public struct Junction: Sendable {
    /// The coordinate.
    public var position: Coordinate
    /// The id of its OSM node.
    public var osmID: Int64
    /// Signals, crossings, gates and similar; the writer sets ``NodeFlags/barrier`` itself.
    public var flags: NodeFlags
    /// Local base edges leaving, ascending.
    public var out: [UInt16]
    /// Words, strictly ascending by kind.
    public var words: [Word] = []

    /// A junction.
    public init(position: Coordinate, osmID: Int64, flags: NodeFlags, out: [UInt16]) {
      self.position = position
      self.osmID = osmID
      self.flags = flags
      self.out = out
    }
  }

  /// A segment, own or copied.
  public struct Segment: Sendable {
    /// The local junctions where the shape begins and ends.
    public var from: UInt16, to: UInt16
    /// The row of its way.
    public var way: UInt16
    /// Length in centimetres.
    public var length: UInt32
    /// Bearings in which the shape leaves its beginning and, walked backward, its end.
    public var bearingFrom: Bearing, bearingTo: Bearing
    /// ``Reach`` of all modes.
    public var reach: UInt32
    /// The coordinate of junction `from`, with which the differences of the shape begin.
    public var start: Coordinate
    /// The points between the junctions.
    public var inner: [Coordinate]
    /// What drivers meet on it, strictly ascending by point and kind.
    public var approaches: [Approach] = []

    /// A segment.
    public init(
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
  public struct Way: Sendable {
    /// Its OSM id.
    public var osmID: Int64
    /// The row of its attribute set.
    public var attributes: UInt16
    /// The offsets of its name and road number in the names section, 0 for none.
    public var name: UInt32, ref: UInt32
    /// Words, strictly ascending by kind and directions; those of one kind share no direction.
    public var words: [Word] = []

    /// A way.
    public init(osmID: Int64, attributes: UInt16, name: UInt32, ref: UInt32) {
      self.osmID = osmID
      self.attributes = attributes
      self.name = name
      self.ref = ref
    }
  }

  /// A cell of the hierarchy: consecutive junctions, segments and via edges, up to those of the next cell.
  public struct Cell: Sendable {
    /// The first own junction.
    public var firstJunction: UInt16
    /// The first segment.
    public var firstSegment: UInt16
    /// The first via edge, counted from the first via edge of the tile.
    public var firstVia: UInt16

    /// A cell.
    public init(firstJunction: UInt16, firstSegment: UInt16, firstVia: UInt16) {
      self.firstJunction = firstJunction
      self.firstSegment = firstSegment
      self.firstVia = firstVia
    }
  }

  /// The tile's number.
  public var number: TileNumber
  /// The ISO 3166-1 alpha-2 code of the tile's country; empty if it is the header's.
  public var country = ""
  /// The tile's time zone among the file's further zones, counted from one; 0 for the file's own.
  public var timeZone: UInt16 = 0
  /// Own junctions.
  public var junctions: [Junction] = []
  /// Segments, own ones first.
  public var segments: [Segment] = []
  /// The number of own segments.
  public var ownSegmentCount = 0
  /// Ways.
  public var ways: [Way] = []
  /// Attribute sets.
  public var attributes: [RoadAttributes] = []
  /// Crossings, ascending by segment.
  public var crossings: [Crossing] = []
  /// Via edges: base edge, and number in the other tile (65535 for none); those on own segments first.
  public var vias: [(base: UInt16, there: UInt16)] = []
  /// The number of via edges on own segments.
  public var ownViaCount = 0
  /// Turn rows, ascending by (from, to).
  public var turns: [TurnRow] = []
  /// Rules of segments, own junctions and turn rows, by their numbers.
  ///
  /// Rules of one subject and kind are in the order in which they override; the rest of the order does not matter. A
  /// turn may only have bans, a ban only a turn, a speed only a segment, a turning place only a junction. Other
  /// combinations trap.
  public var rules: [(subject: UInt16, of: RuleSubject, rule: RoadRule)] = []
  /// Barriers, ascending by junction: the modes that may pass, and those of them that may do so only into or out of the
  /// zone where the trip begins or ends.
  public var barriers: [(junction: UInt16, passing: ModeSet, endOnly: ModeSet)] = []
  /// Cells of the hierarchy in order; empty in a file without one.
  public var cells: [Cell] = []
  /// The number of segments in cells; they are the first ones.
  public var cellSegmentCount = 0
  /// The number of via edges in cells; they are the first ones.
  public var cellViaCount = 0
  /// The boxes of the own segments' shapes.
  public var segmentBoxes: [Box] = []

  /// An empty tile.
  public init(number: TileNumber) { self.number = number }

  /// The box of the junctions and own segments.
  public var box: Box {
    var box = segmentBoxes.reduce(into: Box.empty) { $0.add($1) }
    for junction in junctions { box.add(junction.position) }
    return box
  }
}
