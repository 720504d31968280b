import RoadModel

/// A value with clauses that override it; the last clause whose condition is met applies.
///
/// Limits, access and speeds of tags with and without `:conditional` become such values. Several of
/// them, such as a legal and a physical limit, are merged into one that is equivalent at all times.
struct Layered<Value: Equatable> {
  /// A value and its condition.
  struct Clause: Equatable {
    var value: Value
    var condition: Condition
  }

  /// The value if no clause applies.
  var base: Value
  /// The clauses that override it; later ones take precedence.
  var clauses: [Clause] = []

  init(_ base: Value, _ clauses: [Clause] = []) {
    self.base = base
    self.clauses = clauses
  }

  /// The value that is `merge` of this one and another under all circumstances.
  ///
  /// If clauses of both apply, the last of each decides. Therefore a clause for each pair, in the
  /// order of both, follows the clauses of each.
  func merged<Other, Result>(
    with other: Layered<Other>, _ merge: (Value, Other) -> Result
  ) -> Layered<Result> {
    var result = Layered<Result>(merge(base, other.base))
    for own in clauses {
      result.clauses.append(.init(value: merge(own.value, other.base), condition: own.condition))
    }
    for its in other.clauses {
      result.clauses.append(.init(value: merge(base, its.value), condition: its.condition))
    }
    // So many pairs are an attack or a mistake; it is then only known that some may apply together.
    guard clauses.count * other.clauses.count <= LayeredLimits.mostPairs else {
      result.clauses.append(
        .init(
          value: result.clauses[result.clauses.count - 1].value,
          condition: Condition([.unknown("too many conditions")])))
      return result
    }
    for own in clauses {
      for its in other.clauses {
        result.clauses.append(
          .init(
            value: merge(own.value, its.value), condition: own.condition.and(its.condition)))
      }
    }
    return result
  }

  /// The same value without clauses that have no effect.
  ///
  /// These have the condition of a later one, or are before all others and equal the base.
  func simplified() -> Layered {
    var kept: [Clause] = []
    for (index, clause) in clauses.enumerated() {
      if clauses[(index + 1)...].contains(where: { $0.condition == clause.condition }) { continue }
      if kept.isEmpty && clause.value == base { continue }
      kept.append(clause)
    }
    return Layered(base, kept)
  }
}

extension Condition {
  /// The condition that is met if both are met.
  func and(_ other: Condition) -> Condition {
    Condition(terms + other.terms.filter { !terms.contains($0) })
  }

  /// The condition that is met if this one and a term are met.
  func and(_ term: Term) -> Condition { and(Condition([term])) }
}

/// Clauses of several slots in one list; a slot is a bit, such as for a mode in a direction.
struct JoinedClause<Value: Equatable> {
  var value: Value
  var condition: Condition
  var slots: UInt16

  /// Joins the lists of several slots into one that keeps the order of each.
  ///
  /// Equal clauses are joined if the orders allow it.
  static func joining(_ lists: [(slots: UInt16, clauses: [Layered<Value>.Clause])])
    -> [JoinedClause]
  {
    var rest: [(slots: UInt16, clauses: ArraySlice<Layered<Value>.Clause>)] = []
    for list in lists where !list.clauses.isEmpty {
      if let same = rest.firstIndex(where: { Array($0.clauses) == list.clauses }) {
        rest[same].slots |= list.slots
      } else {
        rest.append((list.slots, list.clauses[...]))
      }
    }
    var joined: [JoinedClause] = []
    while !rest.isEmpty {
      let heads = rest.compactMap(\.clauses.first)
      // A clause that no other list has later, so that all lists can be joined there.
      let next = heads.first { head in !rest.contains { $0.clauses.dropFirst().contains(head) } }
      guard let next = next ?? heads.first else { break }
      var slots: UInt16 = 0
      for index in rest.indices where rest[index].clauses.first == next {
        slots |= rest[index].slots
        rest[index].clauses.removeFirst()
      }
      rest.removeAll { $0.clauses.isEmpty }
      joined.append(JoinedClause(value: next.value, condition: next.condition, slots: slots))
    }
    return joined
  }
}

/// The maximum amounts that are read from an element, far above those in use.
enum LayeredLimits {
  /// The maximum number of pairs of clauses that may apply together.
  static let mostPairs = 200
  /// The maximum number of clauses of a tag; the longest in use have six.
  static let mostOfTag = 8
  /// The maximum number of clauses of an element.
  static let mostOfElement = 48
}

extension ProblemLog {
  /// The clauses of a conditional tag; unreadable ones are reported.
  ///
  /// Excess clauses of a tag are not dropped, but become one that may apply.
  mutating func clauses(_ key: String, _ value: String) -> [ConditionalTag.Clause] {
    let (clauses, problems) = ConditionalTag.clauses(value, most: LayeredLimits.mostOfTag + 1)
    for problem in problems.indices where !problems[..<problem].contains(problems[problem]) {
      note(key, value, problems[problem])
    }
    let room = min(LayeredLimits.mostOfTag, max(LayeredLimits.mostOfElement - clauseCount, 0))
    clauseCount += min(clauses.count, room)
    guard clauses.count > room, let last = clauses.last else { return clauses }
    note(key, value, .notApplied)
    return clauses.prefix(room) + [
      ConditionalTag.Clause(
        value: last.value, condition: Condition([.unknown("too many conditions")]))
    ]
  }
}
