import Geo
import MapReader
import OnlineRouting
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of `Golden`: JSON of this version, and of an invented later one.
@Suite struct GoldenTests {
  // MARK: This version

  @Test("what this version wrote is read, and written again as it was")
  func writtenAgain() throws {
    func expectSame<Value: Codable>(_ name: String, _ type: Value.Type) throws {
      let written = try GoldenFile.tree(try GoldenFile.read(name, as: type))
      #expect(try GoldenFile.read(name, as: Tree.self).difference(from: written) == nil, "\(name)")
    }
    try expectSame("1/request.json", RouteRequest.self)
    try expectSame("1/response.json", RouteResponse.self)
    try expectSame("1/steps.json", [RouteStep].self)
    try expectSame("1/more-steps.json", [RouteStep].self)
    try expectSame("1/errors.json", [RoutingError].self)
    try expectSame("1/more-request.json", RouteRequest.self)
    try expectSame("1/more-response.json", RouteResponse.self)
    try expectSame("1/more-notices.json", [RouteNotice].self)
    try expectSame("1/more-errors.json", [RoutingError].self)
  }

  @Test("no error or notice of this version is read as unknown")
  func allKnown() throws {
    let errors: [RoutingError] = try GoldenFile.read("1/errors.json")
    for error in errors {
      switch error {
      case .unknown, .service(.unknown): Issue.record("\(error)")
      case .map(let failure): #expect(MapFailure.Kind.allCases.contains(failure.kind))
      default: break
      }
    }
    let response: RouteResponse = try GoldenFile.read("1/response.json")
    for notice in response.routes[0].notices {
      if case .unknown = notice { Issue.record("\(notice)") }
    }
    #expect(response.routes[0].notices.count == 10 && errors.count == 23)
  }

  @Test("the request of the file")
  func request() throws {
    var vehicle = Vehicle(.truck)
    let limits: [(LimitKind, UInt32)] = [
      (.height, 4_000), (.width, 2_550), (.length, 16_500), (.weight, 18_000),
      (.weightRating, 26_000), (.axleLoad, 8_000), (.bogieLoad, 16_000), (.axles, 5),
      (.trailers, 1), (.hazmat, 1), (.hazmatWater, 0), (.tunnelCode, 3),
    ]
    for (kind, value) in limits { vehicle[kind] = value }
    let expected = RouteRequest(
      waypoints: [
        Waypoint(
          latitude: 43.73, longitude: 7.42, approach: .curb, radiusMetres: 50,
          course: Course(degrees: 90, tolerance: 20),
          wayID: 4_711),
        Waypoint(
          latitude: 43.735, longitude: 7.425, kind: .passThrough, approach: .opposite,
          radiusMetres: .infinity),
        Waypoint(latitude: 43.74, longitude: 7.43),
      ],
      vehicle: vehicle,
      options: .init(
        alternatives: 2, avoid: [.tolls, .tunnels], exclude: [.ferries, .motorways, .unpaved],
        objective: .shortest, snapRadiusMetres: .infinity,
        departure: Departure(iso8601: "2026-11-21T10:00+01:00"), strictConditions: true,
        allowViolations: true,
        publicHolidays: [
          try #require(LocalDate(iso8601: "2026-12-25")),
          try #require(LocalDate(iso8601: "2026-12-26")),
        ],
        maximumSpeedKmh: 82.5,
        adjustments: [
          RoadAdjustment(edge: Self.edge(1), .closed),
          RoadAdjustment(edge: Self.edge(2), .time(permille: 2_000)),
          RoadAdjustment(edge: Self.edge(3), .weight(permille: 500)),
        ], explainsRefusals: false, steps: true, polyline: false))
    #expect(try GoldenFile.read("1/request.json") == expected)
  }

  private static func edge(_ number: UInt32) -> EdgeID {
    EdgeID(map: MapID(rawValue: 0xAB), number: EdgeNumber(rawValue: number))
  }

