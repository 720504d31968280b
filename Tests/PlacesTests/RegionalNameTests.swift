import MapCompiler
import Places
import RoadModel
import TestSupport
import Testing

/// What people call a place where it is, in its region and country, and abroad.
@Suite struct RegionalNameTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="Hauptstraße"/><tag k="loc_name" v="Meile"/></way>
      <node id="9" lat="50.001" lon="6.002"><tag k="place" v="town"/><tag k="name" v="Köpstadt"/>
        <tag k="alt_name" v="Kopstad"/><tag k="loc_name" v="Köpsche"/>
        <tag k="reg_name" v="Köpscht"/><tag k="nat_name" v="Köpingen"/>
        <tag k="int_name" v="Kopstad"/><tag k="alt_name:en" v="Headtown"/>
        <tag k="alt_name:fr" v="Villetête"/></node>
    </osm>
    """

  @Test("it is found by each of these names, and by those in the languages of the map")
  func names() async throws {
    var options = MapCompiler.Options()
    options.languages = ["en"]
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml, options: options).map)
    for text in ["kopstad", "köpsche", "Köpscht", "Köpingen", "headtown"] {
      let found = try search.places(for: PlaceQuery(text)).first
      #expect(found?.name == "Köpstadt" && found?.isComplete == true, "\(text)")
      #expect(found?[.alternativeName] == "Kopstad;Köpsche;Köpscht;Köpingen;Headtown")
    }
    #expect(try search.places(for: PlaceQuery("meile")).first?.name == "Hauptstraße")
    #expect(try search.places(for: PlaceQuery("villetête")).isEmpty)
  }
}
