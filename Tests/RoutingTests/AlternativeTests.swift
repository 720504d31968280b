import MapCompiler
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Which alternatives there are on drawn maps, and what is said of them.
@Suite struct AlternativeTests {
  /// Two roads of nearly the same length around a lake, and one that is much longer.
  private static let lake = AsciiMap(
    """
        B-------C-------D
       /                 \\
    S-A                   E-U-T
      |\\                 /|
      | F-------G-------H |
      |                   |
      |                   |
      |                   |
      |                   |
      |                   |
      |                   |
      K---------L---------M
    """,
    metresPerCell: 200,
    ways: [
      "SA": "highway=secondary name=In", "ABCDE": "highway=secondary name=North ref=N~1",
      "AFGHE": "highway=secondary name=South ref=S~2 maxheight=3.5 toll=yes",
      "AKLME": "highway=secondary name=Far", "EUT": "highway=secondary name=Out",
    ])

  private static func routes(
    _ roads: AsciiRoads, _ stops: [String] = ["S", "T"], _ vehicle: Vehicle = .car,
    _ options: RouteRequest.Options = .init(alternatives: 2),
    passing: Bool = false
  ) async throws -> [RouteModel.Route] {
    var waypoints = try stops.map { try roads.waypoint($0) }
    if passing {
      for index in waypoints.indices.dropFirst().dropLast() { waypoints[index].kind = .passThrough }
    }
    let request = RouteRequest(waypoints: waypoints, vehicle: vehicle, options: options)
    return try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes
  }

