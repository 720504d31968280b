import TestSupport
import Testing

@testable import OSMInput

/// The quick reader of XML, against expat.
@Suite struct PlainElementsTests {
  /// What came of a document.
  struct Outcome: Equatable {
    var lines: [String]
    var counts: [Int]
    var complaint: String?
  }

  /// Reads a document in pieces of so many bytes; a document of one piece is read by expat alone.
  private func read(_ xml: [UInt8], pieces size: Int, threads: Int = 1) -> Outcome {
    let handler = OSMXMLHandler(visitor: Recorder(), encoding: .xml)
    var reading = XMLReading(
      FileSource(bytes: xml, name: "test"), encoding: .xml, handler: handler, threads: threads,
      meter: ProgressMeter(source: "test", total: nil), pieceSize: size)
    var complaint: String?
    do throws(OSMInputError) { _ = try reading.run { _, _ in true } } catch {
      complaint = "\(error)"
    }
    let summary = handler.summary
    return Outcome(
      lines: handler.visitor.lines,
      counts: [
        summary.nodes, summary.ways, summary.relations, summary.deleted, summary.badElements,
        summary.badCoordinates,
      ], complaint: complaint)
  }

  /// Elements as the programs around OSM write them, and as they don't.
  static let pool = [
    "<node id=\"1\" lat=\"1.5\" lon=\"-2.25\"/>\n",
    "  <node id='-7' visible='true' version='3' changeset='9' timestamp='2020-01-01T00:00:00Z' "
      + "user='Zoë &amp; Čeněk' uid='5' lat='48.1234567' lon='9.87654321'/>\n",
    "<node id='2' lat='1' lon='1'><tag k='name' v='&lt;a&gt; &quot;b&quot; &#233;&#x20AC;&apos;'/>"
      + "\n<tag k='x' v=''/></node>\r\n",
    "<way id='3' version='1'>\n  <nd ref='1'/>\n  <nd ref='2'/>\n  <tag v='residential' k='highway'/>"
      + "\n  </way>\n",
    "<relation id='4'><member type='way' ref='3' role=''/><member ref='1' type='node' "
      + "role='via'/><tag k='type' v='restriction'/></relation>",
    "<way id='5'/>", "<relation id='6'></relation>", "<node id='8' lat='91' lon='0'/>",
    "<node id='9'/>", "<node id='10' lat='1' lon='1' visible='false'/>",
    "<way id='11' action='delete'><nd ref='1'/></way>", "<way id='x'/>",
    "<way id='12'><nd ref='1' lat='1' lon='1'/><bounds/></way>",
    "<!-- <node id='13' lat='0' lon='0'/>\n<node id='14' lat='0' lon='0'/> -->",
    "<![CDATA[<way id='15'/>\n<way id='15'/><way id='15'/>]]>", "<?p <node id='16'/> ?>",
    "<note>words</note>", "words",
    "<changeset id='1'><node id='17' lat='1' lon='1'/>\n<node id='18' lat='1' lon='1'/></changeset>",
    "<create><node id='19' lat='1' lon='1'/>\n<way id='20'/></create>",
    "<delete><node id='21' lat='1' lon='1'/>\n<way id='22'/></delete>",
    "<node id='23' lat='1' lon='1'><tag k='note' v='one\ntwo&#10;three'/></node>",
    "<node\nid='24'\tlat='1'\nlon='1' ></node >", "<node id = '25' lat='1' lon='1'/>",
    "<relation id='26'><member type='area' ref='1' role='x'/></relation>",
    "<relation id='27'><member type='way' ref='1' role='&amp;'/></relation>",
    "<node id='28' lat='1e1' lon='+1.'><tag k='a'/><nd ref='1'/></node>",
  ]
  /// What makes a document wrong, or means something else than it seems.
  static let flaws = [
    "<", ">", "&", "'", "\"", "/", "</node>", "</osm>", "&nbsp;", "&#0;", "&#xFFFF;", "&amp",
    "<node id='1' id='1'/>", "<way id='1'><way id='2'/></way>", "\u{0}", "\u{1F}", "\u{FFFE}",
    "<!--",
    "-->", "]]>", "<tag k='a' v='b'/>", "<nd ref='1'/>", "<node id='1' lat='1'lon='1'/>", "<Node/>",
  ]

