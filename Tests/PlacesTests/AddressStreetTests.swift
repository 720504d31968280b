import Places
import TestSupport
import Testing

/// Addresses whose street the map has with other letters, or not at all.
@Suite struct AddressStreetTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="35.900" lon="14.500"/><node id="2" lat="35.900" lon="14.504"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Misraħ il-Kunsill"/></way>
      <node id="9" lat="35.903" lon="14.502">
        <tag k="place" v="town"/><tag k="name" v="Mdina"/></node>
      <node id="10" lat="35.9002" lon="14.501"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="misrah Il Kunsill"/></node>
      <node id="11" lat="35.9002" lon="14.503"><tag k="tourism" v="hotel"/>
        <tag k="name" v="Xara"/><tag k="addr:street" v="Misrah Il-Kunsill"/></node>
      <node id="12" lat="35.904" lon="14.503"><tag k="shop" v="toys"/>
        <tag k="name" v="Factory"/><tag k="addr:street" v="Coast Road"/></node>
    </osm>
    """

  @Test(
    "the place is found by its address, and the address has the name of the road",
    arguments: [
      ("misrah il kunsill 5", "Misraħ il-Kunsill 5, Mdina"),
      ("Misraħ il-Kunsill 5, Mdina", "Misraħ il-Kunsill 5, Mdina"),
      ("xara, misrah il-kunsill", "Xara, Misraħ il-Kunsill, Mdina"),
      ("Factory, Coast Road, Mdina", "Factory, Coast Road, Mdina"),
      ("coast road", "Coast Road, Mdina"),
      ("misrah il-kunsill", "Misraħ il-Kunsill, Mdina"),
    ])
  func label(_ text: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.label == label)
    #expect(found?.isComplete == true)
  }
}
