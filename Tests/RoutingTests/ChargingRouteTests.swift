import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Routes that stop at charging stations.
@Suite struct ChargingRouteTests {
  static let fast =
    "amenity=charging_station name=Fast socket:type2_combo=2 socket:type2_combo:output=150~kW"
  static let slow =
    "amenity=charging_station name=Slow socket:type2=2 socket:type2:output=11~kW"

  /// 64 km of straight road, 2 km a cell; stations at letters.
  static func map(_ nodes: [Character: AsciiMap.Tags]) -> AsciiMap {
    AsciiMap(
      """
      A-------B-------C-------D-------E
      """,
      metresPerCell: 2_000, ways: ["ABCDE": "highway=primary maxspeed=90"], nodes: nodes)
  }

  /// 0.2 kWh for a kilometre at any speed.
  static func energy(
    capacity: Double, initial: Double, _ change: (inout Battery) -> Void = { _ in }
  ) -> EnergyOptions {
    var battery = Battery(capacityKilowattHours: capacity, initialChargeKilowattHours: initial)
    battery.setupSeconds = 60
    change(&battery)
    return EnergyOptions(
      model: ConsumptionModel(
        freeFlow: [SpeedConsumption(kmh: 0, perMetre: 0.2)], ascentPerMetre: 0,
        descentRecoveryPerMetre: 0, auxiliaryPerSecond: 0),
      battery: battery, ensureReachability: true)
  }

  static func route(
    _ drawing: AsciiMap, _ places: [String], _ energy: EnergyOptions,
    _ change: (inout RouteRequest) -> Void = { _ in }
  ) async throws -> Route {
    let roads = try await drawing.build()
    var request = RouteRequest(waypoints: try places.map { Waypoint(try drawing.place($0)) })
    request.options.energy = energy
    change(&request)
    return try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes[0]
  }

  private static func charging(_ section: RouteSection) -> PostAction.Charging? {
    for case .charging(let charging) in section.postActions { return charging }
    return nil
  }

  @Test("the route stops where it charges the fastest, and charges no more than the rest needs")
  func fastest() async throws {
    let route = try await Self.route(
      Self.map(["B": .init(Self.slow), "C": .init(Self.fast)]), ["A", "E"],
      Self.energy(capacity: 10, initial: 10))
    #expect(route.sections.map { $0.chargingStation?.name } == ["Fast", nil])
    let charging = try #require(Self.charging(route.sections[0]))
    #expect(abs(charging.fromKilowattHours - 3.6) < 0.1)
    #expect(abs(charging.toKilowattHours - 6.4) < 0.1)
    #expect(charging.connector == .ccs)
    // 2.8 kWh with 150 kW.
    #expect(abs(charging.seconds - 2.8 * 24) < 3)
    #expect(abs(try #require(route.arrivalChargeKilowattHours)) < 1e-6)
    #expect(route.sections[0].postActions.first == .chargingSetup(seconds: 60))
    #expect(abs(route.postActionSeconds - 60 - charging.seconds) < 1e-6)
    #expect(!route.notices.contains { if case .chargeTooLow = $0 { true } else { false } })
  }

  @Test("charges never fall below the minima")
  func minima() async throws {
    let route = try await Self.route(
      Self.map(["B": .init(Self.slow), "C": .init(Self.fast)]), ["A", "E"],
      Self.energy(capacity: 10, initial: 10) {
        $0.minimumChargeKilowattHours = 1
        $0.minimumAtDestinationKilowattHours = 2
        $0.minimumAtChargerKilowattHours = 4
      })
    // Fast would be reached with 3.6.
    #expect(route.sections[0].chargingStation?.name == "Slow")
    for section in route.sections {
      let arrival = try #require(section.energy?.arrivalChargeKilowattHours)
      #expect(arrival >= (section.chargingStation == nil ? 2 : 4) - 1e-9)
    }
    #expect(abs(try #require(route.arrivalChargeKilowattHours) - 2) < 1e-6)
  }

