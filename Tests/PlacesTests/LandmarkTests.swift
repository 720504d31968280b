import Geo
import Places
import RoadModel
import TestSupport
import Testing

/// Searches for landmarks, which are places by their name alone.
@Suite struct LandmarkTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.010" lon="6.000"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <node id="3" lat="50.001" lon="6.0001"><tag k="natural" v="peak"/>
        <tag k="name" v="Comapedrosa"/></node>
      <node id="4" lat="50.002" lon="6.0001"><tag k="railway" v="tram_stop"/>
        <tag k="name" v="Altes Tor"/></node>
      <node id="5" lat="50.003" lon="6.0001"/><node id="6" lat="50.003" lon="6.0003"/>
      <node id="7" lat="50.0032" lon="6.0003"/>
      <way id="21"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="5"/>
        <tag k="landuse" v="cemetery"/><tag k="name" v="Waldruhe"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="5"/>
        <tag k="landuse" v="farmland"/><tag k="name" v="Langes Feld"/></way>
      <node id="8" lat="50.004" lon="6.0001"><tag k="natural" v="tree"/>
        <tag k="name" v="Dicke Eiche"/></node>
      <node id="9" lat="50.005" lon="6.0001"><tag k="natural" v="beach"/>
        <tag k="tourism" v="attraction"/><tag k="name" v="Golden Bay"/></node>
    </osm>
    """

  @Test(
    "landmarks are found by their names, and by the words for their kinds",
    arguments: [
      ("comapedrosa", ["Comapedrosa"]), ("gipfel", ["Comapedrosa"]), ("peak", ["Comapedrosa"]),
      ("altes tor", ["Altes Tor"]), ("tram stop", ["Altes Tor"]), ("haltestelle", ["Altes Tor"]),
      ("waldruhe", ["Waldruhe"]), ("Friedhof", ["Waldruhe"]), ("cementerio", ["Waldruhe"]),
      ("golden bay", ["Golden Bay"]), ("strand", ["Golden Bay"]), ("langes feld", []),
      ("dicke eiche", []),
    ] as [(String, [String])])
  func names(_ text: String, _ names: [String]) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    #expect(try PlaceSearch(built.map).places(for: PlaceQuery(text)).map(\.name) == names)
  }
}
