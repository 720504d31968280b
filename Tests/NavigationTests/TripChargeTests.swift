import Geo
import MapMatching
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import Navigation

/// The charge beside a trip: as the model has it, as it is measured, and what it is enough for.
@Suite struct TripChargeTests {
  /// A road of 4 km, and 1 kWh for a kilometre.
  private static let drawing = AsciiMap(
    "A---B---C---D---E", metresPerCell: 250, ways: ["ABCDE": "highway=primary name=Long"])

  private static func trip(
    charge: Double, minimum: Double = 0
  ) async throws -> (trip: Trip, battery: Battery, roads: AsciiRoads) {
    let roads = try await drawing.build()
    var battery = Battery(capacityKilowattHours: 10, initialChargeKilowattHours: charge)
    battery.minimumChargeKilowattHours = minimum
    let request = RouteRequest(
      waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) },
      options: options(battery))
    let response = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request)
    let trip = try #require(Trip(response, of: request, options: TripOptions(), matcher: nil))
    return (trip, battery, roads)
  }

  private static func options(_ battery: Battery) -> RouteRequest.Options {
    var options = RouteRequest.Options(steps: true)
    options.energy = EnergyOptions(
      model: ConsumptionModel(
        freeFlow: [SpeedConsumption(kmh: 0, perMetre: 1)], ascentPerMetre: 0,
        descentRecoveryPerMetre: 0, auxiliaryPerSecond: 0), battery: battery)
    return options
  }

  @Test("on an alternative the way before its fork is not driven again")
  func alternative() async throws {
    let roads = try await DrawnMap.fork.roads()
    let battery = Battery(capacityKilowattHours: 10, initialChargeKilowattHours: 10)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = RouteRequest(
      waypoints: [try roads.waypoint("S"), try roads.waypoint("Z")],
      options: Self.options(battery))
    var response = try await engine.routes(for: request)
    request.options.exclude = .tolls
    response.routes += try await engine.routes(for: request).routes
    request.options.exclude = []
    try #require(response.routes.count == 2)
    var trip = try #require(
      Trip(response, of: request, matcher: MapMatcher(map: roads.built.map)))
    var charge = TripCharge(battery, on: trip.route)
    var isTaken = false
    for fix in try Drive(speed: 15).fixes("SAEFDZ", on: roads) {
      for event in trip.take(.fix(fix)) {
        _ = charge.take(event, of: trip)
        if case .didTakeAlternative = event { isTaken = true }
      }
    }
    #expect(isTaken && trip.hasEnded)
    // Of 10 kWh, one for each of 2 x 400 m, 2 x 447 m and 1200 m; the fork is 400 m from the start.
    #expect(abs(try #require(charge.kilowattHours) - 7.11) < 0.2)
  }

  @Test("off the route the charge falls as it does on it on average")
  func away() async throws {
    let drawing = AsciiMap(
      """
      A---B---C
      |       |
      F---G---H
      """, metresPerCell: 250,
      ways: ["ABC": "highway=primary name=Long", "AFGHC": "highway=residential name=Round"])
    let roads = try await drawing.build()
    let map = roads.built.map
    let battery = Battery(capacityKilowattHours: 10, initialChargeKilowattHours: 10)
    let request = RouteRequest(
      waypoints: try ["A", "C"].map { Waypoint(try drawing.place($0)) },
      options: Self.options(battery))
    let response = try await OfflineRoutingEngine(map: map).routes(for: request)
    var trip = try #require(Trip(response, of: request, matcher: MapMatcher(map: map)))
    var charge = TripCharge(battery, on: trip.route)
    // The vehicle drives 500 m to F and 1 km to G, and no engine answers.
    for fix in try Drive(stand: 0).fixes("AFG", on: roads) {
      for event in trip.take(.fix(fix)) { _ = charge.take(event, of: trip) }
    }
    #expect(trip.deviation != nil)
    let asked = trip.requestFromHere().options.energy?.battery
    // The first fixes are those from which it is seen to have left the route.
    #expect(abs(try #require(charge.kilowattHours) - 8.5) < 0.25)
    #expect(abs(try #require(asked?.initialChargeKilowattHours) - 8.5) < 0.25)
    // A measured charge counts from there on.
    _ = charge.measure(5)
    #expect(abs(try #require(charge.kilowattHours) - 5) < 1e-6)
  }

  @Test("the charge falls as the model says, and the rest is reachable to the end")
  func model() async throws {
    var (trip, battery, roads) = try await Self.trip(charge: 4.5)
    var charge = TripCharge(battery, on: trip.route)
    #expect(charge.forecast?.isReached == true)
    for fix in try Drive().fixes("ABC", on: roads) {
      for event in trip.take(.fix(fix)) { #expect(charge.take(event, of: trip) == nil) }
    }
    #expect(abs(try #require(charge.kilowattHours) - 2.5) < 0.05)
    #expect(abs(try #require(charge.forecast?.arrivalChargeKilowattHours) - 0.5) < 0.05)
    let request = charge.request(trip.request)
    let begun = try #require(request.options.energy?.battery?.initialChargeKilowattHours)
    #expect(abs(begun - 2.5) < 0.05)
  }

  @Test(
    "a measured charge that does not reach is told once, with what is missing, and so is its end")
  func measured() async throws {
    var (trip, battery, roads) = try await Self.trip(charge: 8, minimum: 1)
    var charge = TripCharge(battery, on: trip.route)
    var told: [TripCharge.Event] = []
    for fix in try Drive().fixes("AB", on: roads) {
      for event in trip.take(.fix(fix)) {
        told += [charge.take(event, of: trip)].compactMap(\.self)
      }
    }
    #expect(told.isEmpty)
    // 3 km are left, and 1 kWh stays in the battery.
    guard case .unreachable(let forecast)? = charge.measure(3.5) else {
      Issue.record("not told")
      return
    }
    #expect(abs(forecast.missingKilowattHours - 0.5) < 0.05)
    #expect(abs(forecast.reachMetres - 2_500) < 50)
    #expect(charge.measure(3.4) == nil)
    #expect(charge.measure(.nan) == nil)
    for fix in try Drive(start: 200).fixes("BC", on: roads) {
      for event in trip.take(.fix(fix)) {
        told += [charge.take(event, of: trip)].compactMap(\.self)
      }
    }
    #expect(told.isEmpty)
    #expect(abs(try #require(charge.kilowattHours) - 2.4) < 0.05)
    guard case .reachable? = charge.measure(5) else {
      Issue.record("not told of enough")
      return
    }
  }

  @Test(
    "a charge that runs out stays out: it is never enough again, and the end is not reached",
    arguments: [1.0, 0])
  func runsOut(minimum: Double) async throws {
    var (trip, battery, roads) = try await Self.trip(charge: minimum + 1, minimum: minimum)
    var charge = TripCharge(battery, on: trip.route)
    // 4 kWh for the way, of which 1 kWh is there above the minimum.
    #expect(abs(try #require(charge.forecast?.missingKilowattHours) - 3) < 0.01)
    var told: [TripCharge.Event] = []
    var lowest = 2.0
    for fix in try Drive().fixes("ABCDE", on: roads) {
      for event in trip.take(.fix(fix)) {
        told += [charge.take(event, of: trip)].compactMap(\.self)
        lowest = min(lowest, charge.kilowattHours ?? 0)
        #expect(charge.forecast?.isReached == false)
      }
    }
    #expect(told.isEmpty && trip.hasEnded)
    #expect(charge.kilowattHours == nil && lowest < 0.05)
    let end = try #require(charge.forecast)
    #expect(end.arrivalChargeKilowattHours == nil)
    // Without a minimum it is what was missing last; at the end itself the minimum.
    #expect(minimum > 0 ? end.missingKilowattHours >= 1 : end.missingKilowattHours > 0)
  }

  @Test("below the minimum the charge goes on, and what is missing is that and the rest of the way")
  func belowMinimum() async throws {
    var (trip, battery, roads) = try await Self.trip(charge: 8, minimum: 1)
    var charge = TripCharge(battery, on: trip.route)
    for fix in try Drive().fixes("AB", on: roads) {
      for event in trip.take(.fix(fix)) { _ = charge.take(event, of: trip) }
    }
    guard case .unreachable(let forecast)? = charge.measure(0.8) else {
      Issue.record("not told")
      return
    }
    #expect(charge.kilowattHours == 0.8 && forecast.reachMetres == 0)
    #expect(abs(forecast.missingKilowattHours - 3.2) < 0.05)
  }

  @Test("a new route is requested with the charge that is left by the model")
  func request() async throws {
    var (trip, _, roads) = try await Self.trip(charge: 4.5)
    for fix in try Drive().fixes("ABC", on: roads) { _ = trip.take(.fix(fix)) }
    let battery = try #require(trip.requestFromHere().options.energy?.battery)
    #expect(abs(battery.initialChargeKilowattHours - 2.5) < 0.05)
    #expect(trip.request.options.energy?.battery?.initialChargeKilowattHours == 4.5)
  }

  @Test("a route without energy has a charge, but no forecast")
  func withoutEnergy() async throws {
    let (trip, battery, _) = try await Self.trip(charge: 4)
    var route = trip.route
    for index in route.sections.indices { route.sections[index].energy = nil }
    let charge = TripCharge(battery, on: route)
    #expect(charge.forecast == nil)
    #expect(charge.kilowattHours == 4)
  }

  @Test("an initial charge that is no number counts as an empty battery")
  func oddCharge() async throws {
    let (trip, battery, _) = try await Self.trip(charge: 4)
    var odd = battery
    odd.initialChargeKilowattHours = .nan
    var charge = TripCharge(odd, on: trip.route)
    #expect(charge.kilowattHours == 0 && charge.forecast?.isReached == false)
    #expect(charge.measure(9) != nil)
    for value in [Double.infinity, -.infinity, 1e300] {
      odd.initialChargeKilowattHours = value
      #expect(TripCharge(odd, on: trip.route).forecast != nil)
    }
  }
}
