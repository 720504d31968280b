internal import Bytes
internal import Geo

/// The positions of the columns of a tile, read from its header (Formats/nav-2.md, section 6.3).
///
/// ``init(_:in:tile:nodes:)`` checks the counts, and that the columns fit the tile's length.
/// ``TileView/validate(tileCount:)`` checks their contents. Each column that queries read has a constant here;
/// ``TileSchema`` defines its number and width for readers and the writer.
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

  let junctionLatitude: PackedColumn
  let junctionLongitude: PackedColumn
  let firstOut: PackedColumn
  let junctionFlags: PackedColumn
  let junctionID: PackedColumn
  let out: PackedColumn
  let segmentFrom: PackedColumn
  let segmentTo: PackedColumn
  /// Both ends of a segment.
  let segmentEnds: PackedPair
  let segmentWay: PackedColumn
  let segmentLength: PackedColumn
  let segmentFlags: PackedColumn
  let bearingFrom: PackedColumn
  let bearingTo: PackedColumn
  let segmentReach: PackedColumn
  let reach: PackedColumn
  let segmentShape: PackedColumn
  let wayID: PackedColumn
  let wayAttributes: PackedColumn
  let wayName: PackedColumn
  let wayRef: PackedColumn
  let names: PackedColumn
  let accessForward: PackedColumn
  let accessBackward: PackedColumn
  let roadClass: PackedColumn
  let surface: PackedColumn
  let roadFlags: PackedColumn
  let speedForward: PackedColumn
  let speedBackward: PackedColumn
  let truckSpeedForward: PackedColumn
  let truckSpeedBackward: PackedColumn
  let trackGrade: PackedColumn
  let smoothness: PackedColumn
  let lanes: PackedColumn
  let crossingSegment: PackedColumn
  let crossingTile: PackedColumn
  let crossingJunction: PackedColumn
  let crossingThere: PackedColumn
  let crossingLatitude: PackedColumn
  let crossingLongitude: PackedColumn
  let viaBase: PackedColumn
  let viaThere: PackedColumn
  let turnFrom: PackedColumn
  let turnTo: PackedColumn
  let turnEnter: PackedColumn
  let turnBanned: PackedColumn
  let ruleSubject: PackedColumn
  let ruleKind: PackedColumn
  let ruleDirections: PackedColumn
  let ruleValue: PackedColumn
  let ruleCondition: PackedColumn
  let conditionOffset: PackedColumn
  let barrierJunction: PackedColumn
  let barrierPassing: PackedColumn
  let barrierEndOnly: PackedColumn
  let cellFirstJunction: PackedColumn
  let cellFirstSegment: PackedColumn
  let cellFirstVia: PackedColumn
  let boxes: PackedColumn
  let wordWay: PackedColumn
  let wordKind: PackedColumn
  let wordDirections: PackedColumn
  let wordText: PackedColumn
  let junctionWordJunction: PackedColumn
  let junctionWordKind: PackedColumn
  let junctionWordText: PackedColumn
  let approachSegment: PackedColumn
  let approachPoint: PackedColumn
  let approachKind: PackedColumn
  let approachDirections: PackedColumn
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
  package init(
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
    cellCount = max(tables.rows(.cells) - 1, 0)
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

    junctionLatitude = tables.place(of: .junctionLatitude)
    junctionLongitude = tables.place(of: .junctionLongitude)
    firstOut = tables.place(of: .junctionFirstOut)
    junctionFlags = tables.place(of: .junctionFlags)
    junctionID = tables.place(of: .junctionID)
    out = tables.place(of: .out)
    segmentFrom = tables.place(of: .segmentFrom)
    segmentTo = tables.place(of: .segmentTo)
    segmentEnds = PackedPair(segmentFrom, segmentTo)
    segmentWay = tables.place(of: .segmentWay)
    segmentLength = tables.place(of: .segmentLength)
    segmentFlags = tables.place(of: .segmentFlags)
    bearingFrom = tables.place(of: .bearingFrom)
    bearingTo = tables.place(of: .bearingTo)
    segmentReach = tables.place(of: .segmentReach)
    segmentShape = tables.place(of: .segmentShape)
    reach = tables.place(of: .reach)
    wayID = tables.place(of: .wayID)
    wayAttributes = tables.place(of: .wayAttributes)
    wayName = tables.place(of: .wayName)
    wayRef = tables.place(of: .wayRef)
    names = tables.place(of: .name)
    accessForward = tables.place(of: .accessForward)
    accessBackward = tables.place(of: .accessBackward)
    roadClass = tables.place(of: .roadClass)
    surface = tables.place(of: .surface)
    roadFlags = tables.place(of: .roadFlags)
    speedForward = tables.place(of: .speedForward)
    speedBackward = tables.place(of: .speedBackward)
    truckSpeedForward = tables.place(of: .truckSpeedForward)
    truckSpeedBackward = tables.place(of: .truckSpeedBackward)
    trackGrade = tables.place(of: .trackGrade)
    smoothness = tables.place(of: .smoothness)
    lanes = tables.place(of: .lanes)
    crossingSegment = tables.place(of: .crossingSegment)
    crossingTile = tables.place(of: .crossingTile)
    crossingJunction = tables.place(of: .crossingJunction)
    crossingThere = tables.place(of: .crossingThere)
    crossingLatitude = tables.place(of: .crossingLatitude)
    crossingLongitude = tables.place(of: .crossingLongitude)
    viaBase = tables.place(of: .viaBase)
    viaThere = tables.place(of: .viaThere)
    turnFrom = tables.place(of: .turnFrom)
    turnTo = tables.place(of: .turnTo)
    turnEnter = tables.place(of: .turnEnter)
    turnBanned = tables.place(of: .turnBanned)
    ruleSubject = tables.place(of: .ruleSubject)
    ruleKind = tables.place(of: .ruleKind)
    ruleDirections = tables.place(of: .ruleDirections)
    ruleValue = tables.place(of: .ruleValue)
    ruleCondition = tables.place(of: .ruleCondition)
    conditionOffset = tables.place(of: .conditionOffset)
    barrierJunction = tables.place(of: .barrierJunction)
    barrierPassing = tables.place(of: .barrierPassing)
    barrierEndOnly = tables.place(of: .barrierEndOnly)
    cellFirstJunction = tables.place(of: .cellFirstJunction)
    cellFirstSegment = tables.place(of: .cellFirstSegment)
    cellFirstVia = tables.place(of: .cellFirstVia)
    boxes = tables.place(of: .boxes)
    wordWay = tables.place(of: .wordWay)
    wordKind = tables.place(of: .wordKind)
    wordDirections = tables.place(of: .wordDirections)
    wordText = tables.place(of: .wordText)
    junctionWordJunction = tables.place(of: .junctionWordJunction)
    junctionWordKind = tables.place(of: .junctionWordKind)
    junctionWordText = tables.place(of: .junctionWordText)
    approachSegment = tables.place(of: .approachSegment)
    approachPoint = tables.place(of: .approachPoint)
    approachKind = tables.place(of: .approachKind)
    approachDirections = tables.place(of: .approachDirections)
    conditions = tables.place(of: .conditions).byte(0)
    shapes = tables.place(of: .shapes).byte(0)

    let cutEdges = 2 * (segmentCount - cellSegmentCount) + viaCount - cellViaCount
    topCount = cellCount > 0 ? cutEdges : 0
    guard nodes == nil || nodes?.count == cellCount + topCount else {
      throw .invalid(
        part: part, offset: UInt64(start + 12),
        rule: "the hierarchy has other cells and edges of the tile")
    }
    cellNodes = nodes?.place ?? PackedColumn(at: 8 * start, width: 0, stride: 0)
    topNodes = PackedColumn(
      at: cellNodes.start + cellCount * cellNodes.stride, width: cellNodes.width,
      stride: cellNodes.stride)
  }

  /// The ISO 3166-1 alpha-2 code of the tile's country; empty if it is the header's.
  package var country: String {
    CountryCode.text(UInt8(countryCode & 0xFF), UInt8(countryCode >> 8)) ?? ""
  }
}
