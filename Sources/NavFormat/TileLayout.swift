internal import Bytes
internal import Geo

/// Where the columns of one tile lie, found from its header (Formats/nav-1.md, section 6.3).
///
/// The counts are bounded and the columns fit the tile's length once ``init(_:tile:)`` has returned;
/// what the columns hold is checked by ``TileView/validate(tileCount:)``.
public final class TileLayout: Sendable {
  /// The length of the tile header in bytes.
  public static let headerLength = 176
  /// Where the header has the widths of the columns.
  static let widths = 112
  /// The greatest number of local junctions, of local edges, of ways and of attribute sets.
  public static let maxLocal = 65_535

  /// Own junctions (N).
  public let junctionCount: Int
  /// Crossings (X).
  public let crossingCount: Int
  /// Own segments (S).
  public let ownSegmentCount: Int
  /// Segments, copies included (T).
  public let segmentCount: Int
  /// Ways (W).
  public let wayCount: Int
  /// Attribute sets (A).
  public let attributeCount: Int
  /// Entries of the lists of leaving edges (O).
  public let outCount: Int
  /// Via edges (V).
  public let viaCount: Int
  /// Via edges on own segments (VO).
  public let ownViaCount: Int
  /// Turn rows (R).
  public let turnCount: Int
  /// Rule rows (L).
  public let ruleCount: Int
  /// Barrier rows (B).
  public let barrierCount: Int
  /// Bytes of shapes (G).
  public let shapeLength: Int
  /// Reach rows (E).
  public let reachCount: Int
  /// Conditions (C).
  public let conditionCount: Int
  /// Bytes of conditions (K).
  public let conditionLength: Int
  /// Cells of the hierarchy (D); 0 in a file without one.
  public let cellCount: Int
  /// Own segments inside cells (SC): the first ones.
  public let cellSegmentCount: Int
  /// Via edges inside cells (VC): the first ones.
  public let cellViaCount: Int
  /// Offsets of names (U).
  public let nameCount: Int
  /// Base of the junctions' OSM ids.
  public let junctionIDBase: Int64
  /// Base of the ways' OSM ids.
  public let wayIDBase: Int64
  /// The two letters of the tile's country as they are in the file, 0 where it is the header's: cheaper to
  /// compare than ``country``.
  public let countryCode: UInt16

  /// The least latitude and longitude that the junctions and own segments touch: junctions, crossings and
  /// boxes are counted from there.
  let base: Coordinate
  /// Boxes lie on a grid of 2 to the power of this.
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
  let cellNodes: PackedColumn
  let topNodes: PackedColumn
  let boxes: PackedColumn
  /// Where the bytes of conditions and of shapes begin.
  let conditions: Int
  let shapes: Int
  /// The end of the tile.
  let end: Int

