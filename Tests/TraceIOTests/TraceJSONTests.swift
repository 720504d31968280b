import Geo
import JSON
import TestSupport
import Testing
import TraceIO

@Suite struct TraceJSONTests {
  /// The same two fixes in many ways.
  @Test(
    "the short form, objects, and the order of members do not matter",
    arguments: [
      #"{"id":"a","locations":[[46.5,-20,1599998400],[47,-20.25,1599998401]]}"#,
      #"{"locations":[[46.5,-20,1599998400000],[47,-20.25,"2020-09-13T12:00:01Z",7]],"id":"a"}"#,
      #"{"locations":[{"lat":46.5,"lon":-20,"time":1599998400},"#
        + #"{"longitude":-20.25,"latitude":47,"x":{"y":[]},"time":1599998401}],"id":"a"}"#,
      #"{"type":"Feature","properties":{"name":"a","coordTimes":[1599998400,1599998401]},"#
        + #""geometry":{"type":"LineString","coordinates":[[-20,46.5,8],[-20.25,47]]}}"#,
      #"{"geometry":{"coordinates":[[-20,46.5],[-20.25,47]],"type":"LineString"},"type":"Feature","#
        + #""properties":{"coordinateProperties":{"times":["2020-09-13T12:00:00Z",1599998401]},"#
        + #""times":[1,2],"name":"a"}}"#,
      #" {"type":"FeatureCollection","features":[{"type":"Feature","id":"a","properties":"#
        + #"{"times":[1599998400,1599998401]},"geometry":{"type":"LineString","coordinates":"#
        + #"[[-20,46.5],[-20.25,47]]}}]} "#,
      "\u{FEFF}"
        + #"{"id":"\u0061","locations":[[46.5,-2e1,1599998400],[4.7E+1,-20.25,1599998401]]}"#,
    ])
  func forms(_ text: String) throws {
    let reading = try Reading(text)
    #expect(reading.format == .json)
    #expect(
      reading.traces == [
        Trace(
          [
            Location(latitude: 46.5, longitude: -20, time: noon),
            Location(latitude: 47, longitude: -20.25, time: noon + 1),
          ], name: "a")
      ])
  }

  @Test("accuracy, heading and speed are read from objects")
  func more() throws {
    let text = #"{"locations":[{"lat":1,"lng":2,"accuracy":5.5,"heading":90,"speed":3}]}"#
    #expect(
      try Reading(text).traces == [
        Trace([
          Location(latitude: 1, longitude: 2, accuracyMetres: 5.5, headingDegrees: 90, speed: 3)
        ])
      ])
  }

  @Test("locations in an array are one trace")
  func array() throws {
    let reading = try Reading(
      #" [{"lat":1,"lon":2,"time":1599998400},"# + "\n" + #"{"lat":1.5,"lng":2}] "#)
    #expect(
      reading.traces == [
        Trace([
          Location(latitude: 1, longitude: 2, time: noon), Location(latitude: 1.5, longitude: 2),
        ])
      ])
    #expect(try Reading(#"[{"locations":[[1,2]]},{"locations":[[3,4]]}]"#).traces.count == 2)
    #expect(Reading.fault("[]") == "test: has no line")
    #expect(Reading.fault("[[1,2,3]]")?.contains("expected '{'") == true)
  }

  @Test("the members of a location have the names of the columns of CSV")
  func names() throws {
    let text =
      #"{"lat":1,"lon":2,"timestamp":1599998400000,"hacc":5.5,"bearing":90,"speed_ms":3}"#
      + #"{"lat":1,"lon":3,"timestamp":"2020-09-13T12:00:01Z","course":90,"t":7}"#
    #expect(
      try Reading(text).traces == [
        Trace([
          Location(
            latitude: 1, longitude: 2, time: noon, accuracyMetres: 5.5, headingDegrees: 90,
            speed: 3),
          Location(latitude: 1, longitude: 3, time: noon + 1, headingDegrees: 90),
        ])
      ])
  }

  @Test("numbers may be in quotes, and a receiver without a place writes null for it")
  func quoted() throws {
    let reading = try Reading(
      #"{"lat":null,"lon":null,"time":"1599998399"}"# + "\n"
        + #"{"lat":"46.5","lon":"-2e1","time":"1599998400","speed":"3"}"#)
    let locations = try #require(reading.traces.first).locations
    #expect(reading.traces.count == 1 && reading.oddTimes.isEmpty)
    #expect(locations.map(\.latitude.isNaN) == [true, false])
    #expect(reading.times == [noon - 1, noon])
    #expect(
      locations.last == Location(latitude: 46.5, longitude: -20, time: noon, speed: 3))
  }

  @Test("locations one after the other, as a receiver writes them, are one trace")
  func loose() throws {
    let reading = try Reading(
      #"{"lat":1,"lon":2,"time":1599998400,"accuracy":4}"# + "\n"
        + #"{"lat":1.5,"lng":2,"time":"x"}"# + "\n" + #"{"longitude":3,"latitude":2}"# + "\n"
        + #"{"id":"a","locations":[[5,6]]}{"lat":7,"lon":8}"#)
    #expect(
      reading.traces == [
        Trace([
          Location(latitude: 1, longitude: 2, time: noon, accuracyMetres: 4),
          Location(latitude: 1.5, longitude: 2), Location(latitude: 2, longitude: 3),
        ]),
        Trace([Location(latitude: 5, longitude: 6)], name: "a"),
        Trace([Location(latitude: 7, longitude: 8)]),
      ])
    #expect(reading.oddTimes == [1])
    // One without a place is no location.
    #expect(Reading.fault(#"{"lat":1,"time":2}"#) != nil)
  }

  @Test("each line of a MultiLineString has its own times, as far as there are any")
  func multiLine() throws {
    let reading = try Reading(
      #"{"type":"Feature","properties":{"times":[[1,2],[3],[],[5,6]]},"geometry":"#
        + #"{"type":"MultiLineString","coordinates":[[[0,0],[0,1]],[[1,0],[1,1]],[],[[2,0]]]}}"#)
    #expect(reading.traces.map(\.locations.count) == [2, 2, 1])
    #expect(reading.times == [1, 2, 3, nil, 5])
  }

  @Test("a position without numbers is a fix without a place, a line without positions is none")
  func empty() throws {
    let line = try Reading(#"{"type":"LineString","coordinates":[[1,2],[],[3],[5,6]]}"#)
    let locations = try #require(line.traces.first).locations
    #expect(line.traces.count == 1)
    #expect(locations.map(\.longitude.isNaN) == [false, true, false, false])
    #expect(locations.map(\.latitude.isNaN) == [false, true, true, false])
    let lines = try Reading(#"{"type":"MultiLineString","coordinates":[[],[[1,2]],[],[[3,4]],[]]}"#)
    #expect(
      lines.traces == [
        Trace([Location(latitude: 2, longitude: 1)]), Trace([Location(latitude: 4, longitude: 3)]),
      ])
  }

  @Test("several values, features of features, and those without lines")
  func several() throws {
    let reading = try Reading(
      #"{"id":1,"locations":[[1,1]]}{"id":2.5,"locations":[[2,2]]}"# + "\n"
        + #"{"type":"Point","coordinates":[9,9]}{"type":"Feature","geometry":null}"#
        + #"{"type":"FeatureCollection","features":[{"features":[{"type":"LineString","#
        + #""coordinates":[[3,3]]}]},{"type":"Feature","geometry":{"type":"Polygon","#
        + #""coordinates":[[[9,9],[8,8]]]}}]}{"id":null,"locations":[]}"#)
    #expect(
      reading.traces == [
        Trace([Location(latitude: 1, longitude: 1)], name: "1"),
        Trace([Location(latitude: 2, longitude: 2)], name: "2.5"),
        Trace([Location(latitude: 3, longitude: 3)]),
      ])
  }

  @Test("texts have escapes, halves of characters and all")
  func escapes() throws {
    let names = [
      (#"a\"\\\/\b\f\n\r\t"#, "a\"\\/\u{8}\u{C}\n\r\t"), (#"\u00e6\ud83d\ude9a"#, "æ🚚"),
      (#"\ud83d"#, "\u{FFFD}"), (#"\ud83dx"#, "\u{FFFD}x"), (#"\ud83d\n"#, "\u{FFFD}\n"),
      (#"\ud83d\ud83d\ude9a"#, "\u{FFFD}🚚"), (#"\ud83d\ud83d\u00e6"#, "\u{FFFD}\u{FFFD}æ"),
      // So many that reading them one inside the other would exceed the stack.
      (
        String(repeating: #"\ud83d"#, count: 200_000),
        String(repeating: "\u{FFFD}", count: 200_000)
      ),
    ]
    for (written, name) in names {
      let reading = try Reading(#"{"id":""# + written + #"","locations":[[1,1]]}"#)
      #expect(reading.traces[0].name == name)
    }
  }

  @Test("a time that is none costs its fix the time, and the first is told with its place")
  func oddTimes() throws {
    let reading = try Reading(
      "{\"locations\":[[1,1,5],\n[1,1,\"noon\"],[1,1,null],[1,1,1e99],[1,1,\"2020-02-30T12:00Z\"],[1,1]]}"
    )
    #expect(reading.times == [5, nil, nil, nil, nil, nil])
    #expect(reading.oddTimes == [1, 3, 4])
    #expect(reading.firstOddTime?.line == 2)
    #expect(reading.firstOddTime?.description.contains("line 2, byte 12: 'noon' is not a") == true)
  }

  @Test("more than memory holds waits in a file, and comes in order")
  func spooled() throws {
    let count = 120_000
    let places = (0..<count).map { "[\($0 % 180),\($0 % 90)]" }.joined(separator: ",")
    let times = (0..<count).map { "\($0)" }.joined(separator: ",")
    let text =
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":["# + places
      + #"]},"properties":{"times":["# + times + "]}}"
    let locations = try Reading(text).traces.flatMap(\.locations)
    #expect(locations.count == count)
    let isRight = locations.enumerated().allSatisfy { number, fix in
      fix
        == Location(
          latitude: Double(number % 90), longitude: Double(number % 180), time: Double(number))
    }
    #expect(isRight)
    #expect(Reading.fault("{") != nil)
    let nowhere = #expect(throws: TextError.self) {
      var reader = try TraceReader(bytes: Array(text.utf8), name: "test", scratch: "/no/such")
      while try reader.next() != nil {}
    }
    guard case .file = nowhere else {
      Issue.record("no fault of the file: \(String(describing: nowhere))")
      return
    }
  }

  @Test(
    "what can't be read is refused with line and byte",
    arguments: [
      ("{", "line 1, byte 2: the text ends"),
      ("{\n\"a\":1", "line 2, byte 6: the text ends before '}'"),
      (#"{"type":"Point","coordinates":[1,2]}"#, "test: has no line"),
      ("{\n\"locations\":[[46,-20],\n[46]]}", "line 3, byte 5: a location without longitude"),
      (#"{"locations":3}"#, "'locations' is not an array"),
      (#"{"locations":[3]}"#, "a location is neither an array nor an object"),
      (#"{"locations":[[46,-20,]]}"#, "byte 23: a comma with nothing behind it"),
      (#"{"locations":[[46 -20]]}"#, "expected ',' or ']'"),
      (#"{"type":"LineString"}"#, "neither 'locations' nor"),
      (#"{"a":1}"#, "neither 'locations' nor"),
      (#"{"type":"Feature","geometry":{"type":"LineString"}}"#, "a geometry without coordinates"),
      (#"{"type":"LineString","coordinates":7}"#, "'coordinates' is not an array"),
      (#"{"features":[3]}"#, "expected '{'"), (#"{"locations":[]} x"#, "expected '{'"),
      (#"{"a":"# + String(repeating: "[", count: 100), "nested deeper than 64"),
      (String(repeating: #"{"features":["#, count: 100), "nested deeper than 64"),
      (#"{"a":"\q"}"#, "an unknown escape"), (#"{"a":"\u00g0"}"#, "an unknown escape"),
      (#"{"a":tru}"#, "not a value"), (#"{"a":1e}"#, "not a value"),
      (#"{"a":1e999}"#, "not a value"),
      (#"{"a":--1}"#, "not a value"), (#"{"a":nan}"#, "not a value"),
      (#"{a:1}"#, "expected a key in quotes"),
      (#"{"a" 1}"#, "expected ':'"), (#"{"a":""#, "a string is not closed"),
      ("{\"a\":\"\n\"}", "a control character in a string"),
    ])
  func faults(_ text: String, _ reason: String) {
    let fault = Reading.fault(text)
    #expect(fault?.hasPrefix("test: ") == true)
    #expect(fault?.contains(reason) == true, "\(fault ?? "read")")
  }

  @Test("strings and numbers beyond a megabyte are refused")
  func long() {
    let string = #"{"a":""# + String(repeating: "x", count: 1 << 21)
    #expect(Reading.fault(string)?.contains("a string longer than 1048576 bytes") == true)
    let halves = #"{"a":""# + String(repeating: #"\ud83d"#, count: 1 << 21)
    #expect(Reading.fault(halves)?.contains("a string longer than 1048576 bytes") == true)
    let number = #"{"a":"# + String(repeating: "1", count: 1 << 21)
    #expect(Reading.fault(number)?.contains("a number of too many digits") == true)
  }
}
