internal import Bytes
internal import Geo

/// The positions of the columns of a tile, read from its header (Formats/nav-2.md, section 6.3).
///
/// ``init(_:in:tile:nodes:)`` checks the counts, and that the columns fit the tile's length.
/// ``TileView/validate(tileCount:)`` checks their contents. Each column that queries read has a constant here or in
/// ``TileColumns``; ``TileSchema`` defines its number and width for readers and the writer.
package final class TileLayout: Sendable {
  /// The length in bytes of the tile header before the list of tables.
  static let factsLength = 50
  /// The maximum number of local junctions, local edges, ways, attribute sets, reach rows and conditions.
  package static let maxLocal = 65_535

  /// The number of the tile.
  package let number: TileNumber
  /// The range of the tile in the bytes.
  package let range: Range<Int>
  /// Number of own junctions (N).
  package let junctionCount: Int
  /// Number of crossings (X).
  package let crossingCount: Int
  /// Number of own segments (S).
  package let ownSegmentCount: Int
  /// Number of segments, including copies (T).
  package let segmentCount: Int
  /// Number of ways (W).
  package let wayCount: Int
  /// Number of attribute sets (A).
  package let attributeCount: Int
  /// Number of entries of the lists of leaving edges (O).
  package let outCount: Int
  /// Number of via edges (V).
  package let viaCount: Int
  /// Number of via edges on own segments (VO).
  package let ownViaCount: Int
  /// Number of turn rows (R).
  package let turnCount: Int
  /// Number of rule rows (L).
  package let ruleCount: Int
  /// Number of barrier rows (B).
  package let barrierCount: Int
  /// Number of bytes of shapes (G).
  package let shapeLength: Int
  /// Number of reach rows (E).
  package let reachCount: Int
  /// Number of conditions (C).
  package let conditionCount: Int
  /// Number of bytes of conditions (K).
  package let conditionLength: Int
  /// Number of cells of the hierarchy (D); 0 in a file without one.
  package let cellCount: Int
  /// Number of own segments inside cells (SC); they are the first ones.
  package let cellSegmentCount: Int
  /// Number of via edges inside cells (VC); they are the first ones.
  package let cellViaCount: Int
  /// Number of directed edges in no cell; 0 if there are no cells.
  let topCount: Int
  /// Number of words of ways (Y).
  package let wordCount: Int
  /// Number of words of junctions (Z).
  package let junctionWordCount: Int
  /// Number of approaches (P).
  package let approachCount: Int
  /// Number of offsets of names (U).
  package let nameCount: Int
  /// Base of the junctions' OSM ids.
  package let junctionIDBase: Int64
  /// Base of the ways' OSM ids.
  package let wayIDBase: Int64
  /// The tile's time zone among the file's further zones, counted from one; 0 for the file's own.
  package let timeZone: Int
  /// The two letters of the tile's country as stored, 0 if it is the header's; cheaper to compare than ``country``.
  package let countryCode: UInt16

  /// The minimum latitude and longitude of junctions and own segments; the base of junctions, crossings and boxes.
  let base: Coordinate
  /// Boxes lie on a grid of 2 to the power of this, in coordinate units.
  let boxShift: Int32

  let junction: TileColumns.Junctions
  let segment: TileColumns.Segments
  let way: TileColumns.Ways
  let attribute: TileColumns.Attributes
  let crossing: TileColumns.Crossings
  let via: TileColumns.Vias
  let turn: TileColumns.Turns
  let rule: TileColumns.Rules
  let barrier: TileColumns.Barriers
  let cell: TileColumns.Cells
  let word: TileColumns.Words
  let junctionWord: TileColumns.JunctionWords
  let approach: TileColumns.Approaches
  let out: PackedColumn
  let reach: PackedColumn
  let names: PackedColumn
  let conditionOffset: PackedColumn
  let boxes: PackedColumn
  /// The hierarchy nodes of cells and cut edges; they are in the hierarchy's section, not in the tile.
  let cellNodes: PackedColumn
  let topNodes: PackedColumn
  /// The offsets of the bytes of conditions and of shapes.
  let conditions: Int
  let shapes: Int

  /// Reads the header of a tile and locates its columns.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the tile, such as the whole file.
  ///   - range: The range of the tile in them; nil for all bytes.
  ///   - tile: The number of the tile, which the header repeats.
  ///   - nodes: The position of its hierarchy nodes in the same bytes; nil in a file without a hierarchy.
  /// - Throws: ``FormatError/truncated(part:needs:has:)``, ``FormatError/unknownPart(part:name:)`` or
  ///   ``FormatError/invalid(part:offset:rule:)``.
  package convenience init(
    _ bytes: RawSpan, in range: Range<Int>? = nil, tile: TileNumber,
    nodes: TileHierarchyNodes? = nil
  ) throws(FormatError) {
    let part = "tile \(tile)"
    let range = range ?? 0..<bytes.byteCount
    let start = range.lowerBound
    let facts = try TileFacts(bytes, in: range, tile: tile)
    let tables = try TileTables(
      bytes, at: start + Self.factsLength, count: facts.tableCount, tile: range, part: part)
    let end = tables.end + PackedColumn.slack
    guard end == range.upperBound else {
      throw .truncated(part: part, needs: UInt64(end - start), has: UInt64(range.count))
    }
    if let fault = tables.fault(facts) {
      throw .invalid(part: part, offset: UInt64(start + fault.offset), rule: fault.rule)
    }
    guard nodes == nil || nodes?.count == tables.cellCount + tables.topCount(facts) else {
      throw .invalid(
        part: part, offset: UInt64(start + 12),
        rule: "the hierarchy has other cells and edges of the tile")
    }
    self.init(
      facts, tables, tile, range,
      nodes: nodes?.place ?? PackedColumn(at: 8 * start, width: 0, stride: 0))
  }

  /// A layout from a checked header, and the position of its hierarchy nodes.
  private init(
    _ facts: TileFacts, _ tables: TileTables, _ tile: TileNumber, _ range: Range<Int>,
    nodes: PackedColumn
  ) {
    self.range = range
    number = tile
    ownSegmentCount = facts.ownSegmentCount
    ownViaCount = facts.ownViaCount
    cellSegmentCount = facts.cellSegmentCount
    cellViaCount = facts.cellViaCount
    base = facts.base
    countryCode = facts.countryCode
    timeZone = facts.timeZone
    junctionIDBase = facts.junctionIDBase
    wayIDBase = facts.wayIDBase
    boxShift = facts.boxShift

    // The last row of these tables only ends the row before.
    junctionCount = tables.rows(.junctions) - 1
    segmentCount = tables.rows(.segments) - 1
    conditionCount = max(tables.rows(.conditionOffsets) - 1, 0)
    cellCount = tables.cellCount
    topCount = tables.topCount(facts)
    outCount = tables.rows(.out)
    reachCount = tables.rows(.reaches)
    wayCount = tables.rows(.ways)
    nameCount = tables.rows(.names)
    attributeCount = tables.rows(.attributes)
    crossingCount = tables.rows(.crossings)
    viaCount = tables.rows(.vias)
    turnCount = tables.rows(.turns)
    ruleCount = tables.rows(.rules)
    barrierCount = tables.rows(.barriers)
    conditionLength = tables.rows(.conditions)
    shapeLength = tables.rows(.shapes)
    wordCount = tables.rows(.words)
    junctionWordCount = tables.rows(.junctionWords)
    approachCount = tables.rows(.approaches)

    junction = TileColumns.Junctions(tables)
    segment = TileColumns.Segments(tables)
    way = TileColumns.Ways(tables)
    attribute = TileColumns.Attributes(tables)
    crossing = TileColumns.Crossings(tables)
    via = TileColumns.Vias(tables)
    turn = TileColumns.Turns(tables)
    rule = TileColumns.Rules(tables)
    barrier = TileColumns.Barriers(tables)
    cell = TileColumns.Cells(tables)
    word = TileColumns.Words(tables)
    junctionWord = TileColumns.JunctionWords(tables)
    approach = TileColumns.Approaches(tables)
    out = tables.place(of: .out)
    reach = tables.place(of: .reach)
    names = tables.place(of: .name)
    conditionOffset = tables.place(of: .conditionOffset)
    boxes = tables.place(of: .boxes)
    conditions = tables.place(of: .conditions).byte(0)
    shapes = tables.place(of: .shapes).byte(0)
    cellNodes = nodes
    topNodes = PackedColumn(
      at: nodes.start + cellCount * nodes.stride, width: nodes.width, stride: nodes.stride)
  }

  /// The ISO 3166-1 alpha-2 code of the tile's country; empty if it is the header's.
  package var country: String {
    CountryCode.text(UInt8(countryCode & 0xFF), UInt8(countryCode >> 8)) ?? ""
  }
}
