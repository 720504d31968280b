import Testing

@testable import OSMInput

@Suite struct OSMXMLHandlerTests {
  struct Document: CustomTestStringConvertible, Sendable {
    var name: String
    var xml: String
    var lines: [String]
    var counts: Counts
    init(_ name: String, _ xml: String, _ lines: [String], _ counts: Counts = Counts()) {
      self.name = name
      self.xml = xml
      self.lines = lines
      self.counts = counts
    }
    var testDescription: String { name }
  }

  struct Counts: Equatable, Sendable {
    var deleted = 0
    var badCoordinates = 0
    var badElements = 0
  }

  static let documents = [
    Document("an empty document", "<osm/>", []),
    Document(
      "ways before nodes, in the order of the file",
      "<osm><way id='1'><nd ref='2'/></way><node id='2' lat='1' lon='1'/></osm>",
      ["w1 2", "n2 10000000,10000000"]),
    Document(
      "references in attributes",
      "<osm><way id='1'><tag k='a&amp;b' v='&lt;&#233;&gt;'/></way></osm>",
      ["w1  a&b=<é>"]),
    Document(
      "a value before its key", "<osm><way id='1'><tag v='2' k='1'/><tag k='3' v='4'/></way></osm>",
      ["w1  1=2 3=4"]),
    Document(
      "tags without key or value are passed over",
      "<osm><way id='1'><tag k='a'/><tag v='b'/><tag/><tag k='c' v=''/></way></osm>", ["w1  c="]),
    Document(
      "deleted by visible and by action",
      """
      <osm><node id='1' visible='false'/><way id='2' action='delete'><nd ref='x'/></way>
      <node id='3' lat='0' lon='0' visible='true' action='modify'/></osm>
      """, ["n3 0,0"], Counts(deleted: 2)),
    Document(
      "coordinates that are missing, not numbers or not on earth",
      """
      <osm><node id='1'/><node id='2' lat='1'/><node id='3' lat='x' lon='1'/>
      <node id='4' lat='90.1' lon='1'/><node id='5' lat='1' lon='-180.0000001'/>
      <node id='6' lat='1e400' lon='1'/><node id='7' lat='NaN' lon='1'/></osm>
      """, (1...7).map { "n\($0) nowhere" }, Counts(badCoordinates: 7)),
    Document(
      "ids that are missing, not numbers or too long",
      """
      <osm><node lat='1' lon='1'/><node id='x' lat='1' lon='1'/>
      <way id='9223372036854775808'/><way id='1'><nd ref='1.5'/></way><way id='2'><nd/></way>
      <relation id='3'><member type='area' ref='1' role=''/></relation>
      <relation id='4'><member type='way' role=''/></relation>
      <relation id='5'><member ref='6' type='way'/></relation></osm>
      """, ["r5 w6:"], Counts(badElements: 7)),
    Document(
      "the geometry that Overpass adds",
      """
      <osm><meta osm_base='2026-01-02T03:04:05Z'/><note>text &amp; more</note>
      <way id='1'><bounds minlat='1'/><center lat='1' lon='1'/><nd ref='2' lat='1' lon='1'/></way>
      <relation id='3'><member type='way' ref='1' role='outer'><nd lat='1' lon='2'/>
      <tag k='no' v='no'/></member><tag k='a' v='b'/></relation></osm>
      """, ["w1 2", "r3 w1:outer a=b"]),
    Document(
      "elements inside unknown ones are passed over",
      "<osm><changeset id='1'><node id='2' lat='1' lon='1'/><tag k='a' v='b'/></changeset></osm>",
      []),
    Document(
      "no element leaks into the next",
      """
      <osm><node id='1' lat='1' lon='1'><tag k='a' v='b'/></node><node id='2'/><node lat='2' lon='2'/>
      <way id='3'><nd ref='1'/></way><way id='4'/><relation id='5'><member type='way' ref='1' role='x'/>
      <member type='way' ref='2'/></relation><relation id='6'/></osm>
      """,
      ["n1 10000000,10000000 a=b", "n2 nowhere", "w3 1", "w4 ", "r5 w1:x,w2:", "r6 "],
      Counts(badCoordinates: 1, badElements: 1)),
    Document(
      "a node with the tags of a way",
      "<osm><node id='1' lat='0' lon='0'><nd ref='1'/></node></osm>",
      ["n1 0,0"]),
    Document(
      "comments, processing instructions, CDATA and a plain document type",
      "<?xml version='1.0'?><!DOCTYPE osm><!-- c --><?p q?><osm><![CDATA[<node>]]><way id='1'/></osm>",
      ["w1 "]),
  ]

