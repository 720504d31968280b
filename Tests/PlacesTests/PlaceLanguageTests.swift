import MapCompiler
import Places
import RoadModel
import TestSupport
import Testing

/// Names in the languages that a map keeps.
@Suite struct PlaceLanguageTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="35.900" lon="14.500"/><node id="2" lat="35.900" lon="14.504"/>
      <node id="5" lat="35.800" lon="14.400"/><node id="6" lat="35.800" lon="14.600"/>
      <node id="7" lat="36.000" lon="14.600"/><node id="8" lat="36.000" lon="14.400"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq ir-Repubblika"/>
        <tag k="name:en" v="Republic Street"/></way>
      <node id="11" lat="35.9005" lon="14.502"/><node id="12" lat="35.9005" lon="14.503"/>
      <node id="13" lat="35.9009" lon="14.503"/><node id="14" lat="35.9009" lon="14.502"/>
      <way id="21"><nd ref="11"/><nd ref="12"/><nd ref="13"/><nd ref="14"/><nd ref="11"/>
        <tag k="highway" v="pedestrian"/><tag k="area" v="yes"/>
        <tag k="name" v="Misraħ il-Gvern"/><tag k="name:en" v="Palace Square"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
        <tag k="boundary" v="administrative"/></way>
      <relation id="30"><member type="way" ref="22" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="4"/><tag k="name" v="Għawdex"/>
        <tag k="name:en" v="Gozo"/><tag k="name:de" v="Gozo"/></relation>
      <node id="9" lat="35.901" lon="14.502">
        <tag k="place" v="town"/><tag k="name" v="Ir-Rabat"/><tag k="name:en" v="Victoria"/></node>
      <node id="10" lat="35.9002" lon="14.501"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Triq ir-Repubblika"/></node>
    </osm>
    """

  @Test(
    "results are found by names in other languages, and have the names of the first that is known",
    arguments: [
      ("victoria", ["en"], "Victoria, Gozo"), ("Ir-Rabat", ["de"], "Ir-Rabat, Gozo"),
      ("victoria", [], "Ir-Rabat, Għawdex"), ("victoria", ["pt"], "Ir-Rabat, Għawdex"),
      ("victoria", ["pt-BR", "EN-gb", "de"], "Victoria, Gozo"),
      ("republic street", ["en"], "Republic Street, Victoria, Gozo"),
      ("palace square", ["en"], "Palace Square, Victoria, Gozo"),
      ("triq ir-repubblika 5", ["en"], "Republic Street 5, Victoria, Gozo"),
      ("35.9, 14.5", ["en"], "35.9, 14.5"),
    ] as [(String, [String], String)])
  func labels(_ text: String, _ languages: [String], _ label: String) async throws {
    var options = MapCompiler.Options()
    options.languages = ["de", "en"]
    let built = try await BuiltMap(xml: Self.xml, options: options)
    let search = PlaceSearch(built.map)
    let found = try #require(try search.places(for: PlaceQuery(text)).first)
    #expect(try search.localized(found, in: languages).label == label)
  }
}
