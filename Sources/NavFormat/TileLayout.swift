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
    var flaw: Int?
    func column(_ count: Int, _ limit: Int) -> PackedColumn {
      let bits = Int(bytes.u8(width))
      if bits > limit || bits > PackedColumn.wide && bits < 64 { flaw = flaw ?? width }
      width += 1
      let column = PackedColumn(at: at, width: min(bits, 64))
      at += PackedColumn.length(count, width: bits)
      return column
    }
    junctionLatitude = column(junctionCount, 32)
    junctionLongitude = column(junctionCount, 32)
    firstOut = column(junctionCount + 1, 16)
    junctionFlags = column(junctionCount, 8)
    junctionID = column(junctionCount, 64)
    out = column(outCount, 16)
    segmentFrom = column(segmentCount, 16)
    segmentTo = column(segmentCount, 16)
    segmentWay = column(segmentCount, 16)
    segmentLength = column(segmentCount, 32)
    segmentFlags = column(segmentCount, 2)
    bearingFrom = column(segmentCount, 8)
    bearingTo = column(segmentCount, 8)
    segmentReach = column(segmentCount, 16)
    reach = column(reachCount, 28)
    segmentShape = column(segmentCount + 1, 32)
    wayID = column(wayCount, 64)
    wayAttributes = column(wayCount, 16)
    wayName = column(wayCount, 32)
    wayRef = column(wayCount, 32)
    names = column(nameCount, 32)
    accessForward = column(attributeCount, 28)
    accessBackward = column(attributeCount, 28)
    roadClass = column(attributeCount, 8)
    surface = column(attributeCount, 8)
    roadFlags = column(attributeCount, 16)
    speedForward = column(attributeCount, 16)
    speedBackward = column(attributeCount, 16)
    truckSpeedForward = column(attributeCount, 16)
    truckSpeedBackward = column(attributeCount, 16)
    trackGrade = column(attributeCount, 8)
    smoothness = column(attributeCount, 8)
    lanes = column(attributeCount, 8)
    crossingSegment = column(crossingCount, 16)
    crossingTile = column(crossingCount, 32)
    crossingJunction = column(crossingCount, 16)
    crossingThere = column(crossingCount, 16)
    crossingLatitude = column(crossingCount, 32)
    crossingLongitude = column(crossingCount, 32)
    viaBase = column(viaCount, 16)
    viaThere = column(viaCount, 16)
    turnFrom = column(turnCount, 16)
    turnTo = column(turnCount, 16)
    turnEnter = column(turnCount, 16)
    turnBanned = column(turnCount, 8)
    ruleSubject = column(ruleCount, 16)
    ruleKind = column(ruleCount, 8)
    ruleDirections = column(ruleCount, 8)
    ruleValue = column(ruleCount, 32)
    ruleCondition = column(ruleCount, 16)
    conditionOffset = column(conditionCount + 1, 32)
    barrierJunction = column(barrierCount, 16)
    barrierPassing = column(barrierCount, 7)
    barrierEndOnly = column(barrierCount, 7)
    let cellEnds = cellCount > 0 ? cellCount + 1 : 0
    cellFirstJunction = column(cellEnds, 16)
    cellFirstSegment = column(cellEnds, 16)
    cellFirstVia = column(cellEnds, 16)
    cellNodes = column(cellCount, 32)
    let topCount =
      cellCount > 0 ? 2 * (segmentCount - cellSegmentCount) + viaCount - cellViaCount : 0
    topNodes = column(topCount, 32)
    boxes = column(4 * BoxTree(itemCount: ownSegmentCount).boxCount, 16)
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

  /// The columns with their names and the bytes each takes, padding included, in file order.
  public var columns: [(name: String, bytes: Int)] {
    let packed: [(String, PackedColumn)] = [
      ("junction latitude", junctionLatitude),
      ("junction longitude", junctionLongitude),
      ("junction first out", firstOut),
      ("junction flags", junctionFlags),
      ("junction OSM id", junctionID),
      ("out", out),
      ("segment from", segmentFrom),
      ("segment to", segmentTo),
      ("segment way", segmentWay),
      ("segment length", segmentLength),
      ("segment flags", segmentFlags),
      ("segment bearing from", bearingFrom),
      ("segment bearing to", bearingTo),
      ("segment reach", segmentReach),
      ("reach", reach),
      ("segment shape", segmentShape),
      ("way OSM id", wayID),
      ("way attributes", wayAttributes),
      ("way name", wayName),
      ("way ref", wayRef),
      ("name", names),
      ("access forward", accessForward),
      ("access backward", accessBackward),
      ("road class", roadClass),
      ("surface", surface),
      ("road flags", roadFlags),
      ("speed forward", speedForward),
      ("speed backward", speedBackward),
      ("truck speed forward", truckSpeedForward),
      ("truck speed backward", truckSpeedBackward),
      ("track grade", trackGrade),
      ("smoothness", smoothness),
      ("lanes", lanes),
      ("crossing segment", crossingSegment),
      ("crossing tile", crossingTile),
      ("crossing junction", crossingJunction),
      ("crossing there", crossingThere),
      ("crossing latitude", crossingLatitude),
      ("crossing longitude", crossingLongitude),
      ("via base", viaBase),
      ("via there", viaThere),
      ("turn from", turnFrom),
      ("turn to", turnTo),
      ("turn enter", turnEnter),
      ("turn banned", turnBanned),
      ("rule subject", ruleSubject),
      ("rule kind", ruleKind),
      ("rule directions", ruleDirections),
      ("rule value", ruleValue),
      ("rule condition", ruleCondition),
      ("condition offset", conditionOffset),
      ("barrier junction", barrierJunction),
      ("barrier passing", barrierPassing),
      ("barrier end only", barrierEndOnly),
      ("cell first junction", cellFirstJunction),
      ("cell first segment", cellFirstSegment),
      ("cell first via", cellFirstVia),
      ("cell node", cellNodes),
      ("top node", topNodes),
      ("boxes", boxes),
    ]
    let starts =
      [("tile header", 0)] + packed.map { ($0, $1.start / 8) }
      + [("conditions", conditions), ("shapes", shapes), ("padding", shapes + shapeLength)]
    let ends = starts.dropFirst().map(\.1) + [end]
    return zip(starts, ends).map { ($0.0.0, $0.1 - $0.0.1) }
  }
}
