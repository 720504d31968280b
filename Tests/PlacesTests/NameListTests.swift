import RoadModel
import TestSupport
import Testing

@testable import Places

/// Names that OpenStreetMap writes as one text with `;` between them.
@Suite struct NameListTests {
  @Test(
    "the names of a text",
    arguments: [
      ("Markt", ["Markt"]), ("Markt;Am Ring", ["Markt", "Am Ring"]),
      ("Markt; Am Ring ;L 123", ["Markt", "Am Ring", "L 123"]), (";Markt;", ["Markt"]),
      ("Tom;;Jerry", ["Tom;;Jerry"]), (";", [";"]), ("", [""]),
    ])
  func names(_ text: String, _ names: [String]) {
    #expect(NameList.names(text) == names)
    #expect(NameList.first(text) == names[0])
  }

  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.000" lon="6.008"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße;Kaiserweg"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Kaiserwegallee"/></way>
      <node id="20" lat="50.0002" lon="6.001">
        <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Hauptstraße;Kaiserweg"/></node>
      <node id="40" lat="50.0001" lon="6.0061">
        <tag k="amenity" v="cafe"/><tag k="name" v="Leerraum; Digitalcafé"/>
        <tag k="alt_name" v="Klause"/></node>
    </osm>
    """

  @Test("each name is found as if alone, and the first is shown")
  func search() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let search = PlaceSearch(built.map)
    func best(_ text: String) throws -> FoundPlace {
      try #require(try search.places(for: PlaceQuery(text)).first)
    }
    for text in ["hauptstr", "kaiserweg"] {
      let street = try best(text)
      #expect(street.title == "Hauptstraße" && street[.alternativeName] == "Kaiserweg", "\(text)")
    }
    let cafe = try best("digitalcafe")
    #expect(cafe.title == "Leerraum" && cafe[.alternativeName] == "Digitalcafé;Klause")
    #expect(try best("Hauptstraße 12").title == "Hauptstraße 12")
    let position = try best("Hauptstraße 12").position
    #expect(try search.place(at: position)?.title == "Hauptstraße 12")
  }
}
