import Bytes
import Geo
import MapReader
import NavFormat
import OnlineRouting
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Which engine is asked, what happens when it fails, and what becomes of a service's route.
@Suite struct HybridTests {
  /// An engine that gives one answer, and counts.
  private static func server(_ error: RoutingError?) -> FakeEngine { FakeEngine(error: error) }

  private func request(_ roads: AsciiRoads, _ from: String, _ to: String) throws -> RouteRequest {
    RouteRequest(waypoints: [try roads.waypoint(from), try roads.waypoint(to)])
  }

  @Test("the policy says which engine is asked")
  func policies() async throws {
    let roads = try await SameRouteTests.town.build()
    let short = try request(roads, "A", "C")
    // Straight lines of 400 m.
    let metres = try roads.drawing.metres("AC")
    let rows: [(HybridRoutingEngine.Policy, RouteOrigin)] = [
      (.onBoardOnly, .offline), (.serverOnly, .online), (.combined, .offline),
      (.onBoardWithin(metres: metres + 1), .offline), (.onBoardWithin(metres: metres - 1), .online),
      (.onBoardWhereCovered, .offline),
    ]
    for (policy, origin) in rows {
      let engine = HybridRoutingEngine(
        map: roads.built.map, server: Self.server(nil), policy: policy, snapLimitMetres: 0)
      let found = await outcome(engine, short)
      #expect(found.route?.origin == origin, "\(policy)")
    }
    let outside = RouteRequest(waypoints: [
      short.waypoints[0], Waypoint(latitude: 47.3, longitude: 8.3),
    ])
    let engine = HybridRoutingEngine(
      map: roads.built.map, server: Self.server(nil), policy: .onBoardWhereCovered,
      snapLimitMetres: 0)
    let calculation = engine.calculate(outside)
    #expect(try await calculation.response.routes[0].origin == .online)
    #expect(calculation.nonFatalErrors.isEmpty)
  }

  @Test("where one fails the other is asked, and the failure is told")
  func fallsOver() async throws {
    let roads = try await SameRouteTests.town.build()
    let request = try request(roads, "A", "C")
    let down = RoutingError.service(.unreachable(reason: "test"))
    let far = HybridRoutingEngine(
      map: roads.built.map, server: Self.server(down), policy: .onBoardWithin(metres: 0))
    let calculation = far.calculate(request)
    #expect(try await calculation.response.routes[0].origin == .offline)
    #expect(calculation.nonFatalErrors == [down])
    // With one engine only, its failure is the answer.
    let only = HybridRoutingEngine(
      map: roads.built.map, server: Self.server(down), policy: .serverOnly)
    #expect(await outcome(only, request).error == down)
  }

  @Test("without a map for the area the error names the box that is missing")
  func noMap() async throws {
    let roads = try await SameRouteTests.town.build()
    let inside = try roads.waypoint("A")
    let outside = [Waypoint(latitude: 48, longitude: 9), Waypoint(latitude: 48.5, longitude: 8.5)]
    let box = Box(
      minLatitude: 480_000_000, minLongitude: 85_000_000, maxLatitude: 485_000_000,
      maxLongitude: 90_000_000)
    let request = RouteRequest(waypoints: [inside] + outside)
    let error = RoutingError.noMap(missing: box)
    #expect(error.description.contains("48.0,8.5 to 48.5,9.0"))
    let onBoard = HybridRoutingEngine(
      map: roads.built.map, server: Self.server(nil), policy: .onBoardOnly)
    #expect(await outcome(onBoard, request).error == error)
    let both = HybridRoutingEngine(
      map: roads.built.map, server: Self.server(nil), policy: .onBoardWithin(metres: 1e9),
      snapLimitMetres: 0)
    let calculation = both.calculate(request)
    #expect(try await calculation.response.routes[0].origin == .online)
    #expect(calculation.nonFatalErrors == [error])
    let none = HybridRoutingEngine(map: nil, server: Self.server(nil), policy: .onBoardOnly)
    #expect(await outcome(none, RouteRequest(waypoints: outside)).error == error)
  }

