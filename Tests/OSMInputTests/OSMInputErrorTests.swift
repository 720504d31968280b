import OSMInput
import Testing

@Suite struct OSMInputErrorTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var error: OSMInputError
    var kind: OSMInputError.Kind
    var testDescription: String
  }

  static let cases = [
    Case(
      error: .cannotOpen(source: "a.osm", call: "open", errno: 2, message: "No such file"),
      kind: .notFound, testDescription: "a.osm: cannot open: No such file"),
    Case(
      error: .cannotOpen(source: "a.osm", call: "open", errno: 13, message: "Permission denied"),
      kind: .notPermitted, testDescription: "a.osm: cannot open: Permission denied"),
    Case(
      error: .readFailed(
        source: "a.osm", byteOffset: 4096, call: "read", errno: 5, message: "Input/output error"),
      kind: .unreadable,
      testDescription: "a.osm: cannot read at byte 4096: Input/output error"),
    Case(
      error: .empty(source: "a.osm"), kind: .badData,
      testDescription: "a.osm: is empty; give an extract such as region.osm.pbf"),
    Case(
      error: .unknownFormat(source: "a.osm", firstBytes: [0, 10, 255]), kind: .badData,
      testDescription: "a.osm: not OSM XML, gzip, bzip2 or PBF: begins with 00 0a ff; give an "
        + "extract such as region.osm.pbf"),
    Case(
      error: .corrupt(
        source: "a.osm.bz2", encoding: .xmlBzip2, byteOffset: 123_456, line: nil, reason: "why"),
      kind: .badData, testDescription: "a.osm.bz2: corrupt bzip2 data at byte 123456: why"),
    Case(
      error: .corrupt(
        source: "a.osm.bz2", encoding: .xmlBzip2, byteOffset: 99, line: 7, reason: "why"),
      kind: .badData, testDescription: "a.osm.bz2: corrupt XML at line 7, byte 99: why"),
    Case(
      error: .truncated(
        source: "a.pbf", encoding: .pbf, byteOffset: 12, line: nil, reason: "why"),
      kind: .badData, testDescription: "a.pbf: truncated PBF data at byte 12: why"),
    Case(
      error: .unsupported(source: "a.pbf", feature: "this", byteOffset: 5, advice: "do that"),
      kind: .badData, testDescription: "a.pbf: this at byte 5 is not supported; do that"),
    Case(
      error: .cancelled(source: "a.pbf"), kind: .cancelled,
      testDescription: "a.pbf: reading was cancelled"),
  ]

  @Test("an error is one line with its facts, and of one kind", arguments: cases)
  func described(_ example: Case) {
    #expect(example.error.description == example.testDescription)
    #expect(example.error.kind == example.kind)
  }
}
