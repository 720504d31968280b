import Geo
import Places
import RoadModel
import TestSupport
import Testing

/// The settlement of a coordinate near the edge of a town, where the middle of a village is nearer.
@Suite struct ReverseSettlementTests {
  /// A town with a border to longitude 6.06, its middle at 6.00; a village behind the border at 6.065.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.0002" lon="6.050"/><node id="2" lat="50.0002" lon="6.056"/>
      <node id="3" lat="50.0002" lon="6.062"/><node id="4" lat="50.0002" lon="6.070"/>
      <node id="5" lat="49.95" lon="5.95"/><node id="6" lat="49.95" lon="6.06"/>
      <node id="7" lat="50.05" lon="6.06"/><node id="8" lat="50.05" lon="5.95"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Randweg"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Dorfweg"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
        <tag k="boundary" v="administrative"/></way>
      <node id="9" lat="50.000" lon="6.000">
        <tag k="place" v="town"/><tag k="name" v="Alpha"/></node>
      <node id="10" lat="50.000" lon="6.065">
        <tag k="place" v="village"/><tag k="name" v="Beta"/></node>
      <node id="11" lat="50.0003" lon="6.068"><tag k="addr:housenumber" v="3"/>
        <tag k="addr:street" v="Dorfweg"/></node>
      <relation id="30"><member type="way" ref="22" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="8"/><tag k="name" v="Alpha"/></relation>
    </osm>
    """

  @Test(
    "the border decides it, not the distance",
    arguments: [(6.054, "Alpha"), (6.067, "Beta"), (6.0685, "Beta")])
  func border(_ longitude: Double, _ name: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let position = try #require(Coordinate(latitude: 50.0003, longitude: longitude))
    for depth in [PlaceCategory.village.depth, PlaceCategory.suburb.depth] {
      let found = try PlaceSearch(built.map).place(at: position, depth: depth)
      #expect(found?.name == name)
    }
  }
}
