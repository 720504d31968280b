import Geo
import MapReader
import Places
import RoadModel
import TestSupport
import Testing

/// Places that only addresses name.
@Suite struct PostalNameTests {
  private static func house(_ id: Int, _ latitude: Double, _ longitude: Double) -> String {
    """
    <node id="\(id)" lat="\(latitude)" lon="\(longitude)">
      <tag k="addr:housenumber" v="\(id)"/><tag k="addr:street" v="Lost Lane"/>
      <tag k="addr:postcode" v="1010"/><tag k="addr:city" v="Gone"/></node>
    """
  }

  /// Houses in two regions, 400 km apart, with the same names.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="47.000" lon="9.000"/><node id="4" lat="47.000" lon="9.004"/>
      \(house(10, 50.0001, 6.001))
      \(house(11, 47.0001, 9.001))
      \(house(12, 47.0002, 9.002))
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Northern Road"/></way>
      <way id="101"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Southern Road"/></way>
    </osm>
    """

  @Test(
    "the same name in two regions is two places",
    arguments: [("1010", .postcode), ("Gone", .village), ("Lost Lane", .street)]
      as [(String, PlaceCategory)])
  func regions(_ text: String, _ category: PlaceCategory) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let query = PlaceQuery(text, categories: [category])
    let found = try PlaceSearch(built.map).places(for: query)
    let expected = [
      Coordinate(latitude: 50.0001, longitude: 6.001),
      Coordinate(latitude: 47.0002, longitude: 9.002),
    ]
    #expect(found.count == 2)
    // The file has positions in steps of 36 cm.
    for position in expected {
      let position = try #require(position)
      #expect(found.contains { Distance.metres($0.position, position) < 0.4 })
    }
  }
}
