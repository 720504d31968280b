import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Conditions are asked at the time at which one gets there, by the clocks of the place.
@Suite struct ConditionsByArrival {
  /// Ten kilometres from A to the road in question: a car needs more than five minutes and less than half
  /// an hour.
  static func far(_ tags: AsciiMap.Tags) -> AsciiMap {
    AsciiMap(
      """
      A---------B-N-C---D
                |   |
                E---F
      """,
      metresPerCell: 1_000,
      ways: [
        "AB": "highway=primary", "BNC": tags.asRoad, "CD": "highway=primary",
        "BEFC": "highway=primary",
      ])
  }

  static let byDay: AsciiMap.Tags = ["access:conditional": "no @ (07:00-19:00)"]

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var time: String
    var isOpen: Bool
    init(_ tags: AsciiMap.Tags, _ time: String, isOpen: Bool) {
      self.tags = tags
      self.time = time
      self.isOpen = isOpen
    }
    var testDescription: String { "\(tags.line) at \(time)" }
  }

  static let approaches = [
    Case(byDay, "Mo 06:30", isOpen: true),
    Case(byDay, "Mo 06:58", isOpen: false),
    Case(byDay, "Mo 12:00", isOpen: false),
    Case(byDay, "Mo 18:30", isOpen: false),
    Case(byDay, "Mo 18:58", isOpen: true),
    // The day changes on the way.
    Case(["access:conditional": "no @ (Tu)"], "Mo 23:30", isOpen: true),
    Case(["access:conditional": "no @ (Tu)"], "Mo 23:58", isOpen: false),
    Case(["access:conditional": "no @ (Tu)"], "Tu 23:58", isOpen: true),
    Case(["access:conditional": "no @ (Dec)"], "2026-11-30 23:58", isOpen: false),
    Case(["access:conditional": "no @ (Dec)"], "2026-12-31 23:58", isOpen: true),
    Case(["access:conditional": "no @ (Jan 1)"], "2026-12-31 23:58", isOpen: false),
    Case(["access:conditional": "no @ (2027)"], "2026-12-31 23:58", isOpen: false),
    Case(["oneway:conditional": "-1 @ (07:00-19:00)"], "Mo 06:58", isOpen: false),
    Case(["oneway:conditional": "-1 @ (07:00-19:00)"], "Mo 18:58", isOpen: true),
    Case(
      ["motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (19:00-07:00)"], "Mo 18:58",
      isOpen: true),
    Case(
      ["motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (19:00-07:00)"], "Mo 06:58",
      isOpen: false),
  ]

  @Test("the time of arrival decides, not that of departure", arguments: approaches)
  func approach(_ row: Case) async throws {
    let map = try await Self.far(row.tags).build()
    #expect(try await map.letters(.car, .at(row.time)) == Bypass.letters(short: row.isOpen))
  }

  @Test("who starts at the road sees it as it is at departure")
  func near() async throws {
    let map = try await Self.far(Self.byDay).build()
    #expect(try await map.route(from: "B", to: "D", .car, .at("Mo 06:58")) == "BNCD")
    #expect(try await map.route(from: "B", to: "D", .car, .at("Mo 18:58")) == "BEFCD")
  }

  @Test("a limit under a condition is asked at arrival too")
  func limit() async throws {
    let map = try await Self.far(["maxweight:conditional": "7.5 @ (07:00-19:00)"]).build()
    let lorry = Vehicle.lorry(weight: 12_000)
    #expect(try await map.letters(lorry, .at("Mo 06:30")) == Bypass.letters(short: true))
    #expect(try await map.letters(lorry, .at("Mo 06:58")) == Bypass.letters(short: false))
    #expect(try await map.letters(lorry, .at("Mo 18:58")) == Bypass.letters(short: true))
  }

  @Test("a road that closes before one gets there refuses the trip, and is named")
  func refusal() async throws {
    let map = try await AsciiMap(
      "A---------B-N-C---D", metresPerCell: 1_000,
      ways: ["AB": "highway=primary", "BNC": Self.byDay.asRoad, "CD": "highway=primary"]
    ).build()
    #expect(try await map.letters(.car, .at("Mo 06:30")) == "ABNCD")
    let error = try await map.refusal(from: "A", to: "D", .car, .at("Mo 06:58"))
    guard case .noRoute(0, 1, .car, let blockers) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(blockers.map(\.rule.tag) == ["access:conditional=no @ (07:00-19:00)"])
    #expect(blockers.map(\.wayID) == [102])
  }

  @Test("the end of a trip may not lie on a road that closes before one gets there")
  func endThatCloses() async throws {
    let map = try await Self.far(Self.byDay).build()
    #expect(try await map.reaches(from: "A", to: "B>N 0.5", .car, .at("Mo 06:30")))
    #expect(try await !map.reaches(from: "A", to: "B>N 0.5", .car, .at("Mo 06:58")))
  }

  @Test("a road with destination access is reached if it is closed only until one gets there")
  func endThatOpens() async throws {
    let map = try await Self.far([
      "motor_vehicle": "destination", "motor_vehicle:conditional": "no @ (07:00-07:05)",
    ]).build()
    // The ten kilometres to B take more than five minutes.
    #expect(try await map.reaches(from: "A", to: "B>N 0.5", .car, .at("Mo 07:01")))
    #expect(try await map.reaches(from: "A", to: "B>N 0.5", .car, .at("Mo 07:30")))
  }

  @Test("a road that opens before one gets there is found where no other is near")
  func onlyRoadOpens() async throws {
    let map = try await Self.far(Self.byDay).build()
    var end = try map.waypoint("B>N 0.5")
    end.radiusMetres = 100
    let places = [try map.waypoint("A"), end]
    let route = try await map.response(places, .car, .at("Mo 18:58"))
    #expect(route.sections[0].arrival.distanceMetres < 1)
    await #expect(throws: RoutingError.self) {
      try await map.response(places, .car, .at("Mo 12:00"))
    }
  }

  // MARK: Several stops

  @Test("time runs on over a stop")
  func stopover() async throws {
    let map = try await Self.far(Self.byDay).build()
    let stops = [try map.waypoint("A"), try map.waypoint("B"), try map.waypoint("D")]
    #expect(try await map.route(stops, .car, .at("Mo 06:30")) == "ABNCD")
    #expect(try await map.route(stops, .car, .at("Mo 06:58")) == "ABEFCD")
    #expect(try await map.route(stops, .car, .at("Mo 18:58")) == "ABNCD")
  }

  @Test("time runs on past a place without a stop")
  func passThrough() async throws {
    let map = try await Self.far(Self.byDay).build()
    let stops = [
      try map.waypoint("A"), try map.waypoint("A>B 0.9", .passThrough), try map.waypoint("D"),
    ]
    #expect(try await map.route(stops, .car, .at("Mo 06:30")) == "ABNCD")
    #expect(try await map.route(stops, .car, .at("Mo 06:58")) == "ABEFCD")
    #expect(try await map.route(stops, .car, .at("Mo 18:58")) == "ABNCD")
  }

  @Test("time runs on over two stops, and back over the road that has closed behind")
  func thereAndBack() async throws {
    let map = try await Self.far(["access:conditional": "no @ (07:00-19:00)"]).build()
    // Past the road in time, then ten kilometres away from D and back is too late.
    let stops = [try map.waypoint("B"), try map.waypoint("A"), try map.waypoint("D")]
    #expect(try await map.route(stops, .car, .at("Mo 06:20")) == "BABNCD")
    #expect(try await map.route(stops, .car, .at("Mo 06:58")) == "BABEFCD")
  }

  // MARK: Time zones

  static let centralEurope: String = "CET-1CEST,M3.5.0,M10.5.0/3"

  private func zoned(_ tags: AsciiMap.Tags) async throws -> AsciiRoads {
    var options = MapCompiler.Options()
    options.timeZone = Self.centralEurope
    return try await Self.far(tags).build(options: options)
  }

  @Test("on a map whose zone is known a time needs no offset")
  func zoneOfMap() async throws {
    let map = try await zoned(Self.byDay)
    for (time, isOpen) in [
      ("2026-11-23T06:30", true), ("2026-11-23T06:58", false), ("2026-11-23T12:00", false),
      ("2026-11-23T18:58", true), ("2026-07-01T06:58", false), ("2026-07-01T18:58", true),
    ] {
      let route = try await map.response(from: "A", to: "D", .car, .departing(time))
      #expect(map.letters(route) == Bypass.letters(short: isOpen), "\(time)")
      #expect(route.notices.isEmpty)
    }
  }

  @Test("the country of a map gives its zone")
  func zoneOfCountry() async throws {
    var options = MapCompiler.Options()
    options.country = "DE"
    let map = try await Self.far(Self.byDay).build(options: options)
    let route = try await map.response(from: "A", to: "D", .car, .departing("2026-11-23T12:00"))
    #expect(map.letters(route) == "ABEFCD")
    #expect(route.notices.isEmpty)
  }

  @Test("the hour that clocks skip in spring is not driven through")
  func springForward() async throws {
    let map = try await zoned(["access:conditional": "no @ (03:00-04:00)"])
    // At 02:00 the clocks go to 03:00.
    let skipping = RouteRequest.Options.departing("2026-03-29T01:58")
    #expect(try await map.letters(.car, skipping) == "ABEFCD")
    let before = RouteRequest.Options.departing("2026-03-28T01:58")
    #expect(try await map.letters(.car, before) == "ABNCD")
  }

  @Test("the hour that clocks show twice in autumn is driven through twice")
  func fallBack() async throws {
    let map = try await zoned(["access:conditional": "no @ (03:00-04:00)"])
    // The first 02:58 is followed by 02:00.
    let first = RouteRequest.Options.departing("2026-10-25T02:58")
    #expect(try await map.letters(.car, first) == "ABNCD")
    let usual = RouteRequest.Options.departing("2026-10-24T02:58")
    #expect(try await map.letters(.car, usual) == "ABEFCD")
  }

  @Test("an offset says by which clocks the trip is meant")
  func offsets() async throws {
    let map = try await Self.far(Self.byDay).build()
    for offset in ["Z", "+01:00", "+05:30", "-08:00"] {
      let closed = RouteRequest.Options.departing("2026-11-23T12:00\(offset)")
      #expect(try await map.letters(.car, closed) == "ABEFCD", "\(offset)")
      let open = RouteRequest.Options.departing("2026-11-23T22:00\(offset)")
      #expect(try await map.letters(.car, open) == "ABNCD", "\(offset)")
    }
  }

  @Test(
    "where the zone is known, a time with an offset is the same moment by the clocks of the place")
  func offsetsInZone() async throws {
    let map = try await zoned(["access:conditional": "no @ (07:00-08:00)"])
    for closed in [
      "2026-11-23T07:30", "2026-11-23T07:30+01:00", "2026-11-23T06:30Z", "2026-11-23T15:30+09:00",
      "2026-11-22T22:30-08:00",
    ] {
      #expect(try await map.letters(.car, .departing(closed)) == "ABEFCD", "\(closed)")
    }
    for open in ["2026-11-23T07:30Z", "2026-11-23T07:30-08:00", "2026-07-23T06:30Z"] {
      #expect(try await map.letters(.car, .departing(open)) == "ABNCD", "\(open)")
    }
  }

  @Test("without offset and zone the time is not used, and the route says so")
  func departureIgnored() async throws {
    let map = try await Self.far(Self.byDay).build()
    for time in ["2026-11-23T12:00", "2026-11-23T22:00"] {
      let route = try await map.response(from: "A", to: "D", .car, .departing(time))
      #expect(map.letters(route) == "ABNCD")
      #expect(route.notices.contains(.departureIgnored))
      #expect(
        route.potentialTags == ["potentialAccess access:conditional=no @ (07:00-19:00)"])
    }
    var strict = RouteRequest.Options.departing("2026-11-23T22:00")
    strict.strictConditions = true
    let route = try await map.response(from: "A", to: "D", .car, strict)
    #expect(map.letters(route) == "ABEFCD")
    #expect(route.notices == [.departureIgnored])
    let ends = try ["A", "D"].map { try map.waypoint($0) }
    let engine = OfflineRoutingEngine(map: map.built.map)
    for (time, notices) in [
      ("2026-11-23T22:00", [RouteNotice.departureIgnored]), ("2026-11-23T22:00Z", []),
    ] {
      let table = try await engine.table(from: ends, to: ends, options: .departing(time))
      #expect(table.notices == notices)
    }
  }

  @Test("a time that is used makes no such notice")
  func departureUsed() async throws {
    let map = try await Self.far(Self.byDay).build()
    let route = try await map.response(from: "A", to: "D", .car, .at("Mo 22:00"))
    #expect(route.notices.isEmpty)
  }
}
