import Places
import RoadModel
import TestSupport
import Testing

/// A word of a name is only one of the typed words, even if it may abbreviate several.
@Suite struct SharedWordTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.004" lon="6.004"/><node id="4" lat="50.008" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Saint Paul Street"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Mill Street"/></way>
      <way id="102"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rua Rio Tinto"/></way>
      <node id="10" lat="50.001" lon="6.002">
        <tag k="place" v="town"/><tag k="name" v="St. Albans"/></node>
      <node id="20" lat="50.0001" lon="6.002">
        <tag k="amenity" v="restaurant"/><tag k="name" v="Albans St. Paul's"/></node>
      <node id="21" lat="50.0001" lon="6.003">
        <tag k="shop" v="bakery"/><tag k="name" v="Mill"/></node>
      <node id="22" lat="50.0081" lon="6.004">
        <tag k="shop" v="bakery"/><tag k="name" v="Rua Tinto"/></node>
    </osm>
    """

  @Test(
    "the street is first, and the places without a word for it do not match",
    arguments: [
      ("St. Paul Street, Albans", "Saint Paul Street"), ("St Paul Street", "Saint Paul Street"),
      ("saint paul street st albans", "Saint Paul Street"),
      ("Mill Street, St. Albans", "Mill Street"), ("mill st st albans", "Mill Street"),
      ("tinto rua r", "Rua Rio Tinto"),
    ])
  func street(_ text: String, _ name: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    #expect(found.first?.name == name)
    let others = found.filter { $0.category?.isPointOfInterest == true }
    // The bakery is on a street, in the town.
    let isOfMill = text.lowercased().hasPrefix("mill")
    #expect(isOfMill || others.allSatisfy { !$0.isComplete })
  }

  @Test("the word of a town is only one of two typed abbreviations")
  func town() async throws {
    // On a road that has no such word, unlike that of the other bakery.
    let xml = Self.xml.replacing(
      "</osm>",
      with: """
        <node id="5" lat="50.000" lon="6.008"/>
        <way id="103"><nd ref="2"/><nd ref="5"/>
          <tag k="highway" v="residential"/><tag k="name" v="The Row"/></way>
        <node id="23" lat="50.0001" lon="6.007">
          <tag k="amenity" v="cafe"/><tag k="name" v="Mill"/></node></osm>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    for text in ["mill st st albans", "Mill St., St. Albans", "Mill Street, St. Albans"] {
      let found = try search.places(for: PlaceQuery(text))
      #expect(found.first?.name == "Mill Street")
      #expect(!found.contains { $0.category == .food && $0.isComplete }, "\(text)")
    }
    // The same town twice, and once.
    for text in ["mill st albans st albans", "mill st albans", "mill, saint albans"] {
      let found = try search.places(for: PlaceQuery(text))
      #expect(found.contains { $0.category == .food && $0.isComplete }, "\(text)")
    }
  }

  @Test("a place is found by other words, even if it has no word for one of them")
  func lacking() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map)
      .places(for: PlaceQuery("Albans St. Paul's Street", categories: [.food]))
    #expect(found.first?.name == "Albans St. Paul's")
    #expect(found.first?.isComplete == false)
  }

  @Test("a word that is typed twice wants two words of the name")
  func repeated() async throws {
    let xml = Self.xml.replacing("St. Albans", with: "Albans")
      .replacing("Albans St. Paul's", with: "Albans St. Paul's Club")
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("St Paul St, Albans")).map(\.name)
    #expect(found.first == "Saint Paul Street")
    #expect(found.contains("Albans St. Paul's Club"))
    #expect(try search.places(for: PlaceQuery("Albans, Albans")).first?.name == "Albans")
  }
}
