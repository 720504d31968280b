import Geo
import JSON
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

@testable import TrafficIO

/// Feeds as text.
@Suite struct TrafficFeedTests {
  private static func feed(_ text: String) throws(TextError) -> TrafficFeed {
    var source = ByteSource(bytes: Array(text.utf8), name: "feed")
    return try TrafficFeed(&source)
  }

  @Test("the columns of CSV, in any order and among others")
  func csv() throws {
    let feed = try Self.feed(
      """
      \u{FEFF}note;Speed_kmh;way_id;direction;from_m;to_m;jam_factor;delay_s;text;begin;end;kind;closed

      x;30,5;1;forward;0;10;;;;;;;
      """)
    #expect(feed.lines == [3])
    #expect(
      feed.records == [TrafficRecord(.way(1, .forward, metres: 0...10), speedKmh: 30.5)])
    let more = try Self.feed(
      """
      way_id,closed,jam_factor,delay_s,kind,text,begin,end
      2,trucks,9.5,12,roadworks,"closed, today",2026-11-23T22:00+01:00,2026-11-24T05:00Z
      3,no,,,,,,2026-11-24T05:00Z
      """)
    #expect(
      more.records[0]
        == TrafficRecord(
          .way(2, .both, metres: nil), jamFactor: 9.5, closure: .trucks, delaySeconds: 12,
          incident: TrafficIncident(
            kind: "roadworks", text: "closed, today", begin: 1_795_467_600, end: 1_795_496_400)))
    #expect(more.records[1].incident == TrafficIncident(end: 1_795_496_400))
  }

  @Test("a text in quotes may have line breaks; lines are counted on, and a quote must end")
  func lineBreaks() throws {
    let feed = try Self.feed(
      "way_id,text,speed_kmh\n1,\"works,\r\n\n \"\"B 7\"\" \n\",20\n2,,30\n3,\"a\nb\",40")
    #expect(feed.records.map(\.speedKmh) == [20, 30, 40])
    #expect(feed.records.map(\.incident?.text) == ["works,\n\n \"B 7\"", nil, "a\nb"])
    #expect(feed.lines == [2, 6, 7])
    let endless = "1,\"a\n" + String(repeating: "x\n", count: 200_000)
    for text in ["1,\"a,20\n2,,30\n", "1,\"a\nb\",\"20\n", endless] {
      #expect(throws: TextError.self) { try Self.feed("way_id,text,speed_kmh\n" + text) }
    }
  }

  @Test("the CSV of osrm-customize: nodes, a speed, and what else")
  func nodes() throws {
    let feed = try Self.feed("1,2,30\n2,1,0,4.5\n\n 3 , 4 , 7.5\n")
    #expect(
      feed.records == [
        TrafficRecord(.nodes(from: 1, to: 2), speedKmh: 30),
        TrafficRecord(.nodes(from: 2, to: 1), speedKmh: 0),
        TrafficRecord(.nodes(from: 3, to: 4), speedKmh: 7.5),
      ])
    #expect(feed.lines == [1, 2, 4])
  }

  @Test("what follows the values in the CSV of osrm-customize is a comment, also with a quote")
  func comments() throws {
    let feed = try Self.feed("1,2,30,19\" of snow\n1,2,30,4,\"a,b\n1,2,900,30,5,\"c\n")
    let speed = TrafficRecord(.nodes(from: 1, to: 2), speedKmh: 30)
    #expect(
      feed.records
        == [speed, speed, TrafficRecord(.turn(from: 1, via: 2, to: 900), delaySeconds: 30)])
    #expect(feed.turns.isEmpty)
    #expect(throws: TextError.self) { try Self.feed("1,2,900,\"30\n") }
  }

  @Test("JSON lines, with members in any order and unknown ones")
  func json() throws {
    let feed = try Self.feed(
      #"{"speed_kmh": 5, "way_id": 7, "more": {"x": [1, null]}, "direction": "backward"}"# + "\n"
        + #"{"from_node":1,"to_node":"2","closed":true,"text":"a\nb","jam_factor":null}"#)
    #expect(
      feed.records == [
        TrafficRecord(.way(7, .backward, metres: nil), speedKmh: 5),
        TrafficRecord(
          .nodes(from: 1, to: 2), closure: .all, incident: TrafficIncident(text: "a\nb")),
      ])
  }

  @Test(
    "an id that a number of JSON can't tell from its neighbours is refused, as a text it is read")
  func largeIDs() throws {
    // 2^53 + 1 has no Double of its own.
    for number in ["9007199254740993", "9007199254740992", "-9007199254740992", "1e18"] {
      #expect(throws: TextError.self) {
        try Self.feed("{\"way_id\":\(number),\"speed_kmh\":5}")
      }
    }
    let texts = ["9007199254740991", "\"9007199254740993\"", "\"-9007199254740993\""]
    let ids: [Int64] = [9_007_199_254_740_991, 9_007_199_254_740_993, -9_007_199_254_740_993]
    for (text, id) in zip(texts, ids) {
      #expect(
        try Self.feed("{\"way_id\":\(text),\"speed_kmh\":5}").records
          == [TrafficRecord(.way(id, .both, metres: nil), speedKmh: 5)])
    }
    #expect(
      try Self.feed("way_id,speed_kmh\n9007199254740993,5").records
        == [TrafficRecord(.way(9_007_199_254_740_993, .both, metres: nil), speedKmh: 5)])
  }

  @Test("GeoJSON: features with lines, in a collection or one a line")
  func geoJSON() throws {
    let feature =
      #"{"type":"Feature","properties":{"speed_kmh":12,"x":{}},"geometry":{"type":"LineString","#
      + #""coordinates":[[7.5,43.5],[7.25,43.25,9]]}}"#
    let record = TrafficRecord(
      .line([
        Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000),
        Coordinate(latitudeUnits: 432_500_000, longitudeUnits: 72_500_000),
      ]), speedKmh: 12)
    #expect(try Self.feed(feature + "\n" + feature).records == [record, record])
    let collection =
      #"{"type":"FeatureCollection","# + "\n" + #""features":["# + "\n\(feature),\n\(feature)"
      + #"],"crs":null}"#
    let feed = try Self.feed(collection)
    #expect(feed.records == [record, record] && feed.lines == [3, 4])
    for wrong in [
      feature.replacing("LineString", with: "Circle"), feature.replacing("7.5", with: "181"),
      feature.replacing("[7.5,43.5],", with: ""), feature.replacing("7.5", with: "\"7\""),
      feature.replacing("12", with: "-1"), feature.replacing("[7.5,", with: "[["),
    ] { #expect(throws: TextError.self) { try Self.feed(wrong) } }
  }

  @Test("a system of coordinates other than degrees refuses the feed and is named")
  func systems() throws {
    func text(_ system: String) -> String {
      #"{"type":"FeatureCollection","crs":\#(system),"features":[{"properties":{"speed_kmh":12},"#
        + #""geometry":{"type":"LineString","coordinates":[[7.5,43.5],[7.25,43.25]]}}]}"#
    }
    func named(_ name: String) -> String { #"{"type":"name","properties":{"name":"\#(name)"}}"# }
    for name in [
      "urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326", "urn:ogc:def:crs:EPSG::4258", "WGS84",
    ] { #expect(try Self.feed(text(named(name))).records.count == 1) }
    for other in ["null", "{}", #"{"type":"link","properties":{"href":"a"}}"#] {
      #expect(try Self.feed(text(other)).records.count == 1)
    }
    for name in ["EPSG:3857", "urn:ogc:def:crs:EPSG::25832"] {
      #expect(refusal(Array(text(named(name)).utf8)).contains("line 1: crs '\(name)'"))
    }
  }

  @Test("a line is about its own direction, the other one, or both, as it says")
  func directionsOfLines() throws {
    let line = [
      Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000),
      Coordinate(latitudeUnits: 432_500_000, longitudeUnits: 72_500_000),
    ]
    let back = Array(line.reversed())
    for (direction, lines) in [("forward", [line]), ("backward", [back]), ("both", [line, back])] {
      let feed = try Self.feed(
        #"{"type":"Feature","properties":{"closed":"all","direction":"\#(direction)"},"#
          + #""geometry":{"type":"LineString","coordinates":[[7.5,43.5],[7.25,43.25]]}}"#)
      #expect(feed.records == lines.map { TrafficRecord(.line($0), closure: .all) })
      #expect(feed.lines == lines.map { _ in 1 })
    }
  }

  @Test("a stretch between nodes is about its own direction, the other one, or both, as it says")
  func directionsOfNodes() throws {
    for (direction, pairs) in [
      ("", [(7, 8)]), ("forward", [(7, 8)]), ("backward", [(8, 7)]), ("both", [(7, 8), (8, 7)]),
    ] as [(String, [(Int64, Int64)])] {
      let feed = try Self.feed("from_node,to_node,direction,speed_kmh\n7,8,\(direction),30\n")
      #expect(
        feed.records == pairs.map { TrafficRecord(.nodes(from: $0.0, to: $0.1), speedKmh: 30) })
      #expect(feed.lines == pairs.map { _ in 2 })
    }
  }

  @Test("features that are no lines have no place; what is no GeoJSON is named")
  func otherGeometries() throws {
    let text = #"{"properties":{"speed_kmh":12},"geometry":{"coordinates":X,"type":"T"}}"#
    for (coordinates, type) in [
      ("[7.5,43.5]", "Point"), ("[[7.5,43.5],[7,43]]", "MultiPoint"),
      ("[]", "MultiLineString"), ("[[],[]]", "MultiLineString"),
      ("[[[7.5,43.5],[7,43],[8,44],[7.5,43.5]]]", "Polygon"),
    ] {
      let feed = try Self.feed(
        text.replacing("X", with: coordinates).replacing("\"T\"", with: "\"\(type)\""))
      #expect(feed.records == [TrafficRecord(.unsupported(.geometry), speedKmh: 12)])
    }
    let nodes = #"{"geometry":null,"from_node":1,"to_node":2,"speed_kmh":12}"#
    #expect(
      try Self.feed(nodes).records == [TrafficRecord(.nodes(from: 1, to: 2), speedKmh: 12)])
    // Features that lie nowhere.
    for nowhere in [
      #"{"geometry":null,"properties":{"speed_kmh":12}}"#,
      text.replacing("X", with: "[]").replacing("\"T\"", with: "\"LineString\""),
    ] {
      #expect(
        try Self.feed(nowhere).records == [TrafficRecord(.unsupported(.geometry), speedKmh: 12)])
    }
    #expect(throws: TextError.self) {
      try Self.feed(
        text.replacing("X", with: "[[[7.5,43.5],[7,43]]]")
          .replacing("\"T\"", with: "\"LineString\""))
    }
  }

  @Test("a road that is open is a record that closes nothing, in CSV and JSON")
  func notClosed() throws {
    let open = TrafficRecord(.way(1, .both, metres: nil))
    #expect(try Self.feed("way_id,closed\n1,no\n1,false\n").records == [open, open])
    #expect(
      try Self.feed("{\"way_id\":1,\"closed\":false}\n{\"way_id\":2,\"speed_kmh\":5}\n").records
        == [open, TrafficRecord(.way(2, .both, metres: nil), speedKmh: 5)])
  }

  @Test("a record whose values are empty is counted, and the others are read")
  func emptyValues() throws {
    let empty = TrafficRecord(.unsupported(.empty))
    let known = TrafficRecord(.way(2, .both, metres: nil), speedKmh: 5)
    for text in [
      "way_id,speed_kmh,text\n1,,\n2,5,\n", "way_id;speed_kmh\n1; \n2;5\n",
      "{\"way_id\":1,\"speed_kmh\":null}\n{\"way_id\":2,\"speed_kmh\":5}\n",
      "{\"way_id\":1,\"closed\":\"\"}\n{\"way_id\":2,\"closed\":null,\"speed_kmh\":5}\n",
    ] {
      #expect(try Self.feed(text).records == [empty, known], "\(text)")
    }
    // A record without a value or a place is a mistake.
    for wrong in [
      "{\"way_id\":1,\"name\":null}\n", "{\"way_id\":null,\"speed_kmh\":null}\n",
      "way_id,direction,speed_kmh\n1,left,\n", "way_id,speed_kmh\n,\n",
    ] {
      #expect(throws: TextError.self, "\(wrong)") { try Self.feed(wrong) }
    }
  }

  @Test("nodes with a header may have OSRM's name of the speed")
  func osrmHeader() throws {
    #expect(
      try Self.feed("from_node,to_node,speed\n1,2,30\n").records == [
        TrafficRecord(.nodes(from: 1, to: 2), speedKmh: 30)
      ])
  }

  @Test("text that is not UTF-8, and numbers with a NUL, are refused")
  func badBytes() throws {
    for (text, place) in [
      ("way_id,direction,speed_kmh\n1,both,3\u{0}0\n", "line 2"), ("1,2,3\u{0}0\n", "line 1"),
      ("1001,1002,1003,3\u{0}0\n", "line 1"),
      ("{\"way_id\":1,\"speed_kmh\":\"3\\u00000\"}", "line 1"),
    ] {
      #expect("\(refusal(Array(text.utf8)))".contains(place), "\(text)")
    }
    let csv = Array("way_id,closed,text\n1,all,caf".utf8) + [0xE9, 10]
    #expect(refusal(csv).contains("line 2: text is not UTF-8"))
    let json = Array("{\"way_id\":1,\"text\":\"caf".utf8) + [0xE9] + Array("\"}".utf8)
    #expect(refusal(json).contains("not UTF-8"))
    var source = ByteSource(
      bytes: Array("way_id,minutes,speed_kmh\n1,480-540,3\u{0}0\n".utf8), name: "feed")
    #expect(throws: TextError.self) { try UsualFeed(&source) }
  }

  /// The refusal of a feed; empty if it is read.
  private func refusal(_ bytes: [UInt8]) -> String {
    var source = ByteSource(bytes: bytes, name: "feed")
    do throws(TextError) {
      _ = try TrafficFeed(&source)
      return ""
    } catch { return "\(error)" }
  }

  @Test("messages name what is wrong")
  func messages() {
    for (text, words) in [
      ("[{\"way_id\":1}]", "is a JSON array"),
      ("from_node,to_node,velocity\n1,2,3\n", "'velocity'"),
      ("{\"geometry\":{\"type\":\"Circle\"},\"speed_kmh\":3}", "'Circle'"),
      ("1001,1002,1003,7.5\n1001,1002,1003,nan\n", "line 2: the penalty of a turn takes"),
      ("1,2,30\n1,2,\"30\n", "line 2: a quote is not closed"),
    ] {
      let refusal = refusal(Array(text.utf8))
      #expect(refusal.contains(words), "\(text): \(refusal)")
    }
  }

  @Test("locations of OpenLR in CSV and JSON; one without a road has no place")
  func openLR() throws {
    let text = "CwmShiVYczPJBgCs/y0zAQ=="
    let place = TrafficRecord.Place.openLR(try OpenLRReference(base64: text))
    #expect(
      try Self.feed("openlr,speed_kmh\n\(text),30\nAwRWeSNFaAPo,20\n").records == [
        TrafficRecord(place, speedKmh: 30), TrafficRecord(.unsupported(.noPlace), speedKmh: 20),
      ])
    #expect(
      try Self.feed("{\"openlr\":\"\(text)\",\"closed\":true}").records == [
        TrafficRecord(place, closure: .all)
      ])
    for wrong in ["?", "Cw==", text.dropLast(5) + "="] {
      #expect(throws: TextError.self) { try Self.feed("openlr,speed_kmh\n\(wrong),30\n") }
    }
  }

  @Test("turn penalties of osrm-customize; a third number up to 500 is a speed")
  func turns() throws {
    #expect(
      try Self.feed("1001,1002,1003,7.5\n1001,1002,1004,-3,1\n1,2,50,4\n").records == [
        TrafficRecord(.turn(from: 1001, via: 1002, to: 1003), delaySeconds: 7.5),
        TrafficRecord(.turn(from: 1001, via: 1002, to: 1004)),
        TrafficRecord(.nodes(from: 1, to: 2), speedKmh: 50),
      ])
    // On a map with such small ids, the first of these may be turns.
    #expect(try Self.feed("1,2,3,30\n3,2,1,-1\n").turns.count == 2)
    for speeds in ["1,2,3,30\n3,2,50.5,4\n", "1,2,3,30\n3,2,50,9999\n", "1,2,30\n"] {
      #expect(try Self.feed(speeds).turns.isEmpty, "\(speeds)")
    }
    #expect(
      try Self.feed("from_node,via_node,to_node,delay_s\n1,2,3,7.5\n").records == [
        TrafficRecord(.turn(from: 1, via: 2, to: 3), delaySeconds: 7.5)
      ])
    for wrong in [
      "1,2,501\n", "1001,1002,1003,nan\n", "1001,1002,1003,6554\n",
      "from_node,via_node,to_node,speed_kmh\n1,2,3,30\n",
      "from_node,via_node,to_node,delay_s,closed\n1,2,3,30,all\n",
    ] { #expect(throws: TextError.self, "\(wrong)") { try Self.feed(wrong) } }
  }

  @Test(
    "a feed with a line that can't be read is refused whole, and names it",
    arguments: [
      ("", "is empty"), (" \n\t\n", "is empty"), ("way_id\n1\n", "line 2"),
      ("speed_kmh\n1\n", "line 1"), ("way_id,way_id,speed_kmh\n1,1,1\n", "line 1"),
      ("way_id,speed_kmh\n1,2\n1\n", "line 3"), ("way_id,speed_kmh\n1,\"2\n", "line 2"),
      ("way_id,speed_kmh\n1,1e999\n", "line 2"), ("way_id,speed_kmh\n1,-0.1\n", "line 2"),
      ("way_id,speed_kmh\n1,0x10\n", "line 2"), ("1,2,0x1p4\n", "line 1"),
      ("way_id,speed_kmh\n99999999999999999999,5\n", "line 2"),
      ("way_id,jam_factor\n1,11\n", "line 2"), ("way_id,delay_s\n1,-1\n", "line 2"),
      ("way_id,closed\n1,maybe\n", "line 2"), ("way_id,from_m,closed\n1,5,all\n", "line 2"),
      ("way_id,from_m,to_m,closed\n1,nan,5,all\n", "line 2"),
      ("way_id,text,begin\n1,x,2026-11-23T22:00\n", "line 2"),
      ("way_id,text,begin,end\n1,x,2026-11-23T22:00Z,2026-11-23T21:00Z\n", "line 2"),
      ("1,2,3\n1,2\n", "line 2"), ("1,2,x\n", "line 1"), ("1;2;3\n", "line 1"),
      ("{\"way_id\":1}\n", "line 1"), ("{\"way_id\":1,\"speed_kmh\":true}\n", "line 1"),
      ("{\"way_id\":1.5,\"speed_kmh\":1}\n", "line 1"), ("{\"way_id\":1,", "line 1"),
      ("{}\n", "line 1"), ("{\"way_id\":1,\"speed_kmh\":1}\n[]\n", "line 2"),
      ("{\"way_id\":1,\"text\":7}\n", "line 1"), ("{\"way_id\":1,\"speed_kmh\":1e400}\n", "line 1"),
    ])
  func refused(_ text: String, _ place: String) {
    do throws(TextError) {
      let feed = try Self.feed(text)
      Issue.record("\(text) is read: \(feed.records)")
    } catch { #expect("\(error)".contains(place), "\(error)") }
  }

  @Test("nothing traps, whatever bytes are changed")
  func hostile() {
    let good = [
      "way_id,direction,from_m,to_m,speed_kmh,closed,begin,end\n1,both,0,9,30,no,2026-11-23T22:00Z,\n",
      "1,2,30\n2,1,0,4.5\n", #"{"way_id": 7, "speed_kmh": 5.5, "text": "\u00e4", "closed": true}"#,
    ]
    var random = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      var bytes = Array(good[Int.random(in: 0..<3, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        bytes[at] = UInt8.random(in: 0...255, using: &random)
      }
      var source = ByteSource(bytes: bytes, name: "feed")
      if let feed = try? TrafficFeed(&source) {
        for record in feed.records { #expect(record.flaw == nil) }
      }
    }
  }
}
