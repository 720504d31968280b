import OnlineRouting
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// The handle of a calculation, on each engine.
@Suite struct HandleTests {
  private static let stops = ["A", "B", "D"]

  private func request(_ served: ServedEngines) throws -> RouteRequest {
    RouteRequest(waypoints: try Self.stops.map { try served.roads.waypoint($0) })
  }

  @Test(
    "a calculation succeeds: state, progress, events and answer agree",
    arguments: EngineKind.allCases)
  func succeeds(_ kind: EngineKind) async throws {
    try await ServedEngines.with(SameRouteTests.town) { served in
      let calculation = served.engine(kind).calculate(try request(served))
      var events: [RouteEvent] = []
      for await event in calculation.events { events.append(event) }
      #expect(events.suffix(2) == [.progress(1), .finished])
      let response = try await calculation.response
      #expect(calculation.state == .succeeded(response))
      #expect(calculation.progress == 1)
      #expect(calculation.nonFatalErrors.isEmpty)
      // To cancel what has ended changes nothing.
      calculation.cancel()
      #expect(calculation.state == .succeeded(response))
      #expect(try await calculation.response == response)
    }
  }

  @Test("a calculation fails: the state holds the error", arguments: EngineKind.allCases)
  func fails(_ kind: EngineKind) async throws {
    try await ServedEngines.with(SameRouteTests.town) { served in
      let calculation = served.engine(kind).calculate(RouteRequest(waypoints: []))
      await #expect(throws: RoutingError.tooFewWaypoints(0)) { try await calculation.response }
      #expect(calculation.state == .failed(.tooFewWaypoints(0)))
      calculation.cancel()
      #expect(calculation.state == .failed(.tooFewWaypoints(0)))
    }
  }

  /// Engines that wait for a service: alone, and behind a map that does not cover the request.
  private func engines(_ base: String) async throws -> [any RoutingEngine] {
    let roads = try await SameRouteTests.town.build()
    let online = OnlineRoutingEngine(base: base, options: .patient())
    return [
      online, HybridRoutingEngine(map: nil, server: online),
      HybridRoutingEngine(map: roads.built.map, server: online),
    ]
  }

  @Test(
    "cancelling ends the wait for a service, and closes its connection",
    arguments: [RawServer.Act.hang, .stall("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")])
  func cancelled(_ act: RawServer.Act) async throws {
    try await RawServer.with([act]) { server, base in
      for (number, engine) in try await engines(base).enumerated() {
        let calculation = engine.calculate(ServiceFaultTests.request)
        #expect(await server.wasAsked(number + 1))
        #expect(calculation.state == .inProgress)
        calculation.cancel()
        #expect(calculation.state == .cancelled)
        await #expect(throws: RoutingError.cancelled) { try await calculation.response }
        #expect(await server.hasClosed(number + 1))
      }
    }
  }

  @Test("cancelling the task does so too")
  func cancelledTask() async throws {
    try await RawServer.with([.hang]) { server, base in
      for (number, engine) in try await engines(base).enumerated() {
        let task = Task { await outcome(engine, ServiceFaultTests.request) }
        #expect(await server.wasAsked(number + 1))
        task.cancel()
        #expect(await task.value.error == .cancelled)
        #expect(await server.hasClosed(number + 1))
      }
    }
  }

  @Test("a pause before asking again is cancelled too")
  func cancelledPause() async throws {
    // A pause that outlasts the test also where hundreds of tests run at once.
    let busy = RawServer.Act.reply(503, "", headers: "Retry-After: 1800\r\n")
    try await RawServer.with([busy]) { server, base in
      let calculation = OnlineRoutingEngine(base: base, options: .patient()).calculate(
        ServiceFaultTests.request)
      for await event in calculation.events {
        #expect(event == .nonFatal(.service(.busy(retryAfterSeconds: 1800))))
        break
      }
      calculation.cancel()
      await #expect(throws: RoutingError.cancelled) { try await calculation.response }
      #expect(server.targets.count == 1)
    }
  }

  @Test("dropping the handle closes the connection")
  func dropped() async throws {
    try await RawServer.with([.hang]) { server, base in
      var calculation: RouteCalculation? = OnlineRoutingEngine(base: base, options: .patient())
        .calculate(ServiceFaultTests.request)
      #expect(await server.wasAsked(1))
      #expect(calculation?.state == .inProgress)
      calculation = nil
      #expect(await server.hasClosed(1))
    }
  }
}
