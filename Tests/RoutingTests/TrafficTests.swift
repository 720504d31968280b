import MapReader
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What traffic does to routes; random traffic is compared with plain Dijkstra in ``HierarchyReferenceTests``.
@Suite struct TrafficTests {
  /// A road of two edges, and a way round it.
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A---------B---------C
      |                   |
      D-------------------E
      """,
      metresPerCell: 100,
      ways: [
        "AB": "highway=primary maxspeed=100", "BC": "highway=primary maxspeed=100",
        "AD": "highway=residential", "DE": "highway=primary", "EC": "highway=residential",
      ]
    ).build()
  }

  private static let made: Int64 = 1_795_500_000

  /// Traffic on an edge of a way, in its direction.
  private static func snapshot(
    _ roads: AsciiRoads, _ way: String, version: UInt64 = 1, incidents: [TrafficIncident] = [],
    _ set: (inout TrafficPiece) -> Void
  ) throws -> TrafficSnapshot {
    let map = roads.built.map
    let edges = try map.edges(ofWay: try roads.drawing.way(way), .forward)
    return try TrafficSnapshot(
      map: map.id, version: version, made: made,
      pieces: edges.map {
        var piece = TrafficPiece(edge: $0.number)
        set(&piece)
        return piece
      }, incidents: incidents)
  }

  private static func request(
    _ roads: AsciiRoads, _ from: String, _ to: String, _ vehicle: Vehicle = .car,
    after seconds: Int64? = nil, traffic snapshot: TrafficSnapshot? = nil
  ) throws -> RouteRequest {
    RouteRequest(
      waypoints: [try roads.waypoint(from), try roads.waypoint(to)], vehicle: vehicle,
      options: .init(
        departure: seconds.map { Departure(time: LocalTime(seconds: made + $0), offset: 0) },
        traffic: snapshot))
  }

  @Test("closures for trucks close to trucks only; a full jam closes to all")
  func closures() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    func letters(_ vehicle: Vehicle, _ snapshot: TrafficSnapshot) async throws -> String {
      roads.letters(
        try await engine.routes(for: Self.request(roads, "A", "C", vehicle, traffic: snapshot))
          .routes[0])
    }
    let trucks = try Self.snapshot(roads, "BC") { $0.closure = .trucks }
    #expect(try await letters(.car, trucks) == "ABC")
    #expect(try await letters(Vehicle(.truck), trucks) == "ADEC")
    let jam = try Self.snapshot(roads, "BC") { $0.jam = TrafficPiece.blockedJam }
    #expect(try await letters(.car, jam) == "ADEC")
    #expect(try await letters(Vehicle(.bicycle), jam) == "ADEC")
    let part = try Self.snapshot(roads, "BC") {
      $0.closure = .all
      $0.from = 30_000
      $0.to = 30_100
    }
    #expect(try await letters(.car, part) == "ADEC")
  }

  @Test("speeds and delays of parts count where they are, also at the ends of a trip")
  func parts() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let metres = try roads.drawing.metres("BC")
    let usual = try await engine.routes(for: Self.request(roads, "B", "C")).routes[0]
    // The last half at 18 km/h, and ten seconds at its end.
    let snapshot = try Self.snapshot(roads, "BC") {
      $0.from = 32_768
      $0.speed = 180
      $0.delay = 100
    }
    let whole = try await engine.routes(for: Self.request(roads, "B", "C", traffic: snapshot))
      .routes[0]
    // The trip ends before the delay.
    #expect(abs(whole.durationSeconds - usual.durationSeconds / 2 - metres / 2 / 5) < 0.1)
    let first = try await engine.routes(for: Self.request(roads, "B", "B>C 0.4", traffic: snapshot))
      .routes[0]
    #expect(abs(first.durationSeconds - usual.durationSeconds * 0.4) < 0.3)
    let last = try await engine.routes(for: Self.request(roads, "B>C 0.75", "C", traffic: snapshot))
      .routes[0]
    #expect(abs(last.durationSeconds - metres / 4 / 5) < 0.3)
    let delay = try #require(whole.trafficDelaySeconds())
    #expect(abs(delay - (whole.durationSeconds - usual.durationSeconds)) < 0.05)
    #expect(abs(try #require(whole.trafficDelaySeconds(from: metres * 0.75)) - delay / 2) < 0.2)
    let spans = try #require(whole.sections[0].traffic)
    #expect(spans.count == 1 && abs(spans[0].speed - 5) < 0.05 && spans[0].severity == .slow)
    #expect(abs(spans[0].metres.lowerBound - metres / 2) < 1)
    let on = try await engine.routes(for: Self.request(roads, "A", "C", traffic: snapshot)).routes[
      0]
    #expect(abs((on.durationWithoutTraffic ?? 0) - usual.durationSeconds * 2) < 1)
  }

  @Test("a delay at a turn sends a route another way, and is told on the edge before")
  func turns() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    func snapshot(_ delay: UInt16) throws -> TrafficSnapshot {
      let map = roads.built.map
      let edges = try ["AB", "BC"].map { way in
        try map.edges(ofWay: try roads.drawing.way(way), .forward)[0].number
      }
      return try TrafficSnapshot(
        map: map.id, version: 1, made: Self.made, pieces: [],
        turns: [DelayedTurn(from: edges[0], to: edges[1], delay: delay)])
    }
    func route(
      _ snapshot: TrafficSnapshot?, _ vehicle: Vehicle = .car, from: String = "A",
      after seconds: Int64? = nil
    ) async throws -> RouteModel.Route {
      try await engine.routes(
        for: Self.request(roads, from, "C", vehicle, after: seconds, traffic: snapshot)
      ).routes[0]
    }
    let usual = try await route(nil)
    let late = try await route(try snapshot(100))
    #expect(roads.letters(late) == "ABC")
    #expect(abs(late.durationSeconds - usual.durationSeconds - 10) < 0.01)
    #expect(abs(try #require(late.trafficDelaySeconds()) - 10) < 0.01)
    #expect(abs(try #require(late.durationWithoutTraffic) - usual.durationSeconds) < 0.01)
    let spans = try #require(late.sections[0].traffic)
    #expect(abs(spans[0].metres.upperBound - (try roads.drawing.metres("AB"))) < 1)
    // Who does not turn there loses no time; nor do those without an engine.
    let begun = try await route(try snapshot(100), from: "B")
    #expect(begun.durationSeconds == (try await route(nil, from: "B")).durationSeconds)
    let ridden = try await route(try snapshot(100), Vehicle(.bicycle))
    #expect(ridden.durationSeconds == (try await route(nil, Vehicle(.bicycle))).durationSeconds)
    #expect(roads.letters(try await route(try snapshot(6_000))) == "ADEC")
    // It fades with its age.
    for (seconds, delay) in [(0, 10.0), (5_400, 5), (7_200, 0)] as [(Int64, Double)] {
      let faded = try await route(try snapshot(100), after: seconds)
      #expect(abs(faded.durationSeconds - usual.durationSeconds - delay) < 0.3, "\(seconds)")
    }
    // A route of before is told of the delay, and that of the delay is told without it.
    try engine.replaceTraffic(try snapshot(100))
    let request = try Self.request(roads, "A", "C")
    #expect(try await engine.refresh(usual, for: request).route == late)
    try engine.replaceTraffic(nil)
    #expect(try await engine.refresh(late, for: request).route == usual)
  }

  @Test("a turn between edges that don't meet, or that are not there, is refused")
  func wrongTurns() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    let edges = try ["AB", "BC", "EC"].map { way in
      try map.edges(ofWay: try roads.drawing.way(way), .forward)[0].number
    }
    let unknown = RoutingError.unknownEdge(map.edgeID(4_000))
    for (from, to, wrong) in [
      (edges[0], edges[2], nil), (edges[1], edges[0], nil), (4_000, edges[1], unknown),
      (edges[0], 4_000, unknown),
    ] as [(EdgeNumber, EdgeNumber, RoutingError?)] {
      let snapshot = try TrafficSnapshot(
        map: map.id, version: 1, made: 0, pieces: [],
        turns: [DelayedTurn(from: from, to: to, delay: 1)])
      let noTurn = RoutingError.unknownTurn(from: map.edgeID(from), to: map.edgeID(to))
      #expect(throws: wrong ?? noTurn) { try engine.replaceTraffic(snapshot) }
    }
    #expect(engine.traffic == nil)
  }

  @Test("speeds hold until the horizon and are those of the map after twice that")
  func fading() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let snapshot = try Self.snapshot(roads, "BC") { $0.speed = 250 }
    let usual = try await engine.routes(for: Self.request(roads, "B", "C")).routes[0]
    let whole = (try roads.drawing.metres("BC")) / 25 * 3.6 - usual.durationSeconds
    var last: (arrival: Double, delay: Double)?
    for seconds in [-100, 0, 3_000, 3_600, 4_500, 5_400, 7_000, 7_200, 90_000] as [Int64] {
      let route = try await engine.routes(
        for: Self.request(roads, "B", "C", after: seconds, traffic: snapshot)
      ).routes[0]
      let delay = try #require(route.trafficDelaySeconds())
      if seconds <= 3_000 { #expect(abs(delay - whole) < 0.1, "\(seconds): \(delay)") }
      if seconds == 5_400 { #expect(abs(delay - whole / 2) < 0.1, "\(seconds): \(delay)") }
      if seconds >= 7_200 { #expect(delay == 0, "\(seconds): \(delay)") }
      let arrival = Double(seconds) + route.durationSeconds
      if let last { #expect(arrival >= last.arrival && delay <= last.delay, "\(seconds)") }
      last = (arrival, delay)
    }
  }

  @Test("an incident has an effect while it lasts")
  func incidents() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let snapshot = try Self.snapshot(
      roads, "BC", incidents: [TrafficIncident(begin: Self.made + 600, end: Self.made + 1_200)]
    ) {
      $0.closure = .all
      $0.incident = 1
    }
    for (seconds, letters) in [(nil, "ABC"), (0, "ABC"), (700, "ADEC"), (1_200, "ABC")]
      as [(Int64?, String)]
    {
      let route = try await engine.routes(
        for: Self.request(roads, "A", "C", after: seconds, traffic: snapshot)
      ).routes[0]
      #expect(roads.letters(route) == letters, "\(seconds ?? -1)")
    }
  }

  @Test("traffic of an engine is replaced, named by its version, and can be left out")
  func engineTraffic() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = try Self.request(roads, "A", "C")
    let without = try await engine.routes(for: request)
    #expect(without.trafficVersion == nil && without.routes[0].sections[0].traffic == nil)
    try engine.replaceTraffic(try Self.snapshot(roads, "BC", version: 8) { $0.closure = .all })
    let closed = try await engine.routes(for: request)
    #expect(closed.trafficVersion == 8 && roads.letters(closed.routes[0]) == "ADEC")
    let table = try await engine.table(from: [request.waypoints[0]], to: [request.waypoints[1]])
    #expect(table.trafficVersion == 8)
    request.options.traffic = try Self.snapshot(roads, "AD", version: 9) { $0.speed = 10 }
    let own = try await engine.routes(for: request)
    #expect(own.trafficVersion == 9 && roads.letters(own.routes[0]) == "ABC")
    request.options.considerTraffic = false
    #expect(try await engine.routes(for: request).routes == without.routes)
    let free = try await engine.table(
      from: [request.waypoints[0]], to: [request.waypoints[1]], options: request.options)
    #expect(free.trafficVersion == nil)
    try engine.replaceTraffic(nil)
    #expect(engine.traffic == nil)
    let other = try TrafficSnapshot(
      map: MapID(rawValue: 1), version: 1, made: 0, pieces: [TrafficPiece(edge: 0)])
    #expect(throws: RoutingError.self) { try engine.replaceTraffic(other) }
    let unknown = try TrafficSnapshot(
      map: roads.built.map.id, version: 1, made: 0, pieces: [TrafficPiece(edge: 4_000)])
    #expect(throws: RoutingError.unknownEdge(roads.built.map.edgeID(4_000))) {
      try engine.replaceTraffic(unknown)
    }
  }

  @Test("a refresh drives the same edges in the traffic of now, and tells of a better route")
  func refresh() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = try Self.request(roads, "A>B 0.3", "B>C 0.6")
    request.options.steps = true
    let route = try await engine.routes(for: request).routes[0]
    let same = try await engine.refresh(route, for: request)
    #expect(same.route == route && same.better == nil && same.trafficVersion == nil)
    try engine.replaceTraffic(
      try Self.snapshot(roads, "AB", version: 3) {
        $0.from = 20_000
        $0.speed = 300
        $0.delay = 50
      })
    let slow = try await engine.refresh(route, for: request)
    #expect(slow.trafficVersion == 3 && slow.better == nil && slow.closedEdges.isEmpty)
    #expect(try await engine.routes(for: request).routes[0] == slow.route)
    try engine.replaceTraffic(try Self.snapshot(roads, "AB", version: 4) { $0.speed = 10 })
    let jam = try await engine.refresh(route, for: request)
    #expect(jam.route.durationSeconds > slow.route.durationSeconds)
    #expect(roads.letters(try #require(jam.better)) == "ADEC")
    #expect(try #require(jam.savedSeconds) > 0)
    try engine.replaceTraffic(try Self.snapshot(roads, "BC", version: 5) { $0.closure = .all })
    let toC = try Self.request(roads, "A>B 0.3", "C")
    let closed = try await engine.refresh(route, for: toC)
    #expect(closed.closedEdges == [route.sections[0].edges[1].id])
    #expect(closed.better != nil && closed.savedSeconds == nil)
    var odd = route
    odd.sections[0].edges[0].lengthMetres = .nan
    #expect(try await engine.refresh(odd, for: toC).route.sections[0].traffic?.count == 1)
    var online = route
    online.sections[0].edges = []
    #expect(try await engine.refresh(online, for: toC).route == online)
    var other = route
    other.sections[0].edges[0].id = EdgeID(map: MapID(rawValue: 1), number: 0)
    await #expect(throws: RoutingError.unknownEdge(other.sections[0].edges[0].id)) {
      try await engine.refresh(other, for: request)
    }
  }

  @Test("traffic that requests brought is forgotten with what was made for it")
  func forgotten() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    weak var first: TrafficSnapshot?
    for version in 1...20 {
      let snapshot = try Self.snapshot(roads, "AB", version: UInt64(version)) { $0.speed = 200 }
      if version == 1 { first = snapshot }
      _ = try await engine.routes(for: Self.request(roads, "A", "C", traffic: snapshot))
    }
    #expect(first == nil)
  }

  @Test("parts shorter than a centimetre do no harm")
  func tinyParts() async throws {
    let roads = try await Self.roads()
    let snapshot = try TrafficSnapshot(
      map: roads.built.map.id, version: 1, made: 0,
      pieces: try roads.built.map.edges(ofWay: try roads.drawing.way("AB")).flatMap { edge in
        [
          TrafficPiece(edge: edge.number, from: 32_768, to: 32_769, speed: 100),
          TrafficPiece(edge: edge.number, from: 65_534, to: 65_535, speed: 10, delay: 3),
        ]
      })
    let route = try await OfflineRoutingEngine(map: roads.built.map).routes(
      for: Self.request(roads, "A", "C", traffic: snapshot)
    ).routes[0]
    #expect((-1.0...10).contains(try #require(route.trafficDelaySeconds())))
  }

  @Test(
    "a road slower than the horizon takes the time of waiting, on every part of it and by every rung"
  )
  func slowParts() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let pieces = try roads.built.map.edges(ofWay: try roads.drawing.way("BC")).map {
      TrafficPiece(edge: $0.number, speed: 10)
    }
    let snapshot = try TrafficSnapshot(
      map: roads.built.map.id, version: 1, made: Self.made, horizonSeconds: 60, pieces: pieces)
    let request = try Self.request(roads, "B>C 0.97", "C", after: 0, traffic: snapshot)
    let route = try await engine.routes(for: request).routes[0]
    #expect(try await engine.refresh(route, for: request).route == route)
  }

  @Test("a departure as far away as a number can be is answered", arguments: [Int64.min, .max])
  func farDepartures(seconds: Int64) async throws {
    let roads = try await Self.roads()
    var request = try Self.request(
      roads, "A", "C", traffic: try Self.snapshot(roads, "BC") { $0.speed = 250 })
    request.options.departure = Departure(time: LocalTime(seconds: seconds), offset: 0)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    #expect(try await engine.routes(for: request).routes.count == 1)
  }

  @Test("queries go on while the traffic is replaced, each under one version")
  func replacing() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let open = try Self.snapshot(roads, "BC", version: 1) { $0.speed = 900 }
    let closed = try Self.snapshot(roads, "BC", version: 2) { $0.closure = .all }
    try engine.replaceTraffic(open)
    let request = try Self.request(roads, "A", "C")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<200 {
            let response = try await engine.routes(for: request)
            let letters = roads.letters(response.routes[0])
            #expect(letters == (response.trafficVersion == 1 ? "ABC" : "ADEC"))
          }
        }
      }
      group.addTask {
        for turn in 0..<100 { try engine.replaceTraffic(turn % 2 == 0 ? closed : open) }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "no later entry means an earlier exit, whatever the times", arguments: [0, 1, 7, 50] as [Int64])
  func firstInFirstOut(horizon: Int64) {
    for live in [1, 5, 40, 300] as [UInt32] {
      for usual in [1, 6, 30, 200] as [UInt32] {
        var last = Int64.min
        for age in -20...(2 * horizon + 20) {
          let time = QueryRules.faded(live, usual, age: age, horizon: horizon)
          #expect(min(live, usual)...max(live, usual) ~= time)
          #expect(age + Int64(time) >= last)
          last = age + Int64(time)
          if age >= 2 * horizon { #expect(time == usual) }
        }
      }
    }
  }
}
