import Places
import TestSupport
import Testing

/// Lines of interpolated house numbers as people draw them.
@Suite struct InterpolationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The value of `addr:interpolation`, and the house numbers at the ends of the line.
    var kind: String
    var ends: (String, String)
    /// The numbers from 1 to 19 that the map has.
    var numbers: [Int]
    var testDescription: String { "\(kind) \(ends)" }

    init(_ kind: String, _ first: String, _ last: String, _ numbers: [Int]) {
      (self.kind, ends, self.numbers) = (kind, (first, last), numbers)
    }

    var xml: String {
      """
      <osm version="0.6">
        <node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.01"/>
        <node id="3" lat="50.0001" lon="6.001"><tag k="addr:housenumber" v="\(ends.0)"/>
          <tag k="addr:street" v="Weg"/></node>
        <node id="4" lat="50.0001" lon="6.009"><tag k="addr:housenumber" v="\(ends.1)"/>
          <tag k="addr:street" v="Weg"/></node>
        <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
          <tag k="name" v="Weg"/></way>
        <way id="10"><nd ref="3"/><nd ref="4"/><tag k="addr:interpolation" v="\(kind)"/></way>
      </osm>
      """
    }
  }

  static let cases: [Case] = [
    .init("even", "2", "8", [2, 4, 6, 8]), .init("odd", "7", "3", [3, 5, 7]),
    .init("all", "1", "4", [1, 2, 3, 4]), .init("4", "3", "15", [3, 7, 11, 15]),
    .init("even", "2b", "8", [4, 6, 8]), .init("odd", "1", "7 a", [1, 3, 5]),
    .init("even", "6-8", "14", [14]), .init("alphabetic", "2a", "2e", []),
    .init("0", "1", "9", [1, 9]), .init("-2", "1", "9", [1, 9]),
  ]

  @Test("the numbers between the ends, and no others, are found", arguments: cases)
  func numbers(_ example: Case) async throws {
    let built = try await BuiltMap(xml: example.xml)
    let search = PlaceSearch(built.map)
    let found = try (1...19).filter { number in
      let text = PlaceQuery("Weg \(number)", isUnfinished: false)
      return try search.places(for: text).first?.houseNumber == "\(number)"
    }
    #expect(found == example.numbers)
  }

  @Test(
    "letters between the ends of an alphabetic line, and no others, are found",
    arguments: [
      ("2a", "2e", ["2a", "2b", "2c", "2d", "2e"]), ("2 D", "2 B", ["2 B", "2 C", "2 D"]),
      ("2a", "4e", ["2a"]), ("2a", "2C", ["2a", "2C"]), ("2", "2c", ["2c"]),
      ("2a-b", "2d", ["2a-b", "2d"]),
    ])
  func letters(_ first: String, _ last: String, _ numbers: [String]) async throws {
    let built = try await BuiltMap(xml: Case("alphabetic", first, last, []).xml)
    let search = PlaceSearch(built.map)
    var found: Set<String> = []
    for letter in "abcdef" {
      let text = PlaceQuery("Weg 2\(letter)", isUnfinished: false)
      for place in try search.places(for: text).prefix(1) where place.isComplete {
        if let number = place.houseNumber { found.insert(number) }
      }
    }
    #expect(found == Set(numbers))
  }

  @Test("behind a node that the input lacks, the numbers of a line go on; none are made across it")
  func missingNode() async throws {
    let houses = [(3, 6.001, "2"), (4, 6.003, "6"), (5, 6.006, "12"), (6, 6.009, "16")].map {
      """
      <node id="\($0.0)" lat="50.0001" lon="\($0.1)"><tag k="addr:housenumber" v="\($0.2)"/>
        <tag k="addr:street" v="Weg"/></node>
      """
    }
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.01"/>
          \(houses.joined())
          <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
            <tag k="name" v="Weg"/></way>
          <way id="10"><nd ref="3"/><nd ref="4"/><nd ref="99"/><nd ref="5"/><nd ref="6"/>
            <tag k="addr:interpolation" v="even"/></way>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    let found = try (1...19).filter { number in
      let text = PlaceQuery("Weg \(number)", isUnfinished: false)
      return try search.places(for: text).first?.houseNumber == "\(number)"
    }
    #expect(found == [2, 4, 6, 12, 14, 16])
  }
}
