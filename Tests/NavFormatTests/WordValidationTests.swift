import Bytes
import NavFormat
import RoadModel
import TestSupport
import Testing

/// Rows of words and approaches that a reader could not search, or that compete, are refused on first use.
@Suite struct WordValidationTests {
  struct Flaw: Sendable, CustomTestStringConvertible {
    let column: String
    let row: Int
    let value: Int
    let rule: String
    var testDescription: String { "\(column)[\(row)] = \(value): \(rule)" }

    init(_ column: String, _ row: Int, _ value: Int, _ rule: String) {
      (self.column, self.row, self.value, self.rule) = (column, row, value, rule)
    }
  }

  static let flaws: [Flaw] = [
    .init("word way", 0, 1, "words of ways do not ascend"),
    .init("word kind", 2, 0, "words of ways do not ascend"),
    .init("word directions", 0, 0, "a word applies to no direction"),
    .init("word directions", 1, 1, "words of ways do not ascend, or share a direction"),
    .init("word directions", 1, 3, "words of ways do not ascend, or share a direction"),
    .init("word directions", 0, 3, "words of ways do not ascend, or share a direction"),
    .init("junction word junction", 0, 1, "words of junctions do not ascend"),
    .init("junction word kind", 1, 10, "words of junctions do not ascend"),
    .init("approach segment", 0, 2, "approaches do not ascend"),
    .init("approach point", 1, 2, "approaches do not ascend"),
    .init("approach kind", 1, 2, "approaches do not ascend"),
    .init("approach directions", 2, 0, "an approach has no direction"),
    .init("approach point", 2, 8, "its segment has no such point"),
    .init("approach point", 3, 3, "its segment has no such point"),
  ]

  @Test("rows out of order or without directions are refused", arguments: flaws)
  func refused(_ flaw: Flaw) {
    var spec = SpecTile(SampleTile.contents.encoded())
    spec[flaw.column, flaw.row] = flaw.value
    let error = #expect(throws: FormatError.self) {
      try TileDump(
        spec.bytes, number: SampleTile.number, tileCount: SampleTile.tileCount,
        nodes: SampleTile.nodes)
    }
    #expect(error?.description.contains(flaw.rule) == true, "\(error?.description ?? "accepted")")
  }

  @Test("kinds of later versions are read as they are")
  func unknownKinds() throws {
    var spec = SpecTile(SampleTile.contents.encoded())
    spec["word kind", 3] = 127
    spec["junction word kind", 1] = 126
    let dump = try TileDump(
      spec.bytes, number: SampleTile.number, tileCount: SampleTile.tileCount,
      nodes: SampleTile.nodes)
    #expect(dump.words[2].map(\.kind.rawValue) == [127])
    #expect(dump.junctionWords[0].map(\.kind.rawValue) == [10, 126])
  }
}
