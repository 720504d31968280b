internal import RoadModel

/// The rule rows of a tile in file order and its distinct conditions, made from ``TileContents/rules``.
struct RuleColumns {
  /// The rows, ascending by subject and kind; those of one subject and kind in the order given.
  private(set) var rows: [RuleRow] = []
  /// The offset of each condition in ``conditions``, then the length of all.
  private(set) var conditionOffsets: [UInt32] = [0]
  /// The bytes of the conditions.
  private(set) var conditions: [UInt8] = []

  /// The replacement for conditions beyond the maximum number of a tile, which may apply.
  private static let oneOfTooMany = Condition([.unknown("one of too many conditions")])

  init(_ rules: [(subject: UInt16, of: RuleSubject, rule: RoadRule)]) {
    var known: [[UInt8]: UInt16] = [:]
    for index in Self.order(rules) {
      let (subject, of, rule) = rules[index]
      let condition = intern(rule.condition, &known)
      let row = RuleRow(subject: subject, of: of, rule: rule, condition: condition)
      precondition(RuleRow.isAllowed(row.kind, of: of), "rule \(rule.effect) of a \(of)")
      rows.append(row)
    }
  }

  /// The indices of the rules in file order, without rules of segments that have no direction and so no effect.
  private static func order(
    _ rules: [(subject: UInt16, of: RuleSubject, rule: RoadRule)]
  ) -> [Int] {
    func key(_ index: Int) -> (UInt8, UInt16, UInt8, Int) {
      let (subject, of, rule) = rules[index]
      return (of.rawValue, subject, RuleRow.stored(rule.effect).kind, index)
    }
    return rules.indices
      .filter { rules[$0].of != .segment || !rules[$0].rule.directions.isEmpty }
      .sorted { key($0) < key($1) }
  }

  /// The row of a condition, added if it is new.
  private mutating func intern(_ condition: Condition, _ known: inout [[UInt8]: UInt16]) -> UInt16 {
    if condition.terms.isEmpty { return RuleRow.always }
    var bytes = ConditionCoding.encoded(condition)
    if let row = known[bytes] { return row }
    if known.count >= TileLayout.maxLocal - 1 {
      bytes = ConditionCoding.encoded(Self.oneOfTooMany)
      if let row = known[bytes] { return row }
    }
    let row = UInt16(known.count)
    known[bytes] = row
    conditions += bytes
    conditionOffsets.append(UInt32(conditions.count))
    return row
  }

  /// The flags of the segments: bit 0 limits, bit 1 other rules.
  func segmentFlags(_ count: Int) -> [UInt8] {
    var flags = [UInt8](repeating: 0, count: count)
    for row in rows where row.of == .segment { flags[Int(row.subject)] |= row.isLimit ? 1 : 2 }
    return flags
  }

  /// The junctions or turn rows that have rules.
  func subjects(_ of: RuleSubject) -> Set<UInt16> {
    Set(rows.lazy.filter { $0.of == of }.map(\.subject))
  }

  func add(to tables: inout PackedTables) {
    tables.add(.ruleSubject, rows) { $0.subject }
    tables.add(.ruleKind, rows) { $0.kind }
    tables.add(.ruleDirections, rows) {
      $0.of == .segment ? $0.directions.rawValue : 2 << $0.of.rawValue
    }
    tables.add(.ruleValue, rows) { $0.value }
    tables.add(.ruleCondition, rows) { $0.condition }
    // Without conditions there is no table of them.
    tables.add(.conditionOffset, conditionOffsets.count > 1 ? conditionOffsets : []) { $0 }
    tables.add(.conditions, bytes: conditions)
  }
}
