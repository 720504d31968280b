import Places
import TestSupport
import Testing

/// A trunk road that is a street of two towns, 30 km apart.
@Suite struct TrunkStreetTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.000" lon="6.400"/><node id="4" lat="50.000" lon="6.404"/>
      <way id="10"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="trunk"/><tag k="name" v="Avinguda de Tarragona"/></way>
      <way id="11"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="trunk"/><tag k="ref" v="CG-1"/></way>
      <way id="12"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="trunk"/><tag k="name" v="Avinguda de Tarragona"/></way>
      <node id="20" lat="50.001" lon="6.002">
        <tag k="place" v="town"/><tag k="name" v="Alpha"/></node>
      <node id="21" lat="50.001" lon="6.402">
        <tag k="place" v="town"/><tag k="name" v="Beta"/></node>
      <node id="30" lat="50.0001" lon="6.001">
        <tag k="addr:housenumber" v="28"/><tag k="addr:street" v="Avinguda de Tarragona"/></node>
    </osm>
    """

  @Test(
    "it is found with the name of the town, and so are its houses",
    arguments: [
      ("avinguda tarragona, alpha", "Avinguda de Tarragona, Alpha"),
      ("avinguda tarragona, beta", "Avinguda de Tarragona, Beta"),
      ("avinguda tarragona 28, alpha", "Avinguda de Tarragona 28, Alpha"),
    ])
  func found(_ text: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.label == label)
    #expect(found?.isComplete == true)
  }
}
