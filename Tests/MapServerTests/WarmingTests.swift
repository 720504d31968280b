import Bytes
import Geo
import Logging
import MapReader
import NIOPosix
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import MapServer

/// Vehicles that the engine is prepared for.
@Suite struct WarmingTests {
  @Test("a vehicle is named as URLs name it")
  func named() throws {
    let truck = try #require(
      PreparedVehicle("truck?height=4.0&weight=40&avoid=toll,ferry&exclude=motorway"))
    #expect(truck.vehicle.mode == .truck)
    #expect(truck.vehicle[.height] == 4_000 && truck.vehicle[.weight] == 40_000)
    #expect(truck.options.avoid == [.tolls, .ferries])
    #expect(truck.options.exclude == .motorways)
    let own = try #require(PreparedVehicle("driving?prefer=toll:0.1&max_speed=90&shortest=true"))
    #expect(own.options.costs.preferences == [.toll: 0.1])
    #expect(own.options.maximumSpeedKmh == 90 && own.options.objective == .shortest)
    let plain = try #require(PreparedVehicle("driving"))
    #expect(plain.isPlain && !own.isPlain)
    #expect(try #require(PreparedVehicle("driving?height=3")).vehicle.mode == .truck)
    #expect(try #require(PreparedVehicle("cycling")).vehicle == Vehicle(.bicycle))
  }

  @Test(
    "what no request could ask for is no vehicle",
    arguments: [
      "", "?", "flying", "truck?", "truck?hight=4", "truck?height=", "truck?height=-1",
      "cycling?height=2", "driving?exclude=hills", "driving/1,2;3,4?height=4", "truck&height=4",
    ])
  func refused(text: String) {
    #expect(PreparedVehicle(text) == nil)
  }

  @Test("the last vehicles are remembered")
  func seen() throws {
    let seen = SeenVehicles()
    seen.note(try #require(PreparedVehicle("driving")))
    for height in 1...20 { seen.note(try #require(PreparedVehicle("truck?height=\(height)"))) }
    seen.note(try #require(PreparedVehicle("truck?height=9")))
    #expect(seen.all.count == 16)
    #expect(seen.all.prefix(2).map { $0.vehicle[.height] } == [9_000, 20_000])
    #expect(Set(seen.all).count == 16)
  }

  @Test("in traffic that clients sent, too, recent vehicles without limits are prepared for")
  func recent() async throws {
    let roads = try await AsciiMap.town().build()
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let answerer = Answerer(
      roads.built.map, ServiceLimits(), prepared: [try #require(PreparedVehicle("truck"))],
      timers: MultiThreadedEventLoopGroup.singleton, logger: logger)
    for text in ["driving", "truck", "truck?height=4"] {
      answerer.seen.note(try #require(PreparedVehicle(text)))
    }
    #expect(answerer.recent.map { $0.vehicle[.height] } == [4_000])
    let traffic = try TrafficSnapshot(map: roads.built.map.id, version: 1, made: 0, pieces: [])
    answerer.inForce.withLock { $0 = traffic }
    #expect(answerer.recent.map { $0.vehicle.mode } == [.truck, .car])
  }

  @Test("preparing changes no route")
  func prepared() async throws {
    let roads = try await AsciiMap.town().build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let vehicles = try [
      #require(PreparedVehicle("truck?height=3.9")),
      #require(PreparedVehicle("driving?exclude=motorway")),
    ]
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    await Warming(logger: logger).prepare(engine, for: vehicles).value
    let places = try ["A", "C"].map { try roads.drawing.place($0) }
    let route = try await engine.routes(
      for: RouteRequest(
        waypoints: places.map { Waypoint(latitude: $0.latitude, longitude: $0.longitude) },
        vehicle: vehicles[0].vehicle)
    ).routes[0]
    #expect(abs(route.lengthMetres - (try roads.drawing.metres("ABDEC"))) < 1)
  }
}
