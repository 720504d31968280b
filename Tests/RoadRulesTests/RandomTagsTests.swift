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
    "access:conditional", "hgv:forward:conditional", "goods", "hov", "hgv:lanes", "bicycle:lanes",
    "oneway:conditional", "oneway:hgv:conditional", "maxspeed:conditional", "maxspeed:trailer",
    "maxspeed:lanes", "maxspeed:advisory", "maxheight:conditional", "hazmat:conditional",
    "hgv_articulated", "restriction:conditional", "restriction:hazmat", "day_on", "day_off",
    "hour_on", "hour_off", "oneway:", "access:", "maxspeed:", "restriction:", "hgv:", "trailer:",
    "turn:lanes", "turn:lanes:forward", "turn:lanes:both_ways", "lanes:forward", "lanes:both_ways",
    "bus:lanes", "access:lanes:backward", "destination", "destination:lanes", "junction:ref",
    "name:pronunciation", "name:de", "bridge:name", "exit_to", "direction", "stop",
    "destination:ref:backward", "ref", "name", "destination:lang:fr", "destination:nl:forward",
    "tunnel:name:de", "junction:name:de",
  ]
  static let words = [
    "yes", "no", "primary", "footway", "ferry", "destination", "private;delivery", "-1", "3.8",
    "12'6\"",
    "7.5 t", "DE:urban", "DE:zone:30", "none", "below_default", "no_left_turn", "psv;bicycle",
    "gate",
    "00:15", "PT5M", ";", "|", ":", "@", "", "no @ (weight>7.5)", "yes @ (Mo-Fr 07:00-19:00)",
    "none @ destination; 3 @ (wet)", "-1 @ wet", "no|yes", "no|", "only_u_turn @ (Su)", "07:00",
    "Monday", "left|through;right", "reverse", "Köln; ;Bonn", "designated|", "motorway_junction",
    "stop", "forward",
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
    let rules = RoadRules(country: seed % 2 == 0 ? "DE" : nil, languages: ["de"])
    for _ in 0..<300 {
      let pairs = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        (
          key: Self.keys.randomElement(using: &generator) ?? "",
          value: Self.text(&generator)
        )
      }
      let bag = RoadTags([(key: "highway", value: "primary")] + pairs)
      #expect(rules.way(bag) == rules.way(bag))
      #expect(rules.node(bag) == rules.node(bag))
      Self.check(rules.way(bag), rules.node(bag))
      #expect(rules.restriction(bag) == rules.restriction(bag))
    }
  }

  /// Checks that words have the form and the order of the file.
  private static func check(_ way: WayVerdict, _ node: NodeReading) {
    guard case .road(let reading) = way else { return }
    for word in reading.words + node.words {
      #expect(word.kind.isCanonical(word.text), "\(word)")
    }
    for (word, next) in zip(reading.words, reading.words.dropFirst()) {
      #expect(
        word.kind.rawValue < next.kind.rawValue
          || word.kind == next.kind && word.directions == .forward && next.directions == .backward)
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
      let few = LimitTags.read(RoadTags(Array(pairs.dropLast())), &log).compactMap(\.alwaysLimit)
      let all = LimitTags.read(RoadTags(pairs), &log).compactMap(\.alwaysLimit)
      for limit in few {
        for direction in Direction.allCases where limit.directions.contains(direction) {
          let now = all.filter { $0.directions.contains(direction) }.map(\.value).min()
          #expect((now ?? .max) <= limit.value, "SeededGenerator(seed: \(seed))")
        }
      }
    }
  }

  static let conditionalKeys = [
    "vehicle", "motor_vehicle", "motorcar", "hgv", "goods", "hov", "bicycle", "bus", "psv",
    "hgv:forward", "vehicle:backward", "oneway", "oneway:bicycle", "oneway:hgv", "maxspeed",
    "maxspeed:hgv", "maxspeed:forward", "maxheight", "maxweight", "maxweight:hgv", "hazmat",
    "trailer", "hgv_articulated", "maxlength:backward",
  ]
  static let plain = [
    "highway=primary", "highway=primary oneway=yes", "highway=footway", "highway=track",
    "highway=primary hgv=no maxheight=3.8 maxheight:physical=4", "highway=motorway maxspeed=100",
    "highway=residential motor_vehicle=destination maxweight=7.5 hazmat=no maxspeed:hgv=60",
  ]

  @Test("a condition never changes what always holds", arguments: plain)
  func conditionsLeaveTheRest(_ line: String) {
    var generator = SeededGenerator(seed: 1)
    let bag = tags(line)
    guard case .road(let before) = RoadRules().way(bag) else {
      Issue.record("no road: \(line)")
      return
    }
    for _ in 0..<200 {
      let more = (0..<3).map { _ in
        (
          key: (Self.conditionalKeys.randomElement(using: &generator) ?? "") + ":conditional",
          value: Bool.random(using: &generator)
            ? Self.words.randomElement(using: &generator) ?? "" : Self.text(&generator)
        )
      }
      guard case .road(let after) = RoadRules().way(RoadTags(bag.pairs + more)) else {
        Issue.record("no road any more: \(more)")
        continue
      }
      #expect(after.attributes == before.attributes, "\(more)")
      #expect(after.limits == before.limits, "\(more)")
    }
  }

  /// Access and limits by circumstances, direction, mode and kind.
  static func meaning(of reading: WayReading) -> [UInt32] {
    var numbers: [UInt32] = []
    for circumstances in [someCircumstances[0], someCircumstances[7]] {
      for direction in Direction.allCases {
        for mode in Mode.allCases {
          numbers.append(UInt32(reading.access(mode, direction, circumstances).rawValue))
        }
        for kind in [LimitKind.height, .weight, .hazmat, .trailers] {
          numbers.append(reading.rules.limit(kind, direction, circumstances) ?? .max)
        }
      }
    }
    return numbers
  }

  @Test("what cannot be read is never known to hold", arguments: plain)
  func unreadableConditions(_ line: String) {
    let bag = tags(line)
    let junk = ["banana", "25:99-26:00", "weight>", "(weight>x", "Mo-", "", "wet"]
    guard case .road(let before) = RoadRules().way(bag) else {
      Issue.record("no road: \(line)")
      return
    }
    for key in Self.conditionalKeys {
      for value in ["yes", "no", "destination", "none", "3", "-1"] {
        for condition in junk {
          let tag = (key: key + ":conditional", value: "\(value) @ \(condition)")
          guard case .road(let after) = RoadRules().way(RoadTags(bag.pairs + [tag])) else {
            Issue.record("no road any more: \(tag)")
            continue
          }
          if after.rules == before.rules { continue }
          #expect(Self.meaning(of: after) == Self.meaning(of: before), "\(tag)")
        }
      }
    }
  }

  @Test("a value that nobody knows says nothing", arguments: plain)
  func unknownValues(_ line: String) {
    let bag = tags(line)
    guard case .road(let before) = RoadRules().way(bag) else {
      Issue.record("no road: \(line)")
      return
    }
    for key in Self.conditionalKeys where bag[key] == nil {
      guard case .road(let after) = RoadRules().way(RoadTags(bag.pairs + [(key, "banana")])) else {
        Issue.record("no road any more: \(key)")
        continue
      }
      #expect(after.attributes == before.attributes, "\(key)")
      #expect(after.rules == before.rules, "\(key)")
      #expect(after.problems.map(\.reason) == (key == "hov" ? [] : [.unknownValue]), "\(key)")
    }
  }
}
