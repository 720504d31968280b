import TestSupport
import Testing

@testable import Places

/// Texts that tables, links and programs with another encoding damaged.
@Suite struct DamagedTextTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.009"/>
      <node id="3" lat="50.002" lon="6.009"/>
      <way id="10"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Königstraße"/></way>
      <way id="11"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Rua da Conceição"/></way>
      <node id="4" lat="50.0001" lon="6.003"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Königstraße"/></node>
    </osm>
    """

  @Test(
    "a damaged text finds what was meant",
    arguments: [
      ("K%C3%B6nigstra%C3%9Fe 5", "Königstraße 5"), ("K&ouml;nigstra&szlig;e 5", "Königstraße 5"),
      ("K&#246;nigstra&#xDF;e", "Königstraße"), ("K&amp;ouml;nigstra&amp;szlig;e", "Königstraße"),
      ("KÃ¶nigstraÃŸe 5", "Königstraße 5"),
      ("K\u{C3}\u{B6}nigstra\u{C3}\u{9F}e 5", "Königstraße 5"),
      ("K?nigstra?e 5", "Königstraße 5"), ("K\u{FFFD}nigstra\u{FFFD}\u{FFFD}e", "Königstraße"),
      ("Ｋöｎｉｇｓｔｒａßｅ\u{3000}５", "Königstraße 5"),
      ("Rua da ConceiÃ§Ã£o", "Rua da Conceição"), ("Rua da Concei?ão", "Rua da Conceição"),
    ])
  func damaged(_ text: String, _ title: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml).map)
    let found = try search.places(for: PlaceQuery(text, isUnfinished: false))
    #expect(found.first?.title == title)
    #expect(found.first?.isComplete == true)
  }

  @Test(
    "other texts show no damage",
    arguments: [
      "Königstraße 5", "SÃO JOÃO", "São Paulo", "100% Bar", "Fish & Chips", "&foo;", "&#x110000;",
      "Was? Nichts", "%zz", "№ 5", "Łódź", "Ελλάδα", "", "%", "&",
    ])
  func whole(_ text: String) {
    #expect(PlaceText.repaired(text) == nil)
  }

  @Test("a text that is damaged very often is searched as it is")
  func often() {
    #expect(PlaceText.repaired("%" + String(repeating: "25", count: 400)) == nil)
  }
}
