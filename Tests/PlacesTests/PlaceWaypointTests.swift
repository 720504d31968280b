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

  /// A square for pedestrians, and a yard that no road leads to, beside the middle of a town and a shop; behind them
  /// the main road.
  private static let yard = """
    <osm version="0.6">
      <node id="1" lat="50.0000" lon="6.000"/>
      <node id="2" lat="50.0000" lon="6.010"/>
      <node id="3" lat="50.0010" lon="6.005"/>
      <node id="4" lat="50.0010" lon="6.006"/>
      <way id="100"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
      <way id="101"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="service"/><tag k="name" v="Hof"/></way>
      <node id="20" lat="50.0011" lon="6.0052">
        <tag k="place" v="town"/><tag k="name" v="Vadutz"/></node>
      <node id="21" lat="50.0011" lon="6.0055">
        <tag k="shop" v="bakery"/><tag k="name" v="Summstein"/></node>
    </osm>
    """

  @Test(
    "a trip to a town or a shop beside a yard that leads nowhere ends on the nearest connected road",
    arguments: ["Vadutz", "Summstein", "Hof"])
  func yard(_ name: String) async throws {
    let built = try await BuiltMap(xml: Self.yard)
    let search = PlaceSearch(built.map)
    let place = try #require(try search.places(for: PlaceQuery(name, limit: 1)).first)
    let end = try search.waypoint(at: place)
    #expect((end.wayID == nil) == (name == "Vadutz"))
    let request = RouteRequest(
      waypoints: [Waypoint(latitude: 50, longitude: 6.0001), end], vehicle: .car)
    let route = try await OfflineRoutingEngine(map: built.map).routes(for: request).routes[0]
    #expect(route.sections.last?.edges.last?.wayID == 100)
  }

  @Test("a trip is not refused because the way of its end is a one-way street from elsewhere")
  func oneWay() async throws {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="50.0000" lon="6.000"/>
        <node id="2" lat="50.0000" lon="6.010"/>
        <node id="3" lat="50.0010" lon="6.010"/>
        <way id="100"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
        <way id="101"><nd ref="3"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>
      </osm>
      """
    let built = try await BuiltMap(xml: xml)
    var end = Waypoint(latitude: 50.0002, longitude: 6.0090)
    (end.wayID, end.radiusMetres) = (101, 500)
    let request = RouteRequest(
      waypoints: [Waypoint(latitude: 50, longitude: 6.0001), end], vehicle: .car)
    let engine = OfflineRoutingEngine(map: built.map)
    let route = try await engine.routes(for: request).routes[0]
    #expect(route.sections.last?.edges.last?.wayID == 100)
  }
}
