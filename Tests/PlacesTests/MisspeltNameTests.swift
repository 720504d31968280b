import Places
import RoadModel
import TestSupport
import Testing

/// A bank whose name has the same typing error as the search for the town.
@Suite struct MisspeltNameTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="35.900" lon="14.500"/><node id="2" lat="35.900" lon="14.504"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq San Pawl"/></way>
      <node id="9" lat="35.901" lon="14.502">
        <tag k="place" v="town"/><tag k="name" v="Valletta"/></node>
      <node id="10" lat="35.902" lon="14.502">
        <tag k="amenity" v="bank"/><tag k="name" v="Bank of Valetta"/></node>
      <node id="11" lat="35.903" lon="14.502">
        <tag k="shop" v="glass"/><tag k="name" v="Valeta"/></node>
      <node id="12" lat="35.904" lon="14.502"><tag k="amenity" v="fuel"/></node>
      <node id="3" lat="35.906" lon="14.500"/><node id="4" lat="35.906" lon="14.504"/>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq il-Fulija"/></way>
    </osm>
    """

  @Test("what is found by its kind is first, before names that are similar to it")
  func kind() async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery("fuel"))
    #expect(found.map(\.kind) == [.place(.fuel)])
  }

  @Test(
    "the town is among the first, unless the whole name or another category is wanted",
    arguments: [
      ("valetta", true), ("valletta", true), ("bank of valetta", false), ("valeta", false),
    ])
  func town(_ text: String, _ isThere: Bool) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let names = try search.places(for: PlaceQuery(text, limit: 3, isUnfinished: false)).map(\.name)
    #expect(names.contains("Valletta") == isThere)
    let banks = try search.places(for: PlaceQuery(text, categories: [.bank])).map(\.name)
    #expect(!banks.contains("Valletta"))
  }

  /// Two streets with similar names, of which each has another house.
  private static let streets = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.006" lon="6.000"/><node id="4" lat="50.006" lon="6.004"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Pontstraße"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Kantstraße"/></way>
      <way id="22"><nd ref="2"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Quergasse"/></way>
      <node id="10" lat="50.0002" lon="6.002"><tag k="addr:street" v="Pontstraße"/>
        <tag k="addr:housenumber" v="5"/></node>
      <node id="11" lat="50.0062" lon="6.002"><tag k="addr:street" v="Kantstraße"/>
        <tag k="addr:housenumber" v="12"/></node>
      <node id="12" lat="50.0062" lon="6.003"><tag k="addr:street" v="Kantstraße"/>
        <tag k="addr:housenumber" v="5b"/></node>
    </osm>
    """

  @Test(
    "a street that lacks the house comes before the house in a street with a similar name",
    arguments: [
      ("Pontstraße 12", "Pontstraße", false), ("Pont Straße 12", "Pontstraße", false),
      ("Pontstr. 5b", "Pontstraße 5", false), ("Pontstraße 5", "Pontstraße 5", true),
      ("Kantstrase 12", "Kantstraße 12", true),
    ])
  func house(_ text: String, _ title: String, _ isComplete: Bool) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.streets).map)
    let found = try search.places(for: PlaceQuery(text, isUnfinished: false))
    #expect(found.first?.title == title && found.first?.isComplete == isComplete)
    #expect(text != "Pontstraße 12" || found.contains { $0.title == "Kantstraße 12" })
  }

  @Test("a house in a street with a similar name is none of two crossing streets")
  func crossing() async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.streets).map)
    let found = try search.places(for: PlaceQuery("Pontstraße 12 / Quergasse"))
    let junctions = found.filter { $0.kind == .intersection }
    #expect(junctions.map(\.name) == ["Pontstraße / Quergasse"])
    #expect(junctions.allSatisfy { !$0.isComplete })
    let plain = try search.places(for: PlaceQuery("Kantstrase / Quergasse"))
    #expect(plain.first?.name == "Kantstraße / Quergasse")
  }

  @Test("a lost ß is one error, though it is folded to two letters")
  func sharpS() async throws {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
        <node id="3" lat="50.006" lon="6.004"/>
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Weiße Gasse"/></way>
        <way id="21"><nd ref="2"/><nd ref="3"/>
          <tag k="highway" v="residential"/><tag k="name" v="Fußweg Nord"/></way>
      </osm>
      """
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    for (text, name) in [
      ("Weie Gasse", "Weiße Gasse"), ("gasse weie", "Weiße Gasse"), ("nord fuweg", "Fußweg Nord"),
    ] {
      let found = try search.places(for: PlaceQuery(text, isUnfinished: false))
      #expect(found.map(\.name) == [name])
      #expect(found.first?.isComplete == true)
    }
  }

  @Test("a mistyped word is not two, of which the second begins one of many others")
  func shortEnd() async throws {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="35.900" lon="14.400"/><node id="2" lat="35.900" lon="14.404"/>
        <node id="3" lat="35.904" lon="14.404"/><node id="4" lat="35.904" lon="14.400"/>
        <node id="9" lat="36.100" lon="14.400">
          <tag k="place" v="village"/><tag k="name" v="Ta' Sannat"/></node>
        <node id="10" lat="35.902" lon="14.402">
          <tag k="tourism" v="attraction"/><tag k="name" v="Ghar ta San Martin"/></node>
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Triq At"/></way>
        <way id="21"><nd ref="2"/><nd ref="3"/>
          <tag k="highway" v="residential"/><tag k="name" v="Triq ta San Attard"/></way>
        <way id="22"><nd ref="3"/><nd ref="4"/>
          <tag k="highway" v="residential"/><tag k="name" v="Triq San Ta"/></way>
      </osm>
      """
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    for text in ["Ta' Sanat", "ta sanat"] {
      #expect(try search.places(for: PlaceQuery(text)).first?.name == "Ta' Sannat")
    }
    // The second of two words may begin another.
    #expect(try search.places(for: PlaceQuery("ta san at")).first?.name == "Triq ta San Attard")
    let street = try search.places(for: PlaceQuery("triq sanattard")).first
    #expect(street?.name == "Triq ta San Attard")
  }
}
