import Geo
import MapCompiler
import MapReader
import NavFormat
import Places
import RoadModel
import TestSupport
import Testing

/// Names and queries that want to do harm, and sections with flipped bytes.
@Suite struct HostilePlacesTests {
  /// A map of one street and one settlement with these names.
  private static func map(_ street: String, _ town: String) async throws -> BuiltMap {
    func escaped(_ text: String) -> String {
      text.unicodeScalars.map { scalar in
        switch scalar {
        case "<", ">", "&", "\"": "&#\(scalar.value);"
        default: String(scalar)
        }
      }.joined()
    }
    return try await BuiltMap(
      xml: """
        <osm version="0.6"><node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.01"/>
        <node id="3" lat="50.001" lon="6.005"><tag k="place" v="town"/><tag k="name" v="\(escaped(town))"/>
        </node><node id="4" lat="50.001" lon="6.004"><tag k="addr:housenumber" v="\(escaped(town))"/>
        <tag k="addr:street" v="\(escaped(street))"/></node>
        <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="\(escaped(street))"/></way></osm>
        """)
  }

  @Test("houses with enormous numbers are kept, with none between them")
  func enormousNumbers() async throws {
    for (low, high) in [("-1", "\(Int.max)"), ("\(Int.min)", "0"), ("\(Int.min)", "\(Int.max)")] {
      let built = try await BuiltMap(
        xml: """
          <osm version="0.6">
          <node id="1" lat="50" lon="6"/><node id="2" lat="50" lon="6.01"/>
          <node id="3" lat="50.0001" lon="6.001"><tag k="addr:housenumber" v="\(low)"/>
          <tag k="addr:street" v="Weg"/></node>
          <node id="4" lat="50.0001" lon="6.009"><tag k="addr:housenumber" v="\(high)"/>
          <tag k="addr:street" v="Weg"/></node>
          <way id="9"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
          <tag k="name" v="Weg"/></way>
          <way id="10"><nd ref="3"/><nd ref="4"/><tag k="addr:interpolation" v="all"/></way></osm>
          """)
      let search = PlaceSearch(built.map)
      let houses: [(Double, String?)] = [(6.001, low), (6.005, nil), (6.009, high)]
      for (longitude, number) in houses {
        let position = try #require(Coordinate(latitude: 50.0001, longitude: longitude))
        #expect(try search.place(at: position)?.houseNumber == number, "\(low) \(longitude)")
      }
    }
  }

  static let names: [(name: String, text: String, query: String)] = [
    ("ten megabytes", String(repeating: "Lang", count: 2_500_000), "langlang"),
    ("a million words", String(repeating: "a b ", count: 500_000), "a b"),
    ("overrides of direction", "\u{202E}eliM\u{202C} Gasse\u{2066}", "gasse"),
    ("marks without end", "e" + String(repeating: "\u{301}", count: 100_000) + "cole", "ecole"),
    ("control characters", "Tab\tWeg\u{1B}[2J", "weg"),
    ("not characters", "Weg\u{FFFE}\u{FFFF}\u{10FFFF} Nord", "nord"),
    ("zero width", "W\u{200B}e\u{200D}g\u{FEFF}", "weg"),
    ("only signs", "***---///", ""),
  ]

  /// Far more than is needed: a search that takes the square of its text takes hours.
  @Test("maps with such names are built, verified and searched", .timeLimit(.minutes(60)))
  func hostileNames() async throws {
    for (name, text, query) in Self.names {
      // XML has no control characters; the compiler may refuse the file, but not fall over.
      guard let built = try? await Self.map(text, "Town " + text) else {
        #expect(name.hasPrefix("control") || name.hasPrefix("not"), "\(name)")
        continue
      }
      let search = PlaceSearch(built.map)
      if !query.isEmpty {
        let found = try search.places(for: PlaceQuery(query, limit: 5))
        #expect(!found.isEmpty, "\(name)")
      }
      _ = try search.places(for: PlaceQuery(String(text.prefix(10_000)), limit: 5))
      let position = try #require(Coordinate(latitude: 50.0001, longitude: 6.005))
      _ = try search.place(at: position)
    }
  }

  @Test(
    "hostile queries are answered", .timeLimit(.minutes(60)),
    .enabled(if: TestData.has("monaco-osrm.osm.pbf")))
  func hostileQueries() async throws {
    let built = try await BuiltMap(extract: "monaco-osrm.osm.pbf")
    let search = PlaceSearch(built.map)
    var queries = [
      String(repeating: "avenue ", count: 1_500), String(repeating: "a", count: 10_000),
      String(repeating: "%_*?", count: 2_500), "*", "%", "?", "\u{0}", "a\u{0}b",
      String(repeating: "\u{0}", count: 10_000), String(repeating: "\u{202E}", count: 5_000),
      String(
        decoding: (0..<10_000).map { UInt8(truncatingIfNeeded: 128 + $0 % 128) }, as: UTF8.self),
      "a b c d e f g h i j k l m n o p q r s t u v w x y z", "1 2 3 4 5 6 7 8 9 10 11 12 13",
      "rue and rue and rue", String(repeating: " and ", count: 1_000), "e\u{301}\u{301}\u{301}",
      String(repeating: "ﷺ", count: 3_000), "avanue prinsess grase",
    ]
    var generator = SeededGenerator(seed: 99)
    let alphabet = Array("aeiou rstln,./-+&0123456789éßłжя\u{202E}\u{0}*%")
    for _ in 0..<300 {
      let length = Int.random(in: 1...60, using: &generator)
      let letters = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? " " }
      queries.append(String(letters))
    }
    for query in queries {
      for isUnfinished in [true, false] {
        let found = try search.places(
          for: PlaceQuery(query, limit: 100_000, isUnfinished: isUnfinished))
        #expect(found.count <= PlaceQuery.maximumLimit)
      }
    }
  }

  @Test("a section with flipped bytes is refused, or answers, but never traps")
  func flippedBytes() async throws {
    let built = try await PlacesMap.built()
    let good = try MapFile(of: built.map)
    let range = good.section(.places).range
    let folder = try TemporaryFolder()
    let path = folder.file("flipped.nav")
    var generator = SeededGenerator(seed: 4)
    var (refused, answered) = (0, 0)
    for position in range {
      var file = good
      file.bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      if position % 3 == 0, let other = range.randomElement(using: &generator) {
        file.bytes[other] = UInt8.random(in: 0...255, using: &generator)
      }
      file.repair()
      file.write(to: path)
      do throws(NavError) {
        try Self.search(try NavMap(path: path))
        answered += 1
      } catch { refused += 1 }
    }
    print("\(refused) sections refused, \(answered) answered")
    #expect(refused > answered / 4)
  }

  private static func search(_ map: NavMap) throws(NavError) {
    let search = PlaceSearch(map)
    for text in ["haupt", "hauptstrase 12 kopstadt", "tankgut", "rue and hauptstraße"] {
      _ = try search.places(for: PlaceQuery(text))
    }
    let near = Coordinate(latitudeUnits: 500_002_000, longitudeUnits: 60_010_000)
    _ = try search.place(at: near)
    _ = try search.nearest(to: near, categories: [], limit: 10)
  }
}
