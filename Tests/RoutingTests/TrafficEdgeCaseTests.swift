import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Traffic where edges have no length, and while it is replaced.
@Suite struct TrafficEdgeCaseTests {
  @Test("a delay behind an edge of length 0, or on it, is told on the stretch behind it")
  func delaysOfNoLength() async throws {
    // Two nodes at one place, with a road between them.
    let places = [(47.0, 8.0), (47.0, 8.01), (47.0, 8.01), (47.0, 8.02)]
    let nodes = places.enumerated().map {
      "<node id='\($0 + 1)' lat='\($1.0)' lon='\($1.1)'/>"
    }
    let ways = (1...3).map {
      "<way id='\($0)'><nd ref='\($0)'/><nd ref='\($0 + 1)'/><tag k='highway' v='primary'/>"
        + "<tag k='ref' v='\($0)'/></way>"
    }
    let built = try await BuiltMap(
      xml: "<osm version='0.6'>\((nodes + ways).joined())</osm>")
    let map = built.map
    let edges = try (1...3).map { try map.edges(ofWay: $0, .forward)[0].number }
    let engine = OfflineRoutingEngine(map: map)
    func route(
      _ pieces: [TrafficPiece], _ turns: [DelayedTurn], to end: Double = 8.019
    ) async throws -> RouteModel.Route {
      let snapshot = try TrafficSnapshot(
        map: map.id, version: 1, made: 0, pieces: pieces, turns: turns)
      let points = try [8.001, end].map {
        Waypoint(try #require(Coordinate(latitude: 47, longitude: $0)))
      }
      return try await engine.routes(
        for: RouteRequest(waypoints: points, vehicle: .car, options: .init(traffic: snapshot))
      ).routes[0]
    }
    let usual = try await route([], [])
    #expect(usual.sections[0].edges.map(\.lengthMetres).min() == 0)
    #expect(usual.trafficDelaySeconds() == 0)
    let turn = DelayedTurn(from: edges[1], to: edges[2], delay: 100)
    let piece = TrafficPiece(edge: edges[1], delay: 50)
    for (pieces, turns, delay) in [
      ([], [turn], 10.0), ([piece], [], 5), ([piece], [turn], 15),
    ] as [([TrafficPiece], [DelayedTurn], Double)] {
      let late = try await route(pieces, turns)
      #expect(abs(late.durationSeconds - usual.durationSeconds - delay) < 0.02)
      #expect(abs(try #require(late.trafficDelaySeconds()) - delay) < 0.02)
      let span = try #require(late.sections[0].traffic?.first)
      #expect(abs(span.metres.lowerBound - late.sections[0].edges[0].lengthMetres) < 0.01)
      #expect(span.speed < span.baseSpeed)
    }
  }

  @Test("a query that began before the traffic was replaced makes its metric once")
  func replacedMeanwhile() async throws {
    let roads = try await AsciiMap(
      "A---B---C", ways: ["AB": "highway=primary", "BC": "highway=primary"]
    )
    .build()
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    // Faster than the map says, so that the stored metric is no bound.
    func snapshot(_ version: UInt64) throws -> TrafficSnapshot {
      let edges = try map.edges(ofWay: try roads.drawing.way("AB"), .forward)
      return try TrafficSnapshot(
        map: map.id, version: version, made: 0,
        pieces: edges.map { TrafficPiece(edge: $0.number, speed: 1_200) })
    }
    weak var first: TrafficSnapshot?
    do {
      let before = try snapshot(1)
      first = before
      try engine.replaceTraffic(before)
      let rules = try engine.rules(.car, .init())
      try engine.replaceTraffic(try snapshot(2))
      let made = try #require(try engine.metrics.closest(rules))
      #expect(try engine.metrics.closest(rules)?.number == made.number)
      #expect(made.isExact)
    }
    try engine.replaceTraffic(try snapshot(3))
    #expect(first == nil)
  }
}