  private func document(_ random: inout SeededGenerator, flaws: Int) -> [UInt8] {
    var body = ""
    for _ in 0..<random.below(40) { body += Self.pool[random.below(Self.pool.count)] }
    var bytes = Array("\u{FEFF}\n<osm generator='x'>\(body)</osm>\n".utf8)
    if random.below(8) == 0 { bytes.replaceSubrange(0..<4, with: []) }
    for _ in 0..<flaws {
      let place = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 2: bytes.removeSubrange(place..<min(place + random.below(30), bytes.count))
      default: bytes.insert(contentsOf: Self.flaws[random.below(Self.flaws.count)].utf8, at: place)
      }
    }
    return bytes
  }

  @Test("pieces of any size give the elements and errors that expat gives", arguments: 0..<4)
  func anySize(_ flaws: Int) {
    var random = SeededGenerator(seed: UInt64(flaws) + 71)
    for _ in 0..<600 {
      let xml = document(&random, flaws: flaws)
      let expected = read(xml, pieces: 1 << 20)
      for size in [16, 100 + random.below(400)] {
        let outcome = read(xml, pieces: size, threads: 1 + random.below(3))
        #expect(outcome == expected, "\(size): \(String(decoding: xml, as: UTF8.self))")
      }
    }
  }

  @Test(
    "the documents of the other tests read alike in pieces", arguments: OSMXMLHandlerTests.documents
  )
  func documents(_ document: OSMXMLHandlerTests.Document) {
    let xml = Array(document.xml.utf8)
    for size in 16..<80 { #expect(read(xml, pieces: size) == read(xml, pieces: 1 << 20)) }
  }

  @Test("what OSM's programs write is plain", arguments: 0..<5)
  func plain(_ index: Int) {
    let piece = PlainElements(Array(Self.pool[index].utf8))
    #expect(piece.isPlain)
    #expect(piece.elements.count == 1)
  }

  @Test("what could mean something else is not plain", arguments: 7..<pool.count)
  func notPlain(_ index: Int) {
    #expect(!PlainElements(Array(Self.pool[index].utf8)).isPlain)
  }

  @Test("a document in another encoding is read by expat alone")
  func otherEncoding() {
    let head = Array("<?xml version='1.0' encoding='ISO-8859-1'?><osm>".utf8)
    let way = Array("<way id='1'><tag k='name' v='".utf8) + [0xC3, 0xA9] + Array("'/></way>".utf8)
    let xml = head + way + way + way + Array("</osm>".utf8)
    #expect(read(xml, pieces: 16).lines == Array(repeating: "w1  name=Ã©", count: 3))
  }

  @Test("elements before damage in a compressed file are delivered")
  func beforeDamage() {
    let way = "<way id='1'><tag k='name' v='a'/></way>\n"
    let xml = "<osm>" + String(repeating: way, count: 10_000)
    var bytes = Compressors.gzip(Array(xml.utf8))
    bytes.removeLast(100)
    let reading = Reading(bytes)
    #expect(reading.error != nil)
    #expect(reading.lines.count > 100)
  }

  @Test(
    "bytes are told from UTF-8 as the standard library does", arguments: [1, 2, 3, 4])
  func encodingOfText(_ length: Int) {
    var random = SeededGenerator(seed: 5)
    let starts: [UInt8] = [0x41, 0x7F, 0x80, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF]
    let others: [UInt8] = [0xF0, 0xF1, 0xF4, 0xF5, 0xFF, 0x8F, 0x90, 0x9F, 0xA0, 0xBE]
    let choices = starts + others
    for _ in 0..<20_000 {
      let bytes = (0..<length).map { _ in choices[random.below(choices.count)] }
      let text = String(validating: bytes, as: UTF8.self)
      let isAllowed =
        text.map {
          !$0.unicodeScalars.contains("\u{FFFE}") && !$0.unicodeScalars.contains("\u{FFFF}")
        }
      #expect(UTF8Text.isValid(bytes.span) == (isAllowed ?? false), "\(bytes)")
    }
  }
}

extension SeededGenerator {
  /// A number below `count`, which is at least 1.
  fileprivate mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
