import RoadModel
import TestSupport
import Testing

@testable import RoadRules

@Suite struct ConditionalLimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// All rules as tags in canonical form, those that always hold first.
    var rules: [String]
    var problems: [TagProblem.Reason]
    init(_ tags: String, _ rules: [String], _ problems: TagProblem.Reason...) {
      self.tags = tags
      self.rules = rules
      self.problems = problems
    }
    var testDescription: String { tags }
  }

  static let sizes = [
    Case(
      "maxweight=3.5 maxweight:conditional=‹none @ destination›",
      ["maxweight=3.5", "maxweight:conditional=none @ (destination)"]),
    Case(
      "maxweight=7.5 maxweight:conditional=‹none @ delivery›",
      ["maxweight=7.5", "maxweight:conditional=none @ (delivery)"]),
    Case("maxweight:conditional=‹3.5 @ (wet)›", ["maxweight:conditional=3.5 @ (wet)"]),
    Case("maxweight=‹3.5 @ (wet)›", ["maxweight:conditional=3.5 @ (wet)"]),
    Case(
      "maxweight=12 maxweight:hgv:conditional=‹none @ destination›",
      ["maxweight=12", "maxweight:conditional=none @ (destination)"]),
    Case(
      "maxweight:hgv=12 maxweight:hgv:conditional=‹none @ destination›",
      ["maxweight=12", "maxweight:conditional=none @ (destination)"]),
    // An exemption from the general limit leaves that for trucks.
    Case(
      "maxweight=7.5 maxweight:hgv=12 maxweight:conditional=‹none @ destination›",
      ["maxweight=7.5", "maxweight:conditional=12 @ (destination)"]),
    Case(
      "maxheight=4 maxheight:conditional=‹3.5 @ (wet); 3 @ (weight>7.5)›",
      [
        "maxheight=4", "maxheight:conditional=3.5 @ (wet)",
        "maxheight:conditional=3 @ (weight>7.5)",
      ]),
    // What is legal at times does not make a bridge higher.
    Case(
      "maxheight=3.5 maxheight:physical=3.8 maxheight:conditional=‹none @ delivery›",
      ["maxheight=3.5", "maxheight:conditional=3.8 @ (delivery)"]),
    Case(
      "maxheight:physical=3.8 maxheight:conditional=‹4.2 @ delivery›", ["maxheight=3.8"]),
    Case(
      "maxlength=12 maxlength:forward:conditional=‹none @ delivery›",
      ["maxlength=12", "maxlength:forward:conditional=none @ (delivery)"]),
    Case(
      "maxlength:forward=12 maxlength:conditional=‹8 @ (wet)›",
      ["maxlength:forward=12", "maxlength:conditional=8 @ (wet)"]),
    Case("maxweight:conditional=‹banana @ (wet)›", [], .unknownValue),
    Case("maxweight:conditional=‹below_default @ (wet)›", [], .belowDefault),
    Case("maxweight=5 maxweight:conditional=‹? @ (destination)›", ["maxweight=5"], .unknownValue),
    Case("maxweight:lanes:conditional=‹3|5 @ (wet)›", [], .notApplied),
    Case(
      "maxweight=20 maxgcweight=40 maxgcweight:conditional=‹none @ delivery›", ["maxweight=20"]),
  ]

  static let loads = [
    Case("hazmat=destination", ["hazmat=no", "hazmat:conditional=yes @ (destination)"]),
    Case("hazmat=delivery", ["hazmat=no", "hazmat:conditional=yes @ (delivery)"]),
    Case("hazmat=private", ["hazmat=no"], .readStricter),
    Case(
      "hazmat:water=destination",
      ["hazmat:water=no", "hazmat:water:conditional=yes @ (destination)"]),
    Case("hazmat:conditional=‹no @ (wet)›", ["hazmat:conditional=no @ (wet)"]),
    Case(
      "hazmat=no hazmat:conditional=‹yes @ (wet)›",
      ["hazmat=no", "hazmat:conditional=yes @ (wet)"]),
    Case(
      "hazmat:C=destination",
      ["tunnel category=C", "tunnel category:conditional=none @ (destination)"]),
    Case(
      "hazmat:tunnel_cat:conditional=‹E @ (wet)› hazmat:tunnel_cat=B",
      ["tunnel category=B", "tunnel category:conditional=E @ (wet)"]),
    Case("trailer=destination", ["trailer=no", "trailer:conditional=yes @ (destination)"]),
    Case("trailer:conditional=‹no @ (wet)›", ["trailer:conditional=no @ (wet)"]),
    Case("hgv_articulated=no", ["trailer=no"]),
    Case("hgv_articulated:forward=no", ["trailer:forward=no"]),
    Case("hgv_articulated=yes", []),
    Case("hgv_articulated=destination", ["trailer=no", "trailer:conditional=yes @ (destination)"]),
    Case("hgv_articulated:conditional=‹no @ (wet)›", ["trailer:conditional=no @ (wet)"]),
    // Who may go in with any trailer may still not with that of an articulated truck.
    Case("trailer=destination hgv_articulated=no", ["trailer=no"]),
  ]

  @Test("conditions become rules that override the limit", arguments: sizes + loads)
  func rules(_ row: Case) {
    var log = ProblemLog()
    let rules = LimitTags.read(tags(row.tags), &log)
    #expect(rules.map(\.tag) == row.rules)
    #expect(log.problems.map(\.reason) == row.problems)
  }

  @Test("rules say at every moment what the tags say", arguments: 1...20)
  func equalsOracle(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let stems = ["maxweight", "maxgcweight", "maxweight:physical"]
    for _ in 0..<60 {
      var pairs: [(key: String, value: String)] = []
      func value() -> String {
        Int.random(in: 0..<4, using: &generator) == 0
          ? "none" : "\(Int.random(in: 1...30, using: &generator))"
      }
      for stem in stems {
        if Bool.random(using: &generator) { pairs.append((stem, value())) }
        guard Bool.random(using: &generator) else { continue }
        let clauses = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          let condition = ConditionalAccessTests.conditions.randomElement(using: &generator) ?? ""
          return "\(value()) @ (\(condition))"
        }
        pairs.append((stem + ":conditional", clauses.joined(separator: ";")))
      }
      var log = ProblemLog()
      let rules = LimitTags.read(RoadTags(pairs.shuffled(using: &generator)), &log)
      for circumstances in someCircumstances {
        let expected = stems.compactMap { stem -> UInt32? in
          let clauses = ConditionalTag.clauses(
            pairs.first { $0.key == stem + ":conditional" }?.value ?? ""
          ).clauses
          let last = clauses.last { $0.condition.holds(circumstances) == .yes }
          let text = last?.value ?? pairs.first { $0.key == stem }?.value
          return text.flatMap { UInt32($0) }.map { $0 * 1_000 }
        }.min()
        let found = rules.limit(.weight, .forward, circumstances)
        #expect(found == expected, "SeededGenerator(seed: \(seed)): \(pairs)")
      }
    }
  }
}
