import Places
import TestSupport
import Testing

/// Points of interest whose names begin with that of their town.
@Suite struct TownNameTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.010"/>
      <node id="3" lat="50.002" lon="6.000"/><node id="4" lat="50.002" lon="6.002"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Römerstraße"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Domhof"/></way>
      <node id="5" lat="50.001" lon="6.004"><tag k="place" v="city"/>
        <tag k="name" v="Aachen"/></node>
      <node id="6" lat="50.0001" lon="6.008"><tag k="railway" v="station"/>
        <tag k="name" v="Aachen Hauptbahnhof"/></node>
      <node id="7" lat="50.0001" lon="6.007"><tag k="amenity" v="parking"/>
        <tag k="name" v="Hauptbahnhof"/></node>
      <node id="8" lat="50.0021" lon="6.001"><tag k="tourism" v="attraction"/>
        <tag k="name" v="Aachener Dom"/></node>
      <node id="9" lat="50.0021" lon="6.0015"><tag k="shop" v="gift"/>
        <tag k="name" v="Dom Shop"/></node>
    </osm>
    """

  @Test(
    "the name of the town in that of a place need not be typed",
    arguments: [
      ("Dom", "Aachener Dom"), ("Hauptbahnhof", "Aachen Hauptbahnhof"),
      ("Aachen Hauptbahnhof", "Aachen Hauptbahnhof"), ("Aachen", "Aachen"), ("Domh", "Domhof"),
      ("dom shop", "Dom Shop"),
    ])
  func first(_ text: String, _ name: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.name == name)
  }
}
