internal import Bytes
internal import RoadModel

/// Compares a segment with its copy in another tile: they must be equal except for numbers.
extension TileView {
  /// Compares a segment with one of another tile.
  ///
  /// - Parameters:
  ///   - segment: A segment of this tile.
  ///   - other: The other tile.
  ///   - there: A segment of it.
  /// - Returns: The first property that differs; nil if none does.
  package func difference(
    _ segment: SegmentIndex, _ other: borrowing TileView, _ there: SegmentIndex
  ) -> String? {
    if length(segment) != other.length(there) { return "length" }
    if stored(segment) != other.stored(there) { return "flags or bearing" }
    if reachBits(segment) != other.reachBits(there) { return "reach" }
    if shapeBytes(segment) != other.shapeBytes(there) { return "shape" }
    let (way, otherWay) = (way(segment), other.way(there))
    if wayOSMID(way) != other.wayOSMID(otherWay) { return "way" }
    if nameOffset(way) != other.nameOffset(otherWay) { return "name" }
    if refOffset(way) != other.refOffset(otherWay) { return "road number" }
    let numbers = attributeNumbers(attributeRow(way))
    if numbers != other.attributeNumbers(other.attributeRow(otherWay)) { return "attribute" }
    if storedWords(way) != other.storedWords(otherWay) { return "word" }
    if storedApproaches(segment) != other.storedApproaches(there) { return "approach" }
    return storedRules(segment) == other.storedRules(there) ? nil : "rule"
  }

  private func shapeBytes(_ segment: SegmentIndex) -> [UInt8] {
    (int(layout.segment.shape, segment)..<int(layout.segment.shape, segment.advanced(by: 1))).map {
      bytes.u8(layout.shapes &+ $0)
    }
  }

  /// The numbers of an attribute set as stored, including those without a defined meaning.
  private func attributeNumbers(_ row: Int) -> [UInt64] {
    let set = layout.attribute
    return [
      set.accessForward, set.accessBackward, set.roadClass, set.surface, set.roadFlags,
      set.speedForward, set.speedBackward, set.truckSpeedForward, set.truckSpeedBackward,
      set.trackGrade, set.smoothness, set.lanes,
    ].map { $0.number(bytes, row) }
  }

  private func storedWords(_ way: Int) -> [TileContents.Word] { words(ofWay: way).map { word($0) } }

  private func storedApproaches(_ segment: SegmentIndex) -> [Approach] {
    approachRows(of: segment).map { approach($0) }
  }

  private struct StoredRule: Equatable {
    let kind: UInt8
    let directions: UInt8
    let value: UInt64
    let condition: [UInt8]
  }

  private func storedRules(_ segment: SegmentIndex) -> [StoredRule] {
    if !hasRulesOrLimits(segment) { return [] }
    return ruleRows(of: segment).map { row in
      let rule = rule(row)
      let condition =
        rule.condition == RuleRow.always
        ? [] : conditionRange(Int(rule.condition)).map { bytes.u8($0) }
      return StoredRule(
        kind: rule.kind, directions: rule.directions.rawValue,
        value: layout.rule.value.number(bytes, row),
        condition: condition)
    }
  }
}
