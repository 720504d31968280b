import Geo
import MapReader
import Places
import TestSupport
import Testing

/// Junctions by the names of their streets.
@Suite struct CrossingTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.004" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Peter and Paul Street"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Main Street"/></way>
    </osm>
    """

  /// Two towns six kilometres apart with a street of the same name, of which one meets a market street.
  private static let towns = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.004" lon="6.004"/>
      <node id="4" lat="50.060" lon="6.000"/><node id="5" lat="50.060" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Sofienstraße"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Markt"/></way>
      <way id="102"><nd ref="4"/><nd ref="5"/>
        <tag k="highway" v="residential"/><tag k="name" v="Sofienstraße"/></way>
      <node id="9" lat="50.001" lon="6.002">
        <tag k="place" v="village"/><tag k="name" v="Alpha"/></node>
      <node id="10" lat="50.061" lon="6.002">
        <tag k="place" v="village"/><tag k="name" v="Beta"/></node>
    </osm>
    """

  @Test(
    "a junction lies in the town of its streets, and not in that of others with their names",
    arguments: [
      "Sofienstraße and Markt", "markt & sofienstraße", "Sofienstraße/Markt", "Markt&Sofienstraße",
      "corner of Markt and Sofienstraße", " Ecke Sofienstraße und Markt",
      "Sofienstraße esquina com Markt", "Markt con Sofienstraße",
      "Kreuzung von Sofienstraße und Markt", "croisement de la Sofienstraße et du Markt",
      "Coin Sofienstraße et Markt", "carrefour Markt/Sofienstraße",
      "cruce de Markt con Sofienstraße",
      "cruzamento da Sofienstraße com o Markt", "the Markt and the Sofienstraße",
      "at the corner of Markt and Sofienstraße", "cnr Markt & Sofienstraße",
      "an der Ecke Markt und Sofienstraße", "Markt an der Ecke Sofienstraße",
      "Ecke von Markt und Sofienstraße", "Markt Kreuzung Sofienstraße", "Markt + Sofienstraße",
      "à l’angle de la Sofienstraße et du Markt", "au coin de Markt et Sofienstraße",
      "en la esquina de Markt con Sofienstraße", "na esquina do Markt com a Sofienstraße",
      "Sofienstraße, Markt", "Markt, Sofienstraße, Alpha", "Ecke Sofienstraße Markt",
      "corner of Markt Sofienstraße", "Ecke Markt, Sofienstraße", "Ecke Markt Sofienstraße, Alpha",
      "hjørnet af Markt og Sofienstraße", "krydset Sofienstraße Markt", "Markt hjørne Sofienstraße",
      "krydset mellem Sofienstraße og Markt", "hörnet av Markt och Sofienstraße",
      "hoek van Markt en Sofienstraße", "Sofienstraße u. Markt", "Markt - Sofienstraße",
      "Sofienstraße – Markt", "Markt Einmündung Sofienstraße",
      "cruzamento entre a Sofienstraße e o Markt", "Kreuzung zwischen Sofienstraße und Markt",
      "croisement entre la Sofienstraße et le Markt", "cruce entre Markt y Sofienstraße",
      "junction between Markt and the Sofienstraße",
      "Markt à l’angle de la Sofienstraße", "Sofienstraße au coin du Markt",
    ])
  func towns(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.towns)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    let junctions = found.filter { $0.kind == .intersection }
    #expect(junctions.map { $0.surroundings.map(\.name) } == [["Alpha"]])
  }

  @Test(
    "a junction lies in the town of the nearer street, however many others have the other's name")
  func manyNamesakes() async throws {
    let others = (0..<9).map { number in
      """
      <node id="\(20 + number)" lat="50.0\(70 + 3 * number)" lon="6.000"/>
      <node id="\(30 + number)" lat="50.0\(70 + 3 * number)" lon="6.008"/>
      <node id="\(40 + number)" lat="50.0\(70 + 3 * number)" lon="6.002">
        <tag k="place" v="village"/><tag k="name" v="Village \(number)"/></node>
      <way id="\(200 + number)"><nd ref="\(20 + number)"/><nd ref="\(30 + number)"/>
        <tag k="highway" v="primary"/><tag k="name" v="Sofienstraße"/></way>
      """
    }
    let built = try await BuiltMap(
      xml: Self.towns.replacing("</osm>", with: others.joined() + "</osm>"))
    for text in ["Sofienstraße und Markt", "Markt und Sofienstraße"] {
      let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
      let junction = try #require(found.first { $0.kind == .intersection })
      #expect(junction.surroundings.map(\.name) == ["Alpha"])
    }
  }

  /// Four streets that meet at 50.000 and 6.004, and one that meets only the first of them, 280 m farther west.
  private static let four = xml.replacing("Peter and Paul Street", with: "Marktstraße").replacing(
    "</osm>",
    with: """
      <node id="4" lat="49.996" lon="6.004"/><node id="5" lat="50.000" lon="6.008"/>
      <node id="6" lat="50.004" lon="6.000"/>
      <way id="102"><nd ref="2"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Südweg"/></way>
      <way id="103"><nd ref="2"/><nd ref="5"/>
        <tag k="highway" v="residential"/><tag k="name" v="Ostweg"/></way>
      <way id="104"><nd ref="1"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Nordweg"/></way></osm>
      """)

  @Test(
    "three or four streets that meet at one junction",
    arguments: [
      ("Marktstraße / Main Street / Südweg", "Marktstraße / Main Street / Südweg"),
      ("Südweg/Ostweg/Marktstraße", "Südweg / Ostweg / Marktstraße"),
      ("Ecke Ostweg und Südweg und Main Street", "Ostweg / Südweg / Main Street"),
      ("main street & ostweg & marktstr & südw", "Main Street / Ostweg / Marktstraße / Südweg"),
    ])
  func several(_ text: String, _ name: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.four).map)
    let found = try search.places(for: PlaceQuery(text)).first
    #expect(found?.kind == .intersection)
    #expect(found?.name == name)
    #expect(found?.position == Coordinate(latitude: 50, longitude: 6.004))
  }

  @Test(
    "streets that meet at different junctions have none that all of them meet at",
    arguments: [
      "Marktstraße / Main Street / Nordweg", "Nordweg / Marktstraße / Main Street",
      "Marktstraße / Main Street / Bergweg",
    ])
  func apart(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.four).map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(found.allSatisfy { $0.kind != .intersection || !$0.isComplete })
  }

  @Test(
    "behind a comma, a beginning of a street's name or a house is no crossing",
    arguments: ["Main Street, Paul", "Paul, Main Street", "Main Street 5, Peter and Paul Street"])
  func comma(_ text: String) async throws {
    let built = try await BuiltMap(
      xml: Self.xml.replacing(
        "</osm>",
        with: """
          <node id="11" lat="50.002" lon="6.0041"><tag k="addr:street" v="Main Street"/>
            <tag k="addr:housenumber" v="5"/></node></osm>
          """))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.kind != .intersection })
  }

  @Test("a name of a street may begin with the word for a crossing")
  func beginning() async throws {
    let xml = Self.xml.replacing("Peter and Paul Street", with: "Carrefour Odéon").replacing(
      "</osm>",
      with: """
        <node id="4" lat="50.004" lon="6.000"/>
        <way id="102"><nd ref="3"/><nd ref="4"/>
          <tag k="highway" v="residential"/><tag k="name" v="Rue Odéon"/></way></osm>
        """)
    let built = try await BuiltMap(xml: xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("carrefour odéon / main street"))
    #expect(found.first?.kind == .intersection)
    #expect(found.first?.position == Coordinate(latitude: 50, longitude: 6.004))
  }

  @Test("a junction comes before a shop there whose name has the word between the streets")
  func shop() async throws {
    let xml = Self.towns.replacing(
      "</osm>",
      with: """
        <node id="11" lat="50.0001" lon="6.0041"><tag k="shop" v="bakery"/>
          <tag k="name" v="Brot und Kuchen"/><tag k="addr:street" v="Sofienstraße"/>
          <tag k="addr:housenumber" v="1"/><tag k="addr:city" v="Markt"/></node>
        <node id="12" lat="50.0001" lon="6.0045"><tag k="place" v="hamlet"/>
          <tag k="name" v="Markt"/></node></osm>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("Sofienstraße und Markt"))
    #expect(found.first?.kind == .intersection)
    #expect(found.contains { $0.name == "Brot und Kuchen" })
    let shop = try search.places(for: PlaceQuery("Brot und Kuchen")).first
    #expect(shop?.name == "Brot und Kuchen")
  }

  @Test("at a slash, one street may have the name of what the other lies in")
  func slash() async throws {
    let xml = Self.towns.replacing(
      "</osm>",
      with: """
        <node id="12" lat="50.0001" lon="6.002"><tag k="place" v="hamlet"/>
          <tag k="name" v="Markt"/></node>
        <node id="13" lat="49.996" lon="6.000"/>
        <way id="103"><nd ref="1"/><nd ref="13"/>
          <tag k="highway" v="residential"/><tag k="name" v="Alpha Weg"/></way></osm>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let junction = try #require(try search.places(for: PlaceQuery("Sofienstraße/Markt")).first)
    #expect(junction.kind == .intersection)
    #expect(junction.position == Coordinate(latitude: 50, longitude: 6.004))
    // The street in the village, not its corner with a road that has the name of the village.
    let street = try search.places(for: PlaceQuery("Sofienstraße/Alpha"))
    #expect(street.first?.name == "Sofienstraße")
    #expect(street.allSatisfy { $0.kind != .intersection })
  }

  @Test("an article before a street is left out, even if a street has it as its letter")
  func letter() async throws {
    let xml = Self.xml.replacing("Peter and Paul Street", with: "Rua da Agra").replacing(
      "</osm>",
      with: """
        <node id="4" lat="50.100" lon="6.000"/><node id="5" lat="50.100" lon="6.004"/>
        <way id="102"><nd ref="4"/><nd ref="5"/>
          <tag k="highway" v="residential"/><tag k="name" v="Rua A da Quinta"/></way>
        <node id="9" lat="50.101" lon="6.002">
          <tag k="place" v="village"/><tag k="name" v="Agra"/></node></osm>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let text = "esquina da Main Street com a Rua da Agra"
    let found = try #require(try search.places(for: PlaceQuery(text)).first)
    #expect(found.kind == .intersection)
    #expect(found.position == Coordinate(latitude: 50, longitude: 6.004))
  }

  @Test(
    "a road typed by its number crosses a street, whatever it is called there",
    arguments: [
      "Markt and B 37", "B37 / Markt", "Ecke Markt und Bundesstraße 37", "corner of B 37 and Markt",
      "Kreuzung Markt mit der B 37",
    ])
  func roadNumber(_ text: String) async throws {
    // More streets than a search looks at have the number; Markt meets only the last.
    let streets = (0..<12).map { index in
      let latitude = "50.0\(10 + index)"
      return """
        <node id="\(20 + index)" lat="\(latitude)" lon="6.000"/>
        <node id="\(40 + index)" lat="\(latitude)" lon="6.004"/>
        <way id="\(200 + index)"><nd ref="\(20 + index)"/><nd ref="\(40 + index)"/>
          <tag k="highway" v="primary"/><tag k="name" v="Uferstraße \(index)"/>
          <tag k="ref" v="B 3;B 37"/></way>
        """
    }
    let market = """
      <node id="60" lat="50.030" lon="6.004"/><node id="61" lat="50.031" lon="6.006"/>
      <node id="62" lat="50.032" lon="6.008"/>
      <way id="300"><nd ref="60"/><nd ref="61"/><nd ref="62"/>
        <tag k="highway" v="residential"/><tag k="name" v="Markt"/></way>
      <way id="301"><nd ref="60"/><nd ref="51"/>
        <tag k="highway" v="service"/><tag k="name" v="Am Hackteufel"/><tag k="ref" v="B 37"/></way>
      """
    let xml = "<osm version=\"0.6\">\(streets.joined())\(market)</osm>"
    let found = try PlaceSearch(try await BuiltMap(xml: xml).map).places(for: PlaceQuery(text))
    #expect(found.first?.kind == .intersection)
    #expect(found.first?.position == Coordinate(latitude: 50.03, longitude: 6.004))
    // The other road has no such number.
    let other = try PlaceSearch(try await BuiltMap(xml: xml).map)
      .places(for: PlaceQuery("Markt and B 38"))
    #expect(other.allSatisfy { $0.kind != .intersection })
  }

  /// Streets of two names, each on its own, of which only the last two meet, at 50.5 and 6.001.
  private static let commonNames: String = {
    let streets = (0..<20).map { index in
      // The last are the shortest, so that others come before them.
      let east = index == 19 ? "6.001" : "6.004"
      let latitude = index == 19 ? "50.500" : "50.\(100 + 10 * index)"
      return """
        <node id="\(100 + index)" lat="\(latitude)" lon="6.000"/>
        <node id="\(200 + index)" lat="\(latitude)" lon="\(east)"/>
        <way id="\(100 + index)"><nd ref="\(100 + index)"/><nd ref="\(200 + index)"/>
          <tag k="highway" v="residential"/><tag k="name" v="Rua da Igreja"/></way>
        <node id="\(300 + index)" lat="\(latitude)1" lon="6.0\(20 + index)"/>
        <node id="\(400 + index)" lat="\(latitude)5" lon="6.0\(20 + index)"/>
        <way id="\(300 + index)"><nd ref="\(index == 19 ? 219 : 300 + index)"/>
          <nd ref="\(400 + index)"/>
          <tag k="highway" v="residential"/><tag k="name" v="Rua do Outeiro"/></way>
        """
    }
    return "<osm version=\"0.6\">\(streets.joined())</osm>"
  }()

  @Test(
    "two names that many streets have are those that cross",
    arguments: [
      "Rua da Igreja e Rua do Outeiro", "Rua do Outeiro / Rua da Igreja",
    ])
  func commonNames(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.commonNames).map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(found.first?.kind == .intersection)
    #expect(found.first?.position == Coordinate(latitude: 50.5, longitude: 6.001))
  }

  @Test("a numbered road may meet a piece of a street that is not connected with the others")
  func pieces() async throws {
    // More streets than a search looks at have the number.
    let others = (0..<12).map { index in
      """
      <node id="\(20 + index)" lat="50.0\(10 + index)" lon="6.000"/>
      <node id="\(40 + index)" lat="50.0\(10 + index)" lon="6.009"/>
      <way id="\(200 + index)"><nd ref="\(20 + index)"/><nd ref="\(40 + index)"/>
        <tag k="highway" v="primary"/><tag k="name" v="Uferstraße \(index)"/>
        <tag k="ref" v="B 3"/></way>
      """
    }
    let xml = """
      <osm version="0.6">\(others.joined())
        <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.006"/>
        <node id="3" lat="50.000" lon="6.007"/><node id="4" lat="50.000" lon="6.008"/>
        <node id="5" lat="50.004" lon="6.008"/>
        <way id="100"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Klausenpfad"/></way>
        <way id="101"><nd ref="3"/><nd ref="4"/>
          <tag k="highway" v="residential"/><tag k="name" v="Klausenpfad"/></way>
        <way id="102"><nd ref="4"/><nd ref="5"/>
          <tag k="highway" v="service"/><tag k="name" v="Berliner Straße"/>
          <tag k="ref" v="B 3"/></way>
      </osm>
      """
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("Klausenpfad and B 3"))
    #expect(found.first?.kind == .intersection)
    #expect(found.first?.position == Coordinate(latitude: 50, longitude: 6.008))
  }

  @Test(
    "a name of a street may contain the word between two streets",
    arguments: [
      "Peter and Paul Street and Main Street", "Main Street and Peter and Paul Street",
      "Peter and Paul Street / Main Street",
    ])
  func words(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    let first = try #require(found.first)
    #expect(first.kind == .intersection)
    #expect(first.position == Coordinate(latitude: 50, longitude: 6.004))
  }
}
