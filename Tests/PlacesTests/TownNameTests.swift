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
      <node id="10" lat="50.0001" lon="6.005"><tag k="amenity" v="pharmacy"/>
        <tag k="name" v="Germania Apotheke"/></node>
      <node id="11" lat="50.010" lon="6.000"/><node id="12" lat="50.010" lon="6.002"/>
      <way id="22"><nd ref="11"/><nd ref="12"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rue de France"/></way>
      <node id="13" lat="50.012" lon="6.000"/><node id="14" lat="50.012" lon="6.002"/>
      <way id="23"><nd ref="13"/><nd ref="14"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rue de la Gare"/></way>
      <node id="15" lat="50.0121" lon="6.001">
        <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Rue de la Gare"/></node>
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

  @Test(
    "the name of a country need not be on the map",
    arguments: [
      ("Aachen, Germany", "Aachen"), ("Römerstraße, Aachen, Deutschland", "Römerstraße"),
      ("Deutschland, Aachen, Römerstraße", "Römerstraße"), ("Domhof, United Kingdom", "Domhof"),
    ])
  func country(_ text: String, _ name: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.name == name)
    #expect(found.first?.isComplete == true)
  }

  @Test("of a whole address, the country is not what counts")
  func wholeAddress() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("Domhof 1, Bonn, Germany"))
    #expect(found.first?.name == "Domhof")
  }

  @Test(
    "the country in the name of a street is not left out",
    arguments: ["12 rue de france", "12 rue de frnce", "12 ruee de france", "rue de france"])
  func streetOfCountry(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.name == "Rue de France")
  }

  @Test("a country alone, or one that the map has as a word, is what is meant")
  func countryAlone() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let search = PlaceSearch(built.map)
    #expect(try search.places(for: PlaceQuery("Germany")).first?.name != "Aachen")
    let pharmacy = try search.places(for: PlaceQuery("germania apotheke")).first
    #expect(pharmacy?.name == "Germania Apotheke")
  }
}
