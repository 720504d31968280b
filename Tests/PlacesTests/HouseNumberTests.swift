import Geo
import Places
import RoadModel
import TestSupport
import Testing

/// House numbers that are also something else, or that the map does not have.
@Suite struct HouseNumberTests {
  /// Two towns 30 km apart: Alpha has a road with a number of its own, and a main street without numbers; the main
  /// street of Beta has a number 12.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.002" lon="6.000"/><node id="4" lat="50.002" lon="6.004"/>
      <node id="5" lat="50.000" lon="6.400"/><node id="6" lat="50.000" lon="6.404"/>
      <way id="10"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="primary"/><tag k="name" v="Egerta"/><tag k="ref" v="28"/></way>
      <way id="11"><nd ref="1"/><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße"/></way>
      <way id="12"><nd ref="5"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße"/></way>
      <way id="13"><nd ref="2"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Quai Antoine 1er"/></way>
      <way id="14"><nd ref="3"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="улица Ленина"/></way>
      <way id="15"><nd ref="1"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rue du 12 Août"/></way>
      <node id="60" lat="50.0003" lon="6.400"/><node id="61" lat="50.0003" lon="6.404"/>
      <way id="18"><nd ref="60"/><nd ref="61"/>
        <tag k="highway" v="residential"/><tag k="name" v="Kurze Gasse"/></way>
      <node id="62" lat="50.0002" lon="6.400">
        <tag k="addr:housenumber" v="2"/><tag k="addr:street" v="Kurze Gasse"/></node>
      <node id="63" lat="50.0002" lon="6.404">
        <tag k="addr:housenumber" v="2"/><tag k="addr:street" v="Kurze Gasse"/></node>
      <way id="19"><nd ref="60"/><nd ref="5"/>
        <tag k="highway" v="residential"/><tag k="name" v="Am Stock"/></way>
      <way id="22"><nd ref="61"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Am Ufer"/></way>
      <node id="64" lat="50.0002" lon="6.404">
        <tag k="addr:housenumber" v="5"/><tag k="addr:street" v="Am Ufer"/></node>
      <way id="17"><nd ref="3"/><nd ref="20"/>
        <tag k="highway" v="residential"/><tag k="name" v="Seeweg"/></way>
      \(["1-7", "9", "N° 18", "20-23", "31-36", "35", "40a-c", "42 a-42 d"].enumerated().map { index, number in
        """
        <node id="\(50 + index)" lat="50.0016" lon="6.00\(10 + index)">
          <tag k="addr:housenumber" v="\(number)"/><tag k="addr:street" v="Seeweg"/></node>
        """
      }.joined())
      <way id="16"><nd ref="5"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="中山路"/></way>
      <node id="41" lat="50.0001" lon="6.403">
        <tag k="addr:housenumber" v="8"/><tag k="addr:street" v="中山路"/></node>
      <node id="20" lat="50.001" lon="6.002">
        <tag k="place" v="town"/><tag k="name" v="Alpha"/></node>
      <node id="39" lat="50.0005" lon="6.0011">
        <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Rue du 12 Août"/></node>
      <node id="40" lat="50.0015" lon="6.0031">
        <tag k="addr:housenumber" v="14"/><tag k="addr:street" v="Rue du 12 Août"/></node>
      <node id="21" lat="50.001" lon="6.402">
        <tag k="place" v="town"/><tag k="name" v="Beta"/></node>
      <node id="30" lat="50.0001" lon="6.001">
        <tag k="addr:housenumber" v="28"/><tag k="addr:street" v="Egerta"/>
        <tag k="addr:city" v="Alpha"/></node>
      <node id="31" lat="50.0001" lon="6.003">
        <tag k="addr:housenumber" v="26"/><tag k="addr:street" v="Egerta"/>
        <tag k="addr:city" v="Alpha"/></node>
      <node id="32" lat="50.0001" lon="6.402">
        <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Hauptstraße"/>
        <tag k="addr:city" v="Beta"/></node>
      <node id="33" lat="50.0021" lon="6.002">
        <tag k="addr:housenumber" v="3"/><tag k="addr:street" v="Hauptstraße"/>
        <tag k="addr:city" v="Alpha"/></node>
      <node id="38" lat="50.0011" lon="6.0021">
        <tag k="addr:housenumber" v="12\u{410}"/><tag k="addr:street" v="улица Ленина"/></node>
      <node id="34" lat="50.0005" lon="6.0041">
        <tag k="addr:housenumber" v="6"/><tag k="addr:street" v="Quai Antoine 1er"/></node>
      <node id="35" lat="50.001" lon="6.0041">
        <tag k="addr:housenumber" v="20 bis"/><tag k="addr:street" v="Quai Antoine 1er"/></node>
      <node id="36" lat="50.0015" lon="6.0041">
        <tag k="addr:housenumber" v="20"/><tag k="addr:street" v="Quai Antoine 1er"/></node>
      <node id="37" lat="50.0018" lon="6.0041">
        <tag k="addr:housenumber" v="22-24"/><tag k="addr:street" v="Quai Antoine 1er"/></node>
    </osm>
    """

  @Test("a number that is also that of the road is a house number", arguments: ["26", "28"])
  func road(number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("Egerta \(number), Alpha"))
    #expect(found.first?.houseNumber == number)
    #expect(try PlaceSearch(built.map).places(for: PlaceQuery("Egerta")).first?.houseNumber == nil)
  }

  @Test(
    "a number behind that of a name is a house number, and no end of a range",
    arguments: [
      ("Quai Antoine 1er 6", "6"), ("Quai Antoine 1er 20", "20"), ("6 quai antoine 1er", "6"),
      ("Quai Antoine 1er 22-24", "22-24"), ("Quai Antoine 1er 22", "22-24"),
    ])
  func ordinal(_ text: String, _ number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == number)
    #expect(found?.isComplete == true)
  }

  @Test(
    "a number that the name of the street has is a house number where it is typed twice",
    arguments: [
      ("Rue du 12 Août 12", "12"), ("12 rue du 12 aout", "12"), ("rue du 12 août, alpha", nil),
      ("Rue du 12 Août 14", "14"),
    ] as [(String, String?)])
  func twice(_ text: String, _ number: String?) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.name == "Rue du 12 Août")
    #expect(found?.houseNumber == number)
    #expect(found?.isComplete == true)
  }

  @Test(
    "a number within a range on its side of the street is in the house with the range",
    arguments: [
      ("Seeweg 3", "1-7"), ("Seeweg 7", "1-7"), ("Seeweg 1", "1-7"), ("Seeweg 5, Alpha", "1-7"),
      ("Seeweg 4", nil), ("Seeweg 9", "9"), ("Seeweg 18", "N° 18"), ("Seeweg 21", "20-23"),
      ("Seeweg 24", nil), ("Seeweg 1-7", "1-7"), ("Seeweg 35", "35"), ("Seeweg 32", "31-36"),
      ("Seeweg 40b", "40a-c"), ("Seeweg 40 c", "40a-c"), ("Seeweg 40a-c", "40a-c"),
      ("Seeweg 42c, Alpha", "42 a-42 d"), ("Seeweg 40d", nil), ("Seeweg 41b", nil),
    ] as [(String, String?)])
  func ranges(_ text: String, _ number: String?) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.name == "Seeweg")
    #expect(found?.houseNumber == number)
  }

  @Test("a letter behind the number in the name of a street is a house number")
  func letterAlone() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
          <way id="10"><nd ref="1"/><nd ref="2"/>
            <tag k="highway" v="residential"/><tag k="name" v="Brücke 3"/></way>
          <node id="3" lat="50.0001" lon="6.001">
            <tag k="addr:housenumber" v="a"/><tag k="addr:street" v="Brücke 3"/></node>
          <node id="4" lat="50.0001" lon="6.003">
            <tag k="addr:housenumber" v="7"/><tag k="addr:street" v="Brücke 3"/></node>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    for text in ["Brücke 3 a", "a, Brücke 3"] {
      #expect(try search.places(for: PlaceQuery(text)).first?.houseNumber == "a", "\(text)")
    }
    #expect(try search.places(for: PlaceQuery("Brücke 3")).first?.houseNumber == nil)
  }

  @Test("a number with a letter that the map lacks is in the house without it")
  func unknownLetter() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    for text in ["Seeweg 9b", "Seeweg 9 b", "9b Seeweg, Alpha"] {
      let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
      #expect(found?.name == "Seeweg" && found?.houseNumber == "9", "\(text)")
    }
  }

  @Test(
    "floor and flat do not count",
    arguments: [
      "Seeweg 9, 2. th, Alpha", "Seeweg 9 st. tv.", "Seeweg 9, 3. Stock", "Seeweg 9, 2. OG links",
      "Seeweg 9 EG", "Seeweg 9, 1er étage", "Seeweg 9, 2º dcha", "Seeweg 9, 2º Esq.",
      "Flat 3, 9 Seeweg", "Seeweg 9, Apt 5, Alpha", "Seeweg 9 th",
      "9 Seeweg, 3rd floor", "Seeweg 9, st.", "Seeweg 9 stuen", "Seeweg 9 kld", "Seeweg 9 bajo",
    ])
  func flat(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.name == "Seeweg" && found?.houseNumber == "9")
    #expect(found?.isComplete == true)
  }

  @Test("the word for a floor may be that of a street", arguments: ["Am Stock 5", "5 am Stock"])
  func street(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    #expect(try PlaceSearch(built.map).places(for: PlaceQuery(text)).first?.name == "Am Stock")
  }

  @Test(
    "a number may have a word behind it",
    arguments: [
      "Quai Antoine 1er 20 bis", "20bis quai antoine 1er, alpha", "20 BIS Quai Antoine",
      "20 B Quai Antoine 1er", "20b, quai antoine 1er, alpha",
    ])
  func bis(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == "20 bis")
    #expect(found?.isComplete == true)
  }

  @Test(
    "the letter of a number may be Cyrillic or Latin",
    arguments: ["улица Ленина 12\u{430}", "ulitsa lenina 12a", "ул. Ленина, 12 A"])
  func letter(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == "12\u{410}")
    #expect(found?.isComplete == true)
  }

  @Test(
    "a number may be written without a space",
    arguments: [("Hauptstraße12", "12"), ("hauptstr12, Beta", "12"), ("中山路8号", "8"), ("中山路8", "8")])
  func together(_ text: String, _ number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == number)
    #expect(found?.isComplete == true)
  }

  @Test(
    "of a number that a street has twice, the nearer house is found", arguments: [6.400, 6.404])
  func nearer(_ longitude: Double) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let near = try #require(Coordinate(latitude: 50.0001, longitude: longitude))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("Kurze Gasse 2", near: near))
    let house = try #require(found.first)
    #expect(house.houseNumber == "2" && Distance.metres(house.position, near) < 30)
  }

  @Test("where the map has not the number, the street in the town that was typed comes first")
  func missing() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try #require(
      try PlaceSearch(built.map).places(for: PlaceQuery("alpha hauptstraße 12")).first)
    #expect(found.name == "Hauptstraße" && found.position.longitude < 6.1)
  }

  @Test("a place in the sea has no address")
  func nowhere() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let place = try #require(Coordinate(latitude: 10, longitude: 6))
    #expect(try PlaceSearch(built.map).place(at: place) == nil)
  }

  @Test(
    "the first number is the house, the second a flat in it; both are not one number",
    arguments: [
      ("Lange Straße 47/3", "47"), ("Lange Straße 12/3", "12"), ("Lange Straße 12 3", "12"),
      ("Lange Straße 12 #3", "12"), ("Lange Straße 123", "123"), ("Lange Straße 3", "3"),
      // In Czechia the second is the number in the street, and the first one of the town.
      ("Lange Straße 1234/47", "47"),
    ])
  func flat(_ text: String, _ number: String) async throws {
    let houses = [3, 12, 47, 123].enumerated().map { index, number in
      """
      <node id="\(10 + index)" lat="50.0001" lon="6.00\(1 + index)">
        <tag k="addr:housenumber" v="\(number)"/><tag k="addr:street" v="Lange Straße"/></node>
      """
    }
    let xml = """
      <osm version="0.6">
        <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.006"/>
        \(houses.joined())
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Lange Straße"/></way>
        <node id="9" lat="50.003" lon="6.003"><tag k="amenity" v="restaurant"/>
          <tag k="name" v="Haus 123"/></node>
      </osm>
      """
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery(text)).first
    #expect(found?.name == "Lange Straße" && found?.houseNumber == number)
  }
}
