import Geo
import JSON
import TestSupport
import Testing
import TraceIO

@Suite struct TraceGPXTests {
  /// A document with one segment.
  private static func document(_ points: String, prologue: String = "") -> String {
    "\(prologue)<gpx version='1.1'><trk><trkseg>\(points)</trkseg></trk></gpx>"
  }

  @Test("a point has its place, time, course and speed, in extensions too")
  func everything() throws {
    let reading = try Reading(
      Self.document(
        """
        <trkpt lat="46.1920860" lon=" -20.5079909 "><ele>3</ele><time> 2020-09-13T12:00:00Z </time>
        <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>8.5</gpxtpx:speed>
        <gpxtpx:course>271</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>
        <trkpt lon='1' lat='2'><speed>fast</speed></trkpt>
        """))
    #expect(reading.format == .gpx)
    #expect(
      reading.traces == [
        Trace([
          Location(
            latitude: 46.192_086, longitude: -20.507_990_9, time: noon, headingDegrees: 271,
            speed: 8.5),
          Location(latitude: 2, longitude: 1),
        ])
      ])
  }

  @Test("a time in extensions is not that of the point")
  func durations() throws {
    let reading = try Reading(
      Self.document(
        "<trkpt lat='1' lon='2'><time>2020-09-13T12:00:00Z</time>"
          + "<extensions><gh:time>14545</gh:time></extensions></trkpt>"
          + "<trkpt lat='1' lon='2'><extensions><gh:time>7</gh:time></extensions></trkpt>"))
    #expect(reading.times == [noon, nil])
    #expect(reading.oddTimes.isEmpty)
  }

  @Test("segments and routes are traces with the name of theirs; empty ones and waypoints are none")
  func parts() throws {
    let reading = try Reading(
      """
      <?xml version="1.0"?>
      <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><name>all</name>
      <wpt lat="9" lon="9"><name>no</name></wpt>
      <trk><name> One &amp; &#x2f; <![CDATA[<two>]]></name><link><name>no</name></link><trkseg>
      <trkpt lat="1" lon="1"/></trkseg><trkseg/><trkseg><trkpt lat="2" lon="2"/></trkseg></trk>
      <trk><trkseg/></trk>
      <rte><name>Way</name><rtept lat="3" lon="3"><name>no</name></rtept><rtept lat="4" lon="4"/></rte>
      </gpx>
      """)
    #expect(
      reading.traces == [
        Trace([Location(latitude: 1, longitude: 1)], name: "One & / <two>"),
        Trace([Location(latitude: 2, longitude: 2)], name: "One & / <two>"),
        Trace(
          [Location(latitude: 3, longitude: 3), Location(latitude: 4, longitude: 4)], name: "Way"),
      ])
  }

  @Test("comments, instructions and text that is not XML hold no points")
  func noMarkup() throws {
    let points = """
      <!-- <trkpt lat='8' lon='8'/> > --><?x <trkpt lat='8' lon='8'/>?>
      <desc><![CDATA[<trkpt lat='8' lon='8'/>]]></desc><trkpt lat='1' lon='1'/>
      """
    #expect(
      try Reading(Self.document(points)).traces == [Trace([Location(latitude: 1, longitude: 1)])])
  }

  @Test("references to characters count in times and numbers")
  func references() throws {
    let reading = try Reading(
      Self.document(
        "<trkpt lat='4&#54;' lon='1'><time>2020-09-13T12&#58;00&#x3A;00Z</time><speed>&#50;</speed></trkpt>"
      ))
    #expect(reading.traces == [Trace([Location(latitude: 46, longitude: 1, time: noon, speed: 2)])])
    #expect(reading.oddTimes.isEmpty)
  }

  @Test("a time that is none costs its fix the time, and the first is told with its line")
  func oddTimes() throws {
    let times = ["2020-09-13T12:00:00Z", "noon", "", "2020-02-30T12:00:00Z", "2020-09-13T12:00:04"]
    let reading = try Reading(
      "\n"
        + Self.document(
          times.map { "<trkpt lat='1' lon='1'>\n<time>\($0)</time></trkpt>" }.joined(
            separator: "\n")))
    #expect(reading.times == [noon, nil, nil, nil, noon + 4])
    #expect(reading.oddTimes == [1, 3])
    #expect(reading.firstOddTime?.line == 5)
    #expect(reading.firstOddTime?.reason.hasPrefix("'noon' is not a time such as") == true)
  }

  @Test(
    "a place where the receiver had none is not a number", arguments: ["nan", "NaN", "", "-inf"])
  func noPlace(_ text: String) throws {
    let reading = try Reading(Self.document("<trkpt lat='\(text)' lon='1'/>"))
    #expect(reading.traces[0].locations[0].latitude.isNaN)
    #expect(reading.traces[0].locations[0].longitude == 1)
  }

  @Test("a mark before the text, UTF-16 and the encodings that a document names are read")
  func encodings() throws {
    let name = "<gpx><trk><name>Sælmund</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk></gpx>"
    let expected = [Trace([Location(latitude: 1, longitude: 2)], name: "Sælmund")]
    #expect(try Reading("\u{FEFF}" + name).traces == expected)
    let units = Array(("\u{FEFF}" + name).utf16)
    #expect(try Reading(units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }).traces == expected)
    #expect(try Reading(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }).traces == expected)
    func inOneByte(_ encoding: String) -> [UInt8] {
      Array("<?xml version='1.0' encoding='\(encoding)'?>".utf8)
        + name.unicodeScalars.map { UInt8($0.value) }
    }
    #expect(try Reading(inOneByte("ISO-8859-1")).traces == expected)
    // Expat does not know this one: the name has lost a letter, and nothing else is lost.
    #expect(
      try Reading(inOneByte("windows-1252")).traces
        == [Trace([Location(latitude: 1, longitude: 2)], name: "S\u{FFFD}lmund")])
  }

  @Test(
    "what is no GPX is refused with its line",
    arguments: [
      ("<html><body/></html>", "line 1: begins with 'html', not with 'gpx'"),
      ("\n\n<gpx>\n<trk>\n<trkseg>", "line 5: the document ends inside 'trkseg'"),
      ("<gpx>\n<trk>\n</gpx>", "line 3: 'gpx' is closed inside 'trk'"),
      ("<gpx>\n<trk><trkseg>\n<trkpt lat='46'/>", "line 3: 'trkpt' without 'lon'"),
      ("<gpx><rte><rtept lon='46'/>", "line 1: 'rtept' without 'lat'"),
      ("<gpx>\n<trk><trkseg>\n<trkpt lat='46' lon='east'/>", "line 3: 'east' is not a longitude"),
      ("<gpx><trk><trkseg><trkpt lat='0x10' lon='1'/>", "line 1: '0x10' is not a latitude"),
      ("<gpx>\n<trk", "line 2: the document ends inside a tag"),
      ("<gpx>\n<!-- ", "line 2: the document ends inside a tag"),
      ("<gpx/>\n<gpx/>", "line 2: something follows the document"),
      ("<gpx></gpx>", "has no track or route with points"),
      ("<gpx><wpt lat='1' lon='1'/></gpx>", "has no track or route with points"),
      ("<gpx><trk><trkseg><trkpt lat='1' lon='1' lat='1'/>", "line 1: "),
      ("<gpx>&nope;</gpx>", "line 1: "), ("<", "line 1: "),
    ])
  func faults(_ text: String, _ reason: String) {
    let fault = Reading.fault(text)
    #expect(fault?.hasPrefix("test: ") == true)
    #expect(fault?.contains(reason) == true, "\(fault ?? "read")")
  }

  @Test(
    "a document with declarations of its own is refused, so that none grows",
    arguments: [
      """
      <!DOCTYPE gpx [
      <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      """,
      "<!DOCTYPE gpx [<!ENTITY file SYSTEM 'file:///etc/passwd'>]>",
      "<!DOCTYPE gpx [<!ATTLIST trkpt lat CDATA '1'>]>",
    ])
  func declarations(_ prologue: String) {
    let fault = Reading.fault(Self.document("<trkpt lat='1' lon='1'/>", prologue: prologue))
    #expect(fault?.contains("is refused: GPX needs none") == true, "\(fault ?? "read")")
    #expect(fault?.contains("line 1: ") == true)
  }

  @Test("elements too deep and marks too long are refused, and long texts cut")
  func greedy() throws {
    let deep = String(repeating: "<a>", count: 300)
    #expect(Reading.fault("<gpx>" + deep)?.contains("nested too deep") == true)
    let long = String(repeating: "x", count: 17 << 20)
    let fault = Reading.fault("<gpx><!--" + long)
    #expect(fault?.contains("a tag or comment is longer than 16777216 bytes") == true)
    let name = String(repeating: "n", count: 10_000)
    let traces = try Reading(
      "<gpx><trk><name>\(name)</name><trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>"
    ).traces
    #expect(traces[0].name == String(name.prefix(256)))
  }

  @Test("a file is read piece by piece, and what stands before a fault is given out first")
  func pieces() throws {
    let folder = try TemporaryFolder()
    let points = (0..<20_000).map { "<trkpt lat='\($0 % 90)' lon='\($0)e-3'/>\n" }.joined()
    let path = try folder.write(Array(Self.document(points).utf8), "long.gpx")
    let locations = try TraceReader.traces(path: path).flatMap(\.locations)
    #expect(locations.count == 20_000)
    #expect(locations[12_345] == Location(latitude: Double(12_345 % 90), longitude: 12.345))
    let cut = try folder.write(Array(Self.document(points).utf8.dropLast(10)), "cut.gpx")
    var reader = try TraceReader(path: cut)
    var fixes = 0
    let error = #expect(throws: TextError.self) {
      while let event = try reader.next() { if case .fix = event { fixes += 1 } }
    }
    #expect(fixes == 20_000)
    #expect(error?.description == "\(cut): line 20001: the document ends inside a tag")
  }
}
