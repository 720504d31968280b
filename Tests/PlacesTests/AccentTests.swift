import Places
import TestSupport
import Testing

/// Streets whose names differ only by accents.
@Suite struct AccentTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.010"/>
      <node id="3" lat="50.100" lon="6.000"/><node id="4" lat="50.100" lon="6.010"/>
      <node id="5" lat="50.200" lon="6.000"/><node id="6" lat="50.200" lon="6.010"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Bodastraße"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Bödastraße"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Bódastraße"/></way>
    </osm>
    """

  @Test(
    "the street with the accents as typed is first, and the others are found, too",
    arguments: [
      ("Bödastraße", "Bödastraße"), ("bödastr", "Bödastraße"), ("BÓDASTRASSE", "Bódastraße"),
      ("bo\u{301}da", "Bódastraße"),
    ])
  func order(_ text: String, _ first: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.name == first)
    #expect(found.count == 3)
  }
}
