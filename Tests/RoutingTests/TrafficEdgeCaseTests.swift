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

  /// A road of two edges, and a way round the second one.
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A---------B---------C
                |         |
                D---------E
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=primary", "BC": "highway=primary", "BD": "highway=residential",
        "DE": "highway=residential", "EC": "highway=residential",
      ]
    ).build()
  }

  /// Traffic on the road BC, measured at time 0.
  private static func snapshot(
    _ roads: AsciiRoads, incidents: [TrafficIncident] = [], _ pieces: (EdgeNumber) -> [TrafficPiece]
  ) throws -> TrafficSnapshot {
    let map = roads.built.map
    let edge = try map.edges(ofWay: try roads.drawing.way("BC"), .forward)[0].number
    return try TrafficSnapshot(
      map: map.id, version: 1, made: 0, pieces: pieces(edge), incidents: incidents)
  }

  private static func route(
    _ roads: AsciiRoads, _ snapshot: TrafficSnapshot?, after seconds: Int64? = 0,
    _ vehicle: Vehicle = .car, from: String = "A", to end: String = "C"
  ) async throws -> RouteModel.Route {
    try await OfflineRoutingEngine(map: roads.built.map).routes(
      for: RouteRequest(
        waypoints: [try roads.waypoint(from), try roads.waypoint(end)], vehicle: vehicle,
        options: .init(
          departure: seconds.map { Departure(time: LocalTime(seconds: $0), offset: 0) },
          traffic: snapshot))
    ).routes[0]
  }

  @Test("traffic on a part of an edge leaves the delay and the jam as it leaves the duration")
  func fadedParts() async throws {
    let roads = try await Self.roads()
    let usual = try await Self.route(roads, nil).durationSeconds
    let slow = try Self.snapshot(roads) { edge in
      [TrafficPiece(edge: edge, from: 20_000, to: 30_000, speed: 100, jam: 80, delay: 20)]
    }
    let whole = try await Self.route(roads, slow)
    let lost = whole.durationSeconds - usual
    #expect(lost > 30)
    let first = try await usual - Self.route(roads, nil, from: "B").durationSeconds
    for seconds in [0, 3_000, 5_000, 7_100, 7_200] as [Int64] {
      let share = min(max((7_200 - Double(seconds) - first) / 3_600, 0), 1)
      let route = try await Self.route(roads, slow, after: seconds)
      let delay = try #require(route.trafficDelaySeconds())
      #expect(abs(route.durationSeconds - usual - lost * share) < 0.6, "\(seconds)")
      #expect(abs(delay - (route.durationSeconds - usual)) < 0.1, "\(seconds): \(delay)")
      let spans = try #require(route.sections[0].traffic)
      #expect(spans.isEmpty == (seconds == 7_200))
      // The factor of the source fades into that of the speed.
      if seconds <= 3_000 { #expect(spans[0].jamFactor == 8) }
      if seconds == 7_100 { #expect(spans[0].jamFactor < 2, "\(spans[0])") }
    }
    // A trip that ends before the part does not take its time.
    let before = try await Self.route(roads, slow, after: 5_000, to: "B>C 0.3")
    let plain = try await Self.route(roads, nil, to: "B>C 0.3")
    #expect(before.trafficDelaySeconds() == 0)
    #expect(abs(before.durationSeconds - plain.durationSeconds) < 0.03)
  }

  @Test("a jam factor alone fades with its age")
  func fadedJam() async throws {
    let roads = try await Self.roads()
    let jam = try Self.snapshot(roads) { [TrafficPiece(edge: $0, jam: 60)] }
    for (seconds, factor) in [(nil, 6), (0, 6), (5_400, 3), (7_100, 0.2)] as [(Int64?, Double)] {
      let spans = try #require(try await Self.route(roads, jam, after: seconds).sections[0].traffic)
      #expect(spans.count == 1 && abs(spans[0].jamFactor - factor) < 0.11, "\(spans)")
    }
    #expect(try await Self.route(roads, jam, after: 7_200).sections[0].traffic?.isEmpty == true)
  }

  @Test("a closure for trucks says nothing to cars")
  func trucksOnly() async throws {
    let roads = try await Self.roads()
    let closed = try Self.snapshot(roads) { [TrafficPiece(edge: $0, closure: .trucks)] }
    let car = try await Self.route(roads, closed, after: nil)
    #expect(roads.letters(car) == "ABC" && car.sections[0].traffic == [])
    #expect(
      roads.letters(try await Self.route(roads, closed, after: nil, Vehicle(.truck))) == "ABDEC")
    // Its bounds are exact when the traffic has faded, too, so a car needs no search by the clock.
    let later = Departure(time: LocalTime(seconds: 10_800), offset: 0)
    let response = try await OfflineRoutingEngine(map: roads.built.map).routes(
      for: RouteRequest(
        waypoints: [try roads.waypoint("A"), try roads.waypoint("C")],
        options: .init(departure: later, traffic: closed)))
    #expect(response.statistics.rung == .metric)
  }

  @Test("a trip ends on a road whose closure is over when it arrives")
  func closureEnds() async throws {
    let roads = try await Self.roads()
    // The kilometre to B takes more than 20 seconds, and the whole trip less than an hour.
    for (end, letters) in [(20, "AB"), (3_600, "ABDEC")] as [(Int64, String)] {
      let closed = try Self.snapshot(roads, incidents: [TrafficIncident(end: end)]) {
        [TrafficPiece(edge: $0, closure: .all, incident: 1)]
      }
      let route = try await Self.route(roads, closed, to: "B>C 0.5")
      #expect(roads.letters(route) == letters)
      #expect(route.sections[0].arrival.distanceMetres < 1)
    }
  }

  @Test("a refresh of a closed route names the closure, and has the times of now elsewhere")
  func closedRefresh() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    let request = RouteRequest(
      waypoints: [try roads.waypoint("A"), try roads.waypoint("C")], vehicle: .car)
    let usual = try await engine.routes(for: request).routes[0]
    let first = usual.sections[0].edges[0].id.number
    try engine.replaceTraffic(
      try Self.snapshot(roads) { edge in
        [edge, first].map { TrafficPiece(edge: $0, speed: 300) }
      })
    let slow = try await engine.routes(for: request).routes[0]
    #expect(roads.letters(slow) == "ABC" && slow.durationSeconds > usual.durationSeconds * 1.5)
    let accident = TrafficIncident(kind: "accident", text: "crash")
    try engine.replaceTraffic(
      try Self.snapshot(roads, incidents: [accident]) { edge in
        [
          TrafficPiece(edge: edge, to: 30_000, closure: .all, incident: 1),
          TrafficPiece(edge: first, speed: 100),
        ]
      })
    let fresh = try await engine.refresh(slow, for: request)
    #expect(fresh.closedEdges == [slow.sections[0].edges[1].id])
    #expect(roads.letters(try #require(fresh.better)) == "ABDEC")
    let edges = fresh.route.sections[0].edges
    let open = usual.sections[0].edges[1].durationSeconds
    #expect(abs(edges[1].durationSeconds - open) < 0.03)
    #expect(edges[0].durationSeconds > slow.sections[0].edges[0].durationSeconds * 1.9)
    let incidents = fresh.route.incidents()
    #expect(incidents.map(\.incident) == [accident])
    let spans = try #require(fresh.route.sections[0].traffic)
    #expect(spans.map(\.severity) == [spans[0].severity, .blocked])
    #expect(spans[1].jamFactor == 10 && spans[1].delaySeconds < 0.1)
  }

  @Test("a refresh drives around a loop again where the route does")
  func loopRefresh() async throws {
    let roads = try await AsciiMap(
      """
      A---B---C
          |   |
          E---D
      """,
      ways: ["AB": "highway=residential", "BCDEB": "highway=residential oneway=yes"]
    ).build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = RouteRequest(
      waypoints: [try roads.waypoint("E>B 0.5"), try roads.waypoint("B>C 0.5")], vehicle: .car)
    let route = try await engine.routes(for: request).routes[0]
    let edges = route.sections[0].edges
    #expect(edges.count == 2 && edges[0].id == edges[1].id)
    #expect(try await engine.refresh(route, for: request).route == route)
  }

  @Test("a refresh goes on behind a waypoint on a via edge")
  func viaEdgeRefresh() async throws {
    let roads = try await AsciiMap(
      """
      A---B---C---D
              |
              F
      """,
      ways: ["AB", "BC", "CD", "CF"].map { ($0, "highway=residential") },
      relations: [.restriction("no_right_turn", from: "AB", via: "BC", to: "CF")]
    ).build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = RouteRequest(
      waypoints: [
        try roads.waypoint("A"), try roads.waypoint("B>C 0.5", .passThrough),
        try roads.waypoint("D"),
      ], vehicle: .car)
    let route = try await engine.routes(for: request).routes[0]
    let edges = route.sections[0].edges
    #expect(edges.count == 4 && edges[1].wayID == edges[2].wayID && edges[1].id != edges[2].id)
    #expect(try await engine.refresh(route, for: request).route == route)
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
