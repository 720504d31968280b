import Bytes
import Geo
import NavFormat
import RoadModel
import Testing

@Suite struct RuleRowTests {
  private static func dump() throws -> TileDump {
    try TileDump(
      SampleTile.contents.encoded(), number: SampleTile.number, tileCount: SampleTile.tileCount)
  }

  /// The rules of the sample in the order of the file.
  private static let sorted = {
    let rules = SampleTile.contents.rules
    return [8, 4, 7, 9, 11, 6, 3, 12, 1, 2, 5, 0].map { rules[$0] }
  }()

  @Test("rules come back by subject and kind, those of one kind in the order given")
  func roundTrip() throws {
    let dump = try Self.dump()
    #expect(dump.rules.count == Self.sorted.count, "a rule without directions is left out")
    for (row, (subject, of, rule)) in Self.sorted.enumerated() {
      let found = dump.rules[row]
      #expect(found.subject == subject && found.of == of && dump.effects[row] == rule.effect)
      #expect(found.directions == (of == .segment ? rule.directions : .both))
      #expect((found.condition == RuleRow.always) == rule.condition.terms.isEmpty)
      #expect(dump.conditions[row] == rule.condition)
    }
  }

  @Test("the rows of a subject are found, limits before other rules")
  func rows() throws {
    // Junctions 0 to 3, segments 0 to 4, turn rows 0 to 2.
    let wanted = [7..<7, 7..<8, 8..<8, 8..<9] + [0..<0, 0..<3, 3..<3, 3..<4, 4..<7]
    #expect(try Self.dump().ruleRows == wanted + [9..<9, 9..<11, 11..<12])
  }

  @Test("each condition is stored once, in the order of the rows that name it")
  func conditions() throws {
    #expect(Array(try Self.dump().conditions.dropFirst(12)) == SampleTile.conditions)
  }

  @Test("a limit that lets everything pass is a value of its own")
  func limits() {
    func row(_ kind: UInt8, _ value: UInt32) -> RuleRow {
      RuleRow(subject: 0, of: .segment, kind: kind, directions: .both, value: value)
    }
    #expect(row(1, .max).effect == .limit(.height, nil))
    #expect(row(12, .max - 1).effect == .limit(.tunnelCode, .max - 1))
    #expect(row(1, 0).limitKind == .height && row(32, 0).limitKind == nil)
    #expect(row(0, 0).effect == nil && row(13, 0).effect == nil && row(37, 0).effect == nil)
    #expect(row(36, 5).effect == .turnRound([ModeSet(.car), ModeSet(.bicycle)]))
  }

  @Test("conditions beyond those that rows can name become one that nobody can decide")
  func tooMany() throws {
    var contents = SampleTile.contents
    contents.rules = (0..<65_600).map { number in
      let term = Condition.Term.vehicle(.weight, .less, UInt32(number))
      return (1, .segment, RoadRule(.limit(.weight, 1), condition: Condition([term])))
    }
    let bytes = contents.encoded()
    let layout = try TileLayout(bytes.rawBytes, tile: SampleTile.number)
    let tile = TileView(bytes.rawBytes, layout: layout)
    try tile.validate(tileCount: SampleTile.tileCount)
    #expect(layout.conditionCount == 65_535 && layout.ruleCount == 65_600)
    let (last, beyond) = (tile.condition(65_533), tile.condition(65_534))
    #expect(last == Condition([.vehicle(.weight, .less, 65_533)]))
    #expect(beyond == Condition([.unknown("one of too many conditions")]))
    let rows = [65_533, 65_534, 65_599].map { tile.rule($0).condition }
    #expect(rows == [65_533, 65_534, 65_534])
  }

  #if os(Linux) || os(macOS)
    @Test(
      "a ban of a segment, a limit of a turn and a speed of a junction are the caller's mistakes")
    func misplaced() async {
      await #expect(processExitsWith: .failure) {
        var contents = SampleTile.contents
        contents.rules = [(0, .segment, RoadRule(.ban(.all)))]
        _ = contents.encoded()
      }
      await #expect(processExitsWith: .failure) {
        var contents = SampleTile.contents
        contents.rules = [(0, .turn, RoadRule(.limit(.height, 1)))]
        _ = contents.encoded()
      }
      await #expect(processExitsWith: .failure) {
        var contents = SampleTile.contents
        contents.rules = [(0, .junction, RoadRule(.speed(.kmh(1))))]
        _ = contents.encoded()
      }
    }
  #endif
}
