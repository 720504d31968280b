import Geo
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What lies ahead of a position on a route: incidents, times, and the rest of the route in the traffic of now.
@Suite struct RouteAheadTests {
  /// Two stretches of a kilometre, the second with a way round.
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A---------B---------C
                |         |
                D---------E
      """,
      metresPerCell: 100,
      ways: [
        "AB": "highway=primary maxspeed=100 name=First", "BC": "highway=primary maxspeed=100",
        "BD": "highway=residential", "DE": "highway=primary maxspeed=100",
        "EC": "highway=residential",
      ]
    ).build()
  }

  private static let roadWorks = TrafficIncident(kind: "roadworks", text: "one lane")
  private static let accident = TrafficIncident(kind: "accident")

  private static func snapshot(_ roads: AsciiRoads) throws -> TrafficSnapshot {
    let map = roads.built.map
    func edge(_ way: String) throws -> EdgeNumber {
      try map.edges(ofWay: try roads.drawing.way(way), .forward)[0].number
    }
    return try TrafficSnapshot(
      map: map.id, version: 5, made: 0,
      pieces: [
        TrafficPiece(edge: try edge("AB"), from: 32_768, speed: 360, incident: 1),
        TrafficPiece(edge: try edge("BC"), to: 6_554, speed: 360, incident: 1),
        TrafficPiece(edge: try edge("BC"), from: 45_000, to: 60_000, speed: 180, incident: 2),
      ], incidents: [roadWorks, accident])
  }

  @Test("incidents ahead are told once each, with distance and time")
  func incidents() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = try roads.request("A", "C")
    #expect(try await engine.routes(for: request).routes[0].incidents().isEmpty)
    try engine.replaceTraffic(try Self.snapshot(roads))
    let route = try await engine.routes(for: request).routes[0]
    let (first, second) = (try roads.drawing.metres("AB"), try roads.drawing.metres("BC"))
    let all = route.incidents()
    #expect(all.map(\.incident) == [Self.roadWorks, Self.accident])
    #expect(abs(all[0].distanceMetres - first / 2) < 1)
    #expect(abs(all[0].metres.upperBound - first - second / 10) < 1)
    // Edges are driven evenly: at half of the edge, half of its time is over.
    #expect(abs(all[0].seconds - route.sections[0].edges[0].durationSeconds / 2) < 0.5)
    #expect(abs(all[1].distanceMetres - first - second * 45_000 / 65_535) < 1)
    let delay = try #require(route.trafficDelaySeconds())
    #expect(abs(all.reduce(0) { $0 + $1.delaySeconds } - delay) < 0.05)
    let inside = route.incidents(from: first)
    #expect(inside.count == 2 && inside[0].distanceMetres == 0 && inside[0].seconds == 0)
    #expect(inside[0].delaySeconds < all[0].delaySeconds / 3)
    #expect(abs(inside[1].distanceMetres - second * 45_000 / 65_535) < 1)
    #expect(route.incidents(from: first + second / 2).map(\.incident) == [Self.accident])
    #expect(route.incidents(from: first + second).isEmpty)
  }

  @Test("times with and without traffic stand side by side, of the whole and of the rest")
  func times() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = try roads.request("A", "C")
    let free = try await engine.routes(for: request).routes[0]
    #expect(free.remainingSecondsWithoutTraffic() == nil)
    #expect(free.remainingSeconds() == free.durationSeconds)
    try engine.replaceTraffic(try Self.snapshot(roads))
    let route = try await engine.routes(for: request).routes[0]
    #expect(
      abs(try #require(route.remainingSecondsWithoutTraffic()) - free.durationSeconds) < 0.1)
    let half = try roads.drawing.metres("AB")
    #expect(
      abs(route.remainingSeconds(from: half) - route.sections[0].edges[1].durationSeconds) < 0.5)
    #expect(route.remainingSeconds(from: 1e9) == 0)
  }

  @Test("the rest of a route is what a route from there is")
  func rest() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = try roads.request("A", "C")
    request.options.steps = true
    request.waypoints.insert(try roads.waypoint("A>B 0.6"), at: 1)
    request.waypoints[1].kind = .passThrough
    let route = try await engine.routes(for: request).routes[0]
    let first = try roads.drawing.metres("AB")
    #expect(route.rest(from: 0) == route && route.rest(from: -.infinity) == route)
    #expect(route.rest(from: route.lengthMetres) == nil && route.rest(from: .infinity) == nil)
    #expect(route.rest(from: .nan) == route)
    for share in [0.001, 0.3, 0.59, 0.61, 0.999, 1.2, 1.999] {
      let rest = try #require(route.rest(from: share * first))
      let section = rest.sections[0]
      #expect(abs(rest.lengthMetres - route.lengthMetres + share * first) < 0.01, "\(share)")
      #expect(abs(section.edges.lengthMetres - rest.lengthMetres) < 0.02, "\(share)")
      #expect(abs(Self.metres(section.polyline) - rest.lengthMetres) < 1, "\(share)")
      #expect(section.passed.count == (share < 0.6 ? 1 : 0), "\(share)")
      #expect(section.steps.last?.maneuver.kind == route.sections[0].steps.last?.maneuver.kind)
      let steps = section.steps.reduce(0) { $0 + $1.lengthMetres }
      #expect(abs(steps - rest.lengthMetres) < 1, "\(share)")
      let seconds = section.steps.reduce(0) { $0 + $1.durationSeconds }
      #expect(abs(seconds - rest.durationSeconds) < 0.02, "\(share)")
      for points in section.edges.map(\.points) + section.steps.map(\.points) {
        #expect(section.polyline.indices.contains(points.upperBound), "\(share)")
      }
      for point in section.steps.flatMap(\.intersections).map(\.point) {
        #expect(section.polyline.indices.contains(point), "\(share)")
      }
      let waypoints = route.waypointCount(before: share * first, of: 3)
      #expect(waypoints == (share < 0.6 ? 1 : 2), "\(share)")
    }
  }

  @Test("at a junction, the rest begins behind the turn, and the road ahead is no better route")
  func junctions() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = try roads.request("A", "D>E 0.5")
    let route = try await engine.routes(for: request).routes[0]
    let edges = route.sections[0].edges
    try #require(edges.count == 3 && edges[1].turnDurationSeconds > 1)
    var metres = 0.0
    for (index, edge) in edges.dropLast().enumerated() {
      metres += edge.lengthMetres
      // Lengths that are added in another order differ by as little.
      for position in [metres - 1e-9, metres, metres + 1e-9] {
        let rest = try #require(route.rest(from: position)).sections[0]
        #expect(rest.edges.map(\.id) == edges[(index + 1)...].map(\.id))
        #expect(rest.edges[0].turnDurationSeconds == 0)
        #expect(abs(rest.edges[0].lengthMetres - edges[index + 1].lengthMetres) < 0.001)
        let refreshed = try #require(
          try await engine.refresh(route, for: request, from: position))
        #expect(refreshed.better == nil)
      }
    }
  }

  @Test("without edges, as in a route of a service, the waypoints ahead stay")
  func restWithoutEdges() async throws {
    let roads = try await Self.roads()
    var request = try roads.request("A", "C")
    request.waypoints.insert(try roads.waypoint("A>B 0.6"), at: 1)
    request.waypoints[1].kind = .passThrough
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var route = try await engine.routes(for: request).routes[0]
    route.sections[0].edges = []
    route.sections[0].passed[0].edge = 0
    let place = route.sections[0].polyline[route.sections[0].passed[0].point]
    let first = try roads.drawing.metres("AB")
    for share in [0.001, 0.59, 0.61, 1.999] {
      let section = try #require(route.rest(from: share * first)).sections[0]
      let ahead = section.passed.map { section.polyline[$0.point] }
      #expect(ahead == (share < 0.6 ? [place] : []), "\(share)")
      let waypoints = route.waypointCount(before: share * first, of: 3)
      #expect(waypoints == (share < 0.6 ? 1 : 2), "\(share)")
    }
    // A route that somebody else made may have no line either.
    route.sections[0].polyline = []
    #expect(route.waypointCount(before: 1, of: 3) == 1)
  }

  private static func metres(_ line: [Coordinate]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
  }

  @Test("a refresh of the rest has the times of a route from there, and tells of a better one")
  func refreshRest() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = try roads.request("A", "C")
    let route = try await engine.routes(for: request).routes[0]
    let first = try roads.drawing.metres("AB")
    #expect(try await engine.refresh(route, for: request, from: route.lengthMetres) == nil)
    try engine.replaceTraffic(try Self.snapshot(roads))
    let rest = try #require(try await engine.refresh(route, for: request, from: first * 0.5))
    let other = try await engine.routes(for: roads.request("A>B 0.5", "C")).routes[0]
    #expect(rest.trafficVersion == 5 && rest.better == nil)
    #expect(abs(rest.route.durationSeconds - other.durationSeconds) < 0.2)
    #expect(rest.route.sections[0].edges.map(\.id) == route.sections[0].edges.map(\.id))
    let map = roads.built.map
    try engine.replaceTraffic(
      try TrafficSnapshot(
        map: map.id, version: 6, made: 0,
        pieces: try map.edges(ofWay: try roads.drawing.way("BC")).map {
          TrafficPiece(edge: $0.number, speed: 30)
        }))
    let before = try #require(try await engine.refresh(route, for: request, from: first * 0.5))
    #expect(roads.letters(try #require(before.better)).hasSuffix("BDEC"))
    #expect(try #require(before.savedSeconds) > 60)
    // A slow road is as short as before, and the way round is no better by its length.
    var shortest = request
    shortest.options.objective = .shortest
    #expect(try await engine.refresh(route, for: shortest).better == nil)
    // Behind the junction nobody turns round.
    let behind = try #require(try await engine.refresh(route, for: request, from: first * 1.1))
    #expect(behind.better == nil)
  }

  @Test("for the shortest route, a better one is shorter, though it takes longer")
  func refreshShortest() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let map = roads.built.map
    let request = try roads.request("A", "C")
    let slow = try TrafficSnapshot(
      map: map.id, version: 7, made: 0,
      pieces: try map.edges(ofWay: try roads.drawing.way("BC")).map {
        TrafficPiece(edge: $0.number, speed: 30)
      })
    try engine.replaceTraffic(slow)
    let round = try await engine.routes(for: request).routes[0]
    #expect(roads.letters(round).hasSuffix("BDEC"))
    #expect(try await engine.refresh(round, for: request).better == nil)
    var shortest = request
    shortest.options.objective = .shortest
    let refreshed = try await engine.refresh(round, for: shortest)
    #expect(roads.letters(try #require(refreshed.better)).hasSuffix("BC"))
    #expect(try #require(refreshed.savedSeconds) < -60)
  }
}

extension AsciiRoads {
  fileprivate func request(_ from: String, _ to: String) throws -> RouteRequest {
    RouteRequest(waypoints: [try waypoint(from), try waypoint(to)], vehicle: .car)
  }
}
