internal import Bytes

/// Where the columns of one tile lie, found from its header (Formats/nav-1.md, section 6.3).
///
/// The counts are bounded and the columns fit the tile's length once ``init(_:tile:)`` has returned;
/// what the columns hold is checked by ``TileView/validate(tileCount:)``.
public final class TileLayout: Sendable {
  /// The length of the tile header in bytes.
  public static let headerLength = 104
  /// The greatest number of local junctions, of local edges, of ways and of attribute sets.
  public static let maxLocal = 65_535
  /// Bytes of an attribute set.
  public static let attributesLength = 24

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
  /// Bytes of a junction's OSM id.
  public let junctionIDWidth: Int
  /// Bytes of a way's OSM id.
  public let wayIDWidth: Int
  /// Base of the junctions' OSM ids.
  public let junctionIDBase: Int64
  /// Base of the ways' OSM ids.
  public let wayIDBase: Int64
  /// The two letters of the tile's country as they are in the file, 0 where it is the header's: cheaper to
  /// compare than ``country``.
  public let countryCode: UInt16

  let junctionLatitude: Int
  let junctionLongitude: Int
  let firstOut: Int
  let junctionFlags: Int
  let junctionID: Int
  let out: Int
  let segmentFrom: Int
  let segmentTo: Int
  let segmentWay: Int
  let segmentLength: Int
  let segmentFlags: Int
  let bearingFrom: Int
  let bearingTo: Int
  let segmentReach: Int
  let reach: Int
  let segmentShape: Int
  let wayID: Int
  let wayAttributes: Int
  let wayName: Int
  let wayRef: Int
  let attributes: Int
  let crossingSegment: Int
  let crossingTile: Int
  let crossingJunction: Int
  let crossingThere: Int
  let crossingLatitude: Int
  let crossingLongitude: Int
  let viaBase: Int
  let viaThere: Int
  let turnFrom: Int
  let turnTo: Int
  let turnEnter: Int
  let turnBanned: Int
  let ruleSubject: Int
  let ruleKind: Int
  let ruleDirections: Int
  let ruleValue: Int
  let ruleCondition: Int
  let conditionOffset: Int
  let conditions: Int
  let barrierJunction: Int
  let barrierPassing: Int
  let barrierEndOnly: Int
  let cellFirstJunction: Int
  let cellFirstSegment: Int
  let cellFirstVia: Int
  let cellNodes: Int
  let topNodes: Int
  let boxes: Int
  let shapes: Int
  /// The end of the last column.
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
    junctionIDWidth = Int(bytes.u8(56))
    wayIDWidth = Int(bytes.u8(57))
    junctionIDBase = bytes.i64(64)
    wayIDBase = bytes.i64(72)
    conditionCount = Int(bytes.u32(80))
    conditionLength = Int(bytes.u32(84))
    cellCount = Int(bytes.u32(88))
    cellSegmentCount = Int(bytes.u32(92))
    cellViaCount = Int(bytes.u32(96))
    guard junctionCount >= 1, junctionCount + crossingCount <= Self.maxLocal,
      ownSegmentCount <= segmentCount, 2 * segmentCount + viaCount <= Self.maxLocal,
      ownViaCount <= viaCount, wayCount <= Self.maxLocal,
      reachCount <= Self.maxLocal, attributeCount <= Self.maxLocal,
      conditionCount <= Self.maxLocal,
      outCount <= 2 * segmentCount, crossingCount <= segmentCount
    else { throw invalid(4, "counts exceed what a tile may have") }
    guard cellCount <= junctionCount, cellSegmentCount <= ownSegmentCount,
      cellViaCount <= ownViaCount, cellCount > 0 || cellSegmentCount + cellViaCount == 0
    else { throw invalid(88, "cells hold more than the tile") }
    guard bytes.u32(100) == 0 else { throw invalid(100, "reserved bytes are not zero") }
    guard (1...8).contains(junctionIDWidth), (1...8).contains(wayIDWidth) else {
      throw invalid(56, "ids are not 1 to 8 bytes wide")
    }

