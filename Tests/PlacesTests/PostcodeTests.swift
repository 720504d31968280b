import MapReader
import Places
import RoadModel
import TestSupport
import Testing

/// Postcodes are found with a space and without, however the map has them.
@Suite struct PostcodeTests {
  private static func house(_ id: Int, _ number: String, _ postcode: String) -> String {
    """
    <node id="\(id)" lat="50.0001" lon="6.00\(id)">
      <tag k="addr:housenumber" v="\(number)"/><tag k="addr:street" v="Damrak"/>
      <tag k="addr:postcode" v="\(postcode)"/><tag k="addr:city" v="Alpha"/></node>
    """
  }

  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.009"/>
      <way id="10"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Damrak"/></way>
      \(house(3, "1", "1012 LM"))\(house(4, "2", "1012AB"))\(house(5, "3", "114 55"))
      \(house(6, "4", "11000"))\(house(7, "5", "SW1A 1AA"))\(house(8, "6", "4000-123"))
      <node id="20" lat="50.0011" lon="6.002"><tag k="shop" v="bakery"/>
        <tag k="addr:postcode" v="FRN 1941"/></node>
      <node id="25" lat="50.0001" lon="6.006"><tag k="tourism" v="attraction"/>
        <tag k="name" v="Dom"/></node>
      <node id="21" lat="50.0012" lon="6.002"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:postcode" v="VLT 10"/></node>
      <node id="22" lat="50.001" lon="6.003"/><node id="23" lat="50.001" lon="6.0032"/>
      <node id="24" lat="50.0012" lon="6.0032"/>
      <way id="11"><nd ref="22"/><nd ref="23"/><nd ref="24"/><nd ref="22"/>
        <tag k="building" v="yes"/><tag k="addr:housename" v="Villa"/>
        <tag k="addr:postcode" v="SGW"/></way>
    </osm>
    """

  @Test(
    "the end of a house number is not the beginning of a postcode",
    arguments: [
      ("Damrak 6/1", "6/1"), ("Damrak 6-1", "6/1"), ("Damrak 6", "6"), ("Damrak 6, 4000-1", "6"),
    ])
  func number(_ text: String, _ number: String) async throws {
    let house = Self.house(9, "6/1", "4000-123")
    let built = try await BuiltMap(xml: Self.xml.replacing("</osm>", with: "\(house)</osm>"))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == number)
  }

  @Test(
    "postcodes of elements without a street or a house number are found",
    arguments: ["FRN 1941", "VLT 10", "SGW"])
  func alone(_ code: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(code, isUnfinished: false)).first
    #expect(found?.kind == .place(.postcode))
    #expect(found?.name == code)
  }

  @Test(
    "postcodes of streets, settlements and areas are found",
    arguments: ["4760-381", "52078", "4720", "4721"])
  func postalCode(_ code: String) async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.009"/>
          <node id="3" lat="50.009" lon="6.009"/>
          <node id="4" lat="50.001" lon="6.002"><tag k="place" v="village"/>
            <tag k="name" v="Alpha"/><tag k="postal_code" v="52078"/></node>
          <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
            <tag k="name" v="Rua"/><tag k="postal_code" v="4760-381"/></way>
          <way id="11"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/></way>
          <relation id="1"><member type="way" ref="11" role="outer"/>
            <tag k="type" v="boundary"/><tag k="boundary" v="postal_code"/>
            <tag k="postal_code" v="4720; 4721"/></relation>
        </osm>
        """)
    try built.map.verify()
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(code, isUnfinished: false)).first
    #expect(found?.kind == .place(.postcode))
    #expect(found?.name == code)
  }

  @Test(
    "the letter of the country before a postcode is not an abbreviation",
    arguments: ["D-11000 Alpha", "D 11000", "d-11000, alpha"])
  func country(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.kind == .place(.postcode))
    #expect(found?.name == "11000")
  }

  @Test(
    "the house with the postcode is first",
    arguments: [
      ("Damrak 1, 1012 LM Alpha", "1"), ("Damrak 1, 1012LM Alpha", "1"), ("1012lm", "1"),
      ("Damrak 2, 1012 AB Alpha", "2"), ("Damrak 2, 1012AB Alpha", "2"), ("1012 ab", "2"),
      ("Damrak 3, 114 55 Alpha", "3"), ("Damrak 3, 11455 Alpha", "3"),
      ("Damrak 4, 110 00 Alpha", "4"), ("Damrak 4, 11000 Alpha", "4"),
      ("Damrak 5, Alpha, SW1A1AA", "5"), ("Damrak 5, Alpha, sw1a 1aa", "5"),
      ("Damrak 6, 4000123", "6"), ("1012 ab 2", "2"), ("1012LM 1", "1"), ("11455 3 alpha", "3"),
      ("sw1a 1aa 5", "5"),
    ])
  func house(_ text: String, _ number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.isComplete == true)
    if found?.kind == .address {
      #expect(found?.houseNumber == number)
    } else {
      #expect(found?.kind.word == "postcode")
    }
  }

  /// Streets and houses with letters that may be codes of countries.
  private static let lettered = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.009"/>
      <node id="3" lat="50.002" lon="6.009"/><node id="4" lat="50.002" lon="6.000"/>
      <way id="10"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Avenue A"/></way>
      <way id="11"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße"/></way>
      <way id="12"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Avenue B"/></way>
      <node id="5" lat="50.0001" lon="6.003"><tag k="addr:housenumber" v="14"/>
        <tag k="addr:street" v="Avenue A"/><tag k="addr:postcode" v="10009"/></node>
      <node id="6" lat="50.0021" lon="6.003"><tag k="addr:housenumber" v="14"/>
        <tag k="addr:street" v="Avenue B"/><tag k="addr:postcode" v="10009"/></node>
      <node id="7" lat="50.001" lon="6.0091"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Hauptstraße"/><tag k="addr:postcode" v="10009"/></node>
      <node id="8" lat="50.0012" lon="6.0091"><tag k="addr:housenumber" v="5 A"/>
        <tag k="addr:street" v="Hauptstraße"/><tag k="addr:postcode" v="10009"/></node>
    </osm>
    """

  @Test(
    "the letter of a street or a house before a postcode is no code of a country",
    arguments: [
      ("14 Avenue B 10009", "Avenue B 14"), ("14 Avenue A, 10009", "Avenue A 14"),
      ("Avenue B, 10009", "Avenue B"), ("Hauptstraße 5 a, 10009", "Hauptstraße 5 A"),
      ("Hauptstraße 5, A-10009", "Hauptstraße 5"), ("Hauptstraße 5, D 10009", "Hauptstraße 5"),
    ])
  func letter(_ text: String, _ title: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.lettered).map)
    let found = try search.places(for: PlaceQuery(text, isUnfinished: false))
    #expect(found.first?.title == title)
    #expect(found.first?.isComplete == true)
  }
}