  /// Reads the header of a tile and places its columns.
  ///
  /// - Parameters:
  ///   - bytes: The tile's bytes, nothing else.
  ///   - tile: Its number, which the header repeats.
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  public init(_ bytes: RawSpan, tile: Int) throws(FormatError) {
    let part = "tile \(tile)"
    guard bytes.byteCount >= Self.headerLength else {
      throw .truncated(
        part: part, needs: UInt64(Self.headerLength), has: UInt64(bytes.byteCount))
    }
    func invalid(_ offset: Int, _ rule: String) -> FormatError {
      .invalid(part: part, offset: UInt64(offset), rule: rule)
    }
    guard bytes.u32(0) == UInt32(truncatingIfNeeded: tile) else {
      throw invalid(0, "the tile says it is number \(bytes.u32(0))")
    }
    guard CountryCode.text(bytes.u8(58), bytes.u8(59)) != nil else {
      throw invalid(58, "the country is not two capital letters")
    }
    countryCode = bytes.u16(58)
    junctionCount = Int(bytes.u32(4))
    crossingCount = Int(bytes.u32(8))
    ownSegmentCount = Int(bytes.u32(12))
    segmentCount = Int(bytes.u32(16))
    wayCount = Int(bytes.u32(20))
    attributeCount = Int(bytes.u32(24))
    outCount = Int(bytes.u32(28))
    viaCount = Int(bytes.u32(32))
    ownViaCount = Int(bytes.u32(36))
    turnCount = Int(bytes.u32(40))
    ruleCount = Int(bytes.u32(44))
    barrierCount = Int(bytes.u32(48))
    shapeLength = Int(bytes.u32(52))
    reachCount = Int(bytes.u32(60))
    boxShift = Int32(bytes.u8(56))
    junctionIDBase = bytes.i64(64)
    wayIDBase = bytes.i64(72)
    conditionCount = Int(bytes.u32(80))
    conditionLength = Int(bytes.u32(84))
    cellCount = Int(bytes.u32(88))
    cellSegmentCount = Int(bytes.u32(92))
    cellViaCount = Int(bytes.u32(96))
    nameCount = Int(bytes.u32(100))
    base = Coordinate(latitudeUnits: bytes.i32(104), longitudeUnits: bytes.i32(108))
    guard junctionCount >= 1, junctionCount + crossingCount <= Self.maxLocal,
      ownSegmentCount <= segmentCount, 2 * segmentCount + viaCount <= Self.maxLocal,
      ownViaCount <= viaCount, wayCount <= Self.maxLocal,
      reachCount <= Self.maxLocal, attributeCount <= Self.maxLocal, nameCount <= 2 * wayCount,
      conditionCount <= Self.maxLocal,
      outCount <= 2 * segmentCount, crossingCount <= segmentCount
    else { throw invalid(4, "counts exceed what a tile may have") }
    guard cellCount <= junctionCount, cellSegmentCount <= ownSegmentCount,
      cellViaCount <= ownViaCount, cellCount > 0 || cellSegmentCount + cellViaCount == 0
    else { throw invalid(88, "cells hold more than the tile") }
    guard bytes.u8(57) == 0, bytes.u32(172) == 0 else {
      throw invalid(57, "reserved bytes are not zero")
    }
    guard boxShift <= 31 else { throw invalid(56, "boxes have steps of more than 31 bits") }

    var at = Self.headerLength
    var width = Self.widths
    var stride = 0
    var bit = 0
    var flaw: Int?
    func table(_ rows: Int, columns: Int) {
      stride = 0
      for column in width..<width + columns { stride += min(Int(bytes.u8(column)), 64) }
      bit = 8 * at
      at += PackedColumn.length(rows, width: stride)
    }
    func column(_ limit: Int) -> PackedColumn {
      let bits = Int(bytes.u8(width))
      if bits > limit || bits > PackedColumn.wide && bits < 64 { flaw = flaw ?? width }
      width += 1
      let column = PackedColumn(at: bit, width: min(bits, 64), stride: stride)
      bit += column.width
      return column
    }
    table(junctionCount + 1, columns: 4)
    junctionLatitude = column(32)
    junctionLongitude = column(32)
    firstOut = column(16)
    junctionFlags = column(8)
    table(junctionCount, columns: 1)
    junctionID = column(64)
    table(outCount, columns: 1)
    out = column(16)
    table(segmentCount + 1, columns: 9)
    segmentFrom = column(16)
    segmentTo = column(16)
    segmentEnds = PackedPair(segmentFrom, segmentTo)
    segmentWay = column(16)
    segmentLength = column(32)
    segmentFlags = column(2)
    bearingFrom = column(8)
    bearingTo = column(8)
    segmentReach = column(16)
    segmentShape = column(32)
    table(reachCount, columns: 1)
    reach = column(32)
    table(wayCount, columns: 1)
    wayID = column(64)
    table(wayCount, columns: 3)
    wayAttributes = column(16)
    wayName = column(32)
    wayRef = column(32)
    table(nameCount, columns: 1)
    names = column(32)
    table(attributeCount, columns: 12)
    accessForward = column(32)
    accessBackward = column(32)
    roadClass = column(8)
    surface = column(8)
    roadFlags = column(16)
    speedForward = column(16)
    speedBackward = column(16)
    truckSpeedForward = column(16)
    truckSpeedBackward = column(16)
    trackGrade = column(8)
    smoothness = column(8)
    lanes = column(8)
    table(crossingCount, columns: 6)
    crossingSegment = column(16)
    crossingTile = column(32)
    crossingJunction = column(16)
    crossingThere = column(16)
    crossingLatitude = column(32)
    crossingLongitude = column(32)
    table(viaCount, columns: 2)
    viaBase = column(16)
    viaThere = column(16)
    table(turnCount, columns: 4)
    turnFrom = column(16)
    turnTo = column(16)
    turnEnter = column(16)
    turnBanned = column(9)
    table(ruleCount, columns: 5)
    ruleSubject = column(16)
    ruleKind = column(8)
    ruleDirections = column(8)
    ruleValue = column(32)
    ruleCondition = column(16)
    table(conditionCount + 1, columns: 1)
    conditionOffset = column(32)
    table(barrierCount, columns: 3)
    barrierJunction = column(16)
    barrierPassing = column(8)
    barrierEndOnly = column(8)
    table(cellCount > 0 ? cellCount + 1 : 0, columns: 4)
    cellFirstJunction = column(16)
    cellFirstSegment = column(16)
    cellFirstVia = column(16)
    cellNodes = column(32)
    let topCount =
      cellCount > 0 ? 2 * (segmentCount - cellSegmentCount) + viaCount - cellViaCount : 0
    table(topCount, columns: 1)
    topNodes = column(32)
    table(4 * BoxTree(itemCount: ownSegmentCount).boxCount, columns: 1)
    boxes = column(16)
    if let flaw { throw invalid(flaw, "a column has numbers of too many bits") }
    conditions = at
    shapes = conditions + conditionLength
    end = shapes + shapeLength + PackedColumn.slack
    guard end == bytes.byteCount else {
      throw .truncated(part: part, needs: UInt64(end), has: UInt64(bytes.byteCount))
    }
    // Rows take no room where all their numbers are zero.
    guard max(turnCount, ruleCount, barrierCount) <= 8 * bytes.byteCount else {
      throw invalid(40, "more rows than the tile has bits")
    }
  }

  /// The ISO 3166-1 alpha-2 code of the tile's country; empty where it is the header's.
  public var country: String {
    CountryCode.text(UInt8(countryCode & 0xFF), UInt8(countryCode >> 8)) ?? ""
  }
}