  @Test("facts of the response of the file")
  func response() throws {
    let route = try GoldenFile.read("1/response.json", as: RouteResponse.self).routes[0]
    let section = route.sections[0]
    let edge = section.edges[0]
    #expect(route.origin == .onlineOnMap && route.durationSeconds == 123.25)
    #expect(section.departure.position == Coordinate(latitude: 43.73, longitude: 7.42))
    #expect(section.wayIDs == [8] && edge.ref == "D 1" && !edge.isForward)
    #expect(edge.durationSeconds == 120 && edge.turnDurationSeconds == 3.25 && edge.points == 0...2)
    #expect(edge.road.roadClass == .livingStreet && edge.road.surface == .gravel)
    #expect(edge.road.flags == [.toll, .bridge, .truckNetwork] && edge.road.lanes == 4)
    #expect(edge.road.access(.forward)[.truck] == .destination)
    #expect(edge.road.access(.forward)[.bus] == .no)
    #expect(edge.road.forwardTruckSpeed == .unlimited && edge.road.forwardSpeed == .kmh(50))
    #expect(edge.limits == [VehicleLimit(.height, 3_800, directions: .backward)])
    #expect(
      edge.conditionalRules.dropFirst() == [
        RoadRule(
          .limit(.trailers, nil), directions: .forward,
          condition: Condition([.vehicle(.weight, .greater, 7_500)])),
        RoadRule(
          .access(.no, [ModeSet(.truck), ModeSet(.bus)]), directions: .forward,
          condition: Condition([.atEnds(.residents), .unknown("wet")])),
        RoadRule(.speed(.kmh(60)), directions: .backward),
        RoadRule(.truckSpeed(.kmh(50)), directions: .backward),
        RoadRule(.ban(ModeSet(.car))), RoadRule(.turnRound(ModeSet(.car))),
      ])
    #expect(section.steps[0].maneuver.kind == .exitRoundabout)
    #expect(section.steps[0].maneuver.direction == .slightLeft)
    #expect(route.violations.map(\.tag) == ["restriction=no_left_turn"])
    #expect(route.violations.map(\.span) == [1_200...1_200])
    #expect(route.potentialRules.map(\.count) == [2])
  }

  @Test("members that are added anywhere in an answer change nothing")
  func addedMembers() throws {
    try GoldenFile.expectGrownSame("1/response.json", RouteResponse.self)
    try GoldenFile.expectGrownSame("1/errors.json", [RoutingError].self)
    try GoldenFile.expectGrownSame("1/steps.json", [RouteStep].self)
    try GoldenFile.expectGrownSame("1/more-steps.json", [RouteStep].self)
    try GoldenFile.expectGrownSame("1/more-response.json", RouteResponse.self)
    try GoldenFile.expectGrownSame("1/more-notices.json", [RouteNotice].self)
    // A number that is none, as in one of these errors, is not equal to itself.
    let errors: [RoutingError] = try GoldenFile.read("1/more-errors.json")
    let grown = try GoldenFile.read("1/more-errors.json", as: Tree.self).grown
    #expect(
      try GoldenFile.tree(GoldenFile.decoded(grown, as: [RoutingError].self))
        == GoldenFile.tree(errors))
  }

  // MARK: A later version

  @Test("a later version's response is read as far as it is known")
  func laterResponse() throws {
    let response: RouteResponse = try GoldenFile.read("later/response.json")
    let route = response.routes[0]
    #expect(route.origin == .unknown("X-satellite"))
    #expect(response.statistics.rung == .unknown("X-oracle"))
    #expect(response.statistics.settledEdges == 1 && response.statistics.searches == 0)
    let section = route.sections[0]
    #expect(section.passed.isEmpty && route.sections[1].steps.isEmpty)
    #expect(section.energy == nil)
    #expect(section.postActions == [.unknown("X-swap", seconds: 90), .wait(seconds: 60)])
    #expect(section.postActionSeconds == 150)
    #expect(section.steps[0].maneuver.kind == .unknown("X-fly"))
    #expect(section.steps[0].maneuver.direction == .unknown("X-up"))
    let edge = section.edges[0]
    #expect(edge.road.roadClass == .unknown && edge.road.surface == .unknown)
    #expect(edge.road.flags == .toll && edge.road.forwardSpeed == .unknown)
    #expect(edge.road.access(.forward)[.car] == .yes)
    #expect(edge.road.access(.forward)[.truck] == .no)
    #expect(edge.turnDurationSeconds == 0)
    #expect(edge.limits == [VehicleLimit(.height, 3_800, directions: .forward)])
    #expect(section.edges[1].road == RoadAttributes(roadClass: .unknown))
    // A rule of an unknown kind or access is left out; a term of one may hold or not.
    #expect(
      edge.conditionalRules == [
        RoadRule(
          .access(.no, ModeSet(.truck)),
          condition: Condition([
            .unknown("newWeather snow"), .unknown("comparison > property X-emission value"),
            .unknown("comparison X-about property weight value"),
            .unknown("atEnds X-visitors"), .time(OpeningHours([.init(times: [.init(60, 120)])])),
          ]))
      ])
  }

  @Test("a later version's traffic, energy and steps are read as far as they are known")
  func laterSection() throws {
    let section = try GoldenFile.read("later/response.json", as: RouteResponse.self)
      .routes[0].sections[2]
    #expect(section.traffic?.map(\.speed) == [15.5])
    #expect(section.traffic?.map(\.incident) == [TrafficIncident(kind: "X-meteor")])
    #expect(section.elevation?.heightsMetres == [10, nil])
    #expect(section.energy == SectionEnergy(carrier: .petrol, spans: []))
    let charging = PostAction.Charging(
      seconds: 60, fromKilowattHours: 1, toKilowattHours: 2, connector: .unknown("X-plug"))
    #expect(section.postActions == [.charging(charging)])
    #expect(section.chargingStation?.connectors.map(\.type) == [.unknown("X-plug"), .ccs])
    let step = try #require(section.steps.first)
    #expect(step.drivingSide == .unknown && step.sign == RoadSign(towards: ["Nice"]))
    #expect(step.intersections.map(\.classes) == [["X-skyway"]])
    #expect(step.intersections.first?.lanes.map(\.indications) == [.left])
  }

  @Test("of an answer, what can be missing may be missing")
  func missingMembers() throws {
    let routes = Tree.object([
      "routes": .array([.object(["origin": .string("offline"), "sections": .array([])])])
    ])
    #expect(
      try GoldenFile.decoded(routes, as: RouteResponse.self)
        == RouteResponse(routes: [Route(sections: [], notices: [])]))
    #expect(throws: DecodingError.self) {
      try GoldenFile.decoded(Tree.object(["statistics": .object([:])]), as: RouteResponse.self)
    }
  }

  @Test("a later version's notices keep their words")
  func laterNotices() throws {
    let route = try GoldenFile.read("later/response.json", as: RouteResponse.self).routes[0]
    #expect(
      route.notices.prefix(6) == [
        .unknown(code: "X-weather", text: "it rains"), .unknown(code: "X-silent", text: ""),
        .avoidanceViolated(.tolls, unknown: ["X-hills"]),
        .unknown(code: "avoidanceViolated", text: "could not avoid: hills"),
        .unknown(code: "fewerAlternatives", text: "fewer were found than asked for"),
        .notConsidered([.departure, .unknown("X-weather")]),
      ])
    #expect(route.notices[0].text == "it rains" && route.notices[1].text == "X-silent")
    #expect(route.notices[2].text == "could not avoid: toll, X-hills")
    let blocker = try #require(route.violations.first)
    #expect(blocker.rule == .unknown && blocker.limit == nil && blocker.span == 100...200)
    #expect(blocker.tag == "newtoll=350" && blocker.road == "Sky Road" && blocker.wayID == 12)
    #expect(
      blocker.text == "newtoll=350, needs a vignette: Sky Road (way 12) at \(blocker.position)")
    let rule = try #require(route.potentialRules.first)
    #expect(rule.rule == .unknown && rule.kind == "potentialToll" && rule.count == 1)
    #expect(rule.tag == "newtoll:conditional=350 @ (Mo-Fr)")
    #expect(rule.reason == "a toll of 350 (Mo-Fr)")
  }

  @Test("a later version's errors keep their words")
  func laterErrors() throws {
    let errors: [RoutingError] = try GoldenFile.read("later/errors.json")
    #expect(errors[0] == .unknown(code: "X-closed", text: "the border is closed"))
    #expect(errors[0].description == "the border is closed")
    #expect(
      errors[1]
        == .unknown(code: "noRoadNear", text: "no rails for a tram within 50 m of waypoint 1"))
    guard case .noRoute(0, 1, .truck, let blockers) = errors[2] else {
      Issue.record("\(errors[2])")
      return
    }
    #expect(blockers.map(\.tag) == ["exclude=toll,hills", "newtoll=350"])
    #expect(
      blockers.map(\.reason) == ["excluded: toll, hills", "newtoll=350, needs a vignette"])
    #expect(blockers.map(\.excluded) == [.tolls, nil])
    #expect(errors[3] == .noRoute(from: 2, to: 3, mode: .car, blockers: []))
    #expect(errors[4] == .unsupported([.unknown("X-weather"), .objective]))
    #expect(
      errors[5] == .service(.unknown(code: "X-quota", text: "the day's quota is used up")))
    #expect(errors[6] == .map(MapFailure(.unknown("X-sealed"), path: "y.nav", text: "sealed")))
    #expect(
      errors[7]
        == .map(MapFailure(.unknown("X-rented"), path: "", text: "the map's lease has ended")))
    #expect(errors[6].description == "y.nav: sealed")
    guard case .noRoute(4, 5, .car, let closures) = errors[8] else {
      Issue.record("\(errors[8])")
      return
    }
    #expect(closures.map(\.closure) == [nil] && closures.map(\.tag) == ["closed"])
    #expect(closures.map(\.reason) == ["closed by a parade"])
    #expect(errors[9] == .unknown(code: "notReachable", text: "the tank is empty after 3 km"))
  }

  @Test("what is kept of a later version's answer is written back, and read again as it was")
  func writtenBack() throws {
    let response: RouteResponse = try GoldenFile.read("later/response.json")
    let errors: [RoutingError] = try GoldenFile.read("later/errors.json")
    #expect(try GoldenFile.decoded(try GoldenFile.tree(response)) == response)
    #expect(try GoldenFile.decoded(try GoldenFile.tree(errors)) == errors)
    #expect(
      try GoldenFile.tree(errors[0])
        == .object(["code": .string("X-closed"), "text": .string("the border is closed")]))
    #expect(try GoldenFile.tree(response.routes[0].origin) == .string("X-satellite"))
    guard case .noRoute(_, _, _, let blockers) = errors[2],
      case .object(let written) = try GoldenFile.tree(try #require(blockers.first))
    else {
      Issue.record("\(errors[2])")
      return
    }
    #expect(written["excluded"] == .array([.string("tolls"), .string("X-hills")]))
    #expect(written["tag"] == .string("exclude=toll,hills"))
  }

  @Test("a request with a word or a member of a later version is refused, and named")
  func laterRequests() throws {
    let requests: [Tree] = try GoldenFile.read("later/requests.json")
    for request in requests {
      #expect { try GoldenFile.decoded(request, as: RouteRequest.self) } throws: { error in
        guard case DecodingError.dataCorrupted(let context) = error else { return false }
        return context.debugDescription.contains("new")
          || context.debugDescription.contains("X-")
      }
    }
  }

  @Test("a service of a later version is understood")
  func laterService() async throws {
    func reply(_ status: Int, _ name: String) throws -> RawServer.Act {
      .reply(status, String(decoding: try GoldenFile.bytes(name), as: UTF8.self))
    }
    var request = ServiceFaultTests.request
    request.options.steps = true
    try await RawServer.with([try reply(200, "later/answer.json")]) { [request] _, base in
      let result = await outcome(
        OnlineRoutingEngine(base: base, options: .patient()), request)
      let route = try #require(result.route)
      #expect(route.lengthMetres == 30 && route.wayIDs == [7, 8])
      #expect(route.sections[0].steps[0].maneuver.kind == .unknown("X-fly"))
      #expect(
        route.sections[0].traffic?.map(\.incident) == [TrafficIncident(kind: "X-meteor")])
      #expect(
        route.notices == [
          .unknown(code: "X-weather", text: "it rains"),
          .snappedFarther(waypoint: 1, metres: 250), .fromService("drink tea"),
        ])
    }
    try await RawServer.with([try reply(400, "later/refusal.json")]) { [request] _, base in
      let result = await outcome(
        OnlineRoutingEngine(base: base, options: .patient()), request)
      guard case .noRoute(0, 1, .car, let blockers) = result.error else {
        Issue.record("\(result)")
        return
      }
      #expect(blockers.map(\.tag) == ["newtoll=350", "maxheight=3.8"])
      #expect(blockers.map(\.reason).first == "newtoll=350, needs a vignette")
    }
  }
}
