import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import Navigation

/// Charging stops that the plan of a route inserts are waypoints of the trip, until another route has others.
@Suite struct TripChargingStopTests {
  /// 4 km with a waypoint that is passed, and 1 kWh for a kilometre.
  private static let drawing = AsciiMap(
    "A---B---C---D---E", metresPerCell: 250, ways: ["ABCDE": "highway=primary name=Long"])

  private static func request(charge: Double) throws -> RouteRequest {
    var battery = Battery(capacityKilowattHours: 10, initialChargeKilowattHours: charge)
    battery.setupSeconds = 120
    var request = RouteRequest(
      waypoints: try ["A", "B", "E"].map { Waypoint(try drawing.place($0)) },
      options: .init(steps: true))
    request.options.energy = EnergyOptions(
      model: ConsumptionModel(
        freeFlow: [SpeedConsumption(kmh: 0, perMetre: 1)], ascentPerMetre: 0,
        descentRecoveryPerMetre: 0, auxiliaryPerSecond: 0),
      battery: battery, ensureReachability: true,
      stations: [
        ChargingStation(
          id: "c", name: "Middle", coordinate: try drawing.place("C"),
          connectors: [Connector(.ccs, powerKilowatts: 50)])
      ])
    return request
  }

  @Test("a simulated drive stands at the station while it charges, and the trip tells what is done")
  func drive() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    let request = try Self.request(charge: 2.5)
    let response = try await engine.routes(for: request)
    let route = response.routes[0]
    #expect(route.sections.map { $0.chargingStation?.id } == [nil, "c", nil])
    var trip = try #require(Trip(response, of: request, options: TripOptions()))
    #expect(trip.request.waypoints.count == 4 && trip.state.stops == [1, 2, 3])
    #expect(trip.isStation(2) && trip.state.isSound)
    var charge = TripCharge(try #require(request.options.energy?.battery), on: route)
    var drive = SimulatedDrive(DriveSimulator(route))
    var (arrived, charged): ([Int], [PostAction]) = ([], [])
    var first: TripProgress?
    var last: TripProgress?
    var ends: [Double] = []
    var (charges, departs): (Double?, Double?)
    while let events = drive.next(of: &trip, answering: { .failure($0.id, .cancelled) }) {
      for event in events {
        _ = charge.take(event, of: trip)
        switch event {
        case .didArrive(let waypoint): arrived.append(waypoint)
        case .charging(let waypoint, let station, let actions):
          #expect(waypoint == 2 && station.id == "c")
          charged = actions
          charges = trip.state.now
        case .spoken where charges != nil: departs = departs ?? trip.state.now
        case .progress(let progress):
          first = first ?? progress
          last = progress
          ends.append(progress.time + progress.secondsLeft)
        default: break
        }
      }
    }
    #expect(arrived == [1, 2, 3] && trip.hasEnded)
    #expect(charged == route.sections[1].postActions && route.postActionSeconds > 200)
    // The departure is spoken when the vehicle is charged.
    let stay = try #require(departs) - (try #require(charges))
    #expect(abs(stay - route.postActionSeconds) < 5)
    let (begin, end) = (try #require(first), try #require(last))
    #expect(end.time - begin.time > route.postActionSeconds)
    #expect(abs(begin.secondsLeft - route.durationSeconds) < 5)
    // Also while it charges, the expected end is that of the drive.
    #expect(ends.allSatisfy { abs($0 - end.time) < 90 })
    // The charge is what the plan has left at the end.
    let left = try #require(route.arrivalChargeKilowattHours)
    #expect(abs(try #require(charge.kilowattHours) - left) < 0.05)
    #expect(charge.forecast?.isReached == true)
  }

  @Test("a vehicle at its station is charged, whatever lengths are rounded to")
  func roundedLengths() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    let request = try Self.request(charge: 2.5)
    let battery = try #require(request.options.energy?.battery)
    let planned = try await engine.routes(for: request).routes[0]
    for difference in [-0.02, 0, 0.02] {
      var route = planned
      route.sections[1].lengthMetres += difference
      let station = route.sections[0].lengthMetres + route.sections[1].lengthMetres
      for place in [station - 0.001, station, station + 0.001] {
        let charge = try #require(route.charge(at: place, of: battery))
        let forecast = route.forecast(of: battery, charge: charge, from: place)
        #expect(charge > 1.5 && forecast?.isReached == true, "\(difference), \(place - station)")
      }
      let before = try #require(route.charge(at: station - 5, of: battery))
      #expect(before < 0.6 && route.forecast(of: battery, charge: before, from: station - 5) != nil)
    }
  }

