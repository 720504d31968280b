import RoadModel
import TestSupport
import Testing

@testable import RoadRules

@Suite struct ConditionalAccessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// Access that always holds, as columns: car, truck, bicycle, foot, scooter, bus, taxi.
    var always: String
    /// What overrides it, as tags in canonical form.
    var rules: [String]
    init(_ tags: String, _ always: String, _ rules: String...) {
      self.tags = tags
      self.always = always
      self.rules = rules
    }
    var testDescription: String { tags }
  }

  static let ways = [
    Case(
      "highway=primary access:conditional=‹no @ (weight>7.5)›", "yyyyyyy",
      "access:conditional=no @ (weight>7.5)"),
    Case(
      "highway=primary vehicle:conditional=‹no @ (weight>7.5)›", "yyyyyyy",
      "vehicle:conditional=no @ (weight>7.5)"),
    Case(
      "highway=primary motor_vehicle:conditional=‹destination @ (weight>7.5)›", "yyyyyyy",
      "motor_vehicle:conditional=destination @ (weight>7.5)"),
    Case(
      "highway=primary hgv:conditional=‹no @ (weight>7.5); destination @ (wet)›", "yyyyyyy",
      "hgv:conditional=no @ (weight>7.5)", "hgv:conditional=destination @ (wet)"),
    Case(
      "highway=primary bicycle:conditional=‹yes @ (wet)› bicycle=no", "yy-yyyy",
      "bicycle:conditional=yes @ (wet)"),
    Case(
      "highway=primary foot:conditional=‹no @ (wet)›", "yyyyyyy", "foot:conditional=no @ (wet)"),
    Case(
      "highway=primary psv:conditional=‹no @ (wet)›", "yyyyyyy", "psv:conditional=no @ (wet)"),
    Case(
      "highway=primary vehicle:forward:conditional=‹no @ (wet)›", "yyyyyyy",
      "vehicle:forward:conditional=no @ (wet)"),
    Case(
      "highway=primary hgv:conditional=‹destination @ (maxweight > 5)›", "yyyyyyy",
      "hgv:conditional=destination @ (weight>5)"),
    Case("highway=primary hgv=‹no @ (wet)›", "yyyyyyy", "hgv:conditional=no @ (wet)"),
    // A key that always speaks for a mode hides the clauses of more general ones.
    Case(
      "highway=primary access:conditional=‹no @ (wet)› motor_vehicle=yes", "yyyyyyy",
      "bicycle+foot:conditional=no @ (wet)"),
    Case(
      "highway=primary motor_vehicle:conditional=‹no @ (wet)› hgv=destination", "ydyyyyy",
      "motorcar+moped+bus+taxi+motorcycle:conditional=no @ (wet)"),
    Case(
      "highway=primary hgv:conditional=‹no @ (wet)› motor_vehicle=destination", "ddyyddd",
      "hgv:conditional=no @ (wet)"),
    Case(
      "highway=primary hgv:conditional=‹no @ (wet)› hgv:forward=yes", "yyyyyyy",
      "hgv:backward:conditional=no @ (wet)"),
    // Clauses of a more specific key override those of a general one.
    Case(
      "highway=primary hgv:conditional=‹yes @ (destination)› access:conditional=‹no @ (wet)›",
      "yyyyyyy", "access:conditional=no @ (wet)", "hgv:conditional=yes @ (destination)"),
    // The general key opens no class to a mode that it is not for.
    Case("highway=footway access:conditional=‹yes @ (wet)›", "--my---"),
    Case(
      "highway=footway access=no access:conditional=‹yes @ (wet)›", "-------",
      "foot:conditional=yes @ (wet)", "bicycle:conditional=dismount @ (wet)"),
    Case(
      "highway=pedestrian motor_vehicle:conditional=‹delivery @ (wet)›", "--my---",
      "motor_vehicle:conditional=delivery @ (wet)"),
    Case(
      "highway=pedestrian vehicle=no vehicle:conditional=‹delivery @ (wet)›", "--my---",
      "motor_vehicle:conditional=delivery @ (wet)"),
    Case("highway=primary access:conditional=‹yes @ (wet)›", "yyyyyyy"),
    Case(
      "highway=residential access=no access:conditional=‹yes @ (wet)›", "-------",
      "access:conditional=yes @ (wet)"),
    // `goods` speaks of trucks up to 3.5 t.
    Case(
      "highway=primary hgv=no goods=yes", "y-yyyyy", "hgv:conditional=yes @ (weightrating<=3.5)"),
    Case(
      "highway=primary goods:conditional=‹no @ (wet)›", "yyyyyyy",
      "hgv:conditional=no @ (wet AND weightrating<=3.5)"),
    Case(
      "highway=primary hov:conditional=‹designated @ (wet)›", "yyyyyyy",
      "motorcar+hgv:conditional=destination @ (wet)"),
    // One-way rules.
    Case(
      "highway=primary oneway=yes oneway:conditional=‹no @ (wet)›", "yyyyyyy",
      "vehicle:backward:conditional=yes @ (wet)"),
    Case(
      "highway=primary oneway:conditional=‹yes @ (wet)›", "yyyyyyy",
      "bicycle:backward:conditional=dismount @ (wet)",
      "motor_vehicle:backward:conditional=no @ (wet)"),
    Case(
      "highway=motorway oneway=reversible oneway:conditional=‹yes @ (wet); -1 @ (weight>5)›",
      "-------", "motorcar+hgv+bus+taxi+motorcycle:forward:conditional=yes @ (wet)",
      "motorcar+hgv+bus+taxi+motorcycle:forward:conditional=no @ (weight>5)",
      "motorcar+hgv+bus+taxi+motorcycle:backward:conditional=yes @ (weight>5)"),
    Case(
      "highway=motorway oneway:hgv:conditional=‹no @ (wet)›", "yy---yy",
      "hgv:backward:conditional=yes @ (wet)"),
    Case(
      "highway=motorway oneway:conditional=‹no @ (wet)› hgv=destination", "yd---yy",
      "motorcar+bus+taxi+motorcycle:backward:conditional=yes @ (wet)",
      "hgv:backward:conditional=destination @ (wet)"),
  ]

  @Test("conditions become rules on access", arguments: ways)
  func rules(_ row: Case) throws {
    let reading = try #require(RoadRules().road(row.tags))
    #expect(reading.attributes.forwardAccess.letters == row.always)
    #expect(Set(reading.rules.conditionalTags) == Set(row.rules))
    #expect(reading.problems.isEmpty)
  }

  @Test("clauses keep their order, for the last that holds decides")
  func order() throws {
    let reading = try #require(
      RoadRules().road("highway=primary hgv:conditional=‹no @ (weight>5); yes @ (destination)›"))
    #expect(
      reading.rules.map(\.tag) == [
        "hgv:conditional=no @ (weight>5)", "hgv:conditional=yes @ (destination)",
      ])
  }

  static let nodes: [(String, String, [String])] = [
    ("barrier=gate access:conditional=‹no @ (wet)›", "yyyyyyy", ["access"]),
    ("barrier=gate access=no access:conditional=‹yes @ (wet)›", "-------", ["access"]),
    ("barrier=bollard motor_vehicle:conditional=‹yes @ (wet)›", "--yy---", ["motor_vehicle"]),
    ("barrier=lift_gate hgv:conditional=‹no @ (weight>7.5)›", "yyyyyyy", ["hgv"]),
    ("barrier=gate goods=no", "yyyyyyy", ["hgv"]),
    ("highway=crossing access:conditional=‹no @ (wet)›", "yyyyyyy", []),
  ]

  @Test("a gate that is open at times has rules", arguments: nodes)
  func gates(_ line: String, _ passing: String, _ keys: [String]) {
    let reading = RoadRules().node(tags(line))
    #expect(reading.passing.letters == passing)
    #expect(
      reading.rules.conditionalTags.map { $0.split(separator: ":")[0] } == keys.map { $0[...] })
    #expect(reading.rules.allSatisfy { $0.directions == .both })
    #expect(reading.problems.isEmpty)
  }

  static let keys = ["access", "vehicle", "motor_vehicle", "hgv"]
  static let values = ["yes", "no", "destination", "private"]
  static let conditions = ["weight>5", "weight>10", "destination"]

  /// Tags of the keys, some of them with clauses.
  static func randomTags(_ generator: inout SeededGenerator) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = [("highway", "primary")]
    func pick(_ words: [String]) -> String { words.randomElement(using: &generator) ?? "" }
    for key in keys {
      for form in ["", ":forward"] {
        if Bool.random(using: &generator) { pairs.append((key + form, pick(values))) }
        if Int.random(in: 0..<3, using: &generator) == 0 {
          let clauses = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            "\(pick(values)) @ (\(pick(conditions)))"
          }
          pairs.append((key + form + ":conditional", clauses.joined(separator: "; ")))
        }
      }
    }
    if Bool.random(using: &generator) { pairs.append(("oneway", pick(["yes", "no", "-1"]))) }
    if Bool.random(using: &generator) {
      pairs.append(("oneway:conditional", "\(pick(["yes", "no", "-1"])) @ (\(pick(conditions)))"))
    }
    return pairs
  }

  /// What the tags mean, read afresh for each question: the last clause that holds, else the plain value,
  /// else the next key of the chain.
  static func oracle(
    _ pairs: [(key: String, value: String)], _ direction: Direction, _ circumstances: Circumstances
  ) -> Access {
    func value(_ key: String) -> String? {
      let clauses = ConditionalTag.clauses(
        pairs.first { $0.key == key + ":conditional" }?.value ?? ""
      )
      .clauses
      let last = clauses.last { $0.condition.holds(circumstances) == .yes }
      return last?.value ?? pairs.first { $0.key == key }?.value
    }
    let ways = ["yes": DirectionSet.forward, "-1": .backward][value("oneway") ?? ""] ?? .both
    guard ways.contains(direction) else { return .no }
    for key in keys.reversed() {
      let said = (direction == .forward ? value(key + ":forward") : nil) ?? value(key)
      switch said {
      case "yes": return .yes
      case "no": return .no
      case "destination": return .destination
      case "private": return .privateOnly
      default: continue
      }
    }
    return .yes
  }

  @Test("rules say at every moment what the tags say", arguments: 1...20)
  func equalsOracle(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var compared = 0
    for _ in 0..<50 {
      let pairs = Self.randomTags(&generator)
      let verdict = RoadRules().way(RoadTags(pairs))
      for circumstances in someCircumstances {
        for direction in Direction.allCases {
          let expected = Self.oracle(pairs, direction, circumstances)
          guard case .road(let reading) = verdict else { continue }
          let found = reading.access(.truck, direction, circumstances)
          #expect(found == expected, "SeededGenerator(seed: \(seed)): \(pairs)")
          compared += 1
        }
      }
    }
    #expect(compared > 0)
  }
}
