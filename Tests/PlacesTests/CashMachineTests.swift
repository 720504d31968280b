import MapCompiler
import MapReader
import Places
import RoadModel
import TestSupport
import Testing

/// Cash machines of banks and fuel stations, which have no element of their own.
@Suite struct CashMachineTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Markt"/></way>
      <node id="11" lat="50.0001" lon="6.003"><tag k="amenity" v="fuel"/>
        <tag k="brand" v="Tankgut"/><tag k="atm" v="no"/></node>
      <node id="10" lat="50.0001" lon="6.001"><tag k="amenity" v="bank"/>
        <tag k="name" v="Sparkasse"/><tag k="atm" v="yes"/></node>
    </osm>
    """

  @Test("a bank with a machine is found once by its name, and as a cash machine by its category")
  func bank() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    try built.map.verify()
    let search = PlaceSearch(built.map)
    let named = try search.places(for: PlaceQuery("sparkasse"))
    #expect(named.map(\.category) == [.bank])
    let both = try search.places(for: PlaceQuery("sparkasse", categories: [.bank, .atm]))
    #expect(both.map(\.category) == [.bank, .atm])
    let near = try #require(named.first?.position)
    let machines = try search.nearest(to: near, categories: [.atm], limit: 10)
    #expect(machines.map(\.name) == ["Sparkasse"])
    #expect(machines.first?.position == near)
    #expect(machines.first?.edge != nil)
  }
}
