import Places
import TestSupport
import Testing

/// Names in one word that are typed as two, where another street in a settlement has both.
@Suite struct JoinedNameTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="55.700" lon="12.500"/><node id="2" lat="55.700" lon="12.504"/>
      <node id="3" lat="55.740" lon="12.500"/><node id="4" lat="55.740" lon="12.504"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Julius Bloms Gade"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Nørrebrogade"/></way>
      <way id="22"><nd ref="2"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Lange Gade"/></way>
      <node id="9" lat="55.701" lon="12.502">
        <tag k="place" v="suburb"/><tag k="name" v="Nørrebro"/></node>
      <node id="10" lat="55.7401" lon="12.502"><tag k="addr:street" v="Nørrebrogade"/>
        <tag k="addr:housenumber" v="5"/></node>
      <node id="11" lat="55.7001" lon="12.502"><tag k="addr:street" v="Julius Bloms Gade"/>
        <tag k="addr:housenumber" v="5"/></node>
    </osm>
    """

  @Test(
    "the street with the whole name is first",
    arguments: [
      ("nørrebro gade", "Nørrebrogade"), ("Nørrebro Gade 5", "Nørrebrogade 5"),
      ("noerrebro gade", "Nørrebrogade"), ("lange gade", "Lange Gade"),
      ("julius bloms gade nørrebro", "Julius Bloms Gade"),
    ])
  func whole(_ text: String, _ title: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(found.first?.title == title && found.first?.isComplete == true)
  }

  @Test("the others are found, too")
  func others() async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery("nørrebro gade")).map(\.name)
    #expect(found.first == "Nørrebrogade")
    #expect(found.contains("Julius Bloms Gade"))
  }
}
