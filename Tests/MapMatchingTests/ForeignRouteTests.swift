import Geo
import MapMatching
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Lines of other engines on this map.
@Suite struct ForeignRouteTests {
  @Test("a line along roads becomes a route with edges, names and limits")
  func plain() async throws {
    let roads = try await AsciiMap(
      """
      A-----B-----C
            |
            D
      """,
      ways: [
        "AB": "highway=residential name=One", "BC": "highway=residential name=Two",
        "BD": "highway=residential name=Three maxheight=3.8",
      ]
    ).build()
    let line = try "ABD".map { try roads.drawing.place(String($0)) }
    let snapped = try await MapMatcher(map: roads.built.map).snap(line)
    #expect(roads.letters(snapped.route) == "ABD")
    #expect(snapped.disagreements.isEmpty && snapped.next == nil)
    let edges = snapped.route.sections.flatMap(\.edges)
    #expect(edges.map(\.name) == ["One", "Three"])
    #expect(edges.last?.limits.map(\.tag) == ["maxheight=3.8"])
    #expect(snapped.route.durationSeconds > 20)
  }

  @Test("the times are those of the router, with those of turns and of signals")
  func times() async throws {
    let roads = try await AsciiMap(
      """
      A-----B-----C
            |
            |
      E-----D-----F
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential", "BD": "highway=residential",
        "ED": "highway=residential", "DF": "highway=residential",
      ],
      nodes: ["B": "highway=traffic_signals"]
    ).build()
    let line = try "ABDF".map { try roads.drawing.place(String($0)) }
    let ends = [Waypoint(line[0]), Waypoint(line[3])]
    let route = try await OfflineRoutingEngine(map: roads.built.map)
      .routes(for: RouteRequest(waypoints: ends)).routes[0]
    let snapped = try await MapMatcher(map: roads.built.map).snap(route.polyline).route
    #expect(roads.letters(snapped) == "ABDF")
    let turns = [route, snapped].map { route in
      route.sections[0].edges.reduce(0) { $0 + $1.turnDurationSeconds }
    }
    #expect(turns[0] > 1 && abs(turns[0] - turns[1]) < 0.01, "\(turns)")
    #expect(abs(snapped.durationSeconds - route.durationSeconds) < 0.5)
  }

  @Test("where the map has no road, it says so and from where to where")
  func disagreement() async throws {
    let roads = try await OddTraceTests.roads.build()
    let line = try ["C", "E"].map { try roads.drawing.place($0) }
    let away = Coordinate(
      latitudeUnits: line[1].latitudeUnits, longitudeUnits: line[1].longitudeUnits + 200_000)
    let snapped = try await MapMatcher(map: roads.built.map).snap(line + [away])
    #expect(roads.letters(snapped.route) == "CDE")
    let found = try #require(snapped.disagreements.last)
    #expect(found.kind == .noRoad)
    #expect(found.span.lowerBound > 1000 && found.span.upperBound > 2400)
  }

  @Test("a limit leaves the rest for later")
  func limit() async throws {
    let roads = try await OddTraceTests.roads.build()
    let line = try "ABCDE".map { try roads.drawing.place(String($0)) }
    let snapped = try await MapMatcher(map: roads.built.map).snap(line, upTo: 600)
    #expect(snapped.next == 2)
    #expect(roads.letters(snapped.route) == "ABC")
  }
}
