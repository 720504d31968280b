import Bytes
import Geo

/// The facts at the beginning of a tile, before its list of tables (Formats/nav-2.md, section 6.3).
struct TileFacts {
  let ownSegmentCount: Int
  let ownViaCount: Int
  let cellSegmentCount: Int
  let cellViaCount: Int
  let base: Coordinate
  let countryCode: UInt16
  let timeZone: Int
  let junctionIDBase: Int64
  let wayIDBase: Int64
  let boxShift: Int32
  /// The number of tables in the list.
  let tableCount: Int

  /// Reads and checks the facts of a tile.
  ///
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  init(_ bytes: RawSpan, in range: Range<Int>, tile: TileNumber) throws(FormatError) {
    let part = "tile \(tile)"
    let start = range.lowerBound
    guard range.count >= TileLayout.factsLength else {
      throw .truncated(
        part: part, needs: UInt64(TileLayout.factsLength), has: UInt64(range.count))
    }
    func invalid(_ offset: Int, _ rule: String) -> FormatError {
      .invalid(part: part, offset: UInt64(start + offset), rule: rule)
    }
    let number = bytes.u32(start)
    guard TileNumber(number) == tile else {
      throw invalid(0, "the tile says it is number \(number)")
    }
    ownSegmentCount = Int(bytes.u32(start + 4))
    ownViaCount = Int(bytes.u32(start + 8))
    cellSegmentCount = Int(bytes.u32(start + 12))
    cellViaCount = Int(bytes.u32(start + 16))
    base = Coordinate(latitudeUnits: bytes.i32(start + 20), longitudeUnits: bytes.i32(start + 24))
    guard CountryCode.text(bytes.u8(start + 28), bytes.u8(start + 29)) != nil else {
      throw invalid(28, "the country is not two capital letters")
    }
    countryCode = bytes.u16(start + 28)
    timeZone = Int(bytes.u16(start + 30))
    junctionIDBase = bytes.i64(start + 32)
    wayIDBase = bytes.i64(start + 40)
    boxShift = Int32(bytes.u8(start + 48))
    guard boxShift <= 31 else { throw invalid(48, "boxes have steps of more than 31 bits") }
    tableCount = Int(bytes.u8(start + 49))
  }
}

extension TileTables {
  /// The number of cells of the hierarchy; the last row only ends the row before.
  var cellCount: Int { max(rows(.cells) - 1, 0) }

  /// The number of directed edges in no cell; 0 if there are no cells.
  func topCount(_ facts: TileFacts) -> Int {
    if cellCount == 0 { return 0 }
    return 2 * (rows(.segments) - 1 - facts.cellSegmentCount) + rows(.vias) - facts.cellViaCount
  }

  /// What is wrong with the numbers of rows of a tile's tables, and where in the tile it shows; nil if nothing is.
  func fault(_ facts: TileFacts) -> (offset: Int, rule: String)? {
    let (junctions, segments) = (rows(.junctions) - 1, rows(.segments) - 1)
    let (crossings, vias, ways) = (rows(.crossings), rows(.vias), rows(.ways))
    let cells = cellCount
    let most = TileLayout.maxLocal
    guard junctions >= 1, junctions + crossings <= most, segments >= 0,
      facts.ownSegmentCount <= segments, 2 * segments + vias <= most, facts.ownViaCount <= vias,
      ways <= most, rows(.reaches) <= most, rows(.attributes) <= most, rows(.names) <= 2 * ways,
      max(rows(.conditionOffsets) - 1, 0) <= most, rows(.out) <= 2 * segments,
      crossings <= segments
    else { return (4, "counts exceed what a tile may have") }
    guard cells <= junctions, facts.cellSegmentCount <= facts.ownSegmentCount,
      facts.cellViaCount <= facts.ownViaCount,
      cells > 0 || facts.cellSegmentCount + facts.cellViaCount == 0
    else { return (12, "cells hold more than the tile") }
    guard rows(.junctionIDs) == junctions, rows(.wayIDs) == ways,
      rows(.boxes) == 4 * BoxTree(itemCount: facts.ownSegmentCount).boxCount
    else { return (49, "tables that belong together have different numbers of rows") }
    guard areBytes(.conditions), areBytes(.shapes) else {
      return (49, "a table of bytes has other columns")
    }
    return nil
  }
}
