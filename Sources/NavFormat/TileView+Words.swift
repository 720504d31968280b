internal import Bytes
package import RoadModel

/// Words of ways and junctions, and approaches (Formats/nav-2.md, sections 6.11 and 6.12).
extension TileView {
  // MARK: Words of ways

  /// The rows of a way's words, found by binary search; they ascend by kind and directions.
  package func words(ofWay way: Int) -> Range<Int> {
    rows(of: way, layout.word.way, layout.wordCount)
  }

  /// The word in a row.
  package func word(_ row: Int) -> TileContents.Word {
    TileContents.Word(
      kind: RoadWordKind(rawValue: u8(layout.word.kind, row)),
      directions: DirectionSet(rawValue: u8(layout.word.directions, row)),
      text: u32(layout.word.text, row))
  }

  /// The offset of a way's word in the names section; 0 if it has none of the kind in the direction.
  ///
  /// - Complexity: O(log words of the tile + words of the way); it allocates nothing.
  package func wordOffset(_ kind: RoadWordKind, _ direction: Direction, ofWay way: Int) -> UInt32 {
    wordOffset(kind, direction, among: words(ofWay: way))
  }

  /// The offset of the first word of a kind and a direction in the names section; 0 if none of the rows has one.
  package func wordOffset(
    _ kind: RoadWordKind, _ direction: Direction, among rows: Range<Int>
  ) -> UInt32 {
    for row in rows {
      let word = word(row)
      if word.kind == kind && word.directions.contains(direction) { return word.text }
    }
    return 0
  }

  /// Whether one of the rows has a word of some kinds.
  package func hasWord(of kinds: ClosedRange<UInt8>, among rows: Range<Int>) -> Bool {
    for row in rows where kinds.contains(u8(layout.word.kind, row)) { return true }
    return false
  }

  // MARK: Words of junctions

  /// The rows of an own junction's words, found by binary search; they ascend by kind.
  package func words(of junction: JunctionIndex) -> Range<Int> {
    rows(of: junction.rawValue, layout.junctionWord.junction, layout.junctionWordCount)
  }

  /// The word of a junction in a row; its directions are both.
  package func junctionWord(_ row: Int) -> TileContents.Word {
    TileContents.Word(
      kind: RoadWordKind(rawValue: u8(layout.junctionWord.kind, row)),
      text: u32(layout.junctionWord.text, row))
  }

  /// The offset of an own junction's word in the names section; 0 if it has none of the kind.
  package func wordOffset(_ kind: RoadWordKind, of junction: JunctionIndex) -> UInt32 {
    for row in words(of: junction) {
      let word = junctionWord(row)
      if word.kind == kind { return word.text }
    }
    return 0
  }

  // MARK: Approaches

  /// The rows of a segment's approaches, found by binary search, ascending by point and kind.
  package func approachRows(of segment: SegmentIndex) -> Range<Int> {
    rows(of: segment.rawValue, layout.approach.segment, layout.approachCount)
  }

  /// The approach in a row.
  package func approach(_ row: Int) -> Approach {
    Approach(
      point: u16(layout.approach.point, row),
      kind: ApproachKind(rawValue: u8(layout.approach.kind, row)),
      directions: DirectionSet(rawValue: u8(layout.approach.directions, row)))
  }

  /// The rows of a table that have a number in an ascending column.
  @inline(__always)
  private func rows(of number: Int, _ column: PackedColumn, _ count: Int) -> Range<Int> {
    if count == 0 { return 0..<0 }
    let first = lowerBound(count) { int(column, $0) < number }
    var end = first
    while end < count, int(column, end) == number { end &+= 1 }
    return first..<end
  }
}
