import Geo
import Places
import RoadModel
import TestSupport
import Testing

/// Searches for a kind of place by its word.
@Suite struct KindTests {
  /// A fuel station without a name, and farther away two that have the word in their names, 2 km and 22 km to the
  /// north; a town and a bank, a charging station, and a railway station behind it.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.200" lon="6.000"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <node id="3" lat="50.007" lon="6.0001"><tag k="amenity" v="fuel"/></node>
      <node id="4" lat="50.025" lon="6.0001"><tag k="amenity" v="fuel"/>
        <tag k="name" v="Skan Fuel Station"/></node>
      <node id="5" lat="50.200" lon="6.0001"><tag k="amenity" v="fuel"/>
        <tag k="name" v="Fuel"/></node>
      <node id="6" lat="50.100" lon="6.0001"><tag k="place" v="town"/>
        <tag k="name" v="Bank"/></node>
      <node id="8" lat="50.005" lon="6.0001"><tag k="amenity" v="charging_station"/></node>
      <node id="9" lat="50.015" lon="6.0001"><tag k="railway" v="station"/>
        <tag k="name" v="Neustadt"/></node>
      <node id="7" lat="50.102" lon="6.0001"><tag k="amenity" v="bank"/>
        <tag k="name" v="Kreditkasse"/></node>
    </osm>
    """

  @Test("the nearest of the kind comes before farther ones with the word in their names")
  func nearest() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("fuel", near: near))
    #expect(found.map(\.name) == ["", "Skan Fuel Station", "Fuel"])
  }

  @Test(
    "a part of the word of a kind is not the kind",
    arguments: [("station", ["Neustadt"]), ("charging station", [""])])
  func part(_ text: String, _ first: [String]) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text, near: near, limit: 1))
    #expect(found.map(\.name) == first)
  }

  @Test("a place whose name is the word comes before places of the kind")
  func named() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("bank"))
    #expect(found.map(\.name) == ["Bank", "Kreditkasse"])
  }

  @Test(
    "the words of five languages for a kind find its places",
    arguments: [
      ("petrol station", ""), ("Tankstelle", ""), ("station-service", ""), ("gasolinera", ""),
      ("posto de combustível", ""), ("TANKSTELLEN", ""), ("gasol", ""), ("Ladesaeule", ""),
      ("borne de recharge", ""), ("Bahnhof", "Neustadt"), ("estação", "Neustadt"),
      ("banco", "Kreditkasse"), ("Tankstelle Skan", "Skan Fuel Station"),
      ("tankstelle skann", "Skan Fuel Station"),
    ])
  func languages(_ text: String, _ first: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text, near: near))
    #expect(found.first?.name == first)
    let areComplete = found.allSatisfy(\.isComplete)
    #expect(areComplete)
  }

  @Test("other categories than those that are wanted are not found by the words for their kind")
  func wanted() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let search = PlaceSearch(built.map)
    #expect(try search.places(for: PlaceQuery("Tankstelle", categories: [.bank])).isEmpty)
    let fuel = try search.places(for: PlaceQuery("Tankstelle", categories: [.fuel, .bank]))
    #expect(Set(fuel.map(\.name)) == ["", "Skan Fuel Station", "Fuel"])
  }

  @Test("places of the kind near by leave room for a far town of that name")
  func town() async throws {
    let shops = (0..<12).map { index in
      """
      <node id="\(10 + index)" lat="50.00\(10 + index)" lon="6.0001"><tag k="shop" v="books"/>
        <tag k="name" v="Livraria \(index)"/></node>
      """
    }
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.200" lon="6.000"/>
          <way id="40"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <node id="3" lat="50.400" lon="6.0001"><tag k="place" v="town"/>
            <tag k="name" v="Loja"/></node>
          \(shops.joined())
        </osm>
        """)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("loja", near: near))
    #expect(found.count == 10)
    #expect(found.first?.category == .shop)
    #expect(found.last?.name == "Loja")
  }

  @Test("a place of the kind that is named for its town comes before others with both words")
  func namedForTown() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.010" lon="6.000"/>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <node id="3" lat="50.005" lon="6.0001"><tag k="place" v="town"/>
            <tag k="name" v="Neuburg"/></node>
          <node id="4" lat="50.001" lon="6.0001"><tag k="tourism" v="hotel"/>
            <tag k="name" v="Hotel am Bahnhof"/></node>
          <node id="5" lat="50.003" lon="6.0001"><tag k="railway" v="station"/>
            <tag k="name" v="Neuburg Hauptbahnhof"/></node>
        </osm>
        """)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    for text in ["Bahnhof Neuburg", "Neuburg, Bahnhof", "station neuburg"] {
      let found = try PlaceSearch(built.map).places(for: PlaceQuery(text, near: near))
      #expect(found.first?.name == "Neuburg Hauptbahnhof", "\(text)")
    }
  }

  @Test("a misspelt name with the word of a kind is found, too")
  func misspelt() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.010" lon="6.000"/>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <node id="3" lat="50.001" lon="6.0001"><tag k="place" v="town"/>
            <tag k="name" v="Burg Stargard"/></node>
          <node id="4" lat="50.002" lon="6.0001"><tag k="historic" v="castle"/>
            <tag k="name" v="Hohe Feste"/></node>
        </osm>
        """)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("Burg Stargrad"))
    #expect(found.first?.name == "Burg Stargard")
    #expect(found.contains { $0.name == "Hohe Feste" })
  }

  @Test("a place with the word as its name comes before one with another word for its kind")
  func ownName() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.010" lon="6.000"/>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <node id="3" lat="50.005" lon="6.0005"><tag k="place" v="village"/>
            <tag k="name" v="Neudorf"/></node>
          <node id="4" lat="50.001" lon="6.0001"><tag k="amenity" v="kindergarten"/>
            <tag k="name" v="Kindergarten Neudorf"/></node>
          <node id="5" lat="50.004" lon="6.0001"><tag k="amenity" v="kindergarten"/>
            <tag k="name" v="Kita"/></node>
          <node id="6" lat="50.009" lon="6.0001"><tag k="amenity" v="kindergarten"/>
            <tag k="name" v="Kindergarten Neudorf"/></node>
        </osm>
        """)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("Kita"))
    #expect(found.count == 3 && found.first?.name == "Kita")
  }

  /// A street with the word for stations in its name, and a station with an address in another street.
  private static let stations = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.010" lon="6.000"/>
      <node id="3" lat="50.010" lon="6.010"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="Lange Straße"/></way>
      <way id="21"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/>
        <tag k="name" v="Bahnhofstraße"/></way>
      <node id="9" lat="50.009" lon="6.009"><tag k="place" v="village"/>
        <tag k="name" v="Altdorf"/></node>
      <node id="4" lat="50.005" lon="6.0001"><tag k="railway" v="station"/>
        <tag k="name" v="Neustadt"/><tag k="addr:street" v="Lange Straße"/>
        <tag k="addr:housenumber" v="1"/></node>
    </osm>
    """

  @Test("a street is found by its name in two words, though the first is a kind of place")
  func street() async throws {
    let built = try await BuiltMap(xml: Self.stations)
    let search = PlaceSearch(built.map)
    for text in ["Bahnhof Straße", "Bahnhof Str.", "Bahnhof Straße in Altdorf"] {
      #expect(try search.places(for: PlaceQuery(text)).first?.name == "Bahnhofstraße", "\(text)")
    }
    let station = try search.places(for: PlaceQuery("Bahnhof Lange Straße")).first
    #expect(station?.name == "Neustadt")
    // The map does not have the house.
    let house = try search.places(for: PlaceQuery("Bahnhof Straße 5")).first
    #expect(house?.name == "Bahnhofstraße" && house?.isComplete == false)
    // A shop in the station at the number 5 of another street is not meant.
    let shop = """
      <node id="5" lat="50.003" lon="6.0001"><tag k="shop" v="books"/>
        <tag k="name" v="Bücher im Bahnhof"/><tag k="addr:street" v="Lange Straße"/>
        <tag k="addr:housenumber" v="5"/></node>
      <node id="6" lat="50.0101" lon="6.005"><tag k="addr:street" v="Bahnhofstraße"/>
        <tag k="addr:housenumber" v="5"/></node>
      </osm>
      """
    let other = try await BuiltMap(xml: Self.stations.replacing("</osm>", with: shop))
    let found = try PlaceSearch(other.map).places(for: PlaceQuery("Bahnhof Str. 5"))
    #expect(found.first?.title == "Bahnhofstraße 5")
    #expect(found.contains { $0.name == "Bücher im Bahnhof" })
  }

  @Test(
    "shops and churches are found by their words in five languages",
    arguments: [
      ("church", "Sankt Veit"), ("Kirche", "Sankt Veit"), ("église", "Sankt Veit"),
      ("iglesia", "Sankt Veit"), ("igrejas", "Sankt Veit"), ("jeweller", "Goldkant"),
      ("Juwelier", "Goldkant"), ("bijouterie", "Goldkant"), ("joyería", "Goldkant"),
      ("joalharia", "Goldkant"), ("shoe shop", "Sohle"), ("Schuhe", "Sohle"),
      ("chaussures", "Sohle"), ("zapatería", "Sohle"), ("sapataria", "Sohle"),
      ("Möbel", "Tisch und Bett"), ("meubles", "Tisch und Bett"), ("muebles", "Tisch und Bett"),
      ("barber shop", "Kamm"), ("car dealer", "Blech"), ("concessionnaire", "Blech"),
      ("Ausfahrt", "Nordkreuz"), ("sortie", "Nordkreuz"), ("salida", "Nordkreuz"),
      ("saída", "Nordkreuz"), ("AS 37", "Nordkreuz"), ("Anschlussstelle 37", "Nordkreuz"),
      ("Fitnessstudio", "Kraft"), ("salle de sport", "Kraft"), ("ginásio", "Kraft"),
      ("Spielplatz", "Wippe"), ("aire de jeux", "Wippe"), ("parque infantil", "Wippe"),
      ("Picknickplatz", "Wiese"), ("picnic area", "Wiese"),
    ])
  func shops(_ text: String, _ name: String) async throws {
    let tags = [
      ("shop", "jewelry", "Goldkant"), ("shop", "shoes", "Sohle"),
      ("shop", "furniture", "Tisch und Bett"), ("shop", "hairdresser", "Kamm"),
      ("shop", "car", "Blech"), ("highway", "motorway_junction", "Nordkreuz"),
      ("leisure", "fitness_centre", "Kraft"), ("leisure", "playground", "Wippe"),
      ("tourism", "picnic_site", "Wiese"),
    ]
    let nodes = tags.enumerated().map { index, tag in
      // Only a place of worship has a religion.
      """
      <node id="\(10 + index)" lat="50.00\(1 + index)" lon="6.0001"><tag k="\(tag.0)" v="\(tag.1)"/>
        <tag k="religion" v="christian"/><tag k="name" v="\(tag.2)"/></node>
      """
    }
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.010" lon="6.000"/>
          <way id="40"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <node id="3" lat="50.020" lon="6.0001"><tag k="place" v="village"/>
            <tag k="name" v="Kirchau"/></node>
          <node id="4" lat="50.009" lon="6.0001"><tag k="amenity" v="place_of_worship"/>
            <tag k="religion" v="christian"/><tag k="name" v="Sankt Veit"/></node>
          \(nodes.joined().replacing("junction\"/>", with: "junction\"/><tag k=\"ref\" v=\"37\"/>"))
        </osm>
        """)
    let search = PlaceSearch(built.map)
    #expect(try search.places(for: PlaceQuery(text)).map(\.name) == [name])
    // The beginnings of many towns are no unfinished words for a church.
    #expect(try search.places(for: PlaceQuery("kirch")).map(\.name) == ["Kirchau"])
  }

  @Test("schools come before universities for `school`, and hospitals before dentists")
  func oneKindOfCategory() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.200" lon="6.000"/>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
          <node id="3" lat="50.001" lon="6.0001"><tag k="amenity" v="university"/>
            <tag k="name" v="Alma Mater"/></node>
          <node id="4" lat="50.150" lon="6.0001"><tag k="amenity" v="school"/>
            <tag k="name" v="Lindenhof"/></node>
          <node id="5" lat="50.001" lon="6.0002"><tag k="amenity" v="dentist"/>
            <tag k="name" v="Dr. Weiss"/></node>
          <node id="6" lat="50.150" lon="6.0002"><tag k="amenity" v="hospital"/>
            <tag k="name" v="Sankt Vinzenz"/></node>
        </osm>
        """)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    let search = PlaceSearch(built.map)
    for (text, names) in [
      ("school", ["Lindenhof", "Alma Mater"]), ("hospital", ["Sankt Vinzenz", "Dr. Weiss"]),
      ("university", ["Alma Mater"]), ("schools", ["Lindenhof"]),
    ] {
      for near in [near, nil] {
        #expect(try search.places(for: PlaceQuery(text, near: near)).map(\.name) == names)
      }
    }
  }

  @Test("a church is a place of worship of Christians, a mosque one of Muslims, however far")
  func worship() async throws {
    let churches = (0..<12).map { index in
      """
      <node id="\(10 + index)" lat="50.00\(10 + index)" lon="6.0001">
        <tag k="amenity" v="place_of_worship"/><tag k="religion" v="christian"/>
        <tag k="name" v="Sankt Anna \(index)"/></node>
      """
    }
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.200" lon="6.000"/>
          <way id="40"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
            <tag k="name" v="Kirchweg"/></way>
          \(churches.joined())
          <node id="30" lat="50.100" lon="6.0001"><tag k="amenity" v="place_of_worship"/>
            <tag k="religion" v="muslim"/><tag k="name" v="Haus des Friedens"/></node>
          <node id="31" lat="50.110" lon="6.0001"><tag k="amenity" v="place_of_worship"/>
            <tag k="religion" v="jewish;christian"/><tag k="name" v="Haus der Begegnung"/></node>
          <node id="32" lat="50.120" lon="6.0001"><tag k="amenity" v="place_of_worship"/>
            <tag k="name" v="Raum der Stille"/></node>
        </osm>
        """)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    func names(_ text: String, limit: Int = 20) throws -> [String] {
      try PlaceSearch(built.map).places(for: PlaceQuery(text, near: near, limit: limit))
        .map(\.name)
    }
    for text in ["mosque", "Moschee", "mosquée", "mezquita", "mesquita"] {
      #expect(try names(text, limit: 3) == ["Haus des Friedens"], "\(text)")
    }
    #expect(try names("Synagoge") == ["Haus der Begegnung"])
    for text in ["church", "Kirche", "église", "iglesia", "igreja"] {
      let found = try names(text)
      #expect(found.count == 13 && found.contains("Haus der Begegnung"), "\(text)")
      #expect(!found.contains("Haus des Friedens") && !found.contains("Raum der Stille"))
    }
    for text in ["Gotteshaus", "place of worship nearby"] {
      #expect(try names(text).count == 15, "\(text)")
    }
    // The street is found beside them.
    #expect(try names("Kirchweg").first == "Kirchweg")
  }

  /// A doctor, a shop with the word for supermarkets in its name, a supermarket, a hospital, a car park, toilets and a
  /// marketplace, in this order.
  private static let shops = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.200" lon="6.000"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <node id="3" lat="50.001" lon="6.0001"><tag k="amenity" v="doctors"/>
        <tag k="name" v="Dr. Weiss"/></node>
      <node id="4" lat="50.003" lon="6.0001"><tag k="shop" v="books"/>
        <tag k="name" v="Supermarkt der Ideen"/></node>
      <node id="5" lat="50.005" lon="6.0001"><tag k="shop" v="supermarket"/>
        <tag k="name" v="Kaufgut"/></node>
      <node id="6" lat="50.010" lon="6.0001"><tag k="amenity" v="hospital"/>
        <tag k="name" v="Sankt Vinzenz"/></node>
      <node id="7" lat="50.011" lon="6.0001"><tag k="amenity" v="parking"/>
        <tag k="name" v="Unter Linden"/></node>
      <node id="8" lat="50.012" lon="6.0001"><tag k="amenity" v="toilets"/>
        <tag k="name" v="Am Brunnen"/></node>
      <node id="9" lat="50.013" lon="6.0001"><tag k="amenity" v="marketplace"/>
        <tag k="name" v="Bauernhalle"/></node>
    </osm>
    """

  @Test("a kind is that of the tag, and places with its word in their names are found, too")
  func tags() async throws {
    let built = try await BuiltMap(xml: Self.shops)
    let near = try #require(Coordinate(latitude: 50, longitude: 6))
    func names(_ text: String) throws -> Set<String> {
      Set(try PlaceSearch(built.map).places(for: PlaceQuery(text, near: near)).map(\.name))
    }
    #expect(try names("Krankenhaus") == ["Sankt Vinzenz"])
    #expect(try names("médico") == ["Dr. Weiss"])
    #expect(try names("Supermarkt") == ["Kaufgut", "Supermarkt der Ideen"])
    #expect(try names("supermercado") == ["Kaufgut"])
    #expect(try names("Supermarkt der Ideen") == ["Supermarkt der Ideen"])
    #expect(try names("WC") == ["Am Brunnen"])
    #expect(try names("mercado") == ["Bauernhalle"])
    #expect(try names("stationnem") == ["Unter Linden"])
    #expect(try names("station").isEmpty)
  }
}
