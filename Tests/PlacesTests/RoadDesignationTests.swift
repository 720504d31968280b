import Places
import TestSupport
import Testing

/// Roads that the map has by letters and number are found by what people call them.
@Suite struct RoadDesignationTests {
  private static func xml(_ ref: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.010"/>
      <node id="3" lat="50.010" lon="6.010"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="primary"/><tag k="ref" v="\(ref)"/></way>
      <way id="21"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Bahnstraße"/></way>
    </osm>
    """
  }

  @Test(
    "a road by its kind and number",
    arguments: [
      ("A 5", "Autobahn 5"), ("A 5", "Autobahn A5"), ("A 5", "autobahn a 5"), ("A5", "Autobahn 5"),
      ("B 37", "Bundesstraße 37"), ("B 37", "Bundesstrasse B37"), ("L 531", "Landesstraße 531"),
      ("I 795", "Interstate 795"), ("I 795", "Interstate I-795"), ("US 40", "U.S. Route 40"),
      ("D 6007", "Route Départementale 6007"), ("AP-7", "Autopista 7"), ("A 1", "Autoestrada A1"),
      ("EN 12", "Estrada Nacional 12"), ("N 12", "Estrada Nacional 12"), ("SS 12", "Statale 12"),
    ])
  func road(_ ref: String, _ text: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml(ref)).map)
    let found = try search.places(for: PlaceQuery(text, isUnfinished: false))
    #expect(found.first?.name == ref)
    #expect(found.first?.isComplete == true)
    let other = try search.places(for: PlaceQuery(text + "9", isUnfinished: false))
    #expect(other.first?.isComplete != true)
  }

  @Test("a house that a street of such a name lacks is not on the road of that number")
  func street() async throws {
    let xml = Self.xml("B 5").replacing("Bahnstraße", with: "Bundesstraße")
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let found = try search.places(for: PlaceQuery("Bundesstraße 5", isUnfinished: false))
    #expect(found.first?.name == "Bundesstraße")
    #expect(found.first?.isComplete == false)
  }
}
