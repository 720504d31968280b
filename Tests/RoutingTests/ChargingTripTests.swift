import Geo
import MapCompiler
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Trips with charging stops on mountains, against trying every charge in steps of 0.05 kWh.
///
/// The reference drives the routes between stations edge by edge. Once it rounds charges down after each leg, once up:
/// the least time lies between. `MAPC_QUERIES` sets the trips of each vehicle on each map, and takes Andorra in:
///
///     MAPC_QUERIES=500 swift test -c release -Xswiftc -enable-testing --filter ChargingTripTests
@Suite struct ChargingTripTests {
  struct Vehicle: Sendable {
    var battery: Battery
    var model: ConsumptionModel
  }

  private static func vehicles() -> [Vehicle] {
    func vehicle(
      _ capacity: Double, _ consumption: Double, _ climb: Double, _ curve: [(Double, Double)],
      setup: Double
    ) -> Vehicle {
      var battery = Battery(capacityKilowattHours: capacity, initialChargeKilowattHours: capacity)
      battery.chargingCurve = curve.map { ChargingPower(kilowattHours: $0.0, kilowatts: $0.1) }
      battery.setupSeconds = setup
      battery.minimumChargeKilowattHours = 0.5
      battery.minimumAtDestinationKilowattHours = 1
      return Vehicle(
        battery: battery,
        model: ConsumptionModel(
          freeFlow: [
            SpeedConsumption(kmh: 10, perMetre: consumption),
            SpeedConsumption(kmh: 100, perMetre: 1.4 * consumption),
          ], ascentPerMetre: climb, descentRecoveryPerMetre: 0.7 * climb,
          auxiliaryPerSecond: 0.5))
    }
    return [
      vehicle(5, 1.2, 4, [], setup: 0),
      vehicle(6, 1.5, 12, [(0, 50), (3, 50), (6, 5)], setup: 60),
      vehicle(8, 2, 20, [(0, 10), (2, 60), (5, 60), (8, 4)], setup: 120),
    ]
  }

  private static func leg(
    _ engine: OfflineRoutingEngine, _ from: Coordinate, _ to: Coordinate, _ model: ConsumptionModel
  ) throws -> ChargingTripReference.Leg? {
    var request = RouteRequest(waypoints: [Waypoint(from), Waypoint(to)])
    request.options.energy = EnergyOptions(model: model)
    let section: RouteSection
    do throws(RoutingError) {
      section = try engine.routes(for: request, offers: nil) { _ in }.routes[0].sections[0]
    } catch {
      guard case .noRoute = error else { throw error }
      return nil
    }
    return ChargingTripReference.Leg(
      seconds: section.durationSeconds,
      edges: try #require(section.energy).spans.map { Double($0.energy) })
  }

  @Test("the least time is that of trying every charge", arguments: [3, 40], 0..<3)
  func leastTime(hills: Int, number: Int) async throws {
    let heights = try HeightFolder { north, east in
      let (x, y) = (east / 1_000, north / 1_000)
      let wave = (x * 3 + y * 7).truncatingRemainder(dividingBy: 2)
      return Int16(600 + Double(hills) * (abs(wave - 1) * 5 + y))
    }
    defer { withExtendedLifetime(heights) {} }
    let grid = StreetGrid(rows: 16, columns: 50)
    let built = try await BuiltMap(xml: grid.xml, options: .withElevation(heights))
    var random = SeededGenerator(seed: UInt64(hills + number))
    try await Self.compare(
      built.map, Self.vehicles()[number], "hills \(hills), vehicle \(number)", &random
    ) { random in
      grid.place(
        Double(Int.random(in: 0..<16, using: &random)),
        Double(Int.random(in: 0..<50, using: &random)))
    }
  }

  @Test(
    "the least time on Andorra is that of trying every charge", .timeLimit(.minutes(60)),
    .enabled(if: HierarchyReferenceTests.queries != nil, "set MAPC_QUERIES"),
    arguments: TestData.present(["andorra-2026.osm.pbf"]), 0..<3)
  func andorra(_ name: String, number: Int) async throws {
    var options = MapCompiler.Options()
    options.elevation = TestData.folder + "/elevation"
    let map = try await BuiltMap(file: TestData.path(name), options: options).map
    let places = try RandomPlaces(try ReferenceGraph(map, .car), leaving: true)
    var random = SeededGenerator(seed: UInt64(number))
    try await Self.compare(
      map, Self.vehicles()[number], "\(name), vehicle \(number)", &random
    ) { random in
      try #require(try places.next(&random)).place
    }
  }

  /// Compares random trips on a map.
  private static func compare(
    _ map: NavMap, _ vehicle: Vehicle, _ name: String, _ random: inout SeededGenerator,
    _ place: (inout SeededGenerator) throws -> Coordinate
  ) async throws {
    var engine = OfflineRoutingEngine(map: map)
    // Not those of the map, which the reference does not know.
    engine.stationProvider = ListedStations([])
    let stations = try (0..<8).map { _ in try place(&random) }
    let choices: [Double] = [4, 22, 100]
    let powers: [Double] = stations.map { _ in choices.randomElement(using: &random) ?? 4 }
    let between = try stations.map { from in
      try stations.map { try leg(engine, from, $0, vehicle.model) }
    }
    var (stops, tried) = (0, 0)
    for trip in 0..<(HierarchyReferenceTests.queries ?? 12) {
      let (from, to) = (try place(&random), try place(&random))
      var energy = EnergyOptions(
        model: vehicle.model, battery: vehicle.battery, ensureReachability: true)
      energy.battery?.initialChargeKilowattHours = Double.random(in: 1...3, using: &random)
      energy.stations = zip(stations, powers).enumerated().map { index, station in
        ChargingStation(
          id: "\(index)", coordinate: station.0,
          connectors: [Connector(.ccs, powerKilowatts: station.1)])
      }
      var legs = try between.enumerated().map { index, row in
        row + [try leg(engine, stations[index], to, vehicle.model)]
      }
      legs.append(try (stations + [to]).map { try leg(engine, from, $0, vehicle.model) })
      let battery = try #require(energy.battery)
      let reference = ChargingTripReference(battery: battery, powers: powers, legs: legs)
      let most = reference.leastSeconds(.down)
      let least = reference.leastSeconds(.up)
      var request = RouteRequest(waypoints: [Waypoint(from), Waypoint(to)])
      request.options.energy = energy
      let note: Comment = "\(name), trip \(trip)"
      do throws(RoutingError) {
        let route = try await engine.routes(for: request).routes[0]
        tried += 1
        stops += route.sections.count - 1
        let seconds = route.durationSeconds
        #expect(seconds >= (least ?? .infinity) * 0.998 - 0.1, note)
        #expect(seconds <= (most ?? .infinity) * 1.002 + 0.1, note)
        #expect(
          !route.notices.contains { if case .chargeTooLow = $0 { true } else { false } }, note)
      } catch {
        switch error {
        case .notReachable: #expect(most == nil, note)
        case .noRoute: continue
        default: throw error
        }
      }
    }
    #expect(stops > 0 && tried > 3)
    print("\(name): \(tried) trips, \(stops) stops")
  }
}
