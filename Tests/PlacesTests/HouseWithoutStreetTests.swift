import Geo
import MapReader
import Places
import TestSupport
import Testing

/// Houses that state a number, but no street.
@Suite struct HouseWithoutStreetTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.020"/>
      <node id="3" lat="50.001" lon="6.000"/><node id="4" lat="50.001" lon="6.020"/>
      <node id="5" lat="50.100" lon="6.000"/><node id="6" lat="50.100" lon="6.004"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Lange Gasse"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Ringweg"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Kirchweg"/></way>
      <node id="8" lat="50.002" lon="6.010">
        <tag k="place" v="town"/><tag k="name" v="Alpha"/></node>
      <node id="9" lat="50.101" lon="6.002">
        <tag k="place" v="village"/><tag k="name" v="Beta"/></node>
      <node id="10" lat="50.0003" lon="6.0151"><tag k="addr:housenumber" v="7"/></node>
      <node id="11" lat="50.0008" lon="6.0049"><tag k="addr:housenumber" v="9"/>
        <tag k="addr:city" v="Alpha"/></node>
      <node id="12" lat="50.1002" lon="6.001"><tag k="addr:housenumber" v="20"/>
        <tag k="addr:city" v="Beta"/></node>
      <node id="13" lat="50.003" lon="6.019"><tag k="addr:housenumber" v="41"/>
        <tag k="addr:city" v="Alpha"/></node>
      <node id="14" lat="50.050" lon="6.019"><tag k="addr:housenumber" v="43"/></node>
      <node id="15" lat="50.0004" lon="6.003"><tag k="building" v="yes"/>
        <tag k="addr:housename" v="Campidoglio"/></node>
      <node id="16" lat="50.1002" lon="6.003"><tag k="addr:housename" v="Le Cap"/>
        <tag k="addr:city" v="Beta"/></node>
      <node id="17" lat="50.0006" lon="6.012"><tag k="addr:housename" v="Ringweg"/></node>
      <node id="18" lat="50.050" lon="6.010"><tag k="addr:housename" v="Heidehof"/>
        <tag k="addr:place" v="Sonnenheide"/></node>
      <node id="19" lat="50.1003" lon="6.001"><tag k="tourism" v="hotel"/>
        <tag k="name" v="Hôtel du Grand Cap et le Lac"/></node>
      <node id="24" lat="50.0004" lon="6.008"><tag k="addr:housename" v="Zéphyr Rose"/></node>
      <node id="25" lat="50.0004" lon="6.009"><tag k="addr:housename" v="(Turm) Nordwind"/></node>
      <node id="26" lat="50.0004" lon="6.010"><tag k="addr:housename" v="Löwenhof"/></node>
      <node id="23" lat="50.0004" lon="6.006"><tag k="shop" v="bakery"/>
        <tag k="name" v="Ta Dirjanu"/><tag k="addr:housename" v="Dirjanu Flats"/></node>
    </osm>
    """

  @Test(
    "it is a house of its village, or in a town of the nearest street",
    arguments: [
      ("Lange Gasse 7, Alpha", "Lange Gasse 7, Alpha"), ("Ringweg 9", "Ringweg 9, Alpha"),
      ("Beta 20", "Beta 20"), ("Alpha 41", "Alpha 41"),
    ])
  func found(_ text: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    try built.map.verify()
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.label == label)
    #expect(found?.isComplete == true)
  }

  @Test(
    "a house without a street is found by its name, alone and with its settlement",
    arguments: [
      ("campidoglio", "Campidoglio"), ("Campidoglio, Alpha", "Campidoglio"),
      ("campidogl", "Campidoglio"), ("Lange Gasse Campidoglio", "Campidoglio"),
      ("le cap", "Le Cap"), ("Le Cap, Beta", "Le Cap"), ("heidehof", "Heidehof"),
      ("Heidehof, Sonnenheide", "Heidehof"), ("zephyr rose", "Zéphyr Rose"),
      ("ZEPHYR ros", "Zéphyr Rose"), ("turm nordwind", "(Turm) Nordwind"),
      ("lowenhof", "Löwenhof"), ("Loewenhof", "Löwenhof"), ("löwenhof, alpha", "Löwenhof"),
    ])
  func named(_ text: String, _ name: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    try built.map.verify()
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == name)
    #expect(found?.isComplete == true)
  }

  @Test(
    "other places with the words are not taken for houses with names",
    arguments: ["Ringweg", "Ringweg, Alpha", "Alpha", "Ta Dirjanu", "dirjanu flats", "grand cap"])
  func otherPlaces(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.houseNumber == nil)
  }

  @Test("far from all streets and without a settlement, a number is not an address")
  func alone() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let there = try #require(Coordinate(latitude: 50.05, longitude: 6.019))
    #expect(try PlaceSearch(built.map).place(at: there)?.houseNumber == nil)
    let numbers = ["Lange Gasse 43", "Ringweg 43", "Kirchweg 43"]
    for text in numbers {
      #expect(try PlaceSearch(built.map).places(for: PlaceQuery(text)).first?.houseNumber == nil)
    }
  }
}
