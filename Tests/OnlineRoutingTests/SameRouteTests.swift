import Geo
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// One suite for all engines: the same request gives the same route, whoever calculates it.
@Suite struct SameRouteTests {
  /// A request, and the letters that its route must pass.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var stops: [String]
    /// Numbers of the stops that are passed.
    var passed: Set<Int> = []
    var vehicle = Vehicle.car
    var options = RouteRequest.Options(steps: true)
    var course: Course?
    var approach = Waypoint.Approach.unrestricted
    var letters: String
    var maneuvers: [RouteManeuver.Kind]

    var testDescription: String { name }

    func request(_ roads: AsciiRoads) throws -> RouteRequest {
      var waypoints = try stops.enumerated().map { index, text in
        try roads.waypoint(text, passed.contains(index) ? .passThrough : .stopover)
      }
      waypoints[0].course = course
      waypoints[waypoints.count - 1].approach = approach
      return RouteRequest(waypoints: waypoints, vehicle: vehicle, options: options)
    }
  }

  static let town = AsciiMap(
    """
    A---B---C   X---Y
        |   |
        D---E-R-S-F
              | |
              U-T
                |
                G
    """,
    ways: [
      "AB": "highway=primary name=Main~Street ref=7",
      "BC": "highway=primary name=Main~Street ref=7 maxheight=3.8",
      "BD": "highway=residential name=Side~Street",
      "DE": "highway=residential name=Back~Street", "EC": "highway=residential toll=yes",
      "ER": "highway=residential name=Back~Street",
      "RUTSR": "highway=residential junction=roundabout",
      "SF": "highway=residential name=East~Street", "TG": "highway=residential name=South~Street",
      "XY": "highway=residential",
    ])

  private static func avoiding(_ avoid: Avoidance) -> RouteRequest.Options {
    RouteRequest.Options(avoid: avoid, steps: true)
  }

  // The town is small: names that last for less than 105 m are not told, and the end of a road is told as such only
  // where a junction was passed on it.
  static let cases = [
    Case(name: "straight on", stops: ["A", "C"], letters: "ABC", maneuvers: [.depart, .arrive]),
    Case(
      name: "from beside the road", stops: ["A>B 0.25 left 12", "D>E 0.5 right 8"],
      letters: "BD", maneuvers: [.depart, .turn, .arrive]),
    Case(
      name: "a lorry round the bridge", stops: ["A", "C"], vehicle: .lorry(height: 3_900),
      letters: "ABDEC", maneuvers: [.depart, .turn, .newName, .turn, .arrive]),
    Case(
      name: "a lorry of just the height", stops: ["A", "C"],
      vehicle: .truck(height: .meters(3.8), weight: .tonnes(7.5)), letters: "ABC",
      maneuvers: [.depart, .arrive]),
    Case(
      name: "no tolls", stops: ["E", "C"], options: avoiding(.tolls), letters: "EDBC",
      maneuvers: [.depart, .turn, .arrive]),
    Case(
      name: "never by toll roads", stops: ["E", "C"],
      options: RouteRequest.Options(exclude: .tolls, steps: true), letters: "EDBC",
      maneuvers: [.depart, .turn, .arrive]),
    Case(
      name: "a bicycle", stops: ["A", "D"], vehicle: Vehicle(.bicycle), letters: "ABD",
      maneuvers: [.depart, .turn, .arrive]),
    Case(
      name: "on foot", stops: ["G", "E"], vehicle: Vehicle(.foot), letters: "GTURE",
      maneuvers: [.depart, .turn, .turn, .arrive]),
    Case(
      name: "through the roundabout", stops: ["D", "F"], letters: "DERUTSF",
      maneuvers: [.depart, .roundabout, .exitRoundabout, .arrive]),
    Case(
      name: "a stop at which it turns round", stops: ["A", "B>C 0.5", "A"], letters: "ABA",
      maneuvers: [.depart, .arrive, .depart, .arrive]),
    Case(
      name: "a place that is passed straight on", stops: ["A", "B>C 0.5", "A"], passed: [1],
      letters: "ABCEDBA",
      maneuvers: [.depart, .passWaypoint, .turn, .turn, .arrive]),
    Case(
      name: "a stop, and a place that is passed", stops: ["D", "A", "B>C 0.5", "E"], passed: [2],
      letters: "DBABCE",
      maneuvers: [.depart, .turn, .arrive, .depart, .passWaypoint, .arrive]),
    Case(
      name: "a course away from the end", stops: ["B>D 0.5", "D>E 0.1"],
      course: Course(degrees: 0, tolerance: 20), letters: "BCE",
      maneuvers: [.depart, .turn, .turn, .arrive]),
    Case(
      name: "the side of arrival", stops: ["A", "B>C 0.5 right 10"], approach: .opposite,
      letters: "ABDEC", maneuvers: [.depart, .turn, .newName, .turn, .arrive]),
    Case(
      name: "nowhere", stops: ["B", "B"], letters: "B", maneuvers: [.depart, .arrive]),
  ]

  @Test("each engine gives the route that the drawing shows", arguments: EngineKind.allCases)
  func letters(_ kind: EngineKind) async throws {
    try await ServedEngines.with(Self.town) { served in
      for row in Self.cases {
        let response = try await served.engine(kind).routes(for: row.request(served.roads))
        let route = try #require(response.routes.first)
        #expect(served.roads.letters(route) == row.letters, "\(row.name)")
        #expect(
          route.sections.flatMap(\.steps).map(\.maneuver.kind) == row.maneuvers, "\(row.name)")
      }
    }
  }

  @Test(
    "each engine's route is that of the offline engine within rounding",
    arguments: EngineKind.allCases.filter { $0 != .offline })
  func same(_ kind: EngineKind) async throws {
    try await ServedEngines.with(Self.town) { served in
      for row in Self.cases {
        let request = try row.request(served.roads)
        let wanted = try await served.engine(.offline).routes(for: request).routes[0]
        let found = try await served.engine(kind).routes(for: request).routes[0]
        expectSame(found, wanted, row.name)
        let origin: RouteOrigin =
          switch kind {
          case .offline, .hybrid: .offline
          case .online: .online
          case .hybridByServer: .onlineOnMap
          }
        #expect(found.origin == origin, "\(row.name)")
        if kind == .hybridByServer && row.name != "nowhere" {
          #expect(found.wayIDs == wanted.wayIDs, "\(row.name)")
        }
      }
    }
  }

  private func expectSame(_ found: Route, _ wanted: Route, _ name: String) {
    #expect(found.sections.count == wanted.sections.count, "\(name)")
    #expect(far(found.polyline, wanted.polyline) < 0.3, "\(name): the line")
    for (a, b) in zip(found.sections, wanted.sections) {
      let legs = Double(b.passed.count + 1)
      #expect(abs(a.lengthMetres - b.lengthMetres) <= 0.06 * legs, "\(name)")
      #expect(abs(a.durationSeconds - b.durationSeconds) <= 0.06 * legs, "\(name)")
      #expect(Distance.metres(a.departure.position, b.departure.position) < 0.2, "\(name)")
      #expect(Distance.metres(a.arrival.position, b.arrival.position) < 0.2, "\(name)")
      #expect(abs(a.departure.distanceMetres - b.departure.distanceMetres) < 0.1, "\(name)")
      #expect(a.departure.roadName == b.departure.roadName, "\(name)")
      #expect(a.passed.count == b.passed.count, "\(name)")
      for (p, q) in zip(a.passed, b.passed) {
        #expect(Distance.metres(p.waypoint.position, q.waypoint.position) < 0.2, "\(name)")
        #expect(
          Distance.metres(a.polyline[p.point], b.polyline[q.point]) < 0.3, "\(name): passed")
      }
      #expect(a.steps.count == b.steps.count, "\(name)")
      for (step, other) in zip(a.steps, b.steps) {
        expectSame(step, other, name)
        let (first, second) = (a.polyline[step.points], b.polyline[other.points])
        #expect(far(Array(first), Array(second)) < 0.3, "\(name): a step's line")
      }
    }
  }

  private func expectSame(_ step: RouteStep, _ other: RouteStep, _ name: String) {
    let (a, b) = (step.maneuver, other.maneuver)
    #expect(a.kind == b.kind && a.direction == b.direction && a.exit == b.exit, "\(name)")
    #expect(Distance.metres(a.position, b.position) < 0.2, "\(name)")
    #expect(a.bearingBefore == b.bearingBefore && a.bearingAfter == b.bearingAfter, "\(name)")
    #expect(step.roadName == other.roadName && step.roadNumber == other.roadNumber, "\(name)")
    #expect(abs(step.lengthMetres - other.lengthMetres) <= 0.11, "\(name)")
    #expect(abs(step.durationSeconds - other.durationSeconds) <= 0.31, "\(name)")
    // A service that does not know the side says right.
    let sides = [step, other].map { $0.drivingSide == .unknown ? .right : $0.drivingSide }
    #expect(sides[0] == sides[1] && step.isFerry == other.isFerry, "\(name)")
    #expect(step.rotaryName == other.rotaryName, "\(name)")
    let (first, second) = (step.intersections, other.intersections)
    #expect(first.map(\.arms) == second.map(\.arms), "\(name)")
    #expect(first.map(\.arrivingArm) == second.map(\.arrivingArm), "\(name)")
    #expect(first.map(\.leavingArm) == second.map(\.leavingArm), "\(name)")
    #expect(first.map(\.classes) == second.map(\.classes), "\(name)")
    #expect(first.map(\.tunnelName) == second.map(\.tunnelName), "\(name)")
    #expect(
      first.map { $0.point - step.points.lowerBound }
        == second.map { $0.point - other.points.lowerBound }, "\(name)")
  }

  /// The maximum distance of the points of two lines from each other in their order; infinite where they do not
  /// have as many.
  private func far(_ a: [Coordinate], _ b: [Coordinate]) -> Double {
    guard a.count == b.count else { return .infinity }
    return zip(a, b).map { Distance.metres($0, $1) }.max() ?? 0
  }

  @Test("each engine refuses alike", arguments: EngineKind.allCases)
  func refusals(_ kind: EngineKind) async throws {
    try await ServedEngines.with(Self.town) { served in
      let engine = served.engine(kind)
      let (a, x) = (try served.roads.waypoint("A"), try served.roads.waypoint("X"))
      let few = await outcome(engine, RouteRequest(waypoints: [a]))
      #expect(few.error == .tooFewWaypoints(1))
      let unearthly = await outcome(
        engine, RouteRequest(waypoints: [a, Waypoint(latitude: 91, longitude: 0)]))
      #expect(unearthly.error == .invalidWaypoint(index: 1))
      var exact = RouteRequest(waypoints: [a, x])
      exact.options.snapRadiusMetres = 20
      let island = await outcome(engine, exact)
      #expect(island.error == .noRoute(from: 0, to: 1, mode: .car, blockers: []))
      var near = RouteRequest(waypoints: [a, try served.roads.waypoint("A>B 0.5 left 40")])
      near.waypoints[1].radiusMetres = 30
      let far = await outcome(engine, near)
      guard case .noRoadNear(1, .car, 30, _) = far.error else {
        Issue.record("\(far)")
        return
      }
    }
  }

  @Test(
    "each engine names the rules in the way, and what it could not keep away from",
    arguments: EngineKind.allCases)
  func rules(_ kind: EngineKind) async throws {
    let drawing = AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary toll=yes", "BC": "highway=primary maxheight=3.8 name=Low~Bridge",
        "CD": "highway=primary",
      ])
    try await ServedEngines.with(drawing) { served in
      let engine = served.engine(kind)
      let stops = try ["A", "B", "D"].map { try served.roads.waypoint($0) }
      let lorry = RouteRequest(waypoints: stops, vehicle: .lorry(height: 4_000))
      let refusal = await outcome(engine, lorry)
      guard case .noRoute(1, 2, .truck, let blockers) = refusal.error else {
        Issue.record("\(refusal)")
        return
      }
      #expect(blockers.map(\.reason) == ["maxheight=3.8, needs 4 m"])
      #expect(blockers.map(\.road) == ["Low Bridge"])
      var request = RouteRequest(waypoints: stops, vehicle: .lorry(height: 3_000))
      request.options.avoid = [.tolls]
      let route = try await engine.routes(for: request).routes[0]
      #expect(route.notices.contains(.avoidanceViolated([.tolls])))
      #expect(route.wayIDs.count == 3)
    }
  }

  @Test("each engine names the road that the request excludes", arguments: EngineKind.allCases)
  func exclusions(_ kind: EngineKind) async throws {
    let drawing = AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary toll=yes name=Dear~Street",
        "CD": "highway=primary",
      ])
    try await ServedEngines.with(drawing) { served in
      let stops = try ["A", "D"].map { try served.roads.waypoint($0) }
      let request = RouteRequest(
        waypoints: stops, vehicle: Vehicle(.truck), options: .init(exclude: [.tolls, .ferries]))
      let refusal = await outcome(served.engine(kind), request)
      guard case .noRoute(0, 1, .truck, let blockers) = refusal.error else {
        Issue.record("\(refusal)")
        return
      }
      #expect(blockers.map(\.excluded) == [.tolls])
      #expect(blockers.map(\.reason) == ["excluded: toll"])
      #expect(blockers.map(\.tag) == ["exclude=toll"])
      #expect(blockers.map(\.road) == ["Dear Street"])
    }
  }

  @Test("many calculations at once give what one gives", arguments: EngineKind.allCases)
  func atOnce(_ kind: EngineKind) async throws {
    try await ServedEngines.with(Self.town) { served in
      let engine = served.engine(kind)
      let requests = try Self.cases.map { try $0.request(served.roads) }
      var alone: [[Route]] = []
      for request in requests { alone.append(try await engine.routes(for: request).routes) }
      let wanted = alone
      try await withThrowingTaskGroup(of: (Int, [Route]).self) { group in
        for turn in 0..<4 * requests.count {
          let index = turn % requests.count
          group.addTask { (index, try await engine.routes(for: requests[index]).routes) }
        }
        for try await (index, routes) in group { #expect(routes == wanted[index]) }
      }
    }
  }
}