  @Test("elements are delivered or counted", arguments: documents)
  func delivered(_ document: Document) throws {
    let reading = Reading(document.xml)
    let summary = try reading.result.get()
    #expect(reading.lines == document.lines)
    #expect(
      Counts(
        deleted: summary.deleted, badCoordinates: summary.badCoordinates,
        badElements: summary.badElements) == document.counts)
    #expect(summary.nodes + summary.ways + summary.relations == document.lines.count)
  }

  @Test("the root says who wrote the file, and when its data was current")
  func provenance() throws {
    let both = "<osm generator='a &amp; b' timestamp='2000-01-01T00:00:00Z' "
    let rank = both + "osmosis_replication_timestamp='1970-01-01T00:01:00Z'><meta "
    let xml = rank + "osm_base='2026-01-02T03:04:05Z'/></osm>"
    let summary = try Reading(xml).result.get()
    #expect(summary.generator == "a & b")
    #expect(summary.snapshot == 60)
    #expect(try Reading(both + "/>").result.get().snapshot == 946_684_800)
    #expect(try Reading("<osm timestamp='soon'/>").result.get().snapshot == nil)
    let meta = "<osm><meta osm_base='1970-01-01T00:00:09Z'/></osm>"
    #expect(try Reading(meta).result.get().snapshot == 9)
  }

  @Test("a root that is not of OSM is refused by name")
  func foreignRoot() {
    #expect(
      Reading("\n\n<html><body/></html>").complaint
        == "test: corrupt XML at line 3, byte 2: the root element is <html>, not <osm>")
  }

  @Test(
    "changes are not an extract, and refused before anything of them is taken",
    arguments: [
      (
        "<osmChange><create><way id='1'/></create><delete><way id='1'/></delete></osmChange>",
        "an osmChange document at byte 0"
      ),
      (
        "\u{FEFF} <?xml version='1.0'?>\n<osmChange version='0.6'/>",
        "an osmChange document at byte 26"
      ),
      ("<osm><delete><node id='1'/></delete></osm>", "<delete> at byte 5"),
      ("<osm>\n<modify/></osm>", "<modify> at byte 6"),
      ("<osm><create><way id='1'/></create></osm>", "<create> at byte 5"),
      ("<osm><action type='delete'><old><way id='1'/></old></action></osm>", "<action> at byte 5"),
    ])
  func changes(_ xml: String, _ what: String) {
    let reading = Reading(xml)
    #expect(
      reading.complaint == "test: \(what) is not supported; changes are not an extract: "
        + "apply them to one, as with 'osmium apply-changes'")
    #expect(reading.lines.isEmpty)
  }

  @Test(
    "entity declarations are refused, whatever they would expand to",
    arguments: [
      "<!DOCTYPE osm [<!ENTITY a 'x'>]><osm/>",
      """
      <?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;">]><osm generator="&c;"/>
      """,
      "<!DOCTYPE osm [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><osm/>",
      "<!DOCTYPE osm [<!ATTLIST node lat CDATA '1'>]><osm><node id='1'/></osm>",
    ])
  func entities(_ xml: String) {
    let reading = Reading(xml)
    #expect(reading.complaint.contains("is refused: OSM data needs none"))
    #expect(reading.lines.isEmpty)
  }

  @Test(
    "text that is not well-formed is corrupt, with line and byte",
    arguments: [
      ("<osm>\n<node></way></osm>", "line 2, byte 14: mismatched tag"),
      ("<osm/>\n<osm/>", "line 2, byte 7: junk after document element"),
      ("<osm>\n\n<way id=1/></osm>", "line 3, byte 15: not well-formed (invalid token)"),
      ("\u{FEFF}\n<osm>\n<way a='1' a='2'/></osm>", "line 3, byte 21: duplicate attribute"),
      ("<osm>&nbsp;</osm>", "line 1, byte 5: undefined entity"),
    ])
  func malformed(_ xml: String, _ complaint: String) {
    #expect(Reading(xml).complaint == "test: corrupt XML at \(complaint)")
  }

  @Test("bytes that are not UTF-8 are corrupt XML")
  func notUTF8() {
    let xml =
      Array("<osm><way id='1'><tag k='a' v='".utf8) + [0xC3, 0x28] + Array("'/></way></osm>".utf8)
    #expect(Reading(xml).complaint.hasPrefix("test: corrupt XML at line 1, byte "))
  }

  @Test("a document that is not closed is truncated at its end")
  func unclosed() {
    let xml = "<osm>\n<node id='1' lat='1' lon='1'/>\n"
    #expect(
      Reading(xml).complaint == "test: truncated XML at line 3, byte \(xml.utf8.count): "
        + "the document ends before its root element is closed")
    #expect(Reading(xml).lines == ["n1 10000000,10000000"])
  }

  @Test("deep nesting and endless tags are refused before they fill memory")
  func bounds() {
    let deep = "<osm>" + String(repeating: "<a>", count: 100_000)
    #expect(Reading(deep).complaint.contains("nested too deeply"))
    let long = Array("<osm><!-- ".utf8) + [UInt8](repeating: 0x61, count: 17 << 20)
    #expect(Reading(long).complaint.contains("longer than 16777216 bytes"))
  }
}
