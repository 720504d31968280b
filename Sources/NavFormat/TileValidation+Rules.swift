internal import Bytes
internal import RoadModel

extension TileView {
  /// Checks the rule rows, their conditions, and the flags that announce them.
  func validateRules() throws(FormatError) {
    try validateConditions()
    for row in 0..<layout.ruleCount { try validateRule(row) }
    try validateBarriers()
    try validateSegmentFlags()
    try validateBarrierFlags()
    try validateTurnFlags()
  }

  /// The error for a number that violates a rule.
  func broken(_ column: PackedColumn, _ row: Int, _ rule: String) -> FormatError {
    .invalid(part: "tile \(number)", offset: UInt64(column.byte(row)), rule: rule)
  }

  func broken(_ column: PackedColumn, _ index: some MapIndex, _ rule: String) -> FormatError {
    broken(column, index.rawValue, rule)
  }

  private func validateConditions() throws(FormatError) {
    try checkStarts(
      "condition offset", layout.conditionOffset, layout.conditionCount,
      end: layout.conditionLength)
    for condition in 0..<layout.conditionCount where decodedCondition(condition) == nil {
      throw broken(
        layout.conditionOffset, condition, "condition \(condition) is not well formed")
    }
  }

  private func validateRule(_ row: Int) throws(FormatError) {
    guard [1, 2, 3, 4, 8].contains(u8(layout.rule.directions, row)) else {
      throw broken(
        layout.rule.directions, row, "reserved bits of column 'rule directions' are not zero")
    }
    let rule = rule(row)
    let bound =
      switch rule.of {
      case .segment: layout.segmentCount
      case .junction: layout.junctionCount
      case .turn: layout.turnCount
      }
    guard Int(rule.subject) < bound else {
      throw dangling("rule subject", layout.rule.subject, row)
    }
    guard RuleRow.isAllowed(rule.kind, of: rule.of) else {
      throw broken(layout.rule.kind, row, "a \(rule.of) has a rule of kind \(rule.kind)")
    }
    guard layout.rule.value.number(bytes, row) & ~RuleRow.valueBits(rule.kind) == 0 else {
      throw broken(layout.rule.value, row, "reserved bits of column 'rule value' are not zero")
    }
    guard rule.condition == RuleRow.always || rule.condition < layout.conditionCount else {
      throw dangling("rule condition", layout.rule.condition, row)
    }
    guard row == 0 || !isBefore(row, row - 1) else {
      throw broken(layout.rule.subject, row, "rule rows do not ascend")
    }
  }

  /// Whether a rule row belongs before another one.
  private func isBefore(_ row: Int, _ other: Int) -> Bool {
    (ruleKey(row), u8(layout.rule.kind, row))
      < (ruleKey(other), u8(layout.rule.kind, other))
  }

  private func validateBarriers() throws(FormatError) {
    var previous = JunctionIndex(-1)
    for row in 0..<layout.barrierCount {
      let junction = barrier(row).junction
      guard layout.isOwn(junction) else {
        throw dangling("barrier junction", layout.barrier.junction, row)
      }
      guard junction > previous else {
        throw broken(layout.barrier.junction, row, "barrier rows do not ascend")
      }
      // Checked for unknown modes too.
      let passing = layout.barrier.passing.number(bytes, row)
      guard layout.barrier.endOnly.number(bytes, row) & ~passing == 0 else {
        throw broken(layout.barrier.endOnly, row, "modes of 'barrier end only' may not pass")
      }
      previous = junction
    }
  }

  // MARK: Flags

  private func validateSegmentFlags() throws(FormatError) {
    var row = 0
    var key = key(row)
    for segment in layout.segments {
      var expected: UInt8 = 0
      while key == UInt32(segment) {
        expected |= rule(row).isLimit ? 1 : 2
        row &+= 1
        key = self.key(row)
      }
      guard u8(layout.segment.flags, segment) == expected else {
        throw broken(
          layout.segment.flags, segment, "flags of segment \(segment) do not fit its rule rows")
      }
    }
  }

  private func validateBarrierFlags() throws(FormatError) {
    func barrier(_ row: Int) -> JunctionIndex {
      row < layout.barrierCount ? self.barrier(row).junction : layout.junctions.upperBound
    }
    var (row, barrierRow) = (firstRule(of: .junction), 0)
    var (key, next) = (key(row), barrier(barrierRow))
    for junction in layout.junctions {
      var expected = false
      if next == junction {
        expected = true
        barrierRow &+= 1
        next = barrier(barrierRow)
      }
      let subject = UInt32(RuleSubject.junction.rawValue) &<< 16 | UInt32(junction)
      while key == subject {
        expected = true
        row &+= 1
        key = self.key(row)
      }
      guard flags(junction).contains(.barrier) == expected else {
        throw broken(
          layout.junction.flags, junction,
          "barrier flag of junction \(junction) does not fit its rows")
      }
    }
  }

  private func validateTurnFlags() throws(FormatError) {
    var row = firstRule(of: .turn)
    for turn in 0..<layout.turnCount {
      let subject = UInt32(RuleSubject.turn.rawValue) &<< 16 | UInt32(truncatingIfNeeded: turn)
      var expected = false
      while turn < 1 << 16, key(row) == subject {
        expected = true
        row &+= 1
      }
      guard self.turn(turn).hasRules == expected else {
        throw broken(
          layout.turn.banned, turn, "rule flag of turn row \(turn) does not fit its rule rows")
      }
    }
  }

  /// The key of a rule row; behind the last row, a key that no subject has.
  private func key(_ row: Int) -> UInt32 { row < layout.ruleCount ? ruleKey(row) : .max }

  /// The first rule row of a kind of subject, or of a later kind.
  private func firstRule(of: RuleSubject) -> Int {
    lowerBound(layout.ruleCount) { ruleKey($0) < UInt32(of.rawValue) &<< 16 }
  }
}
