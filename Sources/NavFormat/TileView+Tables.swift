internal import Bytes
package import RoadModel

/// The tables with few rows: turns, rules with their conditions, barriers.
extension TileView {
  // MARK: Turns

  /// A turn row.
  package func turn(_ row: Int) -> TurnRow {
    let banned = u16(layout.turn.banned, row)
    return TurnRow(
      from: EdgeIndex(int(layout.turn.from, row)), to: EdgeIndex(int(layout.turn.to, row)),
      enter: u16(layout.turn.enter, row),
      banned: ModeSet(rawValue: UInt8(truncatingIfNeeded: banned &>> 1)),
      hasRules: banned & TurnRow.rulesBit != 0)
  }

  /// The number of a turn's row, found by binary search; nil if the turn has none.
  package func turnRow(from: EdgeIndex, to: EdgeIndex) -> Int? {
    let key = UInt32(from) &<< 16 | UInt32(to)
    func pair(_ row: Int) -> UInt32 {
      UInt32(u16(layout.turn.from, row)) &<< 16
        | UInt32(u16(layout.turn.to, row))
    }
    let row = lowerBound(layout.turnCount) { pair($0) < key }
    return row < layout.turnCount && pair(row) == key ? row : nil
  }

  /// The row of a turn, found by binary search; nil if the turn has none.
  package func turn(from: EdgeIndex, to: EdgeIndex) -> TurnRow? {
    turnRow(from: from, to: to).map { turn($0) }
  }

  // MARK: Rules

  /// Whether any turn has rules; their rows are the last ones.
  package var hasTurnRules: Bool {
    layout.ruleCount > 0
      && u8(layout.rule.directions, layout.ruleCount &- 1) &>> 2 == RuleSubject.turn.rawValue
  }

  /// A rule row.
  package func rule(_ row: Int) -> RuleRow {
    let directions = u8(layout.rule.directions, row)
    let of = RuleSubject(rawValue: directions &>> 2) ?? .turn
    return RuleRow(
      subject: u16(layout.rule.subject, row), of: of,
      kind: u8(layout.rule.kind, row),
      directions: of == .segment ? DirectionSet(rawValue: directions) : .both,
      value: u32(layout.rule.value, row),
      condition: u16(layout.rule.condition, row))
  }

  /// The rule rows of a segment, found by binary search.
  ///
  /// They ascend by kind; rows of one kind are in the order in which they override.
  package func ruleRows(of segment: SegmentIndex) -> Range<Int> {
    ruleRows(segment.rawValue, of: .segment)
  }

  /// The rule rows of an own junction, in the same order.
  package func ruleRows(of junction: JunctionIndex) -> Range<Int> {
    ruleRows(junction.rawValue, of: .junction)
  }

  /// The rule rows of a turn row, in the same order.
  package func ruleRows(ofTurn row: Int) -> Range<Int> { ruleRows(row, of: .turn) }

  private func ruleRows(_ subject: Int, of: RuleSubject) -> Range<Int> {
    let key = UInt32(of.rawValue) &<< 16 | UInt32(truncatingIfNeeded: subject)
    let low = lowerBound(layout.ruleCount) { ruleKey($0) < key }
    var high = low
    while high < layout.ruleCount, ruleKey(high) == key { high &+= 1 }
    return low..<high
  }

  /// The kind and the number of a rule's subject, which order the rows.
  @inline(__always)
  func ruleKey(_ row: Int) -> UInt32 {
    UInt32(u8(layout.rule.directions, row) &>> 2) &<< 16
      | UInt32(u16(layout.rule.subject, row))
  }

  /// Decodes a condition.
  ///
  /// - Parameter row: The row, as in a rule row; ``RuleRow/always`` is the condition that always holds.
  /// - Returns: The condition; an unknown one if the bytes are damaged.
  /// - Complexity: O(bytes of the condition). It allocates, so a search should decode each condition once.
  package func condition(_ row: Int) -> Condition {
    if row == Int(RuleRow.always) { return .always }
    return decodedCondition(row) ?? ConditionCoding.damaged
  }

  /// Decodes a condition; nil if its bytes are damaged.
  func decodedCondition(_ row: Int) -> Condition? {
    let (first, last) = (int(layout.conditionOffset, row), int(layout.conditionOffset, row &+ 1))
    guard first <= last, last <= layout.conditionLength else { return nil }
    return ConditionCoding.decoded(bytes, layout.conditions &+ first..<layout.conditions &+ last)
  }

  // MARK: Barriers

  /// The modes that may pass an own junction from one segment to another.
  package func passing(_ junction: JunctionIndex) -> ModeSet {
    barrierRow(junction).map { barrier($0).passing } ?? .all
  }

  /// The modes of ``passing(_:)`` that may do so only into or out of the zone where their trip begins or ends.
  package func endOnly(_ junction: JunctionIndex) -> ModeSet {
    barrierRow(junction).map { barrier($0).endOnly } ?? []
  }

  /// A barrier row.
  package func barrier(_ row: Int) -> (junction: JunctionIndex, passing: ModeSet, endOnly: ModeSet)
  {
    (
      JunctionIndex(int(layout.barrier.junction, row)),
      ModeSet(rawValue: u8(layout.barrier.passing, row)),
      ModeSet(rawValue: u8(layout.barrier.endOnly, row))
    )
  }

  /// The number of an own junction's barrier row, found by binary search; nil if it has none.
  private func barrierRow(_ junction: JunctionIndex) -> Int? {
    func place(_ row: Int) -> Int { int(layout.barrier.junction, row) }
    let row = lowerBound(layout.barrierCount) { place($0) < junction.rawValue }
    return row < layout.barrierCount && place(row) == junction.rawValue ? row : nil
  }
}
