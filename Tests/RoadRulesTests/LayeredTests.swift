import RoadModel
import TestSupport
import Testing

@testable import RoadRules

@Suite struct LayeredTests {
  static let conditions: [Condition] = [
    Condition([.vehicle(.weight, .greater, 5_000)]), Condition([.vehicle(.weight, .less, 10_000)]),
    Condition([.atEnds(.destination)]),
  ]

  static func random(_ generator: inout SeededGenerator) -> Layered<Int> {
    var clauses: [Layered<Int>.Clause] = []
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      guard let condition = conditions.randomElement(using: &generator) else { continue }
      clauses.append(.init(value: Int.random(in: 1...3, using: &generator), condition: condition))
    }
    return Layered(Int.random(in: 1...3, using: &generator), clauses)
  }

  static func value(_ layered: Layered<Int>, _ circumstances: Circumstances) -> Int {
    layered.clauses.last { $0.condition.holds(circumstances) == .yes }?.value ?? layered.base
  }

  @Test("merged values say what their parts say together", arguments: 1...20)
  func merged(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let (a, b) = (Self.random(&generator), Self.random(&generator))
      let both = a.merged(with: b, min)
      for circumstances in someCircumstances {
        let expected = min(Self.value(a, circumstances), Self.value(b, circumstances))
        #expect(Self.value(both, circumstances) == expected, "SeededGenerator(seed: \(seed))")
        #expect(Self.value(both.simplified(), circumstances) == expected)
      }
    }
  }

  @Test("joined lists keep what each says", arguments: 1...20)
  func joined(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let lists = (0..<5).map { slot in
        (slots: UInt16(1) << UInt16(slot), clauses: Self.random(&generator).clauses)
      }
      let joined = JoinedClause.joining(lists)
      for list in lists {
        let own = joined.filter { $0.slots & list.slots != 0 }
        #expect(own.map(\.value) == list.clauses.map(\.value))
        #expect(own.map(\.condition) == list.clauses.map(\.condition))
      }
    }
  }

  @Test("equal clauses of several slots are one")
  func sharing() {
    func clause(_ value: Int, _ condition: Int) -> Layered<Int>.Clause {
      .init(value: value, condition: Self.conditions[condition])
    }
    let joined = JoinedClause.joining([
      (1, [clause(1, 0)]), (2, [clause(2, 1), clause(1, 0)]), (4, [clause(1, 0), clause(3, 2)]),
      (8, []), (16, [clause(1, 0)]),
    ])
    #expect(joined.map(\.value) == [2, 1, 3])
    #expect(joined.map(\.slots) == [2, 23, 4])
  }

  @Test("a tag with very many clauses is cut and reported")
  func many() {
    var log = ProblemLog()
    let clauses = log.clauses(
      "hgv:conditional", Array(repeating: "no @ (wet)", count: 30).joined(separator: ";"))
    // The rest is not lost: it may hold.
    #expect(clauses.count == 9)
    #expect(clauses.last?.condition == Condition([.unknown("too many conditions")]))
    #expect(log.problems.map(\.reason) == [.notApplied])
  }

  @Test("a tag of many conditions that can't be read has one problem of each kind")
  func manyUnreadable() {
    var log = ProblemLog()
    let clauses = log.clauses(
      "hgv:conditional", (0..<2_000).map { "no @ (Mo-Fr 99:\($0 % 60))" }.joined(separator: ";"))
    #expect(clauses.count == 9)
    #expect(Set(log.problems).count == log.problems.count)
    #expect(log.problems.count < TagProblem.Reason.allCases.count)
  }

  @Test("what stands for the clauses that are not read has the value of the last")
  func lastOfMany() {
    var log = ProblemLog()
    let text = Array(repeating: "no @ (wet)", count: 30) + ["yes @ (snow)", " "]
    #expect(log.clauses("hgv:conditional", text.joined(separator: ";")).last?.value == "yes")
  }
}