  @Test("another route brings its own stations, and only the caller's waypoints are asked for")
  func otherRoute() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    let request = try Self.request(charge: 2.5)
    let planned = try await engine.routes(for: request)
    var trip = try #require(Trip(planned, of: request, options: TripOptions()))
    #expect(trip.requestFromHere().waypoints.count == 3)
    let direct = try await engine.routes(for: try Self.request(charge: 10)).routes[0]
    #expect(direct.sections.count == 2 && trip.leadsToStops(direct))
    trip.takeStations(of: direct)
    #expect(trip.request.waypoints.count == 3 && trip.state.stops == [1, 2])
    #expect(trip.state.stations == [])
    trip.takeStations(of: planned.routes[0])
    #expect(trip.state.stops == [1, 2, 3] && trip.state.stations == [2])
  }

  @Test("a plan of charging stops is offered as soon as there is one, if the charge does not last")
  func planLater() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    let request = try Self.request(charge: 2.5)
    var without = request
    without.options.energy?.ensureReachability = false
    let response = try await engine.routes(for: without)
    #expect(response.routes[0].sections.count == 2 && response.routes[0].runsOut)
    var options = TripOptions(asks: [.fasterRoute])
    options.improveSeconds = 15
    var trip = try #require(Trip(response, of: request, options: options))
    #expect(trip.runsOut)
    var drive = SimulatedDrive(DriveSimulator(response.routes[0]))
    var (searches, asked): (Int, TripQuestion?) = (0, nil)
    while asked == nil,
      let events = drive.next(
        of: &trip,
        answering: { request in
          do throws(RoutingError) {
            // At first no station is within reach.
            searches += 1
            if searches < 2 { throw .noChargingStations }
            return .response(request.id, try engine.routes(for: request.request))
          } catch { return .failure(request.id, error) }
        })
    {
      for case .question(let question) in events { asked = question }
    }
    #expect(searches == 2)
    let question = try #require(asked)
    guard case .fasterRoute(let planned, let gain) = question.kind else {
      Issue.record("another question: \(question)")
      return
    }
    #expect(planned.sections.map { $0.chargingStation?.id } == [nil, "c", nil] && gain < 0)
    let events = trip.take(.answer(question.id, .yes))
    #expect(events.contains { if case .tookFasterRoute = $0 { true } else { false } })
    #expect(trip.route == planned && trip.isStation(2) && !trip.runsOut)
  }

  @Test("a search for a plan of charging stops follows within a minute")
  func plansSoon() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    var request = try Self.request(charge: 2.5)
    var trip = try #require(Trip(try await engine.routes(for: request), of: request))
    #expect(!trip.runsOut && trip.improveInterval == 300)
    request.options.energy?.ensureReachability = false
    let without = try await engine.routes(for: request)
    (trip.state.now, trip.state.nextImprove, trip.state.isRerouting) = (100, 400, true)
    trip.reroute(without, from: 0)
    #expect(trip.runsOut && trip.state.nextImprove == 160)
    // Who has switched the search off is not asked.
    (trip.state.nextImprove, trip.state.isRerouting) = (nil, true)
    trip.reroute(without, from: 0)
    #expect(trip.state.nextImprove == nil)
  }

  @Test("a vehicle that takes another route while it charges goes on charging")
  func otherRouteWhileCharging() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    var request = try Self.request(charge: 2.5)
    request.options.departure = Departure(iso8601: "2026-11-21T10:00")
    let response = try await engine.routes(for: request)
    var options = TripOptions()
    options.asks = []
    var trip = try #require(Trip(response, of: request, options: options))
    var drive = SimulatedDrive(DriveSimulator(response.routes[0]))
    while trip.state.chargedAt == nil,
      drive.next(of: &trip, answering: { .failure($0.id, .cancelled) }) != nil
    {}
    let rest = trip.secondsAtStation
    #expect(rest > 200)
    // A route that is requested meanwhile departs when the vehicle is charged, and with that charge.
    let asked = trip.requestFromHere().options
    let seconds = try #require(trip.state.now) - (try #require(trip.state.began)) + rest
    let departs = try #require(asked.departure).time.seconds
    let began = try #require(request.options.departure).time.seconds
    #expect(abs(Double(departs - began) - seconds) <= 1)
    let planned = try #require(response.routes[0].sections[2].energy?.departureChargeKilowattHours)
    let charge = try #require(asked.energy?.battery?.initialChargeKilowattHours)
    #expect(planned > 1.5 && abs(charge - planned) < 1e-6)
    // It begins at the station, up to which that charge would not suffice.
    let begins = try #require(trip.requestFromHere().waypoints.first?.coordinate)
    #expect(Distance.metres(begins, response.routes[0].sections[2].departure.position) < 0.1)
    var other = try Self.request(charge: 10)
    other.waypoints = try ["C", "E"].map { Waypoint(try Self.drawing.place($0)) }
    let faster = try await engine.routes(for: other).routes[0]
    trip.state.fasterFrom = trip.state.odometer
    trip.takeFaster(faster, 60)
    #expect(trip.route == faster && trip.secondsAtStation == rest)
    _ = trip.take(.tick((trip.state.now ?? 0) + 20))
    #expect(abs(trip.secondsOfStops - rest + 20) < 0.1)
  }

  @Test("the times of a planned route are refreshed though no plan leads on with the charge")
  func refreshedWithoutCharge() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    let route = try await engine.routes(for: try Self.request(charge: 2.5)).routes[0]
    let low = try Self.request(charge: 0.1)
    await #expect(throws: RoutingError.self) { try await engine.routes(for: low) }
    let refreshed = try await engine.refresh(route, for: low)
    #expect(refreshed.better == nil && refreshed.closedEdges.isEmpty)
    #expect(refreshed.route.sections.map(\.edges.count) == route.sections.map(\.edges.count))
  }

  @Test("the driver of an electric vehicle turns wrong too, wherever it has to charge")
  func wrongTurns() async throws {
    let drawing = AsciiMap(
      """
      F---G---H---I---J
      |   |   |   |   |
      A---B---C---D---E
      """, metresPerCell: 250,
      ways: [
        "ABCDE": "highway=primary name=Long", "FGHIJ": "highway=primary name=Other",
        "AF": "highway=residential", "BG": "highway=residential", "CH": "highway=residential",
        "DI": "highway=residential", "EJ": "highway=residential",
      ])
    let engine = OfflineRoutingEngine(map: try await drawing.build().built.map)
    var request = try Self.request(charge: 2.5)
    request.waypoints = try ["A", "E"].map { Waypoint(try drawing.place($0)) }
    request.options.energy?.stations[0].coordinate = try drawing.place("C")
    let response = try await engine.routes(for: request)
    let route = response.routes[0]
    #expect(route.sections.count == 2)
    var trip = try #require(Trip(response, of: request, options: TripOptions()))
    var drive = SimulatedDrive(DriveSimulator(route), wrongTurns: 1)
    var deviations = 0
    while let events = drive.next(
      of: &trip,
      answering: { asked in
        do throws(RoutingError) {
          return .response(asked.id, try engine.routes(for: asked.request))
        } catch { return .failure(asked.id, error) }
      })
    {
      deviations += events.count { if case .leftRoute = $0 { true } else { false } }
      if deviations > 0 { break }
    }
    #expect(deviations > 0)
  }

  @Test("a route with stations that has another number of stops is no route of the trip")
  func others() async throws {
    let engine = OfflineRoutingEngine(map: try await Self.drawing.build().built.map)
    var request = try Self.request(charge: 2.5)
    let planned = try await engine.routes(for: request)
    request.waypoints.remove(at: 1)
    #expect(Trip(planned, of: request, options: TripOptions()) == nil)
  }
}
