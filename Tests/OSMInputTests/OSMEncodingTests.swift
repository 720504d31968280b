import Testing

@testable import OSMInput

@Suite struct OSMEncodingTests {
  @Test("each encoding is recognised by its content", arguments: Sample.cases)
  func recognised(_ sample: Sample.Case) throws {
    let reading = Reading(sample.bytes)
    #expect(try reading.result.get().encoding == sample.encoding)
    #expect(reading.lines == Sample.lines)
  }

  @Test(
    "what is neither XML, gzip, bzip2 nor PBF is refused with its first bytes",
    arguments: [
      ("name,lat,lon\n", "6e 61 6d 65 2c 6c 61 74"), ("B", "42"), ("BZh0", "42 5a 68 30"),
      ("\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}", "00 00 00 00 00 00"), ("  ", "20 20"),
    ])
  func unknown(_ text: String, _ hex: String) {
    #expect(
      Reading(text).complaint == "test: not OSM XML, gzip, bzip2 or PBF: begins with \(hex); "
        + "give an extract such as region.osm.pbf")
  }

  @Test("an empty file is refused as such")
  func empty() {
    #expect(Reading([UInt8]()).error == .empty(source: "test"))
    #expect(Reading("").complaint == "test: is empty; give an extract such as region.osm.pbf")
  }

  struct Foreign: CustomTestStringConvertible, Sendable {
    var bytes: [UInt8]
    var name: String
    var testDescription: String { name }
  }

  @Test(
    "formats that can be converted are refused by name",
    arguments: [
      Foreign(bytes: [0xFF, 0xE0, 0x04] + Array("o5m2".utf8), name: "o5m format"),
      Foreign(bytes: [0x28, 0xB5, 0x2F, 0xFD, 0], name: "zstd compression"),
      Foreign(bytes: [0xFD] + Array("7zXZ".utf8) + [0], name: "xz compression"),
      Foreign(bytes: Array("PK\u{3}\u{4}".utf8), name: "zip archive"),
      Foreign(bytes: [0xFF, 0xFE, 0x3C, 0], name: "UTF-16 text"),
      Foreign(bytes: Array("{\"version\": 0.6".utf8), name: "JSON"),
    ])
  func foreign(_ foreign: Foreign) {
    let reading = Reading(foreign.bytes)
    #expect(reading.complaint.contains("\(foreign.name) at byte 0 is not supported; "))
    #expect(reading.error?.kind == .badData)
  }

  @Test("a file of changes is not advised to be converted")
  func changes() {
    let reading = Reading([0xFF, 0xE0, 0x04] + Array("o5c2".utf8))
    #expect(
      reading.complaint == "test: o5c format at byte 0 is not supported; changes are not an "
        + "extract: apply them to one, as with 'osmium apply-changes'")
  }

  @Test("white space longer than is looked at may precede XML")
  func longWhiteSpace() {
    let reading = Reading(String(repeating: "\n", count: 10_000) + Sample.xml)
    #expect(reading.lines == Sample.lines)
    #expect(Reading(String(repeating: " ", count: 100)).error?.kind == .badData)
  }
}
