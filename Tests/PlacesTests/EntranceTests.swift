import MapReader
import Places
import TestSupport
import Testing

/// One arrives at the entrance of a building, not at the road that is nearest to its middle.
@Suite struct EntranceTests {
  /// A hotel between two roads, whose middle is nearer to the northern one, with the given entrances.
  private static func xml(_ south: String, _ north: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="50.0000" lon="6.000"/><node id="2" lat="50.0000" lon="6.004"/>
      <node id="3" lat="50.0010" lon="6.000"/><node id="4" lat="50.0010" lon="6.004"/>
      <node id="5" lat="50.0002" lon="6.001"/><node id="6" lat="50.0002" lon="6.003"/>
      <node id="7" lat="50.0009" lon="6.003"/><node id="8" lat="50.0009" lon="6.001"/>
      <node id="9" lat="50.0002" lon="6.002">\(south)</node>
      <node id="10" lat="50.0009" lon="6.002">\(north)</node>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Südweg"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Nordweg"/></way>
      <way id="22"><nd ref="1"/><nd ref="3"/><tag k="highway" v="residential"/></way>
      <way id="23"><nd ref="5"/><nd ref="9"/><nd ref="6"/><nd ref="7"/><nd ref="10"/><nd ref="8"/>
        <nd ref="5"/><tag k="tourism" v="hotel"/><tag k="name" v="Krone"/></way>
    </osm>
    """
  }

  private static func entrance(_ value: String) -> String {
    "<tag k=\"entrance\" v=\"\(value)\"/>"
  }

  @Test(
    "the main entrance decides the road, or else the only one",
    arguments: [
      (entrance("main"), entrance("yes"), 20), (entrance("yes"), "", 20),
      ("", entrance("main"), 21),
      (entrance("yes"), entrance("yes"), 21), (entrance("emergency"), "", 21),
      ("", "", 21),
      (entrance("yes"), entrance("emergency"), 20),
    ] as [(String, String, Int64)])
  func road(_ south: String, _ north: String, _ way: Int64) async throws {
    let built = try await BuiltMap(xml: Self.xml(south, north))
    try built.map.verify()
    let search = PlaceSearch(built.map)
    let hotel = try #require(try search.places(for: PlaceQuery("krone")).first)
    #expect(try search.arrival(at: hotel)?.wayID == way)
  }
}
