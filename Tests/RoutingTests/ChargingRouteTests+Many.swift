import Geo
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Many stations of the caller's own.
extension ChargingRouteTests {
  /// A CCS station.
  private static func station(
    _ id: String, _ place: Coordinate, _ kilowatts: Double
  ) -> ChargingStation {
    ChargingStation(
      id: id, coordinate: place, connectors: [Connector(.ccs, powerKilowatts: kilowatts)])
  }

  /// A request of a trip with the caller's own stations.
  private static func request(
    _ drawing: AsciiMap, _ stations: [ChargingStation], initial: Double
  ) throws -> RouteRequest {
    var request = RouteRequest(waypoints: [
      Waypoint(try drawing.place("A")), Waypoint(try drawing.place("E")),
    ])
    request.options.energy = energy(capacity: 10, initial: initial)
    request.options.energy?.stations = stations
    return request
  }

  @Test("a better plan among a few more stations rules out all that are farther away")
  func betterPlanRulesOutFarther() async throws {
    // Of 4 kWh, 5.6 kWh are needed, and 0.8 kWh more over F: 1.6 kWh take 1,920 s with 3 kW, 2.4 kWh 58 s with 150 kW.
    // The detour is 4 km, some 160 s, over F, and 24 km, some 960 s, over S.
    let drawing = AsciiMap(
      """
      ..........S....
      ...............
      ...............
      ...............
      ...............
      .....F.........
      A----B----C---E
      """,
      metresPerCell: 2_000,
      ways: [
        "ABCE": "highway=primary maxspeed=90", "BF": "highway=primary maxspeed=90",
        "CS": "highway=primary maxspeed=90",
      ])
    let places = [
      try drawing.place("B"), try drawing.place("F"), try drawing.place("S"),
    ]
    // Side by side, so that none replaces another; the slow ones are all useful without the fast one.
    func row(_ name: String, _ place: Coordinate, _ count: Int) -> [ChargingStation] {
      (0..<count).map { index in
        Self.station(
          "\(name)\(index)",
          Coordinate(
            latitudeUnits: place.latitudeUnits, longitudeUnits: place.longitudeUnits + Int32(index)),
          3)
      }
    }
    let stations =
      row("near", places[0], 60) + [Self.station("fast", places[1], 150)]
      + row("far", places[2], 300)
    let engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    let planner = try #require(
      try ChargingPlanner(engine, try Self.request(drawing, stations, initial: 4), offers: nil))
    #expect(planner.places.count == 361)
    let trip = try #require(try planner.trip())
    #expect(trip.staged.stations.count == 160)
    let stops = trip.plan.stops.compactMap { trip.staged.place($0.station).station }
    #expect(stops.map { trip.staged.stations[$0].offer.station.id } == ["fast"])
  }

  @Test("if no station of thousands is reached, what is missing to the nearest is told")
  func noneReached() async throws {
    // Of 2 kWh for 10 km; the 16 km to B need 3.2 kWh. From there 48 km need 9.6 of 10 kWh.
    let drawing = Self.map([:])
    let place = try drawing.place("B")
    // More than are searched: they lie within 25 m of B.
    let stations = (0..<3_200).map { index in
      Self.station(
        "\(index)",
        Coordinate(
          latitudeUnits: place.latitudeUnits, longitudeUnits: place.longitudeUnits + Int32(index)),
        50)
    }
    let engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    let request = try Self.request(drawing, stations, initial: 2)
    let refusal = await #expect(throws: RoutingError.self) { try await engine.routes(for: request) }
    guard case .notReachable(let metres, nil, let missing, nil)? = refusal else {
      Issue.record("\(refusal.map(String.init(describing:)) ?? "no refusal")")
      return
    }
    #expect(abs(metres - 10_000) < 500)
    #expect(abs(missing - 1.2) < 0.1)
  }

  @Test("stations far from the map are not looked for on its roads")
  func stationsElsewhere() async throws {
    let drawing = Self.map([:])
    let place = try drawing.place("C")
    let stations =
      [Self.station("here", place, 50)]
      + (1...100).map { index in
        Self.station(
          "\(index)",
          Coordinate(
            latitudeUnits: place.latitudeUnits + Int32(index) * 1_000_000,
            longitudeUnits: place.longitudeUnits),
          50)
      }
    let engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    let planner = try #require(
      try ChargingPlanner(engine, try Self.request(drawing, stations, initial: 8), offers: nil))
    #expect(planner.places.map(\.offer.station.id) == ["here"])
    let route = try await engine.routes(for: Self.request(drawing, stations, initial: 8)).routes[0]
    #expect(route.sections.map { $0.chargingStation?.id } == ["here", nil])
    // They are stations all the same: the charge is what is missing.
    let none = try Self.request(drawing, Array(stations.dropFirst()), initial: 8)
    let refusal = await #expect(throws: RoutingError.self) { try await engine.routes(for: none) }
    guard case .notReachable? = refusal else {
      Issue.record("\(refusal.map(String.init(describing:)) ?? "no refusal")")
      return
    }
  }

  @Test("of stations at one place, those are left that may be the best for some stop")
  func stationsAtOnePlace() throws {
    let battery = try #require(Self.energy(capacity: 10, initial: 8).battery)
    let here = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 90_000_000)
    let there = Coordinate(latitudeUnits: 470_000_001, longitudeUnits: 90_000_000)
    func place(
      _ id: String, _ place: Coordinate, _ kilowatts: Double, wait: Double, hours: String? = nil
    ) throws -> ChargingPlace {
      var station = Self.station(id, place, kilowatts)
      station.openingHours = hours
      return try #require(ChargingPlace(ChargingOffer(station, waitSeconds: wait), battery))
    }
    let places = [
      try place("slow", here, 50, wait: 60), try place("fast with a wait", here, 150, wait: 600),
      try place("slow with a wait", here, 50, wait: 600), try place("first", here, 50, wait: 0),
      try place("second", here, 50, wait: 0),
      try place("at night", here, 11, wait: 0, hours: "22:00-06:00"),
      try place("elsewhere", there, 11, wait: 0),
    ]
    #expect(
      ChargingPlanner.best(places, battery).map(\.offer.station.id)
        == ["fast with a wait", "first", "at night", "elsewhere"])
  }
}
