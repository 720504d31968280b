import MapReader
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Trips to places end on the road where one arrives, not on the nearest.
@Suite struct PlaceWaypointTests {
  /// A house 67 m off its street, with an alley 33 m behind it.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.0000" lon="6.000"/>
      <node id="2" lat="50.0000" lon="6.010"/>
      <node id="3" lat="50.0009" lon="6.010"/>
      <node id="4" lat="50.0009" lon="6.000"/>
      <way id="100"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße"/><tag k="hgv" v="no"/></way>
      <way id="101"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="1"/>
        <tag k="highway" v="residential"/></way>
      <node id="20" lat="50.0006" lon="6.005">
        <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Hauptstraße"/></node>
    </osm>
    """

  /// The way on which a trip to the house ends.
  private static func lastWay(_ vehicle: Vehicle, byPlace: Bool) async throws -> Int64? {
    let built = try await BuiltMap(xml: xml)
    let search = PlaceSearch(built.map)
    let house = try #require(try search.places(for: PlaceQuery("Hauptstraße 12", limit: 1)).first)
    let end = byPlace ? try search.waypoint(at: house) : Waypoint(house.position)
    #expect(end.name == (byPlace ? house.label : nil))
    let request = RouteRequest(
      waypoints: [Waypoint(latitude: 50.0009, longitude: 6.0001), end], vehicle: vehicle)
    let route = try await OfflineRoutingEngine(map: built.map).routes(for: request).routes[0]
    return route.sections.last?.edges.last?.wayID
  }

  @Test("a trip to an address ends on its street, though another road is nearer")
  func address() async throws {
    #expect(try await Self.lastWay(.car, byPlace: false) == 101)
    #expect(try await Self.lastWay(.car, byPlace: true) == 100)
  }

  @Test("a vehicle that may not use the street of an address arrives on the nearest road")
  func closedStreet() async throws {
    #expect(try await Self.lastWay(Vehicle(.truck), byPlace: true) == 101)
  }
}
