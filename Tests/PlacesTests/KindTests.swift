import Geo
import Places
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
}
