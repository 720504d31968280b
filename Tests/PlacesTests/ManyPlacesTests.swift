import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// More places along a route than paths are calculated for.
@Suite struct ManyPlacesTests {
  /// A road of 140 km with a stop every 2.8 km; five car parks in its first half, 60 metres beside it, and 700 in the
  /// second half, nearer.
  private static var xml: String {
    func node(_ id: Int, _ latitude: Double, _ longitude: Double, _ tags: String) -> String {
      "<node id=\"\(id)\" lat=\"\(latitude)\" lon=\"\(longitude)\">\(tags)</node>"
    }
    let parking = "<tag k=\"amenity\" v=\"parking\"/>"
    let road = (0...50).map { node(1 + $0, 50, 6 + Double($0) * 0.04, "") }
    let first = (0..<5).map { node(100 + $0, 50.0006, 6.1 + Double($0) * 0.1, parking) }
    let second = (0..<700).map { node(200 + $0, 50.0001, 7.2 + Double($0) * 0.001, parking) }
    let refs = (1...51).map { "<nd ref=\"\($0)\"/>" }
    return """
      <osm version="0.6">
        \((road + first + second).joined())
        <way id="9">\(refs.joined())<tag k="highway" v="primary"/><tag k="name" v="Weg"/></way>
      </osm>
      """
  }

  @Test("the last place before a time is found, although most places lie behind and are nearer")
  func last() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    let request = RouteRequest(waypoints: [
      Waypoint(latitude: 50, longitude: 6), Waypoint(latitude: 50, longitude: 8),
    ])
    let route = try await engine.routes(for: request).routes[0]
    var query = AlongRouteQuery(categories: [.parking], limit: 1)
    query.isLast = true
    query.beforeSeconds = route.durationSeconds * 0.3
    let found = try await PlaceSearch(built.map).places(
      along: route, query, engine: engine, vehicle: .car)
    let place = try #require(found.first)
    // The fifth lies at a quarter of the road.
    #expect(abs(place.distanceMetres / route.lengthMetres - 0.25) < 0.01)
  }

  @Test("the first places are found, although 700 farther ahead are nearer to the route")
  func first() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    let request = RouteRequest(waypoints: [
      Waypoint(latitude: 50, longitude: 6), Waypoint(latitude: 50, longitude: 8),
    ])
    let route = try await engine.routes(for: request).routes[0]
    let query = AlongRouteQuery(categories: [.parking], limit: 6)
    let found = try await PlaceSearch(built.map).places(
      along: route, query, engine: engine, vehicle: .car)
    let shares = found.map { $0.distanceMetres / route.lengthMetres }
    // All five of the first half, and the first of the second.
    try #require(shares.count == 6)
    for (share, wanted) in zip(shares, [0.05, 0.1, 0.15, 0.2, 0.25, 0.6]) {
      #expect(abs(share - wanted) < 0.01)
    }
  }
}
