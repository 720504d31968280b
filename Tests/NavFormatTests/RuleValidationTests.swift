import Bytes
import NavFormat
import RoadModel
import Testing

@Suite struct RuleValidationTests {
  /// One value of a column that the specification does not allow, and the rule that it breaks.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let column: String
    let row: Int
    let value: Int
    let rule: String
    var testDescription: String { "\(column)[\(row)] = \(value): \(rule)" }

    init(_ column: String, _ row: Int, _ value: Int, _ rule: String) {
      self.column = column
      self.row = row
      self.value = value
      self.rule = rule
    }
  }

  private static let directions = "reserved bits of column 'rule directions' are not zero"
  private static let values = "reserved bits of column 'rule value' are not zero"
  private static func segment(_ number: Int) -> String {
    "flags of segment \(number) do not fit its rule rows"
  }
  private static func junction(_ number: Int) -> String {
    "barrier flag of junction \(number) does not fit its rows"
  }
  private static func turn(_ number: Int) -> String {
    "rule flag of turn row \(number) does not fit its rule rows"
  }

  /// The rows of the sample: limits of segment 1 (height, weight, weight); speed of 3; width, access,
  /// truck speed of 4; access of junction 1; axle load of junction 3; bans of turns 1, 1, 2.
  static let flaws: [Flaw] = [
    .init("rule directions", 0, 0, directions), .init("rule directions", 0, 5, directions),
    .init("rule directions", 7, 6, directions), .init("rule directions", 9, 12, directions),
    .init("rule directions", 9, 16, directions), .init("rule directions", 11, 0x88, directions),
    .init("rule kind", 0, 35, "a segment has a rule of kind 35"),
    .init("rule kind", 7, 35, "a junction has a rule of kind 35"),
    .init("rule kind", 7, 33, "a junction has a rule of kind 33"),
    .init("rule kind", 8, 34, "a junction has a rule of kind 34"),
    .init("rule kind", 9, 32, "a turn has a rule of kind 32"),
    .init("rule kind", 9, 33, "a turn has a rule of kind 33"),
    .init("rule kind", 9, 1, "a turn has a rule of kind 1"),
    .init("rule kind", 11, 12, "a turn has a rule of kind 12"),
    .init("rule value", 3, 65_536, values), .init("rule value", 6, 0x0100_0000, values),
    .init("rule value", 5, 0xFF14, values), .init("rule value", 5, 0xFF84, values),
    .init("rule value", 7, 0x0316, values), .init("rule value", 9, 1 << 32, values),
    .init("rule value", 11, 1 << 32 | 2, values), .init("rule value", 0, 1 << 32, values),
    .init("rule value", 4, 1 << 39, values),
    .init("rule kind", 1, 0, "rule rows do not ascend"),
    .init("rule kind", 5, 1, "rule rows do not ascend"),
    .init("rule subject", 4, 2, "rule rows do not ascend"),
    .init("rule subject", 11, 0, "rule rows do not ascend"),
    .init("rule directions", 0, 8, "a turn has a rule of kind 1"),
    .init("barrier junction", 1, 2, "barrier rows do not ascend"),
    .init("barrier junction", 1, 0, "barrier rows do not ascend"),
    .init("barrier end only", 0, 0x05, "modes of 'barrier end only' may not pass"),
    .init("segment flags", 0, 1, segment(0)), .init("segment flags", 1, 0, segment(1)),
    .init("segment flags", 1, 3, segment(1)), .init("segment flags", 3, 1, segment(3)),
    .init("segment flags", 4, 2, segment(4)), .init("rule kind", 4, 40, "rule rows do not ascend"),
    .init("rule kind", 3, 20, segment(3)), .init("rule subject", 3, 2, segment(2)),
    .init("junction flags", 0, 0x03, junction(0)), .init("junction flags", 1, 0x88, junction(1)),
    .init("junction flags", 2, 0x40, junction(2)), .init("junction flags", 3, 0x24, junction(3)),
    .init("barrier junction", 0, 0, junction(0)), .init("rule subject", 7, 0, junction(0)),
    .init("turn banned", 0, 11, turn(0)), .init("turn banned", 1, 0, turn(1)),
    .init("turn banned", 2, 0x1FE, turn(2)), .init("rule subject", 9, 0, turn(0)),
  ]

  private static let good = SampleTile.contents.encoded()

  private static func read(_ bytes: [UInt8]) throws(FormatError) -> TileDump {
    try TileDump(bytes, number: SampleTile.number, tileCount: SampleTile.tileCount)
  }

  @Test("a rule that the specification does not allow is refused", arguments: flaws)
  func refused(_ flaw: Flaw) throws {
    var tile = SpecTile(Self.good)
    tile[flaw.column, flaw.row] = flaw.value
    let error = #expect(throws: FormatError.self) { try Self.read(tile.bytes) }
    guard case .invalid(part: "tile 3", let offset, let rule) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(rule == flaw.rule)
    #expect(offset < UInt64(Self.good.count))
  }

  /// Kinds of a later version at places where they are in order and change no flag.
  static let later: [(row: Int, kind: Int)] = [
    (0, 0), (2, 31), (3, 200), (6, 255), (8, 13), (7, 37), (11, 37), (11, 31),
  ]

  @Test("a kind of a later version is read, and has no effect", arguments: later)
  func laterKind(_ row: Int, _ kind: Int) throws {
    var tile = SpecTile(Self.good)
    tile["rule kind", row] = kind
    tile["rule value", row] = 0xFEDC_BA98
    let dump = try Self.read(tile.bytes)
    #expect(dump.rules[row].kind == UInt8(kind) && dump.rules[row].value == 0xFEDC_BA98)
    #expect(dump.rules[row].limitKind == nil && dump.effects[row] == nil)
  }

  @Test("an access of a later version reads as no")
  func laterAccess() throws {
    var tile = SpecTile(Self.good)
    tile["rule value", 5] = 0x030F
    let effect = try Self.read(tile.bytes).effects[5]
    #expect(effect == .access(.no, [ModeSet(.car), ModeSet(.truck)]))
  }

  @Test("modes of a later version are ignored, in rules, turns and barriers")
  func laterModes() throws {
    var tile = SpecTile(Self.good)
    let plain = try Self.read(tile.bytes)
    tile["rule value", 5] |= 0xFF_FFFF << 16
    tile["rule value", 9] |= 0xFF_FFFF << 8
    tile["turn banned", 0] |= 0xFF_FFFF << 9
    tile["barrier passing", 0] |= 0xFF_FFFF << 8
    tile["barrier end only", 0] |= 0x0F << 8
    let dump = try Self.read(tile.bytes)
    #expect(dump.effects == plain.effects && dump.turns == plain.turns)
    #expect(dump.barriers == plain.barriers)
    // Modes that may not pass may do so at no end, known or not.
    tile["barrier passing", 0] &= 0xFF
    #expect(throws: FormatError.self) { try Self.read(tile.bytes) }
  }

  static let countries: [(text: String, bytes: [UInt8], read: String)] = [
    ("", [0, 0], ""), ("DE", [0x44, 0x45], "DE"), ("AZ", [0x41, 0x5A], "AZ"), ("de", [0, 0], ""),
    ("D", [0, 0], ""), ("DEU", [0, 0], ""), ("Ä", [0, 0], ""),
  ]

  @Test("the country of a tile is two capital letters or left out", arguments: countries)
  func country(_ text: String, _ bytes: [UInt8], _ read: String) throws {
    var contents = SampleTile.contents
    contents.country = text
    let encoded = contents.encoded()
    #expect(Array(encoded[28..<30]) == bytes)
    #expect(try Self.read(encoded).country == read)
  }
}
