internal import Bytes
public import Geo
public import RoadModel

/// All that a tile holds, in memory: the writing side of ``TileView``, column by column.
public struct TileContents: Sendable {
  /// A junction of the tile.
  public struct Junction: Sendable {
    /// Its place.
    public var position: Coordinate
    /// Its OSM node.
    public var osmID: Int64
    /// What stands there; the writer sets ``NodeFlags/barrier`` by itself.
    public var flags: NodeFlags
    /// Local base edges leaving, ascending.
    public var out: [UInt16]

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
    /// Local junctions where the shape begins and ends.
    public var from: UInt16, to: UInt16
    /// Row of its way.
    public var way: UInt16
    /// Length in centimetres.
    public var length: UInt32
    /// Headings in which the shape leaves its beginning, and, walked backward, its end.
    public var bearingFrom: Bearing, bearingTo: Bearing
    /// ``Reach`` of all modes.
    public var reach: UInt32
    /// The coordinate of junction `from`, where the differences of the shape begin.
    public var start: Coordinate
    /// The points between the junctions.
    public var inner: [Coordinate]

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
    /// Row of its attribute set.
    public var attributes: UInt16
    /// Where its name and road number are in the names section, 0 for none.
    public var name: UInt32, ref: UInt32

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
    /// Its node of the hierarchy.
    public var node: UInt32

    /// A cell.
    public init(firstJunction: UInt16, firstSegment: UInt16, firstVia: UInt16, node: UInt32) {
      self.firstJunction = firstJunction
      self.firstSegment = firstSegment
      self.firstVia = firstVia
      self.node = node
    }
  }

  /// The tile's number.
  public var number: UInt32
  /// The ISO 3166-1 alpha-2 code of the tile's country where it is not the header's, else empty.
  public var country = ""
  /// Own junctions.
  public var junctions: [Junction] = []
  /// Segments, own ones first.
  public var segments: [Segment] = []
  /// How many of the segments are own.
  public var ownSegmentCount = 0
  /// Ways.
  public var ways: [Way] = []
  /// Attribute sets.
  public var attributes: [RoadAttributes] = []
  /// Crossings, ascending by segment.
  public var crossings: [Crossing] = []
  /// Via edges as base edge and number across (65535 for none), those on own segments first.
  public var vias: [(base: UInt16, there: UInt16)] = []
  /// How many of the via edges are on own segments.
  public var ownViaCount = 0
  /// Turn rows, ascending by (from, to).
  public var turns: [TurnRow] = []
  /// Rules of segments, own junctions and turn rows, by their numbers.
  ///
  /// Those of one subject and kind are in the order in which they override; the rest of the order does not
  /// matter. Turns have bans only, and only turns have them; only segments have speeds: others trap.
  public var rules: [(subject: UInt16, of: RuleSubject, rule: RoadRule)] = []
  /// Barriers, ascending by junction: who may pass, and who of these only into or out of the zone where the
  /// trip begins or ends.
  public var barriers: [(junction: UInt16, passing: ModeSet, endOnly: ModeSet)] = []
  /// Cells of the hierarchy in their order; empty in a file without one.
  public var cells: [Cell] = []
  /// How many of the segments are in cells, the first ones.
  public var cellSegmentCount = 0
  /// How many of the via edges are in cells, the first ones.
  public var cellViaCount = 0
  /// Nodes of the hierarchy for the directed edges that are in no cell: two for each segment, then one for
  /// each via edge; empty without cells.
  public var topNodes: [UInt32] = []
  /// Boxes of the own segments' shapes.
  public var segmentBoxes: [Box] = []

  /// An empty tile, to be filled.
  public init(number: UInt32) { self.number = number }

  /// Everything that junctions and own segments touch.
  public var box: Box {
    var box = segmentBoxes.reduce(into: Box.empty) { $0.add($1) }
    for junction in junctions { box.add(junction.position) }
    return box
  }

