import Geo
import MapReader
import Places
import RoadModel
import TestSupport
import Testing

/// The code of a country, from the tags of its boundary.
@Suite struct CountryCodeTests {
  /// A street with a house in a town, a street outside of all settlements, and a boundary around both.
  private static func xml(
    _ tag: String, name: String = "Fürstentum", member: String = "", node: String = ""
  ) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="47.100" lon="9.500"/><node id="2" lat="47.100" lon="9.504"/>
      <node id="3" lat="47.200" lon="9.600"/><node id="4" lat="47.200" lon="9.604"/>
      <node id="5" lat="47.000" lon="9.400"/><node id="6" lat="47.000" lon="9.700"/>
      <node id="7" lat="47.300" lon="9.700"/><node id="8" lat="47.300" lon="9.400"/>
      <node id="9" lat="47.101" lon="9.502"><tag k="place" v="town"/><tag k="name" v="Vadutz"/></node>
      <node id="10" lat="47.1001" lon="9.502"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Städtle"/></node>\(node)
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Städtle"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Bergweg"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
        <tag k="boundary" v="administrative"/></way>
      <relation id="30"><member type="way" ref="22" role="outer"/>\(member)
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="2"/><tag k="name" v="\(name)"/>\(tag)</relation>
    </osm>
    """
  }

  @Test(
    "places, addresses and what lies at a coordinate have the code of their country",
    arguments: [
      ("<tag k=\"ISO3166-1:alpha2\" v=\"LI\"/>", "LI"), ("<tag k=\"ISO3166-1\" v=\"li\"/>", "LI"),
      ("<tag k=\"ISO3166-1\" v=\"LIE\"/>", nil), ("<tag k=\"ISO3166-1\" v=\"L1\"/>", nil),
      ("", nil),
    ] as [(String, String?)])
  func codes(_ tag: String, _ code: String?) async throws {
    let built = try await BuiltMap(xml: Self.xml(tag))
    let search = PlaceSearch(built.map)
    for text in ["Städtle 7", "Städtle", "Vadutz", "Bergweg", "Fürstentum"] {
      let found = try #require(try search.places(for: PlaceQuery(text)).first, "\(text)")
      #expect(found.countryCode == code, "\(text): \(found.label)")
    }
    for (latitude, longitude) in [(47.1001, 9.502), (47.1, 9.5035), (47.2, 9.602)] {
      let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
      #expect(try search.place(at: position)?.countryCode == code, "\(latitude) \(longitude)")
    }
  }

  @Test("a country with the name of its capital is a place beside it, and has its code")
  func capital() async throws {
    let built = try await BuiltMap(
      xml: Self.xml(
        "<tag k=\"ISO3166-1:alpha2\" v=\"LI\"/>", name: "Vadutz",
        member: "<member type=\"node\" ref=\"9\" role=\"admin_centre\"/>"))
    let search = PlaceSearch(built.map)
    let found = try search.places(for: PlaceQuery("Vadutz"))
    #expect(Set(found.map(\.kind)) == [.place(.country), .place(.town)])
    #expect(found.allSatisfy { $0.countryCode == "LI" })
    #expect(try search.places(for: PlaceQuery("Städtle 7")).first?.countryCode == "LI")
  }

  @Test(
    "a code behind a comma is that of the country, where the place is there or may be",
    arguments: [
      ("", "Vadutz, DE", "Vadutz"), ("", "Städtle 7, Vadutz, DE", "Städtle"),
      ("", "Vadutz, de", "Deichhof Vadutz"), ("", "VADUTZ, DE", "Deichhof Vadutz"),
      ("<tag k=\"ISO3166-1:alpha2\" v=\"LI\"/>", "Vadutz, DE", "Deichhof Vadutz"),
    ])
  func typed(_ tag: String, _ text: String, _ name: String) async throws {
    let shop = """
      <node id="11" lat="47.1011" lon="9.502"><tag k="shop" v="books"/>
        <tag k="name" v="Deichhof Vadutz"/></node>
      """
    let built = try await BuiltMap(xml: Self.xml(tag, node: shop))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.name == name)
  }

  @Test(
    "a place of another country than the named one lacks that word",
    arguments: [
      ("LI", "Vadutz, Germany", false), ("LI", "Deutschland, Städtle 7, Vadutz", false),
      ("LI", "Vadutz, Liechtenstein", true), ("LI", "7 Städtle Vadutz Liechtenstein", true),
      ("DE", "Vadutz, Germany", true), ("GL", "Vadutz, Danmark", true),
      ("", "Vadutz, Germany", true),
    ])
  func named(_ code: String, _ text: String, _ isComplete: Bool) async throws {
    let built = try await BuiltMap(xml: Self.xml("<tag k=\"ISO3166-1\" v=\"\(code)\"/>"))
    let search = PlaceSearch(built.map)
    let found = try #require(try search.places(for: PlaceQuery(text)).first)
    #expect(found.name == (text.contains("7") ? "Städtle" : "Vadutz"))
    #expect(found.isComplete == isComplete)
    var query = PlaceQuery(text)
    query.filter.countries = ["FR"]
    #expect(try search.places(for: query).allSatisfy { !$0.isComplete })
  }

  @Test("a country whose node has no code has that of its border")
  func node() async throws {
    let built = try await BuiltMap(
      xml: Self.xml(
        "<tag k=\"ISO3166-1:alpha2\" v=\"LI\"/>",
        node: """
          <node id="11" lat="47.15" lon="9.55"><tag k="place" v="country"/>
            <tag k="name" v="Fürstentum"/></node>
          """))
    let search = PlaceSearch(built.map)
    let countries = try search.places(for: PlaceQuery("Fürstentum"))
    #expect(countries.map(\.countryCode) == ["LI"])
    #expect(try search.places(for: PlaceQuery("Städtle 7")).first?.countryCode == "LI")
  }
}
