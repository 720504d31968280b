import Geo
import Places
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Hours that depend on public holidays, where nobody says which days these are.
@Suite struct OpeningHolidayTests {
  private func place(_ hours: String) throws -> FoundPlace {
    FoundPlace(
      kind: .place(.fuel), name: "A",
      position: try #require(Coordinate(latitude: 50, longitude: 10)),
      details: [.init(kind: .openingHours, text: hours)])
  }

  /// The 24th of November 2026 is a Tuesday.
  @Test(
    "it is said that a holiday would change whether a place is open",
    arguments: [
      ("Mo-Fr 08:00-18:00; PH off", "2026-11-24T10:00", PlaceAhead.Opening.open, true),
      ("Mo-Fr 08:00-18:00; PH off", "2026-11-24T19:00", .closed, false),
      ("Mo-Fr 08:00-18:00; PH 10:00-20:00", "2026-11-24T12:00", .open, false),
      ("Mo-Fr 08:00-18:00; PH 10:00-20:00", "2026-11-24T19:00", .closed, true),
      ("Mo-Sa 08:00-18:00; public_holiday off", "2026-11-24T10:00", .open, true),
      ("Mo-Fr 08:00-18:00", "2026-11-24T10:00", .open, false),
      // The night belongs to the day on which it begins, and the evening may be before a holiday.
      ("20:00-04:00; PH off", "2026-11-24T03:00", .open, true),
      ("20:00-04:00; PH off", "2026-11-24T05:00", .closed, false),
      ("08:00-18:00; PH -1 day 08:00-14:00", "2026-11-24T16:00", .open, true),
      ("08:00-18:00; PH -1 day 08:00-14:00", "2026-11-24T13:00", .open, false),
      ("24/7 \"by phone\"; PH off", "2026-11-24T10:00", .unknown, false),
    ])
  func depends(
    _ hours: String, _ time: String, _ opening: PlaceAhead.Opening, _ depends: Bool
  ) throws {
    let place = try place(hours)
    let departure = Departure(iso8601: time)
    #expect(OpeningTimes.opening(place, departure, after: 0) == opening)
    #expect(OpeningTimes.dependsOnHoliday(place, departure, after: 0) == depends)
  }

  @Test("places found on the way and by time say so, unless holidays are named")
  func found() async throws {
    let xml = PlacesMap.xml.replacing("Mo-Fr 06:00-22:00", with: "Mo-Fr 06:00-22:00; PH off")
    let built = try await BuiltMap(xml: xml)
    let search = PlaceSearch(built.map)
    let engine = OfflineRoutingEngine(map: built.map)
    var options = RouteRequest.Options()
    options.departure = Departure(iso8601: "2026-11-24T12:00")
    let start = Waypoint(latitude: 50, longitude: 6)
    let request = RouteRequest(waypoints: [start, Waypoint(latitude: 50, longitude: 6.008)])
    let route = try await engine.routes(for: request).routes[0]
    for (holidays, opening, depends) in [
      ([], PlaceAhead.Opening.open, true), (["2026-12-25"], .open, false),
      (["2026-11-24"], .closed, false),
    ] {
      options.publicHolidays = Set(holidays.compactMap { LocalDate(iso8601: $0) })
      let along = try await search.places(
        along: route, AlongRouteQuery(categories: [.fuel]), engine: engine, vehicle: .car,
        options: options)
      #expect(along.map(\.opening) == [opening] && along.map(\.dependsOnHoliday) == [depends])
      let nearest = try await search.places(
        byTimeFrom: start, NearestByTimeQuery(PlaceFilter([.fuel])), engine: engine, vehicle: .car,
        options: options)
      #expect(nearest.map(\.opening) == [opening] && nearest.map(\.dependsOnHoliday) == [depends])
    }
  }
}