  @Test("a refusal that names the rules is an answer: the service is not asked to overrule it")
  func refusal() async throws {
    let drawing = AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8", "CD": "highway=primary",
      ])
    let roads = try await drawing.build()
    var request = try request(roads, "A", "D")
    request.vehicle = .lorry(height: 4_000)
    let server = Self.server(nil)
    let engine = HybridRoutingEngine(map: roads.built.map, server: server)
    guard case .noRoute(0, 1, .truck, let blockers) = await outcome(engine, request).error else {
      Issue.record("a route under the bridge")
      return
    }
    #expect(blockers.map(\.tag) == ["maxheight=3.8"])
    #expect(server.count == 0)
  }

  @Test("if both fail, the error that says something of the request is thrown, else the first")
  func bothFail() async throws {
    let roads = try await SameRouteTests.town.build()
    let request = try request(roads, "A", "C")
    let failure = MapFailure(.unreadable, path: "x.nav", text: "cannot open")
    let noRoute = RoutingError.noRoute(from: 0, to: 1, mode: .car, blockers: [])
    let down = RoutingError.service(.redirected)
    let map = RoutingError.map(failure)
    let tooFar = RoutingError.notReachable(metres: 1, station: nil, missingKilowattHours: 2)
    let tooFast = RoutingError.invalidSetting(
      name: "maximum speed", value: 1e9, minimum: 0.1, maximum: 6_000)
    for (error, wanted) in [
      (noRoute, noRoute), (tooFar, tooFar), (tooFast, tooFast), (down, map),
    ] {
      let engine = HybridRoutingEngine(onBoard: .failure(failure), server: Self.server(error))
      #expect(await outcome(engine, request).error == wanted)
    }
    let none = HybridRoutingEngine(map: nil, server: Self.server(down))
    guard case .noMap = await outcome(none, request).error else {
      Issue.record("not told that a map is missing")
      return
    }
  }

  @Test("an engine whose response has no route has failed: the other one answers, or an error")
  func noRoutes() async throws {
    let roads = try await SameRouteTests.town.build()
    let request = try request(roads, "A", "C")
    let failure = RoutingError.service(.malformed("it has no routes"))
    let both = HybridRoutingEngine(
      map: roads.built.map, server: OddEngine(), policy: .onBoardWithin(metres: 0))
    let calculation = both.calculate(request)
    #expect(try await calculation.response.routes[0].origin == .offline)
    #expect(calculation.nonFatalErrors == [failure])
    let only = HybridRoutingEngine(map: roads.built.map, server: OddEngine(), policy: .serverOnly)
    #expect(await outcome(only, request).error == failure)
    let broken = OddEngine().calculate(request)
    await #expect(throws: failure) { try await broken.response }
    #expect(broken.state == .failed(failure))
  }

  @Test("progress that is no share, and an end that comes too early, are not passed on")
  func oddProgress() async throws {
    let roads = try await SameRouteTests.town.build()
    let request = try request(roads, "A", "C")
    for engine in [
      HybridRoutingEngine(
        map: roads.built.map, server: OddEngine(), policy: .onBoardWithin(metres: 0)), OddEngine(),
    ] as [any RoutingEngine] {
      let calculation = engine.calculate(request)
      var events: [RouteEvent] = []
      for await event in calculation.events { events.append(event) }
      #expect(events.prefix(2) == [.progress(1), .progress(0)])
      #expect(events.firstIndex(of: .finished) == events.count - 1)
    }
  }

  @Test("a service's route gets the map's edges up to the limit; beyond it stays as it was")
  func snapLimit() async throws {
    let drawing = AsciiMap(
      "A---B---C---D---E", metresPerCell: 100,
      ways: [
        "AB": "highway=primary name=One", "BC": "highway=primary name=Two",
        "CD": "highway=primary name=Three", "DE": "highway=primary name=Four",
      ])
    try await ServedEngines.with(drawing) { served in
      var request = try request(served.roads, "A", "E")
      request.options.steps = true
      let online = OnlineRoutingEngine(base: served.base, options: .patient())
      let plain = try await online.routes(for: request).routes[0]
      #expect(plain.wayIDs.isEmpty && plain.origin == .online)
      for (limit, names) in [
        (Double.infinity, ["One", "Two", "Three", "Four"]), (750.0, ["One", "Two"]), (0, []),
      ] {
        let engine = HybridRoutingEngine(
          map: served.roads.built.map, server: online, policy: .serverOnly,
          snapLimitMetres: limit)
        let route = try await engine.routes(for: request).routes[0]
        #expect(route.sections[0].edges.compactMap(\.name) == names, "\(limit)")
        #expect(served.roads.letters(route) == "ABCDE")
        #expect(route.lengthMetres == plain.lengthMetres)
        #expect(route.durationSeconds == plain.durationSeconds)
        #expect(route.notices.isEmpty)
        let steps = route.sections[0].steps
        #expect(steps.map(\.roadName) == plain.sections[0].steps.map(\.roadName))
        #expect(steps.map(\.points) == plain.sections[0].steps.map(\.points))
      }
    }
  }

  @Test("durations are the service's, or those of the map's roads if that is wanted")
  func times() async throws {
    let roads = try await AsciiMap(
      "A---B---C", metresPerCell: 200,
      ways: ["AB": "highway=primary", "BC": "highway=residential"]
    ).build()
    let places = try ["A", "B", "C"].map { try roads.waypoint($0) }
    let line = places.compactMap(\.coordinate)
    let map = try await OfflineRoutingEngine(map: roads.built.map).routes(
      for: RouteRequest(waypoints: [places[0], places[2]]))
    let server = FakeEngine(error: nil, line: line)
    var engine = HybridRoutingEngine(
      map: roads.built.map, server: server, policy: .serverOnly)
    let request = RouteRequest(waypoints: [places[0], places[2]])
    #expect(try await engine.routes(for: request).routes[0].durationSeconds == 1)
    engine.usesServerTimes = false
    let route = try await engine.routes(for: request).routes[0]
    #expect(abs(route.durationSeconds - map.routes[0].durationSeconds) < 1)
    let outside = FakeEngine(error: nil)
    engine = HybridRoutingEngine(map: nil, server: outside, policy: .serverOnly)
    engine.usesServerTimes = false
    #expect(try await engine.routes(for: request).routes[0].durationSeconds == 1)
  }

  @Test("where the local map has no such road, a notice says from where to where")
  func notOnMap() async throws {
    let whole = AsciiMap(
      "A---B---C---D", metresPerCell: 200,
      ways: ["AB": "highway=primary", "BC": "highway=primary", "CD": "highway=primary"])
    let part = AsciiMap(
      "A---B---C---D", metresPerCell: 200,
      ways: ["AB": "highway=primary", "CD": "highway=primary"])
    let local = try await part.build()
    try await ServedEngines.with(whole) { served in
      let request = try request(served.roads, "A", "D")
      let online = OnlineRoutingEngine(base: served.base, options: .patient())
      let engine = HybridRoutingEngine(
        map: local.built.map, server: online, policy: .serverOnly)
      let route = try await engine.routes(for: request).routes[0]
      #expect(route.origin == .onlineOnMap)
      #expect(served.roads.letters(route) == "ABCD")
      #expect(route.wayIDs == [try part.way("AB"), try part.way("CD")])
      let spans = route.notices.compactMap { notice -> ClosedRange<Double>? in
        if case .notOnMap(let span) = notice { span } else { nil }
      }
      let span = try #require(spans.first)
      #expect(spans.count == 1 && route.notices.count == 1)
      #expect(abs(span.lowerBound - 800) < 260 && abs(span.upperBound - 1_600) < 260)
    }
  }
}

/// An engine that breaks its promises: its progress is no share, and its response has no routes.
private struct OddEngine: RoutingEngine {
  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    for share in [Double.nan, 5, -1] { observe(.progress(share)) }
    observe(.finished)
    return RouteResponse(routes: [])
  }
}

/// An engine that gives one answer, and counts how often it is asked.
private final class FakeEngine: RoutingEngine {
  private let error: RoutingError?
  private let line: [Coordinate]?
  private let asked = Counter()

  init(error: RoutingError?, line: [Coordinate]? = nil) {
    self.error = error
    self.line = line
  }

  var count: Int { asked.value }

  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    asked.add()
    if let error { throw error }
    let places = request.waypoints.compactMap(\.coordinate)
    let ends = places.map { SnappedWaypoint(position: $0, distanceMetres: 0, roadName: nil) }
    let section = RouteSection(
      departure: ends[0], arrival: ends[1], polyline: line ?? places, lengthMetres: 1,
      durationSeconds: 1, edges: [])
    return RouteResponse(routes: [Route(sections: [section], notices: [], origin: .online)])
  }
}
