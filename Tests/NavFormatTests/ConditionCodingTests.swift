import Bytes
import NavFormat
import RoadModel
import TestSupport
import Testing

@Suite struct ConditionCodingTests {
  /// The sample with two rules, under a condition and under one of unknown words.
  private static func contents(_ condition: Condition, words: Int = 1) -> TileContents {
    var contents = SampleTile.contents
    let other = Condition([.unknown(String(repeating: "x", count: words))])
    contents.rules = [
      (0, .segment, RoadRule(.limit(.height, 1), condition: condition)),
      (0, .segment, RoadRule(.limit(.width, 2), condition: other)),
    ]
    return contents
  }

  /// The bytes of a condition, and what they read as.
  private static func stored(_ condition: Condition) throws -> (bytes: [UInt8], read: Condition) {
    let tile = SpecTile(contents(condition).encoded())
    let bytes = tile.rows("conditions").prefix(tile["condition offset", 1]).map { UInt8($0) }
    let dump = try TileDump(
      tile.bytes, number: SampleTile.number, tileCount: SampleTile.tileCount)
    return (bytes, dump.conditions[0])
  }

  /// What a tile says whose first condition has these bytes; they are not checked with `validate` off.
  private static func read(_ bytes: [UInt8], validate: Bool) throws -> Condition {
    // Room for the bytes, then words that fill the rest: their number takes one byte.
    let room = Condition([.unknown(String(repeating: "y", count: bytes.count))])
    var tile = SpecTile(contents(room, words: 9).encoded())
    let column = tile.column("conditions")
    tile["condition offset", 1] = bytes.count
    let rest = [1, 4, UInt8(column.rows - bytes.count - 3)]
    tile.bytes.replaceSubrange(column.start..<column.start + bytes.count + 3, with: bytes + rest)
    let layout = try TileLayout(tile.bytes.rawBytes, tile: SampleTile.number)
    let view = TileView(tile.bytes.rawBytes, layout: layout)
    if validate { try view.validate(tileCount: SampleTile.tileCount) }
    return view.condition(0)
  }

  @Test("the example of the specification has the bytes that it says")
  func example() throws {
    let night = OpeningHours([
      .init(weekdays: 0x1F, times: [.init(1_320, 1_800)]),
      .init(weekdays: 0, onHolidays: true, isOff: true),
    ])
    let condition = Condition([.time(night), .vehicle(.weight, .greater, 7_500)])
    let hours: [UInt8] = [
      0x02, 0x00, 0x1F, 0x00, 0x01, 0xA8, 0x0A, 0xE0, 0x03, 0x05, 0x00, 0x00, 0x00,
    ]
    let found = try Self.stored(condition)
    #expect(found.bytes == [0x02, 0x01] + hours + [0x02, 0x04, 0x04, 0xCC, 0x3A])
    #expect(found.read == condition)
  }

