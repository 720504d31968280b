import Geo
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Places on both sides of a border between time zones, open from ten to twelve by the clocks there.
@Suite struct OpeningZoneTests {
  private static let grid = StreetGrid.twoCountries

  /// The streets, with fuel stations at some columns: 30 and 59 are in Germany, 95 in Great Britain.
  private static func xml(_ columns: [Int] = [30, 95]) -> String {
    let stations = columns.map { column in
      let position = grid.place(20, Double(column))
      return """
        <node id="\(5_000_000 + column)" lat="\(position.latitude + 0.0001)"
          lon="\(position.longitude)">
          <tag k="amenity" v="fuel"/><tag k="name" v="\(column)"/>
          <tag k="opening_hours" v="Mo-Su 10:00-12:00"/></node>
        """
    }
    let beginning = "generator=\"StreetGrid\">"
    return grid.xml.replacing(beginning, with: beginning + stations.joined())
  }

  @Test(
    "a departure is in the time of its start, and a place is open by the clock of its own zone",
    arguments: [
      // In winter, Germany is an hour ahead of Great Britain.
      (5.0, "2026-11-24T10:10", ["30": "open", "95": "closed"]),
      (5.0, "2026-11-24T12:10", ["30": "closed", "95": "open"]),
      (100.0, "2026-11-24T10:10", ["95": "open", "30": "open"]),
      (100.0, "2026-11-24T11:15", ["95": "open", "30": "closed"]),
      (100.0, "2026-11-24T11:15Z", ["95": "open", "30": "closed"]),
    ])
  func zones(_ column: Double, _ departure: String, _ wanted: [String: String]) async throws {
    let map = try await BuiltMap(xml: Self.xml()).map
    let engine = OfflineRoutingEngine(map: map)
    let search = PlaceSearch(map)
    let start = Waypoint(Self.grid.place(20, column))
    let request = RouteRequest(waypoints: [start, Waypoint(Self.grid.place(20, 105 - column))])
    let route = try await engine.routes(for: request).routes[0]
    var options = RouteRequest.Options()
    options.departure = Departure(iso8601: departure)
    let along = try await search.places(
      along: route, AlongRouteQuery(categories: [.fuel]), engine: engine, vehicle: .car,
      options: options)
    let ahead = along.map { ($0.place.name, $0.opening.rawValue) }
    #expect(Dictionary(ahead, uniquingKeysWith: { $1 }) == wanted)
    let reached = try await search.places(
      byTimeFrom: start, NearestByTimeQuery(PlaceFilter([.fuel])), engine: engine, vehicle: .car,
      options: options)
    let first = reached.map { ($0.place.name, $0.opening.rawValue) }
    #expect(Dictionary(first, uniquingKeysWith: { $1 }) == wanted)
  }

  @Test(
    "a place in a tile that lies mostly across the border has the clock of its own country, if that is known",
    arguments: [
      ("2026-11-24T10:10", true, "open"), ("2026-11-24T12:10", true, "closed"),
      // Without a name, a boundary is no country of places; the tile has the time of Great Britain.
      ("2026-11-24T10:10", false, "closed"), ("2026-11-24T12:10", false, "open"),
    ])
  func border(_ departure: String, _ hasNames: Bool, _ opening: String) async throws {
    var xml = Self.xml([59])
    if hasNames {
      for code in ["DE", "GB"] {
        let tag = "<tag k='ISO3166-1:alpha2' v='\(code)'/>"
        #expect(xml.contains(tag))
        xml = xml.replacing(tag, with: tag + "<tag k='name' v='Land \(code)'/>")
      }
    }
    let map = try await BuiltMap(xml: xml).map
    var options = RouteRequest.Options()
    options.departure = Departure(iso8601: departure)
    let reached = try await PlaceSearch(map).places(
      byTimeFrom: Waypoint(Self.grid.place(20, 5)), NearestByTimeQuery(PlaceFilter([.fuel])),
      engine: OfflineRoutingEngine(map: map), vehicle: .car, options: options)
    #expect(reached.map(\.place.countryCode) == [hasNames ? "DE" : nil])
    #expect(reached.map(\.opening.rawValue) == [opening])
  }
}
