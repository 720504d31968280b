import JSON
import Testing
import Traffic

@testable import TrafficIO

/// The coordinate systems of lines in GML, and the encodings of documents.
extension DatexTests {
  /// A closure along a line with some attributes of its elements.
  private static func closure(_ list: String, line: String = "", list attributes: String = "")
    -> String
  {
    situation(
      management, closed,
      location: "<gmlLineString \(line)><posList \(attributes)>\(list)</posList></gmlLineString>")
  }

  @Test("a line in GML is in the system and the dimension that it names")
  func systems() throws {
    let (plain, turned) = ("43.5 7.5 43.25 7.25", "7.5 43.5 7.25 43.25")
    let documents = [
      Self.closure("43.5 7.5 310 43.25 7.25 295.5", line: #"srsDimension="3""#),
      Self.closure("43.5 7.5 310 43.25 7.25 295.5", list: #"srsDimension="3""#),
      Self.closure(plain, line: #"srsName="EPSG:4326" srsDimension="2""#),
      Self.closure(plain, line: #"srsName="http://www.opengis.net/def/crs/EPSG/0/4258""#),
      Self.closure(plain, line: #"srsName="WGS84""#),
      Self.closure(turned, line: #"srsName="urn:ogc:def:crs:OGC:1.3:CRS84""#),
      Self.closure(turned, list: #"srsName="http://www.opengis.net/def/crs/OGC/1.3/CRS84""#),
    ]
    for document in documents {
      #expect(try Self.feed(document).records.map(\.place) == [Self.linePlace], "\(document)")
    }
  }

  @Test("a line in metres on a map has no place, but other records do")
  func otherSystems() throws {
    for name in ["EPSG:25832", "urn:ogc:def:crs:EPSG::28992"] {
      let text = Self.closure("389000 5820000 389100 5820300", line: #"srsName="\#(name)""#)
      #expect(try Self.feed(text).records.map(\.place) == [.unsupported(.noPlace)])
    }
    let odd = Self.closure("1 2 3 4 5 6 7 8", line: #"srsDimension="4""#)
    #expect(try Self.feed(odd).records.map(\.place) == [.unsupported(.noPlace)])
  }

  @Test("a document may be UTF-16, other feeds not")
  func wide() throws {
    func feed(_ text: String, bigEndian: Bool) throws -> TrafficFeed {
      let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 255))
        return bigEndian ? [high, low] : [low, high]
      }
      var source = ByteSource(bytes: bytes, name: "feed")
      return try TrafficFeed(&source)
    }
    let text = Self.situation(Self.management, Self.closed).replacing("UTF-8", with: "UTF-16")
    for bigEndian in [false, true] {
      #expect(try feed(text, bigEndian: bigEndian).records.map(\.place) == [Self.linePlace])
      let flaw = #expect(throws: TextError.self) {
        try feed("way_id,speed_kmh\n1,20\n", bigEndian: bigEndian)
      }
      #expect(flaw.map { "\($0)".contains("UTF-16") } == true)
    }
  }
}