    var at = Self.headerLength
    func column(_ count: Int, _ stride: Int) -> Int {
      let start = (at + 3) & ~3
      at = start + count * stride
      return start
    }
    junctionLatitude = column(junctionCount, 4)
    junctionLongitude = column(junctionCount, 4)
    firstOut = column(junctionCount + 1, 2)
    junctionFlags = column(junctionCount, 1)
    junctionID = column(junctionCount, junctionIDWidth)
    out = column(outCount, 2)
    segmentFrom = column(segmentCount, 2)
    segmentTo = column(segmentCount, 2)
    segmentWay = column(segmentCount, 2)
    segmentLength = column(segmentCount, 4)
    segmentFlags = column(segmentCount, 1)
    bearingFrom = column(segmentCount, 1)
    bearingTo = column(segmentCount, 1)
    segmentReach = column(segmentCount, 2)
    reach = column(reachCount, 4)
    segmentShape = column(segmentCount + 1, 4)
    wayID = column(wayCount, wayIDWidth)
    wayAttributes = column(wayCount, 2)
    wayName = column(wayCount, 4)
    wayRef = column(wayCount, 4)
    attributes = column(attributeCount, Self.attributesLength)
    crossingSegment = column(crossingCount, 2)
    crossingTile = column(crossingCount, 4)
    crossingJunction = column(crossingCount, 2)
    crossingThere = column(crossingCount, 2)
    crossingLatitude = column(crossingCount, 4)
    crossingLongitude = column(crossingCount, 4)
    viaBase = column(viaCount, 2)
    viaThere = column(viaCount, 2)
    turnFrom = column(turnCount, 2)
    turnTo = column(turnCount, 2)
    turnEnter = column(turnCount, 2)
    turnBanned = column(turnCount, 1)
    ruleSubject = column(ruleCount, 2)
    ruleKind = column(ruleCount, 1)
    ruleDirections = column(ruleCount, 1)
    ruleValue = column(ruleCount, 4)
    ruleCondition = column(ruleCount, 2)
    conditionOffset = column(conditionCount + 1, 4)
    conditions = column(conditionLength, 1)
    barrierJunction = column(barrierCount, 2)
    barrierPassing = column(barrierCount, 1)
    barrierEndOnly = column(barrierCount, 1)
    let cellEnds = cellCount > 0 ? cellCount + 1 : 0
    cellFirstJunction = column(cellEnds, 2)
    cellFirstSegment = column(cellEnds, 2)
    cellFirstVia = column(cellEnds, 2)
    cellNodes = column(cellCount, 4)
    topNodes = column(
      cellCount > 0 ? 2 * (segmentCount - cellSegmentCount) + viaCount - cellViaCount : 0, 4)
    boxes = column(BoxTree(itemCount: ownSegmentCount).boxCount, 16)
    shapes = column(shapeLength, 1)
    end = at
    guard end == bytes.byteCount else {
      throw .truncated(part: part, needs: UInt64(end), has: UInt64(bytes.byteCount))
    }
  }

  /// The ISO 3166-1 alpha-2 code of the tile's country; empty where it is the header's.
  public var country: String {
    CountryCode.text(UInt8(countryCode & 0xFF), UInt8(countryCode >> 8)) ?? ""
  }

  /// The columns with their names and the bytes each takes, padding included, in file order.
  public var columns: [(name: String, bytes: Int)] {
    let starts: [(String, Int)] = [
      ("tile header", 0), ("junction latitude", junctionLatitude),
      ("junction longitude", junctionLongitude), ("junction first out", firstOut),
      ("junction flags", junctionFlags), ("junction OSM id", junctionID), ("out", out),
      ("segment from", segmentFrom), ("segment to", segmentTo), ("segment way", segmentWay),
      ("segment length", segmentLength), ("segment flags", segmentFlags),
      ("segment bearing from", bearingFrom), ("segment bearing to", bearingTo),
      ("segment reach", segmentReach), ("reach", reach), ("segment shape", segmentShape),
      ("way OSM id", wayID),
      ("way attributes", wayAttributes), ("way name", wayName), ("way ref", wayRef),
      ("attributes", attributes), ("crossing segment", crossingSegment),
      ("crossing tile", crossingTile), ("crossing junction", crossingJunction),
      ("crossing there", crossingThere), ("crossing latitude", crossingLatitude),
      ("crossing longitude", crossingLongitude), ("via base", viaBase), ("via there", viaThere),
      ("turn from", turnFrom), ("turn to", turnTo), ("turn enter", turnEnter),
      ("turn banned", turnBanned), ("rule subject", ruleSubject), ("rule kind", ruleKind),
      ("rule directions", ruleDirections), ("rule value", ruleValue),
      ("rule condition", ruleCondition), ("condition offset", conditionOffset),
      ("conditions", conditions), ("barrier junction", barrierJunction),
      ("barrier passing", barrierPassing), ("barrier end only", barrierEndOnly),
      ("cell first junction", cellFirstJunction), ("cell first segment", cellFirstSegment),
      ("cell first via", cellFirstVia), ("cell node", cellNodes), ("top node", topNodes),
      ("boxes", boxes), ("shapes", shapes),
    ]
    let ends = starts.dropFirst().map(\.1) + [end]
    return zip(starts, ends).map { ($0.0.0, $0.1 - $0.0.1) }
  }
}
