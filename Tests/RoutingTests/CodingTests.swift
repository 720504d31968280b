import Bytes
import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Requests, routes, errors and notices as JSON and back: nothing is lost or swapped.
@Suite struct CodingTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func decoded<Value: Decodable>(_ text: String, as: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  private func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    #expect(try decoded(try json(value)) == value)
  }

  // MARK: Values, different in every field

  private static let place = Coordinate(latitudeUnits: 473_000_001, longitudeUnits: -80_000_002)

  private static let hours = OpeningHours([
    .init(
      dates: [.init(.init(year: 2_025, month: 1, day: 2), .init(month: 3, day: 4))],
      weekdays: 0x15, onHolidays: true, times: [.init(5, 6), .init(7, 1_500)], isOff: true,
      isAdditional: true),
    .init(),
  ])

  private static let rules: [RoadRule] = [
    RoadRule(.limit(.axleLoad, 11), directions: .forward),
    RoadRule(.limit(.trailers, nil), directions: .backward),
    RoadRule(
      .access(.privateOnly, [ModeSet(.bus), ModeSet(.taxi)]),
      condition: Condition([
        .time(hours), .vehicle(.weight, .greater, 12), .vehicle(.width, .atMost, 13),
        .atEnds(.residents), .unknown("wet"),
      ])),
    RoadRule(.speed(.kmh(14))), RoadRule(.truckSpeed(Speed(deciKmh: 15))),
    RoadRule(.ban([ModeSet(.foot), ModeSet(.car)])),
  ]

  private static let road: RoadAttributes = {
    var road = RoadAttributes(roadClass: .livingStreet)
    road.surface = .gravel
    road.flags = [.toll, .tunnel, .truckNetwork]
    for (access, mode) in zip(Access.allCases.dropFirst(), Mode.allCases) {
      road.setAccess(access, of: mode, .forward)
    }
    for (access, mode) in zip(Access.allCases.reversed(), Mode.allCases) {
      road.setAccess(access, of: mode, .backward)
    }
    road.forwardSpeed = Speed(deciKmh: 21)
    road.backwardSpeed = Speed(deciKmh: 22)
    road.forwardTruckSpeed = .unlimited
    road.backwardTruckSpeed = Speed(deciKmh: 24)
    (road.trackGrade, road.smoothness, road.lanes) = (2, 3, 4)
    return road
  }()

  private static let request: RouteRequest = {
    var vehicle = Vehicle(.truck)
    for kind in LimitKind.allCases { vehicle[kind] = 100 + UInt32(kind.rawValue) }
    return RouteRequest(
      waypoints: [
        Waypoint(
          latitude: 1.5, longitude: -2.25, kind: .passThrough, approach: .opposite,
          radiusMetres: .infinity,
          course: Course(degrees: 3, tolerance: 4), wayID: 5),
        Waypoint(latitude: 6, longitude: 7, approach: .curb, radiusMetres: 8.5),
      ],
      vehicle: vehicle,
      options: .init(
        alternatives: 9,
        alternativeLimits: AlternativeLimits(stretch: 0.5, sharing: 0.25, locality: 0.125),
        avoid: [.tolls, .tunnels], exclude: [.ferries, .unpaved],
        objective: .shortest, snapRadiusMetres: .infinity,
        departure: Departure(iso8601: "2026-11-21T10:00:30-01:30"), strictConditions: true,
        allowViolations: true,
        publicHolidays: [LocalDate(days: 10_000), LocalDate(days: 20_000)],
        costs: CostSettings(
          preferences: [.toll: 0.25, .uTurn: 1],
          turnSeconds: [.acrossTraffic: 3.5, .tollBooth: 40],
          speedFactors: [.livingStreet: 0.5, .motorway: 1.25]),
        maximumSpeedKmh: 10.5,
        adjustments: [
          RoadAdjustment(edge: edge(11), .closed),
          RoadAdjustment(edge: edge(12), .time(permille: 13)),
          RoadAdjustment(edge: edge(14), .weight(permille: 15)),
          RoadAdjustment(edge: edge(16), .speed(tenthsOfKmh: 17)),
        ], explainsRefusals: false, steps: true, polyline: false))
  }()

  private static func edge(_ number: EdgeNumber) -> EdgeID {
    EdgeID(map: MapID(rawValue: 0xFEED), number: number)
  }

  private static func blocker(_ rule: RoadRule) -> Blocker {
    var blocker = Blocker(rule: rule, needed: 31, road: "A \"b\"", wayID: 1 << 40, position: place)
    blocker.span = 32.5...33.5
    blocker.turn = "no_left_turn"
    blocker.excluded = [.tolls, .motorways]
    blocker.closure = .live
    return blocker
  }

  private static let potential: PotentialRule = {
    var potential = PotentialRule(
      rule: rules[3], road: "x", wayID: 7, position: place, count: 8)
    potential.turn = "no_u_turn"
    return potential
  }()

  private static let notices: [RouteNotice] = [
    .avoidanceViolated([.ferries, .unpaved]), .avoidanceViolated(.tolls, unknown: ["a", "b"]),
    .snappedFarther(waypoint: 1, metres: 2.5),
    .endLimited(waypoint: 3, metres: 4.5, blocker(rules[0])),
    .fewerAlternatives(wanted: 5, found: 6), .violated(blocker(rules[2])),
    .potential(potential), .departureIgnored, .namesDamaged,
    .notConsidered([.vehicle, .objective]),
    .fromService("mind the gap"),
    .notOnMap(9.5...10.5),
  ]

  private static let section: RouteSection = {
    let line = (0..<4).map { Coordinate(latitudeUnits: 40 + $0, longitudeUnits: 50 + 2 * $0) }
    let ends = (1...3).map {
      SnappedWaypoint(
        position: line[$0], distanceMetres: Double($0) / 4, roadName: $0 == 2 ? nil : "road \($0)")
    }
    let edge = RouteEdge(
      id: Self.edge(51), wayID: 52, isForward: true, lengthMetres: 53.25, durationSeconds: 0.54,
      turnDurationSeconds: 0.55,
      name: "name", ref: "ref", road: road,
      limits: [VehicleLimit(.height, 56, directions: .forward)],
      conditionalRules: rules, points: 1...2)
    let step = RouteStep(
      maneuver: RouteManeuver(
        kind: .endOfRoad, direction: .sharpLeft, exit: 57, position: line[1], bearingBefore: 58,
        bearingAfter: 59),
      roadName: "step", roadNumber: "60", lengthMetres: 61.5, durationSeconds: 62.5, points: 0...3)
    return RouteSection(
      departure: ends[0], arrival: ends[1], polyline: line, lengthMetres: 63.5,
      durationSeconds: 64.5, edges: [edge],
      passed: [PassedWaypoint(waypoint: ends[2], edge: 1, point: 2)], steps: [step],
      foreignWayIDs: [65, 66])
  }()

  private static let response: RouteResponse = {
    var statistics = SearchStatistics(settledEdges: 1, touchedTiles: 2, searches: 3)
    statistics.rung = .guided
    statistics.snappingSeconds = 4e-9
    statistics.searchingSeconds = 5e-3
    statistics.buildingSeconds = 6
    return RouteResponse(
      routes: RouteOrigin.allCases.map {
        Route(sections: [section], notices: notices, origin: $0)
      }, statistics: statistics)
  }()

  private static let failures: [ServiceFailure] = [
    .unreachable(reason: "a"), .timedOut(seconds: 1.5), .busy(retryAfterSeconds: 2.5),
    .busy(retryAfterSeconds: nil), .redirected, .answerTooLarge(limit: 3), .malformed("b"),
    .failed(status: 4, message: "c"), .notOffered(code: "d", message: "e"),
    .tooBig(message: "f"), .refused(code: "g", message: "h"),
  ]

  private static let errors: [RoutingError] =
    [
      .tooFewWaypoints(1), .invalidWaypoint(index: 2),
      .noRoadNear(waypoint: 3, mode: .bus, radiusMetres: 4.5, nearestMetres: 5.5),
      .noRoadNear(waypoint: 6, mode: .taxi, radiusMetres: .infinity, nearestMetres: nil),
      .noRoute(from: 7, to: 8, mode: .scooter, blockers: rules.map(blocker)),
      .noMap(missing: Box(minLatitude: 1, minLongitude: 2, maxLatitude: 3, maxLongitude: 4)),
      .unsupported(RequestPart.allCases), .cancelled, .tooLong(from: 9, to: 10),
      .invalidSetting(name: "preference of toll", value: 1.5, minimum: 0, maximum: 1),
      .invalidRange("0.0 is not 1 to 86400 seconds"),
    ] + MapFailure.Kind.allCases.map { .map(MapFailure($0, path: "y.nav", text: "z")) }
    + failures.map { .service($0) }

  // MARK: Round trips

  @Test("a request comes back as it was")
  func requests() throws {
    try expectRoundTrip(Self.request)
    try expectRoundTrip(
      RouteResponse(routes: [Route(sections: [Self.section], notices: [])], active: 3))
    try expectRoundTrip(RouteRequest(waypoints: []))
    for mode in Mode.allCases { try expectRoundTrip(Vehicle(mode)) }
  }

  @Test("a route comes back as it was")
  func routes() throws { try expectRoundTrip(Self.response) }

  @Test("a notice comes back as it was")
  func allNotices() throws { for notice in Self.notices { try expectRoundTrip(notice) } }

  @Test("an error comes back as it was")
  func allErrors() throws { for error in Self.errors { try expectRoundTrip(error) } }

  @Test("every word comes back as the value that it was written for")
  func words() throws {
    for access in Access.allCases { try expectRoundTrip(access) }
    for kind in LimitKind.allCases { try expectRoundTrip(kind) }
    for road in RoadClass.allCases { try expectRoundTrip(road) }
    for surface in Surface.allCases { try expectRoundTrip(surface) }
    for sign in Condition.Comparison.allCases { try expectRoundTrip(sign) }
    for use in Condition.EndUse.allCases { try expectRoundTrip(use) }
    for bit in 0..<13 { try expectRoundTrip(RoadFlags(rawValue: 1 << UInt16(bit))) }
    for bits in UInt8(0)..<128 { try expectRoundTrip(ModeSet(rawValue: bits)) }
    for bits in UInt8(0)..<32 { try expectRoundTrip(Avoidance(rawValue: bits)) }
    for bits in UInt8(0)..<4 { try expectRoundTrip(DirectionSet(rawValue: bits)) }
    for rung in [SearchRung.metric, .overlay, .guided, .plain] { try expectRoundTrip(rung) }
  }

  @Test("places come back to the unit")
  func places() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      try expectRoundTrip(
        Coordinate(
          latitudeUnits: .random(in: -900_000_000...900_000_000, using: &random),
          longitudeUnits: .random(in: -1_800_000_000...1_800_000_000, using: &random)))
    }
  }

  @Test("a real route comes back as it was")
  func realRoute() async throws {
    let roads = try await AsciiMap(
      "A---B---C",
      ways: ["AB": "highway=primary name=One", "BC": "highway=primary maxheight=3.8"]
    ).build()
    let request = RouteRequest(
      waypoints: [try roads.waypoint("A"), try roads.waypoint("C")],
      options: .init(steps: true))
    try expectRoundTrip(try await OfflineRoutingEngine(map: roads.built.map).routes(for: request))
  }

  // MARK: The shape (Formats/route-json.md)

  @Test("a request needs no more than its places")
  func shortRequest() throws {
    let text = #"{"waypoints":[{"latitude":1,"longitude":2},{"latitude":3,"longitude":4}]}"#
    let request: RouteRequest = try decoded(text)
    #expect(
      request
        == RouteRequest(waypoints: [
          Waypoint(latitude: 1, longitude: 2), Waypoint(latitude: 3, longitude: 4),
        ]))
  }

  @Test("the shape of a request")
  func requestShape() throws {
    var lorry = Vehicle(.truck)
    lorry.height = 4_000
    let request = RouteRequest(
      waypoints: [
        Waypoint(latitude: 1.5, longitude: 2.5, course: Course(degrees: 90, tolerance: 20))
      ], vehicle: lorry,
      options: .init(
        avoid: [.tolls], exclude: [.motorways],
        departure: Departure(iso8601: "2026-11-21T10:00Z")))
    #expect(
      try json(request)
        == #"{"options":{"adjustments":[],"allowViolations":false,"alternatives":0,"#
        + #""avoid":["tolls"],"departure":"2026-11-21T10:00Z","exclude":["motorways"],"#
        + #""explainsRefusals":true,"#
        + #""objective":"fastest","polyline":true,"publicHolidays":[],"snapRadiusMetres":10000,"#
        + #""steps":false,"strictConditions":false},"vehicle":{"limits":{"height":4000},"mode":"truck"},"#
        + #""waypoints":[{"approach":"unrestricted","course":{"degrees":90,"tolerance":20},"#
        + #""kind":"stopover","latitude":1.5,"longitude":2.5}]}"#)
  }

  @Test("the shape of notices and errors")
  func noticeShape() throws {
    #expect(
      try json(RouteNotice.fewerAlternatives(wanted: 2, found: 1))
        == #"{"code":"fewerAlternatives","found":1,"text":"2 alternatives were requested, 1 found","#
        + #""wanted":2}"#)
    #expect(
      try json(
        RoutingError.noMap(
          missing: Box(
            minLatitude: 10_000_000, minLongitude: 20_000_000, maxLatitude: 30_000_000,
            maxLongitude: 40_000_000)))
        == #"{"code":"noMap","missing":[[1,2],[3,4]],"#
        + #""text":"no map for the area 1.0,2.0 to 3.0,4.0"}"#)
  }

  // MARK: What is not so

  @Test(
    "what is no value of its type is refused",
    arguments: [
      #"{"waypoints":[{"latitude":1}]}"#, #"{"waypoints":{}}"#, #"{}"#,
      #"{"waypoints":[],"vehicle":{"mode":"boat"}}"#,
      #"{"waypoints":[],"vehicle":{"mode":"car","limits":{"depth":1}}}"#,
      #"{"waypoints":[],"vehicle":{"mode":"car","limits":{"height":-1}}}"#,
      #"{"waypoints":[],"options":{"avoid":["rain"]}}"#,
      #"{"waypoints":[],"options":{"exclude":["rain"]}}"#,
      #"{"waypoints":[],"options":{"departure":"tomorrow"}}"#,
      #"{"waypoints":[],"options":{"publicHolidays":["2026-02-30"]}}"#,
      #"{"waypoints":[],"options":{"adjustments":[{"edge":1,"closed":false}]}}"#,
      #"{"waypoints":[],"options":{"snapRadiusMetres":"far"}}"#,
      #"{"waypoints":[],"options":{"alternativeLimits":{"sharing":1.5}}}"#,
      #"{"waypoints":[],"options":{"alternativeLimits":{"detour":1}}}"#,
      #"{"waypoints":[],"options":{"adjustments":[{"edge":"1:2","speed":-1}]}}"#,
      #"{"waypoints":[],"options":{"adjustments":[{"edge":"1:2"}]}}"#,
      #"{"waypoints":[],"options":{"adjustments":[{"edge":"1:2","closed":true,"speed":300}]}}"#,
      #"{"waypoints":[],"options":{"adjustments":[{"edge":"1:2","time":500,"weight":500}]}}"#,
    ])
  func refused(_ text: String) {
    #expect(throws: DecodingError.self) { try decoded(text, as: RouteRequest.self) }
  }

  @Test("a size that is no whole number is refused with its place")
  func sizes() {
    let text = #"{"waypoints":[],"vehicle":{"mode":"truck","limits":{"height":3.5}}}"#
    do {
      _ = try decoded(text, as: RouteRequest.self)
      Issue.record("read")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.map(\.stringValue) == ["vehicle", "limits", "height"])
    } catch { Issue.record("\(error)") }
  }

  @Test("a departure in a year without a text is not written; the first and the last are")
  func years() throws {
    for (year, isWritten) in [(-1, false), (0, true), (9_999, true), (10_000, false)] {
      let time = try #require(LocalTime(year: year, month: 1, day: 2, hour: 3, minute: 4))
      for offset in [nil, 3_600] as [Int?] {
        let departure = Departure(time: time, offset: offset)
        if isWritten {
          try expectRoundTrip(departure)
        } else {
          #expect(throws: EncodingError.self) { try json(departure) }
        }
      }
    }
  }

  @Test("a section whose numbers point outside of it is refused")
  func foreignNumbers() throws {
    let good = try json(Self.section)
    try expectRoundTrip(Self.section)
    for (part, other) in [
      (#""points":[1,2]"#, #""points":[1,4]"#), (#""points":[1,2]"#, #""points":[-1,2]"#),
      (#""points":[1,2]"#, #""points":[2,1]"#), (#""points":[0,3]"#, #""points":[0,9]"#),
      (#""edge":1"#, #""edge":2"#), (#""point":2"#, #""point":4"#),
    ] {
      var text = good
      let range = try #require(text.firstRange(of: part))
      text.replaceSubrange(range, with: other)
      #expect(throws: DecodingError.self) { try decoded(text, as: RouteSection.self) }
    }
    var empty = Self.section
    (empty.polyline, empty.edges, empty.steps, empty.passed) = ([], [], [], [])
    let text = try json(empty)
    #expect(throws: DecodingError.self) { try decoded(text, as: RouteSection.self) }
  }
}
