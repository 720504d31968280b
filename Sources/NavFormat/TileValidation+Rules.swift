internal import Bytes
internal import RoadModel

extension TileView {
  /// Checks the rule rows, the conditions that they name, and the flags that tell of them.
  func validateRules() throws(FormatError) {
    try validateConditions()
    for row in 0..<layout.ruleCount { try validateRule(row) }
    try validateBarriers()
    try validateSegmentFlags()
    try validateBarrierFlags()
    try validateTurnFlags()
  }

  private func broken(_ at: Int, _ rule: String) -> FormatError {
    .invalid(part: "tile \(bytes.u32(0))", offset: UInt64(at), rule: rule)
  }

  private func validateConditions() throws(FormatError) {
    var previous = 0
    for condition in 0...layout.conditionCount {
      let at = layout.conditionOffset &+ 4 &* condition
      let offset = Int(bytes.u32(at))
      guard offset >= previous, offset <= layout.conditionLength, condition > 0 || offset == 0
      else { throw dangling("condition offset", at) }
      previous = offset
    }
    guard previous == layout.conditionLength else {
      throw dangling("condition offset", layout.conditionOffset)
    }
    for condition in 0..<layout.conditionCount where decodedCondition(condition) == nil {
      let offset = Int(bytes.u32(layout.conditionOffset &+ 4 &* condition))
      throw broken(layout.conditions &+ offset, "condition \(condition) is not well formed")
    }
  }

  private func validateRule(_ row: Int) throws(FormatError) {
    let directionsAt = layout.ruleDirections &+ row
    guard [1, 2, 3, 4, 8].contains(bytes.u8(directionsAt)) else {
      throw broken(directionsAt, "reserved bits of column 'rule directions' are not zero")
    }
    let rule = rule(row)
    let bound =
      switch rule.of {
      case .segment: layout.segmentCount
      case .junction: layout.junctionCount
      case .turn: layout.turnCount
      }
    let subjectAt = layout.ruleSubject &+ 2 &* row
    guard Int(rule.subject) < bound else { throw dangling("rule subject", subjectAt) }
    guard RuleRow.isAllowed(rule.kind, of: rule.of) else {
      throw broken(layout.ruleKind &+ row, "a \(rule.of) has a rule of kind \(rule.kind)")
    }
    let valueAt = layout.ruleValue &+ 4 &* row
    guard rule.value & ~RuleRow.valueBits(rule.kind) == 0 else {
      throw broken(valueAt, "reserved bits of column 'rule value' are not zero")
    }
    guard rule.condition == RuleRow.always || rule.condition < layout.conditionCount else {
      throw dangling("rule condition", layout.ruleCondition &+ 2 &* row)
    }
    guard row == 0 || !isBefore(row, row - 1) else {
      throw broken(subjectAt, "rule rows do not ascend")
    }
  }

  /// Whether a rule row belongs before another.
  private func isBefore(_ row: Int, _ other: Int) -> Bool {
    (ruleKey(row), bytes.u8(layout.ruleKind &+ row))
      < (ruleKey(other), bytes.u8(layout.ruleKind &+ other))
  }

  private func validateBarriers() throws(FormatError) {
    var previous = -1
    for row in 0..<layout.barrierCount {
      let (junction, passing, endOnly) = barrier(row)
      let at = layout.barrierJunction &+ 2 &* row
      guard junction < layout.junctionCount else { throw dangling("barrier junction", at) }
      guard junction > previous else { throw broken(at, "barrier rows do not ascend") }
      guard endOnly.isSubset(of: passing) else {
        throw broken(layout.barrierEndOnly &+ row, "modes of 'barrier end only' may not pass")
      }
      previous = junction
    }
  }

  // MARK: Flags

  private func validateSegmentFlags() throws(FormatError) {
    var row = 0
    for segment in 0..<layout.segmentCount {
      var expected: UInt8 = 0
      while row < layout.ruleCount, ruleKey(row) == UInt32(segment) {
        expected |= rule(row).isLimit ? 1 : 2
        row &+= 1
      }
      let at = layout.segmentFlags &+ segment
      guard bytes.u8(at) == expected else {
        throw broken(at, "flags of segment \(segment) do not fit its rule rows")
      }
    }
  }

  private func validateBarrierFlags() throws(FormatError) {
    var (row, barrier) = (firstRule(of: .junction), 0)
    for junction in 0..<layout.junctionCount {
      let key = UInt32(RuleSubject.junction.rawValue) &<< 16 | UInt32(junction)
      var expected = false
      if barrier < layout.barrierCount, self.barrier(barrier).junction == junction {
        expected = true
        barrier &+= 1
      }
      while row < layout.ruleCount, ruleKey(row) == key {
        expected = true
        row &+= 1
      }
      guard flags(junction).contains(.barrier) == expected else {
        throw broken(
          layout.junctionFlags &+ junction,
          "barrier flag of junction \(junction) does not fit its rows")
      }
    }
  }

  private func validateTurnFlags() throws(FormatError) {
    var row = firstRule(of: .turn)
    for turn in 0..<layout.turnCount {
      let key = UInt32(RuleSubject.turn.rawValue) &<< 16 | UInt32(truncatingIfNeeded: turn)
      var expected = false
      while turn < 1 << 16, row < layout.ruleCount, ruleKey(row) == key {
        expected = true
        row &+= 1
      }
      guard self.turn(turn).hasRules == expected else {
        throw broken(
          layout.turnBanned &+ turn, "rule flag of turn row \(turn) does not fit its rule rows")
      }
    }
  }

  /// The first rule row of a class of subjects, or of one behind it.
  private func firstRule(of: RuleSubject) -> Int {
    lowerBound(layout.ruleCount) { ruleKey($0) < UInt32(of.rawValue) &<< 16 }
  }
}
