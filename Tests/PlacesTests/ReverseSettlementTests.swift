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
      <node id="12" lat="50.0280" lon="6.0500"><tag k="tourism" v="wilderness_hut"/></node>
      <node id="13" lat="50.0300" lon="6.0750">
        <tag k="place" v="locality"/><tag k="name" v="Niemandsland"/></node>
      <node id="14" lat="49.9895" lon="6.0545"><tag k="tourism" v="wilderness_hut"/></node>
      <node id="15" lat="49.9850" lon="6.0500"/><node id="16" lat="49.9850" lon="6.0900"/>
      <way id="23"><nd ref="15"/><nd ref="16"/>
        <tag k="highway" v="track"/><tag k="name" v="Langweg"/></way>
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

  @Test(
    "where no house or street is near, the settlement of the nearest place counts, if it is known",
    arguments: [(6.055, "Alpha"), (6.0745, "Beta")])
  func wilderness(_ longitude: Double, _ name: String) async throws {
    // The middle of Beta is nearer for its size at both, 3.4 km away: 5.2 and 6.3 km to that of Alpha.
    let built = try await BuiltMap(xml: Self.xml)
    let position = try #require(Coordinate(latitude: 50.03, longitude: longitude))
    for depth in [PlaceCategory.village.depth, PlaceCategory.suburb.depth, 11] {
      let found = try PlaceSearch(built.map).place(at: position, depth: depth)
      #expect(found?.name == name, "to depth \(depth)")
    }
  }

  @Test("a place beyond a street counts before the middle of the street, behind the border")
  func longStreet() async throws {
    // The street is 300 m away, its middle 1.1 km, and the hut 200 m.
    let built = try await BuiltMap(xml: Self.xml)
    let position = try #require(Coordinate(latitude: 49.9877, longitude: 6.0545))
    let found = try PlaceSearch(built.map).place(at: position, depth: PlaceCategory.village.depth)
    #expect(found?.name == "Alpha")
  }
}
