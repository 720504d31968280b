import RoadModel

/// A value that holds unless a clause overrides it; of the clauses whose condition holds, the last decides.
///
/// Limits, access and speeds of tags with and without `:conditional` become such values, and several of
/// them, say a legal and a physical limit, are merged into one that says the same at every moment.
struct Layered<Value: Equatable> {
  /// A value and when it holds.
  struct Clause: Equatable {
    var value: Value
    var condition: Condition
  }

  /// The value if no clause holds.
  var base: Value
  /// The clauses that override it; a later one takes precedence.
  var clauses: [Clause] = []

  init(_ base: Value, _ clauses: [Clause] = []) {
    self.base = base
    self.clauses = clauses
  }

  /// The value that is `merge` of this one and another under all circumstances.
  ///
  /// Where clauses of both hold, the last of each decides: a clause for every pair, in the order of both,
  /// stands behind the clauses of each alone.
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
    // So many pairs are an attack or a mistake: that some of them hold together is then known to be possible.
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

  /// The same without clauses that never decide: those with the condition of a later one, and those before
  /// all others that say what the base says.
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
  /// Holds when both hold.
  func and(_ other: Condition) -> Condition {
    Condition(terms + other.terms.filter { !terms.contains($0) })
  }

  /// Holds when this does and a term.
  func and(_ term: Term) -> Condition { and(Condition([term])) }
}

/// Clauses of several slots in one list; a slot is a bit, say a mode in a direction.
struct JoinedClause<Value: Equatable> {
  var value: Value
  var condition: Condition
  var slots: UInt16

  /// Joins the lists of several slots into one that keeps the order of each.
  ///
  /// Equal clauses become one as far as the orders allow.
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
      // One that no other list still needs later, so that all lists are served at once.
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

/// How much of one element is read; nothing in use comes near.
enum LayeredLimits {
  /// Pairs of clauses that may hold together.
  static let mostPairs = 200
  /// Clauses of one tag; the longest in use have six.
  static let mostOfTag = 8
  /// Clauses of one element.
  static let mostOfElement = 48
}

extension ProblemLog {
  /// The clauses of a conditional tag; what cannot be read is noted.
  ///
  /// Of a tag with too many clauses the rest is not dropped: it becomes one that may hold.
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
