import Places
import RoadModel
import TestSupport
import Testing

/// Settlements that are drawn as areas: by relations without a level of administration, and by closed ways.
@Suite struct PlaceAreaTests {
  /// A street near the node of a neighbourhood, and one 1.8 km farther north, in a town whose node lies between them; a
  /// border around both.
  private static func xml(_ border: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.016" lon="6.000"/><node id="4" lat="50.016" lon="6.004"/>
      <node id="5" lat="49.990" lon="5.990"/><node id="6" lat="49.990" lon="6.010"/>
      <node id="7" lat="50.020" lon="6.010"/><node id="8" lat="50.020" lon="5.990"/>
      <node id="9" lat="50.010" lon="6.002"><tag k="place" v="town"/><tag k="name" v="Alpha"/></node>
      <node id="10" lat="50.0005" lon="6.002">
        <tag k="place" v="neighbourhood"/><tag k="name" v="Nordend"/></node>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Gasse"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Weg"/></way>
      <way id="23"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way>
      \(border)
    </osm>
    """
  }

  private static let ring = """
    <nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
    """
  private static let tags = """
    <tag k="place" v="neighbourhood"/><tag k="name" v="Nordend"/>
    """

  private static let relation = """
    <way id="22">\(ring)</way>
    <relation id="30"><member type="way" ref="22" role="outer"/>
      <member type="node" ref="10" role="label"/>
      <tag k="type" v="boundary"/><tag k="boundary" v="place"/>\(tags)</relation>
    """

  @Test(
    "a settlement with a node and an area is found once, and contains what lies in the area",
    arguments: [
      "<way id=\"22\">\(ring)\(tags)</way>", relation,
      relation.replacing("type\" v=\"boundary", with: "type\" v=\"multipolygon"),
      relation.replacing(
        "<way id=\"22\">\(ring)</way>",
        with: "<way id=\"22\">\(ring)<tag k=\"boundary\" v=\"place\"/></way>"),
    ])
  func area(_ border: String) async throws {
    let built = try await BuiltMap(xml: Self.xml(border))
    let search = PlaceSearch(built.map)
    let found = try search.places(for: PlaceQuery("nordend")).map(\.label)
    #expect(found == ["Nordend, Alpha"])
    for street in ["Gasse", "Weg"] {
      let label = try search.places(for: PlaceQuery(street)).first?.label
      #expect(label == "\(street), Nordend, Alpha")
    }
  }

  @Test("without its area, a neighbourhood reaches some hundred metres")
  func node() async throws {
    let built = try await BuiltMap(xml: Self.xml(""))
    let search = PlaceSearch(built.map)
    #expect(try search.places(for: PlaceQuery("gasse")).first?.label == "Gasse, Nordend, Alpha")
    #expect(try search.places(for: PlaceQuery("weg")).first?.label == "Weg, Alpha")
  }

  @Test("an area without a node is a settlement of its own, even if its border is not closed")
  func own() async throws {
    let other = Self.relation.replacing("Nordend", with: "Südend")
    let open = other.replacing("<nd ref=\"5\"/>", with: "")
      .replacing("<member type=\"node\" ref=\"10\" role=\"label\"/>", with: "")
    for border in [other, open] {
      let built = try await BuiltMap(xml: Self.xml(border))
      let found = try PlaceSearch(built.map).places(for: PlaceQuery("südend"))
      #expect(found.map(\.label) == ["Südend, Alpha"])
      #expect(found.first?.category == .neighbourhood)
    }
  }
}
