import Geo
import Places
import TestSupport
import Testing

/// Streets that reach from one town into the next: a coordinate on them lies in the town of the houses around it.
@Suite struct ReverseHomeTests {
  /// Two towns, halfway between them longitude 6.015.
  ///
  /// The middle of Grenzweg's piece in Alpha is 322 m from longitude 6.017, that of its piece in Beta 1,470 m. Randweg
  /// has its middle in Alpha, and no piece in Beta.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.0000" lon="6.010"/><node id="2" lat="50.0000" lon="6.015"/>
      <node id="3" lat="50.0000" lon="6.060"/><node id="4" lat="50.0008" lon="6.0155"/>
      <node id="5" lat="50.0008" lon="6.020"/><node id="6" lat="50.0014" lon="6.002"/>
      <node id="7" lat="50.0014" lon="6.018"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Grenzweg"/></way>
      <way id="21"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Grenzweg"/></way>
      <way id="22"><nd ref="2"/><nd ref="4"/><nd ref="5"/>
        <tag k="highway" v="residential"/><tag k="name" v="Nebenweg"/></way>
      <way id="23"><nd ref="6"/><nd ref="7"/>
        <tag k="highway" v="residential"/><tag k="name" v="Randweg"/></way>
      <node id="8" lat="50.002" lon="6.000">
        <tag k="place" v="town"/><tag k="name" v="Alpha"/></node>
      <node id="9" lat="50.002" lon="6.030">
        <tag k="place" v="town"/><tag k="name" v="Beta"/></node>
      <node id="10" lat="50.0007" lon="6.0172"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Nebenweg"/></node>
    </osm>
    """

  @Test(
    "its town is that of the nearest house, not that of the middle of the street",
    arguments: [
      (50.0001, 6.0170, "Grenzweg", "Beta"), (50.0001, 6.0105, "Grenzweg", "Alpha"),
      (50.0013, 6.0172, "Randweg", "Beta"), (50.0013, 6.0030, "Randweg", "Alpha"),
    ])
  func town(_ latitude: Double, _ longitude: Double, _ name: String, _ town: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
    let found = try PlaceSearch(built.map).place(at: position, depth: 10)
    #expect(found?.name == name)
    #expect(found?.surroundings.map(\.name) == [town])
  }
}
