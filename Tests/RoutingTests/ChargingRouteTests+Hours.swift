import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Opening hours of stations: waiting for an opening, and words for people.
extension ChargingRouteTests {
  @Test(
    "a station of which only a comment says when it is open may be closed; its stated hours count",
    arguments: [
      // At noon on a Monday.
      (#"24/7~"by~appointment""#, "Fast", true), (#"Mo-Fr~08:00-20:00~"ask""#, "Fast", true),
      (#"Mo-Fr~08:00-20:00;~Sa~"ask""#, "Fast", false), (#"24/7~open~"ring""#, "Fast", false),
      (#"08:00-20:00;~Mo~off~"rest""#, "Slow", false), (#""by~appointment""#, "Fast", true),
    ])
  func comments(_ hours: String, _ station: String, mayBeClosed: Bool) async throws {
    let slow = Self.slow + " opening_hours=24/7"
    let drawing = Self.map([
      "B": .init(slow), "C": .init(Self.fast + " opening_hours=" + hours),
    ])
    let route = try await Self.route(
      drawing, ["A", "E"], Self.energy(capacity: 10, initial: 10)
    ) { $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z") }
    #expect(route.sections[0].chargingStation?.name == station)
    #expect(route.notices.contains(.stationMayBeClosed(station: station)) == mayBeClosed)
  }

  @Test(
    "a station that a public holiday would close may be closed if nobody named the holidays",
    arguments: [
      // From noon on a Monday.
      ("Mo-Fr~08:00-20:00;~PH~off", [], true), ("Mo-Fr~08:00-20:00;~PH~off", ["2026-12-25"], false),
      ("24/7;~PH~off", [], true), ("Mo-Fr~08:00-20:00", [], false), ("24/7", [], false),
      ("Mo-Fr~08:00-20:00;~PH~10:00-18:00", [], false),
    ] as [(String, [String], Bool)])
  func holidays(_ hours: String, _ holidays: [String], mayBeClosed: Bool) async throws {
    let dates = try holidays.map { try #require(LocalDate(iso8601: $0)) }
    let drawing = Self.map(["B": .init(Self.slow + " opening_hours=" + hours)])
    let route = try await Self.route(
      drawing, ["A", "E"], Self.energy(capacity: 10, initial: 10)
    ) {
      $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
      $0.options.publicHolidays = Set(dates)
    }
    #expect(Self.wait(route.sections[0]) == 0)
    #expect(route.notices.contains(.stationMayBeClosed(station: "Slow")) == mayBeClosed)
  }

  /// The seconds of waiting at the stop at the end of a section.
  private static func wait(_ section: RouteSection) -> Double {
    section.postActions.reduce(0) { sum, action in
      if case .wait(let seconds) = action { sum + seconds } else { sum }
    }
  }

  /// A trip past a station with hours, departing at a time.
  private static func route(_ hours: String, at time: String) async throws -> Route {
    let drawing = map(["B": .init(slow + " opening_hours=" + hours)])
    return try await route(drawing, ["A", "E"], energy(capacity: 10, initial: 10)) {
      $0.options.departure = Departure(iso8601: time)
    }
  }

  @Test("a vehicle that comes before a station opens waits, if no other stop is faster")
  func opening() async throws {
    // About ten minutes to the station.
    let early = try await Self.route("08:00-20:00", at: "2026-11-23T07:30:20Z").sections
    #expect(early.count == 2)
    #expect(abs(early[0].durationSeconds + Self.wait(early[0]) - 1_780) < 0.1)
    let open = try await Self.route("08:00-20:00", at: "2026-11-23T08:30:20Z").sections
    #expect(Self.wait(open[0]) == 0)
    // On Friday evening, the station opens again on Monday.
    let friday = try await Self.route("Mo-Fr~08:00-20:00", at: "2026-11-27T20:00Z").sections
    #expect(abs(friday[0].durationSeconds + Self.wait(friday[0]) - 60 * 3_600) < 0.1)
  }

  @Test("a wait that is not a number counts as 0, also before an opening")
  func unknownWait() async throws {
    struct Unknown: ChargingStationProvider {
      let stations: [ChargingStation]
      func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] {
        stations.map { ChargingOffer($0, waitSeconds: .nan) }
      }
    }
    let drawing = Self.map(["B": .init(Self.slow + " opening_hours=08:00-20:00")])
    let map = try await drawing.build().built.map
    var engine = OfflineRoutingEngine(map: map)
    engine.stationProvider = Unknown(stations: try StationReader(map).stations(in: map.header.box))
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    request.options.departure = Departure(iso8601: "2026-11-23T07:30:20Z")
    let sections = try await engine.routes(for: request).routes[0].sections
    #expect(abs(sections[0].durationSeconds + Self.wait(sections[0]) - 1_780) < 0.1)
  }

  @Test("a local departure on a map of an unknown time zone is not used for stations either")
  func unknownZone() async throws {
    let route = try await Self.route("20:00-22:00", at: "2026-11-23T12:00")
    #expect(Self.wait(route.sections[0]) == 0)
    #expect(route.notices.contains(.departureIgnored))
    #expect(route.notices.contains(.stationMayBeClosed(station: "Slow")))
  }

  @Test("a vehicle that can't charge what it needs before a station closes waits until it opens")
  func closing() async throws {
    // About ten minutes to the station, and 15 to charge 2.8 kWh.
    let open = try await Self.route("08:00-20:00", at: "2026-11-23T19:15Z").sections
    #expect(open.count == 2 && Self.wait(open[0]) == 0)
    let late = try await Self.route("08:00-20:00", at: "2026-11-23T19:45Z").sections
    #expect(abs(late[0].durationSeconds + Self.wait(late[0]) - 12.25 * 3_600) < 0.1)
    await #expect(throws: RoutingError.stationsClosed(station: "Slow")) {
      try await Self.route("off", at: "2026-11-23T12:00Z")
    }
    // No opening lasts for the stay.
    await #expect(throws: RoutingError.stationsClosed(station: "Slow")) {
      try await Self.route("08:00-08:05", at: "2026-11-23T12:00Z")
    }
  }

  @Test("a station that is closed when the route comes there is a stop when it opens again")
  func closedOnArrival() async throws {
    func route(_ places: [String: String]) async throws -> Route {
      try await Self.route(Self.late(places), ["A", "E"], Self.energy(capacity: 8, initial: 8)) {
        $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
      }
    }
    let alone = try await route([:]).sections
    #expect(alone.map { $0.chargingStation?.name } == ["Fast", "Fast", nil])
    let before = alone[0].postActions.reduce(0) { $0 + $1.seconds }
    let opening = alone[0].durationSeconds + before + alone[1].durationSeconds + Self.wait(alone[1])
    #expect(abs(opening - 20 * 3_600) < 1)
    let other = try await route(["e": Self.slow])
    #expect(other.sections.map { $0.chargingStation?.name } == ["Fast", "Slow", nil])
    #expect(other.sections.allSatisfy { Self.wait($0) == 0 })
  }

  @Test(
    "forty stations that are closed are left out, and the open one among them is used",
    arguments: [["A", "E"], ["A", "B", "E"]])
  func manyClosed(_ places: [String]) async throws {
    let drawing = Self.map(["C": .init(Self.slow + " opening_hours=24/7")])
    var energy = Self.energy(capacity: 10, initial: 10)
    let place = try drawing.place("C>D 0.1")
    // Side by side: of equal stations at one coordinate, only one is searched.
    energy.stations = (0..<40 as Range<Int32>).map { number in
      ChargingStation(
        id: "\(number)",
        coordinate: Coordinate(
          latitudeUnits: place.latitudeUnits, longitudeUnits: place.longitudeUnits + number),
        connectors: [Connector(.ccs, powerKilowatts: 150)], openingHours: "Sa 10:00-11:00")
    }
    let route = try await Self.route(drawing, places, energy) {
      $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
    }
    #expect(route.sections.compactMap { $0.chargingStation?.name } == ["Slow"])
  }
}
