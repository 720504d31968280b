import Geo
import MapReader
import Places
import TestSupport
import Testing

/// Several places with one name: which of them is likelier meant.
@Suite struct NamesakeTests {
  /// A city and a village, 20 km apart, with streets of the same name.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.000" lon="6.300"/><node id="4" lat="50.000" lon="6.304"/>
      <node id="5" lat="50.001" lon="6.000"/><node id="6" lat="50.001" lon="6.004"/>
      <node id="7" lat="50.001" lon="6.300"/><node id="8" lat="50.001" lon="6.304"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Lindenweg"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="tertiary"/><tag k="name" v="Lindenweg"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/>
        <tag k="highway" v="primary"/><tag k="name" v="Avenida dos Aliados"/></way>
      <way id="23"><nd ref="7"/><nd ref="8"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rua dos Aliados"/></way>
      <node id="9" lat="50.002" lon="6.002"><tag k="place" v="city"/>
        <tag k="name" v="Grossau"/><tag k="alt_name" v="Rabat"/>
        <tag k="population" v="300 000"/></node>
      <node id="10" lat="50.002" lon="6.302"><tag k="place" v="village"/>
        <tag k="name" v="Kleinau"/></node>
      <node id="11" lat="50.100" lon="6.302"><tag k="place" v="town"/>
        <tag k="name" v="Rabat"/></node>
      <node id="12" lat="50.0003" lon="6.002"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Lindenweg"/></node>
      <node id="13" lat="50.0003" lon="6.302"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Lindenweg"/></node>
    </osm>
    """

  private func first(_ text: String, near: Coordinate? = nil) async throws -> FoundPlace? {
    try PlaceSearch(try await BuiltMap(xml: Self.xml).map)
      .places(for: PlaceQuery(text, near: near)).first
  }

  @Test(
    "of streets and houses of one name, that in the largest town comes first",
    arguments: [
      ("lindenweg", "Lindenweg, Grossau"), ("lindenweg 7", "Lindenweg 7, Grossau"),
      ("lindenweg, kleinau", "Lindenweg, Kleinau"),
    ])
  func town(_ text: String, _ label: String) async throws {
    #expect(try await first(text)?.label == label)
  }

  @Test("where one searches counts more than the town")
  func near() async throws {
    let there = try #require(Coordinate(latitude: 50.003, longitude: 6.301))
    #expect(try await first("lindenweg", near: there)?.label == "Lindenweg, Kleinau")
  }

  @Test("the word for the kind of a street does not count by its length")
  func kinds() async throws {
    #expect(try await first("aliados")?.name == "Avenida dos Aliados")
    #expect(try await first("rua aliados")?.name == "Rua dos Aliados")
  }

  @Test("a town with the main name comes before a city with it as another name")
  func mainName() async throws {
    #expect(try await first("rabat")?.name == "Rabat")
    #expect(try await first("grossau")?.name == "Grossau")
  }
}
