import RoadModel

/// The value of a `:conditional` tag: `value @ (condition AND condition); value @ …`.
///
/// See the OpenStreetMap wiki, "Conditional restrictions". Unreadable conditions are kept as ones
/// that may apply or not: they are neither dropped, nor read as applying always or never.
enum ConditionalTag {
  /// A value and the condition under which it applies.
  struct Clause: Equatable {
    /// The text before the `@`.
    var value: String
    /// The condition behind the `@`.
    var condition: Condition
  }

  /// Splits `value @ (condition AND condition); value @ …` into clauses in order.
  ///
  /// - A semicolon inside parentheses belongs to opening hours.
  /// - Hours without a value (`no @ Mo-Fr 7:00-9:00; Sa 8:00-9:00`) may set the value before them;
  ///   a value without a condition may apply.
  /// - A condition without any value has no effect and is reported.
  ///
  /// - Parameters:
  ///   - text: The value of the tag.
  ///   - most: The maximum number of clauses; if there are more, the last one is also read.
  /// - Returns: The clauses in order, and the problems.
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

  /// Reads a segment without `@`.
  ///
  /// Hours or a comparison continue the clause before; other texts are values.
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

  /// Reads the text behind the `@`, which has at least one term.
  static func condition(
    _ text: some StringProtocol, _ problems: inout [TagProblem.Reason]
  ) -> Condition {
    let inner = ConditionText.withoutParentheses(text)
    // A text longer than any value of OpenStreetMap is not a condition.
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

  /// Whether two terms restrict the same part of time.
  ///
  /// `Sa AND Su` or `07:00-09:00 AND 16:00-18:00` are meant as lists, although by the grammar they
  /// never apply.
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
