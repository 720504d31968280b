import RoadModel
import TestSupport
import Testing

@testable import RoadRules

@Suite struct ConditionalTagTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let tag: String
    /// Each clause as `value @ (condition)`.
    let clauses: [String]
    var problems: [TagProblem.Reason] = []
    /// Whether a term is none that the model knows.
    var hasUnknown = false
    var testDescription: String { tag }

    init(
      _ tag: String, _ clauses: String..., problems: [TagProblem.Reason] = [],
      hasUnknown: Bool? = nil
    ) {
      self.tag = tag
      self.clauses = clauses
      self.problems = problems
      self.hasUnknown = hasUnknown ?? problems.contains { $0 != .approximate }
    }
  }

  /// Times, and how clauses are cut.
  static let times: [Case] = [
    .init("no @ (06:00-19:00)", "no @ (06:00-19:00)"),
    .init("80@(wet)", "80 @ (wet)", hasUnknown: true),
    .init("no@Mo-Su 01:00-07:00", "no @ (01:00-07:00)"),
    .init("no @ 07:00-12:00", "no @ (07:00-12:00)"),
    .init("no @ ( Su 08:00 - 18:00)", "no @ (Su 08:00-18:00)"),
    .init("no @ 18:00-07:30 AND weight>3.5", "no @ (18:00-07:30 AND weight>3.5)"),
    .init("no @ (7:30-19:00 and weight>7.5)", "no @ (07:30-19:00 AND weight>7.5)"),
    .init("no @ (7:30-19:00 & weight>7.5)", "no @ (07:30-19:00 AND weight>7.5)"),
    .init("no @ (7:30-19:00)AND(weight>7.5)", "no @ (07:30-19:00 AND weight>7.5)"),
    .init(
      "no @ ((7:30-19:00) AND (weight>7.5 AND length>12))",
      "no @ (07:30-19:00 AND weight>7.5 AND length>12)"),
    .init(
      "yes @ (Mo-Sa 20:00-09:00; Su; PH)", "yes @ (Mo-Sa 20:00-09:00; Su; PH)"),
    .init(
      "no @ (Mo-Fr 7:00-9:00; PH off AND weight>7.5)",
      "no @ (Mo-Fr 07:00-09:00; PH off AND weight>7.5)"),
    .init(
      "destination @ (06:30-08:30);destination @ (16:30-18:30);",
      "destination @ (06:30-08:30)", "destination @ (16:30-18:30)"),
    .init("20 @ (Mo-Fr 15:30-20:00) ;12 @ Su", "20 @ (Mo-Fr 15:30-20:00)", "12 @ (Su)"),
    .init("13'6\" @ (May-Sep); 4 @ (PH)", "13'6\" @ (May-Sep)", "4 @ (PH)"),
    .init(
      "no @ (Mo-Fr AND 07:00-09:00 AND Sep-Jun)", "no @ (Mo-Fr AND 07:00-09:00 AND Sep-Jun)"),
    .init("no @ (Mo-Fr 08:00-16:00 \"school; or so\")", "no @ (Mo-Fr 08:00-16:00)"),
    .init("yes @ 24/7", "yes @ (24/7)"),
    .init("yes @ (sunrise-(sunset+00:30))", "yes @ (sunrise-(sunset+00:30))", hasUnknown: true),
    .init("yes @ (Mo-Fr 8:00-16:00; SH off)", "yes @ (Mo-Fr 8:00-16:00; SH off)", hasUnknown: true),
  ]

  /// Vehicles: properties, signs and units.
  static let vehicles: [Case] = [
    .init("no @ weight>7.5", "no @ (weight>7.5)"),
    .init("no @ (weight > 7.5 t)", "no @ (weight>7.5)"),
    .init("no @ (weight>7,5)", "no @ (weight>7.5)"),
    .init("no @ (weight > 7500 kg)", "no @ (weight>7.5)"),
    .init("no @ (weight>8 st)", "no @ (weight>7.257)"),
    .init("yes @ (weight<=3.5)", "yes @ (weight<=3.5)"),
    .init("yes @ (weight≤3.5)", "yes @ (weight<=3.5)"),
    .init("yes @ (weight=<3.5)", "yes @ (weight<=3.5)"),
    .init("no @ (3.5<weight)", "no @ (weight>3.5)"),
    .init("no @ (3.5t <= weight)", "no @ (weight>=3.5)"),
    .init("no @ (weight==3.5)", "no @ (weight=3.5)"),
    .init("destination @ (maxweight>5)", "destination @ (weight>5)"),
    .init("no @ (maxweightrating>5)", "no @ (weightrating>5)"),
    .init("no @ (weightrating>=5)", "no @ (weightrating>=5)"),
    .init("no @ (Weight>5)", "no @ (weight>5)"),
    .init("no @ (length>12)", "no @ (length>12)"),
    .init("no @ (length > 40')", "no @ (length>12.192)"),
    .init("no @ (height>12'6\")", "no @ (height>3.81)"),
    .init("no @ (height>3.8 AND width>2.5)", "no @ (height>3.8 AND width>2.5)"),
    .init("no @ (axles>3)", "no @ (axles>3)"),
    .init("no @ (axleload>11.5)", "no @ (axleload>11.5)"),
    .init("no @ (axle_load>11.5)", "no @ (axleload>11.5)"),
    .init("no @ (bogieweight>18)", "no @ (bogieweight>18)"),
    .init("no @ (trailers>1)", "no @ (trailers>1)"),
    .init("no @ trailer", "no @ (trailers>=1)"),
    .init("no @ (trailers)", "no @ (trailers>=1)"),
    .init("no @ hgv_articulated", "no @ (trailers>=1)"),
    .init("no @ (articulated)", "no @ (trailers>=1)"),
    .init("no @ hazmat", "no @ (hazmat)"),
    .init("no @ (hazmat=yes)", "no @ (hazmat)"),
    .init("yes @ (hazmat:water=no)", "yes @ (hazmat:water=0)"),
    .init("no @ (trailer=yes)", "no @ (trailers>=1)"),
    .init("no @ (weight>~4)", "no @ (weight>4)", problems: [.approximate]),
  ]

  /// Purposes and what nobody knows beforehand.
  static let others: [Case] = [
    .init("none @ destination", "none @ (destination)"),
    .init("none @ (Destination)", "none @ (destination)"),
    .init("yes @ local", "yes @ (destination)"),
    .init("yes @ delivery", "yes @ (delivery)"),
    .init("yes @ (deliveries AND 06:00-11:00)", "yes @ (delivery AND 06:00-11:00)"),
    .init("yes @ loading", "yes @ (delivery)"),
    .init("yes @ (loading/unloading)", "yes @ (delivery)"),
    .init("yes @ (customers)", "yes @ (customers)"),
    .init("yes @ guests", "yes @ (customers)"),
    .init("yes @ residents", "yes @ (residents)"),
    .init("yes @ (private)", "yes @ (residents)"),
    .init("yes @ permit", "yes @ (residents)"),
    .init("yes @ (delivery;residents)", "yes @ (delivery)"),
    .init("30 @ snow", "30 @ (snow)", hasUnknown: true),
    .init("no @ winter", "no @ (winter)", hasUnknown: true),
    .init("no @ emergency", "no @ (emergency)", hasUnknown: true),
    .init("yes @ (stay < 2 hours)", "yes @ (stay < 2 hours)", hasUnknown: true),
    .init("yes @ (fuel=electric)", "yes @ (fuel=electric)", hasUnknown: true),
    .init("20 @ flashing_lights", "20 @ (flashing_lights)", hasUnknown: true),
    .init("20 @ flashing lights", "20 @ (flashing lights)", hasUnknown: true),
    .init("no @ (wet AND weight>7.5)", "no @ (wet AND weight>7.5)", hasUnknown: true),
    .init("designated @ (wheels<=2)", "designated @ (wheels<=2)", hasUnknown: true),
    .init("no @ (dusk-dawn)", "no @ (dusk-dawn)", hasUnknown: true),
  ]

  /// What cannot be read stays as something that may hold.
  static let broken: [Case] = [
    .init("no @ banana", "no @ (banana)", problems: [.unknownValue]),
    .init("no@ hgv", "no @ (hgv)", problems: [.unknownValue]),
    .init("no @ (banana>3)", "no @ (banana>3)", problems: [.unknownValue]),
    .init("2.3 @ level 0", "2.3 @ (level 0)", problems: [.unparsable]),
    .init("no @ Mo-So 19:00-7:00", "no @ (Mo-So 19:00-7:00)", problems: [.unparsable]),
    .init("no @ ()", "no @ ()", problems: [.unparsable]),
    .init("no @", "no @ ()", problems: [.unparsable]),
    .init("no @ (weight>7.5", "no @ ((weight>7.5)", problems: [.unparsable]),
    .init("no @ weight>7.5)", "no @ (weight>7.5))", problems: [.unparsable]),
    .init("no @ (weight>7.5 fortnights)", "no @ (weight>7.5 fortnights)", problems: [.unknownUnit]),
    .init("no @ (weight>3500)", "no @ (weight>3500)", problems: [.outOfRange]),
    .init("no @ (weight>)", "no @ (weight>)", problems: [.unparsable]),
    .init("no @ (weight!=3)", "no @ (weight!=3)", problems: [.unparsable]),
    .init("no @ (3<weight<7)", "no @ (3<weight<7)", problems: [.unparsable]),
    .init("no @ (PH off)", "no @ (PH off)", problems: [.unparsable]),
    .init("no @ off", "no @ (off)", problems: [.unparsable]),
    .init("no @ (2025-06-01)", "no @ (2025-06-01)", problems: [.unparsable]),
    .init(
      "no @ (weight>7.5 OR length>12)", "no @ (weight>7.5 OR length>12)", problems: [.unparsable]),
    .init(
      "no @ (destination @ (08:00-10:00))", "no @ (destination @ (08:00-10:00))",
      problems: [.unparsable]),
    // Lists that by the grammar would never hold.
    .init("no @ (Sa AND Su)", "no @ (Sa AND Su)", problems: [.unparsable]),
    .init(
      "no @ (Sa AND length>9 AND PH)", "no @ (Sa AND PH AND length>9)", problems: [.unparsable]),
    .init(
      "no @ (Mo-Fr 07:00-09:00 and 16:00-18:00)", "no @ (Mo-Fr 07:00-09:00 AND 16:00-18:00)",
      problems: [.unparsable]),
    // Half a clause.
    .init("schooldays only", "schooldays only @ ()", problems: [.unparsable]),
    .init("no @ (wheels<=2); yes", "no @ (wheels<=2)", "yes @ ()", problems: [.unparsable]),
    .init(
      "no @ Mo-Fr 07:00-19:00; Sa 08:00-12:00; 5 @ PH", "no @ (Mo-Fr 07:00-19:00)",
      "no @ (Sa 08:00-12:00)", "5 @ (PH)", problems: [.unparsable]),
    .init(
      "@ (wet); no @ (PH)", "no @ (PH)", problems: [.unparsable], hasUnknown: false),
    .init(
      "no @ (Mo-Fr; 5 @ (PH)", "no @ ((Mo-Fr)", "5 @ (PH)", problems: [.unparsable]),
  ]

  @Test("a tag is its clauses", arguments: times + vehicles + others + broken)
  func reads(_ item: Case) {
    let (clauses, problems) = ConditionalTag.clauses(item.tag)
    #expect(clauses.map { "\($0.value) @ \($0.condition.text)" } == item.clauses)
    #expect(problems == item.problems)
    let hasUnknown = clauses.contains { $0.condition.terms.contains { $0.isUnknown } }
    #expect(hasUnknown == item.hasUnknown)
    #expect(clauses.allSatisfy { !$0.condition.terms.isEmpty })
  }

  @Test("what was read is read again from its text", arguments: times + vehicles + others)
  func roundTrip(_ item: Case) {
    let clauses = ConditionalTag.clauses(item.tag).clauses
    let text = clauses.map { "\($0.value) @ \($0.condition.text)" }.joined(separator: "; ")
    let again = ConditionalTag.clauses(text)
    #expect(again.clauses == clauses)
    #expect(again.problems.isEmpty)
  }

  @Test("an empty tag has no clauses", arguments: ["", " ", ";", " ; ;"])
  func empty(_ tag: String) {
    #expect(ConditionalTag.clauses(tag).clauses.isEmpty)
    #expect(ConditionalTag.clauses(tag).problems.isEmpty)
  }

  @Test("every property that a vehicle has can be compared", arguments: LimitKind.allCases)
  func everyKind(_ kind: LimitKind) {
    for comparison in Condition.Comparison.allCases {
      let condition = Condition([.vehicle(kind, comparison, kind.isCounted ? 1 : 2_500)])
      let again = ConditionalTag.clauses("no @ " + condition.text)
      #expect(again.clauses == [.init(value: "no", condition: condition)])
      #expect(again.problems.isEmpty)
    }
  }

  @Test("values of any length and depth are survived")
  func huge() {
    let deep = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
    let nested =
      String(repeating: "(wet AND ", count: 110) + "snow" + String(repeating: ")", count: 110)
    let long = "no @ (" + String(repeating: "Mo-Fr 07:00-19:00,", count: 20_000) + ")"
    for text in [
      deep, "no @ " + deep, "no @ " + nested, long, String(repeating: "@;", count: 50_000),
    ] {
      for clause in ConditionalTag.clauses(text).clauses {
        #expect(clause.condition.terms.allSatisfy { $0.isUnknown })
      }
    }
  }

  static let pieces = [
    "no", "yes", " @ ", "@", ";", "(", ")", " AND ", "and", "weight>7.5", "length", "<", ">=", "12",
    "Mo-Fr", "07:00-19:00", "PH", " ", ",", "\"", "destination", "wet", "banana", "off", "24/7",
    "é", "\u{301}", "😀", "'", "May", "|", "&", "sunset", "2025",
  ]

  @Test("random tags never crash, and no clause has an empty condition", arguments: 1...20)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...10, using: &generator))
        .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
      let (clauses, problems) = ConditionalTag.clauses(text)
      for clause in clauses {
        #expect(!clause.value.isEmpty)
        #expect(!clause.condition.terms.isEmpty, "SeededGenerator(seed: \(seed)): \(text)")
      }
      if clauses.isEmpty && problems.isEmpty {
        #expect(
          text.allSatisfy { $0 == ";" || $0.isWhitespace },
          "SeededGenerator(seed: \(seed)): \(text)")
      }
    }
  }

  @Test("garbage in a condition is never always and never never", arguments: 1...20)
  func garbage(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let junk = Array("bcgijkqvxzäé!?%$#*~")
    let circumstances = Circumstances(.car, time: LocalTime(seconds: 0))
    for _ in 0..<1_000 {
      let words = String(
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          junk.randomElement(using: &generator) ?? "x"
        })
      for text in [words, words + " AND 24/7", "24/7 " + words, "(" + words + ")"] {
        let (clauses, problems) = ConditionalTag.clauses("no @ " + text)
        #expect(clauses.map(\.value) == ["no"])
        #expect(clauses.map { $0.condition.holds(circumstances) } == [.perhaps], "\(text)")
        #expect(!problems.isEmpty)
      }
    }
  }
}

extension Condition.Term {
  /// Whether no router can know the term.
  fileprivate var isUnknown: Bool {
    if case .unknown = self { true } else { false }
  }
}
