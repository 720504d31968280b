import Geo
import JSON
import Testing
import TraceIO

@Suite struct TraceCSVTests {
  /// The same two fixes in many ways.
  @Test(
    "separators, ends of lines, quotes, marks and the names of columns do not matter",
    arguments: [
      "time,lat,lon\n1599998400,46.5,-20\n1599998401,47,-20.25\n",
      "time,lat,lon\r\n1599998400,46.5,-20\r\n1599998401,47,-20.25\r\n",
      "time,lat,lon\r1599998400,46.5,-20\r1599998401,47,-20.25",
      "time;lat;lon\n1599998400;46.5;-20\n1599998401;47;-20.25",
      "time;lat;lon\n1599998400,0;46,5;-20\n1599998401;47;-20,25",
      "\u{FEFF}time\tlat\tlon\n1599998400\t46.5\t-20\n1599998401\t47\t-20.25\n",
      "\n\ntime,lat,lon\n\n1599998400,46.5,-20\n \t\n1599998401,47,-20.25\n\n",
      "Longitude, \"note, or none\" ,LATITUDE,Timestamp\n-20,\"a \"\"b\"\", c\", \"46.5\" ,2020-09-13T12:00:00Z\n"
        + "-20.25,,47,2020-09-13 14:00:01+02:00\n",
      "x,y,t\n-20,46.5,1599998400000\n-20.25,47,1599998401000",
      "seconds,lng,lat,more\n1599998400,-2e1,465e-1\n1599998401,-20.25,47,1,2,3\n",
    ])
  func forms(_ text: String) throws {
    let reading = try Reading(text)
    #expect(reading.format == .csv)
    #expect(
      reading.traces == [
        Trace([
          Location(latitude: 46.5, longitude: -20, time: noon),
          Location(latitude: 47, longitude: -20.25, time: noon + 1),
        ])
      ])
  }

  @Test("accuracy, heading and speed are read where there are columns and numbers for them")
  func more() throws {
    let reading = try Reading("lat,lon,accuracy,bearing,speed_ms\n1,2,5.5,90,3\n1,2,x,,\n")
    #expect(
      reading.traces == [
        Trace([
          Location(latitude: 1, longitude: 2, accuracyMetres: 5.5, headingDegrees: 90, speed: 3),
          Location(latitude: 1, longitude: 2),
        ])
      ])
  }

  @Test("another name in the column of trips begins another trace")
  func trips() throws {
    let reading = try Reading("trip,lat,lon\na,1,1\na,2,2\nb,3,3\n,4,4\na,5,5\n")
    #expect(reading.traces.map(\.name) == ["a", "b", "", "a"])
    #expect(reading.traces.map(\.locations.count) == [2, 1, 1, 1])
  }

  @Test("a place where the receiver had none is not a number; columns may be missing")
  func noPlace() throws {
    let reading = try Reading("lat,lon,time\nnan,1,0\nNULL,1,0\n1,,0\n1\n")
    let locations = reading.traces[0].locations
    #expect(locations.map(\.latitude.isNaN) == [true, true, false, false])
    #expect(locations.map(\.longitude.isNaN) == [false, false, true, true])
    #expect(reading.times == [0, 0, 0, nil])
  }

  @Test("a time that is none costs its fix the time, and the first is told with its line")
  func oddTimes() throws {
    let reading = try Reading(
      "time,lat,lon\n5,1,1\n1e99,1,1\n,1,1\nnoon,1,1\n2020-09-13T25:00:00Z,1,1")
    #expect(reading.times == [5, nil, nil, nil, nil])
    #expect(reading.oddTimes == [1, 3, 4])
    #expect(
      reading.firstOddTime
        == TextFlaw(
          line: 3, reason: "'1e99' is not a time such as 2015-02-06T07:36:46Z, or seconds"))
  }

  @Test(
    "what is no table of fixes is refused with its line",
    arguments: [
      ("no,such,columns\n1,2,3\n", "test: line 1: neither GPX nor JSON, and as CSV it names no"),
      ("\n\nlat,long_\n", "test: line 3: neither GPX nor JSON"),
      ("lat,lon\n", "test: has no fix below its header"),
      ("lat,lon\n46,-20\n46,abc\n", "test: line 3: 'abc' is not a longitude"),
      ("lat,lon\r\n46,-20\r\n4 6,1\r\n", "test: line 3: '4 6' is not a latitude"),
      ("lat,lon\r46,-20\r0x1,1", "test: line 3: '0x1' is not a latitude"),
      ("\0\u{1}", "test: line 1: "),
    ])
  func faults(_ text: String, _ fault: String) {
    #expect(Reading.fault(text)?.hasPrefix(fault) == true, "\(Reading.fault(text) ?? "read")")
  }

  @Test(
    "a line without an end is refused, and not kept",
    arguments: [("", 1), ("lat,lon\n1,2\n", 3), ("lat,lon\r\n\r\n1,2\r\n", 4)])
  func longLine(_ text: String, _ line: Int) {
    let long = [UInt8](repeating: 0, count: ByteSource.longestLine + 1)
    let fault = "test: line \(line): a line longer than 1048576 bytes"
    #expect(Reading.fault(Array(text.utf8) + long) == fault)
    let longest = Array("lat,lon,note\n1,2,".utf8) + long.dropLast(5)
    #expect(Reading.fault(longest) == nil)
  }
}
