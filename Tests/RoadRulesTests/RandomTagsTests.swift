import RoadModel
import TestSupport
import Testing

@testable import RoadRules

@Suite struct RandomTagsTests {
  static let alphabet = Array("0123456789.,;:|~'\"- @()<>=mtkgcflbsin′″ é٣\u{301}😀")
  static let keys = [
    "highway", "route", "area", "access", "vehicle", "motor_vehicle", "hgv", "hgv:forward",
    "bicycle",
    "foot", "oneway", "oneway:bicycle", "cycleway:left:oneway", "junction", "maxspeed",
    "maxspeed:hgv:forward", "source:maxspeed", "zone:maxspeed", "surface", "smoothness",
    "tracktype",
    "lanes", "duration", "barrier", "maxheight", "maxheight:lanes", "maxheight:physical",
    "maxweight",
    "maxweight:conditional", "maxaxles", "hazmat", "hazmat:B", "hazmat:tunnel_cat", "trailer",
    "restriction", "restriction:hgv", "except", "type", ":", "max", "maxheight:", "hazmat:",
  ]
  static let words = [
    "yes", "no", "primary", "footway", "ferry", "destination", "private;delivery", "-1", "3.8",
    "12'6\"",
    "7.5 t", "DE:urban", "DE:zone:30", "none", "below_default", "no_left_turn", "psv;bicycle",
    "gate",
    "00:15", "PT5M", ";", "|", ":", "@", "",
  ]

  static func text(_ generator: inout SeededGenerator) -> String {
    if Bool.random(using: &generator) { return words.randomElement(using: &generator) ?? "" }
    return String(
      (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? " "
      })
  }

  @Test("reading random tags never crashes, and says the same twice", arguments: 1...20)
  func randomTags(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let rules = RoadRules(country: seed % 2 == 0 ? "DE" : nil)
    for _ in 0..<1_000 {
      let pairs = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        (
          key: Self.keys.randomElement(using: &generator) ?? "",
          value: Self.text(&generator)
        )
      }
      let bag = RoadTags([(key: "highway", value: "primary")] + pairs)
      #expect(rules.way(bag) == rules.way(bag))
      #expect(rules.node(bag) == rules.node(bag))
      #expect(rules.restriction(bag) == rules.restriction(bag))
    }
  }

  @Test("a limit with something appended is never read as a looser one", arguments: 1...20)
  func junkNeverLoosens(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let junk = Array(Self.alphabet.filter { !$0.isNumber && $0 != "." && $0 != "," })
    for _ in 0..<2_000 {
      let tenths = Int.random(in: 10...60, using: &generator)
      let height = "\(tenths / 10).\(tenths % 10)"
      let tail = String(
        (0..<Int.random(in: 1...5, using: &generator)).map { _ in
          junk.randomElement(using: &generator) ?? " "
        })
      let read = LimitValue(height + tail, .height)
      if let limit = read.limit {
        #expect(limit <= tenths * 100, "SeededGenerator(seed: \(seed)): \(height + tail)")
      } else {
        #expect(!read.problems.isEmpty, "SeededGenerator(seed: \(seed)): \(height + tail)")
      }
    }
  }

  @Test("a list of readable limits is its lowest, whatever else is in it", arguments: 1...20)
  func listsAreTheirLowest(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let values = (0..<3).map { _ in Int.random(in: 10...60, using: &generator) }
      var parts = values.map { "\($0 / 10).\($0 % 10)" }
      parts.insert("banana", at: Int.random(in: 0...3, using: &generator))
      let read = LimitValue(parts.joined(separator: ";"), .height)
      #expect(read.limit == values.min().map { UInt32($0 * 100) })
      #expect(read.problems == [.unknownValue])
    }
  }

  @Test("limits never become looser when a tag is added", arguments: 1...20)
  func addedTagsNeverLoosen(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let suffixes = ["", ":physical", ":signed", ":forward", ":backward", ":lanes", ":hgv", ":bus"]
    for _ in 0..<500 {
      let pairs = (0..<4).map { _ in
        (
          key: "maxheight" + (suffixes.randomElement(using: &generator) ?? ""),
          value: Bool.random(using: &generator)
            ? "\(Int.random(in: 2...5, using: &generator))" : Self.text(&generator)
        )
      }
      var log = ProblemLog()
      let few = LimitTags.read(RoadTags(Array(pairs.dropLast())), &log)
      let all = LimitTags.read(RoadTags(pairs), &log)
      for limit in few {
        for direction in Direction.allCases where limit.directions.contains(direction) {
          let now = all.filter { $0.directions.contains(direction) }.map(\.value).min()
          #expect((now ?? .max) <= limit.value, "SeededGenerator(seed: \(seed))")
        }
      }
    }
  }
}