  @Test("a charge that suffices needs no stop")
  func noStop() async throws {
    let route = try await Self.route(
      Self.map(["C": .init(Self.fast)]), ["A", "E"], Self.energy(capacity: 20, initial: 15))
    #expect(route.sections.count == 1)
    #expect(route.sections[0].postActions.isEmpty)
  }

  @Test("only stations with a connector that fits, open to the public and to the vehicle, are used")
  func connectors() async throws {
    let drawing = Self.map([
      "B": .init(Self.slow), "C": .init(Self.fast), "D": .init(Self.fast + " access=private"),
    ])
    let route = try await Self.route(
      drawing, ["A", "E"],
      Self.energy(capacity: 10, initial: 10) {
        $0.connectors = [.type2]
        $0.maximumPowerKilowatts = 7
      })
    #expect(route.sections[0].chargingStation?.name == "Slow")
    let charging = try #require(Self.charging(route.sections[0]))
    #expect(abs(charging.kilowattHours / charging.seconds * 3600 - 7) < 0.01)
    await #expect(throws: RoutingError.self) {
      _ = try await Self.route(
        drawing, ["A", "E"],
        Self.energy(capacity: 10, initial: 10) { $0.connectors = [.chademo] })
    }
  }

  private static func mayBeClosed(_ route: Route) -> [String] {
    route.notices.compactMap { if case .stationMayBeClosed(let name) = $0 { name } else { nil } }
  }

  @Test("no stop is at a station that is closed then; hours that are not known are said")
  func hours() async throws {
    let drawing = Self.map([
      "B": .init(Self.slow), "C": .init(Self.fast + " opening_hours=08:00-20:00"),
    ])
    func route(at time: String?) async throws -> Route {
      try await Self.route(drawing, ["A", "E"], Self.energy(capacity: 10, initial: 10)) {
        $0.options.departure = time.flatMap { Departure(iso8601: $0) }
      }
    }
    // It takes more than 20 minutes to the fast station, and less than half an hour.
    let day = try await route(at: "2026-11-23T12:00Z")
    #expect(day.sections[0].chargingStation?.name == "Fast" && Self.mayBeClosed(day) == [])
    let early = try await route(at: "2026-11-23T07:00Z")
    #expect(early.sections[0].chargingStation?.name == "Slow")
    let late = try await route(at: "2026-11-23T19:45Z")
    #expect(late.sections[0].chargingStation?.name == "Slow")
    #expect(Self.mayBeClosed(late) == ["Slow"])
    let unknown = try await route(at: nil)
    #expect(unknown.sections[0].chargingStation?.name == "Fast")
    #expect(Self.mayBeClosed(unknown) == ["Fast"])
  }

  /// Two stops are needed, at B and at D; the road to D is slow when the vehicle comes from B.
  ///
  /// By the times at the departure, the vehicle leaves D before 12:50; it arrives after 12:53.
  static func late(_ places: [String: String]) -> AsciiMap {
    AsciiMap(
      """
      A-------B-------C-----e-D-------E
      """,
      metresPerCell: 2_000,
      ways: [
        "ABC": "highway=primary maxspeed=90",
        "CeDE": "highway=primary maxspeed=90 maxspeed:conditional=30~@~(12:16-18:00)",
      ],
      nodes: [
        "B": .init(fast), "e": .init(places["e"] ?? "noexit=yes"),
        "D": .init(fast + " opening_hours=08:00-12:51"),
      ])
  }

  @Test("the charge goes on over a stopover, and a stop before it charges for what follows")
  func stopover() async throws {
    let route = try await Self.route(
      Self.map(["B": .init(Self.fast)]), ["A", "C", "E"], Self.energy(capacity: 12, initial: 10))
    #expect(route.sections.map { $0.chargingStation?.name } == ["Fast", nil, nil])
    let charging = try #require(Self.charging(route.sections[0]))
    #expect(abs(charging.toKilowattHours - 9.6) < 0.1)
    #expect(abs(try #require(route.arrivalChargeKilowattHours)) < 1e-6)
  }

  @Test("a trip that begins in a piece of the network on its own is planned from the next road")
  func cutOff() async throws {
    let drawing = AsciiMap(
      """
      x-y
      A-------B-------C-------D-------E
      """,
      metresPerCell: 2_000,
      ways: ["ABCDE": "highway=primary maxspeed=90", "xy": "highway=service"],
      nodes: ["C": .init(Self.fast)])
    let route = try await Self.route(
      drawing, ["x", "E"], Self.energy(capacity: 10, initial: 10)
    ) { $0.options.snapRadiusMetres = 5_000 }
    #expect(route.sections.map { $0.chargingStation?.name } == ["Fast", nil])
  }

  @Test("the caller's own stations are used")
  func own() async throws {
    let drawing = Self.map([:])
    var energy = Self.energy(capacity: 10, initial: 10)
    energy.stations = [
      ChargingStation(
        id: "mine", coordinate: try drawing.place("C>D 0.1"),
        connectors: [Connector(.ccs, powerKilowatts: 50)])
    ]
    let route = try await Self.route(drawing, ["A", "E"], energy)
    #expect(route.sections[0].chargingStation?.id == "mine")
  }

  @Test("a provider knows how long to wait")
  func provider() async throws {
    struct Waits: ChargingStationProvider {
      let stations: [ChargingStation]
      let seconds: Double
      func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] {
        stations.map { ChargingOffer($0, waitSeconds: $0.name == "Fast" ? seconds : 0) }
      }
    }
    let drawing = Self.map(["B": .init(Self.slow), "C": .init(Self.fast)])
    let roads = try await drawing.build()
    var engine = OfflineRoutingEngine(map: roads.built.map)
    let stations = try StationReader(roads.built.map).stations(in: roads.built.map.header.box)
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    let cases: [(seconds: Double, station: String)] = [
      (7_200, "Slow"), (.infinity, "Slow"), (-7_200, "Fast"), (.nan, "Fast"),
    ]
    for (seconds, station) in cases {
      engine.stationProvider = Waits(stations: stations, seconds: seconds)
      let route = try await engine.routes(for: request).routes[0]
      #expect(route.sections[0].chargingStation?.name == station, "\(seconds)")
    }
  }

  @Test("what does not go together is refused by name")
  func refusals() async throws {
    let drawing = Self.map(["C": .init(Self.fast)])
    let energy = Self.energy(capacity: 10, initial: 10)
    func refusal(_ change: @escaping (inout RouteRequest) -> Void) async -> String {
      do {
        _ = try await Self.route(drawing, ["A", "B", "E"], energy, change)
        return "none"
      } catch { return "\(error)" }
    }
    #expect(await refusal { $0.options.objective = .shortest }.contains("ensureReachability"))
    #expect(await refusal { $0.options.alternatives = 1 }.contains("ensureReachability"))
    #expect(await refusal { $0.waypoints[1].kind = .passThrough }.contains("pass-through"))
    #expect(await refusal { $0.options.energy?.battery = nil }.contains("ensureReachability"))
  }

  @Test("the number of stations that are searched has a bound, which a refusal names")
  func manyStations() async throws {
    let drawing = Self.map([:])
    let place = try drawing.place("B")
    var energy = Self.energy(capacity: 8, initial: 8)
    // Side by side: of equal stations at one coordinate, only one is searched.
    energy.stations = (0..<45 as Range<Int32>).map {
      ChargingStation(
        id: "own/\($0)",
        coordinate: Coordinate(
          latitudeUnits: place.latitudeUnits, longitudeUnits: place.longitudeUnits + $0),
        connectors: [.init(.ccs, powerKilowatts: 150)])
    }
    do {
      // 90 stages leave room for 35 stations; from B, 16 km from A, there are 48 km: 9.6 kWh of 8.
      let places = (0..<90).map { $0 % 2 == 0 ? "A" : "B" } + ["E"]
      _ = try await Self.route(drawing, places, energy)
      Issue.record("reached")
    } catch {
      #expect("\(error)".contains("the 35 stations with the smallest detours"), "\(error)")
    }
  }

  @Test("a map without stations says so")
  func noStations() async throws {
    await #expect(throws: RoutingError.noChargingStations) {
      _ = try await Self.route(
        Self.map([:]), ["A", "E"], Self.energy(capacity: 10, initial: 10))
    }
  }

  @Test("a provider without stations says so, and stations off the earth are named")
  func oddStations() async throws {
    struct Listed: ChargingStationProvider {
      let stations: [ChargingStation]
      func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] {
        stations.map { ChargingOffer($0) }
      }
    }
    let drawing = Self.map(["C": .init(Self.fast)])
    let roads = try await drawing.build()
    let nowhere = ChargingStation(
      id: "far", coordinate: Coordinate(latitudeUnits: .max, longitudeUnits: 0),
      connectors: [Connector(.ccs, powerKilowatts: 50)])
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    let refused = RoutingError.invalidEnergy(
      name: "stations", reason: "far: its coordinate is out of range")
    for (stations, error) in [([], .noChargingStations), ([nowhere], refused)]
      as [([ChargingStation], RoutingError)]
    {
      var engine = OfflineRoutingEngine(map: roads.built.map)
      engine.stationProvider = Listed(stations: stations)
      await #expect(throws: error) { try await engine.routes(for: request) }
    }
    request.options.energy?.stations = [nowhere]
    await #expect(throws: refused) {
      try await OfflineRoutingEngine(map: roads.built.map).routes(for: request)
    }
  }

  @Test("a refusal says how far it gets, from where, and what is missing")
  func notReachable() async throws {
    do {
      // From B, 16 km from A, there are 48 km: 9.6 kWh of 8.
      _ = try await Self.route(
        Self.map(["B": .init(Self.fast)]), ["A", "E"], Self.energy(capacity: 8, initial: 8))
      Issue.record("reached")
    } catch let error as RoutingError {
      guard case .notReachable(let metres, let station, let missing, nil) = error else {
        throw error
      }
      #expect(station == "Fast")
      #expect(abs(metres - 40_000) < 500)
      #expect(abs(missing - 1.6) < 0.1)
    }
  }

  @Test(
    "stops found among the stations with the smallest detours are the best of all",
    .timeLimit(.minutes(60)))
  func pruning() async throws {
    for seed in 0..<6 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let grid = StreetGrid(rows: 12, columns: 60)
      let stations = (0..<30).map { index in
        ChargingStation(
          id: "\(index)",
          coordinate: grid.place(
            Double(Int.random(in: 0..<12, using: &random)),
            Double(Int.random(in: 0..<60, using: &random))),
          connectors: [
            Connector(.ccs, powerKilowatts: [3.0, 11, 50].randomElement(using: &random) ?? 3)
          ])
      }
      let built = try await BuiltMap(xml: grid.xml)
      let engine = OfflineRoutingEngine(map: built.map)
      var request = RouteRequest(waypoints: [
        Waypoint(grid.place(1, 1)), Waypoint(grid.place(10.5, 58)),
      ])
      var energy = Self.energy(capacity: 0.6, initial: 0.4)
      energy.battery?.chargingCurve = [
        ChargingPower(kilowattHours: 0, kilowatts: 20),
        ChargingPower(kilowattHours: 0.6, kilowatts: 2),
      ]
      energy.stations = stations
      request.options.energy = energy
      let route = try await engine.routes(for: request).routes[0]
      var charge = Battery.milliwattHours(0.4)
      for section in route.sections {
        for span in try #require(section.energy).spans {
          charge = min(charge - span.energy, Battery.milliwattHours(0.6))
          #expect(charge >= 0)
        }
        if let charging = Self.charging(section) {
          #expect(Battery.milliwattHours(charging.fromKilowattHours) == charge)
          charge = Battery.milliwattHours(charging.toKilowattHours)
        }
      }
      let planner = try #require(try ChargingPlanner(engine, request, offers: nil))
      let all = try planner.staged(planner.places)
      let best = try #require(all.plan())
      #expect(abs(best.seconds - route.durationSeconds) < 0.05)
    }
  }
}
