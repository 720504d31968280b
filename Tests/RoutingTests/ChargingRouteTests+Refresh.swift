import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Routes with charging stops, some of which lie behind the vehicle.
extension ChargingRouteTests {
  @Test("the rest of a route takes the time of the stops ahead, and of none behind")
  func remainingTime() async throws {
    let route = try await Self.route(
      Self.map(["C": .init(Self.fast)]), ["A", "E"], Self.energy(capacity: 10, initial: 10))
    try #require(route.sections.count == 2 && route.postActionSeconds > 60)
    let (first, second) = (route.sections[0], route.sections[1])
    #expect(route.remainingSeconds() == route.durationSeconds)
    let before = route.remainingSeconds(from: first.lengthMetres - 1)
    #expect(abs(before - route.postActionSeconds - second.durationSeconds) < 1)
    let behind = route.remainingSeconds(from: first.lengthMetres + 1)
    #expect(abs(behind - second.durationSeconds) < 1)
    #expect(route.remainingSeconds(from: route.lengthMetres + 1) == 0)
  }

  @Test("a refresh plans with the stations of the provider")
  func refreshWithProvider() async throws {
    struct Listed: ChargingStationProvider {
      let station: ChargingStation
      func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] {
        [ChargingOffer(station)]
      }
    }
    let drawing = Self.map([:])
    let roads = try await drawing.build()
    var engine = OfflineRoutingEngine(map: roads.built.map)
    engine.stationProvider = Listed(
      station: ChargingStation(
        id: "listed", coordinate: try drawing.place("C"),
        connectors: [Connector(.ccs, powerKilowatts: 50)]))
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    let route = try await engine.routes(for: request).routes[0]
    #expect(route.sections.map { $0.chargingStation?.id } == ["listed", nil])
    #expect(try await engine.refresh(route, for: request).better == nil)
    let rest = try #require(try await engine.refresh(route, for: request, from: 1_000))
    #expect(rest.route.sections.map { $0.chargingStation?.id } == ["listed", nil])
  }

  @Test("behind a charging stop, a refresh leads to the stops that the request still has")
  func refreshBehindStop() async throws {
    let drawing = Self.map(["B": .init(Self.fast)])
    let roads = try await drawing.build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = RouteRequest(
      waypoints: try ["A", "C", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 12, initial: 10)
    let route = try await engine.routes(for: request).routes[0]
    try #require(route.sections.map { $0.chargingStation?.name } == ["Fast", nil, nil])
    let station = route.sections[0].lengthMetres
    let stopover = station + route.sections[1].lengthMetres
    for (metres, sections, passed) in [
      (station - 1_000, 3, 1), (station + 1_000, 2, 1), (stopover + 1_000, 1, 2),
    ] {
      let rest = try #require(try await engine.refresh(route, for: request, from: metres))
      #expect(rest.route.sections.count == sections && rest.closedEdges.isEmpty)
      #expect(route.waypointCount(before: metres, of: 3) == passed)
    }
    // With the station as a stopover of the request, it is passed too.
    #expect(route.waypointCount(before: station + 1_000, of: 4) == 2)
    #expect(route.waypointCount(before: route.lengthMetres, of: 3) == 3)
  }

  @Test("a refresh drives behind a charging stop at the time after it")
  func refreshAfterStop() async throws {
    // The vehicle arrives at C in less than half an hour, and charges for a quarter of an hour.
    let drawing = AsciiMap(
      """
      A-------B-------C-------D-------E
      """,
      metresPerCell: 2_000,
      ways: [
        "ABC": "highway=primary maxspeed=90",
        "CDE": "highway=primary maxspeed=90 maxspeed:conditional=30~@~(12:32-18:00)",
      ], nodes: ["C": .init(Self.slow)])
    let roads = try await drawing.build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = RouteRequest(waypoints: try ["A", "E"].map { Waypoint(try drawing.place($0)) })
    request.options.energy = Self.energy(capacity: 10, initial: 10)
    request.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
    let route = try await engine.routes(for: request).routes[0]
    try #require(route.sections.map { $0.chargingStation?.name } == ["Slow", nil])
    #expect(route.sections[0].durationSeconds < 1_800)
    #expect(route.sections[1].durationSeconds > 3_000)
    let refreshed = try await engine.refresh(route, for: request).route
    for (old, new) in zip(route.sections, refreshed.sections) {
      #expect(abs(old.durationSeconds - new.durationSeconds) < 0.1)
    }
  }
}
