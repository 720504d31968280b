import Geo
import MapReader
import Places
import TestSupport
import Testing

/// Junctions by the names of their streets.
@Suite struct CrossingTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.004" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Peter and Paul Street"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Main Street"/></way>
    </osm>
    """

  @Test(
    "a name of a street may contain the word between two streets",
    arguments: [
      "Peter and Paul Street and Main Street", "Main Street and Peter and Paul Street",
      "Peter and Paul Street / Main Street",
    ])
  func words(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text))
    let first = try #require(found.first)
    #expect(first.kind == .intersection)
    #expect(first.position == Coordinate(latitude: 50, longitude: 6.004))
  }
}
