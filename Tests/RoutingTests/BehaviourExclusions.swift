import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What a request excludes is closed, unlike what it avoids.
@Suite struct BehaviourExclusions {
  static let exact = RouteRequest.Options(snapRadiusMetres: 1)

  private static func line(_ tags: String) -> AsciiMap {
    AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=residential", "BC": AsciiMap.Tags(tags + " name=Middle"),
        "CD": "highway=residential",
      ])
  }

  private static func options(_ exclude: Avoidance) -> RouteRequest.Options {
    var options = exact
    options.exclude = exclude
    return options
  }

  @Test("an excluded road is gone round", arguments: BehaviourOptions.kinds)
  func detour(_ row: BehaviourOptions.Case) async throws {
    let map = try await BehaviourOptions.map(AsciiMap.Tags(row.tags)).build()
    let found = try await map.response(
      from: "A", to: "D", Vehicle(row.mode), Self.options(row.avoid))
    #expect(map.letters(found) == (row.isAvoided ? "ABEFCD" : "ABCD"))
    #expect(found.notices.isEmpty)
  }

  static let only =
    BehaviourOptions.unavoidable + [
      BehaviourOptions.Case("highway=primary tunnel=yes", .tunnels),
      BehaviourOptions.Case("highway=track surface=gravel", .unpaved),
      BehaviourOptions.Case("highway=primary surface=gravel", .unpaved, .bicycle),
      BehaviourOptions.Case("highway=footway tunnel=yes", .tunnels, .foot),
    ]

  @Test("where only an excluded road leads, there is no route, and it is named", arguments: only)
  func refusal(_ row: BehaviourOptions.Case) async throws {
    let map = try await Self.line(row.tags).build()
    let vehicle = Vehicle(row.mode)
    #expect(try await map.attempt(from: "A", to: "D", vehicle) == "ABCD")
    let error = try await map.refusal(from: "A", to: "D", vehicle, Self.options(row.avoid))
    guard case .noRoute(0, 1, row.mode, let blockers) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(blockers.count == 1)
    let blocker = try #require(blockers.first)
    let way = try map.drawing.way("BC")
    #expect(blocker.excluded == row.avoid && blocker.wayID == way)
    #expect(blocker.text.hasPrefix("excluded: \(row.avoid.names[0]): Middle (way \(way)) at "))
    // With a time of departure too.
    var timed = Self.options(row.avoid)
    timed.departure = Departure(iso8601: "2026-11-21T10:00Z")
    #expect(try await map.attempt(from: "A", to: "D", vehicle, timed) == "none")
  }

  @Test("the other kinds that a request excludes or avoids close nothing")
  func others() async throws {
    let map = try await Self.line("highway=primary toll=yes").build()
    var options = Self.options([.ferries, .motorways, .tunnels, .unpaved])
    options.avoid = .tolls
    let route = try await map.response(from: "A", to: "D", .car, options)
    #expect(map.letters(route) == "ABCD")
    #expect(route.notices == [.avoidanceViolated(.tolls)])
  }

  @Test("every kind of an excluded road is named, and what else stands in the way")
  func everything() async throws {
    let map = try await Self.line("highway=motorway oneway=no toll=yes maxheight=3.8").build()
    let error = try await map.refusal(
      from: "A", to: "D", .lorry(height: 4_000), Self.options([.tolls, .motorways, .ferries]))
    guard case .noRoute(_, _, _, let blockers) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(
      blockers.map(\.reason) == ["excluded: toll, motorway", "maxheight=3.8, needs 4 m"])
    #expect(blockers.map(\.tag) == ["exclude=toll,motorway", "maxheight=3.8"])
  }

  @Test("a trip neither begins nor ends on an excluded road, nor passes a place on one")
  func ends() async throws {
    let map = try await BehaviourOptions.map("highway=motorway oneway=no").build()
    let exclude = RouteRequest.Options(exclude: .motorways)
    for (from, to) in [("B>C 0.3", "D"), ("A", "B>C 0.7")] {
      let route = try await map.response(from: from, to: to, .car, exclude)
      let edges = route.sections.flatMap(\.edges)
      #expect(edges.allSatisfy { $0.road.roadClass != .motorway } && !edges.isEmpty)
    }
    let start = try await map.response(from: "B>C 0.3", to: "D", .car, exclude)
    guard case .endLimited(0, let metres, let blocker)? = start.notices.first else {
      Issue.record("\(start.notices)")
      return
    }
    #expect(metres > 1 && blocker.excluded == .motorways)
    let far = try await map.refusal(from: "B>C 0.3", to: "D", .car, Self.options(.motorways))
    guard case .noRoadNear(0, .car, 1, _) = far else {
      Issue.record("\(far)")
      return
    }
    for kind in [Waypoint.Kind.stopover, .passThrough] {
      let route = try await map.response(
        [try map.waypoint("A"), try map.waypoint("B>C 0.5", kind), try map.waypoint("D")], .car,
        exclude)
      #expect(route.sections.flatMap(\.edges).allSatisfy { $0.road.roadClass != .motorway })
    }
  }

  @Test("who may break rules may not use what the request excludes")
  func violations() async throws {
    let map = try await AsciiMap(
      """
      A---B-------C---D
          |       |
          E-------F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=primary toll=yes",
        "CD": "highway=residential", "BEFC": "highway=residential maxheight=3.8",
      ]
    ).build()
    var options = Self.options(.tolls)
    let lorry = Vehicle.lorry(height: 4_000)
    #expect(try await map.attempt(from: "A", to: "D", lorry, options) == "none")
    options.allowViolations = true
    let route = try await map.response(from: "A", to: "D", lorry, options)
    #expect(map.letters(route) == "ABEFCD")
    #expect(route.violations.map(\.tag) == ["maxheight=3.8"])
    options.exclude = [.tolls, .tunnels]
    let tunnel = try await Self.line("highway=primary tunnel=yes").build()
    guard
      case .noRoute(_, _, _, let blockers) = try await tunnel.refusal(
        from: "A", to: "D", .car, options)
    else {
      Issue.record("not refused")
      return
    }
    #expect(blockers.map(\.excluded) == [.tunnels])
  }

  @Test("a table has no way where only excluded roads lead, and finds the others")
  func table() async throws {
    let line = try await Self.line("highway=primary toll=yes").build()
    let round = try await BehaviourOptions.map("highway=primary toll=yes").build()
    for (map, isThere) in [(line, false), (round, true)] {
      let stops = try ["A", "D"].map { try map.waypoint($0) }
      let engine = OfflineRoutingEngine(map: map.built.map)
      let table = try await engine.table(
        from: stops, to: stops, options: Self.options(.tolls), withLengths: true)
      #expect((table.durationSeconds[0][1] != nil) == isThere)
      #expect((table.durationSeconds[1][0] != nil) == isThere)
      #expect(table.durationSeconds[0][0] == 0)
      guard isThere, let metres = table.lengthMetres?[0][1] else { continue }
      #expect(abs(metres - (try map.drawing.metres("ABEFCD"))) < 1)
    }
  }

  @Test("an explanation says that the road is excluded")
  func explained() async throws {
    let map = try await Self.line("highway=primary toll=yes").build()
    let engine = OfflineRoutingEngine(map: map.built.map)
    let place = try map.drawing.place("B>C 0.5")
    for (exclude, verdict) in [(Avoidance.tolls, RoadExplanation.Verdict.closed), ([], .open)] {
      let found = try engine.explain(at: place, options: .init(exclude: exclude))
      let side = try #require(found.first?.sides.first)
      #expect(side.verdict == verdict)
      #expect(side.rules.contains { $0.tag == "exclude=toll" } == !exclude.isEmpty)
    }
  }
}
