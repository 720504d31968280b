import Geo
import MapReader
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A road of the request that is faster than any vehicle: places behind it are near by time.
@Suite struct FastRoadTests {
  /// A street of 2.5 km to the east with a fuel station at its end, and a road of 25 km to the north with another.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.035"/>
      <node id="3" lat="50.225" lon="6.000"/>
      <way id="20"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way>
      <way id="21"><nd ref="1"/><nd ref="3"/><tag k="highway" v="primary"/></way>
      <node id="4" lat="50.0001" lon="6.0349">
        <tag k="amenity" v="fuel"/><tag k="name" v="East"/></node>
      <node id="5" lat="50.2249" lon="6.0001">
        <tag k="amenity" v="fuel"/><tag k="name" v="North"/></node>
    </osm>
    """

  @Test("they are found by time and along a route", arguments: [false, true])
  func found(_ isFast: Bool) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let map = built.map
    let engine = OfflineRoutingEngine(map: map)
    var options = RouteRequest.Options()
    if isFast {
      // A tenth of the time: less than three minutes.
      options.adjustments = try map.edges(ofWay: 21).map {
        RoadAdjustment(edge: $0, .time(permille: 100))
      }
    }
    let start = Waypoint(latitude: 50, longitude: 6)
    let reached = try await PlaceSearch(map).places(
      byTimeFrom: start, NearestByTimeQuery(PlaceFilter([.fuel]), limit: 1), engine: engine,
      vehicle: .car, options: options)
    #expect(reached.map(\.place.name) == [isFast ? "North" : "East"])

    // There and back on the fast road takes less than six minutes, at usual speed half an hour.
    let request = RouteRequest(
      waypoints: [start, Waypoint(latitude: 50, longitude: 6.035)], options: options)
    let route = try await engine.routes(for: request).routes[0]
    let query = AlongRouteQuery(categories: [.fuel], maximumDetourSeconds: 600)
    let along = try await PlaceSearch(map).places(
      along: route, query, engine: engine, vehicle: .car, options: options)
    #expect(Set(along.map(\.place.name)) == (isFast ? ["North", "East"] : ["East"]))
  }
}