  /// The bytes of the tile.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    let shapes = encodedShapes()
    let junctionIDs = IDColumn(junctions.map(\.osmID))
    let wayIDs = IDColumn(ways.map(\.osmID))
    let outs = junctions.flatMap(\.out)
    let reaches = Set(segments.map(\.reach)).sorted()
    let rules = RuleColumns(rules)
    for count in [
      Int(number), junctions.count, crossings.count, ownSegmentCount, segments.count, ways.count,
      attributes.count, outs.count, vias.count, ownViaCount, turns.count, rules.rows.count,
      barriers.count, shapes.bytes.count,
    ] { writer.u32(UInt32(count)) }
    writer.u8(UInt8(junctionIDs.width))
    writer.u8(UInt8(wayIDs.width))
    writer.raw(CountryCode.bytes(country))
    writer.u32(UInt32(reaches.count))
    writer.i64(junctionIDs.base)
    writer.i64(wayIDs.base)
    writer.u32(UInt32(rules.conditionOffsets.count - 1))
    writer.u32(UInt32(rules.conditions.count))
    for count in [cells.count, cellSegmentCount, cellViaCount, 0] { writer.u32(UInt32(count)) }
    writeJunctions(to: &writer, ids: junctionIDs, outs: outs, rules: rules)
    writeSegments(to: &writer, shapeOffsets: shapes.offsets, reaches: reaches, rules: rules)
    writeWays(to: &writer, ids: wayIDs)
    writeCrossings(to: &writer)
    writeTables(to: &writer, rules: rules)
    writeCells(to: &writer)
    for box in BoxTree(itemCount: ownSegmentCount).boxes(of: segmentBoxes) {
      box.write(to: &writer)
    }
    writer.align(4)
    writer.raw(shapes.bytes)
    return writer.bytes
  }

  private func writeJunctions(
    to writer: inout ByteWriter, ids: IDColumn, outs: [UInt16], rules: RuleColumns
  ) {
    let barriers = rules.subjects(.junction).union(barriers.map(\.junction))
    writer.column(junctions) { $0.i32($1.position.latitudeUnits) }
    writer.column(junctions) { $0.i32($1.position.longitudeUnits) }
    writer.align(4)
    var first = 0
    for junction in junctions {
      writer.u16(UInt16(first))
      first += junction.out.count
    }
    writer.u16(UInt16(first))
    writer.column(Array(junctions.enumerated())) { writer, junction in
      let flags = junction.element.flags.subtracting(.barrier)
      let isBarrier = barriers.contains(UInt16(junction.offset))
      writer.u8(flags.union(isBarrier ? .barrier : []).rawValue)
    }
    ids.write(to: &writer)
    writer.column(outs) { $0.u16($1) }
  }

  private func writeSegments(
    to writer: inout ByteWriter, shapeOffsets: [UInt32], reaches: [UInt32], rules: RuleColumns
  ) {
    var rows: [UInt32: UInt16] = [:]
    for (row, reach) in reaches.enumerated() { rows[reach] = UInt16(row) }
    writer.column(segments) { $0.u16($1.from) }
    writer.column(segments) { $0.u16($1.to) }
    writer.column(segments) { $0.u16($1.way) }
    writer.column(segments) { $0.u32($1.length) }
    writer.column(rules.segmentFlags(segments.count)) { $0.u8($1) }
    writer.column(segments) { $0.u8($1.bearingFrom.turns256) }
    writer.column(segments) { $0.u8($1.bearingTo.turns256) }
    writer.column(segments) { $0.u16(rows[$1.reach] ?? 0) }
    writer.column(reaches) { $0.u32($1) }
    writer.column(shapeOffsets) { $0.u32($1) }
  }

  private func writeWays(to writer: inout ByteWriter, ids: IDColumn) {
    ids.write(to: &writer)
    writer.column(ways) { $0.u16($1.attributes) }
    writer.column(ways) { $0.u32($1.name) }
    writer.column(ways) { $0.u32($1.ref) }
    writer.column(attributes) { $1.write(to: &$0) }
  }

  private func writeCrossings(to writer: inout ByteWriter) {
    writer.column(crossings) { $0.u16($1.segment) }
    writer.column(crossings) { $0.u32($1.tile) }
    writer.column(crossings) { $0.u16($1.junction) }
    writer.column(crossings) { $0.u16($1.there) }
    writer.column(crossings) { $0.i32($1.position.latitudeUnits) }
    writer.column(crossings) { $0.i32($1.position.longitudeUnits) }
    writer.column(vias) { $0.u16($1.base) }
    writer.column(vias) { $0.u16($1.there) }
  }

  private func writeTables(to writer: inout ByteWriter, rules: RuleColumns) {
    let ruled = rules.subjects(.turn)
    writer.column(turns) { $0.u16($1.from) }
    writer.column(turns) { $0.u16($1.to) }
    writer.column(turns) { $0.u16($1.enter) }
    writer.column(Array(turns.enumerated())) { writer, turn in
      let hasRules = UInt16(exactly: turn.offset).map { ruled.contains($0) } ?? false
      writer.u8(turn.element.banned.intersection(.all).rawValue | (hasRules ? TurnRow.rulesBit : 0))
    }
    rules.write(to: &writer)
    writer.column(barriers) { $0.u16($1.junction) }
    writer.column(barriers) { $0.u8($1.passing.rawValue) }
    writer.column(barriers) { $0.u8($1.endOnly.intersection($1.passing).rawValue) }
    writer.align(4)
  }

  private func writeCells(to writer: inout ByteWriter) {
    func column(_ first: (Cell) -> UInt16, end: Int) {
      writer.align(4)
      for cell in cells { writer.u16(first(cell)) }
      if !cells.isEmpty { writer.u16(UInt16(end)) }
    }
    column(\.firstJunction, end: junctions.count)
    column(\.firstSegment, end: cellSegmentCount)
    column(\.firstVia, end: cellViaCount)
    writer.column(cells) { $0.u32($1.node) }
    writer.column(topNodes) { $0.u32($1) }
    writer.align(4)
  }

  private func encodedShapes() -> (offsets: [UInt32], bytes: [UInt8]) {
    var offsets: [UInt32] = [0]
    var bytes: [UInt8] = []
    for segment in segments {
      var latitude = ShapeGrid.round(segment.start.latitudeUnits)
      var longitude = ShapeGrid.round(segment.start.longitudeUnits)
      for point in segment.inner {
        let north = ShapeGrid.round(point.latitudeUnits)
        let east = ShapeGrid.round(point.longitudeUnits)
        Varint.append(Varint.zigzag(north - latitude), to: &bytes)
        Varint.append(Varint.zigzag(east - longitude), to: &bytes)
        (latitude, longitude) = (north, east)
      }
      offsets.append(UInt32(bytes.count))
    }
    return (offsets, bytes)
  }
}

/// OSM ids as a base and unsigned differences of as few bytes as all of them need.
struct IDColumn {
  let base: Int64
  let width: Int
  let values: [UInt64]

  init(_ ids: [Int64]) {
    let base = ids.min() ?? 0
    self.base = base
    // The difference of two 64-bit integers fits 64 unsigned bits even where the subtraction wraps.
    values = ids.map { UInt64(bitPattern: $0 &- base) }
    width = max(1, (64 - (values.max() ?? 0).leadingZeroBitCount + 7) / 8)
  }

  func write(to writer: inout ByteWriter) {
    let width = width
    writer.column(values) { writer, value in
      for byte in 0..<width { writer.u8(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))) }
    }
  }
}

extension ByteWriter {
  /// Appends a column at the next multiple of four.
  mutating func column<Value>(_ values: [Value], _ write: (inout ByteWriter, Value) -> Void) {
    align(4)
    for value in values { write(&self, value) }
  }
}
