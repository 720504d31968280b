import Geo
import Places
import TestSupport
import Testing

/// A long street through two towns: a coordinate on it lies in the town of its nearest houses.
@Suite struct ReverseStreetTests {
  /// The street leaves the first town at longitude 6.06, far from the middle of its piece there, and ends soon after.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.020"/>
      <node id="3" lat="50.000" lon="6.040"/><node id="4" lat="50.000" lon="6.059"/>
      <node id="5" lat="50.000" lon="6.062"/>
      <node id="10" lat="49.95" lon="5.95"/><node id="11" lat="49.95" lon="6.06"/>
      <node id="12" lat="50.05" lon="6.06"/><node id="13" lat="50.05" lon="5.95"/>
      <node id="14" lat="49.95" lon="6.11"/><node id="15" lat="50.05" lon="6.11"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="5"/>
        <tag k="highway" v="secondary"/><tag k="name" v="Landstrasse"/></way>
      <way id="21"><nd ref="2"/><nd ref="12"/><tag k="highway" v="residential"/></way>
      <way id="22"><nd ref="3"/><nd ref="12"/><tag k="highway" v="residential"/></way>
      <way id="23"><nd ref="4"/><nd ref="12"/><tag k="highway" v="residential"/></way>
      <way id="30"><nd ref="10"/><nd ref="11"/><nd ref="12"/><nd ref="13"/><nd ref="10"/>
        <tag k="boundary" v="administrative"/></way>
      <way id="31"><nd ref="11"/><nd ref="14"/><nd ref="15"/><nd ref="12"/><nd ref="11"/>
        <tag k="boundary" v="administrative"/></way>
      <node id="40" lat="50.0003" lon="6.0565"><tag k="addr:housenumber" v="90"/>
        <tag k="addr:street" v="Landstrasse"/></node>
      <relation id="1"><member type="way" ref="30" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="8"/><tag k="name" v="Alpha"/></relation>
      <relation id="2"><member type="way" ref="31" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="8"/><tag k="name" v="Beta"/></relation>
    </osm>
    """

  @Test("the town is that of the houses beside it")
  func town() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let position = try #require(Coordinate(latitude: 50.0001, longitude: 6.0555))
    let found = try PlaceSearch(built.map).place(at: position, depth: 10)
    #expect(found?.name == "Landstrasse")
    #expect(found?.surroundings.map(\.name) == ["Alpha"])
  }

  @Test("a road that has only a number is a road, in the town around it")
  func number() async throws {
    let motorway = """
      <node id="50" lat="50.0050" lon="5.700"/><node id="51" lat="50.0050" lon="6.055"/>
      <node id="52" lat="50.0050" lon="6.400"/>
      <way id="50"><nd ref="50"/><nd ref="51"/><nd ref="52"/>
        <tag k="highway" v="motorway"/><tag k="ref" v="A 5"/></way>
      <node id="40"
      """
    let built = try await BuiltMap(xml: Self.xml.replacing("<node id=\"40\"", with: motorway))
    let position = try #require(Coordinate(latitude: 50.0049, longitude: 6.055))
    let found = try PlaceSearch(built.map).place(at: position)
    #expect(found?.name == "A 5")
    #expect(found?.surroundings.map(\.name) == ["Alpha"])
    let landstrasse = try #require(Coordinate(latitude: 50.0020, longitude: 6.050))
    #expect(try PlaceSearch(built.map).place(at: landstrasse)?.name == "Landstrasse")
  }

  @Test("beside a quay, the road counts and not a ferry that is nearer")
  func ferry() async throws {
    let ferry = """
      <node id="50" lat="50.0010" lon="6.059"/><node id="51" lat="50.2000" lon="6.059"/>
      <way id="50"><nd ref="4"/><nd ref="50"/><nd ref="51"/>
        <tag k="route" v="ferry"/><tag k="name" v="Fährlinie"/></way>
      <node id="40"
      """
    let built = try await BuiltMap(xml: Self.xml.replacing("<node id=\"40\"", with: ferry))
    let quay = try #require(Coordinate(latitude: 50.0020, longitude: 6.0591))
    #expect(try PlaceSearch(built.map).place(at: quay)?.name == "Landstrasse")
    let sea = try #require(Coordinate(latitude: 50.1500, longitude: 6.0591))
    #expect(try PlaceSearch(built.map).place(at: sea)?.name == "Fährlinie")
  }
}
