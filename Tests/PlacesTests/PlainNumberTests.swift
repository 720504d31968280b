import MapReader
import NavFormat
import Places
import TestSupport
import Testing

/// House numbers whose texts are compared as numbers, without strings.
@Suite struct PlainNumberTests {
  /// Numbers, and the values that a typed number may have to match them; nil where the text must be read.
  private static let numbers: [(text: String, values: ClosedRange<Int>?)] = [
    ("7", 7...7), ("12", 12...12), ("12a", 12...12), ("12B", 12...12), ("34bis", 34...34),
    ("50-58", 50...58), ("66-64", 64...66), ("007", 7...7),
    ("123456789", 123_456_789...123_456_789), ("1234567890", nil), ("70 a", nil), ("72a-c", nil),
    ("74-", nil), ("76/2", nil), ("78–80", nil), ("82é", nil), ("Haus", nil), ("84+", nil),
  ]

  private static var xml: String {
    let houses = numbers.enumerated().map { index, number in
      """
      <node id="\(100 + index)" lat="50.0002" lon="\(6.001 + 0.001 * Double(index))">
        <tag k="addr:housenumber" v="\(number.text)"/><tag k="addr:street" v="Lange Gasse"/></node>
      """
    }
    return """
      <osm version="0.6">
        <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.030"/>
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Lange Gasse"/></way>
        \(houses.joined())
      </osm>
      """
  }

  @Test("a number with letters and a range are plain, others are not")
  func plain() async throws {
    let map = try await BuiltMap(xml: Self.xml).map
    let places = try map.places()
    var found: [String: ClosedRange<Int>?] = [:]
    for number in 0..<places.layout.numberCount {
      let offset = places.numberText(number)
      found[try #require(map.name(offset))] = .some(map.plainNumber(ofName: offset))
    }
    #expect(found.count == Self.numbers.count)
    for (text, values) in Self.numbers { #expect(found[text] == .some(values), "\(text)") }
  }

  @Test(
    "each is found, also by a part or from within its range",
    arguments: [
      ("7", "7"), ("12", "12"), ("12 b", "12B"), ("34 b", "34bis"), ("54", "50-58"),
      ("50-58", "50-58"), ("66", "66-64"), ("64", "66-64"), ("007", "007"),
      ("123456789", "123456789"), ("1234567890", "1234567890"), ("70a", "70 a"), ("72b", "72a-c"),
      ("76", "76/2"), ("2", "76/2"), ("78", "78–80"),
    ])
  func found(_ typed: String, _ number: String) async throws {
    let map = try await BuiltMap(xml: Self.xml).map
    let found = try PlaceSearch(map).places(for: PlaceQuery("Lange Gasse \(typed)")).first
    #expect(found?.houseNumber == number)
  }
}
