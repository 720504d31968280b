import Geo
import MapReader
import Places
import TestSupport
import Testing

/// Junctions for texts of which a part fits no junction.
@Suite struct IncompleteCrossingTests {
  /// Lange Gasse, with a house 7, meets Markt at 50.000, 6.004 and Ringweg at its other end, 50.000, 6.000; Rua 25 de
  /// Abril meets Markt at 50.004, 6.004.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.004" lon="6.004"/><node id="4" lat="50.004" lon="6.000"/>
      <node id="5" lat="50.008" lon="6.000"/><node id="6" lat="50.008" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Lange Gasse"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Markt"/></way>
      <way id="102"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rua 25 de Abril"/></way>
      <way id="103"><nd ref="1"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Ringweg"/></way>
      <way id="104"><nd ref="5"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Blaue Allee"/></way>
      <node id="9" lat="50.001" lon="6.002">
        <tag k="place" v="village"/><tag k="name" v="Alpha"/></node>
      <node id="10" lat="50.0002" lon="6.002"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Lange Gasse"/></node>
    </osm>
    """
  private static let first = Coordinate(latitude: 50, longitude: 6.004)
  private static let second = Coordinate(latitude: 50.004, longitude: 6.004)
  private static let third = Coordinate(latitude: 50, longitude: 6)

  /// A text, the coordinate of its junction, and whether all of the text fits.
  struct Case: Sendable {
    var text: String
    var junction: Coordinate?
    var isComplete = false
  }

  private static let houses = [
    Case(text: "Lange Gasse 7 and Markt", junction: first, isComplete: true),
    Case(text: "Lange Gasse 99 and Markt", junction: first),
    Case(text: "99 Lange Gasse & Markt", junction: first),
    Case(text: "Markt / Lange Gasse 99b", junction: first),
    Case(text: "Lange Gasse 99 b, Alpha und Markt", junction: first),
    Case(text: "Markt 3 und Lange Gasse 99", junction: first),
    Case(text: "Rua 25 de Abril 99 e Markt", junction: second),
    Case(text: "Markt e 99 Rua 25 de Abril", junction: second),
  ]

  @Test("a house that the map lacks does not hide the junction of its street", arguments: houses)
  func house(_ wanted: Case) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try #require(try search.places(for: PlaceQuery(wanted.text)).first)
    #expect(found.kind == .intersection)
    #expect(found.position == wanted.junction)
    #expect(found.isComplete == wanted.isComplete)
  }

  @Test(
    "a number is left out of whole names only",
    arguments: ["Gasse 99 and Markt", "L 99 and Markt", "99 and Markt"])
  func part(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(found.allSatisfy { $0.kind != .intersection })
  }

  private static let severalNames = [
    Case(text: "Lange Gasse / Markt / Ringweg", junction: first),
    Case(text: "Blaue Allee / Markt / Lange Gasse", junction: first),
    Case(text: "Markt / Blaue Allee / Lange Gasse", junction: first),
    Case(text: "Blaue Allee und Ringweg und Markt und Lange Gasse", junction: third),
  ]

  @Test("of streets without a junction in common, the first two that meet", arguments: severalNames)
  func several(_ wanted: Case) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try #require(try search.places(for: PlaceQuery(wanted.text)).first)
    #expect(found.kind == .intersection)
    #expect(found.position == wanted.junction)
    #expect(!found.isComplete)
  }

  @Test(
    "streets that do not meet are found themselves, whatever stands between them",
    arguments: [
      "Lange Gasse & Blaue Allee", "Lange Gasse and Blaue Allee", "Blaue Allee und Lange Gasse",
      "Ecke Lange Gasse Blaue Allee", "corner of Lange Gasse and Blaue Allee",
    ])
  func apart(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(Set(found.map(\.name)) == ["Lange Gasse", "Blaue Allee"])
    #expect(found.allSatisfy { !$0.isComplete })
  }

  @Test(
    "a name is found if what stands behind a word such as near is not",
    arguments: ["Ringweg near Nowhere", "Ringweg and Nowhere", "Ringweg / Nowhere"])
  func unknown(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(found.map(\.name) == ["Ringweg"])
    #expect(found.allSatisfy { !$0.isComplete })
  }
}
