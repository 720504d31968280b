import Geo
import MapReader
import Places
import TestSupport
import Testing

/// Airports by the word for them.
@Suite struct AirportTests {
  @Test(
    "an airport with flights of airlines comes before an airfield, wherever they are",
    arguments: [("50.000", "50.020"), ("50.020", "50.000")])
  func airlines(_ airfield: String, _ airport: String) async throws {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.020" lon="6.000"/>
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Lange Gasse"/></way>
        <node id="10" lat="\(airfield)" lon="6.001"><tag k="aeroway" v="aerodrome"/>
          <tag k="name" v="Nordfeld"/></node>
        <node id="11" lat="\(airport)" lon="6.001"><tag k="aeroway" v="aerodrome"/>
          <tag k="name" v="Südfeld"/><tag k="iata" v="XSF"/></node>
      </osm>
      """
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    for text in ["airport", "Flughafen", "aeroporto"] {
      let found = try search.places(for: PlaceQuery(text))
      #expect(found.map(\.name) == ["Südfeld", "Nordfeld"])
    }
  }
}
