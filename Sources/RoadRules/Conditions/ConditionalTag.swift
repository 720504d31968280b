import RoadModel

/// The value of a `:conditional` tag: `value @ (condition AND condition); value @ …` (OpenStreetMap wiki,
/// "Conditional restrictions").
///
/// Whatever cannot be read stays, as a condition that may hold or not: it is neither dropped nor taken for
/// one that always or never holds.
enum ConditionalTag {
  /// A value with the condition under which it holds.
  struct Clause: Equatable {
    /// What stands before the `@`.
    var value: String
    /// What stands behind it.
    var condition: Condition
  }

  /// Splits `value @ (condition AND condition); value @ …` into clauses in order.
  ///
  /// - A semicolon inside parentheses belongs to opening hours.
  /// - Hours that follow without a value (`no @ Mo-Fr 7:00-9:00; Sa 8:00-9:00`) may set the value before them;
  ///   a value that follows without a condition may hold.
  /// - A condition without any value sets nothing, and is reported.
  ///
  /// - Parameters:
  ///   - text: The value of the tag.
  ///   - most: The most clauses that are read; of more, the last one as well.
  /// - Returns: The clauses in their order, and what could not be read.
  static func clauses(
    _ text: String, most: Int = .max
  ) -> (clauses: [Clause], problems: [TagProblem.Reason]) {
    var clauses: [Clause] = []
    var problems: [TagProblem.Reason] = []
    let segments = ConditionText.split(text, at: .semicolon).map { $0.trimmed() }
      .filter { !$0.isEmpty }
    for (index, segment) in segments.enumerated() {
      if clauses.count >= most && index < segments.count - 1 { continue }
      guard let at = segment.firstIndex(of: "@") else {
        problems.append(.unparsable)
        clauses.append(incomplete(String(segment), after: clauses.last))
        continue
      }
      let value = String(segment[..<at].trimmed())
      guard !value.isEmpty else {
        problems.append(.unparsable)
        continue
      }
      let condition = condition(segment[at...].dropFirst(), &problems)
      clauses.append(Clause(value: value, condition: condition))
    }
    return (clauses, problems)
  }

  /// A segment without `@`: hours or a comparison go on with the clause before, all else is a value.
  private static func incomplete(_ words: String, after clause: Clause?) -> Clause {
    if let clause {
      switch ConditionTerm(words).term {
      case .time, .vehicle:
        let rest = Condition([.unknown(String(words.prefix(255)))])
        return Clause(value: clause.value, condition: rest)
      case .atEnds, .unknown: break
      }
    }
    return Clause(value: words, condition: Condition([.unknown("")]))
  }

  /// Reads what stands behind the `@`; at least one term.
  static func condition(
    _ text: some StringProtocol, _ problems: inout [TagProblem.Reason]
  ) -> Condition {
    let inner = ConditionText.withoutParentheses(text)
    // A condition longer than any value of OpenStreetMap is no condition.
    guard inner.utf8.count <= 1_024, ConditionText.isBalanced(inner),
      !inner.utf8.contains(UInt8(ascii: "@"))
    else {
      problems.append(.unparsable)
      return Condition([.unknown(String(inner.prefix(255)))])
    }
    var terms: [Condition.Term] = []
    for part in ConditionText.split(inner, at: .and) {
      let part = ConditionText.withoutParentheses(part)
      if ConditionText.split(part, at: .and).count > 1 {
        terms += condition(part, &problems).terms
      } else {
        let read = ConditionTerm(part)
        problems += read.problems
        terms.append(read.term)
      }
    }
    if haveAmbiguousTimes(terms) {
      problems.append(.unparsable)
      let words = terms.filter(\.isTime).map(\.text).joined(separator: " AND ")
      terms = [.unknown(String(words.prefix(255)))] + terms.filter { !$0.isTime }
    }
    return Condition(terms)
  }

  /// Whether two terms limit the same part of time.
  ///
  /// `Sa AND Su` or `07:00-09:00 AND 16:00-18:00` are meant as lists, though by the grammar they never hold.
  private static func haveAmbiguousTimes(_ terms: [Condition.Term]) -> Bool {
    var parts: Set<Int> = []
    for case .time(let hours) in terms {
      let limits = [
        hours.rules.contains { $0.weekdays != 0x7F },
        hours.rules.contains { !$0.dates.isEmpty },
        hours.rules.contains { !$0.times.isEmpty },
      ]
      for (part, isLimited) in limits.enumerated() where isLimited {
        guard parts.insert(part).inserted else { return true }
      }
    }
    return false
  }
}

extension Condition.Term {
  fileprivate var isTime: Bool {
    if case .time = self { true } else { false }
  }
}