  @Test("both ways around a lake, the long one not; one road is missing and that is told")
  func lake() async throws {
    let roads = try await Self.lake.build()
    let found = try await Self.routes(roads)
    #expect(Set(found.map { roads.letters($0) }) == ["SABCDEUT", "SAFGHEUT"])
    try #require(found.count == 2)
    #expect(found[0].durationSeconds <= found[1].durationSeconds)
    #expect(found.allSatisfy { $0.notices.contains(.fewerAlternatives(wanted: 2, found: 1)) })
    var stepped = RouteRequest.Options(alternatives: 2, steps: true)
    #expect(
      try await Self.routes(roads, ["S", "T"], .car, stepped).allSatisfy {
        !$0.sections[0].steps.isEmpty
      })
    stepped.stepsOfAlternatives = false
    let told = try await Self.routes(roads, ["S", "T"], .car, stepped)
    #expect(told.map { $0.sections[0].steps.isEmpty } == [false, true])
    let one = try await Self.routes(roads, ["S", "T"], .car, .init(alternatives: 1))
    #expect(one.count == 2 && one.allSatisfy(\.notices.isEmpty))
    #expect(try await Self.routes(roads, ["S", "T"], .car, .init()).count == 1)
    #expect(try await Self.routes(roads, ["S", "T"], .car, .init(alternatives: -3)).count == 1)
    #expect(try await Self.routes(roads, ["S", "T"], .car, .init(alternatives: .max)).count == 2)
  }

  @Test("without a hierarchy they are the same")
  func noHierarchy() async throws {
    var options = MapCompiler.Options()
    options.hierarchy = false
    let roads = try await Self.lake.build(options: options)
    let found = try await Self.routes(roads)
    #expect(Set(found.map { roads.letters($0) }) == ["SABCDEUT", "SAFGHEUT"])
  }

  @Test(
    "a limit, an exclusion or a closure takes an alternative away, and a wish makes it too dear")
  func limits() async throws {
    let roads = try await Self.lake.build()
    let high = try await Self.routes(roads, ["S", "T"], .truck(height: .meters(4)))
    #expect(high.map { roads.letters($0) } == ["SABCDEUT"])
    for change in [
      { (options: inout RouteRequest.Options) in options.exclude = .tolls },
      { (options: inout RouteRequest.Options) in options.avoid = .tolls },
    ] {
      var options = RouteRequest.Options(alternatives: 2)
      change(&options)
      let found = try await Self.routes(roads, ["S", "T"], .car, options)
      #expect(found.map { roads.letters($0) } == ["SABCDEUT"])
    }
  }

  @Test("an avoided road that no route can avoid takes no alternative away")
  func unavoidable() async throws {
    for toll in ["SA", "EUT"] {
      var ways: [(String, AsciiMap.Tags)] = []
      for way in ["SA", "ABCDE", "AFGHE", "EUT"] {
        ways.append((way, AsciiMap.Tags("highway=secondary toll=\(way == toll ? "yes" : "no")")))
      }
      let roads = try await AsciiMap(
        """
          B-----C-----D
         /             \\
        S-A             E-U-T
           \\           /
            F---G---H
        """,
        metresPerCell: 200, ways: ways
      ).build()
      for avoid in [[], .tolls] as [Avoidance] {
        let found = try await Self.routes(
          roads, ["S", "T"], .car, .init(alternatives: 2, avoid: avoid))
        #expect(Set(found.map { roads.letters($0) }) == ["SABCDEUT", "SAFGHEUT"], "\(toll)")
        // The toll is no reason for a longer way: the limit is a share of the time.
        #expect(found.allSatisfy { $0.durationSeconds <= 1.25 * found[0].durationSeconds })
      }
    }
  }

  @Test("wider limits let the far road in, narrower ones none")
  func wishes() async throws {
    let roads = try await Self.lake.build()
    let wide = RouteRequest.Options(
      alternatives: 2, alternativeLimits: .init(stretch: 1, locality: 0))
    #expect(try await Self.routes(roads, ["S", "T"], .car, wide).count == 3)
    let narrow = RouteRequest.Options(alternatives: 2, alternativeLimits: .init(sharing: 0.01))
    #expect(try await Self.routes(roads, ["S", "T"], .car, narrow).count == 1)
  }

  @Test("a detour off the road and on again is none, nor is turning round")
  func detour() async throws {
    let roads = try await AsciiMap(
      """
                B-C
                | |
      S---------D-E---------T
                |
                F
      """,
      metresPerCell: 100,
      ways: [
        "SDET": "highway=primary", "DBCE": "highway=primary", "DF": "highway=primary",
      ]
    ).build()
    #expect(try await Self.routes(roads).map { roads.letters($0) } == ["SDET"])
  }

  @Test(
    "with a departure time, a road that is closed then is no alternative", arguments: [true, false])
  func departure(isClosed: Bool) async throws {
    var zoned = MapCompiler.Options()
    zoned.timeZone = "UTC0"
    var drawing = [(String, AsciiMap.Tags)]()
    drawing.append(("SA", "highway=secondary"))
    drawing.append(("ABE", "highway=secondary"))
    drawing.append(
      ("AFE", AsciiMap.Tags("highway=secondary access:conditional=no~@~(08:00-12:00)")))
    drawing.append(("ET", "highway=secondary"))
    let roads = try await AsciiMap(
      """
           B
      S-A     E-T
           F
      """, metresPerCell: 300, ways: drawing
    ).build(options: zoned)
    let time = Departure(iso8601: isClosed ? "2026-11-23T10:00" : "2026-11-23T14:00")
    let found = try await Self.routes(
      roads, ["S", "T"], .car, .init(alternatives: 2, departure: time))
    #expect(found.count == (isClosed ? 1 : 2))
  }

  @Test("with stops, a leg is replaced where the whole trip allows it")
  func stops() async throws {
    let roads = try await Self.lake.build()
    // Where roads meet, a stop is reached on any of them.
    for (stop, passing) in [("U", false), ("U", true), ("E", false)] {
      let found = try await Self.routes(
        roads, ["S", stop, "T"], .car, .init(alternatives: 2), passing: passing)
      #expect(Set(found.map { roads.letters($0) }) == ["SABCDEUT", "SAFGHEUT"], "\(passing)")
      #expect(found.allSatisfy { $0.sections.count == (passing ? 1 : 2) })
    }
  }

  @Test(
    "with stops, no road is driven twice that the best route drives once", arguments: [false, true])
  func stopsOnTheWay(passing: Bool) async throws {
    // The way over R reaches X from the other side, and the next leg would turn round there.
    let roads = try await AsciiMap(
      """
      A-P---------------XQ--------------------B
        R----------------T
      """,
      metresPerCell: 200, ways: ["APXQB": "highway=primary", "PRTQ": "highway=primary"]
    ).build()
    let found = try await Self.routes(roads, ["A", "X", "B"], passing: passing)
    #expect(found.map { roads.letters($0) } == ["APXQB"])
  }

  @Test("a trip that passes a waypoint begins and ends in any direction", arguments: [false, true])
  func directions(isReversed: Bool) async throws {
    let roads = try await AsciiMap(
      """
          P-----Q
         /       \\
        S         J--X--T
         \\       /
          R-----W
      """,
      metresPerCell: 200,
      ways: [
        "SPQJ": "highway=secondary", "SRWJ": "highway=secondary", "JXT": "highway=secondary",
      ]
    ).build()
    let stops = isReversed ? ["T", "X", "S"] : ["S", "X", "T"]
    let found = try await Self.routes(roads, stops, passing: true)
    let expected = ["SPQJXT", "SRWJXT"].map { isReversed ? String($0.reversed()) : $0 }
    #expect(Set(found.map { roads.letters($0) }) == Set(expected))
  }

  @Test("a dead end that every route drives twice takes no alternative away")
  func stopInDeadEnd() async throws {
    let roads = try await AsciiMap(
      """
          B-------C
         /         \\
      S-A           E-T
         \\         /|
          F-------G D
      """,
      metresPerCell: 200,
      ways: [
        "SA": "highway=secondary", "ABCE": "highway=secondary", "AFGE": "highway=secondary",
        "ET": "highway=secondary", "ED": "highway=secondary",
      ]
    ).build()
    let found = try await Self.routes(roads, ["S", "D", "T"])
    #expect(Set(found.map { roads.letters($0) }) == ["SABCEDET", "SAFGEDET"])
  }

  @Test("of too many combinations of legs, those that replace the fewest are kept")
  func combinations() {
    #expect(
      TripAlternatives.combinations(of: [2, 3], atMost: 6)
        == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]])
    #expect(
      TripAlternatives.combinations(of: [2, 3], atMost: 4) == [[0, 0], [0, 1], [0, 2], [1, 0]])
    // Ten alternatives to each of eight legs.
    let counts = [Int](repeating: 11, count: 8)
    let found = TripAlternatives.combinations(of: counts, atMost: 256)
    #expect(found.count == 256 && found.allSatisfy { $0.count == counts.count })
    #expect(Set(found).count == found.count)
    let single = found.filter { $0.count { $0 > 0 } == 1 }
    #expect(single.count == 80)
  }

  @Test("routes that combine the same legs are told apart by two roads")
  func twoRoads() async throws {
    let roads = try await AsciiMap(
      """
      n---m   x---w
      |   |   |   |
      A   B---C   D
      |   |   |   |
      s---t   y---z
      """,
      ways: [
        "AnmB": "highway=primary ref=N~1", "AstB": "highway=primary ref=S~2",
        "BC": "highway=primary", "CxwD": "highway=primary ref=X~3",
        "CyzD": "highway=primary ref=Y~4",
      ]
    ).build()
    var routes: [Route] = []
    for leg in ["n", "s"] {
      for next in ["x", "y"] {
        let stops = try ["A", leg, "B", next, "D"].map { try roads.waypoint($0) }
        routes.append(try await roads.response(stops))
      }
    }
    let request = RouteRequest(waypoints: [try roads.waypoint("A"), try roads.waypoint("D")])
    #expect(
      RouteResponse(routes: routes).summaries(for: request).map(\.via)
        == ["N 1, X 3", "N 1, Y 4", "S 2, X 3", "S 2, Y 4"])
  }

  @Test("summaries tell routes apart by a road, and count tolls and limits")
  func summaries() async throws {
    let roads = try await Self.lake.build()
    let request = RouteRequest(
      waypoints: [try roads.waypoint("S"), try roads.waypoint("T")],
      options: .init(alternatives: 1, departure: Departure(iso8601: "2026-11-23T10:00+01:00")))
    var response = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request)
    let summaries = response.summaries(for: request)
    try #require(summaries.count == 2)
    let north = try #require(response.routes.firstIndex { roads.letters($0) == "SABCDEUT" })
    #expect(summaries[north].via == "N 1" && summaries[1 - north].via == "S 2")
    #expect(summaries[north].tolls.isEmpty && summaries[north].limits.isEmpty)
    let toll = try #require(summaries[1 - north].tolls.first)
    #expect(toll.road == "S 2" && summaries[1 - north].tolls.count == 1)
    #expect(abs(toll.lengthMetres - (try roads.drawing.metres("AFGHE"))) < 1)
    #expect(summaries[1 - north].limits.map(\.limit.tag) == ["maxheight=3.5"])
    let minutes = Int(response.routes[0].durationSeconds / 60)
    let arrival = try #require(summaries[0].arrival)
    #expect(arrival.offset == 3_600 && (0...1).contains(arrival.time.minuteOfDay - 600 - minutes))
    // Another route may be driven, and none is lost.
    #expect(response.active == 0 && response.activeRoute == response.routes[0])
    response.active = 1
    #expect(response.activeRoute == response.routes[1] && response.routes.count == 2)
    response.active = 7
    #expect(response.activeRoute == response.routes[0])
  }

  @Test(
    "tolls are told by class: a vignette for cars, the distance for trucks with a toll of theirs")
  func vignettes() async throws {
    let roads = try await AsciiMap(
      "A--B--C--D", metresPerCell: 100,
      ways: [
        "AB": "highway=motorway ref=A1 vignette=yes toll:hgv=yes",
        "BC": "highway=motorway ref=A1 toll=yes", "CD": "highway=motorway ref=A1 toll=vignette",
      ]
    ).build()
    let (ab, bc, cd) = try (
      roads.drawing.metres("AB"), roads.drawing.metres("BC"), roads.drawing.metres("CD")
    )
    for (vehicle, vignettes) in [
      (Vehicle.car, [true, false, true]), (Vehicle(.truck), [false, true]),
    ] {
      let request = RouteRequest(
        waypoints: [try roads.waypoint("A"), try roads.waypoint("D")], vehicle: vehicle)
      let response = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request)
      let summary = try #require(response.summaries(for: request).first)
      #expect(summary.tolls.map(\.isVignette) == vignettes)
      #expect(abs(summary.tollLengthMetres - ab - bc - cd) < 1)
      let needed = vehicle == .car ? ab + cd : cd
      #expect(abs(summary.vignetteLengthMetres - needed) < 1)
    }
  }

  @Test("a chosen route is kept when the search is repeated, unless another is better by more")
  func preference() async throws {
    let roads = try await Self.lake.build()
    let found = try await Self.routes(roads)
    try #require(found.count == 2)
    let (best, other) = (roads.letters(found[0]), roads.letters(found[1]))
    let gain = found[1].durationSeconds / found[0].durationSeconds - 1
    for (share, expected) in [(gain * 0.5, best), (gain * 2 + 0.02, other)] {
      var options = RouteRequest.Options()
      options.prefer(found[1], by: share)
      let again = try await Self.routes(roads, ["S", "T"], .car, options)[0]
      #expect(roads.letters(again) == expected)
      // Times are those of the map.
      let same = try #require(found.first { roads.letters($0) == expected })
      #expect(again.durationSeconds == same.durationSeconds)
    }
    var options = RouteRequest.Options()
    options.prefer(found[1])
    #expect(options.adjustments.allSatisfy { $0.effect == .weight(permille: 950) })
    let count = options.adjustments.count
    options.prefer(found[1], by: 0.2)
    #expect(options.adjustments.count == count)
  }

  @Test(
    "the arrival is told by the clocks of the map, or at the offset of the departure",
    arguments: [
      // Clocks change at 02:00.
      ("2026-03-29T01:45", "2026-03-29T03:15"), ("2026-03-29T01:15", "2026-03-29T01:45"),
      ("2026-03-29T01:45+01:00", "2026-03-29T02:15+01:00"),
    ])
  func arrivalClock(departure: String, arrival: String) async throws {
    let roads = try await Self.lake.build()
    var route = try await Self.routes(roads)[0]
    route.sections[0].durationSeconds = 1_800
    let request = RouteRequest(
      waypoints: [], options: .init(departure: Departure(iso8601: departure)))
    let zone = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let summaries = RouteResponse(routes: [route]).summaries(for: request, in: zone)
    #expect(summaries[0].arrival == Departure(iso8601: arrival))
  }

  @Test("a duration that is no time a trip can take has no arrival", arguments: [1e300, .nan, -1])
  func arrivals(seconds: Double) async throws {
    let roads = try await Self.lake.build()
    var route = try await Self.routes(roads)[0]
    route.sections[0].durationSeconds = seconds
    let request = RouteRequest(
      waypoints: [], options: .init(departure: Departure(iso8601: "2026-11-23T10:00Z")))
    #expect(RouteResponse(routes: [route]).summaries(for: request)[0].arrival == nil)
  }
}
