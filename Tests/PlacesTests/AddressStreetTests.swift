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

  @Test("an address whose house and district the map lacks is in its street, not a station there")
  func district() async throws {
    let streets = (0..<3).map { index in
      """
      <node id="\(2 * index + 1)" lat="49.\(4 + index)" lon="8.700"/>
      <node id="\(2 * index + 2)" lat="49.\(4 + index)" lon="8.704"/>
      <way id="\(20 + index)"><nd ref="\(2 * index + 1)"/><nd ref="\(2 * index + 2)"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße"/></way>
      """
    }
    let xml = """
      <osm version="0.6">\(streets.joined())
        <node id="9" lat="49.401" lon="8.702">
          <tag k="place" v="town"/><tag k="name" v="Heidelberg"/></node>
        <node id="10" lat="49.4001" lon="8.701"><tag k="addr:housenumber" v="5"/>
          <tag k="addr:street" v="Hauptstraße"/><tag k="addr:postcode" v="69117"/></node>
        <node id="11" lat="49.402" lon="8.703"><tag k="railway" v="station"/>
          <tag k="name" v="Heidelberg-Altstadt"/></node>
      </osm>
      """
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let text = "Hauptstraße 120, Altstadt, 69117 Heidelberg"
    let found = try #require(try search.places(for: PlaceQuery(text)).first)
    #expect(found.label == "Hauptstraße, 69117, Heidelberg")
    let station = try search.places(for: PlaceQuery("Altstadt Heidelberg")).first
    #expect(station?.name == "Heidelberg-Altstadt")
  }
}