  static let terms: [(Condition.Term, [UInt8])] = [
    (.time(OpeningHours([])), [1, 0]),
    (.time(OpeningHours([.init()])), [1, 1, 0, 0x7F, 0, 0]),
    (.time(OpeningHours([.init(isAdditional: true)])), [1, 1, 2, 0x7F, 0, 0]),
    (
      .time(
        OpeningHours([
          .init(dates: [.init(.init(month: 12, day: 24), .init(year: 2_026, month: 1, day: 6))])
        ])), [1, 1, 0, 0x7F, 1, 0, 12, 24, 0xEA, 0x0F, 1, 6, 0]
    ),
    (
      .time(OpeningHours([.init(weekdays: 1, times: [.init(0, 1), .init(1_439, 2_880)])])),
      [1, 1, 0, 1, 0, 2, 0, 1, 0x9F, 0x0B, 0xA1, 0x0B]
    ),
    (.vehicle(.height, .less, 0), [2, 1, 0, 0]),
    (.vehicle(.tunnelCode, .greater, .max), [2, 12, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
    (.atEnds(.destination), [3, 0]), (.atEnds(.residents), [3, 3]),
    (.unknown("wet"), [4, 3, 0x77, 0x65, 0x74]), (.unknown(""), [4, 0]),
  ]

  @Test("a term has the bytes of the specification and comes back", arguments: terms)
  func term(_ term: Condition.Term, _ bytes: [UInt8]) throws {
    let found = try Self.stored(Condition([term]))
    #expect(found.bytes == [1] + bytes && found.read == Condition([term]))
    let twice = try Self.stored(Condition([term, .atEnds(.customers), term]))
    #expect(twice.bytes == [3] + bytes + [3, 2] + bytes)
    #expect(twice.read == Condition([term, .atEnds(.customers), term]))
  }

  static let flaws: [(name: String, bytes: [UInt8])] = [
    ("nothing", []), ("no terms", [0]), ("a missing term", [1]), ("bytes behind", [1, 3, 0, 0]),
    ("two terms, one there", [2, 3, 0]), ("4 billion terms", [0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 3, 0]),
    ("a number of terms without an end", [0x81]), ("kind 0", [1, 0, 0]), ("kind 5", [1, 5, 0]),
    ("use 4", [1, 3, 4]), ("no use", [1, 3]), ("limit kind 0", [1, 2, 0, 0, 1]),
    ("limit kind 13", [1, 2, 13, 0, 1]), ("comparison 5", [1, 2, 1, 5, 1]),
    ("no value", [1, 2, 1, 0]), ("a value of 33 bits", [1, 2, 1, 0, 0x80, 0x80, 0x80, 0x80, 0x10]),
    ("words cut off", [1, 4, 3, 0x77, 0x65]),
    ("2^63 words", [1, 4] + .init(repeating: 0x80, count: 9) + [1]),
    ("a missing rule", [1, 1, 1]), ("reserved flags of a rule", [1, 1, 1, 8, 1, 0, 0]),
    ("an eighth day of the week", [1, 1, 1, 0, 0x80, 0, 0]),
    ("month 0", [1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0]),
    ("month 13", [1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 13, 1, 0]),
    ("day 0", [1, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0]),
    ("day 32", [1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 32, 0]),
    ("year 65536", [1, 1, 1, 0, 1, 1, 0x80, 0x80, 4, 1, 1, 0, 1, 1, 0]),
    ("half a date range", [1, 1, 1, 0, 1, 1, 0, 1, 1]),
    ("a start of 1440", [1, 1, 1, 0, 1, 0, 1, 0xA0, 0x0B, 1]),
    ("no minutes", [1, 1, 1, 0, 1, 0, 1, 0, 0]),
    ("an end of 2881", [1, 1, 1, 0, 1, 0, 1, 1, 0xC0, 0x16]),
    ("minutes of 64 bits", [1, 1, 1, 0, 1, 0, 1, 1] + .init(repeating: 0xFF, count: 9) + [1]),
    ("a span without minutes", [1, 1, 1, 0, 1, 0, 1, 5]),
  ]

  @Test("bytes that are no condition are refused, and read as unknown", arguments: flaws)
  func refused(_ name: String, _ bytes: [UInt8]) throws {
    let error = #expect(throws: FormatError.self) { try Self.read(bytes, validate: true) }
    guard case .invalid(part: "tile 3", _, "condition 0 is not well formed") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try Self.read(bytes, validate: false) == Condition([.unknown("damaged")]))
  }

  @Test("numbers of more bytes than they need, and words that are no text, are read")
  func lenient() throws {
    #expect(try Self.read([0x81, 0, 3, 1], validate: true) == Condition([.atEnds(.delivery)]))
    #expect(
      try Self.read([1, 2, 1, 0, 0x85, 0x80, 0], validate: true)
        == Condition([.vehicle(.height, .less, 5)]))
    #expect(
      try Self.read([1, 4, 2, 0xFF, 0x61], validate: true) == Condition([.unknown("\u{FFFD}a")]))
  }

  @Test("hours that the format can't hold are kept as words")
  func unstorable() throws {
    let wrong: [OpeningHours.Rule] = [
      .init(times: [.init(1_440, 1_500)]), .init(times: [.init(5, 5)]),
      .init(times: [.init(6, 5)]), .init(times: [.init(0, 2_881)]), .init(weekdays: 0x80),
      .init(dates: [.init(.init(month: 0, day: 1), .init(month: 1, day: 1))]),
      .init(dates: [.init(.init(month: 1, day: 1), .init(month: 1, day: 32))]),
    ]
    for rule in wrong {
      let hours = OpeningHours([.init(), rule])
      #expect(try Self.stored(Condition([.time(hours)])).read == Condition([.unknown(hours.text)]))
    }
  }

  @Test("random conditions come back", arguments: 0..<4)
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let terms = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Self.term(&generator)
      }
      #expect(try Self.stored(Condition(terms)).read == Condition(terms), "seed \(seed)")
    }
  }

  private static func term(_ generator: inout SeededGenerator) -> Condition.Term {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      return .vehicle(
        LimitKind.allCases.randomElement(using: &generator) ?? .height,
        Condition.Comparison.allCases.randomElement(using: &generator) ?? .less,
        .random(in: 0 ... .max, using: &generator))
    case 1: return .atEnds(Condition.EndUse.allCases.randomElement(using: &generator) ?? .delivery)
    case 2:
      let letters = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        "aé東 @;".randomElement(using: &generator) ?? "a"
      }
      return .unknown(String(letters))
    default:
      let count = Int.random(in: 0...3, using: &generator)
      return .time(OpeningHours((0..<count).map { _ in rule(&generator) }))
    }
  }

  private static func rule(_ generator: inout SeededGenerator) -> OpeningHours.Rule {
    func day() -> OpeningHours.YearDay {
      .init(
        year: Bool.random(using: &generator) ? 0 : .random(in: 0 ... .max, using: &generator),
        month: .random(in: 1...12, using: &generator), day: .random(in: 1...31, using: &generator))
    }
    func span() -> OpeningHours.TimeSpan {
      let start = UInt16.random(in: 0..<1_440, using: &generator)
      return .init(start, .random(in: start + 1...2_880, using: &generator))
    }
    return .init(
      dates: (0..<Int.random(in: 0...2, using: &generator)).map { _ in .init(day(), day()) },
      weekdays: .random(in: 0..<128, using: &generator),
      onHolidays: .random(using: &generator),
      times: (0..<Int.random(in: 0...3, using: &generator)).map { _ in span() },
      isOff: .random(using: &generator), isAdditional: .random(using: &generator))
  }
}
