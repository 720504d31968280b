import Geo
import TestSupport
import Testing

@testable import Places

/// Houses with a name instead of a number, or besides one, as in Malta and Britain.
@Suite struct HouseNameTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="35.900" lon="14.500"/><node id="2" lat="35.900" lon="14.504"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq il-Kbira"/></way>
      <node id="9" lat="35.903" lon="14.502">
        <tag k="place" v="town"/><tag k="name" v="Mdina"/></node>
      <node id="10" lat="35.9002" lon="14.501"><tag k="building" v="yes"/>
        <tag k="addr:housename" v="Dar il-Ħena"/><tag k="addr:street" v="Triq il-Kbira"/></node>
      <node id="11" lat="35.9002" lon="14.502"><tag k="addr:housename" v="31"/>
        <tag k="addr:street" v="Triq il-Kbira"/></node>
      <node id="12" lat="35.9002" lon="14.503"><tag k="addr:housename" v="Marija Omm l-Ekwilibriju B"/>
        <tag k="addr:street" v="Triq il-Kbira"/></node>
      <node id="13" lat="35.9002" lon="14.5035"><tag k="addr:housename" v="Villa Paloma"/>
        <tag k="addr:housenumber" v="56"/><tag k="addr:street" v="Triq il-Kbira"/></node>
    </osm>
    """

  @Test(
    "a house is found by its name on its street",
    arguments: [
      ("dar il-hena, triq il-kbira", "Dar il-Ħena"), ("Triq il-Kbira 31, Mdina", "31"),
      ("Triq il-Kbira, Dar il Ħena, Mdina", "Dar il-Ħena"),
      ("Marija Omm l-Ekwilibriju B, Triq il-Kbira", "Marija Omm l-Ekwilibriju B"),
      ("villa paloma", "Villa Paloma"), ("Villa Paloma, Triq il-Kbira, Mdina", "Villa Paloma"),
      ("Triq il-Kbira 56", "56"), ("56 triq il-kbira, mdina", "56"),
    ])
  func named(_ text: String, _ number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == number)
    #expect(found?.name == "Triq il-Kbira")
    #expect(found?.isComplete == true)
  }

  @Test("the address of a house that has a number and a name is that with the number")
  func reverse() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let there = try #require(Coordinate(latitude: 35.9002, longitude: 14.5035))
    #expect(try PlaceSearch(built.map).place(at: there)?.houseNumber == "56")
  }

  @Test("a house with number and name is one address near a coordinate, as one with a name alone")
  func around() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let there = try #require(Coordinate(latitude: 35.9002, longitude: 14.5035))
    let search = PlaceSearch(built.map)
    // The houses are 45 to 225 metres apart.
    #expect(
      try search.addresses(near: there, within: 1_000, limit: 10).map(\.houseNumber)
        == ["56", "Marija Omm l-Ekwilibriju B", "31", "Dar il-Ħena"])
    #expect(
      try search.addresses(near: there, within: 1_000, limit: 2).map(\.houseNumber)
        == ["56", "Marija Omm l-Ekwilibriju B"])
  }
}
