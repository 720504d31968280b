import Geo
import Places
import TestSupport
import Testing

/// Searches for a kind of place near a town, or near where one is.
@Suite struct NearKindTests {
  /// Two towns, each with a fuel station, a pharmacy and a hotel of which none has the name of its town; streets whose
  /// names have words that also stand between a kind and a town, or that of a kind, of which one place is elsewhere.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.200" lon="6.000"/>
      <node id="3" lat="50.000" lon="6.010"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="secondary"/></way>
      <way id="21"><nd ref="1"/><nd ref="3"/><tag k="highway" v="residential"/>
        <tag k="name" v="Near Street"/></way>
      <node id="12" lat="49.999" lon="6.000"/>
      <way id="22"><nd ref="1"/><nd ref="12"/><tag k="highway" v="residential"/>
        <tag k="name" v="Rua da Igreja"/></way>
      <node id="13" lat="50.001" lon="6.0001"><tag k="amenity" v="place_of_worship"/>
        <tag k="religion" v="christian"/><tag k="name" v="São Bento"/>
        <tag k="addr:street" v="Rua da Ponte"/><tag k="addr:housenumber" v="3"/>
        <tag k="addr:city" v="Neuburg"/></node>
      <node id="4" lat="50.001" lon="6.001"><tag k="place" v="town"/>
        <tag k="name" v="Neuburg"/></node>
      <node id="5" lat="50.200" lon="6.001"><tag k="place" v="town"/>
        <tag k="name" v="Altau"/></node>
      <node id="6" lat="50.002" lon="6.0001"><tag k="amenity" v="fuel"/>
        <tag k="name" v="Tank Eins"/></node>
      <node id="7" lat="50.198" lon="6.0001"><tag k="amenity" v="fuel"/>
        <tag k="name" v="Tank Zwei"/></node>
      <node id="8" lat="50.003" lon="6.0001"><tag k="amenity" v="pharmacy"/>
        <tag k="name" v="Löwe"/></node>
      <node id="9" lat="50.199" lon="6.0001"><tag k="amenity" v="pharmacy"/>
        <tag k="name" v="Adler"/></node>
      <node id="10" lat="50.004" lon="6.0001"><tag k="tourism" v="hotel"/>
        <tag k="name" v="Krone"/></node>
      <node id="11" lat="50.197" lon="6.0001"><tag k="tourism" v="hotel"/>
        <tag k="name" v="Post"/></node>
    </osm>
    """

  @Test(
    "a kind near a town is that in the town, whatever stands between them",
    arguments: [
      ("fuel near %", "Tank"), ("fuel close to %", "Tank"), ("gas station in %", "Tank"),
      ("Tankstelle nahe %", "Tank"), ("Tankstelle in der Nähe von %", "Tank"),
      ("Tankstellen um %", "Tank"), ("station-service à %", "Tank"),
      ("station service près de %", "Tank"), ("gasolineras cerca de %", "Tank"),
      ("posto de gasolina perto de %", "Tank"), ("bombas de gasolina perto do %", "Tank"),
    ])
  func town(_ pattern: String, _ name: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    for (town, end) in [("Neuburg", "Eins"), ("Altau", "Zwei")] {
      let text = pattern.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: town)
      let found = try search.places(for: PlaceQuery(text))
      #expect(found.map(\.name) == ["\(name) \(end)"], "\(text)")
      #expect(found.first?.isComplete == true)
    }
  }

  @Test(
    "words of OpenStreetMap itself mean a kind before a town, too",
    arguments: [
      ("pharmacies près de Altau", "Adler"), ("farmácia perto de Altau", "Adler"),
      ("pharmacie à Altau", "Adler"), ("the nearest pharmacy in Altau", "Adler"),
      ("nächste Apotheke Altau", "Adler"), ("pharmacie la plus proche Altau", "Adler"),
      ("farmacia más cercana Altau", "Adler"), ("hôtel à Altau", "Post"),
      ("hotel en Altau", "Post"),
    ])
  func ownWords(_ text: String, _ name: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    #expect(try search.places(for: PlaceQuery(text)).map(\.name) == [name])
  }

  @Test(
    "a kind near me is the nearest to the coordinate of the search",
    arguments: [
      "pharmacy near me", "nearest pharmacy", "Apotheke in der Nähe von mir", "nächste Apotheke",
      "Apotheke in der Nähe", "pharmacy nearby", "pharmacie à proximité", "farmacia cerca",
      "pharmacie près de moi", "farmacia cerca de mí", "farmácia perto de mim",
    ])
  func nearMe(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let near = try #require(Coordinate(latitude: 50.19, longitude: 6))
    #expect(
      try search.places(for: PlaceQuery(text, near: near)).map(\.name) == ["Adler", "Löwe"])
  }

  @Test("a street with such a word in its name is found by it")
  func street() async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    #expect(try search.places(for: PlaceQuery("near street")).first?.name == "Near Street")
    #expect(
      try search.places(for: PlaceQuery("near street in neuburg")).first?.name == "Near Street")
  }
  @Test(
    "a street named for a kind comes before places of the kind in other streets",
    arguments: ["em", "perto de", "in"])
  func streetOfKind(_ between: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery("Rua da Igreja \(between) Neuburg"))
    #expect(found.first?.name == "Rua da Igreja")
    let churches = try search.places(for: PlaceQuery("igreja \(between) Neuburg"))
    #expect(churches.contains { $0.name == "São Bento" })
  }
  @Test("a word for what is near is a name behind an article")
  func streetOfWord() async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    // The church is in another Rua.
    let found = try search.places(for: PlaceQuery("igreja Rua da Cerca"))
    #expect(found.allSatisfy { !$0.isComplete })
    #expect(
      try search.places(for: PlaceQuery("Rua da Igreja nearby")).first?.name == "Rua da Igreja")
  }

  @Test(
    "a kind that is wanted near is that kind alone, and without such places the street named for it",
    arguments: [
      "igreja cerca", "igreja perto de mim", "nearest igreja", "igreja mais próxima",
      "church nearby", "Kirche in der Nähe",
    ])
  func kindAlone(_ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    #expect(try search.places(for: PlaceQuery(text)).map(\.name) == ["São Bento"])
    let streets = PlaceSearch(
      try await BuiltMap(xml: Self.xml.replacing("place_of_worship", with: "bench")).map)
    let found = try streets.places(for: PlaceQuery(text)).map(\.name)
    #expect(found == (text.contains("igreja") ? ["Rua da Igreja"] : []))
  }
  @Test(
    "a kind near a place that is no town is the nearest to that place",
    arguments: [
      ("hotel near Löwe", "Krone"), ("hotel near the Löwe", "Krone"),
      ("hôtel près du Adler", "Post"),
      ("Tankstelle beim Adler", "Tank Zwei"), ("gas station close to Krone", "Tank Eins"),
      ("farmácia perto da Rua da Igreja", "Löwe"),
    ])
  func place(_ text: String, _ name: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try #require(try search.places(for: PlaceQuery(text)).first)
    #expect(found.name == name && found.isComplete)
    // The other town is too far.
    #expect(try search.places(for: PlaceQuery(text)).count(where: \.isComplete) == 1)
    #expect(try search.places(for: PlaceQuery("hotel near Xyzzy")).isEmpty)
  }
  @Test(
    "a kind in a town comes first where that is nearest to the middle of the town",
    arguments: ["pharmacy in Neuburg", "Apotheke nahe Neuburg", "farmacia cerca de Neuburg"])
  func middle(_ text: String) async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="49.980" lon="6.000"/><node id="2" lat="50.030" lon="6.000"/>
          <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="secondary"/></way>
          <node id="3" lat="50.001" lon="6.001"><tag k="place" v="town"/>
            <tag k="name" v="Neuburg"/></node>
          <node id="4" lat="49.981" lon="6.0001"><tag k="amenity" v="pharmacy"/>
            <tag k="name" v="Süd"/></node>
          <node id="5" lat="50.001" lon="6.0001"><tag k="amenity" v="pharmacy"/>
            <tag k="name" v="Mitte"/></node>
          <node id="6" lat="50.025" lon="6.0001"><tag k="amenity" v="pharmacy"/>
            <tag k="name" v="Nord"/></node>
        </osm>
        """)
    let search = PlaceSearch(built.map)
    let found = try search.places(for: PlaceQuery(text))
    #expect(Set(found.map(\.name)) == ["Süd", "Mitte", "Nord"])
    #expect(found.first?.name == "Mitte" && found.first?.distanceMetres == nil)
    // Where the search is near a coordinate, that counts.
    let south = try #require(Coordinate(latitude: 49.98, longitude: 6))
    #expect(try search.places(for: PlaceQuery(text, near: south)).first?.name == "Süd")
  }

  @Test("places in a town come before those on a road with its name elsewhere")
  func road() async throws {
    let roads = """
      <node id="30" lat="50.003" lon="6.005"/><node id="31" lat="50.203" lon="6.005"/>
      <way id="30"><nd ref="1"/><nd ref="30"/><tag k="highway" v="residential"/>
        <tag k="name" v="Altau Weg"/></way>
      <way id="31"><nd ref="2"/><nd ref="31"/><tag k="highway" v="residential"/>
        <tag k="name" v="Neuburg Weg"/></way>
      <node id="32" lat="50.0031" lon="6.005"><tag k="amenity" v="pharmacy"/>
        <tag k="name" v="Hirsch"/></node>
      <node id="33" lat="50.2031" lon="6.005"><tag k="amenity" v="pharmacy"/>
        <tag k="name" v="Bär"/></node>
      </osm>
      """
    let xml = Self.xml.replacing("</osm>", with: roads)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    for (town, road) in [("Neuburg", "Bär"), ("Altau", "Hirsch")] {
      let found = try search.places(for: PlaceQuery("pharmacy \(town)")).map(\.name)
      #expect(found.count == 3 && found.last == road, "\(town): \(found)")
    }
  }
}
